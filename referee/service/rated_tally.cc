#include "referee/service/rated_tally.h"

#include <algorithm>
#include <numeric>

#include "absl/container/inlined_vector.h"

namespace taki::service {

void RatedTally::Follow(const RatedLog& log, std::int64_t until) {
  // Versions that came since change the numbers of the others: count again. That is rare.
  if (log.versions().size() != players_.size()) Restart(log);
  log.ForEach(as_of_, until, [&](const RatedChange& change, std::span<const RatedSeat> seats) {
    if (!wanted_ || wanted_(change.match)) Count(log, change, seats);
  });
  as_of_ = std::max(as_of_, until);
}

void RatedTally::Restart(const RatedLog& log) {
  const std::vector<RatedVersion>& versions = log.versions();
  std::vector<std::uint32_t> order(versions.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return versions[a] < versions[b]; });
  players_.assign(versions.size(), 0);
  for (std::uint32_t rank = 0; rank < order.size(); ++rank) players_[order[rank]] = rank;
  versions_.assign(versions.size(), {});
  bots_.clear();
  results_ = rating::Results();
  as_of_ = 0;
}

void RatedTally::Count(const RatedLog& log, const RatedChange& change,
                       std::span<const RatedSeat> seats) {
  const std::int64_t one = change.counts ? 1 : -1;
  absl::InlinedVector<rating::Finish, 10> finishes;
  for (const RatedSeat& seat : seats) {
    const std::int64_t id = log.versions()[seat.version].bot.number;
    BotCounts& bot = bots_[id];
    bot.sat += one;
    if (!seat.showed_up()) bot.no_shows += one;
    if (bot.sat == 0) bots_.erase(id);
    if (seat.showed_up()) finishes.push_back({players_[seat.version], seat.place});
  }
  if (finishes.size() < 2) return;  // nobody was met
  for (const RatedSeat& seat : seats) {
    if (!seat.showed_up()) continue;
    versions_[seat.version].played += one;
    versions_[seat.version].ends[static_cast<std::size_t>(seat.end)] += one;
  }
  if (change.counts)
    results_.Add(finishes);
  else
    results_.Remove(finishes);
}

rating::FaultTable RatedTally::Faults(std::uint32_t version, match::BotId bot) const {
  using rating::Fault, rules::SeatEnd;
  const VersionCounts& counts = versions_[version];
  rating::FaultTable faults;
  const auto forfeits = [&](Fault fault, SeatEnd end) {
    faults[fault] = {counts.ends[static_cast<std::size_t>(end)], counts.played};
  };
  forfeits(Fault::kForfeitTimeout, SeatEnd::kTimeout);
  forfeits(Fault::kForfeitIllegalAction, SeatEnd::kIllegalAction);
  forfeits(Fault::kForfeitDisconnected, SeatEnd::kDisconnected);
  forfeits(Fault::kForfeitResigned, SeatEnd::kResigned);
  forfeits(Fault::kForfeitDisqualified, SeatEnd::kDisqualified);
  if (const auto found = bots_.find(bot.number); found != bots_.end())
    faults[Fault::kNoShow] = {found->second.no_shows, found->second.sat};
  return faults;
}

}  // namespace taki::service
