// The translation of leagues between the contract and the referee's words, both ways.
#include "referee/service/convert_league.h"

#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "referee/service/convert.h"

namespace taki::service {
namespace {

v1::LeagueConfig ConfigOf(const std::string& text) {
  v1::LeagueConfig config;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &config)) << text;
  return config;
}

v1::LeagueConfig Cup(const std::string& more = "") {
  return ConfigOf("name: 'cup' format: LEAGUE_FORMAT_ROUND_ROBIN " + more);
}

host::NewLeague Read(const v1::LeagueConfig& config) {
  FieldErrors errors;
  host::NewLeague league = FromProto(config, errors);
  for (const FieldError& error : errors) ADD_FAILURE() << error.field << ": " << error.description;
  return league;
}

// The fields at fault, in order: "config.name config.format".
std::string Faults(const v1::LeagueConfig& config) {
  FieldErrors errors;
  FromProto(config, errors);
  std::string fields;
  for (const FieldError& error : errors) fields += (fields.empty() ? "" : " ") + error.field;
  return fields;
}

TEST(LeagueConfigTest, WhatIsNotSetIsTheDefault) {
  league::LeagueConfig expected;
  expected.name = "cup";
  EXPECT_EQ(Read(Cup()).config, expected);
}

TEST(LeagueConfigTest, EveryFieldIsRead) {
  const host::NewLeague league = Read(ConfigOf(R"(
      name: "cup-2026" title: "The Cup"
      format: LEAGUE_FORMAT_GAUNTLET seats: 4 rounds: 5 matches_per_fixture: 3 challengers: 2
      seeding: LEAGUE_SEEDING_LOT
      tie_breaks: TIE_BREAK_WINS tie_breaks: TIE_BREAK_SONNEBORN_BERGER
      ruleset { stages: 3 stages: 2 draw_rule: DRAW_RULE_ANY_TIME }
      time_control { move_time_ms: 50 }
      rated: false max_matches: 7 max_matches_per_bot: 2 no_show_grace_ms: 0 no_show_limit: 9
      void_limit: 4 public_delay_ms: 30000 bots: "carol" bots: "alice")"));
  league::LeagueConfig expected;
  expected.name = "cup-2026";
  expected.title = "The Cup";
  expected.format = league::Format::kGauntlet;
  expected.seats = 4;
  expected.rounds = 5;
  expected.matches_per_fixture = 3;
  expected.challengers = 2;
  expected.seeding = league::Seeding::kLot;
  expected.tie_breaks = {league::TieBreak::kWins, league::TieBreak::kSonnebornBerger,
                         league::TieBreak::kLot};
  expected.ruleset = *rules::MakeRuleset(std::vector<int>{3, 2}, rules::DrawRule::kAnyTime,
                                         rules::TakiRule::kPlayAll, rules::kMaxTurns);
  expected.clock.move_time_ms = 50;
  expected.rated = false;
  expected.max_matches = 7;
  expected.max_matches_per_bot = 2;
  expected.no_show_grace_ms = 0;
  expected.no_show_limit = 9;
  expected.void_limit = 4;
  expected.public_delay_ms = 30'000;
  EXPECT_EQ(league.config, expected);
  EXPECT_EQ(league.bots, (std::vector<std::string>{"carol", "alice"}));
}

TEST(LeagueConfigTest, BracketsHaveTheirOwnFields) {
  const league::LeagueConfig single = Read(ConfigOf(R"(
      name: "cup" format: LEAGUE_FORMAT_SINGLE_ELIMINATION seats: 4 tie_break_matches: 0
      advance: 2)"))
                                          .config;
  EXPECT_EQ(single.tie_break_matches, 0);
  EXPECT_EQ(single.advance, 2);
  EXPECT_TRUE(Read(ConfigOf(R"(name: "cup" format: LEAGUE_FORMAT_SINGLE_ELIMINATION
                               third_place: true)"))
                  .config.third_place);
}

TEST(LeagueConfigTest, WhatIsShownCanBeTheConfigurationOfAnother) {
  for (const char* more :
       {"format: LEAGUE_FORMAT_ROUND_ROBIN seats: 4",
        "format: LEAGUE_FORMAT_SINGLE_ELIMINATION third_place: true matches_per_fixture: 5",
        "format: LEAGUE_FORMAT_DOUBLE_ELIMINATION tie_break_matches: 4",
        "format: LEAGUE_FORMAT_GAUNTLET challengers: 3 rated: false public_delay_ms: 5",
        "format: LEAGUE_FORMAT_LADDER rounds: 1000000 tie_breaks: TIE_BREAK_LOT"}) {
    const league::LeagueConfig config = Read(ConfigOf("name: 'cup' " + std::string(more))).config;
    v1::LeagueConfig shown;
    ToProto(config, &shown);
    EXPECT_EQ(Read(shown).config, config) << more;
  }
}

TEST(LeagueConfigTest, NamesAreNames) {
  for (const std::string& bad :
       {std::string(), std::string("C"), std::string("Cup"), std::string("a\nb"),
        std::string("caf\xc3\xa9"), std::string(33, 'x'), std::string(1 << 20, 'x'),
        std::string("l-000007")}) {
    v1::LeagueConfig config = Cup();
    config.set_name(bad);
    EXPECT_EQ(Faults(config), "config.name") << bad.substr(0, 40);
  }
}

TEST(LeagueConfigTest, ATitleIsForPeople) {
  for (const std::string& bad : {std::string("two\nlines"), std::string("\xe2\x80\xae turned"),
                                 std::string(65, 'x'), std::string(1 << 20, 'x')}) {
    v1::LeagueConfig config = Cup();
    config.set_title(bad);
    EXPECT_EQ(Faults(config), "config.title") << bad.substr(0, 40);
  }
}

TEST(LeagueConfigTest, EachBotStandsThereOnceAndHasAName) {
  EXPECT_EQ(Faults(Cup("bots: 'alice' bots: 'bob' bots: 'alice'")), "config.bots[2]");
  EXPECT_EQ(Faults(Cup("bots: 'alice' bots: 'Bob' bots: 'c\\000d' bots: ''")),
            "config.bots[1] config.bots[2] config.bots[3]");
}

TEST(LeagueConfigTest, NumbersHaveRanges) {
  const auto faults = [](std::function<void(v1::LeagueConfig&)> set) {
    v1::LeagueConfig config = Cup();
    set(config);
    return Faults(config);
  };
  for (const std::int32_t bad : {-1, 1, 11, std::numeric_limits<std::int32_t>::min()})
    EXPECT_EQ(faults([bad](auto& config) { config.set_seats(bad); }), "config.seats") << bad;
  EXPECT_EQ(faults([](auto& config) { config.set_rounds(-1); }), "config.rounds");
  EXPECT_EQ(faults([](auto& config) { config.set_rounds(101); }), "config.rounds");
  EXPECT_EQ(faults([](auto& config) { config.set_matches_per_fixture(100); }),
            "config.matches_per_fixture");
  EXPECT_EQ(faults([](auto& config) { config.set_max_matches(1'001); }), "config.max_matches");
  EXPECT_EQ(faults([](auto& config) { config.set_max_matches_per_bot(-4); }),
            "config.max_matches_per_bot");
  EXPECT_EQ(faults([](auto& config) { config.set_no_show_grace_ms(86'400'001); }),
            "config.no_show_grace_ms");
  EXPECT_EQ(faults([](auto& config) { config.set_no_show_limit(101); }), "config.no_show_limit");
  EXPECT_EQ(faults([](auto& config) { config.set_void_limit(-1); }), "config.void_limit");
  for (const std::int32_t bad : {-1, 3'600'001})
    EXPECT_EQ(faults([bad](auto& config) { config.set_public_delay_ms(bad); }),
              "config.public_delay_ms");
  EXPECT_EQ(faults([](auto& config) { config.mutable_ruleset()->add_stages(11); }),
            "config.ruleset.stages");
  EXPECT_EQ(faults([](auto& config) { config.mutable_time_control()->set_strike_limit(0); }),
            "config.time_control.strike_limit");
}

TEST(LeagueConfigTest, UnknownAndMissingEnumsAreNamed) {
  v1::LeagueConfig config = Cup();
  config.set_format(static_cast<v1::LeagueFormat>(99));
  config.set_seeding(static_cast<v1::LeagueSeeding>(-1));
  config.add_tie_breaks(v1::TIE_BREAK_WINS);
  config.add_tie_breaks(v1::TIE_BREAK_UNSPECIFIED);
  config.add_tie_breaks(v1::TIE_BREAK_WINS);
  EXPECT_EQ(Faults(config),
            "config.format config.seeding config.tie_breaks[1] config.tie_breaks[2]");
  EXPECT_EQ(Faults(ConfigOf("name: 'cup'")), "config.format");
  EXPECT_EQ(Faults(Cup("tie_breaks: TIE_BREAK_LOT tie_breaks: TIE_BREAK_WINS")),
            "config.tie_breaks[0]");
}

TEST(LeagueConfigTest, WhatTheFormatHasNoUseForIsRefused) {
  EXPECT_EQ(Faults(Cup("tie_break_matches: 1")), "config.tie_break_matches");
  EXPECT_EQ(Faults(Cup("advance: 2")), "config.advance");
  EXPECT_EQ(Faults(Cup("third_place: true")), "config.third_place");
  EXPECT_EQ(Faults(Cup("groups: 4 advance_per_group: 2")),
            "config.groups config.advance_per_group");
  EXPECT_EQ(Faults(Cup("challengers: 1")), "config.challengers");
  EXPECT_EQ(Faults(ConfigOf("name: 'cup' format: LEAGUE_FORMAT_SINGLE_ELIMINATION advance: 1")),
            "config.advance");
}

TEST(LeagueConfigTest, FieldsThatContradictEachOtherAreNamedByTheDomain) {
  EXPECT_EQ(Faults(ConfigOf("name: 'cup' format: LEAGUE_FORMAT_DOUBLE_ELIMINATION seats: 4")),
            "config.seats");
  EXPECT_EQ(Faults(ConfigOf("name: 'cup' format: LEAGUE_FORMAT_SINGLE_ELIMINATION rounds: 3")),
            "config.rounds");
  EXPECT_EQ(Faults(ConfigOf("name: 'cup' format: LEAGUE_FORMAT_SINGLE_ELIMINATION "
                            "matches_per_fixture: 2")),
            "config.matches_per_fixture");
  EXPECT_EQ(Faults(Cup("ruleset { draw_rule: DRAW_RULE_ANY_TIME }")), "config.ruleset.draw_rule");
}

TEST(LeagueTest, TheEventSeedIsShownFromTheStartOnOnly) {  // S6
  store::LeagueRow row;
  row.id = {7};
  row.config.name = "cup";
  row.event_seed.fill(0xAB);
  v1::League open, running, aborted;
  ToProto(row, &open);
  EXPECT_EQ(open.league_id(), "l-000007");
  EXPECT_EQ(open.event_seed(), "");
  EXPECT_EQ(open.event_commitment().size(), 32u);
  EXPECT_EQ(open.SerializeAsString().find("\xAB\xAB\xAB\xAB"), std::string::npos);
  row.state = league::LeagueState::kAborted;  // before it started
  ToProto(row, &aborted);
  EXPECT_EQ(aborted.event_seed(), "");
  row.state = league::LeagueState::kRunning;
  row.started_ms = 1;
  ToProto(row, &running);
  EXPECT_EQ(running.event_seed(), std::string(32, '\xAB'));
  EXPECT_EQ(running.event_commitment(), open.event_commitment());
}

v1::WatchLeagueResponse Told(const host::Item& item) {
  v1::WatchLeagueResponse response;
  ToProto(item, &response);
  return response;
}

TEST(LeagueNewsTest, AResultNamesFixtureMatchAndSeats) {
  using Kind = league::LogEntry::Kind;
  league::LogEntry entry{.seq = 12,
                         .kind = Kind::kFinished,
                         .match = {42},
                         .slot = {{3}, 2, 1},
                         .at_ms = 5,
                         .outcome = {match::MatchEnding::kCompleted,
                                     "",
                                     {{.bot = {1}, .place = 2, .stages_completed = 6},
                                      {.bot = {2}, .place = 1, .stages_completed = 8}}}};
  const v1::LeagueNews news = Told(host::LeagueNews{entry, "", {"alice", "bob"}}).news();
  EXPECT_EQ(news.seq(), 12);
  EXPECT_EQ(news.kind(), v1::LEAGUE_NEWS_KIND_MATCH_OVER);
  EXPECT_EQ(news.fixture_id(), 3);
  EXPECT_EQ(news.match().match_id(), "m-000042");
  EXPECT_EQ(news.match().game(), 2);
  EXPECT_EQ(news.match().ending(), v1::MATCH_ENDING_COMPLETED);
  ASSERT_EQ(news.match().seats_size(), 2);
  EXPECT_EQ(news.match().seats(1).bot(), "bob");
  EXPECT_EQ(news.match().seats(1).place(), 1);
  EXPECT_EQ(news.match().seats(1).end(), v1::SEAT_END_COMPLETED);
  EXPECT_EQ(news.at_ms(), 5);
}

TEST(LeagueNewsTest, TheTextsOfOtherEntriesAreNotReasons) {
  using Kind = league::LogEntry::Kind;
  EXPECT_EQ(Told(host::LeagueNews{{.seq = 1, .kind = Kind::kEntered, .text = "an owner"}, "a", {}})
                .news()
                .reason(),
            "");
  const v1::LeagueNews out =
      Told(host::LeagueNews{{.seq = 1, .kind = Kind::kDisqualified, .text = "cheats"}, "a", {}})
          .news();
  EXPECT_EQ(out.reason(), "cheats");
  EXPECT_EQ(out.bot(), "a");
  EXPECT_FALSE(out.has_match());
}

TEST(LeagueNewsTest, EveryKindOfEntryHasAName) {
  for (int kind = 0; kind <= static_cast<int>(league::LogEntry::Kind::kReinstated); ++kind) {
    league::LogEntry entry;
    entry.kind = static_cast<league::LogEntry::Kind>(kind);
    const v1::LeagueNewsKind told = Told(host::LeagueNews{entry, "", {}}).news().kind();
    EXPECT_NE(told, v1::LEAGUE_NEWS_KIND_UNSPECIFIED) << kind;
    EXPECT_TRUE(v1::LeagueNewsKind_Name(told).ends_with(league::Name(entry.kind)) ||
                v1::LeagueNewsKind_Name(told).find("MATCH_") != std::string::npos)
        << v1::LeagueNewsKind_Name(told);
  }
}

TEST(FixtureFilterTest, NamesWhatIsNoFilter) {
  v1::ListFixturesRequest request;
  request.set_section(static_cast<v1::Section>(77));
  request.set_group(-1);
  request.set_round(-1);
  request.set_state(static_cast<v1::FixtureState>(77));
  request.set_bot("A");
  FieldErrors errors;
  FromProto(request, errors);
  std::string fields;
  for (const FieldError& error : errors) fields += error.field + " ";
  EXPECT_EQ(fields, "section state group round bot ");
}

}  // namespace
}  // namespace taki::service
