// Matches from the queue to the result.
#include <algorithm>

#include "referee/host/impl.h"
#include "referee/rules/check.h"

namespace taki::host {

store::MatchRow Host::Impl::NewRow(const rules::Ruleset& ruleset, const match::TimeControl& clock,
                                   bool rated, const std::optional<rules::Seed>& seed) {
  store::MatchRow row;
  row.config.id = {++last_match_.number};
  row.config.ruleset = ruleset;
  row.config.clock = clock;
  row.config.rated = rated;
  row.config.seed = seed ? *seed : random_();
  row.rules_version = rules::kRulesVersion;
  row.server_version = options_.server_version;
  row.created_ms = clock_.UnixMs();
  return row;
}

void Host::Impl::PutInQueue(store::MatchRow row) {
  batch_.matches.push_back(row);
  queued_.Add(std::move(row));
  start_queued_ = true;
}

// Who is not connected has not said how many matches it wants: one, until it comes.
bool Host::Impl::HasRoomFor(match::BotId bot, std::int32_t more) const {
  const auto seats = seats_of_bot_.find(bot);
  const auto taken =
      seats == seats_of_bot_.end() ? 0 : static_cast<std::int32_t>(seats->second.size());
  const auto session = session_of_bot_.find(bot);
  const std::int32_t most =
      session == session_of_bot_.end() ? 1 : sessions_.at(session->second.number).max_matches;
  return taken + more <= most;
}

// So much of the queue a turn, that no match waits long for it; the rest follows in the next turn.
void Host::Impl::StartQueued() {
  start_queued_ = false;
  if (running_ != Running::kServing) return;
  int looks = 1'000;
  const auto has_room = [this](match::BotId bot) { return HasRoomFor(bot, 1); };
  const auto full = [this] {
    return static_cast<std::int32_t>(live_.size()) >= options_.max_live_matches;
  };
  for (int starts = 0; starts < 64 && !full(); ++starts) {
    std::optional<store::MatchRow> row = queued_.Take(has_room, looks);
    if (!row) break;
    Assign(*std::move(row));
  }
  start_queued_ = !full() && !queued_.settled();
}

void Host::Impl::Assign(store::MatchRow row) {
  row.state = store::MatchState::kAssigned;
  match::Match machine(row.config, fair_.now());
  LiveMatch& live = AddLive(std::move(row), std::move(machine));
  live.new_state = store::MatchState::kAssigned;
  for (std::size_t seat = 0; seat < live.row.config.seats.size(); ++seat)
    if (SessionOf(live.row.config.seats[seat].bot) != nullptr)
      Join(live, rules::Seat(static_cast<int>(seat)));
  StepMatch(live, match::TimeUp{});  // touches it even if nobody is there
}

LiveMatch& Host::Impl::AddLive(store::MatchRow row, match::Match machine) {
  const match::MatchId id = row.config.id;
  for (std::size_t seat = 0; seat < row.config.seats.size(); ++seat)
    seats_of_bot_[row.config.seats[seat].bot].emplace_back(id, rules::Seat(static_cast<int>(seat)));
  auto [at, inserted] =
      live_.emplace(id, LiveMatch{std::move(machine), std::move(row), {}, {}, false, {}, 0});
  TAKI_CHECK(inserted);
  return at->second;
}

void Host::Impl::StepMatch(LiveMatch& live, const match::Input& input, std::int64_t read_ns) {
  if (!live.touched) {
    live.touched = true;
    touched_.push_back(&live);
  }
  const std::size_t records = live.effects.records.size();
  live.machine.Step(input, fair_.now(), live.effects);
  // One that was void before the cards were dealt has never started.
  if (live.row.state == store::MatchState::kAssigned &&
      live.machine.state() != match::Match::State::kAssigned &&
      live.machine.position().seats != 0) {
    live.row.state = store::MatchState::kRunning;
    live.new_state = store::MatchState::kRunning;
    live.row.started_ms = turn_unix_ms_;  // as the store will have it
  }
  if (live.effects.records.size() > records) NoteTimings(live, records, read_ns);
  SetMatchTimer(live);
}

void Host::Impl::Join(LiveMatch& live, rules::Seat seat) {
  const std::vector<match::Message>& messages = live.effects.messages;
  std::size_t& before = live.before_join[seat.index()];
  before = messages.size();
  StepMatch(live, match::Joined{seat});
  // Who comes too late forfeits as it joins: that is in its Snapshot already.
  while (before < messages.size() && std::holds_alternative<match::SendEvent>(messages[before]))
    ++before;
}

// One timer a match is enough if it fires when the earliest is due; a later one is set when it has
// fired.
void Host::Impl::SetMatchTimer(LiveMatch& live) {
  const auto deadline = live.machine.NextDeadline();
  if (!deadline) return;
  const std::int64_t due_ns = fair_.Monotonic(*deadline);
  if (live.timer_ns != 0 && live.timer_ns <= due_ns) return;
  live.timer_ns = due_ns;
  timers_.Add({due_ns, Timer::Kind::kMatch, live.row.config.id.number});
}

void Host::Impl::OnMatchTimer(match::MatchId id) {
  const auto found = live_.find(id);
  if (found == live_.end()) return;
  found->second.timer_ns = 0;
  const auto deadline = found->second.machine.NextDeadline();
  if (deadline && fair_.now() >= *deadline) return StepMatch(found->second, match::TimeUp{});
  SetMatchTimer(found->second);
}

absl::Status Host::Impl::RecoverMatch(store::MatchRow row) {
  if (row.state == store::MatchState::kQueued) {
    queued_.Add(std::move(row));
    return absl::OkStatus();
  }
  const auto records = journal_.Records(row.config.id);
  if (!records.ok() && !absl::IsDataLoss(records.status())) return records.status();
  auto machine =
      records.ok() ? match::Match::Resume(row.config, *records, fair_.now()) : records.status();
  if (!machine.ok()) {
    Quarantine(row, std::string(machine.status().message()));
    return absl::OkStatus();
  }
  LiveMatch& live = AddLive(std::move(row), *std::move(machine));
  SetMatchTimer(live);
  return absl::OkStatus();
}

// A match that cannot be trusted is put aside with its evidence; the others go on (D9).
void Host::Impl::Quarantine(const store::MatchRow& row, std::string reason) {
  log_(LogLevel::kError, "quarantined",
       "match=" + match::ToString(row.config.id) + " reason=\"" + reason + "\"");
  store::MatchChange change;
  change.match = row.config.id;
  change.state = store::MatchState::kQuarantined;
  change.quarantine_reason = std::move(reason);
  batch_.changes.push_back(std::move(change));
  TakeQuarantined(row);
}

}  // namespace taki::host
