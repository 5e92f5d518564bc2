#include "tests/sim/plan.h"

#include <algorithm>

#include "tests/support/splitmix.h"

namespace taki::sim {
namespace {

using test::SplitMix;

std::int32_t OneOf(SplitMix& random, const std::vector<std::int32_t>& values) {
  return values[random.Below(values.size())];
}
// `most` at most, but nothing in half of the cases: seeds should differ in kind.
unsigned Some(SplitMix& random, unsigned most) {
  return random.Chance(50) ? 0 : static_cast<unsigned>(1 + random.Below(most));
}

BotPlan MakeBot(SplitMix& random, std::size_t number) {
  BotPlan bot;
  bot.name = "bot" + std::to_string(number);
  if (random.Chance(30)) return bot;  // one without fault: it must never lose by another's
  bot.think_ms_max = OneOf(random, {1, 5, 50, 300});
  bot.delay_ms_max = OneOf(random, {0, 2, 20, 100});
  bot.silent = Some(random, 20);
  bot.near_deadline = Some(random, 40);
  bot.illegal = Some(random, 15);
  bot.several_actions = Some(random, 60);
  bot.stale = Some(random, 20);
  bot.duplicate = Some(random, 30);
  bot.conflict = Some(random, 20);
  bot.lost = Some(random, 10);
  bot.doubled = Some(random, 20);
  bot.vanishes = Some(random, 20);
  bot.takes_over = Some(random, 8);
  bot.half_closes = Some(random, 20);
  bot.floods = Some(random, 30);
  bot.resigns = Some(random, 60);
  bot.never_ready = Some(random, 15);
  bot.away_ms_max = OneOf(random, {1, 50, 500, 5'000});
  bot.max_matches = OneOf(random, {0, 0, 1, 2});
  return bot;
}

rules::Ruleset MakeRuleset(SplitMix& random) {
  static const std::vector<std::vector<int>> kStages = {
      {1}, {2}, {3, 2, 1}, {8}, {5, 1}, {8, 7, 6, 5, 4, 3, 2, 1}, {10, 10}, {2, 2, 2, 2}};
  const auto& stages = kStages[random.Below(kStages.size())];
  return *rules::MakeRuleset(
      stages, random.Chance(50) ? rules::DrawRule::kWhenStuck : rules::DrawRule::kAnyTime,
      random.Chance(50) ? rules::TakiRule::kPlayAll : rules::TakiRule::kPlayAny,
      OneOf(random, {10, 40, 40, 100, 250}));
}

match::TimeControl MakeClock(SplitMix& random) {
  match::TimeControl clock;
  clock.move_time_ms = OneOf(random, {0, 20, 100, 500});
  clock.time_bank_ms = OneOf(random, {0, 50, 400, 3'000});
  if (clock.move_time_ms == 0 && clock.time_bank_ms == 0) clock.move_time_ms = 50;
  clock.strike_limit = OneOf(random, {1, 3, 8, 30});
  clock.ready_time_ms = OneOf(random, {100, 500, 2'000});
  clock.reconnect_grace_ms = OneOf(random, {0, 100, 1'000});
  clock.reconnect_grace_match_ms = OneOf(random, {0, 300, 5'000});
  clock.restart_grace_ms = OneOf(random, {0, 200, 2'000});
  return clock;
}

MatchPlan MakeMatch(SplitMix& random, const Plan& plan, std::size_t number) {
  MatchPlan match;
  match.at_ms =
      static_cast<std::int64_t>(random.Below(static_cast<std::size_t>(plan.chaos_ms / 2 + 1)));
  std::vector<std::string> names;
  for (const BotPlan& bot : plan.bots) names.push_back(bot.name);
  const std::size_t seats = 2 + random.Below(names.size() - 1);
  for (std::size_t i = 0; i < seats; ++i)
    std::swap(names[i], names[i + random.Below(names.size() - i)]);
  names.resize(seats);
  match.request.bots = names;
  match.request.seating = static_cast<host::Seating>(random.Below(3));
  match.request.ruleset = MakeRuleset(random);
  match.request.clock = MakeClock(random);
  match.request.request_id = "request-" + std::to_string(number);
  return match;
}

league::LeagueConfig MakeLeagueConfig(SplitMix& random, std::size_t bots) {
  using league::Format;
  league::LeagueConfig config;
  config.format = static_cast<Format>(random.Below(7));
  const bool groups = config.format == Format::kGroupsThenBracket;
  if (groups && bots < 4) config.format = Format::kSwiss;
  if (config.format != Format::kDoubleElimination && config.format != Format::kGroupsThenBracket &&
      bots > 2 && random.Chance(40))
    config.seats = static_cast<std::int32_t>(2 + random.Below(std::min<std::size_t>(bots - 1, 4)));
  if (config.format == Format::kSingleElimination && config.seats > 2)
    config.advance =
        static_cast<std::int32_t>(1 + random.Below(static_cast<std::size_t>(config.seats - 1)));
  if (config.format == Format::kSwiss)
    config.rounds = bots > 4 && config.seats == 2 ? OneOf(random, {1, 3}) : 0;
  config.matches_per_fixture = OneOf(random, {1, 1, 3});
  if (config.format == Format::kLadder) {
    config.rounds = 12;
    config.matches_per_fixture = 1;
  }
  config.advance_per_group = OneOf(random, {1, 2});
  config.seeding = random.Chance(50) ? league::Seeding::kAsEntered : league::Seeding::kLot;
  config.ruleset = *rules::MakeRuleset(std::vector<int>{OneOf(random, {1, 2, 3})},
                                       rules::DrawRule::kWhenStuck, rules::TakiRule::kPlayAll, 60);
  config.clock = MakeClock(random);
  config.max_matches = OneOf(random, {1, 3, 32});
  config.max_matches_per_bot = OneOf(random, {1, 4});
  config.no_show_grace_ms = OneOf(random, {0, 300, 3'000});
  config.no_show_limit = OneOf(random, {1, 3});
  config.void_limit = OneOf(random, {1, 3});
  return config;
}

LeaguePlan MakeLeague(SplitMix& random, const Plan& plan) {
  using Kind = league::LogEntry::Kind;
  static constexpr Kind kKinds[] = {Kind::kPaused,     Kind::kResumed,    Kind::kAnnulled,
                                    Kind::kAnnulled,   Kind::kWithdrawn,  Kind::kDisqualified,
                                    Kind::kReinstated, Kind::kReinstated, Kind::kDrained};
  LeaguePlan made;
  made.league.config = MakeLeagueConfig(random, plan.bots.size());
  made.league.config.name = "cup";
  made.league.request_id = "league";
  for (const BotPlan& bot : plan.bots) made.league.bots.push_back(bot.name);
  const std::size_t acts = random.Chance(50) ? 0 : random.Below(6);
  for (std::size_t i = 0; i < acts; ++i)
    made.acts.push_back(
        {static_cast<std::int64_t>(random.Below(static_cast<std::size_t>(plan.chaos_ms))),
         kKinds[random.Below(std::size(kKinds))], plan.bots[random.Below(plan.bots.size())].name});
  std::stable_sort(made.acts.begin(), made.acts.end(),
                   [](const LeagueAct& a, const LeagueAct& b) { return a.at_ms < b.at_ms; });
  return made;
}

void BreakThings(SplitMix& random, Plan& plan) {
  plan.commit_fails = Some(random, 60);
  plan.commit_is_slow = Some(random, 60);
  plan.loop_stalls = Some(random, 60);
  plan.effects_to_crash_max = OneOf(random, {0, 0, 30, 200, 1'000});
  plan.drains = random.Chance(20) ? 1 : 0;
  plan.watchers.resize(random.Below(6));
}

// In some seeds the public sees matches later, and some watch at a pace.
void MakeWatching(SplitMix random, Plan& plan) {
  const std::int32_t delay_ms = OneOf(random, {0, 0, 300, 4'000});
  const bool paced = random.Chance(40);
  for (MatchPlan& match : plan.matches)
    if (random.Chance(70)) match.request.public_delay_ms = delay_ms;
  for (LeaguePlan& league : plan.leagues)
    if (random.Chance(50)) league.league.config.public_delay_ms = delay_ms;
  for (WatcherPlan& watcher : plan.watchers) {
    if (paced) watcher.events_per_second = OneOf(random, {0, 20, 300, 1'000});
    watcher.organiser = random.Chance(20);
  }
}

}  // namespace

Plan MakePlan(std::uint64_t seed) {
  SplitMix random(seed * 0x9e3779b97f4a7c15u + 1);
  Plan plan;
  plan.seed = seed;
  plan.chaos_ms = OneOf(random, {5'000, 20'000, 100'000});
  const std::size_t bots = random.Chance(70) ? 2 + random.Below(3) : 2 + random.Below(9);
  for (std::size_t i = 0; i < bots; ++i) plan.bots.push_back(MakeBot(random, i));
  const std::size_t matches = 1 + random.Below(random.Chance(70) ? 5 : 16);
  for (std::size_t i = 0; i < matches; ++i) plan.matches.push_back(MakeMatch(random, plan, i));
  plan.options.max_live_matches = OneOf(random, {1'000, 1'000, 2});
  plan.options.misuse_per_second = OneOf(random, {200, 20});
  plan.options.drain_limit_ms = OneOf(random, {200, 5'000});
  BreakThings(random, plan);
  plan.leagues.push_back(MakeLeague(random, plan));
  MakeWatching(SplitMix(seed ^ 0x7a6b5c4d3e2f1a09u), plan);
  for (std::size_t freezes = random.Chance(50) ? 0 : random.Below(6); freezes > 0; --freezes)
    plan.freezes_ms.push_back(OneOf(random, {50, 300, 5'000, 3'600'000}));
  return plan;
}

}  // namespace taki::sim
