#include "store/sqlite/match_rows.h"

#include <limits>

#include "absl/strings/str_cat.h"
#include "store/sqlite/kinds.h"
#include "store/sqlite/tokens.h"
#include "store/sqlite/values.h"

namespace taki::store::sqlite {
namespace {

constexpr std::int64_t kMaxMs = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kMaxCount = std::numeric_limits<std::uint32_t>::max();
constexpr std::int64_t kMaxKey = std::numeric_limits<std::int64_t>::max();

}  // namespace

template <class Row>
void ReadInput(BasicRowReader<Row>& in, match::Record& record) {
  record.input_no = static_cast<std::uint32_t>(in.Int(0, "id", 0, kMaxKey) & match::kMaxInputs);
  record.kind = static_cast<match::Record::Kind>(in.Int(1, "kind", 0, kRecordKinds - 1));
  record.seat = rules::Seat(static_cast<int>(in.Int(2, "seat", 0, rules::kMaxSeats - 1)));
  record.decision.number = static_cast<std::uint32_t>(in.Int(3, "decision", 0, kMaxCount));
  record.actions.clear();
  if (!in.IsNull(4) && !ParseActions(in.Text(4, "actions"), record.actions)) in.Damaged("actions");
  record.rest = in.TextOrEmpty(5, "rest");
  record.rule = in.TextOrEmpty(6, "rule");
  record.strike = in.Int(7, "strike", 0, 1) != 0;
  record.charged_ms = static_cast<std::int32_t>(in.Int(8, "charged_ms", 0, kMaxMs));
  record.grace_ms = static_cast<std::int32_t>(in.Int(9, "grace_ms", 0, kMaxMs));
  record.end = {};
  record.void_reason.clear();
  record.ready = {};
  record.entropy.clear();
  record.versions.clear();
  if (record.kind == match::Record::Kind::kForfeit) {
    record.end = in.Parsed(10, "reason", match::ParseSeatEnd);
  } else {
    record.void_reason = in.TextOrEmpty(10, "reason");
  }
}

template <class Row>
void ReadLine(BasicRowReader<Row>& in, match::Line& line) {
  line.ply = static_cast<std::uint32_t>(in.Int(0, "id", 0, kMaxKey) & match::kMaxInputs);
  line.seat = rules::Seat(static_cast<int>(in.Int(1, "seat", 0, rules::kMaxSeats - 1)));
  line.action = {};
  line.end = {};
  line.kind = static_cast<match::Line::Kind>(in.Int(2, "kind", 0, kLineKinds - 1));
  if (!ParseToken(in.Text(3, "token"), line)) in.Damaged("token");
  line.input_no = static_cast<std::uint32_t>(in.Int(4, "input_no", 0, match::kMaxInputs));
  line.decision.number = static_cast<std::uint32_t>(in.Int(5, "decision", 0, kMaxCount));
  line.turn = static_cast<std::uint16_t>(in.Int(6, "turn", 0, rules::kMaxTurns));
  line.charged_ms = static_cast<std::int32_t>(in.Int(7, "charged_ms", 0, kMaxMs));
  const std::int64_t window = in.Int(8, "in_window", 0, 3);
  line.window = (window & kInWindow) != 0;
  line.sealed = (window & kSealed) != 0;
  line.drawn.clear();
  if (!in.IsNull(9)) line.drawn = in.Parsed(9, "drawn", ParseDrawn);
}

template void ReadInput(BasicRowReader<Statement>& in, match::Record& record);
template void ReadInput(BasicRowReader<Values>& in, match::Record& record);
template void ReadLine(BasicRowReader<Statement>& in, match::Line& line);
template void ReadLine(BasicRowReader<Values>& in, match::Line& line);

absl::Status Gap(const char* table, match::MatchId id, std::size_t number) {
  return absl::DataLossError(absl::StrCat("a row is missing: table ", table, ", row ",
                                          KeyOf(id, static_cast<std::int64_t>(number)), " (",
                                          match::ToString(id), "); restore the last backup"));
}

}  // namespace taki::store::sqlite
