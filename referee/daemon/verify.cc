#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "referee/daemon/progress_bar.h"
#include "referee/daemon/run.h"
#include "referee/service/text.h"
#include "referee/service/verify_leagues.h"
#include "referee/service/verify_many.h"
#include "store/sqlite/tools.h"

namespace taki::daemon {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr int kMatchesAtOnce = 64;
constexpr milliseconds kProgressEvery{200};

ExitCode Fail(const absl::Status& status) {
  std::fprintf(stderr, "%s\n", service::Escaped(std::string(status.message()), 1'000).c_str());
  return absl::IsDataLoss(status) ? ExitCode::kDamaged : ExitCode::kCannotStart;
}

int Threads(const VerifyOptions& options) {
  if (options.threads > 0) return options.threads;
  return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

// One line for each thing that differs, as it is found, and how far all has come.
class Told {
 public:
  void Findings(const std::vector<service::VerifyFinding>& findings) {
    if (!findings.empty()) bar_.Clear();
    for (const service::VerifyFinding& finding : findings) {
      std::string text = service::Escaped(finding.difference, 500);
      if (finding.line > 0) text.insert(0, "line " + std::to_string(finding.line) + ": ");
      Line(match::ToString(finding.match), text);
      damaged_ = damaged_ || finding.damaged;
    }
  }
  void Difference(const std::string& what, const std::string& difference) {
    bar_.Clear();
    Line(what, service::Escaped(difference, 500));
  }
  // A row that makes no sense; whatever else it is that failed is the caller's.
  bool TakeDamage(const std::string& what, const absl::Status& status) {
    if (!absl::IsDataLoss(status)) return false;
    Difference(what, std::string(status.message()));
    damaged_ = true;
    return true;
  }
  void Progress(const service::VerifyCounts& counts, std::int64_t total) {
    bar_.Show(ProgressText(counts.checked, total, counts.actions, elapsed()));
  }
  void Summary(const service::VerifyCounts& counts, std::int64_t leagues) {
    bar_.Clear();
    const double seconds = static_cast<double>(elapsed().count()) / 1e3;
    std::printf("%lld matches verified, %lld differ, %lld actions re-played in %.1f s (%.0f/s)\n",
                static_cast<long long>(counts.checked), static_cast<long long>(counts.different),
                static_cast<long long>(counts.actions), seconds,
                static_cast<double>(counts.actions) / std::max(seconds, 0.001));
    std::printf("%lld leagues verified\n", static_cast<long long>(leagues));
  }
  ExitCode code() const {
    if (damaged_) return ExitCode::kDamaged;
    return different_ ? ExitCode::kDiffers : ExitCode::kOk;
  }

 private:
  void Line(const std::string& what, const std::string& text) {
    std::printf("%s: %s\n", what.c_str(), text.c_str());
    different_ = true;
  }
  milliseconds elapsed() const {
    return std::chrono::duration_cast<milliseconds>(steady_clock::now() - begun_);
  }

  const steady_clock::time_point begun_ = steady_clock::now();
  ProgressBar bar_;
  bool different_ = false;
  bool damaged_ = false;
};

// All matches that are over, on all threads.
absl::StatusOr<service::VerifyCounts> VerifyAllMatches(const VerifyOptions& options, Told& told) {
  absl::StatusOr<store::sqlite::OverMatches> over = store::sqlite::OverMatches::Open(options.db);
  if (!over.ok()) return over.status();
  const absl::StatusOr<std::int64_t> total = over->Count();
  if (!total.ok()) return total.status();
  const int count = Threads(options);
  std::vector<std::unique_ptr<store::History>> histories;
  for (int i = 0; i < count; ++i) {
    auto history = store::sqlite::OpenReadOnly(options.db);
    if (!history.ok()) return history.status();
    histories.push_back(*std::move(history));
  }
  service::VerifyMany many(
      [&over]() -> absl::StatusOr<service::VerifyMany::Portion> {
        auto ids = over->Next(kMatchesAtOnce);
        if (!ids.ok()) return ids.status();
        const bool last = ids->empty();
        return service::VerifyMany::Portion{
            .matches = *std::move(ids), .findings = {}, .last = last};
      },
      count);
  std::vector<std::thread> threads;
  for (const auto& history : histories)
    threads.emplace_back([&many, &history] { many.Work(*history); });
  service::VerifyMany::News news;
  while (!news.done) {
    news = many.Wait(kProgressEvery);
    told.Findings(news.findings);
    told.Progress(news.counts, *total);
  }
  for (std::thread& thread : threads) thread.join();
  if (absl::Status status = many.status(); !status.ok()) return status;
  return news.counts;
}

// How many there are.
absl::StatusOr<std::int64_t> CompareLeagues(const VerifyOptions& options, Told& told) {
  const auto history = store::sqlite::OpenReadOnly(options.db);
  if (!history.ok()) return history.status();
  auto leagues = service::VerifyLeagues(
      **history, [&told](league::LeagueId league, const std::string& difference) {
        told.Difference(league::ToString(league), difference);
      });
  if (told.TakeDamage("leagues", leagues.status())) return 0;
  return leagues;
}

}  // namespace

ExitCode Verify(const VerifyOptions& options) {
  Told told;
  const auto counts = VerifyAllMatches(options, told);
  if (!counts.ok()) return Fail(counts.status());
  const auto leagues = CompareLeagues(options, told);
  if (!leagues.ok()) return Fail(leagues.status());
  const auto books = store::sqlite::CheckBooks(options.db);
  if (books.ok()) {
    for (const std::string& contradiction : *books) told.Difference("books", contradiction);
  } else if (!told.TakeDamage("books", books.status())) {
    return Fail(books.status());
  }
  told.Summary(*counts, *leagues);
  return told.code();
}

}  // namespace taki::daemon
