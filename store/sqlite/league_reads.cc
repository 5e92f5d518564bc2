#include "store/sqlite/league_reads.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"

namespace taki::store::sqlite {
namespace {

#define TAKI_LEAGUE                                                                           \
  "SELECT id, name, config, event_seed, state, request_id, created_ms, started_ms, ended_ms," \
  " last_seq FROM league"

constexpr std::array<const char*, LeagueReads::kQueries> kSql = [] {
  std::array<const char*, LeagueReads::kQueries> sql{};
  sql[LeagueReads::kLeague] = TAKI_LEAGUE " WHERE id = ?1";
  sql[LeagueReads::kNamed] = TAKI_LEAGUE " WHERE name = ?1";
  sql[LeagueReads::kAll] = TAKI_LEAGUE " WHERE id > 0 ORDER BY id";
  sql[LeagueReads::kBefore] = TAKI_LEAGUE " WHERE id < ?1 ORDER BY id DESC LIMIT ?2";
  sql[LeagueReads::kBeforeInState] = TAKI_LEAGUE
      " INDEXED BY league_by_state WHERE state = ?3 AND id < ?1"
      " ORDER BY id DESC LIMIT ?2";
  sql[LeagueReads::kLastSeq] = "SELECT last_seq FROM league WHERE id = ?1";
  sql[LeagueReads::kLog] =
      "SELECT id, kind, bot, match, fixture, game, attempt, bots, text, at_ms"
      " FROM league_log WHERE id >= ?1 AND id < ?2 ORDER BY id LIMIT ?3";
  sql[LeagueReads::kMatch] =
      "SELECT id, state, league, ending, void_reason FROM match WHERE id = ?1";
  sql[LeagueReads::kSeats] =
      "SELECT seat, bot, version, place, seat_end, stages_completed FROM match_seat"
      " WHERE match = ?1 ORDER BY seat";
  sql[LeagueReads::kRated] =
      "SELECT r.as_of, r.match, r.counts, m.finished_ms"
      " FROM rating_log r CROSS JOIN match m ON m.id = r.match"
      " WHERE r.as_of > ?1 ORDER BY r.as_of LIMIT ?2";
  sql[LeagueReads::kFirstOfLeague] =
      "SELECT id FROM match INDEXED BY match_by_league WHERE league = ?1 ORDER BY id LIMIT 1";
  sql[LeagueReads::kLastOfLeague] =
      "SELECT id FROM match INDEXED BY match_by_league WHERE league = ?1 ORDER BY id DESC LIMIT 1";
  sql[LeagueReads::kFirstOfFixture] =
      "SELECT id FROM match INDEXED BY match_by_fixture WHERE league = ?1 AND fixture = ?2"
      " ORDER BY id LIMIT 1";
  sql[LeagueReads::kLastOfFixture] =
      "SELECT id FROM match INDEXED BY match_by_fixture WHERE league = ?1 AND fixture = ?2"
      " ORDER BY id DESC LIMIT 1";
  sql[LeagueReads::kFixtureOf] = "SELECT fixture FROM match WHERE id = ?1";
  return sql;
}();
#undef TAKI_LEAGUE

constexpr std::int64_t kMaxNumber = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kAnyTime = std::numeric_limits<std::int64_t>::min();

bool IsNumber(league::LeagueId id) { return id.number >= 1 && id.number <= kMaxLeague; }

std::optional<league::LeagueConfig> ConfigOf(std::string_view text) {
  absl::StatusOr<league::LeagueConfig> config = league::ParseConfig(text);
  if (!config.ok()) return std::nullopt;
  return *std::move(config);
}

// "3 5 7"
std::optional<std::vector<match::BotId>> BotsOf(std::string_view text) {
  std::vector<match::BotId> bots;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (true) {
    match::BotId bot;
    const auto [rest, error] = std::from_chars(at, end, bot.number);
    if (error != std::errc() || bot.number < 1) return std::nullopt;
    bots.push_back(bot);
    if (rest == end) return bots;
    if (*rest != ' ') return std::nullopt;
    at = rest + 1;
  }
}

std::int32_t Number(RowReader& in, int column, const char* name) {
  return static_cast<std::int32_t>(in.IntOrNull(column, name, 0, 1, kMaxNumber));
}

// Of a match that is not there: in a snapshot.
league::Outcome Quarantined(const std::vector<match::BotId>& bots) {
  league::Outcome outcome;
  outcome.void_reason = kQuarantined;
  for (const match::BotId bot : bots) outcome.seats.push_back({.bot = bot});
  return outcome;
}

absl::Status Gap(league::LeagueId id, std::int64_t seq) {
  return absl::DataLossError(absl::StrCat("a row is missing: table league_log, row ",
                                          KeyOf(id, seq), " (", league::ToString(id),
                                          "); restore the last backup"));
}

}  // namespace

const std::array<const char*, LeagueReads::kQueries>& LeagueReads::Sql() { return kSql; }

absl::StatusOr<LeagueReads> LeagueReads::Prepare(Connection& db) {
  LeagueReads reads;
  for (std::size_t i = 0; i < kSql.size(); ++i) {
    absl::StatusOr<Statement> statement = db.Prepare(kSql[i]);
    if (!statement.ok()) return statement.status();
    reads.statements_[i] = *std::move(statement);
  }
  return reads;
}

absl::StatusOr<LeagueRow> LeagueReads::League(league::LeagueId id) {
  return OneLeague(At(kLeague).Bind(1, id.number));
}

absl::StatusOr<LeagueRow> LeagueReads::LeagueNamed(std::string_view name) {
  return OneLeague(At(kNamed).Bind(1, name));
}

absl::StatusOr<std::vector<LeagueRow>> LeagueReads::Leagues() { return ReadLeagues(At(kAll)); }

absl::StatusOr<std::vector<LeagueRow>> LeagueReads::LeaguesBefore(
    std::optional<league::LeagueState> state, league::LeagueId before, int limit) {
  Statement& query = At(state.has_value() ? kBeforeInState : kBefore);
  query.Bind(1, before.number == 0 ? std::numeric_limits<std::int64_t>::max() : before.number);
  query.Bind(2, std::int64_t{limit});
  if (state.has_value()) query.Bind(3, league::Name(*state));
  return ReadLeagues(query);
}

absl::StatusOr<LeagueRow> LeagueReads::OneLeague(Statement& statement) {
  absl::StatusOr<std::vector<LeagueRow>> rows = ReadLeagues(statement);
  if (!rows.ok()) return rows.status();
  if (rows->empty()) return absl::NotFoundError("there is no such league");
  return std::move(rows->front());
}

absl::StatusOr<std::vector<LeagueRow>> LeagueReads::ReadLeagues(Statement& statement) {
  const ResetAtEnd reset(statement);
  std::vector<LeagueRow> rows;
  while (true) {
    const absl::StatusOr<bool> found = statement.Step();
    if (!found.ok()) return found.status();
    if (!*found) return rows;
    absl::StatusOr<LeagueRow> row = ReadLeague(statement);
    if (!row.ok()) return row.status();
    rows.push_back(*std::move(row));
  }
}

absl::StatusOr<LeagueRow> LeagueReads::ReadLeague(const Statement& statement) {
  RowReader in(statement, "league", statement.Int(0));
  LeagueRow row;
  row.id.number = in.Int(0, "id", 1, kMaxLeague);
  row.config = in.Parsed(2, "config", ConfigOf);
  if (in.Text(1, "name") != row.config.name) in.Damaged("name");
  if (!in.IsNull(3)) in.Bytes(3, "event_seed", row.event_seed);
  row.state = in.Parsed(4, "state", league::ParseLeagueState);
  row.request_id = in.TextOrEmpty(5, "request_id");
  row.created_ms = in.Int(6, "created_ms", kAnyTime);
  row.started_ms = in.IntOrNull(7, "started_ms", 0, kAnyTime);
  row.ended_ms = in.IntOrNull(8, "ended_ms", 0, kAnyTime);
  row.last_seq = static_cast<std::int32_t>(in.Int(9, "last_seq", 0, kMaxNumber));
  if (absl::Status status = in.status(); !status.ok()) return status;
  return row;
}

absl::StatusOr<std::int32_t> LeagueReads::LastSeq(league::LeagueId id) {
  Statement& query = At(kLastSeq);
  const ResetAtEnd reset(query);
  const absl::StatusOr<bool> found = query.Bind(1, id.number).Step();
  if (!found.ok()) return found.status();
  if (!*found) return absl::NotFoundError("there is no such league");
  RowReader in(query, "league", id.number);
  const std::int64_t last_seq = in.Int(0, "last_seq", 0, kMaxNumber);
  if (absl::Status status = in.status(); !status.ok()) return status;
  return static_cast<std::int32_t>(last_seq);
}

absl::StatusOr<std::vector<league::LogEntry>> LeagueReads::Log(league::LeagueId id,
                                                               std::int32_t after, int limit) {
  std::vector<league::LogEntry> entries;
  if (!IsNumber(id)) return entries;
  std::int64_t seq = std::max<std::int64_t>(after, 0);
  Statement& query = At(kLog);
  const ResetAtEnd reset(query);
  query.Bind(1, KeyOf(id, seq + 1))
      .Bind(2, KeyOf(league::LeagueId{id.number + 1}, 0))
      .Bind(3, std::int64_t{limit});
  while (true) {
    const absl::StatusOr<bool> row = query.Step();
    if (!row.ok()) return row.status();
    if (!*row) return entries;
    absl::StatusOr<league::LogEntry> entry = ReadEntry(query);
    if (!entry.ok()) return entry.status();
    if (entry->seq != ++seq) return Gap(id, seq);
    entries.push_back(*std::move(entry));
  }
}

absl::StatusOr<league::LogEntry> LeagueReads::ReadEntry(const Statement& row) {
  RowReader in(row, "league_log", row.Int(0));
  league::LogEntry entry;
  entry.seq = static_cast<std::int32_t>(row.Int(0) & kMaxNumber);
  entry.kind = in.Parsed(1, "kind", league::ParseLogKind);
  entry.bot.number = in.IntOrNull(2, "bot", 0, 1);
  entry.match.number = in.IntOrNull(3, "match", 0, 1);
  entry.slot = {{Number(in, 4, "fixture")}, Number(in, 5, "game"), Number(in, 6, "attempt")};
  if (!in.IsNull(7)) entry.bots = in.Parsed(7, "bots", BotsOf);
  entry.text = in.TextOrEmpty(8, "text");
  entry.at_ms = in.Int(9, "at_ms", kAnyTime);
  if (absl::Status status = in.status(); !status.ok()) return status;
  if (entry.kind != league::LogEntry::Kind::kFinished) return entry;
  absl::StatusOr<league::Outcome> outcome = OutcomeOf(entry.match);
  if (absl::IsNotFound(outcome.status()) && !entry.bots.empty()) {
    outcome = Quarantined(std::exchange(entry.bots, {}));
  }
  if (absl::IsNotFound(outcome.status())) in.Damaged("match");
  if (absl::Status status = in.status(); !status.ok()) return status;
  if (!outcome.ok()) return outcome.status();
  entry.outcome = *std::move(outcome);
  return entry;
}

// As store::OutcomeOf, from what it needs only: a league may have played a million matches.
absl::StatusOr<league::Outcome> LeagueReads::OutcomeOf(match::MatchId id) {
  Statement& query = At(kMatch);
  const ResetAtEnd reset(query);
  const absl::StatusOr<bool> found = query.Bind(1, id.number).Step();
  if (!found.ok()) return found.status();
  if (!*found) return absl::NotFoundError(absl::StrCat("there is no match ", match::ToString(id)));
  RowReader in(query, "match", id.number);
  league::Outcome outcome;
  const MatchState state = in.Parsed(1, "state", ParseMatchState);
  if (!IsOver(state)) {
    in.Damaged("state");
  } else if (state == MatchState::kQuarantined) {
    outcome.void_reason = kQuarantined;
  } else {
    outcome.ending = in.Parsed(3, "ending", match::ParseMatchEnding);
    outcome.void_reason = in.TextOrEmpty(4, "void_reason");
  }
  if (absl::Status status = in.status(); !status.ok()) return status;
  if (absl::Status status = ReadOutcomeSeats(id, outcome); !status.ok()) return status;
  return outcome;
}

absl::Status LeagueReads::ReadOutcomeSeats(match::MatchId id, league::Outcome& outcome) {
  Statement& query = At(kSeats);
  const ResetAtEnd reset(query);
  query.Bind(1, id.number);
  while (true) {
    const absl::StatusOr<bool> row = query.Step();
    if (!row.ok()) return row.status();
    if (!*row) return absl::OkStatus();
    RowReader in(query, "match_seat", id.number);
    league::Outcome::Seat& seat = outcome.seats.emplace_back();
    seat.bot.number = in.Int(1, "bot", 1);
    if (outcome.void_reason != kQuarantined) {
      seat.place = static_cast<std::int32_t>(in.Int(3, "place", 0, rules::kMaxSeats));
      seat.end = in.Parsed(4, "seat_end", match::ParseSeatEnd);
      seat.ready = seat.end != rules::SeatEnd::kNoShow;
      seat.stages_completed =
          static_cast<std::int32_t>(in.Int(5, "stages_completed", 0, rules::kMaxStages));
    }
    if (absl::Status status = in.status(); !status.ok()) return status;
  }
}

absl::StatusOr<std::vector<RatedResult>> LeagueReads::RatedResults(std::int64_t after, int limit) {
  Statement& query = At(kRated);
  const ResetAtEnd reset(query);
  query.Bind(1, after).Bind(2, std::int64_t{limit});
  std::vector<RatedResult> results;
  while (true) {
    const absl::StatusOr<bool> row = query.Step();
    if (!row.ok()) return row.status();
    if (!*row) return results;
    RowReader in(query, "rating_log", query.Int(0));
    RatedResult& result = results.emplace_back();
    result.as_of = in.Int(0, "as_of", 1);
    result.match.number = in.Int(1, "match", 1);
    result.counts = in.Int(2, "counts", 0, 1) != 0;
    result.finished_ms = in.Int(3, "finished_ms", kAnyTime);
    if (absl::Status status = in.status(); !status.ok()) return status;
    if (absl::Status status = ReadRatedSeats(result); !status.ok()) return status;
  }
}

absl::Status LeagueReads::ReadRatedSeats(RatedResult& result) {
  Statement& query = At(kSeats);
  const ResetAtEnd reset(query);
  query.Bind(1, result.match.number);
  while (true) {
    const absl::StatusOr<bool> row = query.Step();
    if (!row.ok()) return row.status();
    if (!*row) return absl::OkStatus();
    RowReader in(query, "match_seat", result.match.number);
    RatedResult::Seat& seat = result.seats.emplace_back();
    seat.bot.number = in.Int(1, "bot", 1);
    seat.version = in.TextOrEmpty(2, "version");
    seat.place = static_cast<std::int32_t>(in.Int(3, "place", 1, rules::kMaxSeats));
    seat.end = in.Parsed(4, "seat_end", match::ParseSeatEnd);
    seat.stages_completed =
        static_cast<std::int32_t>(in.Int(5, "stages_completed", 0, rules::kMaxStages));
    if (absl::Status status = in.status(); !status.ok()) return status;
  }
}

absl::StatusOr<LeagueReads::MatchInLeague> LeagueReads::Match(match::MatchId id) {
  Statement& query = At(kMatch);
  const ResetAtEnd reset(query);
  const absl::StatusOr<bool> found = query.Bind(1, id.number).Step();
  if (!found.ok()) return found.status();
  if (!*found) return absl::NotFoundError(absl::StrCat("there is no match ", match::ToString(id)));
  RowReader in(query, "match", id.number);
  MatchInLeague match;
  match.state = in.Parsed(1, "state", ParseMatchState);
  match.league = in.IntOrNull(2, "league", 0, 1, kMaxLeague);
  if (absl::Status status = in.status(); !status.ok()) return status;
  return match;
}

absl::StatusOr<LeagueReads::Range> LeagueReads::MatchesOf(
    league::LeagueId league, std::optional<league::FixtureId> fixture) {
  Range range;
  for (const auto& [query, id] :
       {std::pair(fixture.has_value() ? kFirstOfFixture : kFirstOfLeague, &range.first),
        std::pair(fixture.has_value() ? kLastOfFixture : kLastOfLeague, &range.last)}) {
    Statement& statement = At(query).Bind(1, league.number);
    if (fixture.has_value()) statement.Bind(2, std::int64_t{fixture->number});
    const absl::StatusOr<match::MatchId> found = OneId(statement);
    if (!found.ok()) return found.status();
    *id = *found;
  }
  return range;
}

absl::StatusOr<league::FixtureId> LeagueReads::FixtureOf(match::MatchId id) {
  Statement& query = At(kFixtureOf);
  const ResetAtEnd reset(query);
  const absl::StatusOr<bool> found = query.Bind(1, id.number).Step();
  if (!found.ok()) return found.status();
  if (!*found) return absl::NotFoundError(absl::StrCat("there is no match ", match::ToString(id)));
  RowReader in(query, "match", id.number);
  const league::FixtureId fixture{Number(in, 0, "fixture")};
  if (absl::Status status = in.status(); !status.ok()) return status;
  return fixture;
}

absl::StatusOr<match::MatchId> LeagueReads::OneId(Statement& statement) {
  const ResetAtEnd reset(statement);
  const absl::StatusOr<bool> row = statement.Step();
  if (!row.ok()) return row.status();
  return match::MatchId{*row ? statement.Int(0) : 0};
}

}  // namespace taki::store::sqlite
