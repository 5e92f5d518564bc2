// Performing what has been committed: the only place of the host that sends to bots (invariant I1).
#include <algorithm>

#include "referee/host/impl.h"
#include "referee/match/visible.h"

namespace taki::host {
namespace {

std::string Placing(const match::Result& result) {
  std::string text;
  for (const match::SeatResult& seat : result.seats)
    text += (text.empty() ? "" : ",") + std::to_string(seat.place);
  return text;
}

// Events, and the verdict on an accepted reply, wait for the bot's next frame; everything else goes
// out at once.
bool IsUrgent(const match::Verdict& verdict) {
  return verdict.kind != match::VerdictKind::kAccepted;
}

}  // namespace

void Host::Impl::Perform() {
  if (!touched_.empty() || !to_flush_.empty()) {
    perform_ns_ = clock_.MonotonicNs();
    perform_unix_ms_ = clock_.UnixMs();
  }
  for (LiveMatch* live : touched_) PerformMessages(*live);
  for (Waiting& waiting : after_commit_) waiting.done();
  FlushTouched();
  for (const Close& close : closes_)
    transport_.Close(close.stream, close.reason, close.detail, close.retry_after_ms);

  // Only now: frames that were just sent pointed into the matches.
  for (LiveMatch* live : touched_) {
    const bool over = live->effects.result.has_value();
    live->effects.Clear();
    live->timings.clear();
    live->new_state.reset();
    live->before_join = {};
    live->touched = false;
    if (over) live_.erase(live->row.config.id);
  }
  touched_.clear();
  after_commit_.clear();
  closes_.clear();
  requested_.clear();
  batch_.Clear();
  if (running_ == Running::kParked && !shut_down_) {
    shut_down_ = true;
    transport_.Shutdown();
  }
}

void Host::Impl::PerformMessages(LiveMatch& live) {
  const match::MatchId id = live.row.config.id;
  std::size_t index = 0;
  // To the seat's bot, unless it was meant for a stream that the present one has superseded. False:
  // nobody is there.
  const auto tell = [&](rules::Seat seat, Item item, bool urgent) {
    return index >= live.before_join[seat.index()] &&
           Queue(live.row.config.seats[seat.index()].bot, std::move(item), urgent);
  };
  for (; index < live.effects.messages.size(); ++index) {
    const match::Message& message = live.effects.messages[index];
    if (const auto* event = std::get_if<match::SendEvent>(&message)) {
      for (int number = 0; number < static_cast<int>(live.row.config.seats.size()); ++number) {
        const rules::Seat seat(number);
        tell(seat, SeatEvent{id, seat, event->seq, match::VisibleTo(event->event, seat)}, false);
      }
    } else if (const auto* ask = std::get_if<match::SendDecision>(&message)) {
      ++counters_.decisions;
      if (tell(ask->decision.seat, AskDecision{id, ask->decision}, true))
        NoteSent(live, ask->decision);
    } else if (const auto* verdict = std::get_if<match::SendVerdict>(&message)) {
      tell(verdict->seat, GiveVerdict{id, verdict->verdict}, IsUrgent(verdict->verdict));
    } else if (const auto* assigned = std::get_if<match::SendAssigned>(&message)) {
      tell(assigned->seat, MatchAssigned{IntroOf(live), assigned->seat, ReadyTimeLeftMs(live)},
           true);
    } else if (const auto* started = std::get_if<match::SendStarted>(&message)) {
      tell(started->seat, MatchStarted{id, live.machine.entropy(), started->view}, true);
    } else if (const auto* snapshot = std::get_if<match::SendSnapshot>(&message)) {
      tell(snapshot->seat,
           GiveSnapshot{IntroOf(live), snapshot->seat, live.machine.entropy(), snapshot->snapshot},
           true);
    }
  }
  FeedEvents(live);
  if (live.effects.result) Finish(live);
}

std::int32_t Host::Impl::ReadyTimeLeftMs(const LiveMatch& live) const {
  const auto deadline = live.machine.NextDeadline();
  if (!deadline || live.machine.state() != match::Match::State::kAssigned) return 0;
  return static_cast<std::int32_t>(std::max<std::int64_t>(0, (*deadline - fair_.now()).ms()));
}

// Every seat is told, also those that forfeited; then the seats are free.
void Host::Impl::Finish(LiveMatch& live) {
  const match::MatchId id = live.row.config.id;
  const match::Result& result = *live.effects.result;
  for (const match::SeatConfig& seat : live.row.config.seats) {
    Queue(seat.bot, MatchFinished{IntroOf(live), live.machine.entropy(), result}, true);
    std::erase_if(seats_of_bot_[seat.bot], [&](const SeatOfMatch& at) { return at.first == id; });
    queued_.MayHaveRoom(seat.bot);
  }
  start_queued_ = true;
  file_matches_ = true;
  std::string details =
      "match=" + match::ToString(id) + " ending=" + std::string(match::Name(result.ending));
  if (result.ending == match::MatchEnding::kVoid)
    details += " reason=" + result.void_reason;
  else
    details += " placing=" + Placing(result) + " turns=" + std::to_string(result.turns);
  Info("match_finished", details);
}

bool Host::Impl::Queue(match::BotId bot, Item item, bool urgent) {
  Session* session = SessionOf(bot);
  if (session != nullptr) Queue(*session, std::move(item), urgent);
  return session != nullptr;
}

void Host::Impl::Queue(Session& session, Item item, bool urgent) {
  constexpr std::size_t kMostWaiting =
      256;  // a seat that is not asked for long gets its events in pieces
  session.pending.push_back(std::move(item));
  const bool now = urgent || session.pending.size() >= kMostWaiting;
  if (now && !session.urgent) {
    session.urgent = true;
    to_flush_.push_back(session.stream);
  } else if (!now && !session.flush_timer) {
    session.flush_timer = true;
    timers_.Add({now_ns_ + std::int64_t{options_.event_delay_max_ms} * 1'000'000,
                 Timer::Kind::kFlush, static_cast<std::int64_t>(session.stream.number)});
  }
}

void Host::Impl::FlushTouched() {
  for (const StreamId stream : to_flush_) {
    const auto found = sessions_.find(stream.number);
    if (found != sessions_.end()) Flush(found->second);
  }
  to_flush_.clear();
}

void Host::Impl::Flush(Session& session) {
  session.urgent = false;
  if (session.pending.empty()) return;
  transport_.Send(session.stream, session.pending);
  session.pending.clear();
  if (session.ping_open && session.ping_sent_ns == 0) session.ping_sent_ns = perform_ns_;
}

void Host::Impl::OnFlushTimer(StreamId stream) {
  const auto found = sessions_.find(stream.number);
  if (found == sessions_.end()) return;
  found->second.flush_timer = false;
  if (found->second.pending.empty() || found->second.urgent) return;
  found->second.urgent = true;
  to_flush_.push_back(stream);  // sent after this turn's commit, like everything
}

std::vector<std::string> Host::Impl::DisplayNames(const match::MatchConfig& config) const {
  std::vector<std::string> names;
  for (const match::SeatConfig& seat : config.seats) {
    const store::Bot* bot = registry_.Find(seat.bot);
    names.push_back(bot == nullptr ? std::string() : bot->display_name);
  }
  return names;
}

MatchIntro Host::Impl::IntroOf(const LiveMatch& live) const {
  MatchIntro intro{&live.row.config, DisplayNames(live.row.config), {}};
  // Which version plays is settled when the cards are dealt.
  if (live.machine.state() != match::Match::State::kAssigned)
    intro.versions = live.machine.versions();
  intro.versions.resize(live.row.config.seats.size());
  return intro;
}

}  // namespace taki::host
