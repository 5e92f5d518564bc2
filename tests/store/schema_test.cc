// The schema as people see it: the golden text, and docs/schema.md, whose questions must have
// answers.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "tests/store/sqlite_fixture.h"

namespace taki::store::sqlite::test {
namespace {

using ::testing::HasSubstr;

const std::string kRoot = TAKI_SOURCE_DIR;

std::string ReadFile(const std::string& name) {
  std::ostringstream text;
  text << std::ifstream(kRoot + "/" + name).rdbuf();
  return text.str();
}

// The blocks between ```sql and ```.
std::vector<std::string> SqlBlocks(const std::string& markdown) {
  static const std::string kStart = "```sql\n";
  std::vector<std::string> blocks;
  std::size_t at = 0;
  while ((at = markdown.find(kStart, at)) != std::string::npos) {
    at += kStart.size();
    const std::size_t end = markdown.find("```", at);
    blocks.push_back(markdown.substr(at, end - at));
    at = end;
  }
  return blocks;
}

class SchemaTest : public SqliteTest {
 protected:
  // League 3, running: its match 101 is over and does not count for ratings, 102 is live; and
  // league 4, open.
  void GivenLeague() {
    const match::Result result = store::test::SampleResult(3);
    Batch batch;
    batch.now_ms = kNow;
    batch.leagues = {SampleLeague(3), SampleLeague(4)};
    LeagueChange& log = batch.league_changes.emplace_back();
    log.league.number = 3;
    log.state = league::LeagueState::kRunning;
    log.entries.push_back({.seq = 1,
                           .kind = league::LogEntry::Kind::kEntered,
                           .bot = {2},
                           .text = "ada",
                           .at_ms = kNow});
    log.entries.push_back({.seq = 2, .kind = league::LogEntry::Kind::kStarted});
    for (const std::int64_t number : {101, 102}) {
      batch.matches.push_back(SampleRow(number, 3));
      batch.matches.back().config.rated = true;
      batch.matches.back().league = LeagueMatch{{3}, {{5}, 2, 1}};
      log.entries.push_back({.seq = static_cast<std::int32_t>(number) - 98,
                             .kind = league::LogEntry::Kind::kFiled,
                             .match = {number},
                             .slot = {{5}, 2, 1},
                             .bots = {{3}, {1}, {2}}});
    }
    log.entries.push_back({.seq = 5, .kind = league::LogEntry::Kind::kAnnulled, .match = {101}});
    batch.changes.emplace_back().match.number = 101;
    batch.changes[0].result = &result;
    batch.rating_changes = {{match::MatchId{101}, false}};
    Commit(batch);
  }
  void GivenMatches() {
    Open();
    GivenBots(8);
    PlayMatches(journal(), 1, 12, 4, 2, {4, 3, 2, 1}, 8);
    PlayMatches(journal(), 13, 12, 4, 5, {8, 4, 1}, 8);
    GivenLeague();
    Close();
  }
};

TEST_F(SchemaTest, IsTheGoldenOne) {
  Open();
  Close();
  std::string schema;
  for (const std::string& sql : Sql(path(),
                                    "SELECT sql || ';' FROM sqlite_schema WHERE sql IS NOT NULL"
                                    " ORDER BY type = 'view', rowid")) {
    schema += sql + "\n";
  }
  if (std::getenv("TAKI_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(kRoot + "/tests/golden/schema.sql") << schema;
  }
  EXPECT_EQ(schema, ReadFile("tests/golden/schema.sql"))
      << "if that is meant: TAKI_UPDATE_GOLDEN=1 schema_test, a new migration, docs/schema.md";
}

TEST_F(SchemaTest, EveryQuestionOfTheDocsHasAnAnswer) {
  GivenMatches();
  const std::vector<std::string> questions = SqlBlocks(ReadFile("docs/schema.md"));
  EXPECT_GE(questions.size(), 20u);
  for (const std::string& question : questions) {
    EXPECT_FALSE(Sql(path(), question).empty()) << question;
  }
}

TEST_F(SchemaTest, TheDocsNameEveryTableViewAndColumn) {
  Open();
  Close();
  const std::string docs = ReadFile("docs/schema.md");
  for (const std::string& name :
       Sql(path(), "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')")) {
    EXPECT_THAT(docs, HasSubstr(name));
  }
  for (const std::string& name :
       Sql(path(),
           "SELECT DISTINCT c.name FROM sqlite_schema s, pragma_table_info(s.name) c"
           " WHERE s.type IN ('table', 'view')")) {
    EXPECT_THAT(docs, HasSubstr("`" + name + "`"));
  }
}

TEST_F(SchemaTest, MovesAreTakenApart) {
  Open();
  GivenBots(2);
  Batch batch;
  batch.matches = {SampleRow(1, 2)};
  std::vector<match::Line> lines(3);
  lines[0].action = rules::Action::PlayChangeColor(rules::Color::kYellow, true);
  lines[1].action = rules::Action::Play(rules::Card(rules::Color::kGreen, rules::Face::kPlusTwo));
  lines[2].kind = match::Line::Kind::kForfeit;
  lines[2].end = rules::SeatEnd::kNoShow;
  for (std::uint32_t ply = 0; ply < lines.size(); ++ply) lines[ply].ply = ply;
  batch.changes.emplace_back().match.number = 1;
  batch.changes[0].lines = lines;
  Commit(batch);
  Close();
  const auto row = [this](int ply) {
    return One(path(),
               "SELECT concat FROM (SELECT ply, token || '|' || coalesce(card, '') || '|' ||"
               " coalesce(color, '') || '|' || coalesce(face, '') || '|' ||"
               " coalesce(named_color, '') || '|' || last_card || '|' || coalesce(forfeit, '')"
               " AS concat FROM v1_moves WHERE match = 1) WHERE ply = " +
                   std::to_string(ply));
  };
  EXPECT_EQ(row(0), "C>Y!|C||CHANGE_COLOR|YELLOW|1|");
  EXPECT_EQ(row(1), "G+2|G+2|GREEN|PLUS_TWO||0|");
  EXPECT_EQ(row(2), "forfeit NO_SHOW|||||0|NO_SHOW");
}

TEST_F(SchemaTest, EveryCardHasItsFaceInTheView) {
  GivenMatches();
  EXPECT_EQ(One(path(), "SELECT count(DISTINCT face) FROM v1_moves"), "18");
  EXPECT_EQ(One(path(), "SELECT count(*) FROM v1_moves WHERE card IS NOT NULL AND face IS NULL"),
            "0");
  EXPECT_EQ(One(path(), "SELECT count(*) FROM v1_moves WHERE color IS NOT NULL AND card IS NULL"),
            "0");
}

TEST_F(SchemaTest, TheSeedOfALiveMatchIsNotInTheView) {  // S7
  Open();
  GivenBots(2);
  GivenLiveMatch(1, 3);
  Close();
  EXPECT_EQ(One(path(), "SELECT seed IS NULL FROM v1_matches"), "1");
}

TEST_F(SchemaTest, TheEventSeedOfAnOpenLeagueIsNotInTheView) {  // S7
  Open();
  GivenBots();
  GivenLeague();
  Close();
  EXPECT_EQ(One(path(), "SELECT event_seed IS NULL FROM v1_leagues WHERE name = 'league-04'"), "1");
  EXPECT_EQ(One(path(), "SELECT length(event_seed) FROM v1_leagues WHERE name = 'league-03'"),
            "64");
}

TEST_F(SchemaTest, ALeagueIsTakenApart) {
  Open();
  GivenBots();
  GivenLeague();
  GivenMatch(1);
  Close();
  const auto one = [this](const std::string& columns, const std::string& rest) {
    return One(path(), "SELECT " + columns + " FROM " + rest);
  };
  EXPECT_EQ(one("league_id || '|' || state || '|' || title || '|' || format || '|' || seats || '|'"
                " || matches || '|' || finished || '|' || last_seq",
                "v1_leagues WHERE league = 3"),
            "l-000003|RUNNING|League = 3 \xd7\x90|DOUBLE_ELIMINATION|2|2|1|5");
  EXPECT_EQ(one("kind || '|' || bot || '|' || text || '|' || at",
                "v1_league_log WHERE league = 3 AND seq = 1"),
            "ENTERED|bot-02|ada|2026-09-21T14:13:20.000Z");
  EXPECT_EQ(one("kind || '|' || match_id || '|' || fixture || '|' || game || '|' || attempt || '|'"
                " || bots",
                "v1_league_log WHERE league = 3 AND seq = 4"),
            "FILED|m-000102|5|2|1|bot-03 bot-01 bot-02");
  EXPECT_EQ(one("name || '|' || fixture || '|' || game || '|' || attempt || '|' || state || '|' ||"
                " bots || '|' || winner || '|' || counts_for_ratings",
                "v1_league_matches WHERE match = 101"),
            "league-03|5|2|1|FINISHED|bot-01 bot-02 bot-03|bot-01|0");
  EXPECT_EQ(one("league_id || '|' || league || '|' || fixture || '|' || game || '|' || attempt",
                "v1_matches WHERE match = 101"),
            "l-000003|3|5|2|1");
  EXPECT_EQ(
      one("league_id IS NULL AND league IS NULL AND fixture IS NULL", "v1_matches WHERE match = 1"),
      "1");
}

// The figure of docs/performance.md; the bound is loose, since it is no promise of this test.
TEST_F(SchemaTest, MovesStaySmall) {
  Open();
  GivenBots(8);
  const std::int64_t actions =
      PlayMatches(journal(), 1'000, 40, 32, 4, {8, 7, 6, 5, 4, 3, 2, 1}, 8);
  Close();
  struct stat info {};
  ASSERT_EQ(stat(path().c_str(), &info), 0);
  const double bytes = static_cast<double>(info.st_size) / static_cast<double>(actions);
  std::printf("%.1f bytes a move on disk: %lld moves of 40 matches, 32 at once\n", bytes,
              static_cast<long long>(actions));
  EXPECT_LT(bytes, 100);
}

}  // namespace
}  // namespace taki::store::sqlite::test
