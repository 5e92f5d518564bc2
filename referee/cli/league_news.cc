#include "referee/cli/league_news.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "absl/strings/str_format.h"
#include "referee/cli/match_text.h"
#include "referee/cli/text.h"

namespace taki::cli {
namespace {

constexpr std::int64_t kWindow_ms = 60'000;
constexpr std::size_t kMost = 1'000;  // enough for a rate, whatever the speed

std::string OverText(const v1::LeagueNews& news) {
  const v1::FixtureMatch& match = news.match();
  std::string text = Escaped(match.match_id()) + "  #" + std::to_string(news.fixture_id()) + "  ";
  text += match.void_reason().empty() ? Text(match.ending())
                                      : Text(match.ending()) + "  " + Escaped(match.void_reason());
  std::vector<v1::FixtureSeat> by_place(match.seats().begin(), match.seats().end());
  std::stable_sort(by_place.begin(), by_place.end(),
                   [](const auto& a, const auto& b) { return a.place() < b.place(); });
  std::string seats;
  for (const auto& seat : by_place) {
    seats += (seats.empty() ? "  " : ", ") + Escaped(seat.bot());
    if (seat.place() > 0) seats += " " + std::to_string(seat.place());
  }
  return text + seats;
}

// "3.2 matches/s", "12 matches/min", "5 matches/h".
std::string RateText(double per_second) {
  if (per_second >= 1) return absl::StrFormat("%.1f matches/s", per_second);
  if (per_second * 60 >= 1) return absl::StrFormat("%.0f matches/min", per_second * 60);
  return absl::StrFormat("%.0f matches/h", per_second * 3'600);
}

// "about 10 s left": as exact as it can be known.
std::string LeftText(double seconds) {
  if (seconds < 90) return absl::StrFormat("about %.0f s left", std::ceil(seconds));
  if (seconds < 5'400) return absl::StrFormat("about %.0f min left", seconds / 60);
  return absl::StrFormat("about %.0f h left", seconds / 3'600);
}

}  // namespace

std::string NewsText(const v1::LeagueNews& news) {
  const std::string bot = Escaped(news.bot());
  switch (news.kind()) {
    case v1::LEAGUE_NEWS_KIND_ENTERED: return "entered " + bot;
    case v1::LEAGUE_NEWS_KIND_WITHDRAWN: return "withdrawn " + bot;
    case v1::LEAGUE_NEWS_KIND_STARTED: return "started";
    case v1::LEAGUE_NEWS_KIND_PAUSED: return "paused";
    case v1::LEAGUE_NEWS_KIND_RESUMED: return "resumed";
    case v1::LEAGUE_NEWS_KIND_DRAINED: return "drained: no new matches begin";
    case v1::LEAGUE_NEWS_KIND_ABORTED: return "aborted";
    case v1::LEAGUE_NEWS_KIND_MATCH_OVER: return OverText(news);
    case v1::LEAGUE_NEWS_KIND_MATCH_ANNULLED:
      return Escaped(news.match().match_id()) + "  annulled: its game is played again";
    case v1::LEAGUE_NEWS_KIND_REQUEUED:
      return "#" + std::to_string(news.fixture_id()) + "  game " +
             std::to_string(news.match().game()) + " is tried again";
    case v1::LEAGUE_NEWS_KIND_DISQUALIFIED:
      return "disqualified " + bot + ": " + Escaped(news.reason());
    case v1::LEAGUE_NEWS_KIND_REINSTATED: return "reinstated " + bot;
    default: return "";
  }
}

void Pace::On(const v1::LeagueNews& news) {
  if (news.kind() != v1::LEAGUE_NEWS_KIND_MATCH_OVER) return;
  over_ms_.push_back(news.at_ms());
  while (over_ms_.size() > kMost || over_ms_.back() - over_ms_.front() > kWindow_ms)
    over_ms_.pop_front();
}

std::optional<double> Pace::PerSecond() const {
  if (over_ms_.size() < 2 || over_ms_.back() <= over_ms_.front()) return std::nullopt;
  return static_cast<double>(over_ms_.size() - 1) * 1'000 /
         static_cast<double>(over_ms_.back() - over_ms_.front());
}

std::string Pace::Text(const v1::LeagueProgress& progress) const {
  const std::optional<double> rate = PerSecond();
  if (!rate) return "";
  const int left = progress.matches_total() - progress.matches_done();
  return RateText(*rate) + (left > 0 ? ", " + LeftText(left / *rate) : "");
}

}  // namespace taki::cli
