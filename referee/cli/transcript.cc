#include "referee/cli/transcript.h"

#include "referee/cli/event_text.h"
#include "referee/cli/table.h"

namespace taki::cli {
namespace {

std::string DrawnText(const v1::Match& match, int mover, const v1::DrawnCards& drawn) {
  std::string text = "[";
  if (drawn.seat() != mover) text += SeatText(match, drawn.seat()) + " ";
  text += std::to_string(drawn.count());
  if (drawn.seat() != mover && drawn.cards_size() > 0) text += ":";
  for (const auto& card : drawn.cards()) text += " " + Escaped(card.notation());
  return text + "]";
}

std::string MoveText(const v1::Match& match, const v1::Move& move) {
  std::string text = Escaped(move.token());
  if (move.kind() == v1::MOVE_KIND_TIMEOUT) text += "(" + Escaped(move.action().notation()) + ")";
  for (const auto& drawn : move.drawn()) text += " " + DrawnText(match, move.seat(), drawn);
  return text;
}

}  // namespace

void PrintTranscript(const v1::Match& match, const std::vector<v1::Move>& moves, Context& context) {
  Table table({{"Turn", Table::Align::kRight}, {"Seat"}, {"Moves"}});
  std::size_t i = 0;
  int turn = 0;
  while (i < moves.size()) {
    const v1::Move& first = moves[i];
    std::string line = MoveText(match, first);
    for (++i;
         i < moves.size() && moves[i].turn() == first.turn() && moves[i].seat() == first.seat();
         ++i)
      line += " " + MoveText(match, moves[i]);
    table.Add({first.turn() == turn ? "" : std::to_string(first.turn()),
               SeatText(match, first.seat()), line});
    turn = first.turn();
  }
  const Painter painter = context.OutPainter();
  table.Print(context.out(), context.width(), painter,
              [&](std::size_t column, const std::string& cell) {
                return column == 2 ? painter.Cards(cell) : cell;
              });
}

}  // namespace taki::cli
