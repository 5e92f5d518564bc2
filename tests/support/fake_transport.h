// The transport of tests and simulation: no sockets, no threads, a fake clock that moves only when
// the loop waits.
//
// Things are scheduled (At, Arrive) and happen inside Poll, in order of their time and then of
// their scheduling, so that a run is the same every time. Poll waits by moving the clock, never
// beyond the horizon that Run was given. What the loop sends goes to the listener, which may throw
// (a crash).
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/host/transport.h"
#include "tests/support/fake_clock.h"

namespace taki::test {

class FakeTransport final : public host::Transport {
 public:
  // Hears what the loop does; all calls are made from inside Host::Turn.
  class Listener {
   public:
    virtual ~Listener() = default;
    // Pointers in the frame are valid during the call only.
    virtual void OnSend(host::StreamId stream, const host::Frame& frame) = 0;
    virtual void OnClose(host::StreamId stream, host::CloseReason reason, std::string_view detail,
                         std::int32_t retry_after_ms) = 0;
  };

  FakeTransport(FakeClock& clock, Listener& listener) : clock_(clock), listener_(listener) {}

  // --- the world's side
  using What = decltype(host::Arrival::what);
  // Runs `event` when the clock is at `at_ns` (at once if it is later).
  void At(std::int64_t at_ns, std::function<void()> event);
  // A stream that the world will open: its number is never used again, whatever happens to the
  // process.
  host::StreamId NewStream() { return {++last_stream_}; }
  // `what` is read from the wire at `at_ns`; without effect if the stream is not open then
  // (Connected and WatchOpened open it).
  void Arrive(host::StreamId stream, What what, std::int64_t at_ns);
  void ArriveNow(host::StreamId stream, What what) {
    Arrive(stream, std::move(what), clock_.now_ns());
  }
  bool IsOpen(host::StreamId stream) const { return streams_.contains(stream.number); }
  // The process died: every stream ends without Gone. What is scheduled with At stays.
  void Crash();

  // The loop's next turn does not wait beyond this instant for something to do. (If it polls again
  // in the same turn, it waits for the store: then time must go on.)
  void BeginTurn(std::int64_t horizon_ns) {
    horizon_ns_ = horizon_ns;
    polls_ = 0;
  }
  // True if the last Poll found nothing to do before the horizon.
  bool idle() const { return idle_; }
  bool serving() const { return serving_; }
  // Watchers' streams report Drained by themselves after each frame (the default), or only as the
  // test says.
  void SetAutoDrain(bool on) { auto_drain_ = on; }

  // --- the loop's side
  bool Poll(std::int64_t until_ns, std::vector<host::Arrival>& inbox) override;
  void Send(host::StreamId stream, const host::Frame& frame) override;
  void Close(host::StreamId stream, host::CloseReason reason, std::string_view detail,
             std::int32_t retry_after_ms) override;
  void SetServing(bool serving) override { serving_ = serving; }
  void Shutdown() override;
  void Wake() override { woken_ = true; }

 private:
  struct Stream {
    bool watcher = false;
    bool closing = false;
    std::deque<host::Arrival> unread;
  };
  void RunDue();
  bool Deliver(std::vector<host::Arrival>& inbox);
  void Read(host::StreamId stream, What what);

  FakeClock& clock_;
  Listener& listener_;
  std::uint64_t last_stream_ = 0;
  std::map<std::uint64_t, Stream> streams_;
  std::map<std::pair<std::int64_t, std::uint64_t>, std::function<void()>> agenda_;
  std::uint64_t scheduled_ = 0;
  std::int64_t horizon_ns_ = 0;
  int polls_ = 0;  // in this turn
  bool idle_ = false;
  bool serving_ = false;
  bool woken_ = false;
  bool auto_drain_ = true;
  bool shut_down_ = false;
};

}  // namespace taki::test
