#include "referee/cli/replay_parts.h"

#include "referee/cli/event_text.h"
#include "referee/cli/match_text.h"
#include "referee/cli/replay_words.h"
#include "referee/rules/notation.h"

namespace taki::cli {

std::string ReplayTitle(const v1::Match& match) {
  const bool over = match.ending() != v1::MATCH_ENDING_UNSPECIFIED;
  std::string title =
      Escaped(match.match_id()) + "  " + (over ? Text(match.ending()) : Text(match.state())) + "  ";
  if (!match.void_reason().empty()) title += Escaped(match.void_reason()) + "  ";
  return title + SeatsInBrief(match);
}

std::string ReplayRules(const v1::Match& match) {
  return "stages " + StagesText(match.ruleset()) + "; " + ClockText(match.time_control()) + "; " +
         RulesText(match.ruleset());
}

namespace {

// What is asked, where it is not simply the beginning of a turn.
const char* PhaseText(rules::Phase phase) {
  switch (phase) {
    case rules::Phase::kRun: return ", in a run";
    case rules::Phase::kAfterPlus: return ", a second card is due";
    case rules::Phase::kAfterKing: return ", a card may follow the King";
    default: return "";
  }
}

}  // namespace

std::string TableText(const ReplayStep& step) {
  const rules::PublicState& table = step.table;
  std::string text = "leading " + std::string(rules::Token(table.leading)) + " (" +
                     ColorName(table.leading_color) + ")";
  if (table.top != table.leading) text += ", top " + std::string(rules::Token(table.top));
  text += table.direction > 0 ? ", play goes left" : ", play goes right";
  if (table.stack > 0) text += ", +2 stack " + std::to_string(table.stack);
  if (table.taki_open) text += ", open TAKI";
  return text + ", draw pile " + std::to_string(table.draw_pile) + PhaseText(table.phase);
}

SeatCells CellsOf(const ReplayModel& model, const ReplayStep& step, int seat) {
  const ReplaySeat& one = step.seats[static_cast<std::size_t>(seat)];
  SeatCells cells;
  cells.seat = SeatText(model.match(), seat);
  cells.stage = one.stage == 0 ? "done" : std::to_string(one.stage);
  cells.cards = std::to_string(one.cards);
  cells.strikes = std::to_string(one.strikes);
  cells.bank = DurationText(one.bank_left_ms);
  cells.used = one.used_ms ? DurationText(*one.used_ms) : "-";
  if (one.hand) cells.hand = rules::Tokens(*one.hand);
  if (one.out.empty()) return cells;
  cells.stage = "out";
  cells.hand = one.out;
  return cells;
}

std::string StrikesTitle(const ReplayModel& model) {
  return model.strikes_known() ? "Strikes" : "Timeouts";
}

}  // namespace taki::cli
