// The contract of Journal and History as tests (store_contract.cc, list_contract.cc,
// league_contract.cc, history_contract.cc). A test program links them and defines MakeStore.
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "store/history.h"
#include "store/journal.h"
#include "tests/store/sample_matches.h"

namespace taki::store::test {

// A store of some kind, and a way to lose everything but what it keeps.
class StoreUnderTest {
 public:
  virtual ~StoreUnderTest() = default;
  virtual Journal& journal() = 0;
  virtual History& history() = 0;
  virtual void Restart() = 0;
};
// An empty one, a page of which looks at so many matches; defined once in each test program.
std::unique_ptr<StoreUnderTest> MakeStore(int looked_at_max);

std::vector<std::int64_t> NumbersOf(const std::vector<MatchRow>& rows);

class StoreContract : public ::testing::Test {
 protected:
  explicit StoreContract(int looked_at_max = kMatchesLookedAt) : store_(MakeStore(looked_at_max)) {}
  Journal& journal() { return store_->journal(); }
  History& history() { return store_->history(); }
  void Restart() { store_->Restart(); }

  // Bots 1 to 12, and match `number` of two of them.
  void GivenBots();
  void GivenMatch(std::int64_t number);
  void Commit(const Batch& batch);
  // Commits the parts of one change to match `number`.
  void Record(std::int64_t number, std::vector<match::Record> records,
              std::vector<match::Line> lines = {});
  void SetState(std::int64_t number, MatchState state, std::string reason = "");
  void Finish(std::int64_t number, const match::Result& result);
  MatchRow Match(std::int64_t number);
  // League `number`, and match `number` of its fixture.
  void GivenLeague(int number);
  void GivenLeagueMatch(std::int64_t number, int league, std::int32_t fixture = 1);
  std::vector<std::int64_t> List(const MatchFilter& filter);  // all pages, of three matches each

 private:
  std::unique_ptr<StoreUnderTest> store_;
};

}  // namespace taki::store::test
