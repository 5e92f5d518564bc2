// A match as a row of positions: whole ones from their seed, live ones from what is public.
#include "referee/cli/replay_model.h"

#include <filesystem>

#include "referee/cli/failure.h"
#include "referee/rules/notation.h"
#include "tests/cli/cli_fixture.h"

namespace taki::test {
namespace {

using cli::ReplayModel;
using Mark = cli::ReplayModel::Mark;

cli::ReplaySource SourceOf(const std::string& record) {
  cli::ReplaySource source;
  source.record = record;
  source.match = cli::MatchOfRecord(record);
  return source;
}

// All records of tests/data/matches that are over by themselves.
std::vector<std::string> SharedRecords() {
  std::vector<std::string> records;
  for (const auto& entry :
       std::filesystem::directory_iterator(TAKI_SOURCE_DIR "/tests/data/matches"))
    records.push_back(ReadFile(entry.path().string()));
  EXPECT_GT(records.size(), 40u);
  return records;
}

std::string HandAt(const ReplayModel& model, int ply, std::size_t seat) {
  return rules::Tokens(*model.steps()[model.AtPly(ply)].seats[seat].hand);
}

std::string Happened(const ReplayModel& model, int ply) {
  std::string text;
  for (const std::string& sentence : model.steps()[model.AtPly(ply)].happened)
    text += sentence + "\n";
  return text;
}

TEST(ReplayModelTest, HasTheDealAndAStepForEachLine) {
  const ReplayModel model(SourceOf(RecordOfTheDocs()));
  EXPECT_EQ(model.problem(), "");
  ASSERT_EQ(model.steps().size(), 19u);
  EXPECT_EQ(model.steps()[0].ply, -1);
  EXPECT_EQ(model.steps()[18].ply, 17);
  EXPECT_EQ(model.match().match_id(), "m-000042");
  EXPECT_EQ(model.match().ending(), v1::MATCH_ENDING_COMPLETED);
  EXPECT_EQ(model.match().seats(1).place(), 1);
}

TEST(ReplayModelTest, ShowsEveryHandAndWhatWasDrawn) {
  const ReplayModel model(SourceOf(RecordOfTheDocs()));
  EXPECT_EQ(HandAt(model, 7, 3), "GD X");
  EXPECT_EQ(HandAt(model, 8, 3), "R8 R+ GD BT");
  EXPECT_EQ(Happened(model, 8),
            "3 dave plays X!\n3 dave draws 3: BT R+ R8 (for a Breaker on one's own turn)\n");
  EXPECT_EQ(Happened(model, 10),
            "1 bob ends the run, the TAKI stays open\n1 bob completes stage 1, the next has 1\n"
            "1 bob draws 1: +3 (the next hand)\n");
  EXPECT_EQ(HandAt(model, 10, 1), "+3");
}

TEST(ReplayModelTest, TellsWhoHasAnsweredAPlusThree) {
  const ReplayModel model(SourceOf(RecordOfTheDocs()));
  const auto answers = [&](int ply) { return model.steps()[model.AtPly(ply)].answers; };
  EXPECT_EQ(answers(15), "the +3 of 1 bob: 2 carol ..., 3 dave ...");
  EXPECT_EQ(answers(16), "the +3 of 1 bob: 2 carol pass, 3 dave ...");
  EXPECT_EQ(answers(17), "");
  EXPECT_EQ(Happened(model, 16), "2 carol passes\n");
}

TEST(ReplayModelTest, CountsTimeBanksAndTimeouts) {  // R11.1
  const ReplayModel model(SourceOf(RecordOfTheDocs()));
  const cli::ReplaySeat& dave = model.steps().back().seats[3];
  EXPECT_EQ(dave.bank_left_ms, 0);  // 6000 ms of which 1000 were free
  EXPECT_EQ(dave.used_ms, 6'000);
  EXPECT_EQ(dave.strikes, 1);
  EXPECT_EQ(model.steps().back().seats[2].bank_left_ms, 5'000);
}

TEST(ReplayModelTest, FindsStagesWindowsFaultsAndTurns) {
  const ReplayModel model(SourceOf(RecordOfTheDocs()));
  const auto plies = [&](Mark mark) {
    std::vector<int> found;
    for (auto i = model.Next(0, mark); i; i = model.Next(*i, mark))
      found.push_back(model.steps()[*i].ply);
    std::vector<int> back;
    for (auto i = model.Previous(model.steps().size(), mark); i && *i > 0;
         i = model.Previous(*i, mark))
      back.insert(back.begin(), model.steps()[*i].ply);
    EXPECT_EQ(found, back);
    return found;
  };
  EXPECT_EQ(plies(Mark::kStage), (std::vector{10, 17}));
  EXPECT_EQ(plies(Mark::kWindow), (std::vector{15}));
  EXPECT_EQ(plies(Mark::kFault), (std::vector{4, 17}));
  EXPECT_EQ(plies(Mark::kTurn), (std::vector{0, 1, 2, 3, 4, 6, 8, 9, 11, 14, 15}));
}

TEST(ReplayModelTest, GoesToAPlyOrTheLastBeforeIt) {
  const ReplayModel model(SourceOf(RecordOfTheDocs()));
  EXPECT_EQ(model.AtPly(-1), 0u);
  EXPECT_EQ(model.AtPly(0), 1u);
  EXPECT_EQ(model.AtPly(17), 18u);
  EXPECT_EQ(model.AtPly(9'999'999), 18u);
}

TEST(ReplayModelTest, SaysRefusedRepliesWhereTheyBelong) {  // R11.4
  cli::ReplaySource source = SourceOf(RecordOfTheDocs());
  source.refusals_known = true;
  source.refusals = {{.ply = 1,
                      .applied = false,
                      .seat = 1,
                      .reply = "R9 close",
                      .rule = "R3.1",
                      .text = "the card is not in the hand"},
                     {.ply = 6,
                      .applied = true,
                      .seat = 2,
                      .reply = "ST R5",
                      .rule = "R6.7",
                      .text = "only its colour"}};
  const ReplayModel model(source);
  EXPECT_EQ(Happened(model, 1),
            "1 bob tried `R9 close`, refused by R3.1: the card is not in the hand (strike 1 of 3)\n"
            "1 bob plays G7\n");
  EXPECT_EQ(Happened(model, 6),
            "2 carol plays ST\n"
            "2 carol tried `ST R5`, refused by R6.7: only its colour (strike 1 of 3)\n");
  EXPECT_TRUE(model.steps()[model.AtPly(1)].fault);
  EXPECT_EQ(model.steps()[model.AtPly(1)].seats[1].strikes, 1);
  EXPECT_EQ(Happened(model, 17).substr(0, 33), "3 dave timed out (strike 1 of 3)\n");
}

TEST(ReplayModelTest, EveryRecordEndsAsItsResultSays) {
  for (const std::string& record : SharedRecords()) {
    const CannedMatch canned = FromRecord(record);
    const ReplayModel model(SourceOf(record));
    ASSERT_EQ(model.problem(), "") << record;
    for (const v1::MatchSeat& seat : canned.match.seats()) {
      const auto i = static_cast<std::size_t>(seat.seat());
      EXPECT_EQ(model.steps().back().seats[i].cards, seat.cards_left());
      EXPECT_EQ(model.steps().back().seats[i].stages_completed, seat.stages_completed());
      EXPECT_EQ(model.match().seats(seat.seat()).place(), seat.place());
    }
  }
}

// The public record alone gives the same public positions and the same words, but for cards.
TEST(ReplayModelTest, OfALiveMatchTellsAllThatIsPublicAndNoHand) {  // R7.4
  for (const std::string& record : SharedRecords()) {
    const ReplayModel whole(SourceOf(record));
    const int lines = static_cast<int>(whole.steps().size()) - 1;
    cli::ReplaySource source = SourceOf(PublicRecord(record, lines));
    source.first_leading = whole.steps()[0].table.leading;
    const ReplayModel live(source);
    ASSERT_EQ(live.problem(), "") << source.record;
    EXPECT_FALSE(live.hands_known());
    for (const cli::ReplayStep& step : live.steps()) {
      const cli::ReplayStep& same = whole.steps()[whole.AtPly(step.ply)];
      EXPECT_EQ(step.table, same.table) << step.ply << "\n" << source.record;
      for (const cli::ReplaySeat& seat : step.seats) EXPECT_FALSE(seat.hand.has_value());
      for (const std::string& sentence : step.happened) {
        const bool drawn = sentence.find(" draws ") != std::string::npos;
        EXPECT_FALSE(drawn && sentence.find(':') != std::string::npos) << sentence;
      }
    }
  }
}

TEST(ReplayModelTest, OfALiveMatchLeavesOutWhatTheAnswersWere) {
  const std::string record = RecordOfTheDocs();
  cli::ReplaySource source = SourceOf(PublicRecord(record, 16));
  source.first_leading = rules::ParseCard("G4");
  const ReplayModel live(source);
  EXPECT_EQ(live.steps().back().answers, "the +3 of 1 bob: 2 carol ..., 3 dave ...");
}

TEST(ReplayModelTest, StopsWhereARecordCannotBeReplayedAndSaysWhy) {
  std::string record = RecordOfTheDocs();
  record.replace(record.find("5 1 B8! 10"), 7, "5 1 B9!");
  const ReplayModel model(SourceOf(record));
  EXPECT_EQ(model.problem(),
            "the record cannot be re-played from line 15 on: R3.1: the card is not in the hand");
  EXPECT_EQ(model.steps().back().ply, 4);
}

// Whatever stands in the lines of a record of a live match, nothing but a problem comes of it.
TEST(ReplayModelTest, SurvivesAnyLines) {
  const std::string record = PublicRecord(RecordOfTheDocs(), 5);
  for (const char* lines :
       {"5 1 pass 0\n", "5 9 draw 0\n", "4 1 draw 0\n", "99 1 draw 0\n", "5 1 X\n", "5 1 close 0\n",
        "5 0 forfeit TIMEOUT 0\n", "5 1 R1 0\n6 2 R1 0\n7 3 R1 0\n",
        "5 1 +3 0\n6 1 forfeit TIMEOUT 0\n7 1 forfeit TIMEOUT 0\n",
        "5 1 +3 0\n6 2 X 0\n7 3 X 0\n8 2 X 0\n", "5 1 +3 0\n6 2 K 0\n7 3 K 0\n",
        "5 1 +3 0\n6 3 K 0\n", "5 1 draw 0\n6 2 draw 2000000000\n",
        "5 1 draw 1000000000\n6 2 draw 0\n7 3 draw 0\n8 1 draw 1000000000\n9 2 draw 0\n"
        "10 3 draw 0\n11 1 draw 1000000000\n"}) {
    cli::ReplaySource source = SourceOf(record + lines);
    source.first_leading = rules::ParseCard("G4");
    const ReplayModel model(source);
    EXPECT_GE(model.steps().size(), 6u) << lines;
    EXPECT_GE(model.steps().back().seats[1].bank_left_ms, 0);
  }
}

TEST(ReplayModelTest, RefusesWhatIsNoRecordOrNotWhole) {
  EXPECT_THROW(SourceOf("taki 2\n"), cli::Failure);
  EXPECT_THROW(SourceOf(""), cli::Failure);
  EXPECT_THROW(ReplayModel(SourceOf(PublicRecord(RecordOfTheDocs(), 3))), cli::Failure);
}

TEST(ReplayModelTest, OfAVoidRecordNamesTheReason) {
  std::string record = RecordOfTheDocs();
  record.replace(record.find("6 2 ST"), std::string::npos, "result VOID reason=REFEREE_FAULT\n");
  const ReplayModel model(SourceOf(record));
  EXPECT_EQ(model.match().void_reason(), "REFEREE_FAULT");
  EXPECT_EQ(model.match().state(), v1::MATCH_STATE_VOID);
  EXPECT_EQ(model.steps().back().ply, 5);
}

}  // namespace
}  // namespace taki::test
