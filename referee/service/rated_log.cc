#include "referee/service/rated_log.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace taki::service {
namespace {

constexpr int kResultsPerQuery = 1'000;
// Changes of a piece that more are added to. With those of a query more, all of ten seats, a seat's
// number has 16 bits.
constexpr std::size_t kPieceMax = 4'096;
static_assert((kPieceMax + kResultsPerQuery) * rules::kMaxSeats <=
              std::numeric_limits<std::uint16_t>::max());

}  // namespace

// Changes that follow each other, in columns.
struct RatedLog::Piece {
  std::vector<std::int64_t> as_of;
  std::vector<std::int64_t> match;  // twice the id, and 1 if it counts
  std::vector<std::int64_t> finished_ms;
  std::vector<std::uint16_t> ends;  // in seats
  std::vector<RatedSeat> seats;     // of all changes, one after another
  // Of a piece that nothing is added to: the numbers of `seats` by bot, those of a bot ascending;
  // who sat, ascending, and where each one's end in `by_bot`.
  std::vector<std::uint16_t> by_bot;
  std::vector<match::BotId> bots;
  std::vector<std::uint16_t> bot_ends;
  match::MatchId match_min{std::numeric_limits<std::int64_t>::max()}, match_max;

  std::size_t size() const { return as_of.size(); }
  bool is_full() const { return size() >= kPieceMax; }
  RatedChange At(std::size_t i) const {
    return {as_of[i], {match[i] >> 1}, finished_ms[i], (match[i] & 1) != 0};
  }
  std::span<const RatedSeat> SeatsOf(std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends[i - 1];
    return std::span(seats).subspan(begin, ends[i] - begin);
  }

  void Add(const RatedChange& change) {
    as_of.push_back(change.as_of);
    match.push_back(change.match.number * 2 + (change.counts ? 1 : 0));
    finished_ms.push_back(change.finished_ms);
    ends.push_back(static_cast<std::uint16_t>(seats.size()));
    match_min = std::min(match_min, change.match);
    match_max = std::max(match_max, change.match);
  }
  // After the last change.
  void Finish(const std::vector<RatedVersion>& versions) {
    by_bot.resize(seats.size());
    std::iota(by_bot.begin(), by_bot.end(), std::uint16_t{0});
    std::stable_sort(by_bot.begin(), by_bot.end(), [&](std::uint16_t a, std::uint16_t b) {
      return versions[seats[a].version()].bot < versions[seats[b].version()].bot;
    });
    for (std::size_t i = 0; i < by_bot.size(); ++i) {
      const match::BotId bot = versions[seats[by_bot[i]].version()].bot;
      if (bots.empty() || bots.back() != bot) {
        bots.push_back(bot);
        bot_ends.push_back(0);
      }
      bot_ends.back() = static_cast<std::uint16_t>(i + 1);
    }
    as_of.shrink_to_fit();
    match.shrink_to_fit();
    finished_ms.shrink_to_fit();
    ends.shrink_to_fit();
    seats.shrink_to_fit();
  }
  // The numbers of the seats that the bot took. Requires: is_full().
  std::span<const std::uint16_t> Taken(match::BotId bot) const {
    const auto found = std::lower_bound(bots.begin(), bots.end(), bot);
    if (found == bots.end() || *found != bot) return {};
    const auto i = static_cast<std::size_t>(found - bots.begin());
    const std::size_t begin = i == 0 ? 0 : bot_ends[i - 1];
    return std::span(by_bot).subspan(begin, bot_ends[i] - begin);
  }
};

// --- reading the store -----------------------------------------------------------------------

absl::Status RatedLogReader::CatchUp(store::History& history, const std::function<bool()>& stop) {
  while (!stop()) {
    const auto results = history.RatedResults(log_.as_of(), kResultsPerQuery);
    if (!results.ok()) return results.status();
    if (results->empty()) break;
    Append(*results);
  }
  return absl::OkStatus();
}

std::uint32_t RatedLogReader::IndexOf(RatedVersion version, std::vector<RatedVersion>& versions) {
  const auto [found, is_new] =
      indexes_.try_emplace(std::move(version), static_cast<std::uint32_t>(versions.size()));
  if (is_new) versions.push_back(found->first);
  return found->second;
}

// Pieces that others may hold are never written to: one that is not full is copied.
void RatedLogReader::Append(const std::vector<store::RatedResult>& results) {
  auto piece = std::make_shared<RatedLog::Piece>();
  auto& pieces = log_.pieces_;
  if (!pieces.empty() && !pieces.back()->is_full()) {
    *piece = *pieces.back();
    pieces.pop_back();
  }
  std::vector<RatedVersion> versions = log_.versions();
  for (const store::RatedResult& result : results) {
    log_.last_ = {result.as_of, result.match, result.finished_ms, result.counts};
    for (const store::RatedResult::Seat& seat : result.seats)
      piece->seats.emplace_back(IndexOf({seat.bot, seat.version}, versions), seat.place, seat.end);
    piece->Add(log_.last_);
  }
  if (piece->is_full()) piece->Finish(versions);
  pieces.push_back(std::move(piece));
  if (versions.size() > log_.versions().size())
    log_.versions_ = std::make_shared<const std::vector<RatedVersion>>(std::move(versions));
}

// --- the log ---------------------------------------------------------------------------------

template <class Pass>
void RatedLog::ForEachIn(std::int64_t after, std::int64_t until, const Pass& pass,
                         const Take& take) const {
  for (const auto& piece : pieces_) {
    if (piece->as_of.back() <= after || !pass(*piece)) continue;
    const auto first = std::upper_bound(piece->as_of.begin(), piece->as_of.end(), after);
    for (auto i = static_cast<std::size_t>(first - piece->as_of.begin()); i < piece->size(); ++i) {
      if (piece->as_of[i] > until) return;
      take(piece->At(i), piece->SeatsOf(i));
    }
  }
}

void RatedLog::ForEach(std::int64_t after, std::int64_t until, const Take& take) const {
  ForEachIn(
      after, until, [](const Piece&) { return true; }, take);
}

void RatedLog::ForEachWithin(std::int64_t after, std::int64_t until, match::MatchId from,
                             match::MatchId to, const Take& take) const {
  const auto pass = [&](const Piece& piece) {
    return piece.match_min <= to && piece.match_max >= from;
  };
  ForEachIn(after, until, pass, take);
}

void RatedLog::ForEachOf(match::BotId bot, std::int64_t after, const Take& take) const {
  ForEachOf(bot, bot, after, take);
}

void RatedLog::ForEachOf(match::BotId bot, match::BotId other, std::int64_t after,
                         const Take& take) const {
  const auto sits = [this](match::BotId who, std::span<const RatedSeat> seats) {
    return std::ranges::any_of(
        seats, [&](const RatedSeat& seat) { return (*versions_)[seat.version()].bot == who; });
  };
  const auto take_if = [&](match::BotId who, const Piece& piece, std::size_t i) {
    if (piece.as_of[i] > after && sits(who, piece.SeatsOf(i))) take(piece.At(i), piece.SeatsOf(i));
  };
  for (const auto& piece : pieces_) {
    if (piece->as_of.back() <= after) continue;
    if (!piece->is_full()) {
      for (std::size_t i = 0; i < piece->size(); ++i)
        if (sits(bot, piece->SeatsOf(i))) take_if(other, *piece, i);
      continue;
    }
    const auto of_bot = piece->Taken(bot), of_other = piece->Taken(other);
    const bool bot_sat_less = of_bot.size() <= of_other.size();
    std::size_t i = 0;
    for (const std::uint16_t seat : bot_sat_less ? of_bot : of_other) {
      while (piece->ends[i] <= seat) ++i;
      take_if(bot_sat_less ? other : bot, *piece, i);
    }
  }
}

}  // namespace taki::service
