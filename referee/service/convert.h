// The one place of translation between the public contract (proto/taki/v1) and the words of the
// referee.
//
// Outward: values of ours are always complete and valid, so nothing can fail. Inward: anything may
// come; what cannot be read is a value too (a SentAction with a problem, field errors, Malformed),
// never a default (faults N16 to N19). Pure functions, safe from any thread; messages may stand on
// an arena. The translation of what everyone may see takes no value that holds more, but for
// events, which hold drawn cards: ToPublicProto leaves them out, whatever they are (S6, I5).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "referee/host/frame.h"
#include "referee/host/host.h"
#include "referee/host/transport.h"
#include "referee/match/effect.h"
#include "referee/match/input.h"
#include "referee/match/story.h"
#include "referee/service/error.h"
#include "store/history.h"
#include "store/rows.h"
#include "taki/v1/bot_service.pb.h"
#include "taki/v1/history_service.pb.h"
#include "taki/v1/league_service.pb.h"
#include "taki/v1/match.pb.h"
#include "taki/v1/play_service.pb.h"

namespace taki::service {

// --- cards and actions (convert_card.cc)

v1::Color ToProto(rules::Color color);
void ToProto(rules::Card card, v1::Card* out);
void ToProto(const rules::Action& action, v1::Action* out);
// One action of a reply. What is no action has a `problem` that names the field.
match::SentAction FromProto(const v1::Action& action);

// --- positions and events (convert_position.cc)

v1::DecisionKind ToProto(rules::Phase phase);
v1::DrawReason ToProto(rules::DrawReason reason);
void ToProto(const rules::PublicState& state, v1::PublicState* out);
void ToProto(const rules::View& view, v1::Observation* out);
// As everyone may see it: of drawn cards only their number.
void ToPublicProto(const match::MatchEvent& event, v1::PublicEvent* out);
// As `event.viewer` may see it: its own drawn cards, nobody else's.
void ToProto(const host::SeatEvent& event, v1::Event* out);

// --- matches (convert_match.cc)

v1::SeatEnd ToProto(rules::SeatEnd end);
v1::MatchEnding ToProto(match::MatchEnding ending);
v1::MatchState ToProto(store::MatchState state);
void ToProto(const rules::Ruleset& ruleset, v1::Ruleset* out);
void ToProto(const match::TimeControl& clock, v1::TimeControl* out);
// Seed and entropy only if store::IsRevealed(row.state).
void ToProto(const store::MatchRow& row, std::span<const std::string> display_names,
             v1::Match* out);
// All of MatchAssigned but the seat and the time that is left.
void ToProto(const host::MatchIntro& intro, v1::MatchAssigned* out);
void ToProto(const host::MatchFinished& finished, v1::MatchFinished* out);
// `revealed`: with the cards drawn. A sealed line must not come here before (R7.4), but to whom it
// belongs.
void ToProto(const match::Line& line, bool revealed, v1::Move* out);
// With the cards that `faces_of` drew.
void ToProto(const match::Line& line, rules::SeatSet faces_of, v1::Move* out);
void ToProto(const store::Bot& bot, std::span<const store::BotVersion> versions, bool connected,
             v1::Bot* out);

// --- decisions (convert_decision.cc)

// Where a decision stands.
struct DecisionPlace {
  const store::MatchRow& row;
  std::span<const store::InputTiming> timings;  // of the match, by input_no
  bool omit_observation = false;                // and the legal actions
};
// All of it, whoever asks: before the match is over only for the bot that was asked (sight.h).
void ToProto(const match::DecisionStory& story, const DecisionPlace& place,
             v1::DecisionRecord* out);

// Fields that are not set get their defaults; a bad field is added to `errors` under `path`.
rules::Ruleset FromProto(const v1::Ruleset& ruleset, bool rated, FieldErrors& errors);
match::TimeControl FromProto(const v1::TimeControl& clock, FieldErrors& errors);
host::MatchRequest FromProto(const v1::RequestMatchRequest& request, FieldErrors& errors);
host::NewBot FromProto(const v1::RegisterBotRequest& request, FieldErrors& errors);

// --- streams (convert_stream.cc)

// What a stream of a bot is told beside what the host says.
struct PlayStyle {
  std::string_view server_version;
  bool omit_legal_actions = false;  // as its Hello wished
};
// Requires: an item for bots.
void ToProto(const host::Item& item, const PlayStyle& style, v1::PlayItem* out);
// Without its legal actions.
void ToProto(const host::AskDecision& ask, v1::Decision* out);
void ToProto(const host::GiveVerdict& given, v1::Verdict* out);
// Requires: an item for watchers.
void ToProto(const host::Item& item, v1::WatchMatchResponse* out);

using Said = std::variant<host::HelloSaid, host::ReadySaid, host::ReplySaid, host::ResignSaid,
                          host::PongSaid, host::Malformed>;
// At most kMaxReplyActions + 1 actions of a reply are read: enough to be refused as too many.
inline constexpr int kMaxReplyActions = 128;
std::vector<match::SentAction> FromProto(
    const google::protobuf::RepeatedPtrField<v1::Action>& actions);
Said FromProto(const v1::PlayRequest& request);

// The version of the protocol, as Welcome tells it.
inline constexpr std::int32_t kProtocolVersion = 1;

}  // namespace taki::service
