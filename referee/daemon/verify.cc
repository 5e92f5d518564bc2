#include "referee/service/verify.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "referee/daemon/run.h"
#include "referee/service/text.h"
#include "store/sqlite/tools.h"

namespace taki::daemon {
namespace {

ExitCode Fail(const absl::Status& status) {
  std::fprintf(stderr, "%s\n", service::Escaped(std::string(status.message()), 1'000).c_str());
  return absl::IsDataLoss(status) ? ExitCode::kDamaged : ExitCode::kCannotStart;
}

// What the threads share: the list of matches, and what came out.
class Work {
 public:
  explicit Work(std::vector<match::MatchId> ids) : ids_(std::move(ids)) {}

  // One thread's part: takes matches until none is left.
  void Run(const std::string& db) {
    const auto history = store::sqlite::OpenReadOnly(db);
    if (!history.ok()) return Stop(history.status());
    for (;;) {
      const std::size_t i = next_.fetch_add(1);
      if (i >= ids_.size() || stopped_.load()) return;
      Check(**history, ids_[i]);
      Progress();
    }
  }
  void Finish() {
    if (terminal_) std::fprintf(stderr, "\r\033[K");
    std::sort(different_.begin(), different_.end());
    for (const auto& [id, what] : different_)
      std::printf("%s: %s\n", match::ToString(id).c_str(), what.c_str());
    std::printf("%zu matches verified, %zu differ, %lld actions re-played\n", done_.load(),
                different_.size(), static_cast<long long>(actions_.load()));
  }
  const absl::Status& status() const { return status_; }
  bool all_right() const { return different_.empty(); }

 private:
  void Check(store::History& history, match::MatchId id) {
    const auto row = history.GetMatch(id);
    if (!row.ok()) return Stop(row.status());
    const auto verified = service::VerifyStored(history, *row);
    if (!verified.ok()) return Stop(verified.status());
    actions_.fetch_add(verified->actions);
    if (verified->ok) return;
    std::string what = service::Escaped(verified->difference, 500);
    if (verified->line > 0) what.insert(0, "line " + std::to_string(verified->line) + ": ");
    std::lock_guard lock(mutex_);
    different_.emplace_back(id, std::move(what));
  }
  void Progress() {
    const std::size_t done = done_.fetch_add(1) + 1;
    if (terminal_ && done % 100 == 0)
      std::fprintf(stderr, "\r%zu of %zu matches", done, ids_.size());
  }
  void Stop(const absl::Status& status) {
    std::lock_guard lock(mutex_);
    if (status_.ok()) status_ = status;
    stopped_.store(true);
  }

  const std::vector<match::MatchId> ids_;
  const bool terminal_ = isatty(STDERR_FILENO) == 1;
  std::atomic<std::size_t> next_{0}, done_{0};
  std::atomic<std::int64_t> actions_{0};
  std::atomic<bool> stopped_{false};
  std::mutex mutex_;  // guards what follows
  std::vector<std::pair<match::MatchId, std::string>> different_;
  absl::Status status_;
};

}  // namespace

ExitCode Verify(const VerifyOptions& options) {
  std::vector<match::MatchId> ids;
  const absl::Status listed =
      store::sqlite::ForEachFinishedMatch(options.db, [&ids](store::History&, match::MatchId id) {
        ids.push_back(id);
        return absl::OkStatus();
      });
  if (!listed.ok()) return Fail(listed);
  Work work(std::move(ids));
  const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  std::vector<std::thread> threads;
  for (int i = options.threads == 0 ? cores : options.threads; i > 0; --i)
    threads.emplace_back([&] { work.Run(options.db); });
  for (std::thread& thread : threads) thread.join();
  if (!work.status().ok()) return Fail(work.status());
  work.Finish();
  return work.all_right() ? ExitCode::kOk : ExitCode::kDiffers;
}

}  // namespace taki::daemon
