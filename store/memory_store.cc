#include "store/memory_store.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

namespace taki::store {
namespace {

absl::Status Contradicts(match::MatchId id, const char* what) {
  return absl::FailedPreconditionError(absl::StrCat(match::ToString(id), ": ", what));
}

// Whether `added` goes on where `kept` stops, or repeats its end word for word.
template <class Item, class NumberOf>
bool GoesOn(const std::vector<Item>& kept, std::span<const Item> added, NumberOf position_of) {
  std::size_t next = kept.size();
  for (const Item& item : added) {
    const std::size_t position = position_of(item);
    if (position < kept.size()) {
      if (!(kept[position] == item)) return false;
    } else if (position == next) {
      ++next;
    } else {
      return false;
    }
  }
  return true;
}

template <class Item, class NumberOf>
void Append(std::vector<Item>& kept, std::span<const Item> added, NumberOf position_of) {
  for (const Item& item : added) {
    if (position_of(item) == kept.size()) kept.push_back(item);
  }
}

std::size_t PositionOfRecord(const match::Record& record) {
  return static_cast<std::size_t>(record.input_no) - 1;  // numbered from 1; 0 wraps and is refused
}
std::size_t PositionOfLine(const match::Line& line) { return line.ply; }

}  // namespace

void MemoryStore::FailCommit(int n, absl::Status status, bool done_all_the_same) {
  const std::lock_guard lock(mutex_);
  failure_ = Failure{n, std::move(status), done_all_the_same};
}

void MemoryStore::FailCommits(absl::Status status) {
  const std::lock_guard lock(mutex_);
  always_ = std::move(status);
}

std::int64_t MemoryStore::commits() const {
  const std::lock_guard lock(mutex_);
  return commits_;
}

absl::Status MemoryStore::Commit(const Batch& batch) {
  const std::lock_guard lock(mutex_);
  if (!always_.ok()) return always_;
  std::optional<Failure> failure;
  if (failure_.has_value() && --failure_->countdown <= 0) failure = std::exchange(failure_, {});
  if (failure.has_value() && !failure->done_all_the_same) return failure->status;
  if (absl::Status status = Check(batch); !status.ok()) return status;
  Apply(batch);
  ++commits_;
  return failure.has_value() ? failure->status : absl::OkStatus();
}

absl::Status MemoryStore::Check(const Batch& batch) const {
  if (absl::Status status = CheckBots(batch.bots); !status.ok()) return status;
  for (const BotVersion& version : batch.versions) {
    if (!KnowsBot(batch, version.bot)) {
      return absl::FailedPreconditionError(
          absl::StrCat("version ", version.version, " of the unknown bot ", version.bot.number));
    }
  }
  if (absl::Status status = CheckLeagues(batch.leagues); !status.ok()) return status;
  for (const MatchRow& row : batch.matches) {
    if (absl::Status status = CheckMatch(batch, row); !status.ok()) return status;
  }
  for (const MatchChange& change : batch.changes) {
    if (absl::Status status = CheckChange(batch, change); !status.ok()) return status;
  }
  if (absl::Status status = CheckLeagueChanges(batch); !status.ok()) return status;
  return CheckRatingChanges(batch);
}

absl::Status MemoryStore::CheckBots(const std::vector<Bot>& bots) const {
  if (bots.empty()) return absl::OkStatus();
  std::map<std::int64_t, Bot> all = bots_;  // bots are few and change seldom
  for (const Bot& bot : bots) {
    for (const auto& [number, other] : all) {
      if (number == bot.id.number) continue;
      if (other.name == bot.name) {
        return absl::AlreadyExistsError(absl::StrCat("there is a bot named ", bot.name));
      }
      if (other.token_hash == bot.token_hash) {
        return absl::AlreadyExistsError(absl::StrCat("token of ", bot.name, " is another's"));
      }
    }
    all[bot.id.number] = bot;
  }
  return absl::OkStatus();
}

absl::Status MemoryStore::CheckMatch(const Batch& batch, const MatchRow& row) const {
  const match::MatchId id = row.config.id;
  if (const auto known = matches_.find(id.number); known != matches_.end()) {
    return SameBeginning(known->second.row, row)
               ? absl::OkStatus()
               : Contradicts(id, "is there already, and is another match");
  }
  if (!row.request_id.empty() && request_ids_.contains(row.request_id)) {
    return absl::AlreadyExistsError(absl::StrCat("request id ", row.request_id, " is taken"));
  }
  for (const match::SeatConfig& seat : row.config.seats) {
    if (!KnowsBot(batch, seat.bot)) return Contradicts(id, "has an unknown bot");
  }
  if (row.league.has_value() && !KnowsLeague(batch, row.league->league)) {
    return Contradicts(id, "is of an unknown league");
  }
  return absl::OkStatus();
}

absl::Status MemoryStore::CheckChange(const Batch& batch, const MatchChange& change) const {
  static const Kept empty;
  const auto known = matches_.find(change.match.number);
  const bool is_new =
      std::any_of(batch.matches.begin(), batch.matches.end(),
                  [&change](const MatchRow& row) { return row.config.id == change.match; });
  if (known == matches_.end() && !is_new) return Contradicts(change.match, "is unknown");
  const Kept& match = known == matches_.end() ? empty : known->second;
  if (!GoesOn(match.records, change.records, PositionOfRecord)) {
    return Contradicts(change.match, "its inputs do not go on where they stopped");
  }
  if (!GoesOn(match.lines, change.lines, PositionOfLine)) {
    return Contradicts(change.match, "its actions do not go on where they stopped");
  }
  if (change.result != nullptr && match.row.result_no != 0 && match.row.result != *change.result) {
    return Contradicts(change.match, "has another result");
  }
  return absl::OkStatus();
}

void MemoryStore::Apply(const Batch& batch) {
  for (const Bot& bot : batch.bots) bots_[bot.id.number] = bot;
  for (const BotVersion& version : batch.versions) {
    const bool known =
        std::any_of(versions_.begin(), versions_.end(), [&version](const BotVersion& other) {
          return other.bot == version.bot && other.version == version.version;
        });
    if (!known) versions_.push_back(version);
  }
  for (const LeagueRow& row : batch.leagues) {
    KeptLeague begun{row, {}};
    begun.row.state = league::LeagueState::kOpen;
    begun.row.started_ms = begun.row.ended_ms = begun.row.last_seq = 0;
    leagues_.emplace(row.id.number, std::move(begun));
  }
  for (const MatchRow& row : batch.matches) {
    const std::int64_t filed_ms = std::max(
        row.created_ms, matches_.empty() ? row.created_ms : matches_.rbegin()->second.filed_ms);
    matches_.emplace(row.config.id.number, Kept{row, filed_ms, {}, {}, {}});
    if (!row.request_id.empty()) request_ids_.emplace(row.request_id, row.config.id.number);
  }
  for (const MatchChange& change : batch.changes) ApplyChange(change, batch.now_ms);
  for (const LeagueChange& change : batch.league_changes) {
    ApplyLeagueChange(change, batch.now_ms);
  }
  NoteRatingChanges(batch.rating_changes);
}

void MemoryStore::ApplyChange(const MatchChange& change, std::int64_t now_ms) {
  Kept& match = matches_.at(change.match.number);
  for (const match::Record& record : change.records) {
    if (record.kind != match::Record::Kind::kStart) continue;
    match.row.versions = record.versions;
    match.row.entropy = record.entropy;
  }
  const std::size_t known = match.records.size();
  Append(match.records, change.records, PositionOfRecord);
  for (const InputTiming& timing : change.timings) {
    if (timing.input_no > known && timing.input_no <= match.records.size()) {
      match.timings.push_back(timing);
    }
  }
  Append(match.lines, change.lines, PositionOfLine);
  // What has its result was committed before (P6).
  if (change.state.has_value() && match.row.result_no == 0) {
    match.row.state = *change.state;
    match.row.quarantine_reason = change.quarantine_reason;
    if (*change.state == MatchState::kRunning) match.row.started_ms = now_ms;
    if (*change.state == MatchState::kQuarantined) match.row.finished_ms = now_ms;
  }
  if (change.result != nullptr && match.row.result_no == 0) {
    ApplyResult(match, *change.result, now_ms);
  }
}

void MemoryStore::ApplyResult(Kept& match, const match::Result& result, std::int64_t now_ms) {
  MatchRow& row = match.row;
  row.result = result;
  row.state =
      result.ending == match::MatchEnding::kVoid ? MatchState::kVoid : MatchState::kFinished;
  row.finished_ms = now_ms;
  row.result_no = ++last_result_no_;
  CountResult(match);
  NoteResult(row);
}

void MemoryStore::CountResult(const Kept& match) {
  const MatchRow& row = match.row;
  std::vector<TallyBook::Seat> seats;
  for (std::size_t seat = 0; seat < row.config.seats.size(); ++seat) {
    seats.push_back({.bot = row.config.seats[seat].bot,
                     .version = row.versions.empty() ? "" : row.versions[seat],
                     .place = row.result->seats[seat].place,
                     .end = row.result->seats[seat].end});
  }
  if (row.state == MatchState::kFinished) tallies_.CountResult(row.config.rated, seats);
  for (const match::Record& record : match.records) {
    const auto seat = static_cast<std::size_t>(record.seat.number());
    if (seat >= seats.size()) continue;
    tallies_.CountInput(seats[seat], record.kind, record.charged_ms, record.strike);
  }
}

bool MemoryStore::KnowsBot(const Batch& batch, match::BotId id) const {
  return bots_.contains(id.number) || std::any_of(batch.bots.begin(), batch.bots.end(),
                                                  [id](const Bot& bot) { return bot.id == id; });
}

const MatchRow* MemoryStore::FindMatch(const Batch& batch, match::MatchId id) const {
  if (const auto known = matches_.find(id.number); known != matches_.end()) {
    return &known->second.row;
  }
  const auto filed = std::find_if(batch.matches.begin(), batch.matches.end(),
                                  [id](const MatchRow& row) { return row.config.id == id; });
  return filed == batch.matches.end() ? nullptr : &*filed;
}

absl::StatusOr<std::vector<Bot>> MemoryStore::Bots() {
  const std::lock_guard lock(mutex_);
  std::vector<Bot> bots;
  bots.reserve(bots_.size());
  for (const auto& [number, bot] : bots_) bots.push_back(bot);
  return bots;
}

absl::StatusOr<std::vector<BotVersion>> MemoryStore::BotVersions() {
  const std::lock_guard lock(mutex_);
  std::vector<BotVersion> versions = versions_;
  std::stable_sort(versions.begin(), versions.end(),
                   [](const BotVersion& a, const BotVersion& b) { return a.bot < b.bot; });
  return versions;
}

absl::StatusOr<std::vector<MatchRow>> MemoryStore::Unfinished() {
  const std::lock_guard lock(mutex_);
  std::vector<MatchRow> rows;
  for (const auto& [number, match] : matches_) {
    if (!IsOver(match.row.state)) rows.push_back(Shown(match));
  }
  return rows;
}

absl::StatusOr<std::vector<match::Record>> MemoryStore::Records(match::MatchId id) {
  const std::lock_guard lock(mutex_);
  const auto found = matches_.find(id.number);
  return found == matches_.end() ? std::vector<match::Record>{} : found->second.records;
}

absl::StatusOr<std::vector<InputTiming>> MemoryStore::Timings(match::MatchId id) {
  const std::lock_guard lock(mutex_);
  const auto found = matches_.find(id.number);
  return found == matches_.end() ? std::vector<InputTiming>{} : found->second.timings;
}

absl::StatusOr<std::string> MemoryStore::CheckSeal(match::MatchId id) {
  const absl::StatusOr<MatchRow> row = Match(id);
  if (!row.ok()) return row.status();
  return std::string();
}

absl::StatusOr<std::int64_t> MemoryStore::LastResultNo() {
  const std::lock_guard lock(mutex_);
  return last_result_no_;
}

absl::StatusOr<match::MatchId> MemoryStore::LastMatchId() {
  const std::lock_guard lock(mutex_);
  return match::MatchId{matches_.empty() ? 0 : matches_.rbegin()->first};
}

void MemoryStore::Maintain(bool /*idle*/) {}

absl::StatusOr<MatchRow> MemoryStore::GetMatch(match::MatchId id) { return Match(id); }

absl::StatusOr<MatchRow> MemoryStore::Match(match::MatchId id) {
  const std::lock_guard lock(mutex_);
  const auto found = matches_.find(id.number);
  if (found == matches_.end()) {
    return absl::NotFoundError(absl::StrCat("there is no match ", match::ToString(id)));
  }
  return Shown(found->second);
}

absl::StatusOr<MatchRow> MemoryStore::MatchByRequestId(const std::string& request_id) {
  const std::lock_guard lock(mutex_);
  const auto found = request_ids_.find(request_id);
  if (found == request_ids_.end()) return absl::NotFoundError("no match has this request id");
  return Shown(matches_.at(found->second));
}

// A bot's name is kept once, with the bot.
MatchRow MemoryStore::Shown(const Kept& match) const {
  MatchRow row = match.row;
  for (match::SeatConfig& seat : row.config.seats) seat.name = bots_.at(seat.bot.number).name;
  return row;
}

absl::StatusOr<std::vector<match::Line>> MemoryStore::Lines(match::MatchId id,
                                                            std::uint32_t from_ply, int limit) {
  const std::lock_guard lock(mutex_);
  const auto found = matches_.find(id.number);
  if (found == matches_.end() || from_ply >= found->second.lines.size()) {
    return std::vector<match::Line>{};
  }
  const std::vector<match::Line>& lines = found->second.lines;
  const std::size_t end = std::min(lines.size(), from_ply + static_cast<std::size_t>(limit));
  return std::vector<match::Line>(lines.begin() + from_ply,
                                  lines.begin() + static_cast<std::ptrdiff_t>(end));
}

absl::Status MemoryStore::ReadWhole(match::MatchId id, WholeMatch& out) {
  const std::lock_guard lock(mutex_);
  const auto found = matches_.find(id.number);
  if (found == matches_.end())
    return absl::NotFoundError("there is no match " + match::ToString(id));
  out.row = found->second.row;
  out.records = found->second.records;
  out.lines = found->second.lines;
  out.seal_difference.clear();
  return absl::OkStatus();
}

const Bot* MemoryStore::BotNamed(const std::string& name) const {
  for (const auto& [number, bot] : bots_) {
    if (bot.name == name) return &bot;
  }
  return nullptr;
}

absl::StatusOr<Bot> MemoryStore::GetBot(const std::string& name) {
  const std::lock_guard lock(mutex_);
  const Bot* bot = BotNamed(name);
  if (bot == nullptr) return absl::NotFoundError(absl::StrCat("there is no bot ", name));
  return *bot;
}

absl::StatusOr<Bot> MemoryStore::BotByTokenHash(const rules::Bytes32& token_hash) {
  const std::lock_guard lock(mutex_);
  for (const auto& [number, bot] : bots_) {
    if (bot.token_hash == token_hash) return bot;
  }
  return absl::NotFoundError("no bot has this token");
}

absl::StatusOr<std::vector<BotVersion>> MemoryStore::VersionsOf(match::BotId bot) {
  const std::lock_guard lock(mutex_);
  std::vector<BotVersion> versions;
  for (const BotVersion& version : versions_) {
    if (version.bot == bot) versions.push_back(version);
  }
  return versions;
}

absl::StatusOr<BotTally> MemoryStore::TallyOf(match::BotId bot) {
  const std::lock_guard lock(mutex_);
  return tallies_.Of(bot);
}

absl::StatusOr<std::vector<Bot>> MemoryStore::ListBots(const std::string& after, int limit) {
  const std::lock_guard lock(mutex_);
  std::map<std::string, const Bot*> by_name;
  for (const auto& [number, bot] : bots_) by_name.emplace(bot.name, &bot);
  std::vector<Bot> bots;
  for (auto next = by_name.upper_bound(after);
       next != by_name.end() && std::cmp_less(bots.size(), limit); ++next) {
    bots.push_back(*next->second);
  }
  return bots;
}

absl::StatusOr<std::vector<Bot>> MemoryStore::BotsById(const std::vector<match::BotId>& ids) {
  const std::lock_guard lock(mutex_);
  std::vector<Bot> bots;
  for (const match::BotId id : ids) {
    if (const auto known = bots_.find(id.number); known != bots_.end()) {
      bots.push_back(known->second);
    }
  }
  return bots;
}

}  // namespace taki::store
