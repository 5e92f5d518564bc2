#include "tests/sim/clock_check.h"

#include <algorithm>

namespace taki::sim {

using match::Record;
using test::kMs;

void ClockCheck::BeforeRecords(match::MatchId match, std::span<const Record> records) {
  const auto picture = world_.mirror.pictures().find(match);
  if (picture == world_.mirror.pictures().end()) return;
  for (const Record& record : records) {
    if (record.input_no <= picture->second.records.size()) continue;  // committed again (P6)
    if (record.kind == Record::Kind::kRefusal) continue;
    const auto found = open_.find({match, record.decision.number});
    if (found == open_.end()) continue;
    CheckClosing(picture->second.state.config(), record, found->second);
    open_.erase(found);
  }
}

void ClockCheck::CheckClosing(const match::MatchConfig& config, const Record& record,
                              const Open& open) {
  const std::string at =
      match::ToString(config.id) + " decision " + std::to_string(record.decision.number);
  const std::int64_t had_ns = FairNs() - open.since_ns;
  const std::int64_t had_most_ns = had_ns + uncertain_ns_ - open.uncertain_at_ns;
  const std::int64_t charged_ms = std::int64_t{record.charged_ms} + record.grace_ms;
  if (charged_ms * kMs > had_most_ns)
    world_.mirror.Fault("D6: charged " + std::to_string(charged_ms) + " ms of " +
                        std::to_string(had_most_ns / kMs) + ", " + at);
  const bool expired =
      record.kind == Record::Kind::kTimeout ||
      (record.kind == Record::Kind::kForfeit &&
       (record.end == rules::SeatEnd::kTimeout || record.end == rules::SeatEnd::kDisconnected));
  const std::int64_t least_ms =
      std::int64_t{config.clock.move_time_ms} + open.bank_left_ms + open.extra_ms;
  if (expired && had_most_ns <= least_ms * kMs)
    world_.mirror.Fault("R11.1, T4: expired after " + std::to_string(had_most_ns / kMs) + " of " +
                        std::to_string(least_ms) + " ms, " + at);
  // Time that was used is charged. (Not to the nanosecond: short turns are not credited, and what
  // came while the process was frozen counts as come before.)
  const std::int64_t blurred_ns = 2 * stall_ns_ + uncertain_ns_ - open.uncertain_at_ns;
  if (record.kind == Record::Kind::kReply &&
      (charged_ms + open.extra_ms + 1) * kMs + blurred_ns < had_ns)
    world_.mirror.Fault("R11.1: charged " + std::to_string(charged_ms) + " ms only of " +
                        std::to_string(had_ns / kMs) + ", " + at);
  // The grace of a seat that came back in it, and then timed out, is on the record (R11.6).
  const std::int64_t grace_ms = record.kind == Record::Kind::kTimeout
                                    ? record.grace_ms
                                    : std::min(config.clock.reconnect_grace_ms, open.grace_left_ms);
  const std::int64_t allowed_ms =
      std::int64_t{config.clock.move_time_ms} + open.bank_left_ms + grace_ms + open.extra_ms;
  if (had_ns > allowed_ms * kMs + 2 * stall_ns_)
    world_.mirror.Fault("R11.1: open for " + std::to_string(had_ns / kMs) + " ms, allowed " +
                        std::to_string(allowed_ms) + ", " + at);
}

void ClockCheck::AfterRecords(match::MatchId match) {
  const auto& state = world_.mirror.pictures().at(match).state;
  auto [banks, first] = banks_.try_emplace(match);
  for (int number = 0; number < state.seats(); ++number) {
    const rules::Seat seat(number);
    std::int32_t& bank = banks->second[seat.index()];
    const std::int32_t left = state.bank_left_ms(seat);
    if (!first && left > bank)
      world_.mirror.Fault("R11.1: a bank has grown, " + match::ToString(match));
    if (left < 0) world_.mirror.Fault("R11.1: a bank below zero, " + match::ToString(match));
    bank = left;
    const auto id = state.open(seat);
    if (id.number == 0) continue;
    const auto [open, opened] = open_.try_emplace({match, id.number});
    if (!opened) continue;
    Begin(open->second);
    open->second.bank_left_ms = left;
    open->second.grace_left_ms = state.grace_left_ms(seat);
  }
}

// After a restart its clock starts when it is asked again (T8).
void ClockCheck::OnAsked(match::MatchId match, match::DecisionId decision) {
  const auto found = open_.find({match, decision.number});
  if (found == open_.end() || !found->second.restarted) return;
  found->second.restarted = false;
  // Not if the grace had run out before: then it runs already. (Whether it had may be uncertain, so
  // what is uncertain counts from the restart on.)
  const std::int64_t waited_ns = FairNs() - found->second.since_ns;
  if (waited_ns <= found->second.extra_ms * kMs) {
    found->second.since_ns = FairNs();
    found->second.extra_ms = 0;
  }
}

void ClockCheck::OnRestart() {
  waiting_since_ns_ = -1;
  for (auto& [key, open] : open_) {
    Begin(open);
    open.restarted = true;
    open.extra_ms = world_.mirror.pictures().at(key.first).state.config().clock.restart_grace_ms;
  }
}

}  // namespace taki::sim
