#include "referee/cli/replay_text.h"

#include <algorithm>
#include <string>

#include "referee/cli/event_text.h"
#include "referee/cli/match_text.h"
#include "referee/cli/replay_parts.h"
#include "referee/cli/table.h"
#include "referee/rules/notation.h"

namespace taki::cli {
namespace {

constexpr int kAnyWidth = 1 << 20;  // a pipe has none: nothing wraps
const Painter kNoColors(false);

void PrintSeatRows(const ReplayModel& model, const ReplayStep& step, std::ostream& out) {
  using enum Table::Align;
  Table table({{""},
               {""},
               {"Seat"},
               {"Stage", kRight},
               {"Cards", kRight},
               {StrikesTitle(model), kRight},
               {"Bank", kRight},
               {"Used", kRight},
               {model.hands_known() ? "Hand" : ""}});
  for (int seat = 0; seat < static_cast<int>(step.seats.size()); ++seat) {
    const SeatCells cells = CellsOf(model, step, seat);
    table.Add({"", step.seats[static_cast<std::size_t>(seat)].asked ? ">" : "", cells.seat,
               cells.stage, cells.cards, cells.strikes, cells.bank, cells.used, cells.hand});
  }
  table.Print(out, kAnyWidth, kNoColors);
}

void PrintTable(const ReplayModel& model, const ReplayStep& step, std::ostream& out) {
  out << "  " << TableText(step) << '\n';
  if (!step.answers.empty()) out << "  " << step.answers << '\n';
  PrintSeatRows(model, step, out);
}

void PrintMove(const ReplayStep& step, std::ostream& out) {
  std::string before = "  ply " + std::to_string(step.ply) + "  ";
  for (const std::string& sentence : step.happened) {
    out << before << sentence << '\n';
    std::fill(before.begin(), before.end(), ' ');
  }
}

void PrintHeadLines(const ReplayModel& model, std::ostream& out) {
  out << ReplayTitle(model.match()) << '\n' << ReplayRules(model.match()) << '\n';
}

void PrintEnd(const ReplayModel& model, std::ostream& out) {
  if (!model.problem().empty())
    out << '\n' << model.problem() << '\n';
  else if (const std::string end = EndingSentence(model.match()); !end.empty())
    out << '\n' << end << '\n';
  else
    out << "\nthe match goes on\n";
}

}  // namespace

void PrintReplay(const ReplayModel& model, std::optional<int> from, std::ostream& out) {
  const std::vector<ReplayStep>& steps = model.steps();
  std::size_t i = from ? model.AtPly(*from) : 0;
  while (i > 1 && steps[i - 1].turn == steps[i].turn) --i;  // the whole turn
  PrintHeadLines(model, out);
  if (i == 0) {
    out << "\nThe deal\n";
    PrintTable(model, steps[0], out);
    i = 1;
  }
  while (i < steps.size()) {
    const int turn = steps[i].turn;
    out << "\nTurn " << turn << '\n';
    for (; i < steps.size() && steps[i].turn == turn; ++i) PrintMove(steps[i], out);
    PrintTable(model, steps[i - 1], out);
  }
  PrintEnd(model, out);
}

void PrintPosition(const ReplayModel& model, int at, std::ostream& out) {
  const ReplayStep& step = model.steps()[model.AtPly(at)];
  PrintHeadLines(model, out);
  if (step.ply < 0) {
    out << "\nThe deal\n";
  } else {
    out << "\nTurn " << step.turn << '\n';
    PrintMove(step, out);
  }
  PrintTable(model, step, out);
}

Json ToJson(const ReplayModel& model, const ReplayStep& step) {
  Json seats = Json::array();
  for (std::size_t i = 0; i < step.seats.size(); ++i) {
    const ReplaySeat& seat = step.seats[i];
    Json one{{"seat", i},
             {"bot", model.match().seats(static_cast<int>(i)).bot()},
             {"cards", seat.cards},
             {"stage_hand_size", seat.stage},
             {"stages_completed", seat.stages_completed},
             {"forfeited", step.table.seat[i].forfeited},
             {"strikes", seat.strikes},
             {"time_bank_ms", seat.bank_left_ms}};
    if (seat.hand) one["hand"] = rules::Tokens(*seat.hand);
    seats.push_back(std::move(one));
  }
  Json json{{"ply", step.ply},
            {"turn", step.turn},
            {"seat", step.seat},
            {"token", step.move},
            {"charged_ms", step.charged_ms},
            {"happened", step.happened},
            {"turn_seat", step.table.turn.number()},
            {"leading_card", std::string(rules::Token(step.table.leading))},
            {"leading_color", std::string(rules::Name(step.table.leading_color))},
            {"top_card", std::string(rules::Token(step.table.top))},
            {"direction", step.table.direction > 0 ? "LEFT" : "RIGHT"},
            {"stack", step.table.stack},
            {"taki_open", step.table.taki_open},
            {"draw_pile", step.table.draw_pile},
            {"seats", std::move(seats)}};
  return json;
}

}  // namespace taki::cli
