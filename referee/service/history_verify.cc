// HistoryService.VerifyMatches: many matches, verified while others are played.
#include <algorithm>
#include <thread>
#include <vector>

#include "referee/service/history_service.h"
#include "referee/service/match_filter.h"
#include "referee/service/verify_many.h"

namespace taki::service {
namespace {

constexpr int kMatchesAtOnce = 64;
constexpr std::chrono::seconds kProgressEvery{1};
constexpr std::int32_t kRetryAfter_ms = 5'000;

using Writer = grpc::ServerWriter<v1::VerifyMatchesResponse>;

void ToProto(const VerifyCounts& counts, std::int64_t total, v1::VerifyProgress& out) {
  out.set_matches_checked(counts.checked);
  out.set_matches_total(total);
  out.set_matches_different(counts.different);
  out.set_lines_checked(counts.actions);
}

bool Write(const VerifyFinding& finding, Writer& writer) {
  v1::VerifyMatchesResponse response;
  v1::VerifyDifference& difference = *response.mutable_difference();
  difference.set_match_id(match::ToString(finding.match));
  difference.set_line(finding.line);
  difference.set_difference(finding.difference);
  return writer.Write(response);
}

// The matches that pass, in the order of their results, up to the last one there was.
VerifyMany::Source ResultsOf(store::History& history, const store::MatchFilter& filter,
                             std::int64_t last) {
  return [&history, &filter, last,
          after = std::int64_t{0}]() mutable -> absl::StatusOr<VerifyMany::Portion> {
    const auto page = history.MatchesByResult(filter, after, kMatchesAtOnce);
    if (!page.ok()) return page.status();
    VerifyMany::Portion portion;
    for (const store::MatchRow& row : page->matches)
      if (row.result_no <= last) portion.matches.push_back(row.config.id);
    portion.last = page->at_end || page->next >= last;
    after = page->next;
    return portion;
  };
}

// Tells what is found until all is done. False: the client is gone, or the referee stops.
bool Tell(VerifyMany& many, const std::atomic<bool>& draining, grpc::ServerContext& context,
          std::int64_t total, Writer& writer) {
  for (;;) {
    const VerifyMany::News news = many.Wait(kProgressEvery);
    for (const VerifyFinding& finding : news.findings)
      if (!Write(finding, writer)) return false;
    v1::VerifyMatchesResponse response;
    ToProto(news.counts, total,
            news.done ? *response.mutable_summary() : *response.mutable_progress());
    // What is not complete has no summary.
    if (news.done && !many.status().ok()) return true;
    if (context.IsCancelled() || draining.load() || !writer.Write(response)) return false;
    if (news.done) return true;
  }
}

}  // namespace

grpc::Status HistoryService::VerifyMatches(grpc::ServerContext* context,
                                           const v1::VerifyMatchesRequest* request,
                                           grpc::ServerWriter<v1::VerifyMatchesResponse>* writer) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.HistoryService/VerifyMatches"))
    return *refused;
  FieldErrors errors;
  const auto filter = FilterOfResultsFrom(request->filter(), backend_.leagues, errors);
  if (!errors.empty()) return ToGrpcStatus(InvalidFields(std::move(errors)));
  if (!filter.ok())
    return Failure(backend_, filter.status(), {.not_found = Reason::kLeagueNotFound});
  const auto last = backend_.history.LastResultNo();
  if (!last.ok()) return Failure(backend_, last.status(), {});

  const std::unique_lock one_at_a_time(verifying_, std::try_to_lock);
  if (!one_at_a_time)
    return ToGrpcStatus(Error{Reason::kTooManyExports, "", {}, {}, kRetryAfter_ms});
  const bool all = request->filter().ByteSizeLong() == 0;
  const int workers = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  VerifyMany many(ResultsOf(backend_.history, *filter, *last), workers);
  std::vector<std::thread> threads;
  for (int i = 0; i < workers; ++i)
    threads.emplace_back([this, &many] {
      YieldToOthers();
      many.Work(backend_.history);
    });
  const bool told = Tell(many, backend_.draining, *context, all ? *last : 0, *writer);
  many.Stop();
  for (std::thread& thread : threads) thread.join();
  if (!told && backend_.draining.load())
    return ToGrpcStatus(Error{Reason::kDraining, "", {}, {}, 2'000});
  if (!told) return {grpc::StatusCode::CANCELLED, "the client is gone"};
  return many.status().ok() ? grpc::Status::OK : Failure(backend_, many.status(), {});
}

}  // namespace taki::service
