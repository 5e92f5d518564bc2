// taki export: formats, files, and going on after a break.
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/cli_fixture.h"

namespace taki::test {
namespace {

using cli::ExitCode;
using nlohmann::json;

std::vector<json> JsonLines(const std::string& text) {
  std::vector<json> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(json::parse(line));
  return lines;
}

// CRLF as LF, for goldens and for the fixture's look at control characters.
std::string Plain(const std::string& text) {
  std::string plain;
  for (const char c : text)
    if (c != '\r') plain += c;
  return plain;
}

class ExportTest : public CliTest {
 protected:
  ExportTest() {
    CannedMatch first = FromRecord(SharedRecord("m-000000.taki"));
    RefuseOnce(first.decisions[1]);
    referee.Add(std::move(first));
    referee.Add(FromRecord(SharedRecord("m-000013.taki")));
    referee.Add(FromRecord(RecordOfTheDocs()));
    CannedMatch running = WhileRunning(FromRecord(RecordOfTheDocs()), 5);
    running.match.set_match_id("m-000043");
    referee.Add(std::move(running));
  }

  // The bot tried something else before its answer.
  static void RefuseOnce(v1::DecisionRecord& decision) {
    v1::RecordedReply refused;
    refused.set_not_applied("+3");
    refused.mutable_verdict()->set_kind(v1::VERDICT_KIND_ILLEGAL);
    refused.mutable_verdict()->set_rule_id("R3.1");
    refused.mutable_verdict()->set_text("R3.1: there is no +3 in the hand");
    const v1::RecordedReply answer = decision.replies(0);
    *decision.mutable_replies(0) = refused;
    *decision.add_replies() = answer;
    decision.set_strikes(1);
  }

  std::string Exported(std::vector<std::string> arguments) {
    const std::string file = Fresh("out");
    std::filesystem::remove(file);
    arguments.insert(arguments.begin(), "export");
    arguments.insert(arguments.end(), {"--out", file});
    const Said said = Run(arguments);
    EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
    return ReadFile(file);
  }
};

TEST_F(ExportTest, MatchesAreOneObjectALine) {
  const Said said = Run({"export"});
  EXPECT_EQ(said.code, ExitCode::kOk);
  EXPECT_EQ(said.err, "3 matches exported\n");
  const auto lines = JsonLines(said.out);
  ASSERT_EQ(lines.size(), 3u);  // not the one that is being played
  EXPECT_EQ(lines[0]["match_id"], "m-000000");
  EXPECT_EQ(lines[2]["match_id"], "m-000042");
  EXPECT_EQ(lines[2]["seats"][1]["end"], "COMPLETED");
  EXPECT_FALSE(referee.exports[0].moves() || referee.exports[0].decisions() ||
               referee.exports[0].record());
}

TEST_F(ExportTest, EachFormatIsAsReviewed) {
  for (const char* format : {"decisions", "moves", "csv", "csv-matches", "csv-moves",
                             "csv-decisions", "records", "matches"}) {
    const bool whole = std::string(format) == "csv" || std::string(format) == "csv-matches";
    const std::string text =
        whole ? Exported({"--format", format}) : Exported({"--format", format, "--limit", "1"});
    ExpectGolden(std::string("export_") + format + ".txt", Plain(text));
  }
}

TEST_F(ExportTest, ADecisionIsReadyForALearner) {
  const auto lines = JsonLines(Exported({"--format", "decisions", "--limit", "1"}));
  ASSERT_EQ(lines.size(), 5u);
  const json& timed_out = lines[0];
  EXPECT_EQ(timed_out["fate"], "TIMED_OUT");
  EXPECT_EQ(timed_out["actions"], json::array({"draw"}));
  const json& answered = lines[1];
  EXPECT_EQ(answered["actions"], json::array({"B1"}));
  EXPECT_EQ(answered["replies"][0]["rule_id"], "R3.1");
  EXPECT_EQ(answered["outcome"]["won"], true);
  EXPECT_EQ(answered["outcome"]["place"], 1);
  for (const json& line : lines) {
    EXPECT_FALSE(line["observation"]["hand"].empty());
    if (line["fate"] != "ANSWERED")
      continue;  // on a timeout the referee draws, legal or not (R11.3)
    const json& legal = line["legal_actions"];
    EXPECT_NE(std::find(legal.begin(), legal.end(), line["actions"][0]), legal.end()) << line;
  }
}

TEST_F(ExportTest, CsvHoldsNoFormula) {  // N26
  referee.match("m-000000").match.mutable_seats(0)->set_display_name("=1+1");
  referee.match("m-000000").match.mutable_seats(1)->set_display_name("a,\"b\"");
  const std::string seats = Exported({"--format", "csv"});
  EXPECT_NE(seats.find("m-000000,0,bot0,'=1+1,1,2,0,"), std::string::npos) << seats;
  EXPECT_NE(seats.find("m-000000,1,bot1,\"a,\"\"b\"\"\",1,1,1,"), std::string::npos) << seats;
  EXPECT_EQ(seats.substr(0, seats.find("\r\n")).find('\n'), std::string::npos);
  const std::string moves = Exported({"--format", "csv-moves", "--limit", "1"});
  EXPECT_NE(moves.find(",PLAYED,'+3,'+3,"), std::string::npos) << moves;
}

TEST_F(ExportTest, OnATerminalNothingMovesTheCursor) {  // N24
  referee.match("m-000000").match.mutable_seats(0)->set_display_name("\033[2J");
  terminal = true;
  const std::string out = Run({"export", "--format", "csv"}).out;
  EXPECT_EQ(out.find('\033'), std::string::npos);
  EXPECT_EQ(out.find('\r'), std::string::npos);
  EXPECT_NE(out.find("bot0,\\u{1b}[2J,1,"), std::string::npos) << out;
}

TEST_F(ExportTest, RecordsGoIntoAFolder) {
  const std::string folder = Fresh("records/");
  const Said said = Run({"export", "--format", "records", "--out", folder});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  EXPECT_EQ(said.out, "3 matches in " + folder + "\n");
  EXPECT_EQ(ReadFile(folder + "m-000042.taki"), RecordOfTheDocs());
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 3);
  EXPECT_EQ(Run({"match", "verify", folder + "m-000000.taki"}).code, ExitCode::kOk);
}

TEST_F(ExportTest, NoFileIsNamedByAMatchThatHasNoId) {
  CannedMatch hostile = FromRecord(RecordOfTheDocs());
  hostile.match.set_match_id("../../m-000001");
  referee.Add(std::move(hostile));
  const std::string folder = Fresh("deep/records/");
  const Said said = Run({"export", "--format", "records", "--out", folder});
  EXPECT_EQ(said.code, ExitCode::kLocal);
  EXPECT_NE(said.err.find("no id"), std::string::npos) << said.err;
  EXPECT_FALSE(std::filesystem::exists(Fresh("m-000001.taki")));
}

TEST_F(ExportTest, SendsEveryFilter) {
  Run({"export", "--bot", "alice", "--opponent", "bob", "--place", "2", "--rated", "--league",
       "l-000007", "--round", "3", "--from", "2026-12-01", "--limit", "5"});
  ASSERT_EQ(referee.exports.size(), 1u);
  const v1::ListMatchesRequest& filter = referee.exports[0].filter();
  EXPECT_EQ(filter.bot(), "alice");
  EXPECT_EQ(filter.opponent(), "bob");
  EXPECT_EQ(filter.place(), 2);
  EXPECT_TRUE(filter.rated());
  EXPECT_EQ(filter.league_id(), "l-000007");
  EXPECT_EQ(filter.round(), 3);
  EXPECT_EQ(filter.created_from_ms(), 1'796'083'200'000);
  EXPECT_EQ(filter.page_size(), 0);
  EXPECT_EQ(referee.exports[0].max_matches(), 5);
}

TEST_F(ExportTest, ABreakAnywhereLosesNothingAndRepeatsNothing) {
  const std::map<std::string, std::string> whole{{"decisions", Exported({"--format", "decisions"})},
                                                 {"records", Exported({"--format", "records"})},
                                                 {"csv", Exported({"--format", "csv"})}};
  for (const auto& [format, text] : whole) {
    for (const int after : {1, 2, 3, 5, 8, 13, 20, 40}) {
      referee.break_export_after = after;
      EXPECT_EQ(Exported({"--format", format}), text) << format << " broken after " << after;
      if (format == "csv") continue;  // its CR is no output of a test
      referee.break_export_after = after;
      EXPECT_EQ(Run({"export", "--format", format}).out, text)
          << format << " broken after " << after;
      referee.break_export_after = 0;
    }
  }
}

TEST_F(ExportTest, TheLimitHoldsOverABreak) {
  referee.break_export_after = 3;  // in the second match
  EXPECT_EQ(JsonLines(Exported({"--limit", "2"})).size(), 2u);
  ASSERT_EQ(referee.exports.size(), 2u);
  EXPECT_EQ(referee.exports[1].max_matches(), 1);
  EXPECT_EQ(referee.exports[1].cursor(), "m-000000");
}

TEST_F(ExportTest, WaitsForAPlaceAmongTheExports) {
  referee.exports_refused = 1;
  EXPECT_EQ(JsonLines(Exported({})).size(), 3u);
  EXPECT_EQ(referee.exports.size(), 2u);
}

TEST_F(ExportTest, AFileThatIsThereIsNotOverwritten) {
  WriteFile(Fresh("precious"), "precious");
  const Said said = Run({"export", "--out", Fresh("precious")});
  EXPECT_EQ(said.code, ExitCode::kLocal);
  EXPECT_EQ(ReadFile(Fresh("precious")), "precious");
  EXPECT_EQ(Run({"export", "--out", Fresh("precious"), "--resume"}).code, ExitCode::kLocal);
  EXPECT_EQ(ReadFile(Fresh("precious")), "precious");
}

TEST_F(ExportTest, AFolderNeedsRecords) {
  EXPECT_EQ(Run({"export", "--out", Fresh("")}).code, ExitCode::kUsage);
}

class ResumeTest : public ExportTest {
 protected:
  std::vector<std::string> Command(const std::string& format = "decisions") const {
    return {"export", "--format", format, "--out", file_, "--resume"};
  }
  std::string Once(const std::string& format = "decisions") {
    return Exported({"--format", format});
  }
  json State() const { return json::parse(ReadFile(file_ + ".cursor")); }
  const std::string file_ = Fresh("alice.jsonl");
};

TEST_F(ResumeTest, GoesOnBehindTheLastWholeMatch) {
  const std::string all = Once();
  EXPECT_EQ(
      Run({"export", "--format", "decisions", "--out", file_, "--resume", "--limit", "1"}).code,
      ExitCode::kOk);
  EXPECT_EQ(State()["matches"], 1);
  EXPECT_EQ(State()["bytes"], ReadFile(file_).size());
  WriteFile(file_, ReadFile(file_) + "{\"match_id\":\"m-00");  // killed in the middle of the next
  const Said said = Run(Command());
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  EXPECT_EQ(said.out, "2 matches more, 3 in all in " + file_ + "\n");
  EXPECT_EQ(ReadFile(file_), all);
  EXPECT_EQ(referee.exports.back().cursor(), "m-000000");
}

TEST_F(ResumeTest, LaterBringsWhatWasPlayedSince) {
  EXPECT_EQ(Run(Command()).code, ExitCode::kOk);
  CannedMatch later = FromRecord(SharedRecord("m-000002.taki"));
  later.match.set_match_id("m-000050");
  referee.Add(std::move(later));
  EXPECT_EQ(Run(Command()).out.rfind("1 match more, 4 in all", 0), 0u);
  EXPECT_EQ(ReadFile(file_), Once());
  EXPECT_EQ(Run(Command()).out.rfind("0 matches more, 4 in all", 0), 0u);
}

TEST_F(ResumeTest, TheHeadOfACsvFileStandsOnce) {
  for (const char* limit : {"1", "1", "5"}) {
    std::vector<std::string> command = Command("csv");
    command.insert(command.end(), {"--limit", limit});
    EXPECT_EQ(Run(command).code, ExitCode::kOk);
  }
  EXPECT_EQ(ReadFile(file_), Once("csv"));
}

TEST_F(ResumeTest, AnotherQuestionIsRefused) {
  EXPECT_EQ(Run(Command()).code, ExitCode::kOk);
  const std::string before = ReadFile(file_);
  const Said other_format = Run(Command("moves"));
  EXPECT_EQ(other_format.code, ExitCode::kLocal);
  EXPECT_NE(other_format.err.find("belongs to another export"), std::string::npos)
      << other_format.err;
  std::vector<std::string> other_filter = Command();
  other_filter.insert(other_filter.end(), {"--bot", "alice"});
  EXPECT_EQ(Run(other_filter).code, ExitCode::kLocal);
  EXPECT_EQ(ReadFile(file_), before);
}

TEST_F(ResumeTest, AFileThatLostItsEndIsNotGoneOnWith) {
  EXPECT_EQ(Run(Command()).code, ExitCode::kOk);
  std::filesystem::resize_file(file_, 10);
  const Said said = Run(Command());
  EXPECT_EQ(said.code, ExitCode::kLocal);
  EXPECT_NE(said.err.find("is shorter than"), std::string::npos) << said.err;
}

TEST_F(ResumeTest, ACursorFileThatIsNoneIsNamed) {
  for (const char* text :
       {"", "{}", "[1]", "{\"question\":1,\"cursor\":2,\"matches\":3,\"bytes\":4}"}) {
    WriteFile(file_, "");
    WriteFile(file_ + ".cursor", text);
    const Said said = Run(Command());
    EXPECT_EQ(said.code, ExitCode::kLocal) << text;
    EXPECT_NE(said.err.find("alice.jsonl.cursor"), std::string::npos) << said.err;
  }
}

TEST_F(ResumeTest, AFolderOfRecordsGoesOnToo) {
  const std::string folder = Fresh("records");
  std::filesystem::create_directory(folder);
  const std::vector<std::string> command = {"export", "--format", "records",
                                            "--out",  folder,     "--resume"};
  std::vector<std::string> first = command;
  first.insert(first.end(), {"--limit", "2"});
  EXPECT_EQ(Run(first).code, ExitCode::kOk);
  const Said said = Run(command);
  EXPECT_EQ(said.out, "1 match more, 3 in all in " + folder + "\n") << said.err;
  EXPECT_EQ(ReadFile(folder + "/m-000042.taki"), RecordOfTheDocs());
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 4);
}

TEST_F(ResumeTest, AsJsonItSaysHowFarItCame) {
  std::vector<std::string> command = Command();
  command.emplace_back("--json");
  const json said = json::parse(Run(command).out);
  EXPECT_EQ(said["matches"], 3);
  EXPECT_EQ(said["bytes"], ReadFile(file_).size());
}

}  // namespace
}  // namespace taki::test
