#include "tests/sim/sim_watcher.h"

#include "referee/match/visible.h"

namespace taki::sim {

void SimWatcher::Open() {
  if (stream_ || finished_) return;
  stream_ = world_.transport.NewStream();
  introduced_ = false;
  paced_ = 0;
  // From the beginning it wants the deal too; later on only what it has not seen.
  const std::int64_t from_seq = next_seq_ == 1 ? 0 : next_seq_;
  world_.transport.Arrive(*stream_,
                          host::WatchOpened{match::ToString(match_), from_seq,
                                            plan_.events_per_second, plan_.organiser},
                          world_.now_ns());
}

void SimWatcher::ComeBack() {
  stream_.reset();
  const std::int64_t after_ns = 1 + world_.UpTo(world_.calm ? 10 : 300);
  world_.transport.At(world_.now_ns() + after_ns, [this] { Open(); });
}

void SimWatcher::OnCrash() {
  if (stream_) ComeBack();
}

void SimWatcher::OnClose(host::StreamId stream, host::CloseReason reason) {
  if (!Owns(stream)) return;
  if (reason == host::CloseReason::kDone && !finished_)
    world_.mirror.Fault("D5: a watcher of " + match::ToString(match_) + " got OK without a result");
  ++world_.tally[reason == host::CloseReason::kDone ? "watched to the end" : "watchers cut off"];
  ComeBack();
}

void SimWatcher::OnFrame(host::StreamId stream, const host::Frame& frame) {
  for (const host::Item& item : frame) OnItem(item);
  const std::int64_t read_ns = world_.calm ? 0 : world_.UpTo(world_.random.Chance(10) ? 2'000 : 5);
  world_.transport.Arrive(stream, host::Drained{}, world_.now_ns() + read_ns);
  if (!world_.calm && world_.random.Chance(2)) {
    world_.transport.ArriveNow(stream, host::Gone{});
    ComeBack();
  }
}

void SimWatcher::OnItem(const host::Item& item) {
  const std::string name = match::ToString(match_);
  if (finished_) world_.mirror.Fault("D5: a watcher of " + name + " hears more after the result");
  const WatchTimes& times = world_.times[match_];
  if (const auto* intro = std::get_if<host::WatchIntro>(&item)) {
    if (introduced_) world_.mirror.Fault("D5: introduced twice, " + name);
    introduced_ = true;
    if (intro->row.state >= store::MatchState::kRunning) CheckAge(times.started_ms, "the start");
    if (intro->row.result || store::IsOver(intro->row.state))
      CheckAge(times.finished_ms, "the end");
  } else if (!introduced_) {
    world_.mirror.Fault("D5: something before the introduction, " + name);
  }
  const auto& truth = world_.mirror.pictures().at(match_);
  if (const auto* start = std::get_if<host::WatchStart>(&item)) {
    if (next_seq_ != 1) world_.mirror.Fault("D5: a start in the middle, " + name);
    if (!truth.dealt || *truth.dealt != start->state)
      world_.mirror.Fault("I1: not the deal of the records, " + name);
    started_ = true;
    CheckAge(times.started_ms, "the deal");
  }
  if (const auto* event = std::get_if<host::WatchEvent>(&item)) OnEvent(*event);
  if (const auto* beat = std::get_if<host::Heartbeat>(&item)) {
    if (beat->last_seq + 1 != next_seq_)
      world_.mirror.Fault("D5: a heartbeat of another seq, " + name);
  }
  if (const auto* end = std::get_if<host::MatchFinished>(&item)) {
    finished_ = true;
    CheckAge(times.finished_ms, "the result");
    if (next_seq_ != truth.events.size() + 1)
      world_.mirror.Fault("D5: events are missing, " + name);
    if (!truth.result || !(*truth.result == end->result))
      world_.mirror.Fault("I1: a result that is not in the store, " + name);
  }
}

void SimWatcher::OnEvent(const host::WatchEvent& event) {
  const std::string at = match::ToString(match_) + " #" + std::to_string(event.seq);
  const auto& truth = world_.mirror.pictures().at(match_);
  if (event.seq != next_seq_) world_.mirror.Fault("D5: out of order, " + at);
  if (!started_) world_.mirror.Fault("D5: an event before the deal, " + at);
  next_seq_ = event.seq + 1;
  if (event.seq == 0 || event.seq > truth.events.size())
    return world_.mirror.Fault("I1: shown before it is in the store, " + at);
  if (!(event.event == match::VisibleTo(truth.events[event.seq - 1], std::nullopt)))
    world_.mirror.Fault("D5, D7: not the event that everyone may see, " + at);
  CheckAge(world_.times[match_].event_ms.at(event.seq - 1), "event " + std::to_string(event.seq));
  CheckPace();
}

// Nothing is younger than the public may see it.
void SimWatcher::CheckAge(std::int64_t unix_ms, const std::string& what) {
  const std::int64_t age_ms = world_.clock.UnixMs() - unix_ms;
  if (plan_.organiser || age_ms >= world_.times[match_].public_delay_ms) return;
  world_.mirror.Fault(what + " is told after " + std::to_string(age_ms) + " ms, " +
                      match::ToString(match_));
}

// A loop that was late may make up for 10 ms of it.
void SimWatcher::CheckPace() {
  if (plan_.events_per_second == 0) return;
  if (paced_++ == 0) paced_since_ns_ = world_.now_ns();
  const std::int64_t spent_ns = world_.now_ns() - paced_since_ns_ + 10 * test::kMs;
  if ((paced_ - 1) * (1'000'000'000 / plan_.events_per_second) <= spent_ns) return;
  world_.mirror.Fault("told faster than asked for, " + match::ToString(match_));
}

}  // namespace taki::sim
