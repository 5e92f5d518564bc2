#include "store/sqlite/seal.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/rules/sha256.h"
#include "store/sqlite/row_reader.h"

namespace taki::store::sqlite {
namespace {

constexpr std::uint8_t kVersion = 1;
constexpr std::array<const char*, kSealedTables> kTables = {"match", "match_seat", "input"};
constexpr std::array<int, kSealedTables> kColumns = {35, 12, 15};

constexpr std::array<const char*, Seals::kQueries> kSql = [] {
  std::array<const char*, Seals::kQueries> sql{};
  // Never change the columns of version 1, nor their order.
  sql[Seals::kMatch] =
      "SELECT id, state, seats, ruleset, move_time_ms, time_bank_ms, strike_limit, ready_time_ms,"
      " reconnect_grace_ms, reconnect_grace_match_ms, restart_grace_ms, seed, rated, request_id,"
      " rules_version, server_version, created_ms, filed_ms, started_ms, finished_ms, ending,"
      " void_reason, quarantine_reason, inputs, plies, turns, decisions, position_hash,"
      " record_hash, league, fixture, game, attempt, public_delay_ms, result_no"
      " FROM match WHERE id = ?1";
  sql[Seals::kSeats] =
      "SELECT match, seat, bot, version, ready, entropy, place, seat_end, stages_completed,"
      " cards_left, strikes, bank_left_ms FROM match_seat WHERE match = ?1 ORDER BY seat";
  sql[Seals::kInputs] =
      "SELECT id, kind, seat, decision, actions, rest, rule, strike, charged_ms, grace_ms, reason,"
      " sent_after_ms, read_after_ms, lag_ms, round_trip_us"
      " FROM input WHERE id >= ?1 << 20 AND id < (?1 + 1) << 20 ORDER BY id";
  sql[Seals::kSeal] = "SELECT seal FROM match WHERE id = ?1";
  return sql;
}();
static_assert(kNumberBits == 20);

void AppendNumber(std::uint64_t number, std::string& bytes) {
  for (int shift = 56; shift >= 0; shift -= 8) bytes.push_back(static_cast<char>(number >> shift));
}

char MarkOf(ColumnType type) {
  switch (type) {
    case ColumnType::kInteger: return 'i';
    case ColumnType::kText: return 't';
    case ColumnType::kBlob: return 'b';
    case ColumnType::kNull: return 'n';
    case ColumnType::kOther: break;
  }
  return 'r';
}

// A value as its type and its bytes, with their count where that differs: no two rows look alike.
void AppendValue(const Statement& row, int column, std::string& bytes) {
  const ColumnType type = row.Type(column);
  bytes.push_back(MarkOf(type));
  if (type == ColumnType::kNull) return;
  if (type == ColumnType::kInteger) {
    AppendNumber(static_cast<std::uint64_t>(row.Int(column)), bytes);
    return;
  }
  const std::span<const std::uint8_t> value = row.Blob(column);
  AppendNumber(value.size(), bytes);
  bytes.append(value.begin(), value.end());
}

std::uint8_t* PartOf(Seal& seal, SealedTable table) {
  return seal.data() + 1 + 8 * static_cast<std::size_t>(table);
}

}  // namespace

const std::array<const char*, Seals::kQueries>& Seals::Sql() { return kSql; }

absl::StatusOr<Seals> Seals::Prepare(Connection& db) {
  Seals seals;
  for (std::size_t i = 0; i < kSql.size(); ++i) {
    absl::StatusOr<Statement> statement = db.Prepare(kSql[i]);
    if (!statement.ok()) return statement.status();
    seals.statements_[i] = *std::move(statement);
  }
  return seals;
}

absl::StatusOr<Seal> Seals::Of(match::MatchId id, Visit visit) {
  Seal seal{kVersion};
  for (const Query query : {kMatch, kSeats, kInputs}) At(query).Bind(1, id.number);
  for (const SealedTable table : {SealedTable::kMatch, SealedTable::kSeats, SealedTable::kInputs}) {
    if (absl::Status status = Hash(table, visit, seal); !status.ok()) return status;
  }
  return seal;
}

absl::Status Seals::Hash(SealedTable table, Visit visit, Seal& seal) {
  const auto number = static_cast<std::size_t>(table);
  Statement& rows = statements_[number];
  const ResetAtEnd reset(rows);
  rules::Sha256 hash;
  std::string bytes = kTables[number];
  while (true) {
    const absl::StatusOr<bool> row = rows.Step();
    if (!row.ok()) return row.status();
    if (!*row) break;
    for (int column = 0; column < kColumns[number]; ++column) AppendValue(rows, column, bytes);
    hash.Update(bytes);
    bytes.clear();
    visit(table, rows);
  }
  const rules::Bytes32 whole = hash.Update(bytes).Finish();
  std::copy_n(whole.begin(), 8, PartOf(seal, table));
  return absl::OkStatus();
}

absl::StatusOr<std::string> Seals::Check(match::MatchId id) {
  Seal kept{};
  {
    Statement& query = At(kSeal);
    const ResetAtEnd reset(query);
    const absl::StatusOr<bool> found = query.Bind(1, id.number).Step();
    if (!found.ok()) return found.status();
    if (!*found) return absl::NotFoundError(absl::StrCat("there is no match ", ToString(id)));
    RowReader in(query, "match", id.number);
    if (in.IsNull(0)) return std::string();
    in.Bytes(0, "seal", kept);
    if (kept[0] != kVersion) in.Damaged("seal");
    if (absl::Status status = in.status(); !status.ok()) return status;
  }
  absl::StatusOr<Seal> now = Of(id, [](SealedTable, const Statement&) {});
  if (!now.ok()) return now.status();
  std::string differs;
  for (std::size_t table = 0; table < kSealedTables; ++table) {
    const auto which = static_cast<SealedTable>(table);
    if (std::equal(PartOf(kept, which), PartOf(kept, which) + 8, PartOf(*now, which))) continue;
    absl::StrAppend(&differs, differs.empty() ? "" : "; ", "table ", kTables[table],
                    ": its rows of ", ToString(id),
                    " are not those that were sealed with the result");
  }
  return differs;
}

}  // namespace taki::store::sqlite
