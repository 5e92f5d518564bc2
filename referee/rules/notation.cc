#include "referee/rules/notation.h"

#include <array>
#include <string>

namespace taki::rules {
namespace {

constexpr std::string_view kLetters = "RGBY";
constexpr std::array<std::string_view, kColoredFaces> kFaceTokens = {
    "1", "3", "4", "5", "6", "7", "8", "9", "S", "+2", "D", "+", "T"};
constexpr std::array<std::string_view, kFaces - kColoredFaces> kColorlessTokens = {"C", "ST", "K",
                                                                                   "+3", "X"};

// All 57 tokens, made once at compile time: three bytes each at the most.
struct TokenTable {
  std::array<std::array<char, 3>, kCardKinds> text{};
  std::array<std::uint8_t, kCardKinds> size{};
};
constexpr TokenTable kTokens = [] {
  TokenTable table;
  for (int kind = 0; kind < kCardKinds; ++kind) {
    const auto i = static_cast<std::size_t>(kind);
    const Card card = Card::FromIndex(kind);
    std::size_t n = 0;
    std::string_view face;
    if (card.has_color()) {
      table.text[i][n++] = kLetters[static_cast<std::size_t>(card.color())];
      face = kFaceTokens[static_cast<std::size_t>(card.face())];
    } else {
      face = kColorlessTokens[static_cast<std::size_t>(card.face()) - kColoredFaces];
    }
    for (const char c : face) table.text[i][n++] = c;
    table.size[i] = static_cast<std::uint8_t>(n);
  }
  return table;
}();

}  // namespace

std::string_view Token(Card card) {
  const auto i = static_cast<std::size_t>(card.index());
  return {kTokens.text[i].data(), kTokens.size[i]};
}

std::string Token(Action action) {
  switch (action.kind) {
    case Action::Kind::kDraw: return "draw";
    case Action::Kind::kClose: return "close";
    case Action::Kind::kEnd: return "end";
    case Action::Kind::kPass: return "pass";
    case Action::Kind::kPlay: break;
  }
  std::string token(Token(action.card));
  if (action.card == kChangeColorCard) {
    token += '>';
    token += Letter(action.color);
  }
  if (action.last_card) token += '!';
  return token;
}

char Letter(Color color) { return kLetters[static_cast<std::size_t>(color)]; }

std::string_view Name(Color color) {
  constexpr std::array<std::string_view, kColors> kNames = {"red", "green", "blue", "yellow"};
  return kNames[static_cast<std::size_t>(color)];
}

std::optional<Color> ParseColor(char letter) {
  const auto at = kLetters.find(letter);
  if (at == std::string_view::npos) return std::nullopt;
  return static_cast<Color>(at);
}

std::optional<Card> ParseCard(std::string_view text) {
  for (std::size_t i = 0; i < kColorlessTokens.size(); ++i)
    if (text == kColorlessTokens[i]) return Card(static_cast<Face>(kColoredFaces + i));
  if (text.size() < 2) return std::nullopt;
  const auto color = ParseColor(text[0]);
  if (!color) return std::nullopt;
  for (std::size_t i = 0; i < kFaceTokens.size(); ++i)
    if (text.substr(1) == kFaceTokens[i]) return Card(*color, static_cast<Face>(i));
  return std::nullopt;
}

std::optional<Action> ParseAction(std::string_view text) {
  if (text == "draw") return Action::Draw();
  if (text == "close") return Action::Close();
  if (text == "end") return Action::End();
  if (text == "pass") return Action::Pass();
  const bool last_card = text.ends_with('!');
  if (last_card) text.remove_suffix(1);
  if (text.starts_with("C>")) {
    if (text.size() != 3) return std::nullopt;
    const auto color = ParseColor(text[2]);
    if (!color) return std::nullopt;
    return Action::PlayChangeColor(*color, last_card);
  }
  const auto card = ParseCard(text);
  if (!card || *card == kChangeColorCard) return std::nullopt;
  return Action::Play(*card, last_card);
}

std::string Tokens(const CardSet& cards) {
  std::string text;
  cards.ForEach([&](Card card) {
    if (!text.empty()) text += ' ';
    text += Token(card);
  });
  return text;
}

}  // namespace taki::rules
