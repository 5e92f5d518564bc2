#include "tests/cli/canned_league.h"

#include <cstdint>
#include <cstdio>

#include "referee/rules/check.h"

namespace taki::test {
namespace {

constexpr std::int64_t kEpochMs = 1'764'547'200'000;  // 2025-12-01

std::string MatchId(int number) {
  char text[16];
  std::snprintf(text, sizeof text, "m-%06d", number);
  return text;
}

// The settings as a referee tells them: every field set.
void SetDefaults(v1::LeagueConfig& config) {
  config.set_seats(2);
  config.set_matches_per_fixture(1);
  config.set_tie_break_matches(2);
  config.set_advance(1);
  config.set_groups(2);
  config.set_advance_per_group(2);
  config.set_challengers(1);
  config.set_seeding(v1::LEAGUE_SEEDING_AS_ENTERED);
  for (int n = v1::TIE_BREAK_DIRECT_ENCOUNTER; n <= v1::TIE_BREAK_LOT; ++n)
    config.add_tie_breaks(static_cast<v1::TieBreak>(n));
  for (int size = 8; size >= 1; --size) config.mutable_ruleset()->add_stages(size);
  config.mutable_ruleset()->set_draw_rule(v1::DRAW_RULE_WHEN_STUCK);
  config.mutable_ruleset()->set_taki_rule(v1::TAKI_RULE_PLAY_ALL);
  config.mutable_ruleset()->set_max_turns(10'000);
  config.mutable_time_control()->set_move_time_ms(1'000);
  config.mutable_time_control()->set_time_bank_ms(60'000);
  config.mutable_time_control()->set_strike_limit(3);
  config.set_rated(true);
  config.set_max_matches(32);
  config.set_max_matches_per_bot(4);
  config.set_no_show_grace_ms(60'000);
  config.set_no_show_limit(3);
  config.set_void_limit(3);
}

}  // namespace

CannedLeague::CannedLeague(const std::string& id, const std::string& name, v1::LeagueFormat format,
                           const std::vector<std::string>& bots) {
  league.set_league_id(id);
  league.set_state(v1::LEAGUE_STATE_RUNNING);
  league.set_event_commitment(std::string(32, '\xc0'));
  league.set_event_seed(std::string(32, '\x5e'));
  league.set_created_ms(kEpochMs);
  league.set_started_ms(kEpochMs + 3'600'000);
  v1::LeagueConfig& config = *league.mutable_config();
  config.set_name(name);
  config.set_title(name);
  config.set_format(format);
  SetDefaults(config);
  for (const std::string& bot : bots) {
    v1::Entrant& one = entrants.emplace_back();
    one.set_bot(bot);
    one.set_display_name(bot);
    one.set_owner("ann");
    one.set_seed(static_cast<int>(entrants.size()));
    one.set_status(v1::ENTRANT_STATUS_ACTIVE);
  }
}

v1::Entrant& CannedLeague::entrant(const std::string& bot) {
  for (v1::Entrant& one : entrants)
    if (one.bot() == bot) return one;
  TAKI_CHECK(false);
  return entrants.front();
}

v1::Fixture& CannedLeague::AddFixture(v1::Section section, int round,
                                      const std::vector<std::string>& bots) {
  int number = 1;
  for (const v1::Fixture& other : fixtures)
    number += other.section() == section && other.round() == round;
  v1::Fixture& fixture = fixtures.emplace_back();
  fixture.set_fixture_id(static_cast<int>(fixtures.size()));
  fixture.set_section(section);
  fixture.set_round(round);
  fixture.set_number_in_round(number);
  fixture.set_state(v1::FIXTURE_STATE_READY);
  for (const std::string& bot : bots) {
    v1::FixtureSlot& slot = *fixture.add_slots();
    slot.set_bot(bot);
    slot.set_source(v1::SLOT_SOURCE_SEED);
    slot.set_number(entrant(bot).seed());
  }
  return fixture;
}

v1::FixtureMatch& CannedLeague::Play(int number,
                                     const std::vector<std::pair<std::string, int>>& places) {
  v1::Fixture& fixture = fixtures.at(static_cast<std::size_t>(number - 1));
  int game = 1;
  for (const auto& match : fixture.matches()) game += match.counts();
  v1::FixtureMatch& match = *fixture.add_matches();
  match.set_match_id(MatchId(++matches_));
  match.set_game(game);
  match.set_attempt(1);
  match.set_over(true);
  match.set_counts(true);
  match.set_ending(v1::MATCH_ENDING_COMPLETED);
  for (const auto& [bot, place] : places) {
    v1::FixtureSeat& seat = *match.add_seats();
    seat.set_bot(bot);
    seat.set_place(place);
    seat.set_end(v1::SEAT_END_COMPLETED);
  }
  fixture.set_state(v1::FIXTURE_STATE_DECIDED);
  fixture.set_decision(v1::FIXTURE_DECISION_PLAYED);
  return match;
}

v1::FixtureMatch& CannedLeague::PlayVoid(int number, const std::string& reason) {
  v1::Fixture& fixture = fixtures.at(static_cast<std::size_t>(number - 1));
  v1::FixtureMatch& match = *fixture.add_matches();
  match.set_match_id(MatchId(++matches_));
  match.set_game(1);
  match.set_attempt(1);
  match.set_over(true);
  match.set_ending(v1::MATCH_ENDING_VOID);
  match.set_void_reason(reason);
  for (const auto& slot : fixture.slots()) match.add_seats()->set_bot(slot.bot());
  fixture.set_state(v1::FIXTURE_STATE_PLAYING);
  return match;
}

v1::Standing& CannedLeague::AddStanding(const std::string& bot, int place, double points,
                                        const std::vector<double>& tie_breaks,
                                        const std::vector<int>& place_counts) {
  v1::Standing& row = standings.emplace_back();
  row.set_bot(bot);
  row.set_display_name(bot);
  row.set_status(entrant(bot).status());
  row.set_seed(entrant(bot).seed());
  row.set_place_from(place);
  row.set_place_to(place);
  row.set_points(points);
  for (std::size_t i = 0; i < tie_breaks.size(); ++i) {
    v1::TieBreakValue& value = *row.add_tie_breaks();
    value.set_tie_break(league.config().tie_breaks(static_cast<int>(i)));
    value.set_value(tie_breaks[i]);
  }
  for (const int count : place_counts) {
    row.add_place_counts(count);
    row.set_matches(row.matches() + count);
  }
  row.set_wins(place_counts.empty() ? 0 : place_counts.front());
  row.set_losses(row.matches() - row.wins());
  return row;
}

v1::LeagueNews& CannedLeague::AddNews(v1::LeagueNewsKind kind) {
  v1::LeagueNews& news = *stream.emplace_back().mutable_news();
  league.set_last_seq(league.last_seq() + 1);
  news.set_seq(league.last_seq());
  news.set_kind(kind);
  news.set_at_ms(league.started_ms() + 1'000 * news.seq());
  return news;
}

void CannedLeague::AddProgress(v1::LeagueState state, int done, int running) {
  v1::LeagueProgressed& told = *stream.emplace_back().mutable_progressed();
  told.set_last_seq(league.last_seq());
  told.set_state(state);
  *told.mutable_progress() = progress;
  told.mutable_progress()->set_matches_done(done);
  told.mutable_progress()->set_matches_running(running);
  told.mutable_progress()->set_matches_void(0);
}

namespace {

// Tells of the matches that were played so far as the log would.
void TellMatches(CannedLeague& canned) {
  int done = 0;
  const std::vector<v1::Fixture> fixtures = canned.fixtures;
  for (const v1::Fixture& fixture : fixtures)
    for (const v1::FixtureMatch& match : fixture.matches())
      for (const auto kind : {v1::LEAGUE_NEWS_KIND_MATCH_FILED, v1::LEAGUE_NEWS_KIND_MATCH_OVER}) {
        v1::LeagueNews& news = canned.AddNews(kind);
        news.set_fixture_id(fixture.fixture_id());
        *news.mutable_match() = match;
        news.mutable_match()->set_counts(false);
        const bool over = kind == v1::LEAGUE_NEWS_KIND_MATCH_OVER;
        done += over && match.counts();
        canned.AddProgress(v1::LEAGUE_STATE_RUNNING, done, over ? 0 : 1);
      }
}

}  // namespace

CannedLeague Autumn() {
  CannedLeague canned("l-000001", "autumn", v1::LEAGUE_FORMAT_ROUND_ROBIN,
                      {"alice", "bob", "carol", "dave"});
  canned.league.mutable_config()->set_title("Autumn cup");
  canned.league.mutable_config()->set_rounds(1);
  canned.progress.set_matches_total(6);
  canned.progress.set_fixtures_total(6);
  canned.progress.set_rounds(3);
  const char* pairs[][2] = {{"alice", "dave"}, {"bob", "carol"}, {"dave", "carol"},
                            {"alice", "bob"},  {"bob", "dave"},  {"carol", "alice"}};
  for (int i = 0; i < 6; ++i)
    canned.AddFixture(v1::SECTION_TABLE, 1 + i / 2, {pairs[i][0], pairs[i][1]});
  canned.Play(1, {{"alice", 1}, {"dave", 2}});
  canned.PlayVoid(2, "REFEREE_FAULT");
  canned.Play(2, {{"bob", 1}, {"carol", 1}}).set_ending(v1::MATCH_ENDING_DEADLOCK);
  canned.Play(3, {{"dave", 2}, {"carol", 1}});
  canned.Play(4, {{"alice", 2}, {"bob", 1}});
  canned.Play(6, {{"carol", 2}, {"alice", 1}});
  canned.fixtures[4].set_state(v1::FIXTURE_STATE_DECIDED);
  canned.fixtures[4].set_decision(v1::FIXTURE_DECISION_WALKOVER);
  canned.entrant("dave").set_status(v1::ENTRANT_STATUS_WITHDRAWN);

  canned.AddNews(v1::LEAGUE_NEWS_KIND_STARTED);
  canned.AddProgress(v1::LEAGUE_STATE_RUNNING, 0, 0);
  TellMatches(canned);
  canned.AddNews(v1::LEAGUE_NEWS_KIND_WITHDRAWN).set_bot("dave");
  canned.AddProgress(v1::LEAGUE_STATE_FINISHED, 5, 0);
  canned.league.set_state(v1::LEAGUE_STATE_FINISHED);
  canned.league.set_ended_ms(canned.league.started_ms() + 1'000 * canned.league.last_seq());
  canned.progress.set_matches_done(5);
  canned.progress.set_matches_void(1);
  canned.progress.set_fixtures_done(6);

  canned.AddStanding("bob", 1, 2.5, {1, 1, 2, 3.5, 2.75, 11, 2}, {2, 0}).set_wins(1);
  canned.standings.back().set_byes(1);
  canned.AddStanding("alice", 2, 2, {0, 2, 3, 4, 1.5, 14, 4}, {2, 1});
  canned.AddStanding("carol", 3, 1.5, {0, 1, 4, 4.5, 1.25, 9, 1}, {2, 1}).set_wins(1);
  canned.AddStanding("dave", 4, 0, {0, 0, 3.5, 5.5, 0, 3, 3}, {0, 2}).set_no_shows(1);
  return canned;
}

CannedLeague Tables() {
  CannedLeague canned("l-000002", "tables", v1::LEAGUE_FORMAT_ROUND_ROBIN,
                      {"alice", "bob", "carol", "dave", "erin"});
  v1::LeagueConfig& config = *canned.league.mutable_config();
  config.set_seats(3);
  config.set_rounds(2);
  config.clear_tie_breaks();
  config.add_tie_breaks(v1::TIE_BREAK_STAGES);
  config.add_tie_breaks(v1::TIE_BREAK_LOT);
  canned.progress.set_matches_total(4);
  canned.progress.set_matches_done(2);
  canned.progress.set_matches_running(1);
  canned.progress.set_fixtures_total(4);
  canned.progress.set_fixtures_done(2);
  canned.progress.set_round(2);
  canned.progress.set_rounds(2);
  canned.AddFixture(v1::SECTION_TABLE, 1, {"alice", "bob", "carol"});
  canned.AddFixture(v1::SECTION_TABLE, 1, {"dave", "erin"});
  canned.AddFixture(v1::SECTION_TABLE, 2, {"bob", "carol", "dave"});
  canned.AddFixture(v1::SECTION_TABLE, 2, {"alice", "erin"});
  canned.Play(1, {{"alice", 2}, {"bob", 1}, {"carol", 2}});
  canned.Play(2, {{"dave", 2}, {"erin", 1}});
  canned.fixtures[2].set_state(v1::FIXTURE_STATE_PLAYING);
  canned.entrant("erin").set_status(v1::ENTRANT_STATUS_DISQUALIFIED);
  canned.entrant("bob").set_matches_running(1);
  canned.AddStanding("bob", 1, 1, {8, 5}, {1, 0, 0});
  canned.AddStanding("dave", 2, 1.0 / 3, {4, 1}, {0, 1, 0});
  canned.AddStanding("alice", 3, 0.25, {5, 4}, {0, 1, 0});
  canned.AddStanding("carol", 4, 0.25, {5, 2}, {0, 1, 0});
  canned.AddStanding("erin", 0, 0, {0, 3}, {0, 0, 0});
  return canned;
}

}  // namespace taki::test
