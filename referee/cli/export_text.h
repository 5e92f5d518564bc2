// Pieces that the formats of `taki export` share: values in notation, names of enums. Pure
// functions.
#pragma once

#include <string>

#include "referee/cli/json.h"
#include "taki/v1/history_service.pb.h"

namespace taki::cli {

// The name without the prefix of its type, "COMPLETED"; empty for UNSPECIFIED.
std::string NameOf(v1::MatchState value);
std::string NameOf(v1::MatchEnding value);
std::string NameOf(v1::SeatEnd value);
std::string NameOf(v1::DecisionKind value);
std::string NameOf(v1::DecisionFate value);
std::string NameOf(v1::VerdictKind value);
std::string NameOf(v1::MoveKind value);
std::string NameOf(v1::Direction value);
std::string NameOf(v1::Color value);

// Notation with a space between: "R5 draw".
std::string Actions(const google::protobuf::RepeatedPtrField<v1::Action>& actions);
std::string Cards(const google::protobuf::RepeatedPtrField<v1::Card>& cards);
// As lists.
Json ActionList(const google::protobuf::RepeatedPtrField<v1::Action>& actions);
Json CardList(const google::protobuf::RepeatedPtrField<v1::Card>& cards);
// null for an empty text.
Json OrNull(const std::string& text);

// What a seat of a match is, wherever it is looked up: a fixed one if the match has no such seat.
const v1::MatchSeat& SeatOf(const v1::Match& match, int seat);

// The actions that the referee applied for this decision: those of the reply that answered it, or
// what it played itself.
std::string Applied(const v1::DecisionRecord& decision);
// The last reply; null if there is none.
const v1::RecordedReply* LastReply(const v1::DecisionRecord& decision);
// The first reply that was refused, whole or in part; null if there is none.
const v1::RecordedReply* FirstRefused(const v1::DecisionRecord& decision);

}  // namespace taki::cli
