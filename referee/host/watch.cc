// Watchers: late or early, fast or slow, each gets every event once and in order (D5).
//
// A feed holds all events of a watched match; a watcher is a cursor into it that moves when its
// stream has room, its pace allows, and the public may see more. So a slow watcher holds up nobody,
// and costs no more than the feed it shares and a timer.
#include <algorithm>

#include "referee/host/impl.h"
#include "referee/match/visible.h"
#include "referee/rules/transition.h"

namespace taki::host {
namespace {

constexpr std::int64_t kNsPerMs = 1'000'000;
constexpr std::int64_t kNsPerS = 1'000'000'000;
constexpr std::int64_t kEventsPerSecondMax = 1'000;

// The public state just after the deal.
rules::PublicState DealtState(const match::MatchConfig& config,
                              std::span<const std::string> entropy) {
  const rules::DealKey key = rules::DeriveKey(
      match::ToString(config.id), rules::CanonicalText(config.ruleset), config.seed, entropy);
  return rules::ObservePublic(
      rules::Deal({config.ruleset, static_cast<int>(config.seats.size()), key}));
}

// A match as it stood when no more had happened than `horizon` shows.
store::MatchRow RowAsOf(const Feed& feed, const Horizon& horizon) {
  store::MatchRow row = feed.row;
  if (horizon.over || feed.delay_ns == 0) return row;
  row.result.reset();
  row.result_no = row.finished_ms = 0;
  if (horizon.start) {
    row.state = store::MatchState::kRunning;
    return row;
  }
  row.state = std::min(row.state, store::MatchState::kAssigned);
  row.started_ms = 0;
  row.versions.clear();
  row.entropy.clear();
  return row;
}

// Which of a match's records each of its events came with, by input_no; and when they happened.
class Times {
 public:
  Times(const store::MatchRow& row, std::span<const store::InputTiming> timings) {
    for (const store::InputTiming& timing : timings)
      unix_ms_[timing.input_no] = row.started_ms + timing.read_after_ms;
  }
  // Nothing: it was not noted.
  std::optional<std::int64_t> UnixMs(std::uint32_t input_no) const {
    const auto found = unix_ms_.find(input_no);
    return found == unix_ms_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  std::unordered_map<std::uint32_t, std::int64_t> unix_ms_;
};

}  // namespace

void Host::Impl::OnWatchOpened(StreamId stream, const WatchOpened& opened) {
  Watcher& watcher = watchers_[stream.number];
  watcher.stream = stream;
  watcher.last_sent_ns = now_ns_;
  if (!MayWatch(watcher)) return;
  const auto id = match::ParseMatchId(opened.match);
  if (!id) return CloseWatcher(watcher, CloseReason::kFieldInvalid, "match_id: like m-000042");
  if (opened.from_seq < 0)
    return CloseWatcher(watcher, CloseReason::kFieldInvalid, "from_seq: 0 or more");
  if (opened.events_per_second < 0 || opened.events_per_second > kEventsPerSecondMax)
    return CloseWatcher(watcher, CloseReason::kFieldInvalid,
                        "events_per_second: 1 to 1000, or 0 for as fast as they are there");
  watcher.match = *id;
  watcher.organiser = opened.organiser;
  if (opened.events_per_second > 0) watcher.interval_ns = kNsPerS / opened.events_per_second;
  watcher.next_seq = static_cast<std::uint32_t>(
      std::clamp<std::int64_t>(opened.from_seq, 1, match::kMaxInputs * std::int64_t{64}));
  watcher.wants_start = opened.from_seq <= 1;
  late_watchers_.push_back(stream);
  timers_.Add({now_ns_ + std::int64_t{options_.watch_heartbeat_ms} * 1'000'000, Timer::Kind::kWatch,
               static_cast<std::int64_t>(stream.number)});
}

// Reading a match back costs a millisecond or so: one watcher a turn, so that no match waits for
// more.
void Host::Impl::ServeLateWatchers() {
  while (!late_watchers_.empty()) {
    const auto found = watchers_.find(late_watchers_.front().number);
    late_watchers_.pop_front();
    if (found == watchers_.end() || found->second.closing) continue;
    return Serve(found->second);
  }
}

void Host::Impl::Serve(Watcher& watcher) {
  auto feed = FeedOf(watcher.match);
  if (absl::IsNotFound(feed.status()))
    return CloseWatcher(watcher, CloseReason::kMatchNotFound,
                        "match_id: there is no match " + match::ToString(watcher.match));
  if (!feed.ok())
    return CloseWatcher(watcher, CloseReason::kMatchQuarantined,
                        std::string(feed.status().message()));
  watcher.feed = *std::move(feed);
  Pump(watcher);
}

absl::StatusOr<std::shared_ptr<Feed>> Host::Impl::FeedOf(match::MatchId id) {
  if (const auto known = feeds_.find(id); known != feeds_.end()) {
    if (auto feed = known->second.lock()) return feed;
  }
  auto row = journal_.Match(id);
  if (!row.ok()) return row.status();
  // Why is for the organiser alone, in the log: the reason may name a hidden card.
  if (row->state == store::MatchState::kQuarantined)
    return absl::DataLossError("the match is quarantined: its record does not re-play");
  const auto records = journal_.Records(id);
  if (!records.ok()) return records.status();
  std::vector<std::uint32_t> input_nos;
  auto events = match::ReplayEvents(row->config, *records, &input_nos);
  if (!events.ok()) return events.status();
  auto feed = std::make_shared<Feed>();
  if (!records->empty() && records->front().kind == match::Record::Kind::kStart)
    feed->start = DealtState(row->config, records->front().entropy);
  feed->events = *std::move(events);
  feed->over = store::IsOver(row->state);
  feed->row = *std::move(row);
  if (auto status = SetTimes(*feed, input_nos); !status.ok()) return status;
  feeds_[id] = feed;
  return feed;
}

// When all that happened which was read back from the journal, for the public's delay. What has no
// time happened now, for all that is known, but not after the end.
absl::Status Host::Impl::SetTimes(Feed& feed, std::span<const std::uint32_t> input_nos) {
  const store::MatchRow& row = feed.row;
  const std::int64_t delay_ns = row.public_delay_ms * kNsPerMs;
  feed.over_ns = feed.over ? MonotonicOf(row.finished_ms) : now_ns_;
  if (delay_ns == 0 || (feed.over && feed.over_ns + delay_ns <= now_ns_)) return absl::OkStatus();
  const auto timings = journal_.Timings(row.config.id);
  if (!timings.ok()) return timings.status();
  const Times times(row, *timings);
  feed.delay_ns = delay_ns;
  feed.start_ns = row.started_ms == 0 ? 0 : std::min(MonotonicOf(row.started_ms), feed.over_ns);
  std::int64_t last_ns = feed.start_ns;
  for (const std::uint32_t input_no : input_nos) {
    const auto unix_ms = times.UnixMs(input_no);
    const std::int64_t at_ns = unix_ms ? MonotonicOf(*unix_ms) : feed.over_ns;
    last_ns = std::max(last_ns, std::min(at_ns, feed.over_ns));
    feed.event_ns.push_back(last_ns);
  }
  return absl::OkStatus();
}

// Not after now, whatever the clock was set to since. (A wall time is whole milliseconds: a little
// later than it says, so that nothing seems older than it is.)
std::int64_t Host::Impl::MonotonicOf(std::int64_t unix_ms) const {
  return now_ns_ - std::max<std::int64_t>(turn_unix_ms_ - unix_ms - 1, 0) * kNsPerMs;
}

// This turn's events of a match that is watched, after they were committed.
void Host::Impl::FeedEvents(LiveMatch& live) {
  const auto found = feeds_.find(live.row.config.id);
  if (found == feeds_.end()) return;
  const auto feed = found->second.lock();
  if (!feed) {
    feeds_.erase(found);
    return;
  }
  if (!feed->start && live.machine.state() != match::Match::State::kAssigned &&
      live.machine.position().seats != 0) {
    feed->start = DealtState(live.row.config, live.machine.entropy());
    feed->start_ns = perform_ns_;
  }
  for (const match::Message& message : live.effects.messages) {
    const auto* event = std::get_if<match::SendEvent>(&message);
    if (event == nullptr) continue;
    feed->events.push_back(event->event);
    if (feed->delay_ns > 0) feed->event_ns.push_back(perform_ns_);
  }
  if (live.new_state || live.effects.result) RefreshRow(*feed, live);
  PumpWatchersOf(*feed);
}

// As the store has it, with its times.
void Host::Impl::RefreshRow(Feed& feed, const LiveMatch& live) {
  if (auto row = journal_.Match(feed.row.config.id); row.ok()) feed.row = *std::move(row);
  feed.over = live.effects.result.has_value();
  feed.over_ns = perform_ns_;
  if (feed.over) feed.row.result = *live.effects.result;
}

Horizon Host::Impl::HorizonOf(const Watcher& watcher) const {
  const Feed& feed = *watcher.feed;
  const bool dealt = feed.start.has_value();
  if (watcher.organiser || feed.delay_ns == 0) return {dealt, feed.events.size(), feed.over, 0};
  const std::int64_t to_ns = now_ns_ - feed.delay_ns;
  Horizon horizon;
  horizon.start = dealt && feed.start_ns <= to_ns;
  horizon.events = static_cast<std::size_t>(
      std::upper_bound(feed.event_ns.begin(), feed.event_ns.end(), to_ns) - feed.event_ns.begin());
  horizon.over = feed.over && feed.over_ns <= to_ns;
  if (dealt && !horizon.start)
    horizon.next_ns = feed.start_ns + feed.delay_ns;
  else if (horizon.events < feed.events.size())
    horizon.next_ns = feed.event_ns[horizon.events] + feed.delay_ns;
  else if (feed.over && !horizon.over)
    horizon.next_ns = feed.over_ns + feed.delay_ns;
  return horizon;
}

void Host::Impl::PumpWatchersOf(const Feed& feed) {
  for (auto& [number, watcher] : watchers_)
    if (watcher.feed.get() == &feed) Pump(watcher);
}

// Sends what the watcher may see and has not, at most a piece; the next piece follows when this one
// has gone out.
void Host::Impl::Pump(Watcher& watcher) {
  if (watcher.writing || watcher.closing || !watcher.feed) return;
  const Feed& feed = *watcher.feed;
  const Horizon horizon = HorizonOf(watcher);
  Frame frame;
  if (!watcher.introduced) {
    watcher.introduced = true;
    frame.push_back(WatchIntro{watcher.organiser ? feed.row : RowAsOf(feed, horizon),
                               DisplayNames(feed.row.config)});
  }
  if (watcher.wants_start && horizon.start) {
    watcher.wants_start = false;
    frame.push_back(WatchStart{*feed.start});
  }
  AddEvents(watcher, horizon, frame);
  const bool finished = watcher.next_seq > horizon.events && horizon.over;
  if (finished && feed.row.result) {
    MatchIntro intro{&feed.row.config, DisplayNames(feed.row.config), feed.row.versions};
    intro.versions.resize(feed.row.config.seats.size());
    frame.push_back(MatchFinished{std::move(intro), feed.row.entropy, *feed.row.result});
  }
  if (frame.empty() && !finished) return WakeWhenDue(watcher, horizon);
  if (!frame.empty()) SendTo(watcher, frame);
  if (finished) CloseWatcher(watcher, CloseReason::kDone, "");
}

// A paced watcher gets one event at a time. If the loop was late for it, the next one comes when it
// would have come anyway; but what was not there to be sent is not made up for. (By the clock and
// not the turn's time: a turn may be long.)
void Host::Impl::AddEvents(Watcher& watcher, const Horizon& horizon, Frame& frame) {
  constexpr std::size_t kPiece = 64;
  constexpr std::int64_t kLateNs = 10 * kNsPerMs;
  const std::int64_t now_ns = watcher.interval_ns > 0 ? clock_.MonotonicNs() : 0;
  for (; watcher.next_seq <= horizon.events && frame.size() < kPiece; ++watcher.next_seq) {
    if (watcher.interval_ns > 0) {
      if (now_ns < watcher.next_event_ns) return;
      if (now_ns - watcher.next_event_ns > kLateNs) watcher.next_event_ns = now_ns;
      watcher.next_event_ns += watcher.interval_ns;
    }
    frame.push_back(
        WatchEvent{watcher.next_seq,
                   match::VisibleTo(watcher.feed->events[watcher.next_seq - 1], std::nullopt)});
  }
}

// One timer a watcher is enough, as for matches (SetMatchTimer).
void Host::Impl::WakeWhenDue(Watcher& watcher, const Horizon& horizon) {
  const std::int64_t due_ns =
      watcher.next_seq <= horizon.events ? watcher.next_event_ns : horizon.next_ns;
  if (due_ns == 0 || (watcher.wake_ns != 0 && watcher.wake_ns <= due_ns)) return;
  watcher.wake_ns = due_ns;
  timers_.Add({due_ns, Timer::Kind::kWatchDue, static_cast<std::int64_t>(watcher.stream.number)});
}

void Host::Impl::OnWatchDue(StreamId stream) {
  const auto found = watchers_.find(stream.number);
  if (found == watchers_.end()) return;
  found->second.wake_ns = 0;
  Pump(found->second);
}

void Host::Impl::OnDrainedWatcher(Watcher& watcher) {
  watcher.writing = false;
  Pump(watcher);
}

void Host::Impl::OnWatchTimer(StreamId stream) {
  const auto found = watchers_.find(stream.number);
  if (found == watchers_.end()) return;
  const Watcher& watcher = found->second;
  // Who asked for what is still to come has been told no more than there is.
  const std::size_t told =
      watcher.feed ? std::min<std::size_t>(watcher.next_seq - 1, HorizonOf(watcher).events) : 0;
  KeepAlive(found->second, Heartbeat{static_cast<std::uint32_t>(told)}, Timer::Kind::kWatch);
}

void Host::Impl::ForgetWatcher(StreamId stream) {
  if (league_watchers_.erase(stream.number) > 0) return;
  const auto found = watchers_.find(stream.number);
  const match::MatchId match = found->second.match;
  watchers_.erase(found);
  const auto feed = feeds_.find(match);
  if (feed != feeds_.end() && feed->second.expired()) feeds_.erase(feed);
}

// --- what all watchers have in common --------------------------------------------------------

bool Host::Impl::MayWatch(WatchStream& watcher) {
  if (running_ == Running::kParked) {
    CloseWatcher(watcher, CloseReason::kDraining, "the referee stops; watch again when it is back");
    return false;
  }
  if (static_cast<std::int32_t>(watchers_.size() + league_watchers_.size()) >
      options_.max_watchers) {
    CloseWatcher(watcher, CloseReason::kTooManyWatchers,
                 "as many watch as the referee serves; try again later");
    return false;
  }
  return true;
}

void Host::Impl::SendTo(WatchStream& watcher, const Frame& frame) {
  watcher.writing = true;
  watcher.last_sent_ns = now_ns_;
  transport_.Send(watcher.stream, frame);
}

// Drops a watcher that reads nothing, and gives one that has heard nothing a sign of life.
void Host::Impl::KeepAlive(WatchStream& watcher, Item sign_of_life, Timer::Kind timer) {
  if (watcher.closing) return;
  const std::int64_t silent_ns = now_ns_ - watcher.last_sent_ns;
  if (watcher.writing && silent_ns >= std::int64_t{options_.watcher_stall_ms} * 1'000'000)
    return CloseWatcher(watcher, CloseReason::kSlowReader, "nothing was read for too long");
  const std::int64_t heartbeat_ns = std::int64_t{options_.watch_heartbeat_ms} * 1'000'000;
  if (watcher.introduced && !watcher.writing && silent_ns >= heartbeat_ns)
    SendTo(watcher, {std::move(sign_of_life)});
  // While it reads nothing it is looked at once a heartbeat, or when its patience ends.
  const std::int64_t next_ns =
      watcher.writing
          ? std::min(now_ns_ + heartbeat_ns,
                     watcher.last_sent_ns + std::int64_t{options_.watcher_stall_ms} * 1'000'000)
          : std::max(watcher.last_sent_ns, now_ns_ - heartbeat_ns / 2) + heartbeat_ns;
  timers_.Add({next_ns, timer, static_cast<std::int64_t>(watcher.stream.number)});
}

void Host::Impl::CloseWatcher(WatchStream& watcher, CloseReason reason, std::string_view detail) {
  if (watcher.closing) return;
  watcher.closing = true;
  transport_.Close(watcher.stream, reason, detail, 0);
}

}  // namespace taki::host
