#include "referee/service/verify.h"

#include <utility>
#include <vector>

#include "referee/match/record_text.h"

namespace taki::service {
namespace {

constexpr int kLinesAtOnce = 1'000;

absl::StatusOr<std::vector<match::Line>> AllLines(store::History& history, match::MatchId id) {
  std::vector<match::Line> all;
  for (std::uint32_t from = 0;;) {
    absl::StatusOr<std::vector<match::Line>> some = history.Lines(id, from, kLinesAtOnce);
    if (!some.ok()) return some.status();
    if (some->empty()) return all;
    from = some->back().ply + 1;
    const bool last = some->size() < static_cast<std::size_t>(kLinesAtOnce);
    all.insert(all.end(), std::make_move_iterator(some->begin()),
               std::make_move_iterator(some->end()));
    if (last) return all;
  }
}

std::string Text(const store::MatchRow& row, const std::vector<match::Line>& lines) {
  const bool revealed = store::IsRevealed(row.state);
  std::string text =
      match::HeaderText(match::MakeHeader(row.config, row.versions, row.entropy, revealed));
  for (const match::Line& line : lines)
    if (revealed || !line.sealed) text += match::LineText(line);
  if (!row.result) return text;
  text += match::ResultText(row.result->ending, row.result->void_reason, row.result->seats);
  text += match::HashText(row.result->record_hash);
  return text;
}

}  // namespace

absl::StatusOr<std::string> RecordText(store::History& history, const store::MatchRow& row) {
  const absl::StatusOr<std::vector<match::Line>> lines = AllLines(history, row.config.id);
  if (!lines.ok()) return lines.status();
  return Text(row, *lines);
}

absl::StatusOr<match::AuditReport> VerifyStored(store::History& history, match::MatchId id,
                                                store::WholeMatch& whole) {
  if (absl::Status status = history.ReadWhole(id, whole); !status.ok()) return status;
  const store::MatchRow& row = whole.row;
  if (!store::IsRevealed(row.state) || !row.result)
    return absl::FailedPreconditionError(match::ToString(id) + " is not over");
  match::AuditReport report = match::Audit({.config = row.config,
                                            .versions = row.versions,
                                            .entropy = row.entropy,
                                            .records = whole.records,
                                            .lines = whole.lines,
                                            .result = *row.result});
  if (report.ok && !whole.seal_difference.empty()) {
    report.ok = false;
    report.difference = whole.seal_difference;
  }
  return report;
}

}  // namespace taki::service
