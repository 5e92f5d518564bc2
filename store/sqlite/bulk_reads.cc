#include "store/sqlite/bulk_reads.h"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "store/sqlite/match_rows.h"

namespace taki::store::sqlite {
namespace {

constexpr const char* kInputsSql =
    "SELECT taki_inputs(" TAKI_SEALED_INPUT_COLUMNS ") FROM input WHERE id >= ?1 AND id < ?2";
constexpr const char* kActionsSql =
    "SELECT taki_actions(" TAKI_ACTION_COLUMNS ") FROM action WHERE id >= ?1 AND id < ?2";

// Collects the rows of one match. SQLite promises no order of the rows that an aggregate sees, but
// it walks along the key; if it ever did otherwise, a row would be missing here. Values are filled
// in where others were before: making and unmaking them would cost as much as reading them.
template <class Value>
class Collector : public RowVisitor {
 public:
  void Begin(match::MatchId id, std::vector<Value>& into) {
    id_ = id;
    into_ = &into;
    count_ = 0;
    status_ = absl::OkStatus();
  }
  // What was wrong with the rows, else how the statement went.
  absl::Status End(absl::Status ran) {
    into_->resize(count_);
    return status_.ok() ? std::move(ran) : status_;
  }

 protected:
  Value& Next() {
    if (count_ == into_->size()) into_->emplace_back();
    return (*into_)[count_++];
  }
  std::size_t count() const { return count_; }
  bool Refuse(absl::Status status) {
    status_ = std::move(status);
    return false;
  }
  match::MatchId id_;

 private:
  std::vector<Value>* into_ = nullptr;
  std::size_t count_ = 0;
  absl::Status status_;
};

// The first columns are those of ReadInput.
class Inputs final : public Collector<match::Record> {
 public:
  bool sealed = false;  // hash them, too
  TableHash hash;

  bool OnRow(const Values& row) override {
    BasicRowReader<Values> in(row, "input", row.Int(0));
    match::Record& record = Next();
    ReadInput(in, record);
    if (sealed) hash.Add(row);
    if (!in.ok()) return Refuse(in.status());
    return record.input_no == count() || Refuse(Gap("input", id_, count()));
  }
};

class Actions final : public Collector<match::Line> {
 public:
  bool OnRow(const Values& row) override {
    BasicRowReader<Values> in(row, "action", row.Int(0));
    match::Line& line = Next();
    ReadLine(in, line);
    if (!in.ok()) return Refuse(in.status());
    return line.ply + 1 == count() || Refuse(Gap("action", id_, count() - 1));
  }
};

}  // namespace

struct BulkReads::Visitors {
  Inputs inputs;
  Actions actions;
};

BulkReads::BulkReads() = default;
BulkReads::BulkReads(BulkReads&&) noexcept = default;
BulkReads& BulkReads::operator=(BulkReads&&) noexcept = default;
BulkReads::~BulkReads() = default;

absl::StatusOr<BulkReads> BulkReads::Prepare(Connection& db) {
  BulkReads bulk;
  bulk.visitors_ = std::make_unique<Visitors>();
  absl::Status status = db.ShowRowsTo(bulk.visitors_->inputs, "taki_inputs");
  if (status.ok()) status = db.ShowRowsTo(bulk.visitors_->actions, "taki_actions");
  if (!status.ok()) return status;
  for (const auto& [statement, sql] :
       {std::pair(&bulk.inputs_, kInputsSql), std::pair(&bulk.actions_, kActionsSql)}) {
    absl::StatusOr<Statement> prepared = db.Prepare(sql);
    if (!prepared.ok()) return prepared.status();
    *statement = *std::move(prepared);
  }
  return bulk;
}

absl::Status BulkReads::Whole(match::MatchId id, Reads& reads, Seals& seals, WholeMatch& out) {
  absl::StatusOr<MatchRow> row = reads.Match(id);
  if (!row.ok()) return row.status();
  out.row = *std::move(row);
  const absl::StatusOr<std::optional<Seal>> kept = seals.Kept(id);
  if (!kept.ok()) return kept.status();
  if (absl::Status status = ReadRecords(id, kept->has_value(), reads, out); !status.ok())
    return status;
  if (absl::Status status = ReadLines(id, out); !status.ok()) return status;
  out.seal_difference.clear();
  if (!kept->has_value()) return absl::OkStatus();
  absl::StatusOr<std::string> differs = seals.Compare(id, **kept, visitors_->inputs.hash.End());
  if (!differs.ok()) return differs.status();
  out.seal_difference = *std::move(differs);
  return absl::OkStatus();
}

absl::Status BulkReads::ReadRecords(match::MatchId id, bool sealed, Reads& reads, WholeMatch& out) {
  Inputs& visitor = visitors_->inputs;
  visitor.Begin(id, out.records);
  visitor.sealed = sealed;
  visitor.hash.Begin(SealedTable::kInputs);
  inputs_.Bind(1, KeyOf(id, 0)).Bind(2, KeyOf(match::MatchId{id.number + 1}, 0));
  if (absl::Status status = visitor.End(inputs_.Run()); !status.ok()) return status;
  return out.records.empty() ? absl::OkStatus() : reads.ReadAtSeats(id, out.records.front());
}

absl::Status BulkReads::ReadLines(match::MatchId id, WholeMatch& out) {
  Actions& visitor = visitors_->actions;
  visitor.Begin(id, out.lines);
  actions_.Bind(1, KeyOf(id, 0)).Bind(2, KeyOf(match::MatchId{id.number + 1}, 0));
  return visitor.End(actions_.Run());
}

}  // namespace taki::store::sqlite
