// What is read of leagues, their logs and what counts for ratings: as Reads (reads.h), for the
// writer and for each reader connection.
//
// Rows are not trusted: DATA_LOSS names table, row and column of one that makes no sense (fault
// P8).
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "store/rows.h"
#include "store/sqlite/connection.h"
#include "store/sqlite/row_reader.h"
#include "store/sqlite/statement.h"

namespace taki::store::sqlite {

// Keys of the table `league_log`.
inline constexpr int kSeqBits = 32;
inline constexpr std::int64_t kMaxLeague = std::numeric_limits<std::int32_t>::max();
inline constexpr std::int64_t KeyOf(league::LeagueId league, std::int64_t seq) {
  return league.number << kSeqBits | seq;
}

class LeagueReads {
 public:
  // `db` must outlive the result.
  static absl::StatusOr<LeagueReads> Prepare(Connection& db);

  absl::StatusOr<LeagueRow> League(league::LeagueId id);         // NOT_FOUND
  absl::StatusOr<LeagueRow> LeagueNamed(std::string_view name);  // NOT_FOUND
  absl::StatusOr<std::vector<LeagueRow>> Leagues();              // by id
  absl::StatusOr<std::vector<LeagueRow>> LeaguesBefore(std::optional<league::LeagueState> state,
                                                       league::LeagueId before, int limit);
  absl::StatusOr<std::int32_t> LastSeq(league::LeagueId id);  // NOT_FOUND
  // Entries with seq > `after`, at most `limit` (-1: all), with their outcomes. DATA_LOSS also if a
  // number is missing.
  absl::StatusOr<std::vector<league::LogEntry>> Log(league::LeagueId id, std::int32_t after,
                                                    int limit);
  absl::StatusOr<std::vector<RatedResult>> RatedResults(std::int64_t after, int limit);

  // State and league of a match; NOT_FOUND.
  struct MatchInLeague {
    MatchState state = MatchState::kQueued;
    std::int64_t league = 0;  // 0: of none
  };
  absl::StatusOr<MatchInLeague> Match(match::MatchId id);

  // The ids that matches of a league, or of one of its fixtures, lie in: [first, last], both number
  // 0 if there are none.
  struct Range {
    match::MatchId first, last;
  };
  absl::StatusOr<Range> MatchesOf(league::LeagueId league,
                                  std::optional<league::FixtureId> fixture);
  absl::StatusOr<league::FixtureId> FixtureOf(match::MatchId id);  // number 0: of no league

  enum Query {
    kLeague,
    kNamed,
    kAll,
    kBefore,
    kBeforeInState,
    kLastSeq,
    kLog,
    kMatch,
    kSeats,
    kRated,
    kFirstOfLeague,
    kLastOfLeague,
    kFirstOfFixture,
    kLastOfFixture,
    kFixtureOf,
    kQueries
  };
  // Their SQL, for the test that looks at the plans.
  static const std::array<const char*, kQueries>& Sql();

 private:
  Statement& At(Query query) { return statements_[query]; }
  static absl::StatusOr<LeagueRow> ReadLeague(const Statement& row);
  absl::StatusOr<std::vector<LeagueRow>> ReadLeagues(Statement& statement);
  absl::StatusOr<LeagueRow> OneLeague(Statement& statement);
  absl::StatusOr<league::LogEntry> ReadEntry(const Statement& row);
  absl::StatusOr<league::Outcome> OutcomeOf(match::MatchId id);  // NOT_FOUND
  absl::Status ReadOutcomeSeats(match::MatchId id, league::Outcome& outcome);
  absl::Status ReadRatedSeats(RatedResult& result);
  absl::StatusOr<match::MatchId> OneId(Statement& statement);

  std::array<Statement, kQueries> statements_;
};

}  // namespace taki::store::sqlite
