// HistoryService.ExportMatches: matches that are over, in the order in which they ended.
#include <sys/resource.h>
#include <unistd.h>

#include <charconv>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/service/history_service.h"
#include "referee/service/match_filter.h"
#include "referee/service/match_teller.h"

namespace taki::service {
namespace {

constexpr int kExportsMax = 4;
constexpr int kMatchesAtOnce = 64;
constexpr std::int32_t kRetryAfter_ms = 5'000;
constexpr int kNice = 10;  // matches that are being played go first

using Writer = grpc::ServerWriter<v1::ExportMatchesResponse>;

// A place among those that may export at once, while it lives.
class Place {
 public:
  explicit Place(std::atomic<int>& taken) : taken_(taken), got_(taken.fetch_add(1) < kExportsMax) {}
  ~Place() { taken_.fetch_sub(1); }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;
  bool got() const { return got_; }

 private:
  std::atomic<int>& taken_;
  const bool got_;
};

std::string QueryOf(const v1::ListMatchesRequest& filter) {
  return "ExportMatches" + filter.SerializeAsString();
}

// A cursor names the last match that was told, by its number among the results and by its id: in a
// database that was restored from a backup the same number may be another match's.
std::string CursorOf(const std::string& query, const store::MatchRow& row) {
  return PageToken(query, absl::StrCat(row.result_no, " ", row.config.id.number));
}

struct Cursor {
  std::int64_t result_no = 0;
  match::MatchId match;
};

std::optional<Cursor> ParseCursor(std::string_view text) {
  Cursor cursor;
  const char* const end = text.data() + text.size();
  const auto number = std::from_chars(text.data(), end, cursor.result_no);
  if (number.ec != std::errc() || number.ptr == end || *number.ptr != ' ') return std::nullopt;
  const auto match = std::from_chars(number.ptr + 1, end, cursor.match.number);
  if (match.ec != std::errc() || match.ptr != end || cursor.result_no <= 0) return std::nullopt;
  return cursor;
}

// The number of the match that `token` names; 0 for no token.
std::int64_t ReadCursor(store::History& history, const std::string& query, const std::string& token,
                        FieldErrors& errors) {
  if (token.empty()) return 0;
  FieldErrors of_page;
  const std::optional<Cursor> cursor = ParseCursor(PageCursor(query, token, of_page));
  if (!of_page.empty() || !cursor) {
    errors.push_back(
        {"cursor", "must be the cursor of a match_end with this same filter, or empty"});
    return 0;
  }
  const auto row = history.GetMatch(cursor->match);
  if (row.ok() && row->result_no == cursor->result_no) return cursor->result_no;
  errors.push_back({"cursor", absl::StrCat("is of a match that this referee does not have (",
                                           match::ToString(cursor->match),
                                           "; was a backup restored?): begin anew")});
  return 0;
}

// One call, once it is known to be right.
class Export {
 public:
  Export(const Backend& backend, grpc::ServerContext& context, WriteWatch& watch, Writer& writer,
         const v1::ExportMatchesRequest& request)
      : backend_(backend),
        context_(context),
        writer_(writer),
        query_(QueryOf(request.filter())),
        matches_max_(request.max_matches()),
        stream_(watch, [&context] { context.TryCancel(); }),
        teller_(backend.history, {request.moves(), request.decisions(), request.record()},
                [this](const v1::ExportMatchesResponse& piece) { return Write(piece); }) {}

  // Tells what was over when it began, and comes after result number `after`.
  grpc::Status Run(const store::MatchFilter& filter, std::int64_t after) {
    const auto last = backend_.history.LastResultNo();
    if (!last.ok()) return Failed(last.status());
    while (after < *last) {
      if (context_.IsCancelled()) return Gone();
      const auto page = backend_.history.MatchesByResult(filter, after, kMatchesAtOnce);
      if (!page.ok()) return Failed(page.status());
      for (const store::MatchRow& row : page->matches) {
        if (row.result_no > *last || IsEnough()) return grpc::Status::OK;
        if (backend_.draining.load()) return Draining();
        if (absl::Status status = Tell(row); !status.ok()) return Failed(status);
      }
      if (page->at_end) break;
      after = page->next;
    }
    return grpc::Status::OK;
  }

 private:
  bool IsEnough() const { return matches_max_ > 0 && told_ >= matches_max_; }
  static grpc::Status Gone() { return {grpc::StatusCode::CANCELLED, "the client is gone"}; }
  static grpc::Status Draining() {
    return ToGrpcStatus(Error{Reason::kDraining, "", {}, {}, 2'000});
  }
  grpc::Status Failed(const absl::Status& status) const {
    if (absl::IsCancelled(status)) return Gone();
    return Failure(backend_, status, {});
  }

  absl::Status Tell(const store::MatchRow& row) {
    if (absl::Status status = teller_.Tell(row); !status.ok()) return status;
    v1::ExportMatchesResponse end;
    end.mutable_match_end()->set_match_id(match::ToString(row.config.id));
    end.mutable_match_end()->set_cursor(CursorOf(query_, row));
    ++told_;
    return Write(end) ? absl::OkStatus() : absl::CancelledError("");
  }

  bool Write(const v1::ExportMatchesResponse& piece) {
    stream_.Begin();
    const bool written = writer_.Write(piece);
    stream_.End();
    return written;
  }

  const Backend& backend_;
  grpc::ServerContext& context_;
  Writer& writer_;
  const std::string query_;
  const std::int64_t matches_max_;
  WriteWatch::Stream stream_;
  MatchTeller teller_;
  std::int64_t told_ = 0;
};

// In a thread of its own, since a thread's priority can be lowered, but not raised again.
void RunNicely(const std::function<void()>& work) {
  std::thread thread([&work] {
    setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNice);
    work();
  });
  thread.join();
}

}  // namespace

grpc::Status HistoryService::ExportMatches(grpc::ServerContext* context,
                                           const v1::ExportMatchesRequest* request,
                                           grpc::ServerWriter<v1::ExportMatchesResponse>* writer) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.HistoryService/ExportMatches"))
    return *refused;
  FieldErrors errors;
  const auto filter = FilterOfResultsFrom(request->filter(), backend_.leagues, errors);
  if (request->max_matches() < 0)
    errors.push_back({"max_matches", "must be 1 or more, or 0 for all"});
  const std::int64_t after =
      ReadCursor(backend_.history, QueryOf(request->filter()), request->cursor(), errors);
  if (!errors.empty()) return ToGrpcStatus(InvalidFields(std::move(errors)));
  if (!filter.ok())
    return Failure(backend_, filter.status(), {.not_found = Reason::kLeagueNotFound});
  const Place place(exports_);
  if (!place.got()) return ToGrpcStatus(Error{Reason::kTooManyExports, "", {}, {}, kRetryAfter_ms});
  grpc::Status status;
  RunNicely([&] {
    status = Export(backend_, *context, write_watch_, *writer, *request).Run(*filter, after);
  });
  return status;
}

}  // namespace taki::service
