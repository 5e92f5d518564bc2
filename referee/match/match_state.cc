#include "referee/match/match_state.h"

#include <algorithm>
#include <utility>

#include "referee/match/names.h"
#include "referee/match/record_text.h"
#include "referee/match/reply_reader.h"
#include "referee/match/text.h"
#include "referee/rules/check.h"
#include "referee/rules/legality.h"
#include "referee/rules/notation.h"
#include "referee/rules/transition.h"

namespace taki::match {
namespace {

constexpr std::size_t kHashAtOnce = 512;  // bytes

template <class... Pieces>
absl::Status DoesNotFit(const Record& record, const Pieces&... pieces) {
  return absl::DataLossError(Concat("record ", record.input_no, " does not fit: ", pieces...));
}

// A value that stands for an action, whatever the bytes were that it was read from.
bool IsAction(const rules::Action& action) {
  return action.kind <= rules::Action::Kind::kPass && action.card.index() < rules::kCardKinds &&
         action.color <= rules::Color::kYellow;
}

// The reply of a record as ReplyTokens writes it.
std::string TokensOf(const Record& record) {
  std::string tokens;
  for (const rules::Action& action : record.actions) {
    if (!tokens.empty()) tokens += ' ';
    tokens += rules::Token(action);
  }
  if (!tokens.empty() && !record.rest.empty()) tokens += ' ';
  return tokens += record.rest;
}

}  // namespace

// Listens to the rules core: passes events on and remembers what a line needs to know.
class MatchState::Hearing final : public rules::EventSink {
 public:
  Hearing(MatchState& state, StateSink& sink) : state_(state), sink_(sink) {}

  void On(const rules::Event& event) override {
    using Kind = rules::Event::Kind;
    if (event.kind == Kind::kCardsDrawn && event.count > 0)
      drawn.push_back({event.seat, {event.drawn().begin(), event.drawn().end()}});
    if (event.kind == Kind::kWindowClosed && event.answered) answered = event.other;
    state_.Tell({.kind = MatchEvent::Kind::kRules, .rules = event}, sink_);
  }

  decltype(Line::drawn) drawn;
  std::optional<rules::Seat> answered;  // whose answer a window took

 private:
  MatchState& state_;
  StateSink& sink_;
};

MatchState::MatchState(const MatchConfig& config)
    : config_(config), versions_(config.seats.size(), "-") {
  for (SeatState& seat : of_) {
    seat.bank_left_ms = config.clock.time_bank_ms;
    seat.grace_left_ms = config.clock.reconnect_grace_match_ms;
  }
}

bool MatchState::Plays(rules::Seat seat) const {
  if (state_ != Match::State::kRunning || !position_.remaining.Contains(seat)) return false;
  return position_.phase != rules::Phase::kWindow || !window_.Forfeits(seat);
}

absl::Status MatchState::Apply(const Record& record, StateSink& sink) {
  if (record.input_no != inputs_ + 1)
    return DoesNotFit(record, "record ", inputs_ + 1, " was to come");
  if (record.seat.number() >= seats()) return DoesNotFit(record, "there is no such seat");
  const Match::State needed =
      record.kind == Record::Kind::kStart ? Match::State::kAssigned : Match::State::kRunning;
  const bool anytime = record.kind == Record::Kind::kVoid && state_ != Match::State::kOver;
  if (state_ != needed && !anytime) return DoesNotFit(record, "the match does not stand there");
  ++inputs_;

  absl::Status status;
  switch (record.kind) {
    case Record::Kind::kStart: status = ApplyStart(record); break;
    case Record::Kind::kReply: status = ApplyReply(record, sink); break;
    case Record::Kind::kRefusal: status = ApplyRefusal(record, sink); break;
    case Record::Kind::kTimeout: status = ApplyTimeout(record, sink); break;
    case Record::Kind::kForfeit: status = ApplyForfeit(record, sink); break;
    case Record::Kind::kVoid: return ApplyVoid(record);
    default: return DoesNotFit(record, "its kind is unknown");
  }
  if (!status.ok()) return status;
  if (rules::CountCards(position_) != rules::kDeckSize)  // I6
    return DoesNotFit(record, "it loses or doubles cards");
  if (position_.over()) {
    Finish(EndingOf(position_.ending), "");
  } else {
    AskThoseWhoHaveNoDecision();
  }
  return absl::OkStatus();
}

// --- one kind of record each
// ----------------------------------------------------------------------

absl::Status MatchState::ApplyStart(const Record& record) {
  const auto all = rules::SeatSet::FirstN(seats());
  if ((record.ready.bits() & ~all.bits()) != 0 || record.ready.size() < 2)
    return DoesNotFit(record, "it needs two seats that are ready");
  if (record.versions.size() != config_.seats.size() ||
      !std::all_of(record.versions.begin(), record.versions.end(), IsBotVersion))
    return DoesNotFit(record, "it needs one version a seat");
  if (!record.entropy.empty() && record.entropy.size() != config_.seats.size())
    return DoesNotFit(record, "it needs one entropy a seat");
  const auto fits = [](const std::string& each) { return each.size() <= rules::kMaxEntropyBytes; };
  if (!std::all_of(record.entropy.begin(), record.entropy.end(), fits))
    return DoesNotFit(record, "entropy is at most 32 bytes");

  versions_ = record.versions;
  entropy_ = record.entropy;
  const rules::DealKey key = rules::DeriveKey(
      ToString(config_.id), rules::CanonicalText(config_.ruleset), config_.seed, entropy_);
  position_ = rules::Deal({.ruleset = config_.ruleset, .seats = seats(), .key = key});
  state_ = Match::State::kRunning;
  HashHeader();
  return absl::OkStatus();
}

absl::Status MatchState::ApplyReply(const Record& record, StateSink& sink) {
  if (absl::Status status = CheckDecision(record); !status.ok()) return status;
  if (absl::Status status = CheckCharge(record); !status.ok()) return status;
  const bool refused = !record.rule.empty();
  if (record.actions.empty() || refused != record.strike || (refused && record.rest.empty()))
    return DoesNotFit(record, "it is no reply of which something was applied");
  if (!std::all_of(record.actions.begin(), record.actions.end(), IsAction))
    return DoesNotFit(record, "it holds what is no action");
  const std::string tokens = TokensOf(record);
  if (tokens.size() > kMaxReplyActions * 6) return DoesNotFit(record, "the reply is too long");

  Charge(record);
  of(record.seat).open = {};
  const std::uint16_t turns_ended = position_.turns_ended;
  if (absl::Status status = PlayAll(record, Line::Kind::kPlayed, sink); !status.ok()) return status;
  std::string_view text;
  if (refused) {
    if (!TurnGoesOn(position_, turns_ended))
      return DoesNotFit(record, "the turn was over before the refused action");
    if (absl::Status status = CheckRefused(record, text); !status.ok()) return status;
    Strike(record.seat, MatchEvent::Kind::kStrike, sink);
  }
  log_.CloseAnswered(record.decision, {.tokens = tokens,
                                       .applied = static_cast<std::int32_t>(record.actions.size()),
                                       .rule = record.rule,
                                       .text = text,
                                       .charged_ms = record.charged_ms,
                                       .bank_left_ms = of(record.seat).bank_left_ms,
                                       .strikes = of(record.seat).strikes});
  return absl::OkStatus();
}

absl::Status MatchState::ApplyRefusal(const Record& record, StateSink& sink) {
  if (absl::Status status = CheckDecision(record); !status.ok()) return status;
  if (!record.actions.empty() || record.rule.empty() || !record.strike || record.charged_ms != 0 ||
      record.grace_ms != 0)
    return DoesNotFit(record, "it is no refusal");
  std::string_view text;
  if (absl::Status status = CheckRefused(record, text); !status.ok()) return status;
  Strike(record.seat, MatchEvent::Kind::kStrike, sink);
  return absl::OkStatus();
}

absl::Status MatchState::ApplyTimeout(const Record& record, StateSink& sink) {
  if (absl::Status status = CheckDecision(record); !status.ok()) return status;
  if (absl::Status status = CheckCharge(record); !status.ok()) return status;
  if (!record.strike || record.actions.size() != 1 ||
      record.actions[0] != rules::DefaultAction(position_, record.seat))
    return DoesNotFit(record, "it is not what the referee plays");

  Charge(record);
  of(record.seat).open = {};
  log_.Close(record.decision, DecisionLog::Fate::kTimedOut);
  Strike(record.seat, MatchEvent::Kind::kTimedOut, sink);
  return PlayAll(record, Line::Kind::kTimeout, sink);
}

absl::Status MatchState::ApplyForfeit(const Record& record, StateSink& sink) {
  SeatState& seat = of(record.seat);
  if (!Plays(record.seat)) return DoesNotFit(record, "the seat has left the match");
  if (record.decision != seat.open) return DoesNotFit(record, "another decision is open");
  if (record.end == rules::SeatEnd::kCompleted || record.end > rules::SeatEnd::kDisqualified)
    return DoesNotFit(record, "it has no reason");
  int others = 0;
  for (int other = 0; other < seats(); ++other)
    if (rules::Seat(other) != record.seat && Plays(rules::Seat(other))) ++others;
  if (others == 0) return DoesNotFit(record, "nobody would be left");  // R11.7

  if (seat.open.number != 0) log_.Close(seat.open, DecisionLog::Fate::kWithdrawn);
  seat.open = {};
  seat.end = record.end;
  if (record.strike) ++seat.strikes;
  Line line{.input_no = record.input_no,
            .decision = record.decision,
            .turn = position_.turns_ended,
            .seat = record.seat,
            .kind = Line::Kind::kForfeit,
            .end = record.end};
  Do(std::move(line), sink,
     [&](rules::EventSink& events) { rules::Forfeit(position_, record.seat, record.end, events); });
  return absl::OkStatus();
}

absl::Status MatchState::ApplyVoid(const Record& record) {
  if (!IsUpperSnake(record.void_reason)) return DoesNotFit(record, "it has no reason");
  if (state_ == Match::State::kAssigned) {
    HashHeader();
    if (record.void_reason ==
        kNotEnoughReady)  // who came is not to suffer from who did not (R11.7)
      for (int number = 0; number < seats(); ++number)
        if (!record.ready.Contains(rules::Seat(number)))
          of_[static_cast<std::size_t>(number)].end = rules::SeatEnd::kNoShow;
  }
  Finish(MatchEnding::kVoid, record.void_reason);
  return absl::OkStatus();
}

// --- what a record must fulfil
// ----------------------------------------------------------------------

absl::Status MatchState::CheckDecision(const Record& record) const {
  if (record.decision.number == 0 || record.decision != of(record.seat).open)
    return DoesNotFit(record, "decision ", record.decision.number, " is not open for seat ",
                      record.seat.number());
  return absl::OkStatus();
}

absl::Status MatchState::CheckCharge(const Record& record) const {
  const SeatState& seat = of(record.seat);
  if (record.charged_ms < 0 || record.grace_ms < 0 ||
      record.charged_ms > config_.clock.move_time_ms + seat.bank_left_ms ||
      record.grace_ms > std::min(config_.clock.reconnect_grace_ms, seat.grace_left_ms))
    return DoesNotFit(record, "it charges time that the seat did not have");
  return absl::OkStatus();
}

// The first token of `rest` must be one that is refused here; `text` says why.
absl::Status MatchState::CheckRefused(const Record& record, std::string_view& text) const {
  const std::string_view rest = record.rest;
  const std::string_view token = rest.substr(0, rest.find(' '));
  text = kUnreadableText;
  if (token.empty() || token == kUnreadable) return absl::OkStatus();
  const auto action = rules::ParseAction(token);
  if (!action) return DoesNotFit(record, "it refuses what is no token");
  const auto violation = rules::Check(position_, record.seat, *action);
  if (!violation) return DoesNotFit(record, "it refuses what is legal: ", token);
  text = violation->text;
  return absl::OkStatus();
}

// --- changes
// ------------------------------------------------------------------------------------------

void MatchState::Charge(const Record& record) {
  SeatState& seat = of(record.seat);
  seat.bank_left_ms -= std::max(record.charged_ms - config_.clock.move_time_ms, 0);  // R11.1
  seat.grace_left_ms -= record.grace_ms;                                             // R11.6
  seat.previous_charged_ms = record.charged_ms;
}

absl::Status MatchState::PlayAll(const Record& record, Line::Kind kind, StateSink& sink) {
  const std::uint16_t turns_ended = position_.turns_ended;
  if (position_.phase == rules::Phase::kWindow && record.actions.size() > 1)
    return DoesNotFit(record, "a window takes one answer");
  for (std::size_t i = 0; i < record.actions.size(); ++i) {
    const rules::Action action = record.actions[i];
    if (i > 0 && !TurnGoesOn(position_, turns_ended))
      return DoesNotFit(record, "the turn was over before ", rules::Token(action));
    if (kind == Line::Kind::kPlayed) {
      const auto violation = rules::Check(position_, record.seat, action);
      if (violation) return DoesNotFit(record, rules::Token(action), " breaks ", violation->rule);
    }
    Line line{.input_no = record.input_no,
              .decision = record.decision,
              .turn = position_.turns_ended,
              .seat = record.seat,
              .kind = kind,
              .action = action,
              .charged_ms = i == 0 ? record.charged_ms : 0};
    Do(std::move(line), sink,
       [&](rules::EventSink& events) { rules::Apply(position_, record.seat, action, events); });
  }
  return absl::OkStatus();
}

// Changes the position, and writes the line that says so: at once, or when the window closes.
template <class Change>
void MatchState::Do(Line line, StateSink& sink, Change change) {
  Hearing hearing(*this, sink);
  if (position_.phase == rules::Phase::kWindow) {
    window_.Put(line);
    change(hearing);
    if (position_.phase != rules::Phase::kWindow) CloseWindow(hearing, sink);
    return;
  }
  change(hearing);
  line.drawn = std::move(hearing.drawn);
  Write(std::move(line), sink);
  if (position_.phase == rules::Phase::kWindow) window_.Open(position_);
}

void MatchState::CloseWindow(const Hearing& hearing, StateSink& sink) {
  std::vector<Line> lines = window_.Close(hearing.answered);
  lines.back().drawn = hearing.drawn;
  for (Line& line : lines) Write(std::move(line), sink);
  for (const MatchEvent& event : window_.TakeDelayed()) Tell(event, sink);
}

void MatchState::Strike(rules::Seat seat, MatchEvent::Kind kind, StateSink& sink) {
  const MatchEvent event{.kind = kind, .seat = seat, .strikes = ++of(seat).strikes};
  if (position_.phase == rules::Phase::kWindow) {
    window_.Delay(event);
  } else {
    Tell(event, sink);
  }
}

// I2: the seats of a window in answer order.
void MatchState::AskThoseWhoHaveNoDecision() {
  const auto ask = [&](rules::Seat seat) {
    if (of(seat).open.number == 0) of(seat).open = log_.Ask(seat);
  };
  if (position_.phase != rules::Phase::kWindow) return ask(position_.turn);
  for (const rules::Seat seat : WindowOrder(position_))
    if (position_.unanswered.Contains(seat)) ask(seat);
}

void MatchState::WithdrawOpenDecisions() {
  for (SeatState& seat : of_) {
    if (seat.open.number != 0) log_.Close(seat.open, DecisionLog::Fate::kWithdrawn);
    seat.open = {};
  }
}

void MatchState::Write(Line line, StateSink& sink) {
  line.ply = plies_++;
  AppendLineText(unhashed_, line);
  if (unhashed_.size() >= kHashAtOnce) HashText();
  sink.OnLine(std::move(line));
}

void MatchState::HashHeader() {
  unhashed_ += HeaderText(MakeHeader(config_, versions_, entropy_, /*over=*/true));
}

void MatchState::HashText() {
  record_text_.Update(unhashed_);
  unhashed_.clear();
}

void MatchState::Finish(MatchEnding ending, const std::string& void_reason) {
  const bool dealt = state_ == Match::State::kRunning;
  state_ = Match::State::kOver;
  WithdrawOpenDecisions();

  Result result;
  result.ending = ending;
  result.void_reason = void_reason;
  const auto places = ending == MatchEnding::kVoid ? std::array<std::uint8_t, rules::kMaxSeats>{}
                                                   : rules::Placing(position_);
  for (std::size_t seat = 0; seat < config_.seats.size(); ++seat) {
    SeatResult& end = result.seats.emplace_back();
    end.place = places[seat];
    end.end = of_[seat].end;
    end.stages_completed = position_.stages_completed[seat];
    end.cards_left = static_cast<std::uint8_t>(position_.hands[seat].size());
    end.strikes = of_[seat].strikes;
    end.bank_left_ms = of_[seat].bank_left_ms;
  }
  result.inputs = inputs_;
  result.plies = plies_;
  result.turns = position_.turns_ended;
  result.decisions = log_.asked();
  if (dealt) result.position_hash = rules::PositionHash(position_);
  unhashed_ += ResultText(ending, void_reason, result.seats);
  HashText();
  result.record_hash = RecordHash(record_text_);
  result_ = std::move(result);
}

}  // namespace taki::match
