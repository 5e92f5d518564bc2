#include "tests/sim/timing_check.h"

#include <algorithm>

namespace taki::sim {

using test::kMs;

void TimingCheck::OnCommitted(const store::Batch& batch) {
  for (const store::MatchRow& row : batch.matches)
    world_.times[row.config.id].public_delay_ms = row.public_delay_ms;
  for (const store::MatchChange& change : batch.changes) Take(change);
}

void TimingCheck::Take(const store::MatchChange& change) {
  WatchTimes& times = world_.times[change.match];
  const auto row = store_.GetMatch(change.match);
  times.started_ms = row->started_ms;
  times.finished_ms = row->finished_ms;
  std::int64_t oldest_ms = world_.clock.UnixMs();
  for (const match::Record& record : change.records) {
    const auto timing = std::find_if(
        change.timings.begin(), change.timings.end(),
        [&](const store::InputTiming& each) { return each.input_no == record.input_no; });
    if (timing != change.timings.end()) {
      Check(record, *timing, times, change.match);
      oldest_ms = std::min(oldest_ms, times.started_ms + timing->read_after_ms);
    } else if (times.started_ms != 0) {
      world_.mirror.Fault("a record without its time, " + match::ToString(change.match));
    }
  }
  // One batch is one turn, so little is between its records: each event as if it were of the
  // oldest.
  const std::size_t events = world_.mirror.pictures().at(change.match).events.size();
  if (times.event_ms.size() < events) times.event_ms.resize(events, oldest_ms);
}

void TimingCheck::Check(const match::Record& record, const store::InputTiming& timing,
                        const WatchTimes& times, match::MatchId match) {
  const std::string at = match::ToString(match) + " #" + std::to_string(record.input_no);
  const std::int64_t sent_ms = times.started_ms + timing.sent_after_ms;
  const std::int64_t read_ms = times.started_ms + timing.read_after_ms;
  if (read_ms < sent_ms || read_ms > world_.clock.UnixMs())
    world_.mirror.Fault("read before it was sent, or after it was recorded, " + at);
  if (timing.lag_ms < 0 || timing.lag_ms > read_ms - sent_ms + 1)
    world_.mirror.Fault("a stall longer than all the time, " + at);
  const auto sent = sent_ns_.find({match, record.decision.number});
  if (record.decision.number == 0 || sent == sent_ns_.end()) return;
  const std::int64_t known_ms =
      world_.clock.UnixMs() - (world_.now_ns() / kMs - sent->second / kMs);
  if (sent_ms != std::min(known_ms, read_ms))
    world_.mirror.Fault("sent at " + std::to_string(known_ms) + ", noted is " +
                        std::to_string(sent_ms) + ", " + at);
}

}  // namespace taki::sim
