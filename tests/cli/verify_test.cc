// taki match verify: offline from files, and of a referee's matches.
#include <filesystem>

#include "tests/cli/cli_fixture.h"

namespace taki::test {
namespace {

using cli::ExitCode;

class VerifyTest : public CliTest {
 protected:
  VerifyTest() { referee.Add(FromRecord(RecordOfTheDocs())); }

  // The record of the docs with `from` replaced by `to`, in a file.
  std::string Broken(const std::string& from, const std::string& to) {
    std::string record = RecordOfTheDocs();
    const std::size_t at = record.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    record.replace(at, from.size(), to);
    WriteFile(Fresh("broken.taki"), record);
    return Fresh("broken.taki");
  }
};

TEST_F(VerifyTest, AllSharedRecordsAreAsRecordedWithoutAReferee) {
  environment.clear();
  std::vector<std::string> arguments{"match", "verify"};
  for (const auto& entry :
       std::filesystem::directory_iterator(TAKI_SOURCE_DIR "/tests/data/matches"))
    arguments.push_back(entry.path());
  ASSERT_EQ(arguments.size(), 50u);
  const Said said = Run(arguments);
  EXPECT_EQ(said.code, ExitCode::kOk) << said.out;
  EXPECT_NE(said.out.find("\n48 records, "), std::string::npos) << said.out;
  EXPECT_EQ(referee.calls, 0);
}

TEST_F(VerifyTest, StandardInputIsARecordToo) {
  EXPECT_EQ(Run({"match", "verify", "-"}, RecordOfTheDocs()).out, "-  ok  18 lines re-played\n");
}

TEST_F(VerifyTest, TheFirstLineThatDiffersIsNamed) {
  const struct {
    const char *from, *to;
    int line;
  } kBroken[] = {
      {"taki 1", "taki 2", 1},
      {"stages=3,1", "stages=3,2", 4},   // another ruleset than was committed to
      {"seed=178c", "seed=178d", 4},     // another seed than was committed to
      {"1 1 G7 6", "1 1 G9 6", 11},      // a card that is not in the hand
      {"2 2 draw 40", "2 2 B7 40", 12},  // another card
      {"3 3 B7 14", "4 3 B7 14", 13},    // a ply left out
      {"5 1 B8! 10", "5 2 B8! 10", 15},  // another seat
      {"placing 4 1 2 3", "placing 4 1 3 2", 28},
      {"0 0 G5 26", "0 0 G5 27", 29},  // only the hash tells
      {"hash 4d9c", "hash 5d9c", 29},
  };
  for (const auto& broken : kBroken) {
    const Said said = Run({"match", "verify", Broken(broken.from, broken.to)});
    EXPECT_EQ(said.code, ExitCode::kNo) << broken.to;
    EXPECT_NE(said.out.find("DIFFERS"), std::string::npos) << broken.to;
    EXPECT_NE(said.out.find("here: line " + std::to_string(broken.line) + ": "), std::string::npos)
        << broken.to << ": " << said.out;
  }
}

TEST_F(VerifyTest, AnyBytesAreAnAnswerAndNeverACrash) {
  for (const std::string& bytes :
       {std::string(), std::string("\n"), std::string(1000, '\0'),
        std::string("taki 1\n\x1b]0;pwned\x07\n"), RecordOfTheDocs().substr(0, 500)}) {
    const Said said = Run({"match", "verify", "-"}, bytes);
    EXPECT_EQ(said.code, ExitCode::kNo);
  }
}

TEST_F(VerifyTest, AFileThatCannotBeReadIsALocalFailure) {
  EXPECT_EQ(Run({"match", "verify", Fresh("none.taki")}).code, ExitCode::kLocal);
  EXPECT_EQ(Run({"match", "verify", Fresh("")}).code, ExitCode::kLocal);
}

TEST_F(VerifyTest, AMatchIsCheckedByTheRefereeAndHere) {
  const Said said = Run({"match", "verify", "m-000042"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.out << said.err;
  EXPECT_EQ(said.out, "m-000042  ok  18 lines re-played\n");
}

TEST_F(VerifyTest, WhatTheRefereeFindsIsNamed) {
  referee.differing_line = 12;
  const Said said = Run({"match", "verify", "m-000042"});
  EXPECT_EQ(said.code, ExitCode::kNo);
  EXPECT_EQ(said.out,
            "m-000042  DIFFERS  18 lines re-played\n"
            "  referee: line 12: another card was drawn\n");
}

TEST_F(VerifyTest, ARecordOfAnotherDealThanWasAnnouncedIsFound) {  // S9
  referee.match("m-000042").match.mutable_deal()->set_commitment(std::string(32, 'x'));
  const Said said = Run({"match", "verify", "m-000042"});
  EXPECT_EQ(said.code, ExitCode::kNo);
  EXPECT_NE(said.out.find("here: line 4: the record is not that of the match"), std::string::npos)
      << said.out;
}

TEST_F(VerifyTest, ARefereeThatHandsOutAnotherMatchIsFound) {
  referee.match("m-000042").record = SharedRecord("m-000000.taki");
  const Said said = Run({"match", "verify", "m-000042"});
  EXPECT_EQ(said.code, ExitCode::kNo);
  EXPECT_NE(said.out.find("here: line 2: "), std::string::npos) << said.out;
}

TEST_F(VerifyTest, AMatchThatIsNotOverIsRefused) {
  CannedMatch canned = WhileRunning(FromRecord(RecordOfTheDocs()), 5);
  canned.match.set_match_id("m-000043");
  referee.Add(std::move(canned));
  const Said said = Run({"match", "verify", "m-000043"});
  EXPECT_EQ(said.code, ExitCode::kRefused);
  EXPECT_EQ(said.err, "taki: m-000043 is not over [MATCH_NOT_OVER]\n");
}

TEST_F(VerifyTest, AllChecksEveryMatchThatIsOver) {
  for (const char* name : {"m-000000.taki", "m-000011.taki", "m-000013.taki"})
    referee.Add(FromRecord(SharedRecord(name)));
  CannedMatch canned = WhileRunning(FromRecord(RecordOfTheDocs()), 5);
  canned.match.set_match_id("m-000043");
  referee.Add(std::move(canned));
  const Said said = Run({"match", "verify", "--all"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.out << said.err;
  EXPECT_EQ(said.out, "4 records, 43 lines re-played: all as recorded\n");
}

TEST_F(VerifyTest, AllNamesWhatDiffersAndWhatIsQuarantined) {
  referee.Add(FromRecord(SharedRecord("m-000011.taki")));
  referee.match("m-000042").match.set_state(v1::MATCH_STATE_QUARANTINED);
  referee.match("m-000011").record.replace(0, 6, "taki 9");
  const Said said = Run({"match", "verify", "--all"});
  EXPECT_EQ(said.code, ExitCode::kNo);
  ExpectGolden("verify_all_differs.txt", said.out);
  ExpectGolden("verify_all_differs.json", Run({"match", "verify", "--all", "--json"}).out);
}

TEST_F(VerifyTest, EitherMatchesOrAllMustBeSaid) {
  EXPECT_EQ(Run({"match", "verify"}).code, ExitCode::kUsage);
  EXPECT_EQ(Run({"match", "verify", "--all", "m-000042"}).code, ExitCode::kUsage);
}

TEST_F(VerifyTest, ProgressIsForTerminalsOnly) {
  terminal = true;
  EXPECT_NE(Run({"match", "verify", "--all"}).err.find("1 matches verified"), std::string::npos);
}

}  // namespace
}  // namespace taki::test
