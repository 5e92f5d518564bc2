#include "referee/service/verify.h"

#include <utility>
#include <vector>

#include "referee/match/match.h"
#include "referee/rules/check.h"
#include "referee/rules/sha256.h"

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

// What is stored beside the lines and disagrees with them, or nothing.
std::string Disagreement(const match::Result& result, const std::vector<match::Line>& lines,
                         const match::Verification& verified) {
  if (result.plies != lines.size())
    return "the result counts " + std::to_string(result.plies) + " lines, stored are " +
           std::to_string(lines.size());
  if (!lines.empty() && result.position_hash != verified.position_hash)
    return "the hash of the last position is not the stored one";
  return {};
}

// What the durable inputs say against the match, or nothing.
absl::StatusOr<std::string> InputsDisagree(store::History& history, const store::MatchRow& row) {
  const absl::StatusOr<std::vector<match::Record>> records = history.Records(row.config.id);
  if (!records.ok()) return records.status();
  if (records->size() != row.result->inputs)
    return "the result counts " + std::to_string(row.result->inputs) + " inputs, stored are " +
           std::to_string(records->size());
  const auto events = match::ReplayEvents(row.config, *records);
  if (!events.ok()) return "the inputs do not re-play: " + std::string(events.status().message());
  return std::string();
}

}  // namespace

absl::StatusOr<std::string> RecordText(store::History& history, const store::MatchRow& row) {
  const absl::StatusOr<std::vector<match::Line>> lines = AllLines(history, row.config.id);
  if (!lines.ok()) return lines.status();
  return Text(row, *lines);
}

absl::StatusOr<match::Verification> VerifyStored(store::History& history,
                                                 const store::MatchRow& row) {
  TAKI_CHECK(row.result.has_value());
  const absl::StatusOr<std::vector<match::Line>> lines = AllLines(history, row.config.id);
  if (!lines.ok()) return lines.status();
  match::Verification verified = match::VerifyRecord(Text(row, *lines));
  if (!verified.ok) return verified;
  verified.difference = Disagreement(*row.result, *lines, verified);
  if (verified.difference.empty()) {
    const absl::StatusOr<std::string> inputs = InputsDisagree(history, row);
    if (!inputs.ok()) return inputs.status();
    verified.difference = *inputs;
  }
  verified.ok = verified.difference.empty();
  return verified;
}

}  // namespace taki::service
