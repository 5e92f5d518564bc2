// The contract of History::ReadWhole: the same as one call for each part says.
#include <gmock/gmock.h>

#include "tests/store/store_contract.h"

namespace taki::store::test {
namespace {

void ExpectSameRow(const MatchRow& a, const MatchRow& b) {
  EXPECT_TRUE(SameBeginning(a, b));
  EXPECT_EQ(a.state, b.state);
  EXPECT_EQ(a.versions, b.versions);
  EXPECT_EQ(a.entropy, b.entropy);
  EXPECT_EQ(a.result, b.result);
  EXPECT_EQ(a.result_no, b.result_no);
}

}  // namespace

TEST_F(StoreContract, AWholeMatchIsWhatItsPartsAre) {
  GivenBots();
  GivenMatch(1);
  PlayMatches(journal(), 2, 3, 3, 4, {3, 2, 1}, 12);
  GivenMatch(5);
  SetState(5, MatchState::kRunning);
  Record(5, {SampleStart(2)});
  GivenMatch(6);
  match::Record never{.kind = match::Record::Kind::kVoid,
                      .input_no = 1,
                      .void_reason = std::string(match::kNotEnoughReady),
                      .ready = rules::SeatSet::Of(rules::Seat(1))};
  Record(6, {never});
  WholeMatch whole;  // the same for all: nothing of a match may stay behind in the next
  for (const std::int64_t number : {2, 1, 3, 5, 4, 6, 2}) {
    SCOPED_TRACE("match " + std::to_string(number));
    const match::MatchId id{number};
    ASSERT_TRUE(history().ReadWhole(id, whole).ok());
    ExpectSameRow(whole.row, history().GetMatch(id).value());
    EXPECT_EQ(whole.records, history().Records(id).value());
    EXPECT_EQ(whole.lines, history().Lines(id, 0, 100'000).value());
    EXPECT_EQ(whole.seal_difference, history().CheckSeal(id).value());
  }
}

TEST_F(StoreContract, AnUnknownMatchIsNoWholeOne) {
  WholeMatch whole;
  EXPECT_TRUE(absl::IsNotFound(history().ReadWhole(match::MatchId{7}, whole)));
}

}  // namespace taki::store::test
