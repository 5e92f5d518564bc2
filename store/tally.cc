#include "store/tally.h"

#include <algorithm>

#include "referee/rules/check.h"
#include "store/time_buckets.h"

namespace taki::store {
namespace {

using Kind = match::Record::Kind;

constexpr int kFirstKind = static_cast<int>(Kind::kReply);
static_assert(static_cast<int>(Kind::kRefusal) == kFirstKind + 1);
static_assert(static_cast<int>(Kind::kTimeout) == kFirstKind + 2);

bool IsDecision(Kind kind) {
  return kind == Kind::kReply || kind == Kind::kRefusal || kind == Kind::kTimeout;
}

}  // namespace

void TallyBook::CountResult(bool rated, const std::vector<Seat>& seats) {
  for (std::size_t i = 0; i < seats.size(); ++i) {
    const Seat& seat = seats[i];
    OfVersion& of = At(seat.bot, seat.version);
    ++of.results[{rated, static_cast<std::int32_t>(seats.size()), static_cast<std::int32_t>(i),
                  seat.place, seat.end}];
    for (const Seat& other : seats) {
      if (other.bot == seat.bot) continue;
      Met& met = of.meetings[{rated, other.bot}];
      ++met.matches;
      met.ahead += seat.place < other.place ? 1 : 0;
      met.level += seat.place == other.place ? 1 : 0;
    }
  }
}

void TallyBook::CountInput(const Seat& seat, Kind kind, std::int32_t charged_ms, bool strike) {
  if (!IsDecision(kind)) return;
  Decided& decided = DecidedAt(seat.bot, seat.version, kind, TimeBucketOf(std::max(charged_ms, 0)));
  ++decided.count;
  decided.strikes += strike ? 1 : 0;
}

void TallyBook::Add(match::BotId bot, const BotTally::Results& results) {
  At(bot, results.version)
      .results[{results.rated, results.seats, results.seat, results.place, results.end}] +=
      results.matches;
}

void TallyBook::Add(match::BotId bot, const BotTally::Meetings& meetings) {
  Met& met = At(bot, meetings.version).meetings[{meetings.rated, meetings.opponent}];
  met.matches += meetings.matches;
  met.ahead += meetings.ahead;
  met.level += meetings.level;
}

void TallyBook::Add(match::BotId bot, const BotTally::Decisions& decisions) {
  Decided& decided = DecidedAt(bot, decisions.version, decisions.kind, decisions.bucket);
  decided.count += decisions.count;
  decided.strikes += decisions.strikes;
}

std::vector<match::BotId> TallyBook::Bots() const {
  std::vector<match::BotId> bots;
  for (const auto& [key, of] : versions_) {
    if (bots.empty() || bots.back() != key.first) bots.push_back(key.first);
  }
  return bots;
}

BotTally TallyBook::Of(match::BotId bot) const {
  BotTally tally;
  for (auto at = versions_.lower_bound(std::pair(bot, std::string_view()));
       at != versions_.end() && at->first.first == bot; ++at) {
    const std::string& version = at->first.second;
    const OfVersion& of = at->second;
    for (const auto& [key, matches] : of.results) {
      tally.results.push_back(
          {version, key.rated, key.seats, key.seat, key.place, key.end, matches});
    }
    for (const auto& [key, met] : of.meetings) {
      tally.meetings.push_back(
          {version, key.rated, key.opponent, met.matches, met.ahead, met.level});
    }
    for (std::size_t kind = 0; kind < of.decisions.size(); ++kind) {
      for (std::size_t bucket = 0; bucket < of.decisions[kind].size(); ++bucket) {
        const Decided& decided = of.decisions[kind][bucket];
        if (decided.count == 0) continue;
        tally.decisions.push_back({version, static_cast<Kind>(kFirstKind + static_cast<int>(kind)),
                                   static_cast<std::int32_t>(bucket), decided.count,
                                   decided.strikes});
      }
    }
  }
  return tally;
}

TallyBook::OfVersion& TallyBook::At(match::BotId bot, std::string_view version) {
  if (version.empty()) version = "-";
  const auto known = versions_.find(std::pair(bot, version));
  if (known != versions_.end()) return known->second;
  return versions_[std::pair(bot, std::string(version))];
}

TallyBook::Decided& TallyBook::DecidedAt(match::BotId bot, std::string_view version, Kind kind,
                                         std::int32_t bucket) {
  TAKI_CHECK(IsDecision(kind) && bucket >= 0 && bucket < kTimeBuckets);
  std::vector<Decided>& of =
      At(bot, version).decisions[static_cast<std::size_t>(static_cast<int>(kind) - kFirstKind)];
  const auto at = static_cast<std::size_t>(bucket);
  if (of.size() <= at) of.resize(at + 1);
  return of[at];
}

}  // namespace taki::store
