#include "referee/host/host.h"

#include <algorithm>
#include <limits>

#include "referee/host/impl.h"
#include "referee/rules/check.h"

namespace taki::host {
namespace {

absl::Status HasStopped() {
  return absl::UnavailableError("the referee has stopped; try again when it is back");
}

}  // namespace

// --- the public face -------------------------------------------------------------------------

Host::Host(const Options& options, Clock& clock, Transport& transport, store::Journal& journal,
           RandomBytes32 random, Log log)
    : impl_(std::make_unique<Impl>(options, clock, transport, journal, std::move(random),
                                   std::move(log))) {}
Host::~Host() = default;

std::future<absl::StatusOr<NewBotToken>> Host::RegisterBot(NewBot bot) {
  return impl_->Post<NewBotToken>(
      [bot = std::move(bot)](Impl& host) { return host.RegisterBot(bot); });
}
std::future<absl::StatusOr<NewBotToken>> Host::RotateToken(std::string name) {
  return impl_->Post<NewBotToken>(
      [name = std::move(name)](Impl& host) { return host.RotateToken(name); });
}
std::future<absl::StatusOr<store::MatchRow>> Host::RequestMatch(MatchRequest request) {
  return impl_->Post<store::MatchRow>(
      [request = std::move(request)](Impl& host) { return host.RequestMatch(request); });
}
std::future<absl::StatusOr<store::LeagueRow>> Host::CreateLeague(NewLeague league) {
  return impl_->Post<store::LeagueRow>(
      [league = std::move(league)](Impl& host) { return host.CreateLeague(league); });
}
std::future<absl::StatusOr<store::LeagueRow>> Host::CommandLeague(LeagueCommand command) {
  return impl_->Post<store::LeagueRow>(
      [command = std::move(command)](Impl& host) { return host.CommandLeague(command); });
}
std::future<absl::StatusOr<store::MatchRow>> Host::VoidMatch(match::MatchId match) {
  return impl_->Post<store::MatchRow>([match](Impl& host) { return host.VoidMatch(match); });
}
std::future<std::vector<BotPresence>> Host::PresenceOf(std::vector<std::string> names) {
  return impl_->PostPresenceOf(std::move(names));
}
void Host::Drain() { impl_->PostDrain(); }
absl::Status Host::Recover() { return impl_->Recover(); }
absl::StatusOr<bool> Host::Turn() { return impl_->Turn(); }
absl::Status Host::Run() {
  for (;;) {
    const absl::StatusOr<bool> more = impl_->Turn();
    if (!more.ok()) return more.status();
    if (!*more) return absl::OkStatus();
  }
}
Host::Counters Host::counters() const { return impl_->counters(); }
const match::Match* Host::FindLive(match::MatchId id) const { return impl_->FindLive(id); }

// --- the turn --------------------------------------------------------------------------------

Host::Impl::Impl(const Options& options, Clock& clock, Transport& transport,
                 store::Journal& journal, RandomBytes32 random, Log log)
    : options_(options),
      clock_(clock),
      transport_(transport),
      journal_(journal),
      random_(std::move(random)),
      log_(std::move(log)),
      fair_(std::int64_t{options.stall_ms} * 1'000'000) {
  // A machine may be made (Recover) before the first poll: give the fair clock its first instant.
  now_ns_ = clock_.MonotonicNs();
  turn_unix_ms_ = clock_.UnixMs();
  fair_.BeforePoll(now_ns_, now_ns_);
  fair_.AfterPoll(now_ns_);
  previous_turn_ = fair_.now();
}

absl::Status Host::Impl::Recover() {
  auto bots = journal_.Bots();
  if (!bots.ok()) return bots.status();
  for (const store::Bot& bot : *bots) registry_.Put(bot);
  auto versions = journal_.BotVersions();
  if (!versions.ok()) return versions.status();
  for (const store::BotVersion& version : *versions)
    registry_.PutVersion(version.bot, version.version);
  auto last = journal_.LastMatchId();
  if (!last.ok()) return last.status();
  last_match_ = *last;
  batch_.now_ms = clock_.UnixMs();
  if (auto status = RecoverLeagues(); !status.ok()) return status;
  auto unfinished = journal_.Unfinished();
  if (!unfinished.ok()) return unfinished.status();
  for (store::MatchRow& row : *unfinished)
    if (auto status = RecoverMatch(std::move(row)); !status.ok()) return status;
  if (auto status = Commit(); !status.ok()) return status;  // quarantined ones
  batch_.Clear();
  leagues_told_.clear();
  start_queued_ = true;
  Info("recovered", "bots=" + std::to_string(bots->size()) + " live=" +
                        std::to_string(live_.size()) + " queued=" + std::to_string(queued_.size()) +
                        " leagues=" + std::to_string(open_leagues_));
  transport_.SetServing(true);
  return absl::OkStatus();
}

absl::StatusOr<bool> Host::Impl::Turn() {
  const std::int64_t until_ns = PollUntilNs();
  const std::int64_t lag_ns = fair_.lag_ns();
  fair_.BeforePoll(clock_.MonotonicNs(), until_ns);
  if (fair_.lag_ns() != lag_ns) NoteStalledTurn();
  const bool open = transport_.Poll(until_ns, inbox_);
  now_ns_ = clock_.MonotonicNs();
  turn_unix_ms_ = clock_.UnixMs();
  previous_turn_ = fair_.now();
  fair_.AfterPoll(now_ns_);
  ++counters_.turns;

  Step();
  if (auto status = CommitOrWait(); !status.ok()) {
    Abandon();
    return status;
  }
  Perform();
  ServeLateWatchers();
  ServeLeagueWatchers();
  journal_.Maintain(inbox_.empty());
  inbox_.clear();
  std::swap(inbox_, inbox_after_stall_);
  if (open) return true;
  TakeCommands();  // whoever came too late is told
  return false;
}

// When the loop must wake by itself; at once if something is left to do.
std::int64_t Host::Impl::NextDueNs() const {
  if (((start_queued_ || file_matches_) && running_ == Running::kServing) ||
      !late_watchers_.empty() || !late_league_watchers_.empty() || !inbox_.empty())
    return 0;
  if (running_ == Running::kDraining && live_.empty()) return 0;  // the last match is over: park
  return timers_.empty() ? std::numeric_limits<std::int64_t>::max() : timers_.next_due_ns();
}

// While clocks run no poll is long: a process that is frozen in one (stopped, or its machine
// paused) is known by coming back late, and the time is credited (T3, D6). An idle referee sleeps.
std::int64_t Host::Impl::PollUntilNs() const {
  const std::int64_t due_ns = NextDueNs();
  if (live_.empty()) return due_ns;
  return std::min(due_ns, clock_.MonotonicNs() + std::int64_t{options_.poll_ms_max} * 1'000'000);
}

void Host::Impl::Step() {
  for (Arrival& arrival : inbox_) OnArrival(arrival);
  TakeCommands();
  if (running_ == Running::kParked) return;  // matches stand still as they were committed
  // After the arrivals: what has come in time is never beaten by a timer (T3, T4).
  while (!timers_.empty() && timers_.next_due_ns() <= now_ns_) OnTimer(timers_.Pop());
  if (file_matches_) FileMatches();
  if (start_queued_) StartQueued();
  if (running_ == Running::kDraining && live_.empty()) Park();
}

void Host::Impl::OnArrival(Arrival& arrival) {
  if (auto* connected = std::get_if<Connected>(&arrival.what))
    return OnConnected(arrival.stream, *connected);
  if (auto* opened = std::get_if<WatchOpened>(&arrival.what))
    return OnWatchOpened(arrival.stream, *opened);
  if (auto* opened = std::get_if<LeagueWatchOpened>(&arrival.what))
    return OnLeagueWatchOpened(arrival.stream, *opened);
  if (std::holds_alternative<Gone>(arrival.what)) return OnGone(arrival.stream);
  if (running_ == Running::kParked) return;
  if (const auto found = watchers_.find(arrival.stream.number); found != watchers_.end()) {
    if (std::holds_alternative<Drained>(arrival.what)) OnDrainedWatcher(found->second);
    return;
  }
  if (const auto found = league_watchers_.find(arrival.stream.number);
      found != league_watchers_.end()) {
    if (!std::holds_alternative<Drained>(arrival.what)) return;
    found->second.writing = false;
    return Serve(found->second);
  }
  const auto found = sessions_.find(arrival.stream.number);
  if (found == sessions_.end() || found->second.closing) return;
  Session& session = found->second;
  if (auto* hello = std::get_if<HelloSaid>(&arrival.what)) return OnHello(session, *hello);
  if (auto* malformed = std::get_if<Malformed>(&arrival.what))
    return OnMalformed(session, *malformed);
  if (std::holds_alternative<HalfClosed>(arrival.what)) return OnHalfClosed(session);
  if (!session.open)
    return CloseSession(session, CloseReason::kHelloExpected,
                        "the first message on Play must be Hello");
  if (auto* reply = std::get_if<ReplySaid>(&arrival.what))
    return OnReply(session, *reply, arrival.at_ns);
  if (auto* ready = std::get_if<ReadySaid>(&arrival.what)) return OnReady(session, *ready);
  if (auto* resign = std::get_if<ResignSaid>(&arrival.what)) return OnResign(session, *resign);
  if (auto* pong = std::get_if<PongSaid>(&arrival.what))
    return OnPong(session, *pong, arrival.at_ns);
}

void Host::Impl::OnTimer(const Timer& timer) {
  const StreamId stream{static_cast<std::uint64_t>(timer.key)};
  switch (timer.kind) {
    case Timer::Kind::kMatch: return OnMatchTimer({timer.key});
    case Timer::Kind::kHello: return OnHelloTimer(stream);
    case Timer::Kind::kPing: return OnPingTimer(stream);
    case Timer::Kind::kFlush: return OnFlushTimer(stream);
    case Timer::Kind::kWatch: return OnWatchTimer(stream);
    case Timer::Kind::kWatchDue: return OnWatchDue(stream);
    case Timer::Kind::kLeague: file_matches_ = true; return;
    case Timer::Kind::kLeagueWatch: return OnLeagueWatchTimer(stream);
    case Timer::Kind::kDrained:
      if (running_ == Running::kDraining) Park();
      return;
  }
}

// --- commit ----------------------------------------------------------------------------------

void Host::Impl::FillBatch() {
  TakeResults();
  for (LiveMatch* live : touched_) {
    const match::Effects& effects = live->effects;
    if (effects.records.empty() && effects.lines.empty() && !effects.result && !live->new_state)
      continue;
    store::MatchChange change;
    change.match = live->row.config.id;
    change.records = effects.records;
    change.lines = effects.lines;
    change.timings = live->timings;
    change.state = live->new_state;
    change.result = effects.result ? &*effects.result : nullptr;
    counters_.records += static_cast<std::int64_t>(effects.records.size());
    batch_.changes.push_back(change);
  }
  batch_.now_ms = turn_unix_ms_;
}

absl::Status Host::Impl::Commit() {
  if (batch_.empty()) return absl::OkStatus();
  const absl::Status status = journal_.Commit(batch_);
  if (status.ok()) {
    ++counters_.commits;
  } else {
    ++counters_.commit_failures;
  }
  return status;
}

// Tries until the batch is durable. Meanwhile nothing is sent, matches stand still and clocks stop
// (P3, P4).
absl::Status Host::Impl::CommitOrWait() {
  FillBatch();
  const std::int64_t began_ns = clock_.MonotonicNs();
  bool told = false;
  for (;;) {
    const absl::Status status = Commit();
    if (status.ok()) break;
    if (!absl::IsUnavailable(status)) {
      log_(LogLevel::kError, "commit_impossible", std::string(status.message()));
      return status;
    }
    if (!told) {
      log_(LogLevel::kError, "commit_failed",
           std::string(status.message()) + "; matches stand still until it works");
      transport_.SetServing(false);
      told = true;
    }
    // Asked to stop while nothing can be written: nothing of this turn has been told to anyone.
    if (AskedToStop() || !WaitForTheStore()) return status;
  }
  if (told) {
    fair_.CreditAll(clock_.MonotonicNs() - began_ns);
    Info("commit_works_again",
         "waited_ms=" + std::to_string((clock_.MonotonicNs() - began_ns) / 1'000'000));
    transport_.SetServing(running_ == Running::kServing);
    kept_of_stream_.clear();
  }
  return absl::OkStatus();
}

// Until it is time to try again, or the referee is to stop. What arrives meanwhile is kept for the
// next turn; a stream that says more than any bot has cause to is not listened to. False: shut
// down.
bool Host::Impl::WaitForTheStore() {
  constexpr int kMostOfOneStream = 256;
  const std::int64_t until_ns =
      clock_.MonotonicNs() + std::int64_t{options_.commit_retry_ms} * 1'000'000;
  while (clock_.MonotonicNs() < until_ns && !AskedToStop()) {
    AnswerWithoutTheStore();
    std::vector<Arrival> meanwhile;
    if (!transport_.Poll(until_ns, meanwhile)) return false;
    for (Arrival& arrival : meanwhile)
      if (++kept_of_stream_[arrival.stream.number] <= kMostOfOneStream ||
          std::holds_alternative<Gone>(arrival.what))
        inbox_after_stall_.push_back(std::move(arrival));
  }
  return true;
}

// Commands that come while nothing can be written are refused at once (P4). Those of the turn that
// waits are not: their commit may have been done though it was reported as failed (P6), so that
// nobody could tell their callers the truth yet.
void Host::Impl::AnswerWithoutTheStore() {
  std::vector<Command> came;
  {
    std::lock_guard lock(mutex_);
    std::swap(commands_, came);
  }
  for (Command& command : came) {
    if (command.only_asks)
      command.run(*this);
    else
      command.refuse(absl::UnavailableError(
          "the referee cannot write to its store now, for instance because the disk is full; "
          "nothing was changed, try again when its health says SERVING"));
  }
}

bool Host::Impl::AskedToStop() const {
  std::lock_guard lock(mutex_);
  return drains_ > 0;
}

// --- commands and stopping -------------------------------------------------------------------

void Host::Impl::Enqueue(Command command) {
  Command* refused = nullptr;
  {
    std::lock_guard lock(mutex_);
    if (ended_) {
      refused = &command;
    } else {
      commands_.push_back(std::move(command));
      if (commands_.size() > 1) return;  // a wake is on its way
    }
  }
  if (refused == nullptr) return transport_.Wake();
  refused->refuse(HasStopped());
}

std::future<std::vector<BotPresence>> Host::Impl::PostPresenceOf(std::vector<std::string> names) {
  auto promise = std::make_shared<std::promise<std::vector<BotPresence>>>();
  auto future = promise->get_future();
  Enqueue({[promise, names](Impl& host) {
             std::vector<BotPresence> presence;
             presence.reserve(names.size());
             for (const std::string& name : names) presence.push_back(host.PresenceOf(name));
             promise->set_value(std::move(presence));
           },
           [promise, names](const absl::Status&) {
             promise->set_value(std::vector<BotPresence>(names.size()));
           },
           /*only_asks=*/true});
  return future;
}

void Host::Impl::PostDrain() {
  {
    std::lock_guard lock(mutex_);
    ++drains_;
    if (ended_) return;
  }
  transport_.Wake();
}

void Host::Impl::TakeCommands() {
  int drains = 0;
  {
    std::lock_guard lock(mutex_);
    std::swap(commands_, taken_);
    drains = drains_;
  }
  for (Command& command : taken_) {
    if (running_ == Running::kParked)
      command.refuse(HasStopped());
    else
      command.run(*this);
  }
  taken_.clear();
  if (drains > 0 && running_ == Running::kServing) OnDrain();
  if (drains > 1 && running_ == Running::kDraining) Park();
}

void Host::Impl::OnDrain() {
  running_ = Running::kDraining;
  Info("draining", "live=" + std::to_string(live_.size()) +
                       " limit_ms=" + std::to_string(options_.drain_limit_ms));
  transport_.SetServing(false);
  timers_.Add(
      {now_ns_ + std::int64_t{options_.drain_limit_ms} * 1'000'000, Timer::Kind::kDrained, 0});
}

// Everything that is live stays in the store as it is; bots are told when to come back. Resuming is
// the crash path.
void Host::Impl::Park() {
  running_ = Running::kParked;
  Info("parked",
       "live=" + std::to_string(live_.size()) + " queued=" + std::to_string(queued_.size()));
  constexpr std::int32_t kComeBackMs = 2'000;
  for (auto& [number, session] : sessions_) {
    if (session.closing) continue;
    if (session.open)
      Queue(session,
            Notice{Notice::Kind::kDraining, "the referee stops; your matches go on when it is back",
                   "", kComeBackMs},
            true);
    CloseSession(session, CloseReason::kDraining,
                 "the referee stops; connect again when it is back", kComeBackMs);
  }
  for (auto& [number, watcher] : watchers_)
    CloseWatcher(watcher, CloseReason::kDraining, "the referee stops; watch again when it is back");
  for (auto& [number, watcher] : league_watchers_)
    CloseWatcher(watcher, CloseReason::kDraining, "the referee stops; watch again when it is back");
  {
    std::lock_guard lock(mutex_);
    ended_ = true;
  }
}

// The loop ends without another commit: whoever waits for one is told so.
void Host::Impl::Abandon() {
  running_ = Running::kParked;
  {
    std::lock_guard lock(mutex_);
    ended_ = true;
  }
  for (Waiting& waiting : after_commit_) waiting.refuse(HasStopped());
  after_commit_.clear();
  TakeCommands();
}

Host::Counters Host::Impl::counters() const {
  Counters counters = counters_;
  counters.lag_ns = fair_.lag_ns();
  counters.stalls = fair_.stalls();
  counters.live_matches = static_cast<std::int32_t>(live_.size());
  counters.queued_matches = static_cast<std::int32_t>(queued_.size());
  counters.sessions = static_cast<std::int32_t>(sessions_.size());
  counters.watchers = static_cast<std::int32_t>(watchers_.size() + league_watchers_.size());
  return counters;
}

const match::Match* Host::Impl::FindLive(match::MatchId id) const {
  const auto found = live_.find(id);
  return found == live_.end() ? nullptr : &found->second.machine;
}

}  // namespace taki::host
