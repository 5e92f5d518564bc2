// docs/cli.md shows what the commands print: every `$ taki ...` of its console blocks is run.
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "tests/cli/canned_bracket.h"
#include "tests/cli/canned_ratings.h"
#include "tests/cli/cli_fixture.h"

namespace taki::test {
namespace {

constexpr char kPage[] = TAKI_SOURCE_DIR "/docs/cli.md";

class DocsTest : public CliTest {
 protected:
  DocsTest() : before_(std::filesystem::current_path()) {
    for (const char* record : {"m-000000.taki", "m-000013.taki"})
      referee.Add(FromRecord(SharedRecord(record)));
    referee.Add(FromRecord(RecordOfTheDocs()));
    referee.Add(Autumn());
    SetPreview();
    AddCup();
    referee.leaderboard = CannedLeaderboard();
    referee.head_to_head = CannedHeadToHead();
    referee.rating_history = CannedRatingHistory();
    referee.profile = CannedProfile();
    AddVoid();
    AddBot("alice", "C++", "1.2").set_connected(true);
    AddBot("bob", "Python", "7");
    std::string broken = RecordOfTheDocs();
    broken.replace(broken.find("B8! 10"), 2, "B9");
    std::filesystem::current_path(Fresh(""));
    WriteFile("broken.taki", broken);
    const std::string settings = Between(ReadFile(kPage), "```\n# winter.league", "```\n");
    WriteFile("winter.league", settings);
    WriteFile("broken.league", settings + "seats: many\n");
  }
  ~DocsTest() override { std::filesystem::current_path(before_); }

  static std::string Between(const std::string& text, const std::string& from,
                             const std::string& to) {
    const std::size_t start = text.find(from) + 4;  // after the fence
    return text.substr(start, text.find(to, start) - start);
  }

  v1::Bot& AddBot(const std::string& name, const std::string& language,
                  const std::string& version) {
    v1::Bot& bot = referee.bots.emplace_back();
    bot.set_name(name);
    bot.set_display_name(name);
    bot.set_owner("ann");
    bot.set_language(language);
    bot.set_current_version(version);
    bot.set_registered_ms(1'764'547'200'000);
    return bot;
  }

  // The command and what it says.
  std::string Output(const std::string& line) {
    std::istringstream words(line.substr(std::string("$ taki ").size()));
    std::vector<std::string> arguments;
    for (std::string word; words >> word;) arguments.push_back(word);
    const Said said = Run(arguments);
    return line + "\n" + said.out + said.err;
  }

 private:
  void AddCup() {
    CannedLeague cup("l-000003", "cup", v1::LEAGUE_FORMAT_DOUBLE_ELIMINATION, Names(6));
    cup.league.set_state(v1::LEAGUE_STATE_FINISHED);
    const auto bracket =
        BracketOf(league::pairing::DoubleElimination(6), Names(6), Upsets({4, 12}));
    cup.bracket = {bracket.rounds().begin(), bracket.rounds().end()};
    referee.Add(std::move(cup));
  }

  void AddVoid() {
    CannedMatch canned = FromRecord(RecordOfTheDocs());
    canned.match.set_match_id("m-000041");
    canned.match.set_state(v1::MATCH_STATE_VOID);
    canned.match.set_ending(v1::MATCH_ENDING_VOID);
    for (auto& seat : *canned.match.mutable_seats()) seat.set_place(0);
    referee.AddUnlisted(std::move(canned));
  }

  // What `league create --dry-run` shows: the schedule of the league that the page goes on with.
  void SetPreview() {
    const CannedLeague autumn = Autumn();
    *referee.preview.mutable_config() = autumn.league.config();
    for (const auto& bot : autumn.entrants) referee.preview.mutable_config()->add_bots(bot.bot());
    referee.preview.mutable_progress()->set_matches_total(6);
    referee.preview.mutable_progress()->set_fixtures_total(6);
    referee.preview.mutable_progress()->set_rounds(3);
    for (v1::Fixture fixture : autumn.fixtures) {
      fixture.clear_matches();
      fixture.set_state(v1::FIXTURE_STATE_READY);
      fixture.clear_decision();
      *referee.preview.add_fixtures() = fixture;
    }
  }

  std::filesystem::path before_;
};

TEST_F(DocsTest, EveryExampleSaysWhatThePageShows) {
  const std::string page = ReadFile(kPage);
  std::istringstream lines(page);
  std::string rebuilt;
  bool console = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("```", 0) == 0) console = line == "```console";
    if (!console || line == "```console")
      rebuilt += line + "\n";
    else if (line.rfind("$ taki ", 0) == 0)
      rebuilt += Output(line);
  }
  if (std::getenv("TAKI_REGENERATE_GOLDEN") != nullptr) return WriteFile(kPage, rebuilt);
  EXPECT_EQ(page, rebuilt);
}

}  // namespace
}  // namespace taki::test
