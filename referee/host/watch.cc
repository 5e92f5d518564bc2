// Watchers: late or early, fast or slow, each gets every event once and in order (D5).
//
// A feed holds all events of a watched match; a watcher is a cursor into it that moves when its
// stream has room. So a slow watcher holds up nobody, and costs no more than the feed it shares.
#include <algorithm>

#include "referee/host/impl.h"
#include "referee/match/visible.h"
#include "referee/rules/transition.h"

namespace taki::host {
namespace {

// The public state just after the deal.
rules::PublicState DealtState(const match::MatchConfig& config,
                              std::span<const std::string> entropy) {
  const rules::DealKey key = rules::DeriveKey(
      match::ToString(config.id), rules::CanonicalText(config.ruleset), config.seed, entropy);
  return rules::ObservePublic(
      rules::Deal({config.ruleset, static_cast<int>(config.seats.size()), key}));
}

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
  watcher.match = *id;
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
  auto events = match::ReplayEvents(row->config, *records);
  if (!events.ok()) return events.status();
  auto feed = std::make_shared<Feed>();
  if (!records->empty() && records->front().kind == match::Record::Kind::kStart)
    feed->start = DealtState(row->config, records->front().entropy);
  feed->events = *std::move(events);
  feed->over = store::IsOver(row->state);
  feed->row = *std::move(row);
  feeds_[id] = feed;
  return feed;
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
      live.machine.position().seats != 0)
    feed->start = DealtState(live.row.config, live.machine.entropy());
  for (const match::Message& message : live.effects.messages)
    if (const auto* event = std::get_if<match::SendEvent>(&message))
      feed->events.push_back(event->event);
  if (live.new_state || live.effects.result) RefreshRow(*feed, live);
  PumpWatchersOf(*feed);
}

// As the store has it, with its times.
void Host::Impl::RefreshRow(Feed& feed, const LiveMatch& live) {
  if (auto row = journal_.Match(feed.row.config.id); row.ok()) feed.row = *std::move(row);
  feed.over = live.effects.result.has_value();
  if (feed.over) feed.row.result = *live.effects.result;
}

void Host::Impl::PumpWatchersOf(const Feed& feed) {
  for (auto& [number, watcher] : watchers_)
    if (watcher.feed.get() == &feed) Pump(watcher);
}

// Sends what the watcher has not seen, at most a piece; the next piece follows when this one has
// gone out.
void Host::Impl::Pump(Watcher& watcher) {
  if (watcher.writing || watcher.closing || !watcher.feed) return;
  constexpr std::size_t kPiece = 64;
  const Feed& feed = *watcher.feed;
  Frame frame;
  if (!watcher.introduced) {
    watcher.introduced = true;
    frame.push_back(WatchIntro{feed.row, DisplayNames(feed.row.config)});
  }
  if (watcher.wants_start && feed.start) {
    watcher.wants_start = false;
    frame.push_back(WatchStart{*feed.start});
  }
  for (; watcher.next_seq <= feed.events.size() && frame.size() < kPiece; ++watcher.next_seq)
    frame.push_back(WatchEvent{watcher.next_seq,
                               match::VisibleTo(feed.events[watcher.next_seq - 1], std::nullopt)});
  const bool all = watcher.next_seq > feed.events.size();
  const bool finished = all && feed.over;
  if (finished && feed.row.result) {
    MatchIntro intro{&feed.row.config, DisplayNames(feed.row.config), feed.row.versions};
    intro.versions.resize(feed.row.config.seats.size());
    frame.push_back(MatchFinished{std::move(intro), feed.row.entropy, *feed.row.result});
  }
  if (!frame.empty()) SendTo(watcher, frame);
  if (finished) CloseWatcher(watcher, CloseReason::kDone, "");
}

void Host::Impl::OnDrainedWatcher(Watcher& watcher) {
  watcher.writing = false;
  Pump(watcher);
}

void Host::Impl::OnWatchTimer(StreamId stream) {
  const auto found = watchers_.find(stream.number);
  if (found == watchers_.end()) return;
  KeepAlive(found->second, Heartbeat{found->second.next_seq - 1}, found->second.next_seq,
            Timer::Kind::kWatch);
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
void Host::Impl::KeepAlive(WatchStream& watcher, Item sign_of_life, std::int64_t next_seq,
                           Timer::Kind timer) {
  if (watcher.closing) return;
  const std::int64_t silent_ns = now_ns_ - watcher.last_sent_ns;
  if (watcher.writing && silent_ns >= std::int64_t{options_.watcher_stall_ms} * 1'000'000)
    return CloseWatcher(
        watcher, CloseReason::kSlowReader,
        "nothing was read for too long; come back with from_seq " + std::to_string(next_seq));
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
