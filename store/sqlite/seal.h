// A match's seal: whether its rows are still what they were when its result was written (fault P8).
//
// Version 1 is 25 bytes: the version, then for each sealed table the first eight bytes of a SHA-256
// over the values of its rows, as they are stored. It covers the columns of match, match_seat and
// input that schema 3 has: a later column is for a later version, and breaks no seal. It protects
// from accidents, not from who can compute it too.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "referee/match/config.h"
#include "referee/rules/sha256.h"
#include "store/sqlite/connection.h"
#include "store/sqlite/statement.h"

namespace taki::store::sqlite {

enum class SealedTable { kMatch, kSeats, kInputs };
inline constexpr std::size_t kSealedTables = 3;

using Seal = std::array<std::uint8_t, 1 + 8 * kSealedTables>;

// Where a column stands in the rows that Seals::Of shows.
struct SealedColumn {
  static constexpr int kMatchRated = 12;
  static constexpr int kSeatBot = 2, kSeatVersion = 3, kSeatPlace = 6, kSeatEnd = 7;
  static constexpr int kInputKind = 1, kInputSeat = 2, kInputStrike = 7, kInputChargedMs = 8;
};

// The hash of the rows of one table: fed with them in order.
class TableHash {
 public:
  void Begin(SealedTable table);
  // `row` is a Statement that stands on a row of Seals' query, or the Values of the same columns.
  template <class Row>
  void Add(const Row& row);
  std::array<std::uint8_t, 8> End();

 private:
  void Flush();
  SealedTable table_ = SealedTable::kMatch;
  rules::Sha256 hash_;
  std::string bytes_;  // not hashed yet
};

// The columns that a seal covers of an input.
#define TAKI_SEALED_INPUT_COLUMNS                                                        \
  "id, kind, seat, decision, actions, rest, rule, strike, charged_ms, grace_ms, reason," \
  " sent_after_ms, read_after_ms, lag_ms, round_trip_us"

class Seals {
 public:
  // `db` must outlive the result.
  static absl::StatusOr<Seals> Prepare(Connection& db);

  // The seal of what is stored of a match now. Shows every row to `visit` on the way: the match,
  // its seats in order, its inputs in order.
  using Visit = absl::FunctionRef<void(SealedTable table, const Statement& row)>;
  absl::StatusOr<Seal> Of(match::MatchId id, Visit visit);
  // See History::CheckSeal.
  absl::StatusOr<std::string> Check(match::MatchId id);
  // The same in two steps, for who reads the inputs anyway: the seal that was kept, if there is
  // one, then what differs from it, given the hash of the inputs.
  absl::StatusOr<std::optional<Seal>> Kept(match::MatchId id);
  absl::StatusOr<std::string> Compare(match::MatchId id, const Seal& kept,
                                      const std::array<std::uint8_t, 8>& inputs);

  enum Query { kMatch, kSeats, kInputs, kSeal, kQueries };
  // Their SQL, for the tests that look at the plans and the columns.
  static const std::array<const char*, kQueries>& Sql();

 private:
  Statement& At(Query query) { return statements_[query]; }
  absl::Status Hash(SealedTable table, Visit visit, Seal& seal);

  TableHash hash_;
  std::array<Statement, kQueries> statements_;
};

}  // namespace taki::store::sqlite
