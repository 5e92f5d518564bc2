// How ListMatches finds its matches: for each kind of filter the index that leads, as constant SQL.
//
// A filter's dearest condition picks the index (a bot before a way of ending before a state ...);
// all others are checked row by row. The range of creation times becomes a range of ids beforehand
// (column filed_ms), and so does the league or fixture, so they narrow any index, and every plan
// reads ids downwards from where the last page stopped: no sorting, no scanning
// (tests/store/sqlite_query_test.cc).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "store/history.h"
#include "store/sqlite/statement.h"

namespace taki::store::sqlite {

enum class ListLead {
  kId,
  kState,
  kEnding,
  kSeats,
  kLeague,
  kFixture,
  kSeatEnd,
  kBot,
  kBotVersion,
  kBotSeatEnd
};
inline constexpr std::size_t kListLeads = 10;

const std::array<const char*, kListLeads>& ListSql();

// A filter with its names resolved.
struct ListQuery {
  std::int64_t from_id = 0;  // inclusive
  std::int64_t to_id = 0;    // exclusive
  std::int64_t limit = 0;
  std::optional<std::int64_t> bot;        // whose seat leads
  std::optional<std::int64_t> opponent;   // who must sit there too
  std::string_view version;               // of `bot`; empty: any
  std::optional<rules::SeatEnd> bot_end;  // of `bot`
  std::optional<rules::SeatEnd> any_end;  // of any seat
  std::optional<MatchState> state;
  std::optional<match::MatchEnding> ending;
  std::optional<int> seats;
  std::optional<int> rated;  // 0 or 1
  std::optional<std::int64_t> league;
  std::optional<std::int32_t> fixture;  // of `league`
};
ListLead LeadOf(const ListQuery& query);
// Binds to the statement of LeadOf(query); `query` must live until it is reset.
void BindTo(Statement& statement, const ListQuery& query);

}  // namespace taki::store::sqlite
