#include "store/sqlite/league_writer.h"

#include <map>
#include <span>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"

namespace taki::store::sqlite {
namespace {

absl::Status Contradicts(league::LeagueId id, const char* what) {
  return absl::FailedPreconditionError(absl::StrCat(league::ToString(id), ": ", what));
}

std::string BotsText(const std::vector<match::BotId>& bots) {
  std::string text;
  for (const match::BotId bot : bots) absl::StrAppend(&text, text.empty() ? "" : " ", bot.number);
  return text;
}

void BindUnlessZero(Statement& statement, int index, std::int64_t value) {
  if (value == 0) {
    statement.BindNull(index);
  } else {
    statement.Bind(index, value);
  }
}

}  // namespace

const std::array<const char*, LeagueWriter::kCommands>& LeagueWriter::Sql() {
  static constexpr std::array<const char*, kCommands> kSql = [] {
    std::array<const char*, kCommands> sql{};
    sql[kPutLeague] =
        "INSERT INTO league(id, name, config, event_seed, state, request_id, created_ms, last_seq)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, 0)";
    sql[kPutEntry] =
        "INSERT INTO league_log(id, kind, bot, match, fixture, game, attempt, bots, text, at_ms)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
    sql[kSetLeague] =
        "UPDATE league SET state = ?2, last_seq = ?3,"
        " started_ms = CASE ?4 WHEN 1 THEN ?6 ELSE started_ms END,"
        " ended_ms = CASE ?5 WHEN 1 THEN coalesce(ended_ms, ?6) END WHERE id = ?1";
    sql[kNoteResult] =
        "INSERT INTO rating_log(match, counts) SELECT id, 1 FROM match"
        " WHERE id = ?1 AND rated = 1 AND state = 'FINISHED'"
        " AND NOT EXISTS (SELECT 1 FROM rating_log WHERE match = ?1)";
    sql[kNoteChange] =
        "INSERT INTO rating_log(match, counts) SELECT ?1, ?2 WHERE ?2 <>"
        " (SELECT counts FROM rating_log WHERE match = ?1 ORDER BY as_of DESC LIMIT 1)";
    return sql;
  }();
  return kSql;
}

absl::StatusOr<LeagueWriter> LeagueWriter::Prepare(Connection& db) {
  LeagueWriter writer;
  absl::StatusOr<LeagueReads> reads = LeagueReads::Prepare(db);
  if (!reads.ok()) return reads.status();
  writer.reads_ = *std::move(reads);
  for (std::size_t i = 0; i < kCommands; ++i) {
    absl::StatusOr<Statement> command = db.Prepare(Sql()[i]);
    if (!command.ok()) return command.status();
    writer.commands_[i] = *std::move(command);
  }
  return writer;
}

absl::Status LeagueWriter::PutLeague(const LeagueRow& row) {
  if (row.id.number < 1 || row.id.number > kMaxLeague) return Contradicts(row.id, "is no number");
  const absl::StatusOr<LeagueRow> known = reads_.League(row.id);
  if (known.ok()) {
    return SameBeginning(*known, row) ? absl::OkStatus()
                                      : Contradicts(row.id, "is there, and is another league");
  }
  if (!absl::IsNotFound(known.status())) return known.status();
  const std::string config = league::CanonicalText(row.config);
  return At(kPutLeague)
      .Bind(1, row.id.number)
      .Bind(2, row.config.name)
      .Bind(3, config)
      .Bind(4, std::span<const std::uint8_t>(row.event_seed))
      .Bind(5, league::Name(league::LeagueState::kOpen))
      .BindUnlessEmpty(6, row.request_id)
      .Bind(7, row.created_ms)
      .Run();
}

absl::Status LeagueWriter::PutChange(const LeagueChange& change, std::int64_t now_ms) {
  const absl::StatusOr<std::int32_t> known = reads_.LastSeq(change.league);
  if (absl::IsNotFound(known.status())) return Contradicts(change.league, "is unknown");
  if (!known.ok()) return known.status();
  std::int32_t last_seq = *known;
  bool starts = false;
  for (const league::LogEntry& entry : change.entries) {
    absl::Status status;
    if (entry.seq >= 1 && entry.seq <= *known) {
      status = CheckKnown(change.league, entry);
    } else if (entry.seq == last_seq + 1) {
      last_seq = entry.seq;
      starts = starts || entry.kind == league::LogEntry::Kind::kStarted;
      status = PutEntry(change.league, entry);
    } else {
      status = Contradicts(change.league, "its log does not go on where it stopped");
    }
    if (!status.ok()) return status;
  }
  return At(kSetLeague)
      .Bind(1, change.league.number)
      .Bind(2, league::Name(change.state))
      .Bind(3, std::int64_t{last_seq})
      .Bind(4, std::int64_t{starts ? 1 : 0})
      .Bind(5, std::int64_t{IsOver(change.state) ? 1 : 0})
      .Bind(6, now_ms)
      .Run();
}

absl::Status LeagueWriter::CheckKnown(league::LeagueId id, const league::LogEntry& entry) {
  const absl::StatusOr<std::vector<league::LogEntry>> known = reads_.Log(id, entry.seq - 1, 1);
  if (!known.ok()) return known.status();
  return known->size() == 1 && SameEntry(known->front(), entry)
             ? absl::OkStatus()
             : Contradicts(id, "has another entry of this number");
}

absl::Status LeagueWriter::CheckMatch(league::LeagueId id, const league::LogEntry& entry) {
  if (entry.match.number == 0) return absl::OkStatus();
  const absl::StatusOr<LeagueReads::MatchInLeague> match = reads_.Match(entry.match);
  if (!match.ok() && !absl::IsNotFound(match.status())) return match.status();
  if (!match.ok() || match->league != id.number) {
    return Contradicts(id, "an entry names a match that is not of this league");
  }
  if (entry.kind == league::LogEntry::Kind::kFinished && !store::IsOver(match->state)) {
    return Contradicts(id, "an entry says that a live match is over");
  }
  return absl::OkStatus();
}

absl::Status LeagueWriter::PutEntry(league::LeagueId id, const league::LogEntry& entry) {
  if (absl::Status status = CheckMatch(id, entry); !status.ok()) return status;
  const std::string bots = BotsText(entry.bots);
  Statement& put = At(kPutEntry);
  put.Bind(1, KeyOf(id, entry.seq)).Bind(2, league::Name(entry.kind));
  BindUnlessZero(put, 3, entry.bot.number);
  BindUnlessZero(put, 4, entry.match.number);
  BindUnlessZero(put, 5, entry.slot.fixture.number);
  BindUnlessZero(put, 6, entry.slot.game);
  BindUnlessZero(put, 7, entry.slot.attempt);
  return put.BindUnlessEmpty(8, bots).BindUnlessEmpty(9, entry.text).Bind(10, entry.at_ms).Run();
}

absl::Status LeagueWriter::NoteResult(match::MatchId match) {
  return At(kNoteResult).Bind(1, match.number).Run();
}

absl::Status LeagueWriter::NoteRatingChanges(const std::vector<RatingChange>& changes) {
  std::map<std::int64_t, bool> last;  // of several changes of one match the last is meant
  for (const RatingChange& change : changes) last[change.match.number] = change.counts;
  for (const auto& [number, counts] : last) {
    const match::MatchId id{number};
    const absl::StatusOr<LeagueReads::MatchInLeague> match = reads_.Match(id);
    if (absl::IsNotFound(match.status())) {
      return absl::FailedPreconditionError(absl::StrCat(match::ToString(id), ": is unknown"));
    }
    if (!match.ok()) return match.status();
    absl::Status status = At(kNoteChange).Bind(1, number).Bind(2, std::int64_t{counts}).Run();
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace taki::store::sqlite
