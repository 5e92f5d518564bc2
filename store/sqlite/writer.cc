#include "store/sqlite/writer.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "store/sqlite/fault.h"
#include "store/sqlite/kinds.h"
#include "store/sqlite/tokens.h"

namespace taki::store::sqlite {
namespace {

absl::Status Contradicts(match::MatchId id, const char* what) {
  return absl::FailedPreconditionError(absl::StrCat(match::ToString(id), ": ", what));
}

// What must survive a power cut even under --durability=result.
bool MustReachTheDisk(const Batch& batch) {
  return !batch.bots.empty() || !batch.matches.empty() || !batch.leagues.empty() ||
         !batch.league_changes.empty() || !batch.rating_changes.empty() ||
         std::any_of(batch.changes.begin(), batch.changes.end(),
                     [](const MatchChange& change) { return change.result != nullptr; });
}

void BindLeague(Statement& put, const std::optional<LeagueMatch>& of) {
  if (!of.has_value()) {
    for (int index = 18; index <= 21; ++index) put.BindNull(index);
    return;
  }
  put.Bind(18, of->league.number)
      .Bind(19, std::int64_t{of->slot.fixture.number})
      .Bind(20, std::int64_t{of->slot.game})
      .Bind(21, std::int64_t{of->slot.attempt});
}

void BindTiming(Statement& put, const InputTiming* timing) {
  if (timing == nullptr) {
    for (int index = 12; index <= 15; ++index) put.BindNull(index);
    return;
  }
  put.Bind(12, std::int64_t{timing->sent_after_ms})
      .Bind(13, std::int64_t{timing->read_after_ms})
      .Bind(14, std::int64_t{timing->lag_ms});
  if (timing->round_trip_us >= 0) {
    put.Bind(15, std::int64_t{timing->round_trip_us});
  } else {
    put.BindNull(15);
  }
}

}  // namespace

const std::array<const char*, Writer::kCommands>& Writer::Sql() {
  static constexpr std::array<const char*, kCommands> kSql = [] {
    std::array<const char*, kCommands> sql{};
    sql[kBegin] = "BEGIN IMMEDIATE";
    sql[kCommit] = "COMMIT";
    sql[kRollback] = "ROLLBACK";
    sql[kPutBot] =
        "INSERT INTO bot(id, name, display_name, owner, description, author, language, homepage,"
        " token_hash, registered_ms) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"
        " ON CONFLICT(id) DO UPDATE SET name = ?2, display_name = ?3, owner = ?4, description = ?5,"
        " author = ?6, language = ?7, homepage = ?8, token_hash = ?9, registered_ms = ?10";
    sql[kPutVersion] =
        "INSERT INTO bot_version(bot, version, first_seen_ms) VALUES(?1, ?2, ?3)"
        " ON CONFLICT(bot, version) DO NOTHING";
    sql[kPutMatch] =
        "INSERT INTO match(id, state, seats, ruleset, move_time_ms, time_bank_ms, strike_limit,"
        " ready_time_ms, reconnect_grace_ms, reconnect_grace_match_ms, restart_grace_ms, seed,"
        " rated, request_id, rules_version, server_version, created_ms, filed_ms, league, fixture,"
        " game, attempt, public_delay_ms)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17,"
        " max(?17, coalesce((SELECT filed_ms FROM match ORDER BY id DESC LIMIT 1), ?17)),"
        " ?18, ?19, ?20, ?21, ?22)";
    sql[kPutSeat] = "INSERT INTO match_seat(match, seat, bot) VALUES(?1, ?2, ?3)";
    sql[kPutInput] =
        "INSERT INTO input(id, kind, seat, decision, actions, rest, rule, strike, charged_ms,"
        " grace_ms, reason, sent_after_ms, read_after_ms, lag_ms, round_trip_us)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)"
        " ON CONFLICT(id) DO NOTHING";
    sql[kPutAction] =
        "INSERT INTO action(id, seat, kind, token, input_no, decision, turn, charged_ms, in_window,"
        " drawn) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT(id) DO NOTHING";
    sql[kSetStart] =
        "UPDATE match_seat SET version = ?3, ready = ?4, entropy = ?5 WHERE match = ?1 AND seat = "
        "?2";
    sql[kSetReady] = "UPDATE match_seat SET ready = ?3 WHERE match = ?1 AND seat = ?2";
    sql[kSetState] =
        "UPDATE match SET state = ?2, quarantine_reason = ?3,"
        " started_ms = CASE ?2 WHEN 'RUNNING' THEN ?4 ELSE started_ms END,"
        " finished_ms = CASE ?2 WHEN 'QUARANTINED' THEN ?4 ELSE finished_ms END"
        " WHERE id = ?1 AND result_no IS NULL";
    return sql;
  }();
  return kSql;
}

absl::StatusOr<std::unique_ptr<Writer>> Writer::Open(const std::string& path,
                                                     const std::string& vfs, bool always_sync) {
  absl::StatusOr<Connection> db = Connection::Open(path, Access::kReadWrite, vfs);
  if (!db.ok()) return db.status();
  std::unique_ptr<Writer> writer(new Writer(*std::move(db)));
  writer->always_sync_ = always_sync;
  // Checkpoints come in Maintain only, by this connection only: SQLite 3.40 has a fault if two
  // connections checkpoint and reset the log, and one inside a commit stops the loop for 10 ms.
  absl::Status status = writer->db_.Run(
      "PRAGMA busy_timeout = 0;"
      "PRAGMA wal_autocheckpoint = 0;"
      "PRAGMA journal_size_limit = 67108864;"
      "PRAGMA cache_size = -8192;"
      "PRAGMA mmap_size = 0;"
      "PRAGMA temp_store = MEMORY;"
      "PRAGMA foreign_keys = ON;"
      "PRAGMA synchronous = NORMAL;");
  if (!status.ok()) return status;
  writer->db_.CountWalPages();
  writer->db_.DenySchemaChanges();
  absl::StatusOr<Reads> reads = Reads::Prepare(writer->db_);
  if (!reads.ok()) return reads.status();
  writer->reads_ = *std::move(reads);
  absl::StatusOr<LeagueWriter> leagues = LeagueWriter::Prepare(writer->db_);
  if (!leagues.ok()) return leagues.status();
  writer->leagues_ = *std::move(leagues);
  absl::StatusOr<ResultWriter> results = ResultWriter::Prepare(writer->db_);
  if (!results.ok()) return results.status();
  writer->results_ = *std::move(results);
  for (std::size_t i = 0; i < kCommands; ++i) {
    absl::StatusOr<Statement> command = writer->db_.Prepare(Sql()[i]);
    if (!command.ok()) return command.status();
    writer->commands_[i] = *std::move(command);
  }
  return writer;
}

absl::Status Writer::Write(const Batch& batch) {
  absl::Status status = SetSynchronous(always_sync_ || MustReachTheDisk(batch));
  if (status.ok()) status = At(kBegin).Run();
  if (status.ok()) status = WriteAll(batch);
  if (status.ok()) status = At(kCommit).Run();
  if (status.ok()) return status;
  broken_ = IsIoFault(db_.last_fault());
  if (db_.in_transaction() && !At(kRollback).Run().ok()) broken_ = true;
  return status;
}

// Outside a transaction only: inside, SQLite refuses to change it.
absl::Status Writer::SetSynchronous(bool full) {
  if (full == full_) return absl::OkStatus();
  absl::Status status = db_.Run(full ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
  if (status.ok()) full_ = full;
  return status;
}

absl::Status Writer::WriteAll(const Batch& batch) {
  absl::Status status;
  results_.Clear();
  for (const Bot& bot : batch.bots) {
    if (status = PutBot(bot); !status.ok()) return status;
  }
  for (const BotVersion& version : batch.versions) {
    if (status = PutVersion(version); !status.ok()) return status;
  }
  for (const LeagueRow& row : batch.leagues) {
    if (status = leagues_.PutLeague(row); !status.ok()) return status;
  }
  for (const MatchRow& row : batch.matches) {
    if (status = PutMatch(row); !status.ok()) return status;
  }
  for (const MatchChange& change : batch.changes) {
    if (status = PutChange(change, batch.now_ms); !status.ok()) return status;
  }
  if (status = results_.Flush(); !status.ok()) return status;
  for (const LeagueChange& change : batch.league_changes) {
    if (status = leagues_.PutChange(change, batch.now_ms); !status.ok()) return status;
  }
  return batch.rating_changes.empty() ? status : leagues_.NoteRatingChanges(batch.rating_changes);
}

absl::Status Writer::PutBot(const Bot& bot) {
  return At(kPutBot)
      .Bind(1, bot.id.number)
      .Bind(2, bot.name)
      .Bind(3, bot.display_name)
      .Bind(4, bot.owner)
      .Bind(5, bot.description)
      .Bind(6, bot.author)
      .Bind(7, bot.language)
      .Bind(8, bot.homepage)
      .Bind(9, std::span<const std::uint8_t>(bot.token_hash))
      .Bind(10, bot.registered_ms)
      .Run();
}

absl::Status Writer::PutVersion(const BotVersion& version) {
  return At(kPutVersion)
      .Bind(1, version.bot.number)
      .Bind(2, version.version)
      .Bind(3, version.first_seen_ms)
      .Run();
}

absl::Status Writer::PutMatch(const MatchRow& row) {
  const match::MatchConfig& config = row.config;
  const absl::StatusOr<MatchRow> known = reads_.Match(config.id);
  if (known.ok()) {
    return SameBeginning(*known, row) ? absl::OkStatus()
                                      : Contradicts(config.id, "is there, and is another match");
  }
  if (!absl::IsNotFound(known.status())) return known.status();
  const std::string ruleset = rules::CanonicalText(config.ruleset);
  Statement& put = At(kPutMatch);
  BindLeague(put, row.league);
  absl::Status status = put.Bind(1, config.id.number)
                            .Bind(2, Name(row.state))
                            .Bind(3, static_cast<std::int64_t>(config.seats.size()))
                            .Bind(4, ruleset)
                            .Bind(5, std::int64_t{config.clock.move_time_ms})
                            .Bind(6, std::int64_t{config.clock.time_bank_ms})
                            .Bind(7, std::int64_t{config.clock.strike_limit})
                            .Bind(8, std::int64_t{config.clock.ready_time_ms})
                            .Bind(9, std::int64_t{config.clock.reconnect_grace_ms})
                            .Bind(10, std::int64_t{config.clock.reconnect_grace_match_ms})
                            .Bind(11, std::int64_t{config.clock.restart_grace_ms})
                            .Bind(12, std::span<const std::uint8_t>(config.seed))
                            .Bind(13, std::int64_t{config.rated ? 1 : 0})
                            .BindUnlessEmpty(14, row.request_id)
                            .Bind(15, std::int64_t{row.rules_version})
                            .Bind(16, row.server_version)
                            .Bind(17, row.created_ms)
                            .Bind(22, std::int64_t{row.public_delay_ms})
                            .Run();
  return status.ok() ? PutSeats(row) : status;
}

absl::Status Writer::PutSeats(const MatchRow& row) {
  for (std::size_t seat = 0; seat < row.config.seats.size(); ++seat) {
    absl::Status status = At(kPutSeat)
                              .Bind(1, row.config.id.number)
                              .Bind(2, static_cast<std::int64_t>(seat))
                              .Bind(3, row.config.seats[seat].bot.number)
                              .Run();
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status Writer::PutChange(const MatchChange& change, std::int64_t now_ms) {
  absl::Status status;
  auto timing = change.timings.begin();
  for (const match::Record& record : change.records) {
    while (timing != change.timings.end() && timing->input_no < record.input_no) ++timing;
    const bool timed = timing != change.timings.end() && timing->input_no == record.input_no;
    status = PutRecord(change.match, record, timed ? &*timing : nullptr);
    if (!status.ok()) return status;
  }
  for (const match::Line& line : change.lines) {
    if (status = PutLine(change.match, line); !status.ok()) return status;
  }
  if (change.state.has_value()) status = SetState(change, now_ms);
  if (status.ok() && change.result != nullptr) {
    status = PutResult(change.match, *change.result, now_ms);
  }
  return status;
}

absl::Status Writer::PutRecord(match::MatchId id, const match::Record& record,
                               const InputTiming* timing) {
  const std::string actions = ActionsText(record.actions);
  const std::string_view reason = record.kind == match::Record::Kind::kForfeit
                                      ? match::Name(record.end)
                                      : std::string_view(record.void_reason);
  Statement& put = At(kPutInput);
  BindTiming(put, timing);
  absl::Status status = put.Bind(1, KeyOf(id, record.input_no))
                            .Bind(2, static_cast<std::int64_t>(record.kind))
                            .Bind(3, std::int64_t{record.seat.number()})
                            .Bind(4, std::int64_t{record.decision.number})
                            .BindUnlessEmpty(5, actions)
                            .BindUnlessEmpty(6, record.rest)
                            .BindUnlessEmpty(7, record.rule)
                            .Bind(8, std::int64_t{record.strike ? 1 : 0})
                            .Bind(9, std::int64_t{record.charged_ms})
                            .Bind(10, std::int64_t{record.grace_ms})
                            .BindUnlessEmpty(11, reason)
                            .Run();
  if (!status.ok()) return status;
  if (db_.changes() == 0) {
    const absl::StatusOr<match::Record> known = reads_.Record(id, record.input_no);
    if (!known.ok()) return known.status();
    return *known == record ? absl::OkStatus()
                            : Contradicts(id, "has another input of this number");
  }
  if (record.kind == match::Record::Kind::kStart) return PutStart(id, record);
  if (IsVoidBeforeStart(record)) return PutReady(id, record);
  return absl::OkStatus();
}

// For a match that never starts; there is no version then.
absl::Status Writer::PutReady(match::MatchId id, const match::Record& record) {
  for (int seat = 0; seat < rules::kMaxSeats; ++seat) {
    const absl::Status status =
        At(kSetReady)
            .Bind(1, id.number)
            .Bind(2, std::int64_t{seat})
            .Bind(3, std::int64_t{record.ready.Contains(rules::Seat(seat)) ? 1 : 0})
            .Run();
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status Writer::PutStart(match::MatchId id, const match::Record& record) {
  for (std::size_t seat = 0; seat < record.versions.size(); ++seat) {
    Statement& set = At(kSetStart);
    set.Bind(1, id.number).Bind(2, static_cast<std::int64_t>(seat)).Bind(3, record.versions[seat]);
    set.Bind(4, std::int64_t{record.ready.Contains(rules::Seat(static_cast<int>(seat))) ? 1 : 0});
    if (record.entropy.empty()) {
      set.BindNull(5);
    } else {
      set.Bind(5, rules::AsBytes(record.entropy.at(seat)));
    }
    if (absl::Status status = set.Run(); !status.ok()) return status;
    if (db_.changes() == 0) return Contradicts(id, "starts with a seat that it does not have");
  }
  return absl::OkStatus();
}

absl::Status Writer::PutLine(match::MatchId id, const match::Line& line) {
  const std::string token = TokenText(line);
  const std::string drawn = DrawnText(line.drawn);
  absl::Status status = At(kPutAction)
                            .Bind(1, KeyOf(id, line.ply))
                            .Bind(2, std::int64_t{line.seat.number()})
                            .Bind(3, static_cast<std::int64_t>(line.kind))
                            .Bind(4, token)
                            .Bind(5, std::int64_t{line.input_no})
                            .Bind(6, std::int64_t{line.decision.number})
                            .Bind(7, std::int64_t{line.turn})
                            .Bind(8, std::int64_t{line.charged_ms})
                            .Bind(9, (line.window ? kInWindow : 0) | (line.sealed ? kSealed : 0))
                            .BindUnlessEmpty(10, drawn)
                            .Run();
  if (!status.ok() || db_.changes() != 0) return status;
  const absl::StatusOr<std::vector<match::Line>> known = reads_.Lines(id, line.ply, 1);
  if (!known.ok()) return known.status();
  return known->size() == 1 && known->front() == line
             ? absl::OkStatus()
             : Contradicts(id, "has another action of this number");
}

absl::Status Writer::SetState(const MatchChange& change, std::int64_t now_ms) {
  absl::Status status = At(kSetState)
                            .Bind(1, change.match.number)
                            .Bind(2, Name(*change.state))
                            .BindUnlessEmpty(3, change.quarantine_reason)
                            .Bind(4, now_ms)
                            .Run();
  if (!status.ok() || db_.changes() != 0) return status;
  const absl::StatusOr<MatchRow> known = reads_.Match(change.match);
  if (absl::IsNotFound(known.status())) return Contradicts(change.match, "is unknown");
  return known.status();  // it has its result, and keeps its state
}

absl::Status Writer::PutResult(match::MatchId id, const match::Result& result,
                               std::int64_t now_ms) {
  const absl::StatusOr<bool> is_new = results_.Put(db_, reads_, id, result, now_ms);
  if (!is_new.ok()) return is_new.status();
  return *is_new ? leagues_.NoteResult(id) : absl::OkStatus();
}

}  // namespace taki::store::sqlite
