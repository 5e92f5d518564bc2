#include "tests/support/fake_transport.h"

#include <algorithm>

namespace taki::test {

using host::Arrival;
using host::StreamId;

void FakeTransport::At(std::int64_t at_ns, std::function<void()> event) {
  agenda_.emplace(std::pair(at_ns, ++scheduled_), std::move(event));
}

void FakeTransport::Arrive(StreamId stream, What what, std::int64_t at_ns) {
  At(at_ns, [this, stream, what = std::move(what)]() mutable { Read(stream, std::move(what)); });
}

void FakeTransport::Read(StreamId stream, What what) {
  const bool bot = std::holds_alternative<host::Connected>(what);
  const bool watcher = std::holds_alternative<host::WatchOpened>(what) ||
                       std::holds_alternative<host::LeagueWatchOpened>(what);
  if ((bot || watcher) && !shut_down_) streams_[stream.number].watcher = watcher;
  const auto found = streams_.find(stream.number);
  if (found == streams_.end()) return;
  // A stream that the referee has ended is not read any more; only its end is told.
  if (found->second.closing && !std::holds_alternative<host::Gone>(what)) return;
  found->second.unread.push_back({stream, clock_.now_ns(), std::move(what)});
}

void FakeTransport::Crash() {
  streams_.clear();
  serving_ = woken_ = shut_down_ = false;
}

void FakeTransport::RunDue() {
  while (!agenda_.empty() && agenda_.begin()->first.first <= clock_.now_ns()) {
    const auto event = std::move(agenda_.begin()->second);
    agenda_.erase(agenda_.begin());
    event();
  }
}

bool FakeTransport::Deliver(std::vector<Arrival>& inbox) {
  std::vector<Arrival> read;
  for (auto at = streams_.begin(); at != streams_.end();) {
    std::deque<Arrival>& unread = at->second.unread;
    bool gone = false;
    if (!unread.empty()) {
      gone = std::holds_alternative<host::Gone>(unread.front().what);
      read.push_back(std::move(unread.front()));
      unread.pop_front();
    }
    at = gone ? streams_.erase(at) : std::next(at);
  }
  std::stable_sort(read.begin(), read.end(),
                   [](const Arrival& a, const Arrival& b) { return a.at_ns < b.at_ns; });
  std::move(read.begin(), read.end(), std::back_inserter(inbox));
  return !read.empty();
}

bool FakeTransport::Poll(std::int64_t until_ns, std::vector<Arrival>& inbox) {
  idle_ = false;
  const bool waits = ++polls_ > 1;
  for (;;) {
    RunDue();
    const bool something = Deliver(inbox);
    if (shut_down_ && streams_.empty()) return false;
    if (something || woken_ || until_ns <= clock_.now_ns()) break;
    const std::int64_t horizon_ns = waits ? until_ns : horizon_ns_;
    const std::int64_t next_ns = agenda_.empty() ? horizon_ns : agenda_.begin()->first.first;
    const std::int64_t to_ns = std::min({until_ns, next_ns, horizon_ns});
    if (to_ns <= clock_.now_ns()) {
      idle_ = true;
      break;
    }
    clock_.AdvanceTo(to_ns);
  }
  woken_ = false;
  return true;
}

void FakeTransport::Send(StreamId stream, const host::Frame& frame) {
  const auto found = streams_.find(stream.number);
  if (found == streams_.end() || found->second.closing) return;
  if (found->second.watcher && auto_drain_) ArriveNow(stream, host::Drained{});
  listener_.OnSend(stream, frame);
}

void FakeTransport::Close(StreamId stream, host::CloseReason reason, std::string_view detail,
                          std::int32_t retry_after_ms) {
  const auto found = streams_.find(stream.number);
  if (found == streams_.end() || found->second.closing) return;
  found->second.closing = true;
  found->second.unread.clear();
  ArriveNow(stream, host::Gone{});
  listener_.OnClose(stream, reason, detail, retry_after_ms);
}

void FakeTransport::Shutdown() {
  shut_down_ = true;
  for (auto& [number, stream] : streams_) {
    if (stream.closing) continue;
    stream.closing = true;
    ArriveNow({number}, host::Gone{});
  }
}

}  // namespace taki::test
