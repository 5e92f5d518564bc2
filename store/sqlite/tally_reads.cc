#include "store/sqlite/tally_reads.h"

#include <limits>
#include <string>
#include <utility>

#include "store/sqlite/row_reader.h"
#include "store/time_buckets.h"

namespace taki::store::sqlite {
namespace {

constexpr std::array<const char*, TallyReads::kQueries> kSql = [] {
  std::array<const char*, TallyReads::kQueries> sql{};
  sql[TallyReads::kResults] =
      "SELECT version, rated, seats, seat, place, seat_end, matches FROM bot_result WHERE bot = ?1";
  sql[TallyReads::kMeetings] =
      "SELECT version, rated, opponent, matches, ahead, level FROM bot_meeting WHERE bot = ?1";
  sql[TallyReads::kDecisions] =
      "SELECT version, kind, bucket, count, strikes FROM bot_decision WHERE bot = ?1";
  return sql;
}();

std::int32_t Small(RowReader& in, int column, const char* name, std::int64_t min,
                   std::int64_t max) {
  return static_cast<std::int32_t>(in.Int(column, name, min, max));
}

BotTally::Results ReadResults(RowReader& in) {
  BotTally::Results results;
  results.version = in.Text(0, "version");
  results.rated = in.Int(1, "rated", 0, 1) != 0;
  results.seats = Small(in, 2, "seats", rules::kMinSeats, rules::kMaxSeats);
  results.seat = Small(in, 3, "seat", 0, rules::kMaxSeats - 1);
  results.place = Small(in, 4, "place", 1, rules::kMaxSeats);
  results.end = in.Parsed(5, "seat_end", match::ParseSeatEnd);
  results.matches = in.Int(6, "matches", 1);
  return results;
}

BotTally::Meetings ReadMeetings(RowReader& in) {
  BotTally::Meetings meetings;
  meetings.version = in.Text(0, "version");
  meetings.rated = in.Int(1, "rated", 0, 1) != 0;
  meetings.opponent.number = in.Int(2, "opponent", 1);
  meetings.matches = in.Int(3, "matches", 1);
  meetings.ahead = in.Int(4, "ahead", 0, meetings.matches);
  meetings.level = in.Int(5, "level", 0, meetings.matches);
  return meetings;
}

BotTally::Decisions ReadDecisions(RowReader& in) {
  using Kind = match::Record::Kind;
  BotTally::Decisions decisions;
  decisions.version = in.Text(0, "version");
  decisions.kind = static_cast<Kind>(
      in.Int(1, "kind", static_cast<int>(Kind::kReply), static_cast<int>(Kind::kTimeout)));
  decisions.bucket = Small(in, 2, "bucket", 0, kTimeBuckets - 1);
  decisions.count = in.Int(3, "count", 1);
  decisions.strikes = in.Int(4, "strikes", 0, decisions.count);
  return decisions;
}

}  // namespace

const std::array<const char*, TallyReads::kQueries>& TallyReads::Sql() { return kSql; }

absl::StatusOr<TallyReads> TallyReads::Prepare(Connection& db) {
  TallyReads reads;
  for (std::size_t i = 0; i < kSql.size(); ++i) {
    absl::StatusOr<Statement> statement = db.Prepare(kSql[i]);
    if (!statement.ok()) return statement.status();
    reads.statements_[i] = *std::move(statement);
  }
  return reads;
}

template <class ReadRow>
absl::Status TallyReads::ReadInto(Query query, match::BotId bot, ReadRow read, TallyBook& book) {
  static constexpr std::array<const char*, kQueries> kTables = {"bot_result", "bot_meeting",
                                                                "bot_decision"};
  Statement& rows = statements_[query];
  const ResetAtEnd reset(rows);
  rows.Bind(1, bot.number);
  while (true) {
    const absl::StatusOr<bool> row = rows.Step();
    if (!row.ok()) return row.status();
    if (!*row) return absl::OkStatus();
    RowReader in(rows, kTables[query], bot.number);
    const auto counted = read(in);
    if (absl::Status status = in.status(); !status.ok()) return status;
    book.Add(bot, counted);
  }
}

absl::StatusOr<BotTally> TallyReads::Of(match::BotId bot) {
  TallyBook book;  // puts them in order
  absl::Status status = ReadInto(kResults, bot, ReadResults, book);
  if (status.ok()) status = ReadInto(kMeetings, bot, ReadMeetings, book);
  if (status.ok()) status = ReadInto(kDecisions, bot, ReadDecisions, book);
  if (!status.ok()) return status;
  return book.Of(bot);
}

}  // namespace taki::store::sqlite
