// taki match why and taki match decision: what became of a bot, and what it was asked.
#include <gmock/gmock.h>

#include "tests/cli/canned_match.h"
#include "tests/cli/cli_fixture.h"

namespace taki::test {
namespace {

using cli::ExitCode;
using ::testing::HasSubstr;
using ::testing::Not;

class WhyTest : public CliTest {
 protected:
  // A decision of seat 2 in m-000042 (dave's match of the docs), with one illegal reply.
  static v1::DecisionRecord Refused(int id) {
    v1::DecisionRecord record;
    record.set_match_id("m-000042");
    record.set_seat(2);
    record.mutable_decision()->set_decision_id(id);
    record.mutable_decision()->set_kind(v1::DECISION_KIND_TURN);
    auto& observation = *record.mutable_decision()->mutable_observation();
    observation.mutable_state()->set_turn(5);
    observation.mutable_state()->mutable_leading_card()->set_notation("G+");
    observation.add_hand()->set_notation("R1");
    observation.add_hand()->set_notation("G5");
    record.mutable_decision()->add_legal_actions()->set_notation("G5");
    v1::RecordedReply& reply = *record.add_replies();
    reply.set_not_applied("R1");
    reply.mutable_verdict()->set_kind(v1::VERDICT_KIND_ILLEGAL);
    reply.mutable_verdict()->set_rule_id("R3.3");
    reply.mutable_verdict()->set_text("colour and symbol differ");
    record.set_fate(v1::DECISION_FATE_FORFEITED);
    record.set_forfeit_reason(v1::SEAT_END_ILLEGAL_ACTION);
    record.mutable_times()->set_sent_ms(1'764'590'400'123);
    record.mutable_times()->set_loop_lag_ms(40);
    record.mutable_times()->set_round_trip_us(1'250);
    return record;
  }
  static v1::DecisionRecord TimedOut(int id) {
    v1::DecisionRecord record = Refused(id);
    record.clear_replies();
    record.clear_forfeit_reason();
    record.set_fate(v1::DECISION_FATE_TIMED_OUT);
    record.mutable_default_action()->set_notation("draw");
    record.mutable_times()->set_charged_ms(1'500);
    return record;
  }

  void SetUp() override { referee.Add(FromRecord(RecordOfTheDocs())); }
};

TEST_F(WhyTest, TellsEveryFaultOfTheSeatAndShowsTheLastOne) {
  referee.decisions["m-000042"] = {TimedOut(3), Refused(9), Refused(12)};
  const Said said = Run({"match", "why", "m-000042", "2"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  EXPECT_THAT(said.out, HasSubstr("decision 3, turn 5: no answer within 1.5 s, so the referee "
                                  "played draw"));
  EXPECT_THAT(said.out, HasSubstr("decision 9, turn 5: it replied R1, illegal by R3.3: colour and "
                                  "symbol differ"));
  EXPECT_THAT(said.out, HasSubstr("decision 12  TURN"));
  EXPECT_THAT(said.out, HasSubstr("hand R1 G5"));
  EXPECT_THAT(said.out, HasSubstr("taki match resend m-000042 --decision 12"));
}

TEST_F(WhyTest, TheSeatMayBeNamedByItsBot) {
  referee.decisions["m-000042"] = {Refused(9)};
  const std::string name = referee.match("m-000042").match.seats(2).bot();
  EXPECT_EQ(Run({"match", "why", "m-000042", name}).out,
            Run({"match", "why", "m-000042", "2"}).out);
}

TEST_F(WhyTest, ASeatWithoutFaultLostAtTheTable) {
  referee.decisions["m-000042"] = {};
  const Said said = Run({"match", "why", "m-000042", "1"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  EXPECT_THAT(said.out, HasSubstr("No timeout and no illegal action"));
  EXPECT_THAT(said.out, Not(HasSubstr("The last of them")));
}

TEST_F(WhyTest, ASeatThatIsNotThereIsSaid) {
  for (const std::string seat : {"4", "-1", "nobody", "2 "}) {
    const Said said = Run({"match", "why", "m-000042", "--", seat});
    EXPECT_EQ(said.code, ExitCode::kNo) << seat;
    EXPECT_THAT(said.err, HasSubstr("no seat of m-000042 is")) << seat;
  }
}

TEST_F(WhyTest, ADecisionIsShownWithItsTimes) {
  referee.decisions["m-000042"] = {Refused(9)};
  const Said said = Run({"match", "decision", "m-000042", "9"});
  EXPECT_EQ(said.code, ExitCode::kOk) << said.err;
  EXPECT_THAT(said.out, HasSubstr("legal G5"));
  EXPECT_THAT(said.out, HasSubstr("ILLEGAL"));
  EXPECT_THAT(said.out, HasSubstr("R3.3: colour and symbol differ"));
  EXPECT_THAT(said.out, HasSubstr("sent 2025-12-01 12:00:00.123"));
  EXPECT_THAT(said.out, HasSubstr("the referee stood still for 40 ms, not charged"));
  EXPECT_THAT(said.out, HasSubstr("round trip 1.2 ms"));
}

TEST_F(WhyTest, ADecisionThatWasNeverAskedIsRefused) {
  referee.decisions["m-000042"] = {Refused(9)};
  const Said said = Run({"match", "decision", "m-000042", "10"});
  EXPECT_EQ(said.code, ExitCode::kRefused);
  EXPECT_THAT(said.err, HasSubstr("no such decision"));
}

}  // namespace
}  // namespace taki::test
