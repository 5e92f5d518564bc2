#include "store/sqlite/list_query.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/substitute.h"

namespace taki::store::sqlite {
namespace {

// What leads: an index, its column that is a match, and a condition on ?3 and ?4.
struct Lead {
  const char* from;
  const char* id;
  const char* condition;
};
constexpr std::array<Lead, kListLeads> kLeads = {{
    {"match_seat s INDEXED BY match_seat_by_version", "s.match", "s.bot = ?3 AND s.version = ?4"},
    {"match_seat s INDEXED BY match_seat_by_bot_end", "s.match",
     "s.bot = ?3 AND s.seat_end <> 'COMPLETED' AND s.seat_end = ?4"},
    {"match_seat s INDEXED BY match_seat_by_bot", "s.match", "s.bot = ?3"},
    {"match_seat s INDEXED BY match_seat_by_bot", "s.match", "s.bot = ?3"},
    {"match m INDEXED BY match_by_fixture", "m.id", "m.league = ?3 AND m.fixture = ?4"},
    {"match_seat s INDEXED BY match_seat_by_end", "s.match",
     "s.seat_end <> 'COMPLETED' AND s.seat_end = ?3"},
    {"match m INDEXED BY match_by_ending", "m.id", "m.ending = ?3"},
    {"match m INDEXED BY match_by_state", "m.id", "m.state = ?3"},
    {"match m INDEXED BY match_by_league", "m.id", "m.league = ?3"},
    {"match m INDEXED BY match_by_seats", "m.id", "m.seats = ?3"},
    {"match m NOT INDEXED", "m.id", "true"},
}};

// What must hold of match $0, each NULL if it is no condition: ?5 opponent, ?6 bot, ?7 its version,
// ?8 its end, ?9 its place, ?10 anybody's end, ?11 whether any of the others, ?12 state, ?13
// ending, ?14 seats, ?15 rated, ?16 league, ?17 fixture. A CASE stops at the first that does not
// hold; as a mere value, SQLite would compute all of them.
constexpr char kPasses[] =
    "CASE WHEN $0 >= ?1 AND $0 < ?2 AND (?5 IS NULL OR EXISTS"
    " (SELECT 1 FROM match_seat o WHERE o.match = $0 AND o.bot = ?5))"
    " AND (?6 IS NULL OR EXISTS"
    // By the match, whose seats stand together, instead of by the bot and then by the match.
    " (SELECT 1 FROM match_seat b WHERE b.match = $0 AND +b.bot = ?6"
    " AND (?7 IS NULL OR b.version = ?7) AND (?8 IS NULL OR b.seat_end = ?8)"
    " AND (?9 IS NULL OR b.place = ?9)))"
    " AND (?10 IS NULL OR EXISTS"
    " (SELECT 1 FROM match_seat e WHERE e.match = $0 AND +e.seat_end = ?10))"
    " AND (?11 IS NULL OR EXISTS"
    " (SELECT 1 FROM match n WHERE n.id = $0"
    " AND (?12 IS NULL OR n.state = ?12) AND (?13 IS NULL OR n.ending = ?13)"
    " AND (?14 IS NULL OR n.seats = ?14) AND (?15 IS NULL OR n.rated = ?15)"
    " AND (?16 IS NULL OR n.league = ?16) AND (?17 IS NULL OR n.fixture = ?17)))"
    " THEN 1 ELSE 0 END";

std::array<std::string, kListLeads> ForEachLead(const char* select, const char* end) {
  std::array<std::string, kListLeads> sql;
  for (std::size_t i = 0; i < kListLeads; ++i) {
    const Lead& lead = kLeads[i];
    sql[i] = absl::StrCat("SELECT ", absl::Substitute(select, lead.id), " FROM ", lead.from,
                          absl::Substitute(" WHERE $0 >= ?1 AND $0 < ?2 AND ", lead.id),
                          lead.condition, absl::Substitute(" ORDER BY $0 DESC", lead.id), end);
  }
  return sql;
}

template <class Value>
Statement& BindName(Statement& statement, int index, const std::optional<Value>& value) {
  using match::Name;  // of a SeatEnd, which is of rules
  using store::Name;
  return value.has_value() ? statement.Bind(index, Name(*value)) : statement.BindNull(index);
}

template <class Value>
Statement& BindNumber(Statement& statement, int index, const std::optional<Value>& value) {
  return value.has_value() ? statement.Bind(index, static_cast<std::int64_t>(*value))
                           : statement.BindNull(index);
}

bool IsRare(const std::optional<rules::SeatEnd>& end) {
  return end.has_value() && *end != rules::SeatEnd::kCompleted;
}

bool IsOfBot(ListLead lead) {
  return lead == ListLead::kBot || lead == ListLead::kBotVersion || lead == ListLead::kBotSeatEnd;
}

void BindLead(Statement& statement, const ListQuery& query, ListLead lead) {
  statement.Bind(1, query.from_id).Bind(2, query.to_id);
  switch (lead) {
    case ListLead::kBotVersion: BindNumber(statement, 3, query.bot).Bind(4, query.version); break;
    case ListLead::kBotSeatEnd:
      BindName(BindNumber(statement, 3, query.bot), 4, query.bot_end);
      break;
    case ListLead::kBot: BindNumber(statement, 3, query.bot); break;
    case ListLead::kOpponent: BindNumber(statement, 3, query.opponent); break;
    case ListLead::kFixture:
      BindNumber(BindNumber(statement, 3, query.league), 4, query.fixture);
      break;
    case ListLead::kSeatEnd: BindName(statement, 3, query.any_end); break;
    case ListLead::kEnding: BindName(statement, 3, query.ending); break;
    case ListLead::kState: BindName(statement, 3, query.state); break;
    case ListLead::kLeague: BindNumber(statement, 3, query.league); break;
    case ListLead::kSeats: BindNumber(statement, 3, query.seats); break;
    case ListLead::kId: break;
  }
}

// What the rows of that lead may still fail.
ListQuery RestOf(ListQuery query, ListLead lead) {
  switch (lead) {
    case ListLead::kBotVersion: query.version = {}; break;
    case ListLead::kBotSeatEnd: query.bot_end.reset(); break;
    case ListLead::kOpponent: query.opponent.reset(); break;
    case ListLead::kFixture: query.league.reset(), query.fixture.reset(); break;
    case ListLead::kSeatEnd: query.any_end.reset(); break;
    case ListLead::kEnding: query.ending.reset(); break;
    case ListLead::kState: query.state.reset(); break;
    case ListLead::kLeague: query.league.reset(); break;
    case ListLead::kSeats: query.seats.reset(); break;
    case ListLead::kBot:
    case ListLead::kId: break;
  }
  const bool of_bot = !query.version.empty() || query.bot_end || query.place;
  if (IsOfBot(lead) && !of_bot) query.bot.reset();
  return query;
}

void BindConditions(Statement& statement, const ListQuery& query) {
  BindNumber(statement, 5, query.opponent);
  BindNumber(statement, 6, query.bot).BindUnlessEmpty(7, query.version);
  BindName(statement, 8, query.bot_end);
  BindNumber(statement, 9, query.place);
  BindName(statement, 10, query.any_end);
  const bool of_match =
      query.state || query.ending || query.seats || query.rated || query.league || query.fixture;
  BindNumber(statement, 11, of_match ? std::optional(1) : std::nullopt);
  BindName(statement, 12, query.state);
  BindName(statement, 13, query.ending);
  BindNumber(statement, 14, query.seats);
  BindNumber(statement, 15, query.rated);
  BindNumber(statement, 16, query.league);
  BindNumber(statement, 17, query.fixture);
}

}  // namespace

const std::array<std::string, kListLeads>& ListSql() {
  static const auto* const sql = new std::array<std::string, kListLeads>(
      ForEachLead(absl::StrCat("$0, ", kPasses).c_str(), ""));
  return *sql;
}

const std::string& ResultSql() {
  static const auto* const sql = new std::string(
      absl::StrCat("SELECT m.id, ", absl::Substitute(kPasses, "m.id"),
                   ", m.result_no FROM match m INDEXED BY match_by_result WHERE m.result_no > ?3"
                   " ORDER BY m.result_no"));
  return *sql;
}

const std::array<std::string, kListLeads>& ReachSql() {
  static const auto* const sql =
      new std::array<std::string, kListLeads>(ForEachLead("$0", " LIMIT 1 OFFSET ?5"));
  return *sql;
}

std::vector<ListLead> LeadsOf(const ListQuery& query) {
  std::vector<ListLead> leads;
  const auto add = [&leads](ListLead lead, bool can) {
    if (can) leads.push_back(lead);
    return can;
  };
  if (query.bot.has_value()) {
    const bool of_version = add(ListLead::kBotVersion, !query.version.empty());
    const bool of_end = add(ListLead::kBotSeatEnd, IsRare(query.bot_end));
    add(ListLead::kBot, !of_version && !of_end);
  }
  add(ListLead::kOpponent, query.opponent.has_value());
  if (!add(ListLead::kFixture, query.fixture.has_value())) {
    add(ListLead::kLeague, query.league.has_value());
  }
  add(ListLead::kSeatEnd, IsRare(query.any_end));
  add(ListLead::kEnding, query.ending.has_value());
  add(ListLead::kState, query.state.has_value());
  add(ListLead::kSeats, query.seats.has_value());
  add(ListLead::kId, leads.empty());
  return leads;
}

void BindList(Statement& list, const ListQuery& query, ListLead lead) {
  BindLead(list, query, lead);
  BindConditions(list, RestOf(query, lead));
}

void BindResults(Statement& results, const ListQuery& query, std::int64_t after) {
  results.Bind(1, query.from_id).Bind(2, query.to_id).Bind(3, after);
  BindConditions(results, query);
}

void BindReach(Statement& reach, const ListQuery& query, ListLead lead, std::int64_t rows) {
  BindLead(reach, query, lead);
  reach.Bind(5, rows);
}

}  // namespace taki::store::sqlite
