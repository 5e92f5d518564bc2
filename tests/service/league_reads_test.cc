// What LeagueService and HistoryService tell of leagues that were played: the host plays them on a
// fake clock, the handlers read what it committed.
#include <google/protobuf/text_format.h>

#include <atomic>
#include <limits>
#include <thread>

#include "referee/service/history_service.h"
#include "referee/service/league_service.h"
#include "referee/service/ratings.h"
#include "taki/v1/error.pb.h"
#include "tests/host/league_fixture.h"

namespace taki::service {
namespace {

using test::BytesOf;

class LeagueReadTest : public test::LeagueTest {
 protected:
  // The answer of a handler to `request`, which must be OK.
  template <class Service, class Request, class Response>
  Response Ask(grpc::Status (Service::*handler)(grpc::ServerContext*, const Request*, Response*),
               const Request& request) {
    Response response;
    const grpc::Status status = Call(handler, request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }
  template <class Service, class Request, class Response>
  grpc::Status Call(grpc::Status (Service::*handler)(grpc::ServerContext*, const Request*,
                                                     Response*),
                    const Request& request, Response* response) {
    if (!backend_) backend_.emplace(Backend{auth_, TheHost(), store_, draining_, views_, ratings_});
    Service service(*backend_);
    grpc::ServerContext context;
    return (service.*handler)(&context, &request, response);
  }
  v1::ListFixturesResponse Fixtures(const std::string& filters) {
    v1::ListFixturesRequest request;
    EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString("league_id: 'l-000001' " + filters,
                                                              &request));
    return Ask(&LeagueService::ListFixtures, request);
  }
  v1::GetStandingsResponse Table() {
    v1::GetStandingsRequest request;
    request.set_league_id("l-000001");
    return Ask(&LeagueService::GetStandings, request);
  }

  std::atomic<bool> draining_{false};
  Auth auth_{{}, store_};
  LeagueViews views_{store_};
  Ratings ratings_{store_};
  std::optional<Backend> backend_;
};

TEST_F(LeagueReadTest, ATableIsCompleteWhileTheLeagueRuns) {
  Autoplay();
  const auto id = Create(Config(), {"alice", "bob", "carol"});
  ASSERT_TRUE(Command(id, Kind::kStarted).ok());  // nobody is there yet
  EXPECT_EQ(Table().standings_size(), 3);
  EXPECT_EQ(Table().state(), v1::LEAGUE_STATE_RUNNING);
  for (const char* bot : {"alice", "bob", "carol"}) Join(bot);
  RunUntilOver(id);
  const v1::GetStandingsResponse table = Table();
  EXPECT_EQ(table.state(), v1::LEAGUE_STATE_FINISHED);
  EXPECT_EQ(table.last_seq(), LeagueRow(id).last_seq);
  EXPECT_EQ(table.progress().matches_done(), 3);
  double points = 0;
  for (int i = 0; i < table.standings_size(); ++i) {
    const v1::Standing& row = table.standings(i);
    EXPECT_EQ(row.place_from(), i + 1);
    EXPECT_EQ(row.matches(), 2);
    EXPECT_EQ(row.tie_breaks_size(), 7);
    EXPECT_EQ(row.tie_breaks(6).tie_break(), v1::TIE_BREAK_LOT);
    points += row.points();
  }
  EXPECT_EQ(points, 3);  // one a match
}

TEST_F(LeagueReadTest, FixturesComePageByPageThroughTheFilters) {
  const auto id = Start(Config(), {"alice", "bob", "carol", "dave"});
  RunUntilOver(id);
  EXPECT_EQ(Fixtures("").fixtures_size(), 6);
  EXPECT_EQ(Fixtures("round: 2").fixtures_size(), 2);
  EXPECT_EQ(Fixtures("bot: 'alice'").fixtures_size(), 3);
  EXPECT_EQ(Fixtures("bot: 'alice' round: 1 state: FIXTURE_STATE_DECIDED").fixtures_size(), 1);
  EXPECT_EQ(Fixtures("bot: 'nobody'").fixtures_size(), 0);
  EXPECT_EQ(Fixtures("state: FIXTURE_STATE_READY").fixtures_size(), 0);
  EXPECT_EQ(Fixtures("section: SECTION_WINNERS").fixtures_size(), 0);
  EXPECT_EQ(Fixtures("group: 1").fixtures_size(), 0);
  std::string numbers;
  std::string token;
  do {
    const v1::ListFixturesResponse page = Fixtures("page_size: 4 page_token: '" + token + "'");
    for (const v1::Fixture& fixture : page.fixtures())
      numbers += std::to_string(fixture.fixture_id()) + " ";
    token = page.next_page_token();
  } while (!token.empty());
  EXPECT_EQ(numbers, "1 2 3 4 5 6 ");
}

TEST_F(LeagueReadTest, AFixtureTellsItsMatchesAndTheyTellTheirFixture) {
  const auto id = Start(Config(), {"alice", "bob"});
  RunUntilOver(id);
  const v1::Fixture fixture = Fixtures("").fixtures(0);
  EXPECT_EQ(fixture.section(), v1::SECTION_TABLE);
  EXPECT_EQ(fixture.decision(), v1::FIXTURE_DECISION_PLAYED);
  ASSERT_EQ(fixture.matches_size(), 1);
  const v1::FixtureMatch& played = fixture.matches(0);
  EXPECT_TRUE(played.over());
  EXPECT_TRUE(played.counts());
  EXPECT_EQ(played.seats(0).bot(), fixture.slots(0).bot());
  EXPECT_EQ(played.seats(0).place() + played.seats(1).place(), 3);
  v1::GetMatchRequest request;
  request.set_match_id(played.match_id());
  const v1::GetMatchResponse match = Ask(&HistoryService::GetMatch, request);
  EXPECT_EQ(match.match().league_id(), "l-000001");
  EXPECT_EQ(match.match().fixture_id(), 1);
  EXPECT_EQ(match.match().game(), 1);
  EXPECT_EQ(match.match().attempt(), 1);
  EXPECT_FALSE(match.annulled());
}

TEST_F(LeagueReadTest, MatchesAreListedByLeagueAndFixture) {
  RunUntilOver(Start(Config(), {"alice", "bob", "carol"}));
  const auto list = [&](const std::string& league, std::int32_t fixture) {
    v1::ListMatchesRequest request;
    request.set_league_id(league);
    request.set_fixture_id(fixture);
    return Ask(&HistoryService::ListMatches, request).matches_size();
  };
  EXPECT_EQ(list("l-000001", 0), 3);
  EXPECT_EQ(list("l-000001", 2), 1);
  EXPECT_EQ(list("l-000002", 0), 0);
  v1::ListMatchesRequest request;
  v1::ListMatchesResponse response;
  request.set_fixture_id(1);
  EXPECT_EQ(Call(&HistoryService::ListMatches, request, &response).error_code(),
            grpc::StatusCode::INVALID_ARGUMENT);
  request.set_league_id("cup");
  EXPECT_EQ(Call(&HistoryService::ListMatches, request, &response).error_code(),
            grpc::StatusCode::INVALID_ARGUMENT);
}

TEST_F(LeagueReadTest, MatchesAreListedByRound) {
  RunUntilOver(Start(Config(), {"alice", "bob", "carol", "dave"}));
  const auto list = [&](std::int32_t round, const std::string& bot) {
    v1::ListMatchesRequest request;
    request.set_league_id("l-000001");
    request.set_round(round);
    request.set_bot(bot);
    return Ask(&HistoryService::ListMatches, request).matches_size();
  };
  EXPECT_EQ(list(1, ""), 2);
  EXPECT_EQ(list(3, ""), 2);
  EXPECT_EQ(list(3, "alice"), 1);
  EXPECT_EQ(list(4, ""), 0);
  v1::ListMatchesRequest request;
  v1::ListMatchesResponse response;
  request.set_league_id("l-000002");
  request.set_round(1);
  EXPECT_EQ(Call(&HistoryService::ListMatches, request, &response).error_code(),
            grpc::StatusCode::NOT_FOUND);
}

TEST_F(LeagueReadTest, AnAnnulledResultIsMarkedAndCountsForNoRating) {
  const auto id = Start(Config(), {"alice", "bob", "carol"});
  RunUntilOver(id);
  const v1::GetLeaderboardResponse before = Ask(&HistoryService::GetLeaderboard, {});
  EXPECT_EQ(before.as_of(), 3);
  const std::string struck = Fixtures("").fixtures(0).matches(0).match_id();
  ASSERT_TRUE(Take(TheHost().VoidMatch(*match::ParseMatchId(struck))).ok());
  v1::GetMatchRequest request;
  request.set_match_id(struck);
  EXPECT_TRUE(Ask(&HistoryService::GetMatch, request).annulled());
  EXPECT_TRUE(Fixtures("").fixtures(0).matches(0).annulled());
  const v1::GetLeaderboardResponse after = Ask(&HistoryService::GetLeaderboard, {});
  EXPECT_GT(after.as_of(), before.as_of());
}

TEST_F(LeagueReadTest, ABracketIsToldRoundByRound) {
  league::LeagueConfig config = Config(league::Format::kSingleElimination);
  config.third_place = true;
  const auto id = Start(config, {"alice", "bob", "carol", "dave"});
  RunUntilOver(id);
  v1::GetBracketRequest request;
  request.set_league_id("l-000001");
  const v1::GetBracketResponse bracket = Ask(&LeagueService::GetBracket, request);
  ASSERT_EQ(bracket.rounds_size(), 3);
  EXPECT_EQ(bracket.rounds(0).fixtures_size(), 2);
  EXPECT_EQ(bracket.rounds(1).section(), v1::SECTION_WINNERS);
  EXPECT_EQ(bracket.rounds(1).round(), 2);
  ASSERT_EQ(bracket.rounds(1).fixtures_size(), 1);
  EXPECT_EQ(bracket.rounds(2).section(), v1::SECTION_THIRD_PLACE);
  const v1::Fixture& final = bracket.rounds(1).fixtures(0);
  EXPECT_EQ(final.slots(0).source(), v1::SLOT_SOURCE_PLACE);
  EXPECT_EQ(final.placing_size(), 2);
  EXPECT_EQ(bracket.state(), v1::LEAGUE_STATE_FINISHED);
}

TEST_F(LeagueReadTest, ATableHasNoBracket) {
  Start(Config(), {"alice", "bob"});
  v1::GetBracketRequest request;
  request.set_league_id("l-000001");
  v1::GetBracketResponse response;
  const grpc::Status status = Call(&LeagueService::GetBracket, request, &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::FAILED_PRECONDITION);
}

TEST_F(LeagueReadTest, UnknownLeaguesAreNotFoundAndNoNamesAreRefused) {
  v1::GetStandingsRequest request;
  v1::GetStandingsResponse response;
  const auto code = [&](const std::string& league) {
    request.set_league_id(league);
    return Call(&LeagueService::GetStandings, request, &response).error_code();
  };
  EXPECT_EQ(code("l-000001"), grpc::StatusCode::NOT_FOUND);
  for (const std::string& bad : {std::string(), std::string("cup"), std::string("l-1"),
                                 std::string("'; DROP TABLE league"), std::string(1 << 20, 'x')})
    EXPECT_EQ(code(bad), grpc::StatusCode::INVALID_ARGUMENT) << bad.substr(0, 30);
}

TEST_F(LeagueReadTest, LeaguesAreListedTheNewestFirst) {
  for (const char* name : {"one", "two", "three"}) {
    league::LeagueConfig config = Config();
    config.name = name;
    Create(config, {"alice", "bob"});
  }
  ASSERT_TRUE(Command({2}, Kind::kStarted).ok());
  v1::ListLeaguesRequest request;
  request.set_page_size(2);
  v1::ListLeaguesResponse page = Ask(&LeagueService::ListLeagues, request);
  ASSERT_EQ(page.leagues_size(), 2);
  EXPECT_EQ(page.leagues(0).config().name(), "three");
  EXPECT_EQ(page.leagues(0).event_seed(), "");
  EXPECT_EQ(page.leagues(1).event_seed().size(), 32u);
  request.set_page_token(page.next_page_token());
  page = Ask(&LeagueService::ListLeagues, request);
  ASSERT_EQ(page.leagues_size(), 1);
  EXPECT_EQ(page.leagues(0).config().name(), "one");
  EXPECT_EQ(page.next_page_token(), "");
  v1::ListLeaguesRequest running;
  running.set_state(v1::LEAGUE_STATE_RUNNING);
  EXPECT_EQ(Ask(&LeagueService::ListLeagues, running).leagues(0).config().name(), "two");
}

// --- ratings

TEST_F(LeagueReadTest, TheLeaderboardShowsTheSameNumbersInEachView) {
  RunUntilOver(Start(Config(), {"alice", "bob", "carol"}));
  const v1::GetLeaderboardResponse board = Ask(&HistoryService::GetLeaderboard, {});
  ASSERT_EQ(board.rows_size(), 3);
  EXPECT_EQ(board.rows_total(), 3);
  EXPECT_EQ(board.as_of(), 3);
  EXPECT_EQ(board.last_match_id(), "m-000003");
  const v1::LeaderboardRow& first = board.rows(0);
  EXPECT_EQ(first.rank_from(), 1);
  EXPECT_EQ(first.matches(), 2);
  EXPECT_EQ(first.bot_version(), "1");
  EXPECT_TRUE(first.current());
  EXPECT_TRUE(first.provisional());
  EXPECT_EQ(first.faults_size(), 6);
  EXPECT_GE(first.rating(), board.rows(1).rating());
  v1::GetRatingHistoryRequest request;
  request.set_bot(first.bot());
  const v1::GetRatingHistoryResponse history = Ask(&HistoryService::GetRatingHistory, request);
  ASSERT_GT(history.points_size(), 0);
  const v1::RatingPoint& last = history.points(history.points_size() - 1);
  EXPECT_EQ(last.rating(), first.rating());
  EXPECT_EQ(last.plus_minus(), first.plus_minus());
  EXPECT_EQ(last.as_of(), board.as_of());
  EXPECT_EQ(last.matches(), 2);
  v1::GetLeaderboardRequest of_league;
  of_league.set_league_id("l-000001");
  EXPECT_EQ(Ask(&HistoryService::GetLeaderboard, of_league).SerializeAsString(),
            board.SerializeAsString());
}

TEST_F(LeagueReadTest, TheLeaderboardIsCutAndFiltered) {
  RunUntilOver(Start(Config(), {"alice", "bob", "carol"}));
  v1::GetLeaderboardRequest request;
  request.set_max_rows(2);
  EXPECT_EQ(Ask(&HistoryService::GetLeaderboard, request).rows_size(), 2);
  EXPECT_EQ(Ask(&HistoryService::GetLeaderboard, request).rows_total(), 3);
  request.set_min_matches(3);
  EXPECT_EQ(Ask(&HistoryService::GetLeaderboard, request).rows_total(), 0);
  request.Clear();
  league::LeagueConfig unplayed = Config();
  unplayed.name = "empty";
  Create(unplayed, {"alice", "bob"});
  request.set_league_id("l-000002");
  EXPECT_EQ(Ask(&HistoryService::GetLeaderboard, request).rows_size(), 0);
}

// Empty if the call succeeded.
v1::ErrorDetail DetailOf(const grpc::Status& status) {
  v1::ErrorStatus details;
  v1::ErrorDetail detail;
  details.ParseFromString(status.error_details());
  if (details.details_size() == 1) details.details(0).UnpackTo(&detail);
  return detail;
}

// The fields at fault, "" if there is none: the call then failed for another reason, or succeeded.
std::string FieldsOf(const grpc::Status& status) {
  std::string fields;
  const v1::ErrorDetail detail = DetailOf(status);
  for (const v1::FieldError& error : detail.field_errors())
    fields += (fields.empty() ? "" : " ") + error.field();
  return fields;
}

TEST_F(LeagueReadTest, QuestionsAboutRatingsNameTheirBadFields) {
  v1::GetLeaderboardRequest board;
  v1::GetLeaderboardResponse rows;
  board.set_league_id("cup");
  board.set_min_matches(-1);
  board.set_max_rows(10'001);
  EXPECT_EQ(FieldsOf(Call(&HistoryService::GetLeaderboard, board, &rows)),
            "league_id min_matches max_rows");
  v1::GetHeadToHeadRequest duel;
  v1::GetHeadToHeadResponse compared;
  EXPECT_EQ(FieldsOf(Call(&HistoryService::GetHeadToHead, duel, &compared)), "bot opponent");
  duel.set_bot("alice");
  duel.set_opponent("bob");
  duel.set_bot_version("one two");
  duel.set_elo0(std::numeric_limits<double>::quiet_NaN());
  duel.set_elo1(std::numeric_limits<double>::infinity());
  duel.set_alpha(0);
  duel.set_beta(0.9);
  EXPECT_EQ(FieldsOf(Call(&HistoryService::GetHeadToHead, duel, &compared)),
            "bot_version elo0 elo1 alpha beta");
  duel.Clear();
  duel.set_bot("alice");
  duel.set_opponent("bob");
  duel.set_elo0(20);
  duel.set_elo1(10);
  EXPECT_EQ(FieldsOf(Call(&HistoryService::GetHeadToHead, duel, &compared)), "elo1");
  v1::GetRatingHistoryRequest past;
  v1::GetRatingHistoryResponse points;
  past.set_max_points(-1);
  EXPECT_EQ(FieldsOf(Call(&HistoryService::GetRatingHistory, past, &points)), "bot max_points");
}

TEST_F(LeagueReadTest, QuestionsAboutUnknownBotsAndLeaguesAreNotFound) {
  Register("alice");
  v1::GetHeadToHeadRequest duel;
  v1::GetHeadToHeadResponse compared;
  duel.set_bot("alice");
  duel.set_opponent("nobody");
  const grpc::Status unknown = Call(&HistoryService::GetHeadToHead, duel, &compared);
  EXPECT_EQ(unknown.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(unknown.error_message(), "No bot has the name nobody: list the bots, or register it.");
  EXPECT_EQ(DetailOf(unknown).metadata().at("bot"), "nobody");
  v1::GetRatingHistoryRequest past;
  v1::GetRatingHistoryResponse points;
  past.set_bot("nobody");
  EXPECT_EQ(Call(&HistoryService::GetRatingHistory, past, &points).error_code(),
            grpc::StatusCode::NOT_FOUND);
  v1::GetLeaderboardRequest board;
  v1::GetLeaderboardResponse rows;
  board.set_league_id("l-000009");
  EXPECT_EQ(Call(&HistoryService::GetLeaderboard, board, &rows).error_code(),
            grpc::StatusCode::NOT_FOUND);
}

TEST_F(LeagueReadTest, AHeadToHeadWithoutMatchesInventsNothing) {
  Register("alice");
  Register("bob");
  v1::GetHeadToHeadRequest request;
  request.set_bot("alice");
  request.set_opponent("bob");
  const v1::GetHeadToHeadResponse duel = Ask(&HistoryService::GetHeadToHead, request);
  EXPECT_EQ(duel.matches(), 0);
  EXPECT_FALSE(duel.has_score());
  EXPECT_FALSE(duel.has_score_low());
  EXPECT_FALSE(duel.has_superiority());
  EXPECT_EQ(duel.sprt().verdict(), v1::SPRT_VERDICT_CONTINUE);
  EXPECT_EQ(duel.sprt().elo1(), 50);
  EXPECT_EQ(duel.last_match_id(), "");
}

TEST_F(LeagueReadTest, AHeadToHeadIsSeenFromBothSides) {
  league::LeagueConfig config = Config();
  config.matches_per_fixture = 5;
  RunUntilOver(Start(config, {"alice", "bob"}));
  v1::GetHeadToHeadRequest request;
  request.set_bot("alice");
  request.set_opponent("bob");
  const v1::GetHeadToHeadResponse one = Ask(&HistoryService::GetHeadToHead, request);
  request.set_bot("bob");
  request.set_opponent("alice");
  const v1::GetHeadToHeadResponse other = Ask(&HistoryService::GetHeadToHead, request);
  EXPECT_EQ(one.matches(), 5);
  EXPECT_EQ(one.wins(), other.losses());
  EXPECT_DOUBLE_EQ(one.score() + other.score(), 1);
  EXPECT_LE(one.score_low(), one.score());
  EXPECT_GE(one.score_high(), one.score());
  EXPECT_DOUBLE_EQ(one.superiority() + other.superiority(), 1);
}

// --- the cache

TEST_F(LeagueReadTest, AViewFollowsTheLogAndIsWhatANewOneWouldBe) {
  Autoplay();
  const auto id = Create(Config(), {"alice", "bob", "carol"});
  ASSERT_TRUE(Command(id, Kind::kStarted).ok());
  for (const char* bot : {"alice", "bob"}) Join(bot);  // carol is waited for, and does not come
  int steps = 0;
  for (int i = 0; i < 10'000 && !IsOver(id); ++i) {
    Run(1'000);
    ++steps;
    const std::string followed = Table().SerializeAsString();
    v1::GetStandingsRequest request;
    request.set_league_id("l-000001");
    LeagueViews fresh(store_);
    Ratings ratings(store_);
    LeagueService service(Backend{auth_, TheHost(), store_, draining_, fresh, ratings});
    grpc::ServerContext context;
    v1::GetStandingsResponse table;
    ASSERT_TRUE(service.GetStandings(&context, &request, &table).ok());
    ASSERT_EQ(followed, table.SerializeAsString());
  }
  EXPECT_TRUE(IsOver(id));
  EXPECT_GT(steps, 10);
}

TEST_F(LeagueReadTest, ManyReadWhileTheLeagueIsPlayed) {
  Autoplay();
  const auto id = Create(Config(), {"alice", "bob", "carol"});
  for (const char* bot : {"alice", "bob"}) Join(bot);
  std::atomic<bool> over{false};
  const auto look = [&] {
    std::int32_t last_seq = 0;
    do {
      const absl::Status status = views_.Read(id, [&](const LeagueView& view) {
        EXPECT_EQ(view.league.last_seq(), view.row.last_seq);
        EXPECT_GE(view.row.last_seq, last_seq);
        last_seq = view.row.last_seq;
        const bool started = view.league.state() != league::LeagueState::kOpen;
        EXPECT_EQ(view.league.Standings().size(), started ? 3u : 0u);
      });
      EXPECT_TRUE(status.ok()) << status;
    } while (!over);
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(look);
  EXPECT_TRUE(Command(id, Kind::kStarted).ok());
  RunUntilOver(id);
  over = true;
  for (std::thread& thread : threads) thread.join();
}

TEST_F(LeagueReadTest, ViewsThatWereDroppedComeBack) {
  LeagueViews one_only(store_, 1);
  for (const char* name : {"one", "two"}) {
    league::LeagueConfig config = Config();
    config.name = name;
    Create(config, {"alice", "bob"});
  }
  for (int i = 0; i < 3; ++i)
    for (const std::int64_t number : {1, 2}) {
      std::int32_t seen = 0;
      ASSERT_TRUE(one_only
                      .Read({number},
                            [&](const LeagueView& view) {
                              seen = view.league.last_seq();
                              EXPECT_EQ(view.league.id().number, number);
                            })
                      .ok());
      EXPECT_EQ(seen, 2);
    }
  EXPECT_TRUE(absl::IsNotFound(one_only.Read({3}, [](const LeagueView&) { FAIL(); })));
}

// --- a profile

TEST_F(LeagueReadTest, AProfileHasTheStandingAndTheHistoryOfTheOtherViews) {
  RunUntilOver(Start(Config(), {"alice", "bob", "carol"}));
  v1::GetBotProfileRequest request;
  request.set_bot("bob");
  const v1::GetBotProfileResponse profile = Ask(&HistoryService::GetBotProfile, request);
  EXPECT_EQ(profile.bot().name(), "bob");
  ASSERT_EQ(profile.bot().versions_size(), 1);
  const auto board = Ask(&HistoryService::GetLeaderboard, {});
  for (const v1::LeaderboardRow& row : board.rows()) {
    if (row.bot() == "bob") {
      EXPECT_EQ(row.SerializeAsString(), profile.standing().SerializeAsString());
    }
  }
  EXPECT_EQ(profile.standing().matches(), 2);
  v1::GetRatingHistoryRequest past;
  past.set_bot("bob");
  past.set_max_points(20);
  const v1::GetRatingHistoryResponse history = Ask(&HistoryService::GetRatingHistory, past);
  ASSERT_EQ(profile.rating_history_size(), history.points_size());
  for (int i = 0; i < history.points_size(); ++i)
    EXPECT_EQ(profile.rating_history(i).SerializeAsString(), history.points(i).SerializeAsString());
  request.set_bot_version("1");
  EXPECT_EQ(Ask(&HistoryService::GetBotProfile, request).standing().SerializeAsString(),
            profile.standing().SerializeAsString());
}

TEST_F(LeagueReadTest, AProfileCountsWhatWasPlayed) {
  RunUntilOver(Start(Config(), {"alice", "bob", "carol"}));
  v1::GetBotProfileRequest request;
  request.set_bot("bob");
  request.set_max_opponents(1);
  const v1::GetBotProfileResponse profile = Ask(&HistoryService::GetBotProfile, request);
  EXPECT_EQ(profile.results().matches(), 2);
  EXPECT_EQ(profile.results().wins(), profile.standing().wins());
  EXPECT_EQ(profile.results().mean_place(), profile.standing().mean_place());
  ASSERT_EQ(profile.by_seats_size(), 1);
  EXPECT_EQ(profile.by_seats(0).seats(), 2);
  EXPECT_EQ(profile.opponents_total(), 2);
  ASSERT_EQ(profile.by_opponent_size(), 1);  // of two met as often the first by name
  EXPECT_EQ(profile.by_opponent(0).opponent(), "alice");
  EXPECT_EQ(profile.by_opponent(0).ahead() + profile.by_opponent(0).behind(), 1);
  EXPECT_GT(profile.timing().decisions(), 0);
  EXPECT_EQ(profile.decision_faults().decisions(), profile.timing().decisions());
  request.set_rated(false);
  EXPECT_EQ(Ask(&HistoryService::GetBotProfile, request).results().matches(), 0);
}

TEST_F(LeagueReadTest, AProfileOfABotThatNeverPlayedIsEmpty) {
  Register("alice");
  v1::GetBotProfileRequest request;
  request.set_bot("alice");
  const v1::GetBotProfileResponse profile = Ask(&HistoryService::GetBotProfile, request);
  EXPECT_FALSE(profile.has_standing());
  EXPECT_EQ(profile.results().matches(), 0);
  EXPECT_EQ(profile.opponents_total(), 0);
  EXPECT_EQ(profile.timing().decisions(), 0);
}

TEST_F(LeagueReadTest, AProfileNamesItsBadFieldsAndTheBotThatIsNotThere) {
  Register("alice");
  v1::GetBotProfileRequest request;
  v1::GetBotProfileResponse profile;
  request.set_bot_version("one two");
  request.set_max_opponents(1'001);
  EXPECT_EQ(FieldsOf(Call(&HistoryService::GetBotProfile, request, &profile)),
            "bot bot_version max_opponents");
  request.Clear();
  request.set_bot("nobody");
  const grpc::Status unknown = Call(&HistoryService::GetBotProfile, request, &profile);
  EXPECT_EQ(DetailOf(unknown).reason(), "BOT_NOT_FOUND");
  EXPECT_EQ(DetailOf(unknown).metadata().at("bot"), "nobody");
  request.set_bot("alice");
  request.set_bot_version("7");  // it never had that one
  EXPECT_EQ(FieldsOf(Call(&HistoryService::GetBotProfile, request, &profile)), "bot_version");
}

}  // namespace
}  // namespace taki::service
