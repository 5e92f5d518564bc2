// Whole matches of random bots: each ends (I7), replays to itself (I4, D3) and stands before the
// verifier.
#include <map>
#include <set>

#include "referee/match/match_state.h"
#include "tests/match/match_fixture.h"
#include "tests/match/random_match.h"

namespace taki::match::test {
namespace {

constexpr std::uint64_t kMatches = 300;

class Collector final : public StateSink {
 public:
  void OnLine(Line line) override { lines.push_back(std::move(line)); }
  void OnEvent(std::uint32_t, const MatchEvent& event) override { events.push_back(event); }
  std::vector<Line> lines;
  std::vector<MatchEvent> events;
};

// Replays record by record; wherever the live match stood, the replayed one stands.
void ExpectReplaysToItself(const PlayedMatch& play) {
  MatchState state(play.config);
  Collector collector;
  auto milestone = play.milestones.begin();
  for (const Record& record : play.records) {
    const absl::Status status = state.Apply(record, collector);
    ASSERT_TRUE(status.ok()) << status;
    for (; milestone != play.milestones.end() && milestone->inputs == state.inputs(); ++milestone) {
      ASSERT_EQ(collector.lines.size(), milestone->plies);
      ASSERT_EQ(state.last_seq(), milestone->last_seq);
      ASSERT_EQ(state.log().asked(), milestone->decisions);
      ASSERT_EQ(rules::PositionHash(state.position()), milestone->position_hash);
    }
  }
  EXPECT_EQ(milestone, play.milestones.end());
  EXPECT_EQ(collector.lines, play.lines);
  EXPECT_EQ(collector.events, play.events);
  EXPECT_EQ(state.result(), play.result);
}

TEST(RandomMatchTest, EndsReplaysAndVerifies) {  // I1 to I8, R11.1 to R11.8
  std::map<std::string_view, int> endings, seat_ends;
  std::array<int, 6> verdicts{};
  int restarts = 0;
  for (std::uint64_t seed = 1; seed <= kMatches; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const PlayedMatch play = PlayMatch(seed);
    for (const std::string& fault : play.faults) ADD_FAILURE() << fault;
    const Verification verified = VerifyRecord(play.text);
    EXPECT_TRUE(verified.ok) << verified.line << ": " << verified.difference;
    EXPECT_EQ(verified.actions, play.lines.size());
    if (play.result.position_hash != 0) {
      EXPECT_EQ(verified.position_hash, play.result.position_hash);
    }
    ExpectReplaysToItself(play);
    if (HasFailure()) break;

    ++endings[match::Name(play.result.ending)];
    for (const SeatResult& seat : play.result.seats) ++seat_ends[match::Name(seat.end)];
    for (std::size_t kind = 0; kind < verdicts.size(); ++kind)
      verdicts[kind] += play.verdicts[kind];
    restarts += play.restarts;
  }
  // Each way to end, and each verdict, was met.
  for (const char* ending : {"COMPLETED", "WALKOVER", "TURN_LIMIT", "VOID"})
    EXPECT_GT(endings[ending], 0) << ending;
  for (const char* end : {"COMPLETED", "ILLEGAL_ACTION", "TIMEOUT", "DISCONNECTED", "NO_SHOW",
                          "RESIGNED", "DISQUALIFIED"})
    EXPECT_GT(seat_ends[end], 0) << end;
  for (std::size_t kind = 0; kind < verdicts.size(); ++kind)
    EXPECT_GT(verdicts[kind], 0) << Name(static_cast<VerdictKind>(kind));
  EXPECT_GT(restarts, 50);
}

TEST(RandomMatchTest, SameSeedIsTheSameMatch) { EXPECT_EQ(PlayMatch(11).text, PlayMatch(11).text); }

}  // namespace
}  // namespace taki::match::test
