#include "referee/match/record_text.h"

#include "tests/match/match_fixture.h"

namespace taki::match::test {
namespace {

TEST(RecordTextTest, HeaderTellsEverythingOfAFinishedMatch) {
  MatchConfig config = PlainConfig(2);
  config.seed.fill(0x0a);
  config.clock.time_bank_ms = 0;
  const std::vector<std::string> versions = {"1.2", "7"};
  const std::vector<std::string> entropy = {"", std::string("\x00\xff", 2)};
  EXPECT_EQ(HeaderText(MakeHeader(config, versions, entropy, true)),
            "taki 1\n"
            "match m-000042\n"
            "ruleset taki/1 stages=8,7,6,5,4,3,2,1 draw=WHEN_STUCK taki=PLAY_ALL max_turns=10000\n"
            "deal id=m-000042 commitment=" +
                rules::Hex(CommitmentOf(config)) +
                " seed=0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a"
                " entropy=,00ff\n"
                "clock move_time=1000ms time_bank=0ms strike_limit=3\n"
                "seat 0 b0@1.2\n"
                "seat 1 b1@7\n");
}

TEST(RecordTextTest, HeaderOfALiveMatchKeepsTheSecrets) {  // S7
  const MatchConfig config = PlainConfig(2);
  const std::vector<std::string> entropy = {"ab", ""};
  const std::string text = HeaderText(MakeHeader(config, {}, entropy, false));
  EXPECT_NE(text.find(" seed=- entropy=-\n"), std::string::npos);
  EXPECT_NE(text.find("seat 1 b1@-\n"), std::string::npos);
  EXPECT_EQ(text.find(rules::Hex(config.seed)), std::string::npos);
  EXPECT_EQ(text.find("6162"), std::string::npos);
}

TEST(RecordTextTest, LinesAreWrittenInNotation) {
  Line line;
  line.ply = 12;
  line.seat = rules::Seat(3);
  line.charged_ms = 44;
  line.action = rules::Action::PlayChangeColor(rules::Color::kBlue, true);
  EXPECT_EQ(LineText(line), "12 3 C>B! 44\n");
  line.kind = Line::Kind::kTimeout;
  EXPECT_EQ(LineText(line), "12 3 timeout 44\n");
  line.kind = Line::Kind::kForfeit;
  line.end = rules::SeatEnd::kDisconnected;
  line.charged_ms = 0;
  EXPECT_EQ(LineText(line), "12 3 forfeit DISCONNECTED 0\n");
}

TEST(RecordTextTest, ResultHasAPlacingOrAReason) {
  std::vector<SeatResult> seats(3);
  seats[0].place = 2;
  seats[1].place = 1;
  seats[2].place = 2;
  EXPECT_EQ(ResultText(MatchEnding::kCompleted, "", seats), "result COMPLETED placing 2 1 2\n");
  EXPECT_EQ(ResultText(MatchEnding::kTurnLimit, "", seats), "result TURN_LIMIT placing 2 1 2\n");
  EXPECT_EQ(ResultText(MatchEnding::kVoid, "STOPPED", seats), "result VOID reason=STOPPED\n");
}

TEST(RecordTextTest, HashIsTheFirstEightBytesOfSha256) {
  EXPECT_EQ(HashText(RecordHash("abc")), "hash ba7816bf8f01cfea\n");
}

}  // namespace
}  // namespace taki::match::test
