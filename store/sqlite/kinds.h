// The numbers that stand in the columns `kind` and `in_window` (docs/schema.md). They are in files:
// never renumber.
#pragma once

#include <cstdint>

#include "referee/match/record.h"

namespace taki::store::sqlite {

inline constexpr std::int64_t kRecordKinds = 6;
static_assert(static_cast<int>(match::Record::Kind::kStart) == 0);
static_assert(static_cast<int>(match::Record::Kind::kReply) == 1);
static_assert(static_cast<int>(match::Record::Kind::kRefusal) == 2);
static_assert(static_cast<int>(match::Record::Kind::kTimeout) == 3);
static_assert(static_cast<int>(match::Record::Kind::kForfeit) == 4);
static_assert(static_cast<int>(match::Record::Kind::kVoid) == 5);

inline constexpr std::int64_t kLineKinds = 3;
static_assert(static_cast<int>(match::Line::Kind::kPlayed) == 0);
static_assert(static_cast<int>(match::Line::Kind::kTimeout) == 1);
static_assert(static_cast<int>(match::Line::Kind::kForfeit) == 2);

inline constexpr std::int64_t kInWindow = 1;
inline constexpr std::int64_t kSealed = 2;

// Nothing but the start comes before the start: `ready` then stands with the seats, as the start's.
inline bool IsVoidBeforeStart(const match::Record& record) {
  return record.kind == match::Record::Kind::kVoid && record.input_no == 1;
}

}  // namespace taki::store::sqlite
