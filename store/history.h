// Questions about what was recorded. Thread-safe; sees committed data only; never waits for the
// writer, nor holds it up.
//
// What comes back includes secrets of live matches (seed, sealed answers, drawn cards): the service
// hides them until the end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "store/rows.h"

namespace taki::store {

// All given conditions must hold. Empty strings and nullopt: no condition.
struct MatchFilter {
  std::string bot;          // name; took a seat
  std::string bot_version;  // of that bot; without `bot` INVALID_ARGUMENT
  std::string opponent;     // name; took another seat
  std::optional<MatchState> state;
  std::optional<match::MatchEnding> ending;
  std::optional<rules::SeatEnd> seat_end;  // of `bot` if given, else of any seat
  std::optional<bool> rated;
  std::optional<league::LeagueId> league;
  std::optional<league::FixtureId> fixture;  // of that league; without `league` INVALID_ARGUMENT
  // Any of these fixtures of that league, ascending; without `league` INVALID_ARGUMENT. An empty
  // list: no match passes.
  std::optional<std::vector<league::FixtureId>> fixtures;
  std::optional<int> place;  // of `bot`, from 1; without `bot` INVALID_ARGUMENT
  std::optional<int> seats;  // number of seats
  // By when the match was filed: its created_ms, but never before that of an older match, however
  // the clock was set back (T1).
  std::optional<std::int64_t> created_from_ms;  // inclusive
  std::optional<std::int64_t> created_to_ms;    // exclusive
};

// INVALID_ARGUMENT, naming the condition, if one lacks another that it needs.
absl::Status CheckFilter(const MatchFilter& filter);

// A page may hold fewer matches than asked for, even none, and yet be followed by another: of
// filters that few matches pass, no query looks at more than kMatchesLookedAt matches.
inline constexpr int kMatchesLookedAt = 4'000;

struct MatchPage {
  std::vector<MatchRow> matches;  // newest (highest id) first
  // The id to pass as `before` for the next page; number 0 at the end.
  match::MatchId next;
};

struct ResultPage {
  std::vector<MatchRow> matches;  // by result_no
  // The result_no to pass as `after` for the next page: of the last match that was looked at.
  std::int64_t next = 0;
  bool at_end = false;  // there was no later match when this was asked
};

class History {
 public:
  virtual ~History() = default;

  // NOT_FOUND for an unknown id or name; UNAVAILABLE if the store cannot be read or a query took
  // too long.
  virtual absl::StatusOr<MatchRow> GetMatch(match::MatchId id) = 0;
  virtual absl::StatusOr<MatchRow> MatchByRequestId(const std::string& request_id) = 0;
  // Matches with id < `before` (number 0: from the newest). Stable while matches are added. 1 <=
  // limit <= 1000.
  virtual absl::StatusOr<MatchPage> ListMatches(const MatchFilter& filter, match::MatchId before,
                                                int limit) = 0;
  // FINISHED and VOID matches with result_no > `after`, in the order of their results. A match that
  // ends later comes later: who goes on from `next` misses none. 1 <= limit <= 1000.
  virtual absl::StatusOr<ResultPage> MatchesByResult(const MatchFilter& filter, std::int64_t after,
                                                     int limit) = 0;
  // The highest result_no; 0: there is none.
  virtual absl::StatusOr<std::int64_t> LastResultNo() = 0;
  // Lines with ply >= from_ply. Empty if there are none (also for an unknown match).
  virtual absl::StatusOr<std::vector<match::Line>> Lines(match::MatchId id, std::uint32_t from_ply,
                                                         int limit) = 0;
  virtual absl::StatusOr<std::vector<match::Record>> Records(match::MatchId id) = 0;
  // By input_no; those that were recorded. Empty for an unknown match.
  virtual absl::StatusOr<std::vector<InputTiming>> Timings(match::MatchId id) = 0;
  // What differs between the match's rows and the seal that was put on them with its result (P8),
  // as a sentence that names the table; empty: nothing, or it has no seal (it ended before schema
  // 3, or the store keeps none).
  virtual absl::StatusOr<std::string> CheckSeal(match::MatchId id) = 0;
  // A match with its records, its lines and what CheckSeal says, in one view: quicker than one call
  // for each. What `out` held is gone; its memory is used again. Errors as above; DATA_LOSS names
  // table, row and column of a row that is damaged, or missing.
  virtual absl::Status ReadWhole(match::MatchId id, WholeMatch& out) = 0;

  virtual absl::StatusOr<Bot> GetBot(const std::string& name) = 0;
  virtual absl::StatusOr<Bot> BotByTokenHash(const rules::Bytes32& token_hash) = 0;
  virtual absl::StatusOr<std::vector<BotVersion>> VersionsOf(match::BotId bot) = 0;
  // Empty for an unknown bot.
  virtual absl::StatusOr<BotTally> TallyOf(match::BotId bot) = 0;
  // Bots with name > `after`, by name. 1 <= limit <= 1000.
  virtual absl::StatusOr<std::vector<Bot>> ListBots(const std::string& after, int limit) = 0;
  // The bots of these ids, in this order, for tables that show many; unknown ones are left out.
  virtual absl::StatusOr<std::vector<Bot>> BotsById(const std::vector<match::BotId>& ids) = 0;

  virtual absl::StatusOr<LeagueRow> GetLeague(league::LeagueId id) = 0;
  virtual absl::StatusOr<LeagueRow> LeagueByName(const std::string& name) = 0;
  // Leagues with id < `before` (number 0: from the newest), newest first. 1 <= limit <= 1000.
  virtual absl::StatusOr<std::vector<LeagueRow>> ListLeagues(
      std::optional<league::LeagueState> state, league::LeagueId before, int limit) = 0;
  // Entries with seq > `after`, by seq, with the outcomes of finished matches filled in.
  virtual absl::StatusOr<std::vector<league::LogEntry>> LeagueLog(league::LeagueId id,
                                                                  std::int32_t after,
                                                                  int limit) = 0;
  // Changes with as_of > `after`, in order.
  virtual absl::StatusOr<std::vector<RatedResult>> RatedResults(std::int64_t after, int limit) = 0;
};

}  // namespace taki::store
