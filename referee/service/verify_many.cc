#include "referee/service/verify_many.h"

#include <sys/resource.h>
#include <unistd.h>

#include <utility>

#include "referee/service/verify.h"

namespace taki::service {

VerifyMany::VerifyMany(Source source, int workers)
    : source_(std::move(source)), workers_(workers) {}

void VerifyMany::Work(store::History& history) {
  store::WholeMatch whole;
  std::vector<match::MatchId> portion;
  while (Take(portion))
    for (const match::MatchId id : portion) {
      if (stopped()) break;
      Verify(history, id, whole);
    }
  const std::lock_guard lock(mutex_);
  --workers_;
  news_.notify_all();
}

bool VerifyMany::Take(std::vector<match::MatchId>& portion) {
  const std::lock_guard one_at_a_time(source_mutex_);
  if (exhausted_ || stopped()) return false;
  absl::StatusOr<Portion> next = source_();
  if (!next.ok()) {
    Fail(next.status());
    return false;
  }
  exhausted_ = next->last;
  portion = std::move(next->matches);
  for (VerifyFinding& finding : next->findings) Found(std::move(finding));
  return true;
}

void VerifyMany::Verify(store::History& history, match::MatchId id, store::WholeMatch& whole) {
  absl::StatusOr<match::AuditReport> report = VerifyStored(history, id, whole);
  if (absl::IsDataLoss(report.status()))
    return Found({.match = id,
                  .line = 0,
                  .difference = std::string(report.status().message()),
                  .damaged = true});
  if (!report.ok()) return Fail(report.status());
  {
    const std::lock_guard lock(mutex_);
    counts_.actions += report->actions;
    if (report->ok) {
      ++counts_.checked;
      return;
    }
  }
  Found({.match = id,
         .line = report->line,
         .difference = std::move(report->difference),
         .damaged = false});
}

void VerifyMany::Found(VerifyFinding finding) {
  std::unique_lock lock(mutex_);
  room_.wait(lock, [this] { return stopped_ || findings_.size() < kFindingsMax; });
  ++counts_.checked;
  ++counts_.different;
  findings_.push_back(std::move(finding));
  news_.notify_all();
}

void VerifyMany::Fail(absl::Status status) {
  const std::lock_guard lock(mutex_);
  if (status_.ok()) status_ = std::move(status);
  stopped_ = true;
  room_.notify_all();
  news_.notify_all();
}

void VerifyMany::Stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  room_.notify_all();
  news_.notify_all();
}

bool VerifyMany::stopped() const {
  const std::lock_guard lock(mutex_);
  return stopped_;
}

VerifyMany::News VerifyMany::Wait(std::chrono::milliseconds limit) {
  std::unique_lock lock(mutex_);
  news_.wait_for(lock, limit, [this] { return workers_ == 0 || !findings_.empty(); });
  News news{.counts = counts_, .findings = std::exchange(findings_, {}), .done = workers_ == 0};
  room_.notify_all();
  return news;
}

absl::Status VerifyMany::status() const {
  const std::lock_guard lock(mutex_);
  return status_;
}

// On Linux a thread has a nice value of its own.
void YieldToOthers() { (void)setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), 19); }

}  // namespace taki::service
