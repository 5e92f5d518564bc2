// Re-adjudication of match records: the vectors of another implementation, and every way to be
// wrong.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "referee/match/record_text.h"
#include "tests/match/match_fixture.h"
#include "tests/support/splitmix.h"

namespace taki::match::test {
namespace {

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string Vector(const std::string& id) {
  return ReadFile(std::filesystem::path(TAKI_SOURCE_DIR) / "tests/data/matches" / (id + ".taki"));
}

std::string WithHash(const std::string& text) { return text + HashText(RecordHash(text)); }

std::string Replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line + "\n");
  return lines;
}

std::string Joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

// `text` differs in line `line`, and the sentence says `what`.
void ExpectDifference(const std::string& text, int line, std::string_view what,
                      Here here = Here::Now()) {
  const Verification verified = VerifyRecord(text);
  EXPECT_FALSE(verified.ok) << here.file << ":" << here.line;
  EXPECT_EQ(verified.line, line) << here.file << ":" << here.line << ": " << verified.difference;
  EXPECT_NE(verified.difference.find(what), std::string::npos)
      << here.file << ":" << here.line << ": " << verified.difference;
}

TEST(VerifyTest, RecordsOfAnotherImplementationStand) {
  int records = 0;
  for (const auto& file : std::filesystem::directory_iterator(
           std::filesystem::path(TAKI_SOURCE_DIR) / "tests/data/matches")) {
    if (file.path().extension() != ".taki") continue;
    const Verification verified = VerifyRecord(ReadFile(file.path()));
    EXPECT_TRUE(verified.ok) << file.path() << ":" << verified.line << ": " << verified.difference;
    EXPECT_GT(verified.actions, 0u);
    EXPECT_NE(verified.position_hash, 0u);
    ++records;
  }
  EXPECT_EQ(records, 48);
}

TEST(VerifyTest, HashIsOptionalButNotArbitrary) {
  const std::string text = Vector("m-000000");
  const int lines = static_cast<int>(LinesOf(text).size());
  EXPECT_TRUE(VerifyRecord(text).ok);
  EXPECT_TRUE(VerifyRecord(WithHash(text)).ok);
  ExpectDifference(text + "hash 0123456789abcdef\n", lines + 1, "the hash of what stands above is");
  ExpectDifference(text + "hash 0123456789abcdef", lines + 1, "newline");
  ExpectDifference(text + "\n", lines + 1, "hash");
  ExpectDifference(WithHash(text) + "\n", lines + 2, "nothing stands after the hash");
}

// With the hash no byte can change unnoticed; most changes are found where they are.
TEST(VerifyTest, EveryChangedByteIsFound) {
  const std::string text = WithHash(Vector("m-000000"));
  for (std::size_t at = 0; at < text.size(); ++at) {
    for (const int flip : {1, 2, 16, 128}) {
      std::string changed = text;
      changed[at] = static_cast<char>(changed[at] ^ flip);
      const Verification verified = VerifyRecord(changed);
      EXPECT_FALSE(verified.ok) << "byte " << at;
      EXPECT_FALSE(verified.difference.empty());
      EXPECT_GE(verified.line, 1);
    }
  }
}

TEST(VerifyTest, EveryCutIsFound) {
  const std::string text = Vector("m-000001");
  for (std::size_t size = 0; size < text.size(); ++size)
    EXPECT_FALSE(VerifyRecord(text.substr(0, size)).ok) << size;
}

TEST(VerifyTest, MissingDoubledAndSwappedLinesAreFound) {
  const std::vector<std::string> lines = LinesOf(Vector("m-000007"));
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    auto changed = lines;
    changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_FALSE(VerifyRecord(Joined(changed)).ok) << lines[i];
    changed = lines;
    changed.insert(changed.begin() + static_cast<std::ptrdiff_t>(i), lines[i]);
    EXPECT_FALSE(VerifyRecord(Joined(changed)).ok) << lines[i];
    changed = lines;
    std::swap(changed[i], changed[i + 1]);
    EXPECT_FALSE(VerifyRecord(Joined(changed)).ok) << lines[i];
  }
}

TEST(VerifyTest, FormIsHeldExactly) {
  const std::string text = Vector("m-000000");
  const struct {
    const char *from, *to;
    int line;
  } kChanges[] = {
      {"taki 1\n", "taki 2\n", 1},
      {"taki 1\n", "taki 1\r\n", 1},
      {"taki 1\n", "\xef\xbb\xbftaki 1\n", 1},
      {"match m-000000", "match m-0000000", 2},
      {"match m-000000", "match m-000001", 4},
      {"max_turns=10000", "max_turns=010000", 3},
      {"max_turns=10000", "max_turns=10001", 3},
      {"stages=8,", "stages=11,", 3},
      {"deal id=", "deal  id=", 4},
      {"entropy=-", "entropy=,", 4},
      {"entropy=-", "entropy=ab,cd,ef", 4},
      {"entropy=-", "entropy=a,", 4},
      {"entropy=-", "entropy=- ", 4},
      {"seed=", "seed=00", 4},
      {"move_time=1000ms", "move_time=+1000ms", 5},
      {"move_time=1000ms", "move_time=99999999999999999999ms", 5},
      {"move_time=1000ms", "move_time=0ms", 5},
      {"strike_limit=1000", "strike_limit=0", 5},
      {"seat 0 bot0@1", "seat 0 bot0@", 6},
      {"seat 0 bot0@1", "seat 0 bot0", 6},
      {"seat 0 bot0@1", "seat 0 Bot0@1", 6},
      {"seat 0 bot0@1", "seat 0 b@1", 6},
      {"seat 1 bot1@1", "seat 2 bot1@1", 7},
      {"seat 1 bot1@1", "seat 1 bot0@1", 7},
      {"0 0 timeout 1000\n", "00 0 timeout 1000\n", 8},
      {"0 0 timeout 1000\n", "0 0 timeout 1000 \n", 8},
      {"0 0 timeout 1000\n", "0 0  timeout 1000\n", 8},
      {"0 0 timeout 1000\n", "0 0 timeout -1\n", 8},
      {"0 0 timeout 1000\n", "0 0 timeout\n", 8},
      {"0 0 timeout 1000\n", "0 0 TIMEOUT 1000\n", 8},
      {"0 0 timeout 1000\n", "0 2 timeout 1000\n", 8},
      {"0 0 timeout 1000\n", "0 99 timeout 1000\n", 8},
      {"0 0 timeout 1000\n", "\n0 0 timeout 1000\n", 8},
      {"5 0 forfeit DISCONNECTED 0", "5 0 forfeit COMPLETED 0", 13},
      {"5 0 forfeit DISCONNECTED 0", "5 0 forfeit GONE 0", 13},
      {"5 0 forfeit DISCONNECTED 0", "5 0 forfeit DISCONNECTED 1", 13},
      {"result WALKOVER placing 2 1", "result WALKOVER placing 2 1 ", 14},
      {"result WALKOVER placing 2 1", "result WALKOVER 2 1", 14},
      {"result WALKOVER placing 2 1", "result WALKOVER placing 1 2", 14},
      {"result WALKOVER placing 2 1", "result COMPLETED placing 2 1", 14},
      {"result WALKOVER placing 2 1", "result VOID reason=X", 14},
  };
  for (const auto& change : kChanges) {
    const std::string changed = Replaced(text, change.from, change.to);
    const Verification verified = VerifyRecord(changed);
    EXPECT_FALSE(verified.ok) << change.to;
    EXPECT_EQ(verified.line, change.line) << change.to << ": " << verified.difference;
  }
}

TEST(VerifyTest, DealIsDerivedAgain) {  // R2.5
  const std::string text = Vector("m-000000");
  ExpectDifference(Replaced(text, "commitment=99ab", "commitment=99ac"), 4, "commitment");
  const std::string seed = text.substr(text.find("seed="), 69);
  ExpectDifference(Replaced(text, seed, "seed=-"), 4, "the seed is not told");
  ExpectDifference(Replaced(text, "PLAY_ALL", "PLAY_ANY"), 4, "commitment");
}

// --- what stands in records of our own, wrong in one thing each
// ---------------------------------------

class VerifyMatchTest : public MatchTest {
 protected:
  // The record with `from` replaced, as a forger would print it: with a hash that fits.
  std::string Forged(std::string_view from, std::string_view to) const {
    std::string text = RecordText();
    text.resize(text.rfind("hash "));
    return WithHash(Replaced(std::move(text), from, to));
  }
};

TEST_F(VerifyMatchTest, NamesTheRuleThatAnActionBreaks) {  // R7.4
  GivenDeal(3, "0: +3 | 2: X");
  Start();
  Answer(0, "+3");
  for (int seat : {2, 1}) Answer(seat, "pass");
  Step(Abort{"STOPPED"});
  EXPECT_TRUE(VerifyRecord(RecordText()).ok);
  ExpectDifference(Forged("1 1 pass", "1 1 draw"), 10, "R7.4");
  ExpectDifference(Forged("1 1 pass", "1 2 pass"), 10, "the answer of seat 1");
  ExpectDifference(Forged("1 1 pass", "1 0 forfeit RESIGNED"), 11, "the answer of seat 1");
}

TEST_F(VerifyMatchTest, AnswersOfAWindowAreThereOnlyAltogether) {  // R7.4, R11.8
  GivenDeal(3, "0: +3");
  Start();
  Answer(0, "+3");
  Answer(1, "pass");
  Step(Abort{"STOPPED"});
  EXPECT_TRUE(VerifyRecord(RecordText()).ok);
  ExpectDifference(Forged("result", "1 1 pass 0\nresult"), 11, "only when it has closed");
  ExpectDifference(Forged("result", "1 0 forfeit RESIGNED 0\nresult"), 11,
                   "only when it has closed");
  ExpectDifference(Forged("result", "1 1 pass 0\n2 0 forfeit RESIGNED 0\nresult"), 11,
                   "before the answers");
}

TEST_F(VerifyMatchTest, TimeIsNotChargedThatWasNotThere) {  // R11.1
  GivenDeal(2, "0: K");
  Start();
  Pass(31'000);
  Answer(0, "K");
  Pass(31'000);
  Answer(0, "end");
  Pass(61'001);
  Step(Abort{"STOPPED"});
  EXPECT_TRUE(VerifyRecord(RecordText()).ok);
  ExpectDifference(Forged("0 0 K 31000", "0 0 K 61001"), 8, "61000 ms");
  ExpectDifference(Forged("1 0 end 31000", "1 0 end 31001"), 9, "31000 ms");
  ExpectDifference(Forged("timeout 61000", "timeout 60999"), 10, "61000 ms");
}

TEST_F(VerifyMatchTest, SeatForfeitsWithTheLastStrike) {  // R11.5
  GivenMatch(2);
  config_.clock.time_bank_ms = 0;
  Start();
  Pass(5 * 1001);
  EXPECT_EQ(result_->ending, MatchEnding::kWalkover);
  EXPECT_TRUE(VerifyRecord(RecordText()).ok);
  ExpectDifference(Forged("4 0 forfeit TIMEOUT 0", "4 0 timeout 1000"), 12, "R11.5");
  ExpectDifference(Forged("4 0 forfeit TIMEOUT 0", "4 1 forfeit TIMEOUT 0"), 12, "not asked");
}

TEST_F(VerifyMatchTest, NoShowsStandFirst) {  // R11.7
  GivenMatch(4);
  Begin();
  for (int seat : {1, 2}) Join(seat);
  for (int seat : {1, 2}) BeReady(seat);
  Pass(30'001);
  Answer(1, AnyLegal(1));
  GiveUp(1);
  EXPECT_TRUE(VerifyRecord(RecordText()).ok);
  ExpectDifference(Forged("forfeit RESIGNED", "forfeit NO_SHOW"), 13, "R11.7");
  ExpectDifference(Forged("1 3 forfeit NO_SHOW", "1 0 forfeit NO_SHOW"), 11, "R10.2");
  ExpectDifference(Forged("0 0 forfeit NO_SHOW 0\n1 3", "0 3 forfeit NO_SHOW 0\n1 0"), 11, "R11.7");
}

TEST_F(VerifyMatchTest, NothingFollowsTheEnd) {  // R10.3
  GivenMatch(2);
  Start();
  GiveUp(1);
  ExpectDifference(Forged("result", "1 0 draw 0\nresult"), 9, "the match was over");
}

TEST_F(VerifyMatchTest, MatchThatIsNotOverHasNoPlacing) {
  GivenMatch(2);
  Start();
  Step(Abort{"STOPPED"});
  ExpectDifference(Forged("VOID reason=STOPPED", "WALKOVER placing 1 2"), 8, "not over");
  ExpectDifference(Forged("VOID reason=STOPPED", "VOID reason=stopped"), 8, "not over");
  ExpectDifference(Forged("VOID reason=STOPPED", "VOID"), 8, "not over");
}

// --- any bytes at all
// -----------------------------------------------------------------------------------

TEST(VerifyTest, AnyBytesAreSafe) {  // N19, N24
  taki::test::SplitMix random(7);
  const std::string text = WithHash(Vector("m-000007"));
  for (int round = 0; round < 3000; ++round) {
    std::string bytes = text;
    for (std::size_t n = 1 + random.Below(8); n > 0; --n) {
      const std::size_t at = random.Below(bytes.size());
      switch (random.Below(4)) {
        case 0: bytes[at] = static_cast<char>(random.Below(256)); break;
        case 1: bytes.insert(at, 1 + random.Below(30), static_cast<char>(random.Below(256))); break;
        case 2: bytes.erase(at, 1 + random.Below(30)); break;
        case 3: bytes.insert(at, bytes.substr(random.Below(bytes.size()), random.Below(60))); break;
      }
      if (bytes.empty()) bytes = "x";
    }
    const Verification verified = VerifyRecord(bytes);
    EXPECT_EQ(verified.ok, bytes == text);
    for (const char c : verified.difference) EXPECT_TRUE(c >= ' ' && c <= '~');
    EXPECT_LT(verified.difference.size(), 500u);
  }
}

TEST(VerifyTest, LongInputTakesLinearTime) {  // D8
  const std::string line = "0 0 timeout 1000\n";
  std::string text = Vector("m-000000");
  for (int i = 0; i < 100'000; ++i) text += line;
  EXPECT_FALSE(VerifyRecord(text).ok);
  EXPECT_FALSE(VerifyRecord(std::string(5'000'000, '9')).ok);
  EXPECT_FALSE(VerifyRecord(std::string(5'000'000, '\n')).ok);
}

}  // namespace
}  // namespace taki::match::test
