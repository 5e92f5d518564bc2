#include "store/sqlite/seal.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "store/sqlite/row_reader.h"
#include "store/sqlite/values.h"

namespace taki::store::sqlite {
namespace {

constexpr std::uint8_t kVersion = 1;
constexpr std::size_t kHashAtOnce = 2'048;  // bytes
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
  sql[Seals::kInputs] = "SELECT " TAKI_SEALED_INPUT_COLUMNS
                        " FROM input WHERE id >= ?1 << 20 AND id < (?1 + 1) << 20 ORDER BY id";
  sql[Seals::kSeal] = "SELECT seal FROM match WHERE id = ?1";
  return sql;
}();
static_assert(kNumberBits == 20);

void AppendNumber(std::uint64_t number, std::string& bytes) {
  std::array<char, 8> text{};
  for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<char>(number >> (56 - 8 * i));
  bytes.append(text.data(), text.size());
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
template <class Row>
void AppendValue(const Row& row, int column, std::string& bytes) {
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

constexpr std::size_t PartAt(SealedTable table) { return 1 + 8 * static_cast<std::size_t>(table); }
std::uint8_t* PartOf(Seal& seal, SealedTable table) { return seal.data() + PartAt(table); }

std::string Differences(match::MatchId id, const Seal& kept, const Seal& now) {
  std::string differs;
  for (std::size_t table = 0; table < kSealedTables; ++table) {
    const std::size_t at = PartAt(static_cast<SealedTable>(table));
    if (std::equal(kept.data() + at, kept.data() + at + 8, now.data() + at)) continue;
    absl::StrAppend(&differs, differs.empty() ? "" : "; ", "table ", kTables[table],
                    ": its rows of ", ToString(id),
                    " are not those that were sealed with the result");
  }
  return differs;
}

}  // namespace

void TableHash::Begin(SealedTable table) {
  table_ = table;
  hash_ = rules::Sha256();
  bytes_ = kTables[static_cast<std::size_t>(table)];
}

template <class Row>
void TableHash::Add(const Row& row) {
  const int columns = kColumns[static_cast<std::size_t>(table_)];
  for (int column = 0; column < columns; ++column) AppendValue(row, column, bytes_);
  if (bytes_.size() >= kHashAtOnce) Flush();
}
template void TableHash::Add(const Statement& row);
template void TableHash::Add(const Values& row);

std::array<std::uint8_t, 8> TableHash::End() {
  Flush();
  const rules::Bytes32 whole = hash_.Finish();
  std::array<std::uint8_t, 8> part{};
  std::copy_n(whole.begin(), part.size(), part.begin());
  return part;
}

void TableHash::Flush() {
  hash_.Update(bytes_);
  bytes_.clear();
}

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
  Statement& rows = statements_[static_cast<std::size_t>(table)];
  const ResetAtEnd reset(rows);
  hash_.Begin(table);
  while (true) {
    const absl::StatusOr<bool> row = rows.Step();
    if (!row.ok()) return row.status();
    if (!*row) break;
    hash_.Add(rows);
    visit(table, rows);
  }
  const std::array<std::uint8_t, 8> whole = hash_.End();
  std::copy(whole.begin(), whole.end(), PartOf(seal, table));
  return absl::OkStatus();
}

absl::StatusOr<std::string> Seals::Check(match::MatchId id) {
  const absl::StatusOr<std::optional<Seal>> kept = Kept(id);
  if (!kept.ok()) return kept.status();
  if (!kept->has_value()) return std::string();
  const absl::StatusOr<Seal> now = Of(id, [](SealedTable, const Statement&) {});
  if (!now.ok()) return now.status();
  return Differences(id, **kept, *now);
}

absl::StatusOr<std::optional<Seal>> Seals::Kept(match::MatchId id) {
  Statement& query = At(kSeal);
  const ResetAtEnd reset(query);
  const absl::StatusOr<bool> found = query.Bind(1, id.number).Step();
  if (!found.ok()) return found.status();
  if (!*found) return absl::NotFoundError(absl::StrCat("there is no match ", ToString(id)));
  RowReader in(query, "match", id.number);
  if (in.IsNull(0)) return std::optional<Seal>();
  std::optional<Seal> kept(std::in_place);
  in.Bytes(0, "seal", *kept);
  if ((*kept)[0] != kVersion) in.Damaged("seal");
  if (absl::Status status = in.status(); !status.ok()) return status;
  return kept;
}

absl::StatusOr<std::string> Seals::Compare(match::MatchId id, const Seal& kept,
                                           const std::array<std::uint8_t, 8>& inputs) {
  Seal now{kVersion};
  for (const Query query : {kMatch, kSeats}) At(query).Bind(1, id.number);
  for (const SealedTable table : {SealedTable::kMatch, SealedTable::kSeats}) {
    absl::Status status = Hash(
        table, [](SealedTable, const Statement&) {}, now);
    if (!status.ok()) return status;
  }
  std::copy(inputs.begin(), inputs.end(), PartOf(now, SealedTable::kInputs));
  return Differences(id, kept, now);
}

}  // namespace taki::store::sqlite
