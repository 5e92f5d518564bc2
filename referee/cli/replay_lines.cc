#include "referee/cli/replay_lines.h"

#include <algorithm>

#include "referee/cli/event_text.h"
#include "referee/cli/replay_parts.h"
#include "referee/cli/table.h"

namespace taki::cli {
namespace {

constexpr int kGap = 2;           // columns before the hand
constexpr int kNarrow = 64;       // below: no strikes, no clocks
constexpr int kNameMax = 20;      // columns of a seat's name
constexpr int kSpacious = 18;     // rows from which there are blank lines and titles
constexpr int kBesideSeats = 5;   // lines that matter more than the title
constexpr int kMovesAtLeast = 3;  // lines, before hands get a second one

std::string Left(const std::string& text, int width) {
  return text + std::string(static_cast<std::size_t>(std::max(0, width - Width(text))), ' ');
}
std::string Right(const std::string& text, int width) {
  return std::string(static_cast<std::size_t>(std::max(0, width - Width(text))), ' ') + text;
}

// "ply 15 of 17, turn 11".
std::string WhereText(const ReplayModel& model, const ReplayStep& step) {
  const std::string last = std::to_string(std::max(model.steps().back().ply, 0));
  if (step.ply < 0) return "the deal; the last ply is " + last;
  return "ply " + std::to_string(step.ply) + " of " + last + ", turn " + std::to_string(step.turn);
}

// What the columns of the seats take.
struct Widths {
  int name = 0;
  bool narrow = false;
  int strikes = 0;
};

std::string RowText(const SeatCells& cells, const Widths& widths) {
  std::string row = Left(Cut(cells.seat, widths.name), widths.name) + "  " + Right(cells.stage, 5) +
                    "  " + Right(cells.cards, 5);
  if (!widths.narrow)
    row += "  " + Right(cells.strikes, widths.strikes) + "  " + Right(cells.bank, 8) + "  " +
           Right(cells.used, 6);
  return row;
}

// A hand in at most `lines_max` lines of `room` columns; none if it is empty or there is no room.
std::vector<std::string> HandLines(const std::string& hand, int room, int lines_max) {
  constexpr int kRoomAtLeast = 4;  // for a card, and a sign that there are more
  if (hand.empty() || room < kRoomAtLeast) return {};
  std::vector<std::string> lines = Wrapped(hand, room);
  for (std::string& line : lines) line = Cut(line, room);  // why a seat is out may be one long word
  if (const auto most = static_cast<std::size_t>(lines_max); lines.size() > most) {
    lines[most - 1] = Cut(lines[most - 1] + " " + lines[most], room);
    lines.resize(most);
  }
  return lines;
}

// Moves that one seat made in a row in one turn, the last of them `until`.
struct Group {
  std::size_t first = 0;
  std::size_t until = 0;
};
Group GroupEndingAt(const std::vector<ReplayStep>& steps, std::size_t until) {
  std::size_t first = until;
  while (first > 1 && steps[first - 1].turn == steps[until].turn &&
         steps[first - 1].seat == steps[until].seat)
    --first;
  return {first, until};
}

// The moves of a group, as many of the last as there is room for.
std::string MovesText(const std::vector<ReplayStep>& steps, Group group, int width) {
  std::string text = steps[group.until].move;
  for (std::size_t i = group.until; i-- > group.first;) {
    if (Width(steps[i].move) + 1 + Width(text) + 2 > width) return "… " + text;
    text = steps[i].move + " " + text;
  }
  return text;
}

}  // namespace

ReplayLines::ReplayLines(const ReplayModel& model, std::size_t at, Terminal::Size size,
                         const Painter& painter)
    : model_(model),
      step_(model.steps()[at]),
      at_(at),
      width_(std::max(size.columns, 1)),
      rows_(std::max(size.rows, 1) - 1),
      painter_(painter) {}

void ReplayLines::Add(const std::string& line) {
  lines_.push_back(painter_.Cards(Cut(line, width_)));
}

std::vector<std::string> ReplayLines::Screen(const std::string& mode, const std::string& last) {
  Head(mode);
  TableAndAnswers();
  const int seats = static_cast<int>(step_.seats.size());
  const int happened = std::min(static_cast<int>(step_.happened.size()), 4);
  Seats(left() - seats - 3 - happened - kMovesAtLeast);
  if (rows_ >= kSpacious) Blank();
  Happened(std::max(1, left() - kMovesAtLeast - 1));
  if (rows_ >= kSpacious) Blank();
  Moves(left());
  lines_.resize(static_cast<std::size_t>(rows_));
  lines_.push_back(painter_(Color::kDim, Cut(last, width_)));
  return std::move(lines_);
}

std::vector<std::string> ReplayLines::Help(const std::vector<std::string>& help) {
  Head("");
  Blank();
  for (const std::string& line : help) lines_.push_back(Cut(line, width_));
  lines_.resize(static_cast<std::size_t>(rows_));
  lines_.push_back(painter_(Color::kDim, Cut("any key goes back", width_)));
  return std::move(lines_);
}

void ReplayLines::Head(const std::string& mode) {
  const int seats = static_cast<int>(step_.seats.size());
  if (rows_ >= seats + kBesideSeats)
    lines_.push_back(painter_(Color::kBold, Cut(ReplayTitle(model_.match()), width_)));
  if (rows_ >= kSpacious)
    lines_.push_back(painter_(Color::kDim, Cut(ReplayRules(model_.match()), width_)));
  std::string where = WhereText(model_, step_);
  if (!mode.empty()) where += "; " + mode;
  const int bar = width_ - Width(where) - 4;
  if (bar >= 10) {
    const auto steps = std::max<std::size_t>(model_.steps().size() - 1, 1);
    const auto done = at_ * static_cast<std::size_t>(bar) / steps;
    where += "  [" + std::string(done, '=') +
             std::string(static_cast<std::size_t>(bar) - done, ' ') + "]";
  }
  Add(where);
}

void ReplayLines::TableAndAnswers() {
  if (rows_ >= kSpacious) Blank();
  Add(TableText(step_));
  // A line of its own even when it is empty, so that nothing moves when a window opens.
  if (rows_ >= kSpacious || !step_.answers.empty()) Add(step_.answers);
}

void ReplayLines::Seats(int extra_lines) {
  Widths widths;
  widths.narrow = width_ < kNarrow;
  widths.strikes = static_cast<int>(StrikesTitle(model_).size());
  const int seats = static_cast<int>(step_.seats.size());
  for (int seat = 0; seat < seats; ++seat)
    widths.name = std::max(widths.name, Width(SeatText(model_.match(), seat)));
  widths.name = std::min(widths.name, kNameMax);

  if (rows_ >= kSpacious) {
    const SeatCells titles{"Seat", "Stage", "Cards", StrikesTitle(model_), "Bank", "Used", ""};
    const std::string title = "  " + RowText(titles, widths) +
                              (model_.hands_known() ? "  Hand" : "  (hands are told at the end)");
    lines_.push_back(painter_(Color::kDim, Cut(title, width_)));
  }
  for (int seat = 0; seat < seats && left() > 0; ++seat) {
    const SeatCells cells = CellsOf(model_, step_, seat);
    const bool asked = step_.seats[static_cast<std::size_t>(seat)].asked;
    const std::string row = (asked ? "> " : "  ") + RowText(cells, widths);
    const std::vector<std::string> hand =
        HandLines(cells.hand, width_ - Width(row) - kGap, std::max(extra_lines, 0) + 1);
    lines_.push_back(Cut(row, width_));
    if (asked) lines_.back() = painter_(Color::kBold, lines_.back());
    if (hand.empty()) continue;
    extra_lines -= static_cast<int>(hand.size()) - 1;
    lines_.back() += std::string(kGap, ' ') + painter_.Cards(hand[0]);
    const std::string indent(static_cast<std::size_t>(Width(row) + kGap), ' ');
    for (std::size_t i = 1; i < hand.size(); ++i)
      lines_.push_back(indent + painter_.Cards(hand[i]));
  }
}

void ReplayLines::Happened(int lines_max) {
  std::vector<std::string> wrapped;
  for (const std::string& sentence : step_.happened) {
    const auto lines = Wrapped(sentence, width_);
    wrapped.insert(wrapped.end(), lines.begin(), lines.end());
  }
  for (int i = 0; i < static_cast<int>(wrapped.size()) && i < lines_max && left() > 0; ++i)
    Add(wrapped[static_cast<std::size_t>(i)]);
}

void ReplayLines::Moves(int lines_max) {
  const std::vector<ReplayStep>& steps = model_.steps();
  std::vector<std::string> lines;
  constexpr int kTurnDigits = 5;
  std::size_t until = at_;
  while (until > 0 && static_cast<int>(lines.size()) < lines_max) {
    const Group group = GroupEndingAt(steps, until);
    const ReplayStep& step = steps[until];
    const std::string seat = Cut(SeatText(model_.match(), step.seat), kNameMax);
    const std::string before = Right(std::to_string(step.turn), kTurnDigits) + "  " +
                               Left(seat, std::min(kNameMax, 12)) + "  ";
    lines.push_back(before + MovesText(steps, group, width_ - Width(before)));
    until = group.first - 1;
  }
  std::reverse(lines.begin(), lines.end());
  for (const std::string& line : lines) Add(line);
}

}  // namespace taki::cli
