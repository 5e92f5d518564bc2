// The translation between the contract and the referee's words, both ways.
#include "referee/service/convert.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "referee/rules/notation.h"

namespace taki::service {
namespace {

std::vector<rules::Card> AllKinds() {
  std::vector<rules::Card> cards;
  for (int kind = 0; kind < rules::kCardKinds; ++kind)
    cards.push_back(rules::Card::FromIndex(kind));
  return cards;
}

// Every action that there is.
std::vector<rules::Action> AllActions() {
  std::vector<rules::Action> actions = {rules::Action::Draw(), rules::Action::Close(),
                                        rules::Action::End(), rules::Action::Pass()};
  for (const bool last_card : {false, true}) {
    for (const rules::Card card : AllKinds())
      if (card != rules::kChangeColorCard) actions.push_back(rules::Action::Play(card, last_card));
    for (int color = 0; color < rules::kColors; ++color)
      actions.push_back(
          rules::Action::PlayChangeColor(static_cast<rules::Color>(color), last_card));
  }
  return actions;
}

v1::Action ProtoOf(const rules::Action& action) {
  v1::Action proto;
  ToProto(action, &proto);
  return proto;
}

TEST(CardTest, StandsInFieldsAndInNotation) {
  for (const rules::Card card : AllKinds()) {
    v1::Card proto;
    ToProto(card, &proto);
    EXPECT_EQ(proto.notation(), rules::Token(card));
    EXPECT_NE(proto.face(), v1::FACE_UNSPECIFIED);
    EXPECT_EQ(proto.color() != v1::COLOR_UNSPECIFIED, card.has_color());
  }
}

TEST(CardTest, FacesHaveTheNamesOfTheContract) {
  const auto face = [](const char* token) {
    v1::Card proto;
    ToProto(*rules::ParseCard(token), &proto);
    return v1::Face_Name(proto.face());
  };
  EXPECT_EQ(face("R1"), "FACE_ONE");
  EXPECT_EQ(face("G+2"), "FACE_PLUS_TWO");
  EXPECT_EQ(face("BD"), "FACE_CHANGE_DIRECTION");
  EXPECT_EQ(face("Y+"), "FACE_PLUS");
  EXPECT_EQ(face("RT"), "FACE_TAKI");
  EXPECT_EQ(face("ST"), "FACE_SUPER_TAKI");
  EXPECT_EQ(face("K"), "FACE_KING");
  EXPECT_EQ(face("C"), "FACE_CHANGE_COLOR");
  EXPECT_EQ(face("+3"), "FACE_PLUS_THREE");
  EXPECT_EQ(face("X"), "FACE_BREAKER");
}

TEST(ActionTest, ComesBackAsItWas) {
  for (const rules::Action& action : AllActions())
    EXPECT_EQ(FromProto(ProtoOf(action)).action, action) << rules::Token(action);
}

TEST(ActionTest, NotationAloneIsEnough) {
  for (const rules::Action& action : AllActions()) {
    v1::Action proto;
    proto.set_notation(rules::Token(action));
    EXPECT_EQ(FromProto(proto).action, action);
  }
}

TEST(ActionTest, FieldsAloneAreEnough) {
  for (const rules::Action& action : AllActions()) {
    v1::Action proto = ProtoOf(action);
    proto.clear_notation();
    if (proto.has_play()) proto.mutable_play()->mutable_card()->clear_notation();
    EXPECT_EQ(FromProto(proto).action, action) << rules::Token(action);
  }
}

TEST(ActionTest, CardByNotationIsEnough) {
  v1::Action proto;
  proto.mutable_play()->mutable_card()->set_notation("G+2");
  proto.mutable_play()->set_last_card(true);
  EXPECT_EQ(FromProto(proto).action, rules::ParseAction("G+2!"));
}

// N17, N18, N21: whatever is no action is a problem that begins with the field, never a default.
struct BadAction {
  const char* begins_with;
  std::function<void(v1::Action&)> change;
};
void PrintTo(const BadAction& bad, std::ostream* out) { *out << bad.begins_with; }

class BadActionTest : public testing::TestWithParam<BadAction> {};

TEST_P(BadActionTest, NamesItsField) {
  v1::Action proto = ProtoOf(*rules::ParseAction("R5"));
  GetParam().change(proto);
  const match::SentAction sent = FromProto(proto);
  EXPECT_FALSE(sent.action);
  EXPECT_TRUE(sent.problem.starts_with(GetParam().begins_with)) << sent.problem;
}

v1::Card& CardOf(v1::Action& action) { return *action.mutable_play()->mutable_card(); }

INSTANTIATE_TEST_SUITE_P(
    Each, BadActionTest,
    testing::Values(
        BadAction{"kind: ", [](v1::Action& a) { a.Clear(); }},
        BadAction{"notation: ", [](v1::Action& a) { a.set_notation("R55"); }},
        BadAction{"notation: ", [](v1::Action& a) { a.set_notation("R7"); }},
        BadAction{"notation: ", [](v1::Action& a) { a.set_notation("R5!"); }},
        BadAction{"notation: ", [](v1::Action& a) { a.set_notation(std::string("R5\0", 3)); }},
        BadAction{"notation: ", [](v1::Action& a) { a.mutable_draw(); }},
        BadAction{"play.card: ", [](v1::Action& a) { a.mutable_play()->clear_card(); }},
        BadAction{"play.card: ", [](v1::Action& a) { CardOf(a).Clear(); }},
        BadAction{"play.card.face: ",
                  [](v1::Action& a) { CardOf(a).set_face(static_cast<v1::Face>(99)); }},
        BadAction{"play.card.face: ",
                  [](v1::Action& a) { CardOf(a).set_face(static_cast<v1::Face>(-1)); }},
        BadAction{"play.card.face: ", [](v1::Action& a) { CardOf(a).clear_face(); }},
        BadAction{"play.card.color: ",
                  [](v1::Action& a) { CardOf(a).set_color(static_cast<v1::Color>(5)); }},
        BadAction{"play.card.color: ",
                  [](v1::Action& a) { CardOf(a).set_color(static_cast<v1::Color>(-1)); }},
        BadAction{"play.card.color: ", [](v1::Action& a) { CardOf(a).clear_color(); }},
        BadAction{"play.card.color: ", [](v1::Action& a) { CardOf(a).set_face(v1::FACE_KING); }},
        BadAction{"play.card.notation: ", [](v1::Action& a) { CardOf(a).set_notation("?"); }},
        BadAction{"play.card.notation: ", [](v1::Action& a) { CardOf(a).set_notation("R7"); }},
        BadAction{"play.named_color: ",
                  [](v1::Action& a) { a.mutable_play()->set_named_color(v1::COLOR_RED); }},
        BadAction{"play.named_color: ", [](v1::Action& a) {
                    CardOf(a).Clear();
                    CardOf(a).set_notation("C");
                  }}));

TEST(ReplyTest, NamesTheActionThatCannotBeRead) {
  v1::PlayRequest request;
  request.mutable_reply()->set_match_id("m-000001");
  request.mutable_reply()->set_decision_id(7);
  request.mutable_reply()->add_actions()->set_notation("R5");
  request.mutable_reply()->add_actions();
  const Said said = FromProto(request);
  const auto& reply = std::get<host::ReplySaid>(said);
  EXPECT_EQ(reply.match, "m-000001");
  EXPECT_EQ(reply.decision, 7);
  ASSERT_EQ(reply.actions.size(), 2u);
  EXPECT_TRUE(reply.actions[0].action);
  EXPECT_TRUE(reply.actions[1].problem.starts_with("actions[1].kind: "));
}

TEST(ReplyTest, ReadsOneActionMoreThanAllowedAndNoMore) {  // N15
  v1::PlayRequest request;
  for (int i = 0; i < 30'000; ++i) request.mutable_reply()->add_actions();
  const Said said = FromProto(request);
  EXPECT_EQ(std::get<host::ReplySaid>(said).actions.size(),
            static_cast<std::size_t>(kMaxReplyActions) + 1);
}

TEST(PlayRequestTest, SayingNothingIsMalformed) {
  EXPECT_TRUE(std::holds_alternative<host::Malformed>(FromProto(v1::PlayRequest())));
}

TEST(PlayRequestTest, HelloReadyResignAndPongArriveAsSaid) {
  v1::PlayRequest request;
  request.mutable_hello()->set_bot_version("1.2");
  request.mutable_hello()->set_kit_name("taki-cpp");
  request.mutable_hello()->set_kit_version("3");
  request.mutable_hello()->set_max_matches(4);
  const Said hello = FromProto(request);
  EXPECT_EQ(std::get<host::HelloSaid>(hello).version, "1.2");
  EXPECT_EQ(std::get<host::HelloSaid>(hello).kit, "taki-cpp 3");
  EXPECT_EQ(std::get<host::HelloSaid>(hello).max_matches, 4);
  request.mutable_ready()->set_match_id("m-000001");
  request.mutable_ready()->set_entropy("salt");
  EXPECT_EQ(std::get<host::ReadySaid>(FromProto(request)).entropy, "salt");
  request.mutable_resign()->set_match_id("m-000002");
  EXPECT_EQ(std::get<host::ResignSaid>(FromProto(request)).match, "m-000002");
  request.mutable_pong()->set_ping_id(9);
  EXPECT_EQ(std::get<host::PongSaid>(FromProto(request)).id, 9);
}

// --- what may be seen --------------------------------------------------------------------------

match::MatchEvent Drawn(int seat, std::vector<const char*> cards) {
  match::MatchEvent event;
  event.rules.kind = rules::Event::Kind::kCardsDrawn;
  event.rules.seat = rules::Seat(seat);
  event.rules.reason = rules::DrawReason::kPlusThree;
  event.rules.owed = 3;
  for (const char* card : cards) event.rules.cards[event.rules.count++] = *rules::ParseCard(card);
  return event;
}

// S6, I5: two worlds that differ in hidden cards only give the same bytes to all others.
TEST(TwoWorldsTest, DrawnCardsLeaveNoTraceInWhatOthersGet) {
  const match::MatchEvent one = Drawn(1, {"R5", "K", "+3"});
  const match::MatchEvent other = Drawn(1, {"G1", "G1", "X"});
  v1::PublicEvent a, b;
  ToPublicProto(one, &a);
  ToPublicProto(other, &b);
  EXPECT_EQ(a.SerializeAsString(), b.SerializeAsString());
  EXPECT_EQ(a.cards_drawn().count(), 3);
  for (const int viewer : {0, 2, 9}) {
    v1::Event mine, theirs;
    ToProto(host::SeatEvent{{7}, rules::Seat(viewer), 12, one}, &mine);
    ToProto(host::SeatEvent{{7}, rules::Seat(viewer), 12, other}, &theirs);
    EXPECT_EQ(mine.SerializeAsString(), theirs.SerializeAsString()) << viewer;
  }
}

TEST(TwoWorldsTest, WatchersGetTheSameBytes) {
  const host::Item one = host::WatchEvent{3, Drawn(0, {"R5"})};
  const host::Item other = host::WatchEvent{3, Drawn(0, {"K"})};
  v1::WatchMatchResponse a, b;
  ToProto(one, &a);
  ToProto(other, &b);
  EXPECT_EQ(a.SerializeAsString(), b.SerializeAsString());
}

TEST(SeatEventTest, TheDrawerSeesItsCards) {
  v1::Event event;
  ToProto(host::SeatEvent{{7}, rules::Seat(1), 12, Drawn(1, {"R5", "K"})}, &event);
  EXPECT_EQ(event.match_id(), "m-000007");
  EXPECT_EQ(event.seq(), 12);
  ASSERT_EQ(event.own_draw().cards_size(), 2);
  EXPECT_EQ(event.own_draw().cards(1).notation(), "K");
  EXPECT_EQ(event.own_draw().owed(), 3);
  EXPECT_EQ(event.own_draw().reason(), v1::DRAW_REASON_PLUS_THREE);
}

store::MatchRow LiveRow() {
  store::MatchRow row;
  row.config.id = {42};
  row.config.seed.fill(0xAB);
  row.config.seats = {{{1}, "alice"}, {{2}, "bob"}};
  row.state = store::MatchState::kRunning;
  row.versions = {"1", "2"};
  row.entropy = {"salt", ""};
  return row;
}

TEST(MatchRowTest, KeepsItsSecretsUntilItHasAResult) {  // S7, D9
  store::MatchRow row = LiveRow();
  for (const store::MatchState state :
       {store::MatchState::kQueued, store::MatchState::kAssigned, store::MatchState::kRunning,
        store::MatchState::kQuarantined}) {
    row.state = state;
    v1::Match match;
    ToProto(row, {}, &match);
    EXPECT_EQ(match.deal().seed(), "");
    EXPECT_EQ(match.deal().entropy_size(), 0);
    EXPECT_EQ(match.deal().commitment().size(), 32u);
    EXPECT_EQ(match.SerializeAsString().find(std::string(8, '\xAB')), std::string::npos);
  }
  row.state = store::MatchState::kFinished;
  v1::Match match;
  ToProto(row, std::vector<std::string>{"Alice", "Bob"}, &match);
  EXPECT_EQ(match.deal().seed(), std::string(32, '\xAB'));
  EXPECT_EQ(match.deal().entropy(0), "salt");
  EXPECT_EQ(match.seats(1).display_name(), "Bob");
  EXPECT_EQ(match.seats(1).bot_version(), "2");
}

TEST(MatchRowTest, SaysHowItEnded) {
  store::MatchRow row = LiveRow();
  row.state = store::MatchState::kVoid;
  row.result = match::Result{};
  row.result->void_reason = "NOT_ENOUGH_READY";
  row.result->seats = {{0, rules::SeatEnd::kCompleted, 0, 0, 0, 0},
                       {0, rules::SeatEnd::kNoShow, 0, 0, 0, 0}};
  v1::Match match;
  ToProto(row, {}, &match);
  EXPECT_EQ(match.ending(), v1::MATCH_ENDING_VOID);
  EXPECT_EQ(match.void_reason(), "NOT_ENOUGH_READY");
  EXPECT_EQ(match.seats(0).end(), v1::SEAT_END_UNSPECIFIED);  // it had not forfeited
  EXPECT_EQ(match.seats(1).end(), v1::SEAT_END_NO_SHOW);
  EXPECT_EQ(match.hash(), "0000000000000000");
}

TEST(MoveTest, ShowsDrawnCardsOnlyWhenTheMatchIsOver) {
  match::Line line;
  line.ply = 4;
  line.turn = 2;
  line.action = rules::Action::Draw();
  line.drawn.push_back({rules::Seat(1), {*rules::ParseCard("R5")}});
  v1::Move live, over;
  ToProto(line, false, &live);
  ToProto(line, true, &over);
  EXPECT_EQ(live.turn(), 3);
  EXPECT_EQ(live.token(), "draw");
  EXPECT_EQ(live.drawn(0).count(), 1);
  EXPECT_EQ(live.drawn(0).cards_size(), 0);
  EXPECT_EQ(over.drawn(0).cards(0).notation(), "R5");
}

TEST(DecisionTest, LegalActionsAreLeftOutOnDemand) {
  match::Decision decision;
  decision.id = {3};
  decision.legal = rules::ActionList([](rules::Action* out) {
    *out++ = rules::Action::Draw();
    return out;
  });
  const host::Item item = host::AskDecision{{1}, decision};
  v1::PlayItem full, slim;
  ToProto(item, PlayStyle{"0.1.0", false}, &full);
  ToProto(item, PlayStyle{"0.1.0", true}, &slim);
  EXPECT_EQ(full.decision().legal_actions_size(), 1);
  EXPECT_EQ(full.decision().legal_actions(0).notation(), "draw");
  EXPECT_EQ(slim.decision().legal_actions_size(), 0);
  EXPECT_EQ(slim.decision().decision_id(), 3);
}

TEST(WelcomeTest, TellsTheVersions) {
  v1::PlayItem item;
  ToProto(host::Welcome{"alice", "1", 2, {65'536, 8, 200, 10'000}}, PlayStyle{"0.1.0", false},
          &item);
  EXPECT_EQ(item.welcome().server_version(), "0.1.0");
  EXPECT_EQ(item.welcome().protocol_version(), 1);
  EXPECT_EQ(item.welcome().rules_version(), rules::kRulesVersion);
  EXPECT_EQ(item.welcome().limits().matches_max(), 8);
}

// --- requests ------------------------------------------------------------------------------------

std::string FieldsOf(const FieldErrors& errors) {
  std::string fields;
  for (const FieldError& error : errors) fields += (fields.empty() ? "" : " ") + error.field;
  return fields;
}

v1::RequestMatchRequest GoodRequest() {
  v1::RequestMatchRequest request;
  request.add_bots("alice");
  request.add_bots("bob");
  return request;
}

TEST(RequestMatchTest, EmptyFieldsAreThePublishedGame) {
  FieldErrors errors;
  const host::MatchRequest wanted = FromProto(GoodRequest(), errors);
  EXPECT_EQ(FieldsOf(errors), "");
  EXPECT_EQ(wanted.ruleset, rules::Ruleset());
  EXPECT_EQ(wanted.clock, match::TimeControl());
  EXPECT_EQ(wanted.seating, host::Seating::kYoungestFirst);
  EXPECT_FALSE(wanted.seed);
}

TEST(RequestMatchTest, SettingsComeBackAsTheyWere) {
  FieldErrors errors;
  const std::vector<int> stages = {3, 10, 1};
  const auto ruleset =
      rules::MakeRuleset(stages, rules::DrawRule::kAnyTime, rules::TakiRule::kPlayAny, 77);
  v1::Ruleset proto;
  ToProto(*ruleset, &proto);
  EXPECT_EQ(FromProto(proto, false, errors), *ruleset);
  const match::TimeControl clock{0, 1, 2, 100, 0, 5, 6};
  v1::TimeControl clock_proto;
  ToProto(clock, &clock_proto);
  EXPECT_EQ(FromProto(clock_proto, errors), clock);
  EXPECT_EQ(FieldsOf(errors), "");
}

struct BadRequest {
  const char* fields;
  std::function<void(v1::RequestMatchRequest&)> change;
};
void PrintTo(const BadRequest& bad, std::ostream* out) { *out << bad.fields; }

class BadRequestTest : public testing::TestWithParam<BadRequest> {};

TEST_P(BadRequestTest, NamesTheFields) {  // N17, N18, T6
  v1::RequestMatchRequest request = GoodRequest();
  GetParam().change(request);
  FieldErrors errors;
  FromProto(request, errors);
  EXPECT_EQ(FieldsOf(errors), GetParam().fields);
}

using Request = v1::RequestMatchRequest;
INSTANTIATE_TEST_SUITE_P(
    Each, BadRequestTest,
    testing::Values(
        BadRequest{"bots", [](Request& r) { r.clear_bots(); }},
        BadRequest{"bots[1]", [](Request& r) { r.set_bots(1, "alice"); }},
        BadRequest{"bots[0]", [](Request& r) { r.set_bots(0, "Alice"); }},
        BadRequest{"bots[1]", [](Request& r) { r.set_bots(1, std::string("a\0b", 3)); }},
        BadRequest{"seating", [](Request& r) { r.set_seating(static_cast<v1::Seating>(9)); }},
        BadRequest{"public_delay_ms", [](Request& r) { r.set_public_delay_ms(-1); }},
        BadRequest{"public_delay_ms", [](Request& r) { r.set_public_delay_ms(3'600'001); }},
        BadRequest{"ruleset.stages", [](Request& r) { r.mutable_ruleset()->add_stages(11); }},
        BadRequest{"ruleset.stages", [](Request& r) { r.mutable_ruleset()->add_stages(0); }},
        BadRequest{"ruleset.stages",
                   [](Request& r) {
                     for (int i = 0; i < 17; ++i) r.mutable_ruleset()->add_stages(1);
                   }},
        BadRequest{
            "ruleset.draw_rule",
            [](Request& r) { r.mutable_ruleset()->set_draw_rule(static_cast<v1::DrawRule>(-1)); }},
        BadRequest{"ruleset.draw_rule",
                   [](Request& r) {
                     r.set_rated(true);
                     r.mutable_ruleset()->set_draw_rule(v1::DRAW_RULE_ANY_TIME);
                   }},
        BadRequest{
            "ruleset.taki_rule",
            [](Request& r) { r.mutable_ruleset()->set_taki_rule(static_cast<v1::TakiRule>(3)); }},
        BadRequest{"ruleset.max_turns",
                   [](Request& r) { r.mutable_ruleset()->set_max_turns(10'001); }},
        BadRequest{"ruleset.max_turns", [](Request& r) { r.mutable_ruleset()->set_max_turns(-1); }},
        BadRequest{"time_control.move_time_ms",
                   [](Request& r) { r.mutable_time_control()->set_move_time_ms(600'001); }},
        BadRequest{"time_control.move_time_ms",
                   [](Request& r) {
                     r.mutable_time_control()->set_move_time_ms(0);
                     r.mutable_time_control()->set_time_bank_ms(0);
                   }},
        BadRequest{"time_control.time_bank_ms time_control.strike_limit",
                   [](Request& r) {
                     r.mutable_time_control()->set_time_bank_ms(-1);
                     r.mutable_time_control()->set_strike_limit(0);
                   }},
        BadRequest{"time_control.ready_time_ms",
                   [](Request& r) { r.mutable_time_control()->set_ready_time_ms(99); }},
        BadRequest{"seed", [](Request& r) { r.set_seed("short"); }},
        BadRequest{"seed",
                   [](Request& r) {
                     r.set_rated(true);
                     r.set_seed(std::string(32, 'x'));
                   }},
        BadRequest{"request_id", [](Request& r) { r.set_request_id(std::string(65, 'x')); }},
        BadRequest{"request_id", [](Request& r) { r.set_request_id("a\nb"); }}));

TEST(RegisterBotTest, NamesEveryFieldAtFault) {  // N21, N24, N25
  v1::RegisterBotRequest request;
  request.set_name(std::string("a\0b", 3));
  request.set_display_name(
      "\xe2\x80\xae"
      "evil");
  request.set_description("\x1b]0;x\x07");
  request.set_author(std::string(101, 'a'));
  request.set_language(
      "\xc2\x9b"
      "31m");
  request.set_homepage("javascript:alert(1)");
  FieldErrors errors;
  FromProto(request, errors);
  EXPECT_EQ(FieldsOf(errors), "name display_name owner description author language homepage");
}

TEST(RegisterBotTest, TheDisplayNameIsTheNameByDefaultAndMayBeHebrew) {
  v1::RegisterBotRequest request;
  request.set_name("alice");
  request.set_owner("Alice's team");
  FieldErrors errors;
  EXPECT_EQ(FromProto(request, errors).display_name, "alice");
  request.set_display_name("\xd7\x98\xd7\x90\xd7\xa7\xd7\x99");
  EXPECT_EQ(FromProto(request, errors).display_name, request.display_name());
  EXPECT_EQ(FieldsOf(errors), "");
}

}  // namespace
}  // namespace taki::service
