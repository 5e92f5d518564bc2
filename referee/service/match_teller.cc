#include "referee/service/match_teller.h"

#include <utility>

#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "referee/match/record_text.h"
#include "referee/match/story.h"
#include "referee/service/convert.h"

namespace taki::service {
namespace {

// Hands over all lines of a match, page by page, until `visit` fails.
absl::Status ForEachLine(store::History& history, match::MatchId id,
                         absl::FunctionRef<absl::Status(const match::Line&)> visit) {
  for (std::uint32_t from = 0;;) {
    const auto lines = history.Lines(id, from, MatchTeller::kPieceMoves);
    if (!lines.ok()) return lines.status();
    for (const match::Line& line : *lines)
      if (absl::Status status = visit(line); !status.ok()) return status;
    if (lines->size() < static_cast<std::size_t>(MatchTeller::kPieceMoves)) return absl::OkStatus();
    from = lines->back().ply + 1;
  }
}

}  // namespace

MatchTeller::MatchTeller(store::History& history, Wanted wanted, Write write)
    : history_(history), wanted_(wanted), write_(std::move(write)), names_(history) {}

absl::Status MatchTeller::Flush() {
  const bool taken = write_(piece_);
  piece_.Clear();
  return taken ? absl::OkStatus() : absl::CancelledError("nobody reads any more");
}

absl::Status MatchTeller::Tell(const store::MatchRow& row) {
  absl::Status status = TellMatch(row);
  if (status.ok() && wanted_.moves) status = TellMoves(row.config.id);
  if (status.ok() && wanted_.decisions) status = TellDecisions(row);
  if (status.ok() && wanted_.record) status = TellRecord(row);
  return status;
}

absl::Status MatchTeller::TellMatch(const store::MatchRow& row) {
  ToProto(row, names_.Of(row.config), piece_.mutable_match());
  return Flush();
}

absl::Status MatchTeller::TellMoves(match::MatchId id) {
  absl::Status status = ForEachLine(history_, id, [this](const match::Line& line) {
    ToProto(line, /*revealed=*/true, piece_.mutable_moves()->add_moves());
    return piece_.moves().moves_size() == kPieceMoves ? Flush() : absl::OkStatus();
  });
  return status.ok() && piece_.has_moves() ? Flush() : status;
}

absl::Status MatchTeller::TellDecisions(const store::MatchRow& row) {
  const auto records = history_.Records(row.config.id);
  if (!records.ok()) return records.status();
  const auto timings = history_.Timings(row.config.id);
  if (!timings.ok()) return timings.status();
  const DecisionPlace place{row, *timings};
  std::size_t bytes = 0;
  absl::Status told = absl::OkStatus();
  const absl::Status replayed =
      match::ForEachDecision(row.config, *records, [&](const match::DecisionStory& story) {
        v1::DecisionRecord& decision = *piece_.mutable_decisions()->add_decisions();
        ToProto(story, place, &decision);
        bytes += decision.ByteSizeLong();
        if (bytes < kPieceBytes) return true;
        bytes = 0;
        told = Flush();
        return told.ok();
      });
  if (!replayed.ok())
    return absl::DataLossError(
        absl::StrCat(match::ToString(row.config.id), ": ", replayed.message()));
  return told.ok() && piece_.has_decisions() ? Flush() : told;
}

absl::Status MatchTeller::TellRecord(const store::MatchRow& row) {
  std::string& text = *piece_.mutable_record();
  text = match::HeaderText(match::MakeHeader(row.config, row.versions, row.entropy, /*over=*/true));
  absl::Status status =
      ForEachLine(history_, row.config.id, [this](const match::Line& line) -> absl::Status {
        match::AppendLineText(*piece_.mutable_record(), line);
        return piece_.record().size() < kPieceBytes ? absl::OkStatus() : Flush();
      });
  if (!status.ok()) return status;
  *piece_.mutable_record() +=
      match::ResultText(row.result->ending, row.result->void_reason, row.result->seats) +
      match::HashText(row.result->record_hash);
  return Flush();
}

}  // namespace taki::service
