#include "referee/match/match.h"

#include <algorithm>
#include <utility>

#include "referee/match/match_impl.h"
#include "referee/match/names.h"
#include "referee/match/question.h"
#include "referee/match/reply_reader.h"
#include "referee/match/verdicts.h"
#include "referee/rules/check.h"
#include "referee/rules/legality.h"

namespace taki::match {
namespace {

// A match is stopped this long before its numbers would no longer fit (I7); no step makes as many
// records or lines.
constexpr std::uint32_t kInputsReserve = 4096;

constexpr Duration kTick{1};  // a deadline itself is still in time (T4)

// Passes on what applying a record makes public.
class EffectsSink final : public StateSink {
 public:
  explicit EffectsSink(Effects& out) : out_(out) {}
  void OnLine(Line line) override { out_.lines.push_back(std::move(line)); }
  void OnEvent(std::uint32_t seq, const MatchEvent& event) override {
    auto& sent = std::get<SendEvent>(out_.messages.emplace_back(std::in_place_type<SendEvent>));
    sent.seq = seq;
    sent.event = event;
  }

 private:
  Effects& out_;
};

// Those who may be asked, in answer order: the seat that would move next first (R11.7).
absl::InlinedVector<rules::Seat, rules::kMaxSeats> AnswerOrder(const rules::Position& position) {
  if (position.phase == rules::Phase::kWindow) return WindowOrder(position);
  return {position.turn};
}

}  // namespace

Match::Impl::Impl(const MatchConfig& config, Instant now)
    : state(config),
      ready_deadline(now + Milliseconds(config.clock.ready_time_ms)),
      entropy(config.seats.size()),
      versions(config.seats.size(), "-") {
  TAKI_CHECK(static_cast<int>(config.seats.size()) >= rules::kMinSeats &&
             static_cast<int>(config.seats.size()) <= rules::kMaxSeats);
}

void Match::Impl::Step(const Input& input, Instant now, Effects& out) {
  if (state.state() == State::kRunning &&
      std::max(state.inputs(), state.plies()) > kMaxInputs - kInputsReserve)
    Void("TOO_LONG", out);
  std::visit([&](const auto& each) { On(each, now, out); }, input);
  if (state.state() == State::kRunning) AskNewDecisions(now, out);
  if (state.state() == State::kOver && !told_result) {
    told_result = true;
    clocks.fill(std::nullopt);
    out.result = state.result();
    out.messages.emplace_back(SendFinished{});
  }
}

std::optional<Instant> Match::Impl::NextDeadline() const {
  if (state.state() == State::kAssigned) return ready_deadline + kTick;
  std::optional<Instant> next;
  for (const auto& clock : clocks) {
    if (!clock) continue;
    const Instant due = clock->budget.Deadline() + kTick;
    if (!next || due < *next) next = due;
  }
  return next;
}

// --- inputs
// ---------------------------------------------------------------------------------------------

void Match::Impl::On(const Ready& each, Instant, Effects& out) {
  if (state.state() != State::kAssigned || ready.Contains(each.seat) ||
      left_before_start[each.seat.index()])
    return;  // sent again, or too late: it changes nothing
  ready.Add(each.seat);
  entropy[each.seat.index()] = each.entropy.substr(0, rules::kMaxEntropyBytes);
  versions[each.seat.index()] = each.version;
  StartIfSettled(out);
}

void Match::Impl::On(const Reply& reply, Instant, Effects& out) {
  TAKI_CHECK(reply.seat.number() < seats());
  if (!HasOpenClock(reply.seat) || reply.decision != state.open(reply.seat))
    return Tell(reply.seat, SendVerdict{reply.seat, VerdictOnClosed(state, reply)}, out);
  if (clocks[reply.seat.index()]->budget.Expired(reply.arrived)) return AnswerTooLate(reply, out);
  Answer(reply, out);
}

void Match::Impl::On(const TimeUp&, Instant now, Effects& out) {
  if (state.state() == State::kAssigned && now > ready_deadline) return StartOrVoid(out);
  if (state.state() != State::kRunning) return;
  for (const rules::Seat seat : AnswerOrder(state.position())) ExpireIfDue(seat, now, out);
}

void Match::Impl::On(const Joined& joined, Instant now, Effects& out) {
  const rules::Seat seat = joined.seat;
  connected.Add(seat);
  if (state.state() == State::kAssigned) return Tell(seat, SendAssigned{seat}, out);
  // Who was away is too late; a reply of the session that is taken over may still be in the inbox.
  if (HasOpenClock(seat) && clocks[seat.index()]->budget.away()) ExpireIfDue(seat, now, out);
  if (state.position().seats == 0) return;  // void before the cards were dealt
  Tell(seat,
       SendSnapshot{seat,
                    {.view = rules::Observe(state.position(), seat),
                     .last_seq = state.last_seq(),
                     .bank_left_ms = state.bank_left_ms(seat),
                     .strikes = state.strikes(seat)}},
       out);
  if (!HasOpenClock(seat)) return;
  clocks[seat.index()]->budget.Connect(now);
  Ask(seat, now, /*asked_again=*/true, out);
}

void Match::Impl::On(const Left& left, Instant now, Effects& out) {
  connected.Remove(left.seat);
  ExpireIfDue(left.seat, now, out);
  if (HasOpenClock(left.seat)) clocks[left.seat.index()]->budget.Disconnect(now);
}

void Match::Impl::On(const Resign& resign, Instant, Effects& out) {
  LeaveBeforeTheStart(resign.seat, rules::SeatEnd::kResigned, out);
  if (state.Plays(resign.seat)) Forfeit(resign.seat, rules::SeatEnd::kResigned, false, out);
}

void Match::Impl::On(const Disqualify& disqualify, Instant, Effects& out) {
  LeaveBeforeTheStart(disqualify.seat, rules::SeatEnd::kDisqualified, out);
  if (state.Plays(disqualify.seat))
    Forfeit(disqualify.seat, rules::SeatEnd::kDisqualified, false, out);
}

void Match::Impl::On(const Abort& abort, Instant, Effects& out) {
  if (state.state() == State::kOver) return;
  Void(IsUpperSnake(abort.reason) ? abort.reason : "ABORTED", out);
}

// --- the ready phase
// --------------------------------------------------------------------------------------

// It counts as not ready, and forfeits like a NO_SHOW, but for its own reason (R11.7).
void Match::Impl::LeaveBeforeTheStart(rules::Seat seat, rules::SeatEnd why, Effects& out) {
  if (state.state() != State::kAssigned || left_before_start[seat.index()]) return;
  ready.Remove(seat);
  left_before_start[seat.index()] = why;
  StartIfSettled(out);
}

void Match::Impl::StartIfSettled(Effects& out) {
  const auto gone = std::count_if(left_before_start.begin(), left_before_start.end(),
                                  [](const auto& why) { return why.has_value(); });
  const bool hopeless = seats() - gone < rules::kMinSeats;
  if (hopeless) {
    // Whoever has time left is not to blame for what the others did.
    for (int number = 0; number < seats(); ++number)
      if (!left_before_start[static_cast<std::size_t>(number)]) ready.Add(rules::Seat(number));
  }
  if (hopeless || ready.size() + gone == seats()) StartOrVoid(out);
}

void Match::Impl::StartOrVoid(Effects& out) {
  if (ready.size() < rules::kMinSeats) return Void(kNotEnoughReady, out);
  Record start{.kind = Record::Kind::kStart, .ready = ready, .versions = versions};
  const bool any = std::any_of(entropy.begin(), entropy.end(),
                               [](const std::string& each) { return !each.empty(); });
  if (any) start.entropy = entropy;
  Commit(std::move(start), out);
  for (int number = 0; number < seats(); ++number) {
    const rules::Seat seat(number);
    Tell(seat, SendStarted{seat, rules::Observe(state.position(), seat)}, out);
  }
  for (int number = 0; number < seats(); ++number) {
    const rules::Seat seat(number);
    if (ready.Contains(seat) || !state.Plays(seat)) continue;
    Forfeit(seat, left_before_start[seat.index()].value_or(rules::SeatEnd::kNoShow), false, out);
  }
}

// --- replies
// ------------------------------------------------------------------------------------------------

void Match::Impl::Answer(const Reply& reply, Effects& out) {
  const rules::Seat seat = reply.seat;
  const ReplyReading reading = ReadReply(state.position(), seat, reply.actions);
  const bool refused = !reading.rule.empty();
  const bool nothing = reading.applied.empty();
  Record record = RecordOf(reading, seat, reply.decision);
  if (!nothing) {
    const Charge charge = clocks[seat.index()]->budget.ChargeAt(reply.arrived);
    record.charged_ms = charge.charged_ms;
    record.grace_ms = charge.grace_ms;
  }

  // The verdict comes before the events, but is known only after.
  const std::size_t at = out.messages.size();
  Tell(seat, SendVerdict{seat, {}}, out);
  const std::uint64_t before = nothing ? rules::PositionHash(state.position()) : 0;
  Commit(std::move(record), out);
  if (nothing) TAKI_CHECK(rules::PositionHash(state.position()) == before);  // I8

  if (connected.Contains(seat))
    std::get<SendVerdict>(out.messages[at]).verdict =
        VerdictOnAnswer(state, reply.decision, seat, reading);
  if (refused && state.strikes(seat) >= state.config().clock.strike_limit)
    Forfeit(seat, rules::SeatEnd::kIllegalAction, false, out);  // R11.5
}

void Match::Impl::AnswerTooLate(const Reply& reply, Effects& out) {
  const std::size_t at = out.messages.size();
  Tell(reply.seat, SendVerdict{reply.seat, {}}, out);
  Expire(reply.seat, out);
  if (connected.Contains(reply.seat))
    std::get<SendVerdict>(out.messages[at]).verdict =
        NewVerdict(state, reply.decision, reply.seat, VerdictKind::kExpired);
}

// --- what becomes a record
// ------------------------------------------------------------------------------

void Match::Impl::Commit(Record record, Effects& out) {
  record.input_no = state.inputs() + 1;
  EffectsSink sink(out);
  const absl::Status status = state.Apply(record, sink);
  if (!status.ok()) CheckFailed(__FILE__, __LINE__, std::string(status.message()).c_str());
  out.records.push_back(std::move(record));
}

void Match::Impl::Expire(rules::Seat seat, Effects& out) {
  const ClockBudget& budget = clocks[seat.index()]->budget;
  if (budget.away()) return Forfeit(seat, rules::SeatEnd::kDisconnected, false, out);  // R11.6
  if (state.strikes(seat) + 1 >= state.config().clock.strike_limit)
    return Forfeit(seat, rules::SeatEnd::kTimeout, true, out);  // R11.5
  const Charge charge = budget.ChargeAt(budget.Deadline());
  Commit({.kind = Record::Kind::kTimeout,
          .seat = seat,
          .decision = state.open(seat),
          .actions = {rules::DefaultAction(state.position(), seat)},
          .strike = true,
          .charged_ms = charge.charged_ms,
          .grace_ms = charge.grace_ms},
         out);
}

void Match::Impl::ExpireIfDue(rules::Seat seat, Instant now, Effects& out) {
  if (HasOpenClock(seat) && clocks[seat.index()]->budget.Expired(now)) Expire(seat, out);
}

void Match::Impl::Forfeit(rules::Seat seat, rules::SeatEnd why, bool strike, Effects& out) {
  if (NobodyElsePlays(seat)) return Void("ALL_FORFEITED", out);  // R11.7
  Commit({.kind = Record::Kind::kForfeit,
          .seat = seat,
          .decision = state.open(seat),
          .strike = strike,
          .end = why},
         out);
}

void Match::Impl::Void(std::string_view reason, Effects& out) {
  Record record{.kind = Record::Kind::kVoid, .void_reason = std::string(reason)};
  if (state.state() == State::kAssigned) record.ready = ready;
  Commit(std::move(record), out);
}

// Only in a window can that be: the forfeits of all others wait for it to close.
bool Match::Impl::NobodyElsePlays(rules::Seat seat) const {
  for (int other = 0; other < seats(); ++other)
    if (rules::Seat(other) != seat && state.Plays(rules::Seat(other))) return false;
  return true;
}

// --- what ends every step
// -------------------------------------------------------------------------------

void Match::Impl::AskNewDecisions(Instant now, Effects& out) {
  for (int number = 0; number < seats(); ++number)
    if (!HasOpenClock(rules::Seat(number))) clocks[static_cast<std::size_t>(number)].reset();
  for (const rules::Seat seat : AnswerOrder(state.position())) {
    auto& clock = clocks[seat.index()];
    const DecisionId open = state.open(seat);
    if (open.number == 0 || clock) continue;
    clock.emplace(OpenClock{open, ClockBudget(state.config().clock, state.bank_left_ms(seat),
                                              state.grace_left_ms(seat))});
    clock->budget.Start(now, connected.Contains(seat));
    Ask(seat, now, /*asked_again=*/false, out);
  }
}

void Match::Impl::Ask(rules::Seat seat, Instant now, bool asked_again, Effects& out) const {
  if (!connected.Contains(seat)) return;
  Message& message = out.messages.emplace_back(std::in_place_type<SendDecision>);
  Decision& decision = std::get<SendDecision>(message).decision;
  PutQuestion(state, seat, decision);
  decision.time_left_ms = clocks[seat.index()]->budget.TimeLeftMs(now);
  decision.asked_again = asked_again;
}

void Match::Impl::Tell(rules::Seat seat, Message message, Effects& out) const {
  if (connected.Contains(seat)) out.messages.push_back(std::move(message));
}

// True if the clock that runs for `seat` is that of its open decision.
bool Match::Impl::HasOpenClock(rules::Seat seat) const {
  const auto& clock = clocks[seat.index()];
  return clock && clock->id == state.open(seat);
}

}  // namespace taki::match
