// Rows of the tables `input` and `action` as values: what each column means, in one place for all
// who read them.
#pragma once

#include "absl/status/status.h"
#include "referee/match/record.h"
#include "store/sqlite/row_reader.h"

namespace taki::store::sqlite {

// The columns that are read, in this order; of an input "id, kind, seat, decision, actions, rest,
// rule, strike, charged_ms, grace_ms, reason", and whatever else.
#define TAKI_ACTION_COLUMNS \
  "id, seat, kind, token, input_no, decision, turn, charged_ms, in_window, drawn"

// `in` says whether all was well. What the value held before is gone; its memory is used again. Of
// a record what stands with the seats is missing (Reads::ReadAtSeats).
template <class Row>
void ReadInput(BasicRowReader<Row>& in, match::Record& record);
template <class Row>
void ReadLine(BasicRowReader<Row>& in, match::Line& line);

// DATA_LOSS: row `number` of this match is missing.
absl::Status Gap(const char* table, match::MatchId id, std::size_t number);

}  // namespace taki::store::sqlite
