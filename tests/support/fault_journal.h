// A journal that does what a test wants to happen at a commit, and lets others listen.
//
// It stands before the memory store: `on_commit` decides what becomes of a batch; `on_committed`
// hears of each batch that is in the store, whatever the loop was told.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "store/memory_store.h"

namespace taki::test {

class FaultJournal final : public store::Journal {
 public:
  enum class Fate : std::uint8_t {
    kDone,
    kFails,          // UNAVAILABLE, nothing is there (P3)
    kDoneButDenied,  // UNAVAILABLE, though it is there (P6)
    kCrashBefore,    // throws Crash, nothing is there (P1)
    kCrashAfter,     // throws Crash, it is there
  };
  // The process is killed. No code of the product catches it.
  struct Crash {};

  explicit FaultJournal(store::MemoryStore& store) : store_(store) {}
  std::function<Fate(const store::Batch&)> on_commit;
  std::function<void(const store::Batch&)> on_committed;
  std::function<void()> on_maintain;
  // What the disk made of a match's records (P8).
  std::function<void(match::MatchId, std::vector<match::Record>&)> on_records;
  // Times that nobody noted.
  std::function<void(std::vector<store::InputTiming>&)> on_timings;

  absl::Status Commit(const store::Batch& batch) override {
    const Fate fate = on_commit ? on_commit(batch) : Fate::kDone;
    if (fate == Fate::kCrashBefore) throw Crash{};
    if (fate == Fate::kFails) return absl::UnavailableError("disk full (of the test)");
    if (absl::Status status = store_.Commit(batch); !status.ok()) return status;
    if (on_committed) on_committed(batch);
    if (fate == Fate::kCrashAfter) throw Crash{};
    if (fate == Fate::kDoneButDenied) return absl::UnavailableError("I/O error (of the test)");
    return absl::OkStatus();
  }
  absl::StatusOr<std::vector<store::Bot>> Bots() override { return store_.Bots(); }
  absl::StatusOr<std::vector<store::BotVersion>> BotVersions() override {
    return store_.BotVersions();
  }
  absl::StatusOr<std::vector<store::MatchRow>> Unfinished() override { return store_.Unfinished(); }
  absl::StatusOr<std::vector<match::Record>> Records(match::MatchId id) override {
    auto records = store_.Records(id);
    if (records.ok() && on_records) on_records(id, *records);
    return records;
  }
  absl::StatusOr<std::vector<store::InputTiming>> Timings(match::MatchId id) override {
    auto timings = store_.Timings(id);
    if (timings.ok() && on_timings) on_timings(*timings);
    return timings;
  }
  absl::StatusOr<match::MatchId> LastMatchId() override { return store_.LastMatchId(); }
  absl::StatusOr<store::MatchRow> Match(match::MatchId id) override { return store_.Match(id); }
  absl::StatusOr<store::MatchRow> MatchByRequestId(const std::string& request_id) override {
    return store_.MatchByRequestId(request_id);
  }
  absl::StatusOr<std::vector<store::LeagueRow>> Leagues() override { return store_.Leagues(); }
  absl::StatusOr<std::vector<league::LogEntry>> LeagueLog(league::LeagueId id) override {
    return store_.LeagueLog(id);
  }
  void Maintain(bool idle) override {
    store_.Maintain(idle);
    if (on_maintain) on_maintain();
  }

 private:
  store::MemoryStore& store_;
};

}  // namespace taki::test
