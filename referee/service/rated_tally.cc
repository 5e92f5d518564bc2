#include "referee/service/rated_tally.h"

#include <algorithm>
#include <numeric>

#include "absl/container/inlined_vector.h"

namespace taki::service {
namespace {

bool IsWanted(const WantedMatches& wanted, match::MatchId match) {
  return wanted.from <= match && match <= wanted.to && (!wanted.has || wanted.has(match));
}

}  // namespace

void RatedTally::Follow(const RatedLog& log, std::int64_t until, const WantedMatches& wanted) {
  if (log.versions().size() != players_.size()) Renumber(log);
  log.ForEachWithin(as_of_, until, wanted.from, wanted.to,
                    [&](const RatedChange& change, std::span<const RatedSeat> seats) {
                      if (IsWanted(wanted, change.match)) Count(log, change, seats);
                    });
  as_of_ = std::max(as_of_, until);
  for (const match::BotId bot : lost_newest_) FindNewest(log, bot, wanted);
  lost_newest_.clear();
}

// Versions that came since change the numbers of the others, but not their order.
void RatedTally::Renumber(const RatedLog& log) {
  const std::vector<RatedVersion>& versions = log.versions();
  std::vector<std::uint32_t> order(versions.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return versions[a] < versions[b]; });
  std::vector<rating::PlayerId> renumbered;  // of those that were there, in their order
  std::vector<rating::PlayerId> players(versions.size());
  for (std::uint32_t rank = 0; rank < order.size(); ++rank) {
    players[order[rank]] = rank;
    if (order[rank] < players_.size()) renumbered.push_back(rank);
  }
  results_.Renumber(renumbered);
  players_ = std::move(players);
  versions_.resize(versions.size());
}

void RatedTally::Count(const RatedLog& log, const RatedChange& change,
                       std::span<const RatedSeat> seats) {
  const std::int64_t one = change.counts ? 1 : -1;
  absl::InlinedVector<rating::Finish, 10> finishes;
  for (const RatedSeat& seat : seats) {
    CountBot(log.versions()[seat.version()].bot, change, seat);
    if (seat.showed_up()) finishes.push_back({players_[seat.version()], seat.place()});
  }
  if (finishes.size() < 2) return;  // nobody was met
  for (const RatedSeat& seat : seats) {
    if (!seat.showed_up()) continue;
    versions_[seat.version()].played += one;
    versions_[seat.version()].ends[static_cast<std::size_t>(seat.end())] += one;
  }
  if (change.counts)
    results_.Add(finishes);
  else
    results_.Remove(finishes);
}

void RatedTally::CountBot(match::BotId id, const RatedChange& change, const RatedSeat& seat) {
  const std::int64_t one = change.counts ? 1 : -1;
  BotCounts& bot = bots_[id];
  bot.sat += one;
  if (!seat.showed_up()) {
    bot.no_shows += one;
  } else if (!change.counts && change.match == bot.newest.match) {
    lost_newest_.insert(id);
  } else if (change.counts && change.match >= bot.newest.match) {
    bot.newest = {change.match, seat.version()};
    lost_newest_.erase(id);
  }
  if (bot.sat == 0) bots_.erase(id);
}

// The newest of those that count now. Corrections are rare: from the beginning.
void RatedTally::FindNewest(const RatedLog& log, match::BotId id, const WantedMatches& wanted) {
  const auto bot = bots_.find(id);
  if (bot == bots_.end()) return;
  std::set<match::MatchId> struck;
  log.ForEachOf(id, 0, [&](const RatedChange& change, std::span<const RatedSeat>) {
    if (change.as_of > as_of_) return;
    if (change.counts)
      struck.erase(change.match);
    else
      struck.insert(change.match);
  });
  Newest newest;
  log.ForEachOf(id, 0, [&](const RatedChange& change, std::span<const RatedSeat> seats) {
    if (change.as_of > as_of_ || change.match < newest.match) return;
    if (!IsWanted(wanted, change.match) || struck.contains(change.match)) return;
    for (const RatedSeat& seat : seats)
      if (log.versions()[seat.version()].bot == id && seat.showed_up())
        newest = {change.match, seat.version()};
  });
  bot->second.newest = newest;
}

bool RatedTally::IsCurrent(std::uint32_t version, match::BotId bot) const {
  const auto found = bots_.find(bot);
  return found != bots_.end() && found->second.newest.match.number != 0 &&
         found->second.newest.version == version;
}

std::vector<match::BotId> RatedTally::Bots() const {
  std::vector<match::BotId> bots;
  for (const auto& [bot, counts] : bots_) bots.push_back(bot);
  return bots;
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
  if (const auto found = bots_.find(bot); found != bots_.end())
    faults[Fault::kNoShow] = {found->second.no_shows, found->second.sat};
  return faults;
}

}  // namespace taki::service
