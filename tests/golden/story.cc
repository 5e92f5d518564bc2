#include "tests/golden/story.h"

#include <array>
#include <charconv>
#include <optional>
#include <sstream>
#include <string_view>

#include "referee/rules/deal.h"
#include "referee/rules/legality.h"
#include "referee/rules/notation.h"
#include "referee/rules/observation.h"
#include "referee/rules/transition.h"
#include "tests/support/event_text.h"
#include "tests/support/position_builder.h"

namespace taki::test {
namespace {

using rules::Action;
using rules::Position;
using rules::Seat;

std::string_view Name(rules::Ending ending) {
  constexpr std::array<std::string_view, 5> kNames{"-", "COMPLETED", "WALKOVER", "DEADLOCK",
                                                   "TURN_LIMIT"};
  return kNames[static_cast<std::size_t>(ending)];
}

std::optional<rules::SeatEnd> ParseEnd(std::string_view text) {
  for (int end = 1; end <= static_cast<int>(rules::SeatEnd::kDisqualified); ++end)
    if (test::Name(static_cast<rules::SeatEnd>(end)) == text)
      return static_cast<rules::SeatEnd>(end);
  return std::nullopt;
}

class Teller {
 public:
  std::string Tell(const std::string& story) {
    std::istringstream lines(story);
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("  ")) continue;  // told before
      out_ += line + "\n";
      if (line.starts_with("given ")) Given(line.substr(6));
      if (line.starts_with("deal ")) Deal(line.substr(5));
      if (line.starts_with("> ")) Line(line.substr(2));
    }
    return out_;
  }

 private:
  void Say(const std::string& text) { out_ += "  " + text + "\n"; }

  void Given(std::string_view text) {
    absl::StatusOr<Position> built = BuildPosition(text);
    if (!built.ok()) return Say("?? " + std::string(built.status().message()));
    position_ = *built;
    Hands();
  }

  void Deal(std::string_view text) {
    const auto words = Words(text);
    rules::Seed seed;
    if (words.size() < 4 || !rules::ParseHex(words[2], seed))
      return Say("?? SEATS ID SEED RULESET");
    const std::string_view ruleset_text =
        text.substr(static_cast<std::size_t>(words[3].data() - text.data()));
    const auto ruleset = rules::ParseRuleset(ruleset_text);
    if (!ruleset.ok()) return Say("?? " + std::string(ruleset.status().message()));
    position_ = rules::Deal({.ruleset = *ruleset,
                             .seats = words[0][0] - '0',
                             .key = rules::DeriveKey(words[1], ruleset_text, seed, {})});
    Hands();
  }

  void Line(std::string_view text) {
    const auto words = Words(text);
    if (words.size() < 2 || words[0].size() != 1 || words[0][0] < '0' || words[0][0] > '9')
      return Say("?? SEAT TOKEN");
    const Seat seat(words[0][0] - '0');
    if (position_.over()) return Say("?? the match is over");
    if (words[1] == "forfeit") return Leave(seat, words.size() > 2 ? words[2] : "");
    if (!rules::Asked(position_).Contains(seat)) return Say("?? this seat is not asked");
    Look(seat);
    const std::optional<Action> action = words[1] == "timeout"
                                             ? rules::DefaultAction(position_, seat)
                                             : rules::ParseAction(words[1]);
    if (!action) return Say("?? no such token");
    if (words[1] != "timeout")
      if (const auto violation = rules::Check(position_, seat, *action))
        return Say("no      " + std::string(violation->rule) + ": " + std::string(violation->text));
    rules::Apply(position_, seat, *action, log_);
    Happened();
  }

  void Leave(Seat seat, std::string_view reason) {
    const auto end = ParseEnd(reason);
    if (!end || !position_.remaining.Contains(seat)) return Say("?? SEAT forfeit REASON");
    rules::Forfeit(position_, seat, *end, log_);
    Happened();
  }

  // What the seat knew: the table, its hand and what it may do.
  void Look(Seat seat) {
    const rules::View view = rules::Observe(position_, seat);
    Say("table   " + Table(view.state));
    std::string hand = rules::Tokens(view.hand);
    Say("hand    " + (hand.empty() ? std::string("none") : hand));
    std::string may;
    for (const Action action : rules::LegalActions(position_, seat))
      may += " " + rules::Token(action);
    Say("may    " + may);
  }

  static std::string Table(const rules::PublicState& state) {
    std::string text(rules::Token(state.leading));
    if (!state.leading.has_color()) text += std::string(">") + rules::Letter(state.leading_color);
    if (state.top != state.leading) text += " under " + std::string(rules::Token(state.top));
    if (state.stack > 0) text += ", stack of " + std::to_string(state.stack);
    if (state.taki_open) text += ", the TAKI is open";
    if (state.direction < 0) text += ", to the right";
    text += "; cards";
    for (std::size_t seat = 0; seat < state.seats; ++seat)
      text += " " + (state.seat[seat].forfeited ? std::string("-")
                                                : std::to_string(state.seat[seat].cards));
    return text + "; pile " + std::to_string(state.draw_pile);
  }

  void Happened() {
    for (const rules::Event& event : log_.events) Say("-> " + Text(event));
    if (log_.events.empty()) Say("-> (nothing that anybody is shown)");
    log_.events.clear();
    if (position_.over()) End();
  }

  // All hands, once at the beginning: what only the teller knows.
  void Hands() {
    log_.events.clear();
    const rules::PublicState state = rules::ObservePublic(position_);
    for (std::size_t seat = 0; seat < position_.seats; ++seat)
      Say("seat " + std::to_string(seat) + "  stage " +
          std::to_string(state.seat[seat].stage_hand) + ": " +
          rules::Tokens(position_.hands[seat]));
    Say("table   " + Table(state));
  }

  void End() {
    std::string places;
    for (std::size_t seat = 0; seat < position_.seats; ++seat)
      places += " " + std::to_string(rules::Placing(position_)[seat]);
    Say("== " + std::string(Name(position_.ending)) + ", places" + places);
  }

  Position position_{};
  EventLog log_;
  std::string out_;
};

}  // namespace

std::string Tell(const std::string& story) { return Teller().Tell(story); }

}  // namespace taki::test
