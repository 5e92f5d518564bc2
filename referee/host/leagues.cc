// Leagues in the loop: every change is an entry of a league's log, committed with what it goes with
// (the match that is filed, the result that came); what to play next is asked of the pure machine.
#include <algorithm>

#include "referee/host/impl.h"
#include "referee/rules/check.h"

namespace taki::host {
namespace {

using Kind = league::LogEntry::Kind;

constexpr std::int64_t kNsPerMs = 1'000'000;

bool NamesABot(Kind kind) {
  return kind == Kind::kEntered || kind == Kind::kWithdrawn || kind == Kind::kDisqualified ||
         kind == Kind::kReinstated;
}

// As the store will give it back once the result is committed.
league::Outcome OutcomeOf(const LiveMatch& live) {
  store::MatchRow row = live.row;
  row.result = live.effects.result;
  row.state = row.result->ending == match::MatchEnding::kVoid ? store::MatchState::kVoid
                                                              : store::MatchState::kFinished;
  return store::OutcomeOf(row);
}

}  // namespace

// --- where they come from --------------------------------------------------------------------

absl::Status Host::Impl::RecoverLeagues() {
  auto rows = journal_.Leagues();
  if (!rows.ok()) return rows.status();
  for (store::LeagueRow& row : *rows) {
    last_league_ = row.id;
    league_by_name_[row.config.name] = row.id;
    if (!row.request_id.empty()) league_by_request_id_[row.request_id] = row.id;
    const league::LeagueId id = row.id;
    const bool over = store::IsOver(row.state);
    if (!over) ++open_leagues_;
    resting_leagues_.emplace(id, std::move(row));
    if (over) continue;
    if (const auto live = FindLeague(id); !live.ok()) {
      if (!absl::IsDataLoss(live.status())) return live.status();
      log_(LogLevel::kError, "league_put_aside", std::string(live.status().message()));
    }
  }
  file_matches_ = true;
  return absl::OkStatus();
}

// A league that is over rests in the store until someone asks something of it.
absl::StatusOr<LiveLeague*> Host::Impl::FindLeague(league::LeagueId id) {
  if (const auto found = leagues_.find(id); found != leagues_.end()) return &found->second;
  const auto resting = resting_leagues_.find(id);
  if (resting == resting_leagues_.end())
    return absl::NotFoundError("league_id: there is no league " + league::ToString(id));
  auto log = journal_.LeagueLog(id);
  if (!log.ok()) return log.status();
  league::League machine(id, resting->second.config, resting->second.event_seed);
  LiveLeague live{std::move(machine), resting->second, {}, {}, 0};
  for (league::LogEntry& entry : *log) {
    if (const absl::Status status = live.machine.Apply(entry); !status.ok())
      return absl::DataLossError("league " + league::ToString(id) + " does not re-play at entry " +
                                 std::to_string(entry.seq) + ": " + std::string(status.message()));
    live.running += entry.kind == Kind::kFiled ? 1 : entry.kind == Kind::kFinished ? -1 : 0;
    live.log.push_back(std::move(entry));
  }
  resting_leagues_.erase(resting);
  return &leagues_.emplace(id, std::move(live)).first->second;
}

absl::StatusOr<store::LeagueRow> Host::Impl::CreateLeague(const NewLeague& wanted) {
  if (running_ != Running::kServing) return Stopping();
  if (!IsRequestId(wanted.request_id))
    return Refuse("request_id", "at most 64 printable ASCII characters");
  if (const auto known = league_by_request_id_.find(wanted.request_id);
      known != league_by_request_id_.end()) {
    const auto live = FindLeague(known->second);
    if (!live.ok()) return live.status();
    return (*live)->row;
  }
  if (auto status = league::Validate(wanted.config); !status.ok()) return status;
  if (league_by_name_.contains(wanted.config.name))
    return absl::AlreadyExistsError("name: there is a league \"" + wanted.config.name +
                                    "\" already; choose another name");
  if (open_leagues_ >= options_.max_open_leagues)
    return absl::ResourceExhaustedError(
        "as many leagues are open as the referee keeps; end one of them first");
  const auto bots = FindBots(wanted.bots);
  if (!bots.ok()) return bots.status();

  last_league_.number += 1;
  store::LeagueRow row;
  row.id = last_league_;
  row.config = wanted.config;
  row.event_seed = random_();
  row.request_id = wanted.request_id;
  row.created_ms = clock_.UnixMs();
  batch_.leagues.push_back(row);
  league_by_name_[row.config.name] = row.id;
  if (!row.request_id.empty()) league_by_request_id_[row.request_id] = row.id;
  ++open_leagues_;
  league::League machine(row.id, row.config, row.event_seed);
  LiveLeague& live =
      leagues_.emplace(row.id, LiveLeague{std::move(machine), row, {}, {}, 0}).first->second;
  for (const store::Bot* bot : *bots)
    Append(live, {.kind = Kind::kEntered, .bot = bot->id, .text = bot->owner});
  Info("league_created", "league=" + league::ToString(row.id) + " name=" + row.config.name +
                             " format=" + std::string(league::Name(row.config.format)) +
                             " bots=" + std::to_string(bots->size()));
  return live.row;
}

// --- what organisers do ----------------------------------------------------------------------

absl::Status Host::Impl::CanDo(const league::League& machine, const LeagueCommand& command,
                               match::BotId bot) const {
  switch (command.kind) {
    case Kind::kEntered: return machine.CanEnter(bot);
    case Kind::kWithdrawn: return machine.CanWithdraw(bot);
    case Kind::kStarted: return machine.CanStart();
    case Kind::kPaused: return machine.CanPause();
    case Kind::kResumed: return machine.CanResume();
    case Kind::kDrained: return machine.CanDrain();
    case Kind::kAborted: return machine.CanAbort();
    case Kind::kRequeued: return machine.CanRequeue(command.fixture);
    case Kind::kDisqualified: return machine.CanDisqualify(bot);
    case Kind::kReinstated: return machine.CanReinstate(bot);
    case Kind::kFiled:
    case Kind::kFinished:
    case Kind::kAnnulled: break;
  }
  return absl::InvalidArgumentError("kind: not a command");
}

absl::StatusOr<store::LeagueRow> Host::Impl::CommandLeague(const LeagueCommand& command) {
  if (running_ != Running::kServing) return Stopping();
  const auto found = FindLeague(command.league);
  if (!found.ok()) return found.status();
  LiveLeague& live = **found;
  league::LogEntry entry{.kind = command.kind, .text = command.text};
  const store::Bot* bot = nullptr;
  if (NamesABot(command.kind)) {
    bot = registry_.Find(command.bot);
    if (bot == nullptr) return absl::NotFoundError("bot: there is no such bot; register it first");
    entry.bot = bot->id;
    if (command.kind == Kind::kEntered) entry.text = bot->owner;
  }
  if (command.kind == Kind::kRequeued) entry.slot.fixture = command.fixture;
  if (auto status = CanDo(live.machine, command, entry.bot); !status.ok()) return status;
  Append(live, std::move(entry));
  if (command.kind == Kind::kDisqualified)
    ForMatchesOf(live, [&](LiveMatch& match) {
      const auto& seats = match.row.config.seats;
      for (std::size_t seat = 0; seat < seats.size(); ++seat)
        if (seats[seat].bot == bot->id)
          StepMatch(match, match::Disqualify{rules::Seat(static_cast<int>(seat))});
    });
  if (command.kind == Kind::kAborted)
    ForMatchesOf(live, [&](LiveMatch& match) { StepMatch(match, match::Abort{"LEAGUE_ABORTED"}); });
  return live.row;
}

// Every match of the league that is filed and not over; a queued one is made live first, so that it
// ends like any other.
void Host::Impl::ForMatchesOf(const LiveLeague& league,
                              absl::FunctionRef<void(LiveMatch&)> action) {
  const auto is_its = [&](const store::MatchRow& row) {
    return row.league && row.league->league == league.row.id;
  };
  std::vector<match::MatchId> its;
  for (const auto& [id, live] : live_)
    if (is_its(live.row) && !live.effects.result) its.push_back(id);
  std::vector<store::MatchRow> waiting = queued_.TakeIf(is_its);
  for (store::MatchRow& row : waiting) {
    its.push_back(row.config.id);
    Assign(std::move(row));
  }
  for (const match::MatchId id : its) action(live_.at(id));
}

absl::StatusOr<store::MatchRow> Host::Impl::VoidMatch(match::MatchId id) {
  if (running_ != Running::kServing) return Stopping();
  auto waiting = queued_.TakeIf([&](const store::MatchRow& row) { return row.config.id == id; });
  for (store::MatchRow& row : waiting) Assign(std::move(row));
  if (const auto found = live_.find(id); found != live_.end() && !found->second.effects.result) {
    StepMatch(found->second, match::Abort{"ORGANISER"});
    return found->second.row;
  }
  const auto row = journal_.Match(id);
  if (absl::IsNotFound(row.status()))
    return absl::NotFoundError("match_id: there is no match " + match::ToString(id));
  if (!row.ok()) return row.status();
  if (!row->league)
    return absl::FailedPreconditionError(
        "match_id: the match is over; only a match that goes on, or a league's match with a "
        "result, "
        "can be made void");
  const auto live = FindLeague(row->league->league);
  if (!live.ok()) return live.status();
  if (auto status = (*live)->machine.CanAnnul(id); !status.ok()) return status;
  Append(**live, {.kind = Kind::kAnnulled, .match = id, .slot = row->league->slot});
  return row;
}

// --- the log ---------------------------------------------------------------------------------

void Host::Impl::Append(LiveLeague& live, league::LogEntry entry) {
  entry.seq = live.machine.last_seq() + 1;
  entry.at_ms = clock_.UnixMs();
  const bool moves_ratings = live.row.config.rated &&
                             (entry.kind == Kind::kAnnulled || entry.kind == Kind::kDisqualified ||
                              entry.kind == Kind::kReinstated);
  const auto unrated = moves_ratings ? live.machine.Unrated() : std::vector<match::MatchId>{};
  const absl::Status status = live.machine.Apply(entry);
  if (!status.ok()) CheckFailed(__FILE__, __LINE__, std::string(status.message()).c_str());
  if (moves_ratings) NoteRatings(unrated, live.machine.Unrated());
  if (entry.kind == Kind::kFinished) NoteIfDisqualified(live, entry);
  live.running += entry.kind == Kind::kFiled ? 1 : entry.kind == Kind::kFinished ? -1 : 0;
  NoteState(live, entry);

  auto change = std::find_if(batch_.league_changes.begin(), batch_.league_changes.end(),
                             [&](const auto& each) { return each.league == live.row.id; });
  if (change == batch_.league_changes.end())
    change = batch_.league_changes.insert(change, {live.row.id, {}, live.row.state});
  change->state = live.row.state;
  change->entries.push_back(entry);
  live.log.push_back(std::move(entry));
  leagues_told_.push_back(live.row.id);
  file_matches_ = true;
}

void Host::Impl::NoteState(LiveLeague& live, const league::LogEntry& entry) {
  const bool was_over = store::IsOver(live.row.state);
  live.row.state = live.machine.state();
  live.row.last_seq = entry.seq;
  if (entry.kind == Kind::kStarted) live.row.started_ms = entry.at_ms;
  const bool over = store::IsOver(live.row.state);
  if (over == was_over) return;
  live.row.ended_ms = over ? entry.at_ms : 0;
  open_leagues_ += over ? -1 : 1;
  Info(over ? "league_ended" : "league_reopened",
       "league=" + league::ToString(live.row.id) + " name=" + live.row.config.name +
           " state=" + std::string(league::Name(live.row.state)));
}

void Host::Impl::NoteRatings(const std::vector<match::MatchId>& before,
                             const std::vector<match::MatchId>& after) {
  for (const match::MatchId match : after)
    if (!std::binary_search(before.begin(), before.end(), match))
      batch_.rating_changes.push_back({match, false});
  for (const match::MatchId match : before)
    if (!std::binary_search(after.begin(), after.end(), match))
      batch_.rating_changes.push_back({match, true});
}

// The store takes a result for one that counts: that of a match which ended after one of its bots
// was disqualified, by its forfeit or in spite of it, does not.
void Host::Impl::NoteIfDisqualified(const LiveLeague& live, const league::LogEntry& finished) {
  const bool struck = std::any_of(
      finished.outcome.seats.begin(), finished.outcome.seats.end(),
      [&live](const league::Outcome::Seat& seat) {
        const auto entrant = live.machine.Find(seat.bot);
        return entrant && live.machine.entrants()[static_cast<std::size_t>(*entrant)].status ==
                              league::EntrantStatus::kDisqualified;
      });
  if (struck) batch_.rating_changes.push_back({finished.match, false});
}

// Results of this turn go into the logs before the commit, so that they are durable together.
void Host::Impl::TakeResults() {
  for (const LiveMatch* live : touched_)
    if (live->effects.result && live->row.league) TakeResult(live->row, OutcomeOf(*live));
}

void Host::Impl::TakeResult(const store::MatchRow& row, league::Outcome outcome) {
  const auto found = FindLeague(row.league->league);
  if (!found.ok()) return;  // put aside; the match keeps its result
  LiveLeague& live = **found;
  for (const league::Outcome::Seat& seat : outcome.seats)
    if (const auto entrant = live.machine.Find(seat.bot); entrant && !seat.ready)
      live.absent_since_ns.erase(*entrant);  // it is waited for anew
  Append(live, {.kind = Kind::kFinished,
                .match = row.config.id,
                .slot = row.league->slot,
                .outcome = std::move(outcome)});
}

void Host::Impl::TakeQuarantined(store::MatchRow row) {
  if (!row.league) return;
  row.state = store::MatchState::kQuarantined;
  TakeResult(row, store::OutcomeOf(row));
}

// --- what is played next ---------------------------------------------------------------------

void Host::Impl::FileMatches() {
  if (running_ == Running::kServing)
    for (auto& [id, live] : leagues_)
      if (live.row.state == league::LeagueState::kRunning) FileMatches(live);
  file_matches_ = false;  // what was filed makes no room for more
}

void Host::Impl::FileMatches(LiveLeague& live) {
  const auto used = static_cast<std::int32_t>(live_.size() + queued_.size());
  const std::int32_t room =
      std::min(live.row.config.max_matches - live.running, options_.max_live_matches - used);
  if (room <= 0) return;
  for (const league::Wanted& wanted : Playable(live, room)) File(live, wanted);
}

std::vector<league::Wanted> Host::Impl::Playable(LiveLeague& live, std::int32_t room) {
  const auto& entrants = live.machine.entrants();
  std::vector<std::int32_t> filed(entrants.size());  // in this turn
  // No bot has more than half of what may run: one that is slow must not hold up the others.
  const std::int32_t most_of_one =
      std::min(live.row.config.max_matches_per_bot, std::max(1, live.row.config.max_matches / 2));
  const auto may_play = [&](league::Entrant entrant) {
    const auto index = static_cast<std::size_t>(entrant);
    return entrants[index].running + filed[index] < most_of_one &&
           HasRoomFor(entrants[index].bot, filed[index] + 1);
  };
  if (live.row.config.format == league::Format::kLadder) {
    std::vector<league::Entrant> available;
    for (std::size_t index = 0; index < entrants.size(); ++index)
      if (entrants[index].status == league::EntrantStatus::kActive &&
          SessionOf(entrants[index].bot) != nullptr &&
          may_play(static_cast<league::Entrant>(index)))
        available.push_back(static_cast<league::Entrant>(index));
    return live.machine.PairLadder(available, room);
  }
  std::vector<league::Wanted> playable;
  live.machine.ForEachWanted([&](const league::Wanted& wanted) {
    for (const league::Entrant entrant : wanted.seats)
      if (!may_play(entrant) ||
          !IsThereOrGivenUp(live, entrant, filed[static_cast<std::size_t>(entrant)]))
        return true;
    for (const league::Entrant entrant : wanted.seats) ++filed[static_cast<std::size_t>(entrant)];
    playable.push_back(wanted);
    return static_cast<std::int32_t>(playable.size()) < room;
  });
  return playable;
}

// A bot without a stream is waited for during no_show_grace; then one match of it at a time begins
// without it, and a no-show makes the wait begin anew.
bool Host::Impl::IsThereOrGivenUp(LiveLeague& live, league::Entrant entrant, std::int32_t filed) {
  const league::EntrantInfo& info = live.machine.entrants()[static_cast<std::size_t>(entrant)];
  if (SessionOf(info.bot) != nullptr) {
    live.absent_since_ns.erase(entrant);
    return true;
  }
  if (info.running + filed > 0) return false;
  const auto [since, first] = live.absent_since_ns.try_emplace(entrant, now_ns_);
  const std::int64_t until_ns = since->second + live.row.config.no_show_grace_ms * kNsPerMs;
  if (now_ns_ >= until_ns) return true;
  if (first) timers_.Add({until_ns, Timer::Kind::kLeague, live.row.id.number});
  return false;
}

void Host::Impl::WaitNoMoreFor(match::BotId bot) {
  file_matches_ = true;
  for (auto& [id, live] : leagues_)
    if (const auto entrant = live.machine.Find(bot)) live.absent_since_ns.erase(*entrant);
}

void Host::Impl::File(LiveLeague& live, const league::Wanted& wanted) {
  const league::LeagueConfig& config = live.row.config;
  store::MatchRow row = NewRow(config.ruleset, config.clock, config.rated, std::nullopt);
  row.league = store::LeagueMatch{live.row.id, wanted.slot};
  row.public_delay_ms = config.public_delay_ms;
  league::LogEntry entry{.kind = Kind::kFiled, .match = row.config.id, .slot = wanted.slot};
  for (const league::Entrant entrant : wanted.seats) {
    const store::Bot* bot =
        registry_.Find(live.machine.entrants()[static_cast<std::size_t>(entrant)].bot);
    TAKI_CHECK(bot != nullptr);
    row.config.seats.push_back({bot->id, bot->name});
    entry.bots.push_back(bot->id);
  }
  PutInQueue(std::move(row));
  Append(live, std::move(entry));
}

}  // namespace taki::host
