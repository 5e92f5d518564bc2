#include "tests/support/bots/frames.h"

#include <map>

#include "taki/v1/error.pb.h"

namespace taki::testing {
namespace {

v1::Color ColorOf(char letter) {
  switch (letter) {
    case 'R': return v1::COLOR_RED;
    case 'G': return v1::COLOR_GREEN;
    case 'B': return v1::COLOR_BLUE;
    case 'Y': return v1::COLOR_YELLOW;
    default: return v1::COLOR_UNSPECIFIED;
  }
}

const std::map<std::string_view, v1::Face>& ColoredFaces() {
  static const std::map<std::string_view, v1::Face> faces{
      {"1", v1::FACE_ONE},       {"3", v1::FACE_THREE}, {"4", v1::FACE_FOUR},
      {"5", v1::FACE_FIVE},      {"6", v1::FACE_SIX},   {"7", v1::FACE_SEVEN},
      {"8", v1::FACE_EIGHT},     {"9", v1::FACE_NINE},  {"S", v1::FACE_STOP},
      {"+2", v1::FACE_PLUS_TWO}, {"+", v1::FACE_PLUS},  {"D", v1::FACE_CHANGE_DIRECTION},
      {"T", v1::FACE_TAKI}};
  return faces;
}

const std::map<std::string_view, v1::Face>& ColorlessFaces() {
  static const std::map<std::string_view, v1::Face> faces{{"C", v1::FACE_CHANGE_COLOR},
                                                          {"ST", v1::FACE_SUPER_TAKI},
                                                          {"K", v1::FACE_KING},
                                                          {"+3", v1::FACE_PLUS_THREE},
                                                          {"X", v1::FACE_BREAKER}};
  return faces;
}

v1::MatchSeat SeatNumber(int number) {
  v1::MatchSeat seat;
  seat.set_seat(number);
  seat.set_bot(number == 0 ? "alice" : "bob");
  return seat;
}

v1::MatchAssigned AssignedMessage(const std::string& match_id, int seat) {
  v1::MatchAssigned assigned;
  assigned.set_match_id(match_id);
  assigned.set_seat(seat);
  *assigned.add_seats() = SeatNumber(0);
  *assigned.add_seats() = SeatNumber(1);
  assigned.set_ready_time_left_ms(30'000);
  assigned.set_rules_version(1);
  return assigned;
}

}  // namespace

v1::Card CardOf(std::string_view notation) {
  v1::Card card;
  card.set_notation(std::string(notation));
  if (const auto found = ColorlessFaces().find(notation); found != ColorlessFaces().end()) {
    card.set_face(found->second);
  } else {
    card.set_color(ColorOf(notation.front()));
    card.set_face(ColoredFaces().at(notation.substr(1)));
  }
  return card;
}

v1::Action ActionOf(std::string_view notation) {
  v1::Action action;
  action.set_notation(std::string(notation));
  if (notation == "draw") {
    action.mutable_draw();
  } else if (notation == "close") {
    action.mutable_close();
  } else if (notation == "end") {
    action.mutable_end();
  } else if (notation == "pass") {
    action.mutable_pass_window();
  } else {
    v1::PlayCard& play = *action.mutable_play();
    if (notation.ends_with('!')) {
      play.set_last_card(true);
      notation.remove_suffix(1);
    }
    if (notation.starts_with("C>")) {
      play.set_named_color(ColorOf(notation[2]));
      notation = notation.substr(0, 1);
    }
    *play.mutable_card() = CardOf(notation);
  }
  return action;
}

v1::PlayResponse Frame(std::initializer_list<v1::PlayResponse> parts) {
  v1::PlayResponse frame;
  for (const v1::PlayResponse& part : parts) frame.MergeFrom(part);
  return frame;
}

v1::PlayResponse Welcome() {
  v1::PlayResponse frame;
  v1::Welcome& welcome = *frame.add_items()->mutable_welcome();
  welcome.set_bot("alice");
  welcome.set_bot_version("1");
  welcome.set_session(1);
  welcome.set_server_version("fake");
  welcome.set_protocol_version(1);
  welcome.set_rules_version(1);
  return frame;
}

v1::PlayResponse Assigned(const std::string& match_id, int seat) {
  v1::PlayResponse frame;
  *frame.add_items()->mutable_match_assigned() = AssignedMessage(match_id, seat);
  return frame;
}

v1::PlayResponse Started(const std::string& match_id) {
  v1::PlayResponse frame;
  frame.add_items()->mutable_match_started()->set_match_id(match_id);
  return frame;
}

v1::PlayResponse Snapshot(const std::string& match_id, int seat) {
  v1::PlayResponse frame;
  v1::Snapshot& snapshot = *frame.add_items()->mutable_snapshot();
  snapshot.set_match_id(match_id);
  *snapshot.mutable_assigned() = AssignedMessage(match_id, seat);
  return frame;
}

v1::PlayResponse Asked(const std::string& match_id, int decision_id,
                       const std::vector<std::string>& legal, bool again) {
  v1::PlayResponse frame;
  v1::Decision& decision = *frame.add_items()->mutable_decision();
  decision.set_match_id(match_id);
  decision.set_decision_id(decision_id);
  decision.set_kind(v1::DECISION_KIND_TURN);
  decision.set_time_left_ms(61'000);
  decision.set_move_time_ms(1'000);
  decision.set_time_bank_ms(60'000);
  decision.set_strike_limit(3);
  decision.set_asked_again(again);
  v1::PublicState& state = *decision.mutable_observation()->mutable_state();
  state.set_phase(v1::DECISION_KIND_TURN);
  *state.mutable_leading_card() = CardOf("R9");
  *state.mutable_top_card() = CardOf("R9");
  state.set_leading_color(v1::COLOR_RED);
  for (const std::string& notation : legal) {
    const v1::Action& action = *decision.add_legal_actions() = ActionOf(notation);
    if (action.has_play()) *decision.mutable_observation()->add_hand() = action.play().card();
  }
  return frame;
}

v1::PlayResponse VerdictOf(v1::VerdictKind kind, const std::string& match_id, int decision_id) {
  v1::PlayResponse frame;
  v1::Verdict& verdict = *frame.add_items()->mutable_verdict();
  verdict.set_match_id(match_id);
  verdict.set_decision_id(decision_id);
  verdict.set_kind(kind);
  verdict.set_text("as the test wants it");
  return frame;
}

v1::PlayResponse Accepted(const std::string& match_id, int decision_id) {
  return VerdictOf(v1::VERDICT_KIND_ACCEPTED, match_id, decision_id);
}

v1::PlayResponse Illegal(const std::string& match_id, int decision_id, int strikes) {
  v1::PlayResponse frame = VerdictOf(v1::VERDICT_KIND_ILLEGAL, match_id, decision_id);
  v1::Verdict& verdict = *frame.mutable_items(0)->mutable_verdict();
  verdict.set_rule_id("R3.3");
  verdict.set_refused_index(0);
  verdict.set_strikes(strikes);
  return frame;
}

v1::PlayResponse Finished(const std::string& match_id, v1::SeatEnd end) {
  v1::PlayResponse frame;
  v1::MatchFinished& finished = *frame.add_items()->mutable_match_finished();
  finished.set_match_id(match_id);
  finished.set_ending(v1::MATCH_ENDING_COMPLETED);
  for (const int number : {0, 1}) {
    v1::MatchSeat& seat = *finished.add_seats() = SeatNumber(number);
    seat.set_place(number + 1);
    seat.set_end(number == 0 ? end : v1::SEAT_END_COMPLETED);
  }
  return frame;
}

v1::PlayResponse Pinged(int ping_id) {
  v1::PlayResponse frame;
  frame.add_items()->mutable_ping()->set_ping_id(ping_id);
  return frame;
}

v1::PlayResponse Noticed(v1::NoticeKind kind, int retry_after_ms) {
  v1::PlayResponse frame;
  v1::Notice& notice = *frame.add_items()->mutable_notice();
  notice.set_kind(kind);
  notice.set_text("as the test wants it");
  notice.set_retry_after_ms(retry_after_ms);
  return frame;
}

grpc::Status Error(grpc::StatusCode code, const std::string& reason, int retry_after_ms) {
  v1::ErrorDetail detail;
  detail.set_reason(reason);
  detail.set_domain("taki.v1");
  detail.set_retry_after_ms(retry_after_ms);
  v1::ErrorStatus error;
  error.set_code(code);
  error.set_message("as the test wants it");
  error.add_details()->PackFrom(detail);
  return {code, error.message(), error.SerializeAsString()};
}

}  // namespace taki::testing
