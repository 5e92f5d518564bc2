// How matches are found by a filter: for each kind of condition the index that can lead, as SQL
// that never changes.
//
// A statement reads its index from where the last page stopped, in the order of the pages, and
// tells of each match that it comes by whether all conditions hold: so the reader counts what it
// looks at, and stops when it wants to (list_reads.h). Conditions are checked one after the other
// until one does not hold, so what a filter does not ask for is not read either. The range of times
// becomes a range of ids beforehand (column filed_ms), and so does the league or fixture: they
// narrow every index. Nothing is sorted, nothing scanned (tests/store/sqlite_query_test.cc).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/history.h"
#include "store/sqlite/statement.h"

namespace taki::store::sqlite {

enum class ListLead {
  kBotVersion,
  kBotSeatEnd,
  kBot,
  kOpponent,
  kFixture,
  kSeatEnd,
  kEnding,
  kState,
  kLeague,
  kSeats,
  kId
};
inline constexpr std::size_t kListLeads = 11;

// Of each lead. Columns: the match, whether it passes. By id, descending; a match may come several
// times in a row.
const std::array<std::string, kListLeads>& ListSql();
// Columns: the match, whether it passes, its result_no. By result_no, ascending.
const std::string& ResultSql();
// Of each lead: which match is the one after so many rows; no row if there are not so many.
const std::array<std::string, kListLeads>& ReachSql();

// A filter with its names resolved.
struct ListQuery {
  std::int64_t from_id = 0;               // inclusive
  std::int64_t to_id = 0;                 // exclusive
  std::optional<std::int64_t> bot;        // who must sit there
  std::optional<std::int64_t> opponent;   // who must sit there too
  std::string_view version;               // of `bot`; empty: any
  std::optional<rules::SeatEnd> bot_end;  // of `bot`
  std::optional<int> place;               // of `bot`
  std::optional<rules::SeatEnd> any_end;  // of any seat
  std::optional<MatchState> state;
  std::optional<match::MatchEnding> ending;
  std::optional<int> seats;
  std::optional<int> rated;  // 0 or 1
  std::optional<std::int64_t> league;
  std::optional<std::int32_t> fixture;  // of `league`
};

// Which may lead, without those that another one of them is a part of. kId alone if nothing else
// can.
std::vector<ListLead> LeadsOf(const ListQuery& query);
// To the statement of ListSql; `query` must live until it is reset.
void BindList(Statement& list, const ListQuery& query, ListLead lead);
// To the statement of ResultSql, likewise; from the one behind `after` on.
void BindResults(Statement& results, const ListQuery& query, std::int64_t after);
// To the statement of ReachSql, likewise.
void BindReach(Statement& reach, const ListQuery& query, ListLead lead, std::int64_t rows);

}  // namespace taki::store::sqlite
