#include "store/sqlite/list_query.h"

namespace taki::store::sqlite {
namespace {

// ?1 from_id, ?2 to_id, ?3 limit, ?4 state, ?5 ending, ?6 seats, ?7 bot, ?8 version, ?9 bot_end,
// ?10 opponent, ?11 any_end, ?12 rated, ?13 league, ?14 fixture; NULL: no condition.
#define TAKI_OF_MATCH                                                    \
  " AND (?4 IS NULL OR m.state = ?4) AND (?5 IS NULL OR m.ending = ?5)"  \
  " AND (?6 IS NULL OR m.seats = ?6) AND (?12 IS NULL OR m.rated = ?12)" \
  " AND (?13 IS NULL OR m.league = ?13) AND (?14 IS NULL OR m.fixture = ?14)"
#define TAKI_OF_BOT                                                         \
  " AND (?8 IS NULL OR s.version = ?8) AND (?9 IS NULL OR s.seat_end = ?9)" \
  " AND (?10 IS NULL OR EXISTS"                                             \
  " (SELECT 1 FROM match_seat o WHERE o.match = m.id AND o.bot = ?10))"
#define TAKI_OF_ANY_SEAT        \
  " AND (?11 IS NULL OR EXISTS" \
  " (SELECT 1 FROM match_seat e WHERE e.match = m.id AND e.seat_end = ?11))"

#define TAKI_MATCHES(index, condition)                                       \
  "SELECT m.id FROM match m " index                                          \
  " WHERE m.id >= ?1 AND m.id < ?2" condition TAKI_OF_MATCH TAKI_OF_ANY_SEAT \
  " ORDER BY m.id DESC LIMIT ?3"
#define TAKI_SEATS(select, index, condition)                                                       \
  select                                                                                           \
      " FROM match_seat s INDEXED BY " index                                                       \
      " CROSS JOIN match m ON m.id = s.match"                                                      \
      " WHERE s.match >= ?1 AND s.match < ?2" condition TAKI_OF_MATCH TAKI_OF_BOT TAKI_OF_ANY_SEAT \
      " ORDER BY s.match DESC LIMIT ?3"

constexpr std::array<const char*, kListLeads> kSql = {
    TAKI_MATCHES("NOT INDEXED", ""),
    TAKI_MATCHES("INDEXED BY match_by_state", " AND m.state = ?4"),
    TAKI_MATCHES("INDEXED BY match_by_ending", " AND m.ending = ?5"),
    TAKI_MATCHES("INDEXED BY match_by_seats", " AND m.seats = ?6"),
    TAKI_MATCHES("INDEXED BY match_by_league", " AND m.league = ?13"),
    TAKI_MATCHES("INDEXED BY match_by_fixture", " AND m.league = ?13 AND m.fixture = ?14"),
    TAKI_SEATS("SELECT DISTINCT s.match", "match_seat_by_end",
               " AND s.seat_end <> 'COMPLETED' AND s.seat_end = ?11"),
    TAKI_SEATS("SELECT s.match", "match_seat_by_bot", " AND s.bot = ?7"),
    TAKI_SEATS("SELECT s.match", "match_seat_by_version", " AND s.bot = ?7 AND s.version = ?8"),
    TAKI_SEATS("SELECT s.match", "match_seat_by_bot_end",
               " AND s.bot = ?7 AND s.seat_end <> 'COMPLETED' AND s.seat_end = ?9"),
};
#undef TAKI_OF_MATCH
#undef TAKI_OF_BOT
#undef TAKI_OF_ANY_SEAT
#undef TAKI_MATCHES
#undef TAKI_SEATS

template <class Value>
void BindName(Statement& statement, int index, const std::optional<Value>& value) {
  using match::Name;  // of a SeatEnd, which is of rules
  using store::Name;
  if (value.has_value()) {
    statement.Bind(index, Name(*value));
  } else {
    statement.BindNull(index);
  }
}

template <class Value>
void BindNumber(Statement& statement, int index, const std::optional<Value>& value) {
  if (value.has_value()) {
    statement.Bind(index, static_cast<std::int64_t>(*value));
  } else {
    statement.BindNull(index);
  }
}

bool IsRare(const std::optional<rules::SeatEnd>& end) {
  return end.has_value() && *end != rules::SeatEnd::kCompleted;
}

}  // namespace

const std::array<const char*, kListLeads>& ListSql() { return kSql; }

ListLead LeadOf(const ListQuery& query) {
  if (query.bot.has_value()) {
    if (!query.version.empty()) return ListLead::kBotVersion;
    return IsRare(query.bot_end) ? ListLead::kBotSeatEnd : ListLead::kBot;
  }
  if (query.fixture.has_value()) return ListLead::kFixture;
  if (IsRare(query.any_end)) return ListLead::kSeatEnd;
  // What nearly every match has leads only if there is nothing better.
  if (query.ending.has_value() && *query.ending != match::MatchEnding::kCompleted) {
    return ListLead::kEnding;
  }
  if (query.state.has_value() && *query.state != MatchState::kFinished) return ListLead::kState;
  if (query.league.has_value()) return ListLead::kLeague;
  if (query.seats.has_value()) return ListLead::kSeats;
  if (query.ending.has_value()) return ListLead::kEnding;
  return query.state.has_value() ? ListLead::kState : ListLead::kId;
}

void BindTo(Statement& statement, const ListQuery& query) {
  statement.Bind(1, query.from_id).Bind(2, query.to_id).Bind(3, query.limit);
  BindName(statement, 4, query.state);
  BindName(statement, 5, query.ending);
  BindNumber(statement, 6, query.seats);
  BindName(statement, 11, query.any_end);
  BindNumber(statement, 12, query.rated);
  BindNumber(statement, 13, query.league);
  BindNumber(statement, 14, query.fixture);
  // Those of a seat stand in the statements that begin with one.
  if (!query.bot.has_value() && LeadOf(query) != ListLead::kSeatEnd) return;
  BindNumber(statement, 7, query.bot);
  statement.BindUnlessEmpty(8, query.version);
  BindName(statement, 9, query.bot_end);
  BindNumber(statement, 10, query.opponent);
}

}  // namespace taki::store::sqlite
