#include "tests/bench/made_leagues.h"

#include <algorithm>
#include <string>
#include <utility>

#include "referee/rules/check.h"

namespace taki::bench {
namespace {

using league::Format;
using Kind = league::LogEntry::Kind;

constexpr std::size_t kAtOnce = 4;
constexpr std::size_t kAtOnceMax = 12;
// Of so many results one is annulled, if it can be.
constexpr std::size_t kAnnulledOf = 500;

struct Size {
  Format format;
  int seats, bots, rounds, matches_per_fixture;
};
// A hundred to some thousand matches each.
constexpr Size kSizes[] = {
    {Format::kRoundRobin, 2, 12, 1, 2},        {Format::kSwiss, 2, 32, 9, 6},
    {Format::kRoundRobin, 4, 20, 40, 10},      {Format::kSingleElimination, 2, 32, 0, 9},
    {Format::kGauntlet, 2, 24, 4, 10},         {Format::kRoundRobin, 2, 16, 4, 10},
    {Format::kLadder, 3, 24, 5'000, 1},        {Format::kDoubleElimination, 2, 16, 0, 7},
    {Format::kGroupsThenBracket, 2, 24, 2, 3}, {Format::kSwiss, 5, 30, 12, 8},
};

}  // namespace

MadeLeagues::MadeLeagues(int bots, std::vector<int> stages, std::uint64_t seed)
    : bots_(bots), stages_(std::move(stages)), random_(seed) {}

league::LeagueConfig MadeLeagues::ConfigOf(int number, int& bots) {
  const Size& size = kSizes[static_cast<std::size_t>(number - 1) % std::size(kSizes)];
  bots = std::min(size.bots, bots_);
  league::LeagueConfig config;
  config.name = "league-" + std::to_string(number);
  config.title = "The league of number " + std::to_string(number);
  config.format = size.format;
  config.seats = size.seats;
  config.rounds = size.rounds;
  config.matches_per_fixture = size.matches_per_fixture;
  config.groups = 3;
  config.challengers = size.format == Format::kGauntlet ? 2 : 1;
  config.seeding = league::Seeding::kLot;
  config.max_matches = 1'000;
  config.max_matches_per_bot = 64;
  config.rated = number % 5 != 0;
  config.clock.move_time_ms = 500;
  config.clock.time_bank_ms = 3'000;
  config.clock.ready_time_ms = 1'000;
  config.clock.reconnect_grace_ms = 500;
  const auto ruleset = rules::MakeRuleset(stages_, rules::DrawRule::kWhenStuck,
                                          rules::TakiRule::kPlayAll, rules::kMaxTurns);
  TAKI_CHECK(ruleset.ok());
  config.ruleset = *ruleset;
  TAKI_CHECK(league::Validate(config).ok() && league::ValidateEntries(config, bots).ok());
  return config;
}

MadeLeagues::Live& MadeLeagues::Begin(std::int64_t now_ms, store::Batch& batch) {
  store::LeagueRow row;
  row.id.number = ++begun_;
  int bots = 0;
  row.config = ConfigOf(begun_, bots);
  for (std::uint8_t& byte : row.event_seed) byte = static_cast<std::uint8_t>(random_.Next());
  row.created_ms = now_ms;
  batch.leagues.push_back(row);
  league::League machine(row.id, row.config, row.event_seed);
  live_.push_back(std::make_unique<Live>(Live{std::move(machine), row}));
  Live& live = *live_.back();
  const int first = static_cast<int>(random_.Below(static_cast<std::size_t>(bots_)));
  for (int i = 0; i < bots; ++i) {
    const match::BotId bot{1 + (first + i) % bots_};
    Append(live, {.kind = Kind::kEntered, .bot = bot, .text = "somebody"}, now_ms, batch);
  }
  Append(live, {.kind = Kind::kStarted}, now_ms, batch);
  return live;
}

void MadeLeagues::Append(Live& live, league::LogEntry entry, std::int64_t now_ms,
                         store::Batch& batch) {
  entry.seq = live.machine.last_seq() + 1;
  entry.at_ms = now_ms;
  TAKI_CHECK(live.machine.Apply(entry).ok());
  auto change = std::find_if(batch.league_changes.begin(), batch.league_changes.end(),
                             [&live](const auto& each) { return each.league == live.row.id; });
  if (change == batch.league_changes.end())
    change = batch.league_changes.insert(change, {live.row.id, {}, live.row.state});
  change->state = live.machine.state();
  change->entries.push_back(std::move(entry));
}

std::vector<league::Wanted> MadeLeagues::WantedOf(const Live& live, std::size_t count) {
  if (live.row.config.format == Format::kLadder) {
    std::vector<league::Entrant> available;
    for (std::size_t i = 0; i < live.machine.entrants().size(); ++i) {
      const league::EntrantInfo& info = live.machine.entrants()[i];
      if (info.status == league::EntrantStatus::kActive && info.running < 4)
        available.push_back(static_cast<league::Entrant>(i));
    }
    return live.machine.PairLadder(available, static_cast<std::int32_t>(count));
  }
  std::vector<league::Wanted> wanted;
  live.machine.ForEachWanted([&](const league::Wanted& each) {
    wanted.push_back(each);
    return wanted.size() < count;
  });
  return wanted;
}

void MadeLeagues::FileOf(Live& live, match::MatchId& next, std::size_t count, std::int64_t now_ms,
                         store::Batch& batch, std::vector<Filed>& filed) {
  for (const league::Wanted& wanted : WantedOf(live, count)) {
    Filed match{next, {live.row.id, wanted.slot}, {}, live.row.config};
    for (const league::Entrant entrant : wanted.seats)
      match.bots.push_back(live.machine.entrants()[static_cast<std::size_t>(entrant)].bot);
    Append(live, {.kind = Kind::kFiled, .match = next, .slot = wanted.slot, .bots = match.bots},
           now_ms, batch);
    filed.push_back(std::move(match));
    ++next.number;
  }
}

std::vector<MadeLeagues::Filed> MadeLeagues::File(match::MatchId first, int count,
                                                  std::int64_t now_ms, store::Batch& batch) {
  std::erase_if(live_, [](const auto& live) { return store::IsOver(live->machine.state()); });
  while (live_.size() < kAtOnce) Begin(now_ms, batch);
  std::vector<Filed> filed;
  const auto room = [&] { return static_cast<std::size_t>(count) - filed.size(); };
  for (std::size_t i = 0; i < live_.size(); ++i) {
    const std::size_t left = live_.size() - i;  // its share of the room, rounded up
    if (room() > 0) FileOf(*live_[i], first, (room() + left - 1) / left, now_ms, batch, filed);
  }
  if (room() > 0 && live_.size() < kAtOnceMax)
    FileOf(Begin(now_ms, batch), first, room(), now_ms, batch, filed);
  return filed;
}

void MadeLeagues::Finish(const store::MatchRow& row, std::int64_t now_ms, store::Batch& batch) {
  const match::MatchId id = row.config.id;
  const auto found = std::find_if(live_.begin(), live_.end(), [&row](const auto& live) {
    return live->row.id == row.league->league;
  });
  TAKI_CHECK(found != live_.end());  // it waits for its matches
  Append(**found,
         {.kind = Kind::kFinished,
          .match = id,
          .slot = row.league->slot,
          .outcome = store::OutcomeOf(row)},
         now_ms, batch);
  if (random_.Below(kAnnulledOf) != 0 || !(*found)->machine.CanAnnul(id).ok()) return;
  Append(**found, {.kind = Kind::kAnnulled, .match = id}, now_ms, batch);
  batch.rating_changes.push_back({id, false});
}

}  // namespace taki::bench
