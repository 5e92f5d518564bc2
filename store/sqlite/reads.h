// Everything that is read of the database, for the writer and for each reader connection: a set of
// prepared statements and the translation of rows into values.
//
// Rows are not trusted: DATA_LOSS names table, row and column of one that makes no sense (fault
// P8).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "store/history.h"
#include "store/rows.h"
#include "store/sqlite/connection.h"
#include "store/sqlite/row_reader.h"
#include "store/sqlite/statement.h"

namespace taki::store::sqlite {

class Reads {
 public:
  // `db` must outlive the result.
  static absl::StatusOr<Reads> Prepare(Connection& db);

  absl::StatusOr<MatchRow> Match(match::MatchId id);                       // NOT_FOUND
  absl::StatusOr<MatchRow> MatchByRequestId(std::string_view request_id);  // NOT_FOUND
  absl::StatusOr<std::vector<MatchRow>> Unfinished();
  absl::StatusOr<match::MatchId> LastMatchId();
  absl::StatusOr<std::int64_t> LastResultNo();  // 0 if there is none
  // DATA_LOSS also if a number is missing.
  absl::StatusOr<std::vector<match::Record>> Records(match::MatchId id);
  absl::StatusOr<match::Record> Record(match::MatchId id, std::uint32_t input_no);  // NOT_FOUND
  absl::StatusOr<std::vector<InputTiming>> Timings(match::MatchId id);
  // Fills in what is not in the row of the record, but with the seats.
  absl::Status ReadAtSeats(match::MatchId id, match::Record& record);
  absl::StatusOr<std::vector<match::Line>> Lines(match::MatchId id, std::uint32_t from_ply,
                                                 int limit);

  absl::StatusOr<std::vector<Bot>> Bots();
  absl::StatusOr<std::vector<Bot>> BotsAfter(std::string_view name, int limit);
  // In this order, without unknown ones.
  absl::StatusOr<std::vector<Bot>> BotsById(const std::vector<match::BotId>& ids);
  absl::StatusOr<Bot> BotNamed(std::string_view name);                 // NOT_FOUND
  absl::StatusOr<Bot> BotWithToken(const rules::Bytes32& token_hash);  // NOT_FOUND
  absl::StatusOr<std::vector<BotVersion>> Versions();
  absl::StatusOr<std::vector<BotVersion>> VersionsOf(match::BotId bot);

  // The first id that was filed at or after `filed_ms`; number 0 if there is none.
  absl::StatusOr<match::MatchId> FirstFiledFrom(std::int64_t filed_ms);

  enum Query {
    kMatch,
    kSeats,
    kRequest,
    kUnfinished,
    kLastMatch,
    kLastResult,
    kInputs,
    kTimings,
    kInput,
    kActions,
    kBots,
    kBotsAfter,
    kBot,
    kBotNamed,
    kBotWithToken,
    kVersions,
    kVersionsOf,
    kFiled,
    kQueries
  };
  // Their SQL, for the test that looks at the plans.
  static const std::array<const char*, kQueries>& Sql();

 private:
  Statement& At(Query query) { return statements_[query]; }
  absl::StatusOr<std::vector<match::MatchId>> Ids(Statement& statement);
  absl::Status ReadSeats(MatchRow& row);
  absl::Status ReadStart(match::MatchId id, match::Record& record);
  absl::Status ReadReady(match::MatchId id, match::Record& record);
  absl::StatusOr<match::Record> ReadRecord(const Statement& row);
  absl::StatusOr<std::vector<Bot>> ReadBots(Statement& statement);
  absl::StatusOr<Bot> OneBot(Statement& statement, const char* missing);
  absl::StatusOr<std::vector<BotVersion>> ReadVersions(Statement& statement);

  std::array<Statement, kQueries> statements_;
};

}  // namespace taki::store::sqlite
