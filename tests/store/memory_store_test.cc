// The memory store under the contract, and its failures on demand.
#include "store/memory_store.h"

#include "tests/store/store_contract.h"

namespace taki::store::test {
namespace {

class MemoryUnderTest final : public StoreUnderTest {
 public:
  explicit MemoryUnderTest(int looked_at_max) : store_(looked_at_max) {}
  Journal& journal() override { return store_; }
  History& history() override { return store_; }
  void Restart() override {}  // the data outlives the host by staying where it is

 private:
  MemoryStore store_;
};

Batch BotsOnly(int first, int last) {
  Batch batch;
  for (int number = first; number <= last; ++number) batch.bots.push_back(SampleBot(number));
  return batch;
}

TEST(MemoryStore, FailsTheCommitItWasToldToAndLeavesNothingOfIt) {
  MemoryStore store;
  store.FailCommit(2, absl::UnavailableError("disk full"));
  EXPECT_TRUE(store.Commit(BotsOnly(1, 1)).ok());
  EXPECT_TRUE(absl::IsUnavailable(store.Commit(BotsOnly(2, 2))));
  EXPECT_EQ(store.Bots().value().size(), 1u);
  EXPECT_TRUE(store.Commit(BotsOnly(2, 2)).ok());
  EXPECT_EQ(store.commits(), 2);
}

TEST(MemoryStore, CanReportACommitAsFailedThatWasDone) {  // P6
  MemoryStore store;
  store.FailCommit(1, absl::UnavailableError("I/O error"), true);
  EXPECT_TRUE(absl::IsUnavailable(store.Commit(BotsOnly(1, 1))));
  EXPECT_EQ(store.Bots().value().size(), 1u);
  EXPECT_TRUE(store.Commit(BotsOnly(1, 1)).ok());
}

TEST(MemoryStore, CanFailUntilToldOtherwise) {  // P4
  MemoryStore store;
  store.FailCommits(absl::UnavailableError("disk full"));
  EXPECT_TRUE(absl::IsUnavailable(store.Commit(BotsOnly(1, 1))));
  EXPECT_TRUE(absl::IsUnavailable(store.Commit(BotsOnly(1, 1))));
  store.FailCommits(absl::OkStatus());
  EXPECT_TRUE(store.Commit(BotsOnly(1, 1)).ok());
}

TEST(MemoryStore, InputsThatLeaveAGapAreRefused) {
  MemoryStore store;
  Batch batch = BotsOnly(1, 2);
  batch.matches = {SampleRow(1, 2)};
  std::vector<match::Record> records(1);
  records[0].input_no = 2;
  batch.changes.emplace_back().match.number = 1;
  batch.changes[0].records = records;
  EXPECT_TRUE(absl::IsFailedPrecondition(store.Commit(batch)));
}

}  // namespace

std::unique_ptr<StoreUnderTest> MakeStore(int looked_at_max) {
  return std::make_unique<MemoryUnderTest>(looked_at_max);
}

}  // namespace taki::store::test
