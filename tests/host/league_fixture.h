// The fixture of the host's tests of leagues: leagues of one-stage matches between autoplayers.
#pragma once

#include <set>

#include "tests/support/host_fixture.h"

namespace taki::test {

class LeagueTest : public HostTest {
 protected:
  using Kind = league::LogEntry::Kind;

  // A league of one-stage matches, unlimited but for what the test sets.
  league::LeagueConfig Config(league::Format format = league::Format::kRoundRobin) const {
    league::LeagueConfig config;
    config.name = "cup";
    config.format = format;
    const auto ruleset = rules::MakeRuleset(std::vector<int>{1}, rules::DrawRule::kWhenStuck,
                                            rules::TakiRule::kPlayAll, 10'000);
    config.ruleset = *ruleset;
    return config;
  }
  // Registers the bots, who are not there yet, and makes the league.
  league::LeagueId Create(const league::LeagueConfig& config,
                          const std::vector<std::string>& bots) {
    for (const std::string& bot : bots)
      if (registered_.insert(bot).second) Register(bot);
    const auto made = Take(TheHost().CreateLeague({config, bots, ""}));
    EXPECT_TRUE(made.ok()) << made.status();
    return made.ok() ? made->id : league::LeagueId{};
  }
  absl::Status Command(league::LeagueId id, Kind kind, const std::string& bot = "",
                       const std::string& text = "") {
    return Take(TheHost().CommandLeague({id, kind, bot, text, {}})).status();
  }
  // The league begins; all its bots are there and play by themselves.
  league::LeagueId Start(const league::LeagueConfig& config, const std::vector<std::string>& bots) {
    Autoplay();
    const auto id = Create(config, bots);
    for (const std::string& bot : bots) Join(bot);
    const absl::Status started = Command(id, Kind::kStarted);
    EXPECT_TRUE(started.ok()) << started;
    return id;
  }
  // The league begins; its bots are there, and do nothing.
  league::LeagueId StartIdle(const league::LeagueConfig& config,
                             const std::vector<std::string>& bots) {
    const auto id = Create(config, bots);
    for (const std::string& bot : bots) Join(bot);
    const absl::Status started = Command(id, Kind::kStarted);
    EXPECT_TRUE(started.ok()) << started;
    Run();
    return id;
  }
  void RunUntilOver(league::LeagueId id) {
    for (int i = 0; i < 10'000 && !IsOver(id); ++i) Run(1'000);
    ASSERT_TRUE(IsOver(id)) << "the league does not end";
  }
  bool IsOver(league::LeagueId id) {
    const auto state = LeagueRow(id).state;
    return state == league::LeagueState::kFinished || state == league::LeagueState::kAborted;
  }
  store::LeagueRow LeagueRow(league::LeagueId id) {
    const auto rows = store_.Leagues();
    for (const store::LeagueRow& row : *rows)
      if (row.id == id) return row;
    ADD_FAILURE() << "no such league";
    return {};
  }
  std::vector<league::LogEntry> Log(league::LeagueId id) { return *store_.LeagueLog(id); }
  std::vector<league::LogEntry> Entries(league::LeagueId id, Kind kind) {
    std::vector<league::LogEntry> entries = Log(id);
    std::erase_if(entries, [&](const league::LogEntry& entry) { return entry.kind != kind; });
    return entries;
  }
  // The league as its log makes it, for what it says of itself.
  league::League Replayed(league::LeagueId id) {
    const store::LeagueRow row = LeagueRow(id);
    league::League machine(id, row.config, row.event_seed);
    for (const league::LogEntry& entry : Log(id)) {
      const absl::Status status = machine.Apply(entry);
      EXPECT_TRUE(status.ok()) << status;
    }
    return machine;
  }
  // How many counting matches each pair of bots has played.
  std::map<std::set<std::int64_t>, int> Meetings(league::LeagueId id) {
    std::map<std::set<std::int64_t>, int> meetings;
    const league::League machine = Replayed(id);
    for (const league::Fixture& fixture : machine.fixtures())
      for (const league::Attempt& attempt : fixture.attempts) {
        if (!attempt.counts) continue;
        std::set<std::int64_t> bots;
        for (const league::Entrant seat : attempt.seats)
          bots.insert(machine.entrants()[static_cast<std::size_t>(seat)].bot.number);
        ++meetings[bots];
      }
    return meetings;
  }
  int Running(league::LeagueId id) {
    return static_cast<int>(Entries(id, Kind::kFiled).size() - Entries(id, Kind::kFinished).size());
  }

  std::set<std::string> registered_;
};

}  // namespace taki::test
