// The SQLite store under the contract.
#include "store/sqlite/sqlite_store.h"
#include "tests/store/store_contract.h"
#include "tests/store/temp_dir.h"

namespace taki::store::test {
namespace {

class SqliteUnderTest final : public StoreUnderTest {
 public:
  explicit SqliteUnderTest(int looked_at_max) : looked_at_max_(looked_at_max) { Open(); }
  Journal& journal() override { return store_->journal(); }
  History& history() override { return store_->history(); }
  void Restart() override {
    store_.reset();
    Open();
  }

 private:
  void Open() {
    auto store = sqlite::SqliteStore::Open(
        {.path = dir_.File("taki.db"), .readers = 1, .matches_looked_at = looked_at_max_});
    TAKI_CHECK(store.ok());
    store_ = *std::move(store);
  }
  const int looked_at_max_;
  TempDir dir_;
  std::unique_ptr<sqlite::SqliteStore> store_;
};

}  // namespace

std::unique_ptr<StoreUnderTest> MakeStore(int looked_at_max) {
  return std::make_unique<SqliteUnderTest>(looked_at_max);
}

}  // namespace taki::store::test
