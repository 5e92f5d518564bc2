#include "referee/service/rating_past.h"

#include <algorithm>
#include <utility>

namespace taki::service {
namespace {

constexpr std::int64_t kPastMax = 64;

// Ratings of all versions, listed or not, have the same bits.
std::optional<Past> PastOf(const RatedLog& log, RatedTally& tally, const RatedChange& change,
                           const std::function<bool()>& stop) {
  const auto rankings = tally.Rankings();
  const auto fit = rating::FitPlackettLuceUnless(stop, *rankings);
  if (!fit) return std::nullopt;
  std::vector<rating::Player> players;
  std::map<rating::PlayerId, std::uint32_t> version_of;
  for (std::uint32_t i = 0; i < log.versions().size(); ++i) {
    if (tally.Played(i) == 0) continue;
    players.push_back({tally.PlayerOf(i), "", true, {}});
    version_of.emplace(tally.PlayerOf(i), i);
  }
  Past past{change, {}, {}};
  for (const rating::LeaderboardRow& row : rating::MakeLeaderboard(players, *rankings, *fit))
    if (row.standing)
      past.by_version.emplace(version_of.at(row.player), Past::Figures{*row.standing, row.matches});
  return past;
}

}  // namespace

std::int64_t RatingPast::StepAt(std::int64_t until) {
  std::int64_t step = 1;
  while (until / step > kPastMax) step *= 2;
  return step;
}

std::int64_t RatingPast::MissingAtMost(std::int64_t until) const {
  const std::int64_t step = StepAt(until);
  const std::int64_t last = past_.empty() ? 0 : past_.rbegin()->first;
  return std::max<std::int64_t>(until / step - last / step, 0);
}

bool RatingPast::MakeNext(const RatedLog& log, std::int64_t until,
                          const std::function<bool()>& stop) {
  const std::int64_t step = StepAt(until);
  std::erase_if(past_, [step](const auto& entry) { return entry.first % step != 0; });
  std::optional<RatedChange> next;
  if (MissingAtMost(until) > 0)
    log.ForEach(past_.empty() ? 0 : past_.rbegin()->first, until,
                [&](const RatedChange& change, std::span<const RatedSeat>) {
                  if (!next && change.as_of % step == 0) next = change;
                });
  if (!next) {
    way_.reset();
    return false;
  }
  if (!way_) way_.emplace();
  Follow(log, next->as_of, *way_);
  std::optional<Past> past = PastOf(log, way_->tally, *next, stop);
  if (!past) return false;
  past->played_last = way_->played_last;
  past_.emplace(next->as_of, std::make_shared<const Past>(*std::move(past)));
  return true;
}

void RatingPast::Follow(const RatedLog& log, std::int64_t until, Way& way) {
  log.ForEach(way.tally.as_of(), until,
              [&](const RatedChange& change, std::span<const RatedSeat> seats) {
                if (!change.counts) return;
                for (const RatedSeat& seat : seats)
                  if (seat.showed_up())
                    way.played_last[log.versions()[seat.version()].bot] = seat.version();
              });
  way.tally.Follow(log, until);
}

Pasts RatingPast::points() const {
  Pasts points;
  for (const auto& [as_of, past] : past_) points.push_back(past);
  return points;
}

}  // namespace taki::service
