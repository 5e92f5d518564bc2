#include "tests/cli/canned_match.h"

#include <optional>

#include "referee/match/record_parser.h"
#include "referee/match/record_text.h"
#include "referee/rules/check.h"
#include "referee/rules/legality.h"
#include "referee/rules/notation.h"
#include "referee/rules/observation.h"
#include "referee/rules/transition.h"

namespace taki::test {
namespace {

constexpr std::int64_t kEpochMs = 1'764'547'200'000;  // 2025-12-01 00:00:00 UTC

void SetCard(rules::Card card, v1::Card* out) {
  constexpr v1::Face kFaces[] = {v1::FACE_ONE,
                                 v1::FACE_THREE,
                                 v1::FACE_FOUR,
                                 v1::FACE_FIVE,
                                 v1::FACE_SIX,
                                 v1::FACE_SEVEN,
                                 v1::FACE_EIGHT,
                                 v1::FACE_NINE,
                                 v1::FACE_STOP,
                                 v1::FACE_PLUS_TWO,
                                 v1::FACE_CHANGE_DIRECTION,
                                 v1::FACE_PLUS,
                                 v1::FACE_TAKI,
                                 v1::FACE_CHANGE_COLOR,
                                 v1::FACE_SUPER_TAKI,
                                 v1::FACE_KING,
                                 v1::FACE_PLUS_THREE,
                                 v1::FACE_BREAKER};
  if (card.has_color()) out->set_color(static_cast<v1::Color>(1 + static_cast<int>(card.color())));
  out->set_face(kFaces[static_cast<std::size_t>(card.face())]);
  out->set_notation(std::string(rules::Token(card)));
}

v1::Color ProtoColor(rules::Color color) {
  return static_cast<v1::Color>(1 + static_cast<int>(color));
}

v1::PublicState ProtoState(const rules::PublicState& state) {
  v1::PublicState out;
  out.set_turn(state.turns_ended + 1);
  out.set_turn_seat(state.turn.number());
  out.set_phase(v1::DECISION_KIND_TURN);
  out.set_direction(state.direction > 0 ? v1::DIRECTION_LEFT : v1::DIRECTION_RIGHT);
  SetCard(state.leading, out.mutable_leading_card());
  out.set_leading_color(ProtoColor(state.leading_color));
  SetCard(state.top, out.mutable_top_card());
  out.set_draw_pile(state.draw_pile);
  for (int seat = 0; seat < state.seats; ++seat) {
    auto* one = out.add_seats();
    one->set_seat(seat);
    one->set_cards(state.seat[static_cast<std::size_t>(seat)].cards);
    one->set_stage_hand_size(state.seat[static_cast<std::size_t>(seat)].stage_hand);
  }
  return out;
}

v1::PublicEvent ProtoEvent(const rules::Event& event) {
  using Kind = rules::Event::Kind;
  v1::PublicEvent out;
  const int seat = event.seat.number();
  switch (event.kind) {
    case Kind::kCardPlayed: {
      auto& played = *out.mutable_card_played();
      played.set_seat(seat);
      SetCard(event.card, played.mutable_card());
      if (event.card == rules::kChangeColorCard) played.set_named_color(ProtoColor(event.color));
      played.set_last_card(event.last_card);
      played.set_leading_color(ProtoColor(event.color));
      break;
    }
    case Kind::kCardsDrawn: {
      auto& drawn = *out.mutable_cards_drawn();
      drawn.set_seat(seat);
      drawn.set_count(event.count);
      drawn.set_owed(event.owed);
      drawn.set_reason(static_cast<v1::DrawReason>(1 + static_cast<int>(event.reason)));
      break;
    }
    case Kind::kPileReshuffled: out.mutable_pile_reshuffled()->set_cards(event.count); break;
    case Kind::kTakiClosed: out.mutable_taki_closed()->set_seat(seat); break;
    case Kind::kRunEnded: out.mutable_run_ended()->set_seat(seat); break;
    case Kind::kKingEnded: out.mutable_king_ended()->set_seat(seat); break;
    case Kind::kWindowOpened: out.mutable_window_opened()->set_seat(seat); break;
    case Kind::kWindowClosed: {
      auto& closed = *out.mutable_window_closed();
      closed.set_seat(seat);
      if (!event.answered) break;
      closed.set_answering_seat(event.other.number());
      SetCard(event.card, closed.mutable_answer());
      closed.set_last_card(event.last_card);
      break;
    }
    case Kind::kStageCompleted: {
      auto& stage = *out.mutable_stage_completed();
      stage.set_seat(seat);
      stage.set_stages_completed(event.count);
      stage.set_next_hand_size(event.owed);
      break;
    }
    case Kind::kSeatForfeited:
      out.mutable_seat_forfeited()->set_seat(seat);
      out.mutable_seat_forfeited()->set_reason(
          static_cast<v1::SeatEnd>(1 + static_cast<int>(event.end)));
      break;
    case Kind::kTurnBegan: out.mutable_turn_began()->set_seat(seat); break;
  }
  return out;
}

// Writes down what follows from one line: the public events, and the drawn cards at its move.
class Scribe final : public rules::EventSink {
 public:
  Scribe(CannedMatch& canned, v1::Move& move) : canned_(canned), move_(move) {}
  void On(const rules::Event& event) override {
    canned_.events.push_back(ProtoEvent(event));
    if (event.kind != rules::Event::Kind::kCardsDrawn || event.count == 0) return;
    auto& drawn = *move_.add_drawn();
    drawn.set_seat(event.seat.number());
    drawn.set_count(event.count);
    for (const rules::Card card : event.drawn()) SetCard(card, drawn.add_cards());
  }

 private:
  CannedMatch& canned_;
  v1::Move& move_;
};

std::string Bytes(std::span<const std::uint8_t> bytes) { return {bytes.begin(), bytes.end()}; }

// What the seat was asked before `line`, and that this was its answer.
void AddDecision(const match::Line& line, const rules::Position& position, CannedMatch& out) {
  v1::DecisionRecord& record = out.decisions.emplace_back();
  record.set_match_id(out.match.match_id());
  record.set_seat(line.seat.number());
  v1::Decision& decision = *record.mutable_decision();
  decision.set_match_id(out.match.match_id());
  decision.set_decision_id(static_cast<int>(out.decisions.size()));
  decision.set_kind(line.window ? v1::DECISION_KIND_WINDOW : v1::DECISION_KIND_TURN);
  const rules::View view = rules::Observe(position, line.seat);
  decision.mutable_observation()->set_seat(line.seat.number());
  view.hand.ForEach(
      [&](rules::Card card) { SetCard(card, decision.mutable_observation()->add_hand()); });
  *decision.mutable_observation()->mutable_state() = ProtoState(view.state);
  for (const rules::Action& action : rules::LegalActions(position, line.seat))
    decision.add_legal_actions()->set_notation(rules::Token(action));
  decision.set_strike_limit(out.match.time_control().strike_limit());
  v1::DecisionTimes& times = *record.mutable_times();
  times.set_charged_ms(line.charged_ms);
  times.set_sent_ms(out.match.started_ms() + 100 * decision.decision_id());
  times.set_read_ms(times.sent_ms() + line.charged_ms);
  if (line.kind == match::Line::Kind::kTimeout) {
    record.set_fate(v1::DECISION_FATE_TIMED_OUT);
    record.mutable_default_action()->set_notation(
        rules::Token(rules::DefaultAction(position, line.seat)));
    return;
  }
  record.set_fate(v1::DECISION_FATE_ANSWERED);
  v1::RecordedReply& reply = *record.add_replies();
  reply.add_applied()->set_notation(rules::Token(line.action));
  reply.mutable_verdict()->set_kind(v1::VERDICT_KIND_ACCEPTED);
  reply.set_read_ms(times.read_ms());
  times.set_round_trip_us(250);
}

void SetHead(const match::RecordHeader& header, v1::Match& out) {
  const std::int64_t created = kEpochMs + header.id.number * 60'000;
  out.set_match_id(match::ToString(header.id));
  for (int i = 0; i < header.ruleset.stage_count; ++i)
    out.mutable_ruleset()->add_stages(header.ruleset.stages[static_cast<std::size_t>(i)]);
  out.mutable_ruleset()->set_draw_rule(
      static_cast<v1::DrawRule>(1 + static_cast<int>(header.ruleset.draw_rule)));
  out.mutable_ruleset()->set_taki_rule(
      static_cast<v1::TakiRule>(1 + static_cast<int>(header.ruleset.taki_rule)));
  out.mutable_ruleset()->set_max_turns(header.ruleset.max_turns);
  out.mutable_ruleset()->set_text(rules::CanonicalText(header.ruleset));
  out.mutable_time_control()->set_move_time_ms(header.clock.move_time_ms);
  out.mutable_time_control()->set_time_bank_ms(header.clock.time_bank_ms);
  out.mutable_time_control()->set_strike_limit(header.clock.strike_limit);
  out.mutable_deal()->set_commitment(Bytes(header.commitment));
  for (std::size_t seat = 0; seat < header.seats.size(); ++seat) {
    auto& one = *out.add_seats();
    one.set_seat(static_cast<int>(seat));
    one.set_bot(header.seats[seat].name);
    one.set_display_name(header.seats[seat].name);
    one.set_bot_version(header.seats[seat].version);
  }
  out.set_rules_version(rules::kRulesVersion);
  out.set_server_version("0.1.0");
  out.set_created_ms(created);
  out.set_started_ms(created + 1'000);
}

void SetEnd(const match::RecordHeader& header, const rules::Position& position, CannedMatch& out) {
  v1::Match& match = out.match;
  match.set_state(v1::MATCH_STATE_FINISHED);
  match.set_ending(static_cast<v1::MatchEnding>(position.ending));
  match.mutable_deal()->set_seed(Bytes(*header.seed));
  for (const std::string& entropy : header.entropy) match.mutable_deal()->add_entropy(entropy);
  match.set_turns(position.turns_ended);
  match.set_moves(static_cast<int>(out.moves.size()));
  if (out.record.find("\nhash ") == std::string::npos)  // optional in records from elsewhere
    out.record += match::HashText(match::RecordHash(out.record));
  match.set_hash(out.record.substr(out.record.size() - 17, 16));
  match.set_finished_ms(match.started_ms() + 61'500);
  const auto places = rules::Placing(position);
  for (auto& seat : *match.mutable_seats()) {
    const auto i = static_cast<std::size_t>(seat.seat());
    seat.set_place(places[i]);
    if (seat.end() == v1::SEAT_END_UNSPECIFIED) seat.set_end(v1::SEAT_END_COMPLETED);
    seat.set_stages_completed(position.stages_completed[i]);
    seat.set_cards_left(position.hands[i].size());
    seat.set_time_bank_ms(match.time_control().time_bank_ms());
  }
  out.finished.set_match_id(match.match_id());
  out.finished.set_ending(match.ending());
  *out.finished.mutable_seats() = match.seats();
  *out.finished.mutable_deal() = match.deal();
  out.finished.set_turns(match.turns());
}

void Play(const match::Line& line, rules::Position& position, CannedMatch& out) {
  v1::Move& move = out.moves.emplace_back();
  v1::MatchSeat& seat = *out.match.mutable_seats(line.seat.number());
  move.set_ply(static_cast<int>(line.ply));
  move.set_seat(line.seat.number());
  move.set_token(match::LineToken(line));
  move.set_charged_ms(line.charged_ms);
  move.set_turn(position.turns_ended + 1);
  Scribe scribe(out, move);
  if (line.kind == match::Line::Kind::kForfeit) {
    move.set_kind(v1::MOVE_KIND_FORFEIT);
    move.set_forfeit_reason(static_cast<v1::SeatEnd>(1 + static_cast<int>(line.end)));
    seat.set_end(move.forfeit_reason());
    return rules::Forfeit(position, line.seat, line.end, scribe);
  }
  AddDecision(line, position, out);
  const bool timeout = line.kind == match::Line::Kind::kTimeout;
  move.set_kind(timeout ? v1::MOVE_KIND_TIMEOUT : v1::MOVE_KIND_PLAYED);
  if (timeout) {
    seat.set_strikes(seat.strikes() + 1);
    auto& told = *out.events.emplace_back().mutable_timed_out();
    told.set_seat(seat.seat());
    told.set_strikes(seat.strikes());
  }
  const rules::Action action = timeout ? rules::DefaultAction(position, line.seat) : line.action;
  move.mutable_action()->set_notation(rules::Token(action));
  rules::Apply(position, line.seat, action, scribe);
}

}  // namespace

CannedMatch FromRecord(std::string_view record) {
  CannedMatch out;
  out.record = record;
  match::LineReader lines(record);
  match::RecordHeader header;
  std::optional<std::string_view> text;
  TAKI_CHECK(!match::ParseHeader(lines, header, text));
  SetHead(header, out.match);
  rules::Position position = rules::Deal(
      {.ruleset = header.ruleset,
       .seats = static_cast<int>(header.seats.size()),
       .key = rules::DeriveKey(match::ToString(header.id), rules::CanonicalText(header.ruleset),
                               *header.seed, header.entropy)});
  out.start = ProtoState(rules::ObservePublic(position));
  for (; text && !text->starts_with("result "); text = lines.Next()) {
    const auto line = match::ParseLine(*text);
    TAKI_CHECK(line.has_value());
    Play(*line, position, out);
  }
  TAKI_CHECK(position.over());
  SetEnd(header, position, out);
  return out;
}

namespace {

// Which seat's answer took effect when a window closed.
class WindowEar final : public rules::EventSink {
 public:
  void On(const rules::Event& event) override {
    if (event.kind == rules::Event::Kind::kWindowClosed && event.answered) effective = event.other;
  }
  std::optional<rules::Seat> effective;
};

std::string Without(std::string text, const std::string& from, char until,
                    const std::string& instead) {
  const std::size_t start = text.find(from) + from.size();
  return text.replace(start, text.find(until, start) - start, instead);
}

}  // namespace

std::string PublicRecord(std::string_view record, int moves) {
  match::LineReader lines(record);
  match::RecordHeader header;
  std::optional<std::string_view> text;
  TAKI_CHECK(!match::ParseHeader(lines, header, text));
  rules::Position position = rules::Deal(
      {.ruleset = header.ruleset,
       .seats = static_cast<int>(header.seats.size()),
       .key = rules::DeriveKey(match::ToString(header.id), rules::CanonicalText(header.ruleset),
                               *header.seed, header.entropy)});
  std::string told(record.substr(0, lines.line_start()));
  told = Without(Without(told, " seed=", ' ', "-"), " entropy=", '\n', "-");
  std::vector<match::Line> window;
  for (int i = 0; i < moves && text && !text->starts_with("result "); ++i, text = lines.Next()) {
    const match::Line line = *match::ParseLine(*text);
    const bool forfeit = line.kind == match::Line::Kind::kForfeit;
    const bool in_window = position.phase == rules::Phase::kWindow;
    WindowEar ear;
    if (forfeit)
      rules::Forfeit(position, line.seat, line.end, ear);
    else if (line.kind == match::Line::Kind::kTimeout)
      rules::Apply(position, line.seat, rules::DefaultAction(position, line.seat), ear);
    else
      rules::Apply(position, line.seat, line.action, ear);
    if (in_window) window.push_back(line);
    if (!in_window) match::AppendLineText(told, line);
    if (position.phase == rules::Phase::kWindow) continue;
    for (const match::Line& answer : window)
      if (answer.kind == match::Line::Kind::kForfeit || answer.seat == ear.effective)
        match::AppendLineText(told, answer);
    window.clear();
  }
  return told;
}

CannedMatch WhileRunning(CannedMatch whole, int moves) {
  v1::Match& match = whole.match;
  match.set_state(v1::MATCH_STATE_RUNNING);
  match.set_ending(v1::MATCH_ENDING_UNSPECIFIED);
  match.mutable_deal()->clear_seed();
  match.mutable_deal()->clear_entropy();
  match.clear_hash();
  match.set_turns(0);
  match.set_moves(0);
  match.set_finished_ms(0);
  for (auto& seat : *match.mutable_seats()) {
    seat.set_place(0);
    seat.set_end(v1::SEAT_END_UNSPECIFIED);
    seat.set_stages_completed(0);
    seat.set_cards_left(0);
    seat.set_time_bank_ms(0);
  }
  whole.moves.resize(static_cast<std::size_t>(moves));
  for (auto& move : whole.moves)
    for (auto& drawn : *move.mutable_drawn()) drawn.clear_cards();
  whole.record = PublicRecord(whole.record, moves);
  return whole;
}

}  // namespace taki::test
