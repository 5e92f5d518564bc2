#include <array>
#include <optional>
#include <string>
#include <utility>

#include "referee/rules/check.h"
#include "referee/rules/notation.h"
#include "referee/service/convert.h"
#include "referee/service/text.h"

namespace taki::service {
namespace {

using rules::Card;
using rules::Color;
using rules::Face;

// In the order of rules::Face.
constexpr std::array<v1::Face, rules::kFaces> kFaces = {v1::FACE_ONE,
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

std::optional<Face> FaceFrom(int face) {
  for (std::size_t i = 0; i < kFaces.size(); ++i)
    if (kFaces[i] == face) return static_cast<Face>(i);
  return std::nullopt;
}

// COLOR_RED to COLOR_YELLOW; nothing else.
std::optional<Color> ColorFrom(int color) {
  if (color < v1::COLOR_RED || color > v1::COLOR_YELLOW) return std::nullopt;
  return static_cast<Color>(color - v1::COLOR_RED);
}

// A value, or the sentence that says which field is at fault.
template <class T>
struct Read {
  std::optional<T> value;
  std::string problem;
  static Read Problem(std::string text) { return {std::nullopt, std::move(text)}; }
};

Read<Card> CardFromFields(const v1::Card& card) {
  const std::optional<Face> face = FaceFrom(card.face());
  if (!face)
    return Read<Card>::Problem("play.card.face: " + std::to_string(card.face()) +
                               " is no face of a card");
  const bool colored = static_cast<int>(*face) < rules::kColoredFaces;
  if (!colored && card.color() != v1::COLOR_UNSPECIFIED)
    return Read<Card>::Problem("play.card.color: must not be set with a colourless face");
  if (!colored) return {Card(*face), {}};
  const std::optional<Color> color = ColorFrom(card.color());
  if (!color)
    return Read<Card>::Problem("play.card.color: " + std::to_string(card.color()) +
                               " is no colour, and this face needs one");
  return {Card(*color, *face), {}};
}

Read<Card> CardFrom(const v1::Card& card) {
  const bool fields = card.face() != v1::FACE_UNSPECIFIED || card.color() != v1::COLOR_UNSPECIFIED;
  if (!fields && card.notation().empty())
    return Read<Card>::Problem("play.card: neither face nor notation is set");
  Read<Card> read = fields ? CardFromFields(card) : Read<Card>{};
  if (!read.problem.empty() || card.notation().empty()) return read;
  const std::optional<Card> parsed = rules::ParseCard(card.notation());
  if (!parsed)
    return Read<Card>::Problem("play.card.notation: `" + Escaped(card.notation(), 16) +
                               "` is no card; for example R5, G+2, K");
  if (read.value && *read.value != *parsed)
    return Read<Card>::Problem("play.card.notation: says another card than face and color");
  return {parsed, {}};
}

Read<rules::Action> PlayFrom(const v1::PlayCard& play) {
  using Result = Read<rules::Action>;
  if (!play.has_card()) return Result::Problem("play.card: is not set");
  Read<Card> card = CardFrom(play.card());
  if (!card.value) return Result::Problem(std::move(card.problem));
  if (*card.value != rules::kChangeColorCard) {
    if (play.named_color() != v1::COLOR_UNSPECIFIED)
      return Result::Problem("play.named_color: only a Change Colour names one");
    return {rules::Action::Play(*card.value, play.last_card()), {}};
  }
  const std::optional<Color> named = ColorFrom(play.named_color());
  if (!named)
    return Result::Problem("play.named_color: " + std::to_string(play.named_color()) +
                           " is no colour, and a Change Colour must name one");
  return {rules::Action::PlayChangeColor(*named, play.last_card()), {}};
}

Read<rules::Action> KindFrom(const v1::Action& action) {
  switch (action.kind_case()) {
    case v1::Action::kPlay: return PlayFrom(action.play());
    case v1::Action::kDraw: return {rules::Action::Draw(), {}};
    case v1::Action::kClose: return {rules::Action::Close(), {}};
    case v1::Action::kEnd: return {rules::Action::End(), {}};
    case v1::Action::kPassWindow: return {rules::Action::Pass(), {}};
    case v1::Action::KIND_NOT_SET: break;
  }
  return {};
}

}  // namespace

v1::Color ToProto(rules::Color color) {
  return static_cast<v1::Color>(static_cast<int>(color) + v1::COLOR_RED);
}

void ToProto(rules::Card card, v1::Card* out) {
  if (card.has_color()) out->set_color(ToProto(card.color()));
  out->set_face(kFaces[static_cast<std::size_t>(card.face())]);
  const std::string_view token = rules::Token(card);
  out->set_notation(token.data(), token.size());
}

void ToProto(const rules::Action& action, v1::Action* out) {
  switch (action.kind) {
    case rules::Action::Kind::kPlay: {
      v1::PlayCard* play = out->mutable_play();
      ToProto(action.card, play->mutable_card());
      if (action.card == rules::kChangeColorCard) play->set_named_color(ToProto(action.color));
      play->set_last_card(action.last_card);
      break;
    }
    case rules::Action::Kind::kDraw: out->mutable_draw(); break;
    case rules::Action::Kind::kClose: out->mutable_close(); break;
    case rules::Action::Kind::kEnd: out->mutable_end(); break;
    case rules::Action::Kind::kPass: out->mutable_pass_window(); break;
  }
  out->set_notation(rules::Token(action));
}

match::SentAction FromProto(const v1::Action& action) {
  Read<rules::Action> kind = KindFrom(action);
  if (!kind.problem.empty()) return {std::nullopt, std::move(kind.problem)};
  if (action.notation().empty()) {
    if (kind.value) return {kind.value, {}};
    return {std::nullopt, "kind: neither kind nor notation is set (or the kind is not known here)"};
  }
  const std::optional<rules::Action> parsed = rules::ParseAction(action.notation());
  if (!parsed)
    return {std::nullopt, "notation: `" + Escaped(action.notation(), 16) +
                              "` is no action; for example R5, R5!, C>G, draw, close, end, pass"};
  if (kind.value && *kind.value != *parsed)
    return {std::nullopt, "notation: says `" + rules::Token(*parsed) + "`, but kind says `" +
                              rules::Token(*kind.value) + "`"};
  return {parsed, {}};
}

}  // namespace taki::service
