#include "referee/cli/export_text.h"

namespace taki::cli {
namespace {

template <class List>
std::string Joined(const List& list) {
  std::string text;
  for (const auto& item : list) text += (text.empty() ? "" : " ") + item.notation();
  return text;
}

template <class List>
Json ListOf(const List& list) {
  Json json = Json::array();
  for (const auto& item : list) json.push_back(item.notation());
  return json;
}

}  // namespace

std::string NameOf(v1::MatchState value) { return ShortName(v1::MatchState_descriptor(), value); }
std::string NameOf(v1::MatchEnding value) { return ShortName(v1::MatchEnding_descriptor(), value); }
std::string NameOf(v1::SeatEnd value) { return ShortName(v1::SeatEnd_descriptor(), value); }
std::string NameOf(v1::DecisionKind value) {
  return ShortName(v1::DecisionKind_descriptor(), value);
}
std::string NameOf(v1::DecisionFate value) {
  return ShortName(v1::DecisionFate_descriptor(), value);
}
std::string NameOf(v1::VerdictKind value) { return ShortName(v1::VerdictKind_descriptor(), value); }
std::string NameOf(v1::MoveKind value) { return ShortName(v1::MoveKind_descriptor(), value); }
std::string NameOf(v1::Direction value) { return ShortName(v1::Direction_descriptor(), value); }
std::string NameOf(v1::Color value) { return ShortName(v1::Color_descriptor(), value); }

std::string Actions(const google::protobuf::RepeatedPtrField<v1::Action>& actions) {
  return Joined(actions);
}
std::string Cards(const google::protobuf::RepeatedPtrField<v1::Card>& cards) {
  return Joined(cards);
}
Json ActionList(const google::protobuf::RepeatedPtrField<v1::Action>& actions) {
  return ListOf(actions);
}
Json CardList(const google::protobuf::RepeatedPtrField<v1::Card>& cards) { return ListOf(cards); }
Json OrNull(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

const v1::MatchSeat& SeatOf(const v1::Match& match, int seat) {
  return seat >= 0 && seat < match.seats_size() ? match.seats(seat)
                                                : v1::MatchSeat::default_instance();
}

const v1::RecordedReply* LastReply(const v1::DecisionRecord& decision) {
  return decision.replies().empty() ? nullptr : &decision.replies(decision.replies_size() - 1);
}

const v1::RecordedReply* FirstRefused(const v1::DecisionRecord& decision) {
  for (const v1::RecordedReply& reply : decision.replies())
    if (reply.verdict().kind() == v1::VERDICT_KIND_ILLEGAL) return &reply;
  return nullptr;
}

std::string Applied(const v1::DecisionRecord& decision) {
  if (decision.has_default_action()) return decision.default_action().notation();
  const v1::RecordedReply* reply = LastReply(decision);
  return reply == nullptr ? "" : Actions(reply->applied());
}

}  // namespace taki::cli
