// When things happened, noted for people: beside each record of a match goes when its decision was
// sent and when it was answered. Nothing is decided by any of it.
#include <algorithm>
#include <limits>

#include "referee/host/impl.h"

namespace taki::host {
namespace {

constexpr std::int64_t kNsPerMs = 1'000'000;

// Matches are over long before it is too large; a clock may be set to anything.
std::int32_t Offset(std::int64_t unix_ms, std::int64_t started_ms) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  return static_cast<std::int32_t>(std::clamp(unix_ms - started_ms, -kMost, kMost));
}

}  // namespace

// A decision is about to be handed to the transport.
void Host::Impl::NoteSent(LiveMatch& live, const match::Decision& decision) {
  live.sent[decision.seat.index()] = {decision.id, perform_ns_, perform_unix_ms_, fair_.lag_ns(),
                                      fair_.InThisTurn(perform_ns_)};
}

// The turn that has just ended was a stall and is credited. What of it was before a decision went
// out was not time between that and its answer.
void Host::Impl::NoteStalledTurn() {
  for (auto& [id, live] : live_)
    for (LiveMatch::Sent& sent : live.sent)
      if (sent.decision.number != 0 && sent.at_ns >= now_ns_) sent.lag_ns += sent.turn_share_ns;
}

// The records that an input which was read at `read_ns` has brought about: all from `first` on.
void Host::Impl::NoteTimings(LiveMatch& live, std::size_t first, std::int64_t read_ns) {
  if (live.row.started_ms == 0) return;  // it ended before it began
  const std::int64_t read_ms = turn_unix_ms_ - (now_ns_ - read_ns) / kNsPerMs;
  for (std::size_t i = first; i < live.effects.records.size(); ++i) {
    const match::Record& record = live.effects.records[i];
    store::InputTiming& timing = live.timings.emplace_back();
    timing.input_no = record.input_no;
    timing.sent_after_ms = timing.read_after_ms = Offset(read_ms, live.row.started_ms);
    const LiveMatch::Sent& sent = live.sent[record.seat.index()];
    // One that this process never sent: its bot was away, or it was opened by the input itself.
    if (record.decision.number == 0 || record.decision != sent.decision) continue;
    const std::int64_t open_ns = read_ns - sent.at_ns;
    if (open_ns < 0) continue;  // it was on its way when the bot, back again, was asked again
    const std::int64_t lag_ns = std::clamp<std::int64_t>(fair_.lag_ns() - sent.lag_ns, 0, open_ns);
    timing.sent_after_ms = Offset(sent.unix_ms, live.row.started_ms);
    timing.lag_ms = static_cast<std::int32_t>(
        std::min<std::int64_t>(lag_ns / kNsPerMs, std::numeric_limits<std::int32_t>::max()));
    if (const Session* session = SessionOf(live.row.config.seats[record.seat.index()].bot))
      timing.round_trip_us = session->round_trip_us;
  }
}

}  // namespace taki::host
