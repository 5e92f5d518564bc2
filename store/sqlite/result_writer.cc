#include "store/sqlite/result_writer.h"

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

namespace taki::store::sqlite {
namespace {

absl::Status Contradicts(match::MatchId id, const char* what) {
  return absl::FailedPreconditionError(absl::StrCat(match::ToString(id), ": ", what));
}

std::array<std::uint8_t, 8> BigEndian(std::uint64_t value) {
  std::array<std::uint8_t, 8> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::uint8_t>(value >> (56 - 8 * i));
  }
  return bytes;
}

absl::Status CheckKnown(Reads& reads, match::MatchId id, const match::Result& result) {
  const absl::StatusOr<MatchRow> known = reads.Match(id);
  if (absl::IsNotFound(known.status())) return Contradicts(id, "is unknown");
  if (!known.ok()) return known.status();
  return known->result == result ? absl::OkStatus() : Contradicts(id, "has another result");
}

// Counts a match from its rows as they are sealed; they were written by this transaction and those
// before it.
class RowCounter {
 public:
  explicit RowCounter(TallyBook& book) : book_(book) {}

  void See(SealedTable table, const Statement& row) {
    switch (table) {
      case SealedTable::kMatch: rated_ = row.Int(SealedColumn::kMatchRated) != 0; break;
      case SealedTable::kSeats: SeeSeat(row); break;
      case SealedTable::kInputs: SeeInput(row); break;
    }
  }
  void CountResult() { book_.CountResult(rated_, seats_); }

 private:
  void SeeSeat(const Statement& row) {
    seats_.push_back(
        {.bot = {row.Int(SealedColumn::kSeatBot)},
         .version = std::string(row.Text(SealedColumn::kSeatVersion)),
         .place = static_cast<std::int32_t>(row.Int(SealedColumn::kSeatPlace)),
         .end = match::ParseSeatEnd(row.Text(SealedColumn::kSeatEnd)).value_or(rules::SeatEnd{})});
  }
  void SeeInput(const Statement& row) {
    const std::int64_t seat = row.Int(SealedColumn::kInputSeat);
    if (seat < 0 || std::cmp_greater_equal(seat, seats_.size())) return;
    book_.CountInput(seats_[static_cast<std::size_t>(seat)],
                     static_cast<match::Record::Kind>(row.Int(SealedColumn::kInputKind)),
                     static_cast<std::int32_t>(row.Int(SealedColumn::kInputChargedMs)),
                     row.Int(SealedColumn::kInputStrike) != 0);
  }

  TallyBook& book_;
  bool rated_ = false;
  std::vector<TallyBook::Seat> seats_;
};

}  // namespace

const std::array<const char*, ResultWriter::kCommands>& ResultWriter::Sql() {
  static constexpr std::array<const char*, kCommands> kSql = [] {
    std::array<const char*, kCommands> sql{};
    sql[kSetResult] =
        "UPDATE match SET state = ?2, finished_ms = ?3, ending = ?4, void_reason = ?5, inputs = ?6,"
        " plies = ?7, turns = ?8, decisions = ?9, position_hash = ?10, record_hash = ?11,"
        " result_no = coalesce((SELECT result_no FROM match WHERE result_no IS NOT NULL"
        " ORDER BY result_no DESC LIMIT 1), 0) + 1"
        " WHERE id = ?1 AND result_no IS NULL";
    sql[kSetSeat] =
        "UPDATE match_seat SET place = ?3, seat_end = ?4, stages_completed = ?5, cards_left = ?6,"
        " strikes = ?7, bank_left_ms = ?8 WHERE match = ?1 AND seat = ?2";
    sql[kSetSeal] = "UPDATE match SET seal = ?2 WHERE id = ?1";
    sql[kAddResults] =
        "INSERT INTO bot_result(bot, version, rated, seats, seat, place, seat_end, matches)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
        " ON CONFLICT DO UPDATE SET matches = matches + excluded.matches";
    sql[kAddMeetings] =
        "INSERT INTO bot_meeting(bot, version, rated, opponent, matches, ahead, level)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)"
        " ON CONFLICT DO UPDATE SET matches = matches + excluded.matches,"
        " ahead = ahead + excluded.ahead, level = level + excluded.level";
    sql[kAddDecisions] =
        "INSERT INTO bot_decision(bot, version, kind, bucket, count, strikes)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6)"
        " ON CONFLICT DO UPDATE SET count = count + excluded.count,"
        " strikes = strikes + excluded.strikes";
    return sql;
  }();
  return kSql;
}

absl::StatusOr<ResultWriter> ResultWriter::Prepare(Connection& db) {
  ResultWriter writer;
  absl::StatusOr<Seals> seals = Seals::Prepare(db);
  if (!seals.ok()) return seals.status();
  writer.seals_ = *std::move(seals);
  for (std::size_t i = 0; i < kCommands; ++i) {
    absl::StatusOr<Statement> command = db.Prepare(Sql()[i]);
    if (!command.ok()) return command.status();
    writer.commands_[i] = *std::move(command);
  }
  return writer;
}

absl::StatusOr<bool> ResultWriter::Put(Connection& db, Reads& reads, match::MatchId id,
                                       const match::Result& result, std::int64_t now_ms) {
  const bool is_void = result.ending == match::MatchEnding::kVoid;
  const std::array<std::uint8_t, 8> position_hash = BigEndian(result.position_hash);
  absl::Status status = At(kSetResult)
                            .Bind(1, id.number)
                            .Bind(2, Name(is_void ? MatchState::kVoid : MatchState::kFinished))
                            .Bind(3, now_ms)
                            .Bind(4, Name(result.ending))
                            .BindUnlessEmpty(5, result.void_reason)
                            .Bind(6, std::int64_t{result.inputs})
                            .Bind(7, std::int64_t{result.plies})
                            .Bind(8, std::int64_t{result.turns})
                            .Bind(9, std::int64_t{result.decisions})
                            .Bind(10, std::span<const std::uint8_t>(position_hash))
                            .Bind(11, std::span<const std::uint8_t>(result.record_hash))
                            .Run();
  if (!status.ok()) return status;
  if (db.changes() == 0) {
    status = CheckKnown(reads, id, result);
    if (!status.ok()) return status;
    return false;
  }
  status = SetSeats(db, id, result);
  if (status.ok()) status = SealAndCount(id, !is_void);
  if (!status.ok()) return status;
  return true;
}

absl::Status ResultWriter::SetSeats(Connection& db, match::MatchId id,
                                    const match::Result& result) {
  for (std::size_t seat = 0; seat < result.seats.size(); ++seat) {
    const match::SeatResult& of = result.seats[seat];
    absl::Status status = At(kSetSeat)
                              .Bind(1, id.number)
                              .Bind(2, static_cast<std::int64_t>(seat))
                              .Bind(3, std::int64_t{of.place})
                              .Bind(4, match::Name(of.end))
                              .Bind(5, std::int64_t{of.stages_completed})
                              .Bind(6, std::int64_t{of.cards_left})
                              .Bind(7, std::int64_t{of.strikes})
                              .Bind(8, std::int64_t{of.bank_left_ms})
                              .Run();
    if (!status.ok()) return status;
    if (db.changes() == 0) return Contradicts(id, "has a result for a seat that it does not have");
  }
  return absl::OkStatus();
}

// All rows of the match are read once, for both.
absl::Status ResultWriter::SealAndCount(match::MatchId id, bool finished) {
  RowCounter counter(counted_);
  const absl::StatusOr<Seal> seal = seals_.Of(
      id, [&counter](SealedTable table, const Statement& row) { counter.See(table, row); });
  if (!seal.ok()) return seal.status();
  if (finished) counter.CountResult();
  return At(kSetSeal).Bind(1, id.number).Bind(2, std::span<const std::uint8_t>(*seal)).Run();
}

absl::Status ResultWriter::Flush() {
  for (const match::BotId bot : counted_.Bots()) {
    if (absl::Status status = FlushOf(bot, counted_.Of(bot)); !status.ok()) return status;
  }
  counted_.Clear();
  return absl::OkStatus();
}

absl::Status ResultWriter::FlushOf(match::BotId bot, const BotTally& tally) {
  absl::Status status;
  for (const BotTally::Results& results : tally.results) {
    status = At(kAddResults)
                 .Bind(1, bot.number)
                 .Bind(2, results.version)
                 .Bind(3, std::int64_t{results.rated})
                 .Bind(4, std::int64_t{results.seats})
                 .Bind(5, std::int64_t{results.seat})
                 .Bind(6, std::int64_t{results.place})
                 .Bind(7, match::Name(results.end))
                 .Bind(8, results.matches)
                 .Run();
    if (!status.ok()) return status;
  }
  for (const BotTally::Meetings& meetings : tally.meetings) {
    status = At(kAddMeetings)
                 .Bind(1, bot.number)
                 .Bind(2, meetings.version)
                 .Bind(3, std::int64_t{meetings.rated})
                 .Bind(4, meetings.opponent.number)
                 .Bind(5, meetings.matches)
                 .Bind(6, meetings.ahead)
                 .Bind(7, meetings.level)
                 .Run();
    if (!status.ok()) return status;
  }
  for (const BotTally::Decisions& decisions : tally.decisions) {
    status = At(kAddDecisions)
                 .Bind(1, bot.number)
                 .Bind(2, decisions.version)
                 .Bind(3, static_cast<std::int64_t>(decisions.kind))
                 .Bind(4, std::int64_t{decisions.bucket})
                 .Bind(5, decisions.count)
                 .Bind(6, decisions.strikes)
                 .Run();
    if (!status.ok()) return status;
  }
  return status;
}

}  // namespace taki::store::sqlite
