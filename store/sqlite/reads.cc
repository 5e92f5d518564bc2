#include "store/sqlite/reads.h"

#include <limits>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "store/sqlite/kinds.h"
#include "store/sqlite/league_reads.h"
#include "store/sqlite/match_rows.h"
#include "store/sqlite/tokens.h"

namespace taki::store::sqlite {
namespace {

constexpr std::int64_t kMaxMatch = std::int64_t{1} << 42;
constexpr std::int64_t kMaxMs = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kMaxDelayMs = 3'600'000;
constexpr std::int64_t kMaxCount = std::numeric_limits<std::uint32_t>::max();

constexpr std::array<const char*, Reads::kQueries> kSql = [] {
  std::array<const char*, Reads::kQueries> sql{};
  sql[Reads::kMatch] =
      "SELECT id, state, seats, ruleset, move_time_ms, time_bank_ms, strike_limit, ready_time_ms,"
      " reconnect_grace_ms, reconnect_grace_match_ms, restart_grace_ms, seed, rated, request_id,"
      " rules_version, server_version, created_ms, started_ms, finished_ms, ending, void_reason,"
      " quarantine_reason, inputs, plies, turns, decisions, position_hash, record_hash, league,"
      " fixture, game, attempt, public_delay_ms, result_no"
      " FROM match WHERE id = ?1";
  sql[Reads::kSeats] =
      "SELECT s.seat, s.bot, b.name, s.version, s.ready, s.entropy, s.place, s.seat_end,"
      " s.stages_completed, s.cards_left, s.strikes, s.bank_left_ms"
      " FROM match_seat s JOIN bot b ON b.id = s.bot WHERE s.match = ?1 ORDER BY s.seat";
  sql[Reads::kRequest] = "SELECT id FROM match WHERE request_id = ?1";
  sql[Reads::kUnfinished] =
      "SELECT id FROM match WHERE state IN ('QUEUED', 'ASSIGNED', 'RUNNING') ORDER BY id";
  sql[Reads::kLastResult] =
      "SELECT result_no FROM match WHERE result_no IS NOT NULL ORDER BY result_no DESC LIMIT 1";
  sql[Reads::kLastMatch] = "SELECT id FROM match WHERE id > 0 ORDER BY id DESC LIMIT 1";
  sql[Reads::kInputs] =
      "SELECT id, kind, seat, decision, actions, rest, rule, strike, charged_ms, grace_ms, reason"
      " FROM input WHERE id >= ?1 AND id < ?2 ORDER BY id";
  sql[Reads::kTimings] =
      "SELECT id, sent_after_ms, read_after_ms, lag_ms, round_trip_us FROM input"
      " WHERE id >= ?1 AND id < ?2 AND sent_after_ms IS NOT NULL ORDER BY id";
  sql[Reads::kInput] =
      "SELECT id, kind, seat, decision, actions, rest, rule, strike, charged_ms, grace_ms, reason"
      " FROM input WHERE id = ?1";
  sql[Reads::kActions] =
      "SELECT id, seat, kind, token, input_no, decision, turn, charged_ms, in_window, drawn"
      " FROM action WHERE id >= ?1 AND id < ?2 ORDER BY id LIMIT ?3";
  sql[Reads::kBots] =
      "SELECT id, name, display_name, owner, description, author, language, homepage, token_hash,"
      " registered_ms FROM bot WHERE id > 0 ORDER BY id";
  sql[Reads::kBotsAfter] =
      "SELECT id, name, display_name, owner, description, author, language, homepage, token_hash,"
      " registered_ms FROM bot WHERE name > ?1 ORDER BY name LIMIT ?2";
  sql[Reads::kBot] =
      "SELECT id, name, display_name, owner, description, author, language, homepage, token_hash,"
      " registered_ms FROM bot WHERE id = ?1";
  sql[Reads::kBotNamed] =
      "SELECT id, name, display_name, owner, description, author, language, homepage, token_hash,"
      " registered_ms FROM bot WHERE name = ?1";
  sql[Reads::kBotWithToken] =
      "SELECT id, name, display_name, owner, description, author, language, homepage, token_hash,"
      " registered_ms FROM bot WHERE token_hash = ?1";
  sql[Reads::kVersions] =
      "SELECT id, bot, version, first_seen_ms FROM bot_version WHERE bot > 0 ORDER BY bot, id";
  sql[Reads::kVersionsOf] =
      "SELECT id, bot, version, first_seen_ms FROM bot_version WHERE bot = ?1 ORDER BY id";
  sql[Reads::kFiled] = "SELECT id FROM match WHERE filed_ms >= ?1 ORDER BY filed_ms, id LIMIT 1";
  return sql;
}();

// Others would make a key that is another match's.
bool IsNumber(match::MatchId id) { return id.number >= 1 && id.number <= kMaxMatch; }

std::optional<rules::Ruleset> RulesetOf(std::string_view text) {
  absl::StatusOr<rules::Ruleset> ruleset = rules::ParseRuleset(text);
  if (!ruleset.ok()) return std::nullopt;
  return *ruleset;
}

std::int32_t Ms(RowReader& in, int column, const char* name) {
  return static_cast<std::int32_t>(in.Int(column, name, 0, kMaxMs));
}

// Below 0 if the wall clock was set back.
std::int32_t AfterMs(RowReader& in, int column, const char* name) {
  return static_cast<std::int32_t>(in.Int(column, name, -kMaxMs - 1, kMaxMs));
}

void ReadConfig(RowReader& in, MatchRow& row) {
  match::MatchConfig& config = row.config;
  config.id.number = in.Int(0, "id", 1, kMaxMatch);
  config.ruleset = in.Parsed(3, "ruleset", RulesetOf);
  config.clock.move_time_ms = Ms(in, 4, "move_time_ms");
  config.clock.time_bank_ms = Ms(in, 5, "time_bank_ms");
  config.clock.strike_limit = Ms(in, 6, "strike_limit");
  config.clock.ready_time_ms = Ms(in, 7, "ready_time_ms");
  config.clock.reconnect_grace_ms = Ms(in, 8, "reconnect_grace_ms");
  config.clock.reconnect_grace_match_ms = Ms(in, 9, "reconnect_grace_match_ms");
  config.clock.restart_grace_ms = Ms(in, 10, "restart_grace_ms");
  in.Bytes(11, "seed", config.seed);
  config.rated = in.Int(12, "rated", 0, 1) != 0;
  config.seats.resize(
      static_cast<std::size_t>(in.Int(2, "seats", rules::kMinSeats, rules::kMaxSeats)));
}

void ReadResult(RowReader& in, MatchRow& row) {
  if (in.IsNull(19)) return;
  match::Result result;
  result.ending = in.Parsed(19, "ending", match::ParseMatchEnding);
  result.void_reason = in.TextOrEmpty(20, "void_reason");
  result.seats.resize(row.config.seats.size());
  result.inputs = static_cast<std::uint32_t>(in.Int(22, "inputs", 0, kMaxCount));
  result.plies = static_cast<std::uint32_t>(in.Int(23, "plies", 0, kMaxCount));
  result.turns = static_cast<std::uint32_t>(in.Int(24, "turns", 0, kMaxCount));
  result.decisions = static_cast<std::uint32_t>(in.Int(25, "decisions", 0, kMaxCount));
  std::array<std::uint8_t, 8> hash{};
  in.Bytes(26, "position_hash", hash);
  for (const std::uint8_t byte : hash) result.position_hash = result.position_hash << 8 | byte;
  in.Bytes(27, "record_hash", result.record_hash);
  row.result = std::move(result);
}

void ReadLeague(RowReader& in, MatchRow& row) {
  if (in.IsNull(28)) return;
  LeagueMatch& of = row.league.emplace();
  of.league.number = in.Int(28, "league", 1, kMaxLeague);
  of.slot.fixture.number = static_cast<std::int32_t>(in.Int(29, "fixture", 1, kMaxMs));
  of.slot.game = static_cast<std::int32_t>(in.Int(30, "game", 1, kMaxMs));
  of.slot.attempt = static_cast<std::int32_t>(in.Int(31, "attempt", 1, kMaxMs));
}

match::SeatResult ReadSeatResult(RowReader& in) {
  match::SeatResult result;
  result.place = static_cast<std::uint8_t>(in.Int(6, "place", 0, rules::kMaxSeats));
  result.end = in.Parsed(7, "seat_end", match::ParseSeatEnd);
  result.stages_completed =
      static_cast<std::uint8_t>(in.Int(8, "stages_completed", 0, rules::kMaxStages));
  result.cards_left = static_cast<std::uint8_t>(in.Int(9, "cards_left", 0, rules::kDeckSize));
  result.strikes = Ms(in, 10, "strikes");
  result.bank_left_ms = Ms(in, 11, "bank_left_ms");
  return result;
}

}  // namespace

const std::array<const char*, Reads::kQueries>& Reads::Sql() { return kSql; }

absl::StatusOr<Reads> Reads::Prepare(Connection& db) {
  Reads reads;
  for (std::size_t i = 0; i < kSql.size(); ++i) {
    absl::StatusOr<Statement> statement = db.Prepare(kSql[i]);
    if (!statement.ok()) return statement.status();
    reads.statements_[i] = *std::move(statement);
  }
  return reads;
}

absl::StatusOr<MatchRow> Reads::Match(match::MatchId id) {
  Statement& query = At(kMatch);
  const ResetAtEnd reset(query);
  const absl::StatusOr<bool> found = query.Bind(1, id.number).Step();
  if (!found.ok()) return found.status();
  if (!*found) return absl::NotFoundError(absl::StrCat("there is no match ", match::ToString(id)));

  RowReader in(query, "match", id.number);
  MatchRow row;
  ReadConfig(in, row);
  row.state = in.Parsed(1, "state", ParseMatchState);
  row.request_id = in.TextOrEmpty(13, "request_id");
  row.rules_version = Ms(in, 14, "rules_version");
  row.server_version = in.Text(15, "server_version");
  row.created_ms = in.Int(16, "created_ms", std::numeric_limits<std::int64_t>::min());
  row.started_ms = in.IntOrNull(17, "started_ms", 0, std::numeric_limits<std::int64_t>::min());
  row.finished_ms = in.IntOrNull(18, "finished_ms", 0, std::numeric_limits<std::int64_t>::min());
  row.quarantine_reason = in.TextOrEmpty(21, "quarantine_reason");
  ReadResult(in, row);
  ReadLeague(in, row);
  row.public_delay_ms = static_cast<std::int32_t>(in.Int(32, "public_delay_ms", 0, kMaxDelayMs));
  row.result_no = in.IntOrNull(33, "result_no", 0, 1);
  const bool has_result = row.state == MatchState::kFinished || row.state == MatchState::kVoid;
  if (has_result != row.result.has_value()) in.Damaged("ending");
  if (has_result != (row.result_no != 0)) in.Damaged("result_no");
  if (absl::Status status = in.status(); !status.ok()) return status;
  if (absl::Status status = ReadSeats(row); !status.ok()) return status;
  return row;
}

absl::Status Reads::ReadSeats(MatchRow& row) {
  Statement& query = At(kSeats);
  const ResetAtEnd reset(query);
  query.Bind(1, row.config.id.number);
  for (std::size_t seat = 0; seat < row.config.seats.size(); ++seat) {
    const absl::StatusOr<bool> found = query.Step();
    if (!found.ok()) return found.status();
    RowReader in(query, "match_seat", row.config.id.number);
    if (!*found || query.Int(0) != static_cast<std::int64_t>(seat)) {
      in.Damaged("seat");
      return in.status();
    }
    row.config.seats[seat].bot.number = in.Int(1, "bot", 1);
    row.config.seats[seat].name = in.Text(2, "name");
    if (!in.IsNull(3)) row.versions.emplace_back(in.Text(3, "version"));
    if (!in.IsNull(5)) row.entropy.push_back(in.Blob(5, "entropy"));
    if (row.result.has_value()) row.result->seats[seat] = ReadSeatResult(in);
    if (!row.versions.empty() && row.versions.size() != seat + 1) in.Damaged("version");
    if (!row.entropy.empty() && row.entropy.size() != seat + 1) in.Damaged("entropy");
    if (absl::Status status = in.status(); !status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::StatusOr<MatchRow> Reads::MatchByRequestId(std::string_view request_id) {
  absl::StatusOr<std::vector<match::MatchId>> ids = Ids(At(kRequest).Bind(1, request_id));
  if (!ids.ok()) return ids.status();
  if (ids->empty()) return absl::NotFoundError("no match has this request id");
  return Match(ids->front());
}

absl::StatusOr<std::vector<MatchRow>> Reads::Unfinished() {
  const absl::StatusOr<std::vector<match::MatchId>> ids = Ids(At(kUnfinished));
  if (!ids.ok()) return ids.status();
  std::vector<MatchRow> rows;
  rows.reserve(ids->size());
  for (const match::MatchId id : *ids) {
    absl::StatusOr<MatchRow> row = Match(id);
    if (!row.ok()) return row.status();
    rows.push_back(*std::move(row));
  }
  return rows;
}

absl::StatusOr<match::MatchId> Reads::LastMatchId() {
  const absl::StatusOr<std::vector<match::MatchId>> ids = Ids(At(kLastMatch));
  if (!ids.ok()) return ids.status();
  return ids->empty() ? match::MatchId{0} : ids->front();
}

absl::StatusOr<std::int64_t> Reads::LastResultNo() {
  Statement& query = At(kLastResult);
  const ResetAtEnd reset(query);
  const absl::StatusOr<bool> row = query.Step();
  if (!row.ok()) return row.status();
  return *row ? query.Int(0) : 0;
}

absl::StatusOr<match::MatchId> Reads::FirstFiledFrom(std::int64_t filed_ms) {
  const absl::StatusOr<std::vector<match::MatchId>> ids = Ids(At(kFiled).Bind(1, filed_ms));
  if (!ids.ok()) return ids.status();
  return ids->empty() ? match::MatchId{0} : ids->front();
}

absl::StatusOr<std::vector<match::MatchId>> Reads::Ids(Statement& statement) {
  const ResetAtEnd reset(statement);
  std::vector<match::MatchId> ids;
  while (true) {
    const absl::StatusOr<bool> row = statement.Step();
    if (!row.ok()) return row.status();
    if (!*row) return ids;
    ids.push_back(match::MatchId{statement.Int(0)});
  }
}

absl::StatusOr<std::vector<match::Record>> Reads::Records(match::MatchId id) {
  if (!IsNumber(id)) return std::vector<match::Record>{};
  Statement& query = At(kInputs);
  const ResetAtEnd reset(query);
  query.Bind(1, KeyOf(id, 0)).Bind(2, KeyOf(match::MatchId{id.number + 1}, 0));
  std::vector<match::Record> records;
  while (true) {
    const absl::StatusOr<bool> row = query.Step();
    if (!row.ok()) return row.status();
    if (!*row) return records;
    absl::StatusOr<match::Record> record = ReadRecord(query);
    if (!record.ok()) return record.status();
    if (record->input_no != records.size() + 1) return Gap("input", id, records.size() + 1);
    records.push_back(*std::move(record));
  }
}

absl::StatusOr<std::vector<InputTiming>> Reads::Timings(match::MatchId id) {
  std::vector<InputTiming> timings;
  if (!IsNumber(id)) return timings;
  Statement& query = At(kTimings);
  const ResetAtEnd reset(query);
  query.Bind(1, KeyOf(id, 0)).Bind(2, KeyOf(match::MatchId{id.number + 1}, 0));
  while (true) {
    const absl::StatusOr<bool> row = query.Step();
    if (!row.ok()) return row.status();
    if (!*row) return timings;
    RowReader in(query, "input", query.Int(0));
    InputTiming& timing = timings.emplace_back();
    timing.input_no = static_cast<std::uint32_t>(query.Int(0) & match::kMaxInputs);
    timing.sent_after_ms = AfterMs(in, 1, "sent_after_ms");
    timing.read_after_ms = AfterMs(in, 2, "read_after_ms");
    timing.lag_ms = Ms(in, 3, "lag_ms");
    timing.round_trip_us =
        static_cast<std::int32_t>(in.IntOrNull(4, "round_trip_us", -1, 0, kMaxMs));
    if (absl::Status status = in.status(); !status.ok()) return status;
  }
}

absl::StatusOr<match::Record> Reads::Record(match::MatchId id, std::uint32_t input_no) {
  Statement& query = At(kInput);
  const ResetAtEnd reset(query);
  const absl::StatusOr<bool> row = query.Bind(1, KeyOf(id, input_no)).Step();
  if (!row.ok()) return row.status();
  if (!*row) return absl::NotFoundError("there is no such input");
  return ReadRecord(query);
}

absl::StatusOr<match::Record> Reads::ReadRecord(const Statement& row) {
  const std::int64_t key = row.Int(0);
  RowReader in(row, "input", key);
  match::Record record;
  ReadInput(in, record);
  if (absl::Status status = in.status(); !status.ok()) return status;
  if (absl::Status status = ReadAtSeats(match::MatchId{key >> kNumberBits}, record); !status.ok())
    return status;
  return record;
}

absl::Status Reads::ReadAtSeats(match::MatchId id, match::Record& record) {
  if (record.kind == match::Record::Kind::kStart) return ReadStart(id, record);
  return IsVoidBeforeStart(record) ? ReadReady(id, record) : absl::OkStatus();
}

// What was fixed at the start stands with the seats.
absl::Status Reads::ReadStart(match::MatchId id, match::Record& record) {
  Statement& query = At(kSeats);
  const ResetAtEnd reset(query);
  query.Bind(1, id.number);
  for (std::int64_t seat = 0;; ++seat) {
    const absl::StatusOr<bool> row = query.Step();
    if (!row.ok()) return row.status();
    if (!*row) return absl::OkStatus();
    RowReader in(query, "match_seat", id.number);
    if (in.Int(0, "seat", 0, rules::kMaxSeats - 1) != seat) in.Damaged("seat");
    record.versions.emplace_back(in.Text(3, "version"));
    if (in.Int(4, "ready", 0, 1) != 0) record.ready.Add(rules::Seat(static_cast<int>(seat)));
    if (!in.IsNull(5)) record.entropy.push_back(in.Blob(5, "entropy"));
    if (absl::Status status = in.status(); !status.ok()) return status;
  }
}

absl::Status Reads::ReadReady(match::MatchId id, match::Record& record) {
  Statement& query = At(kSeats);
  const ResetAtEnd reset(query);
  query.Bind(1, id.number);
  for (int seat = 0;; ++seat) {
    const absl::StatusOr<bool> row = query.Step();
    if (!row.ok()) return row.status();
    if (!*row) return absl::OkStatus();
    RowReader in(query, "match_seat", id.number);
    // NULL in what a version before 2 of the schema wrote.
    if (!in.IsNull(4) && in.Int(4, "ready", 0, 1) != 0) record.ready.Add(rules::Seat(seat));
    if (absl::Status status = in.status(); !status.ok()) return status;
  }
}

absl::StatusOr<std::vector<match::Line>> Reads::Lines(match::MatchId id, std::uint32_t from_ply,
                                                      int limit) {
  if (!IsNumber(id) || from_ply > match::kMaxInputs) return std::vector<match::Line>{};
  Statement& query = At(kActions);
  const ResetAtEnd reset(query);
  query.Bind(1, KeyOf(id, from_ply))
      .Bind(2, KeyOf(match::MatchId{id.number + 1}, 0))
      .Bind(3, std::int64_t{limit});
  std::vector<match::Line> lines;
  while (true) {
    const absl::StatusOr<bool> row = query.Step();
    if (!row.ok()) return row.status();
    if (!*row) return lines;
    RowReader in(query, "action", query.Int(0));
    ReadLine(in, lines.emplace_back());
    if (absl::Status status = in.status(); !status.ok()) return status;
    if (lines.back().ply != from_ply + lines.size() - 1)
      return Gap("action", id, from_ply + lines.size() - 1);
  }
}

absl::StatusOr<std::vector<Bot>> Reads::Bots() { return ReadBots(At(kBots)); }

absl::StatusOr<std::vector<Bot>> Reads::BotsAfter(std::string_view name, int limit) {
  return ReadBots(At(kBotsAfter).Bind(1, name).Bind(2, std::int64_t{limit}));
}

absl::StatusOr<std::vector<Bot>> Reads::BotsById(const std::vector<match::BotId>& ids) {
  std::vector<Bot> bots;
  for (const match::BotId id : ids) {
    absl::StatusOr<std::vector<Bot>> found = ReadBots(At(kBot).Bind(1, id.number));
    if (!found.ok()) return found.status();
    if (!found->empty()) bots.push_back(std::move(found->front()));
  }
  return bots;
}

absl::StatusOr<Bot> Reads::BotNamed(std::string_view name) {
  return OneBot(At(kBotNamed).Bind(1, name), "there is no bot of this name");
}

absl::StatusOr<Bot> Reads::BotWithToken(const rules::Bytes32& token_hash) {
  return OneBot(At(kBotWithToken).Bind(1, std::span<const std::uint8_t>(token_hash)),
                "no bot has this token");
}

absl::StatusOr<Bot> Reads::OneBot(Statement& statement, const char* missing) {
  absl::StatusOr<std::vector<Bot>> bots = ReadBots(statement);
  if (!bots.ok()) return bots.status();
  if (bots->empty()) return absl::NotFoundError(missing);
  return std::move(bots->front());
}

absl::StatusOr<std::vector<Bot>> Reads::ReadBots(Statement& statement) {
  const ResetAtEnd reset(statement);
  std::vector<Bot> bots;
  while (true) {
    const absl::StatusOr<bool> row = statement.Step();
    if (!row.ok()) return row.status();
    if (!*row) return bots;
    RowReader in(statement, "bot", statement.Int(0));
    Bot& bot = bots.emplace_back();
    bot.id.number = in.Int(0, "id", 1);
    bot.name = in.Text(1, "name");
    bot.display_name = in.Text(2, "display_name");
    bot.owner = in.Text(3, "owner");
    bot.description = in.Text(4, "description");
    bot.author = in.Text(5, "author");
    bot.language = in.Text(6, "language");
    bot.homepage = in.Text(7, "homepage");
    if (!in.IsNull(8)) in.Bytes(8, "token_hash", bot.token_hash);
    bot.registered_ms = in.Int(9, "registered_ms", std::numeric_limits<std::int64_t>::min());
    if (absl::Status status = in.status(); !status.ok()) return status;
  }
}

absl::StatusOr<std::vector<BotVersion>> Reads::Versions() { return ReadVersions(At(kVersions)); }

absl::StatusOr<std::vector<BotVersion>> Reads::VersionsOf(match::BotId bot) {
  return ReadVersions(At(kVersionsOf).Bind(1, bot.number));
}

absl::StatusOr<std::vector<BotVersion>> Reads::ReadVersions(Statement& statement) {
  const ResetAtEnd reset(statement);
  std::vector<BotVersion> versions;
  while (true) {
    const absl::StatusOr<bool> row = statement.Step();
    if (!row.ok()) return row.status();
    if (!*row) return versions;
    RowReader in(statement, "bot_version", statement.Int(0));
    BotVersion& version = versions.emplace_back();
    version.bot.number = in.Int(1, "bot", 1);
    version.version = in.Text(2, "version");
    version.first_seen_ms = in.Int(3, "first_seen_ms", std::numeric_limits<std::int64_t>::min());
    if (absl::Status status = in.status(); !status.ok()) return status;
  }
}

}  // namespace taki::store::sqlite
