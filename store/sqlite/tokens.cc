#include "store/sqlite/tokens.h"

#include <cstddef>

#include "referee/rules/notation.h"

namespace taki::store::sqlite {
namespace {

constexpr std::string_view kForfeit = "forfeit ";

// Calls `visit` for each piece between two of `separator`, until it returns false.
template <class Visit>
bool ForEachPiece(std::string_view text, char separator, Visit visit) {
  while (true) {
    const std::size_t end = text.find(separator);
    if (!visit(text.substr(0, end))) return false;
    if (end == std::string_view::npos) return true;
    text.remove_prefix(end + 1);
  }
}

// "0 R5 G+2"
std::optional<match::Drawn> ParseHand(std::string_view text) {
  if (text.size() < 2 || text[0] < '0' || text[0] > '9' || text[1] != ' ') return std::nullopt;
  match::Drawn drawn;
  drawn.seat = rules::Seat(text[0] - '0');
  const bool whole = ForEachPiece(text.substr(2), ' ', [&drawn](std::string_view token) {
    const std::optional<rules::Card> card = rules::ParseCard(token);
    if (card.has_value()) drawn.cards.push_back(*card);
    return card.has_value();
  });
  if (!whole) return std::nullopt;
  return drawn;
}

}  // namespace

std::string ActionsText(const Actions& actions) {
  std::string text;
  for (const rules::Action& action : actions) {
    if (!text.empty()) text += ' ';
    text += rules::Token(action);
  }
  return text;
}

bool ParseActions(std::string_view text, Actions& actions) {
  if (text.empty()) return true;
  return ForEachPiece(text, ' ', [&actions](std::string_view token) {
    const std::optional<rules::Action> action = rules::ParseAction(token);
    if (action.has_value()) actions.push_back(*action);
    return action.has_value();
  });
}

std::string DrawnText(const DrawnCards& drawn) {
  std::string text;
  for (const match::Drawn& hand : drawn) {
    if (!text.empty()) text += ';';
    text += static_cast<char>('0' + hand.seat.number());
    for (const rules::Card card : hand.cards) {
      text += ' ';
      text += rules::Token(card);
    }
  }
  return text;
}

std::optional<DrawnCards> ParseDrawn(std::string_view text) {
  DrawnCards drawn;
  if (text.empty()) return drawn;
  const bool whole = ForEachPiece(text, ';', [&drawn](std::string_view piece) {
    std::optional<match::Drawn> hand = ParseHand(piece);
    if (!hand.has_value()) return false;
    drawn.push_back(*std::move(hand));
    return true;
  });
  if (!whole) return std::nullopt;
  return drawn;
}

std::string TokenText(const match::Line& line) {
  if (line.kind != match::Line::Kind::kForfeit) return rules::Token(line.action);
  std::string text(kForfeit);
  text += match::Name(line.end);
  return text;
}

bool ParseToken(std::string_view text, match::Line& line) {
  if (line.kind == match::Line::Kind::kForfeit) {
    if (!text.starts_with(kForfeit)) return false;
    const std::optional<rules::SeatEnd> end = match::ParseSeatEnd(text.substr(kForfeit.size()));
    if (end.has_value()) line.end = *end;
    return end.has_value();
  }
  const std::optional<rules::Action> action = rules::ParseAction(text);
  if (action.has_value()) line.action = *action;
  return action.has_value();
}

}  // namespace taki::store::sqlite
