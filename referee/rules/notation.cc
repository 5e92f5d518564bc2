#include "referee/rules/notation.h"

#include <array>
#include <cstdint>
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

constexpr std::size_t kActionTokenMax = 5;  // "close"

// The bytes of a token as a number; never 0. Requires: 1 to kActionTokenMax bytes.
constexpr std::uint64_t Packed(std::string_view text) {
  std::uint64_t key = text.size();
  for (const char c : text) key = key << 8 | static_cast<std::uint8_t>(c);
  return key;
}

// All tokens of actions, to be found at once: records are read at millions of actions a second.
struct ActionTable {
  struct Slot {
    std::uint64_t key = 0;  // 0: free
    Action action{};
  };
  std::array<Slot, 512> slots{};  // a quarter is used, so that a search is short
};

constexpr std::size_t SlotOf(std::uint64_t key) {
  return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15u) >> 55);  // nine bits
}

constexpr ActionTable kActions = [] {
  ActionTable table;
  const auto put = [&table](std::string_view token, Action action) {
    const std::uint64_t key = Packed(token);
    std::size_t i = SlotOf(key);
    while (table.slots[i].key != 0) i = (i + 1) % table.slots.size();
    table.slots[i] = {key, action};
  };
  // Plain, and with "last card".
  const auto put_play = [&put](std::string_view token, Action action) {
    std::array<char, kActionTokenMax> marked{};
    for (std::size_t i = 0; i < token.size(); ++i) marked[i] = token[i];
    marked[token.size()] = '!';
    put(token, action);
    action.last_card = true;
    put({marked.data(), token.size() + 1}, action);
  };
  put("draw", Action::Draw());
  put("close", Action::Close());
  put("end", Action::End());
  put("pass", Action::Pass());
  for (int kind = 0; kind < kCardKinds; ++kind) {
    const auto i = static_cast<std::size_t>(kind);
    const Card card = Card::FromIndex(kind);
    if (card != kChangeColorCard)
      put_play({kTokens.text[i].data(), kTokens.size[i]}, Action::Play(card));
  }
  for (int color = 0; color < kColors; ++color) {
    const std::array<char, 3> token{'C', '>', kLetters[static_cast<std::size_t>(color)]};
    put_play({token.data(), token.size()}, Action::PlayChangeColor(static_cast<Color>(color)));
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
  if (text.empty() || text.size() > kActionTokenMax) return std::nullopt;
  const std::uint64_t key = Packed(text);
  for (std::size_t i = SlotOf(key);; i = (i + 1) % kActions.slots.size()) {
    const ActionTable::Slot& slot = kActions.slots[i];
    if (slot.key == key) return slot.action;
    if (slot.key == 0) return std::nullopt;
  }
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
