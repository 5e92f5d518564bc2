// A match that stands in a store as the host would have left it, played by a script in the notation
// (tests/match/match_fixture.h), so that a test need not play it over the wire.
#pragma once

#include <string>
#include <string_view>

#include "store/memory_store.h"
#include "tests/match/match_fixture.h"

namespace taki::service {

class StoredMatch : public match::test::MatchTest {
 public:
  void TestBody() override {}

  // As it stands now, under its id; its bots b0, b1, ... and one more, "stranger", whose tokens are
  // TokenOf their names. `seal` may change the row and the records before.
  void PutInto(store::MemoryStore& store);
  static std::string TokenOf(std::string_view bot) { return "taki_" + std::string(bot); }

  std::string id() const { return match::ToString(config_.id); }
  const std::vector<match::Record>& records() const { return records_; }
  // The seat's decision that is open.
  match::Decision AskedNow(int seat) const { return Asked(seat); }

  using MatchTest::Answer, MatchTest::AnswerAnyhow, MatchTest::Asked, MatchTest::AnyLegal,
      MatchTest::GivenDeal, MatchTest::GivenMatch, MatchTest::GiveUp, MatchTest::IsAsked,
      MatchTest::Pass, MatchTest::Start, MatchTest::match, MatchTest::config_, MatchTest::records_;

  std::int32_t public_delay_ms_ = 0;
  std::vector<store::InputTiming> timings_;
};

}  // namespace taki::service
