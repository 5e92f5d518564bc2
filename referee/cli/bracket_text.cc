#include "referee/cli/bracket_text.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "referee/cli/canvas.h"
#include "referee/cli/league_text.h"
#include "referee/cli/points_text.h"

namespace taki::cli {
namespace {

constexpr int kNarrowest = 9;   // columns of a round, so that names keep 8
constexpr int kRoundsMax = 40;  // more than any bracket has: what says so is not drawn as a tree

struct Lines {
  std::string across, down, top, bottom, fork, cut;
};
Lines LinesOf(bool ascii) {
  return ascii ? Lines{"-", "|", ".", "'", "+", "~"} : Lines{"─", "│", "┐", "┘", "├", "…"};
}

// ------------------------------------------------------------------------------------------
// What is drawn

// A fixture of two that was or will be played, and what leads to each of its slots.
struct Node {
  const v1::Fixture* fixture = nullptr;
  int column = 0;                    // its round in the part, from 0
  std::unique_ptr<Node> from[2];     // the fixture of this part whose winner comes; else none
  const v1::FixtureSlot* slot[2]{};  // who comes
  int row[2] = {0, 0}, middle = 0;   // where its slots and its number stand
};

bool IsTable(const v1::Fixture& fixture) { return fixture.slots_size() > 2; }

int Comers(const v1::Fixture& fixture) {
  return static_cast<int>(std::count_if(fixture.slots().begin(), fixture.slots().end(),
                                        [](const auto& slot) { return !slot.nobody(); }));
}

// One part of a bracket: the fixtures of a section.
class Part {
 public:
  explicit Part(v1::Section section) : section_(section) {}

  void Add(const v1::BracketRound& round) {
    rounds_ = std::max(rounds_, round.round());
    for (const auto& fixture : round.fixtures()) {
      fixtures_.emplace(fixture.fixture_id(), &fixture);
      listed_ = listed_ || IsTable(fixture) || fixture.round() < 1 || fixture.round() > kRoundsMax;
    }
  }

  v1::Section section() const { return section_; }
  int rounds() const { return rounds_; }
  // No tree: some are tables of more than two.
  bool listed() const { return listed_; }
  const std::map<int, const v1::Fixture*>& fixtures() const { return fixtures_; }

  // The trees, each from its last fixture down. The second grand final is drawn by itself, and only
  // if it is played.
  std::vector<std::unique_ptr<Node>> Trees() const {
    std::vector<std::unique_ptr<Node>> trees;
    for (const auto& [id, fixture] : fixtures_) {
      const bool left_out =
          section_ == v1::SECTION_GRAND_FINAL &&
          (fixture->state() == v1::FIXTURE_STATE_CANCELLED ||
           (fixture->round() > 1 && fixture->state() == v1::FIXTURE_STATE_PENDING));
      if (!left_out && !LeadsOn(id) && Comers(*fixture) == 2) trees.push_back(Tree(*fixture));
    }
    return trees;
  }

 private:
  // The fixture of this part whose winner comes on a slot of `fixture`: of an earlier round always,
  // whatever a referee says, so that no tree is endless.
  const v1::Fixture* Before(const v1::Fixture& fixture, const v1::FixtureSlot& slot) const {
    if (section_ == v1::SECTION_GRAND_FINAL || slot.source() != v1::SLOT_SOURCE_PLACE ||
        slot.place() != 1)
      return nullptr;
    const auto found = fixtures_.find(slot.number());
    const bool earlier = found != fixtures_.end() && found->second->round() < fixture.round();
    return earlier ? found->second : nullptr;
  }

  bool LeadsOn(int id) const {
    for (const auto& [other, fixture] : fixtures_)
      for (const auto& slot : fixture->slots())
        if (const v1::Fixture* before = Before(*fixture, slot);
            before && before->fixture_id() == id)
          return true;
    return false;
  }

  // The fixture that was played to reach `slot`, past those in which its bot had a bye; and the
  // slot at which its bot entered if there is none.
  std::pair<const v1::Fixture*, const v1::FixtureSlot*> Origin(const v1::Fixture& fixture,
                                                               const v1::FixtureSlot& slot) const {
    const v1::Fixture* of = &fixture;
    const v1::FixtureSlot* at = &slot;
    while (const v1::Fixture* before = Before(*of, *at)) {
      if (Comers(*before) == 2) return {before, at};
      const auto comer = std::find_if(before->slots().begin(), before->slots().end(),
                                      [](const auto& one) { return !one.nobody(); });
      if (comer == before->slots().end()) break;
      of = before;
      at = &*comer;
    }
    return {nullptr, at};
  }

  std::unique_ptr<Node> Tree(const v1::Fixture& fixture) const {
    auto node = std::make_unique<Node>();
    node->fixture = &fixture;
    node->column = section_ == v1::SECTION_GRAND_FINAL ? 0 : fixture.round() - 1;
    for (int i = 0; i < 2; ++i) {
      const auto [before, entered] = Origin(fixture, fixture.slots(i));
      node->slot[i] = before == nullptr ? entered : &fixture.slots(i);
      if (before != nullptr) node->from[i] = Tree(*before);
    }
    return node;
  }

  v1::Section section_;
  int rounds_ = 0;
  bool listed_ = false;
  std::map<int, const v1::Fixture*> fixtures_;
};

// Gives every slot its row from `top` on; returns the first free row below.
int Place(Node& node, int top) {
  Node* const upper = node.from[0].get();
  Node* const lower = node.from[1].get();
  int end = top + 3;
  if (upper != nullptr && lower != nullptr) {
    end = Place(*lower, Place(*upper, top) + 1);
    node.row[0] = upper->middle;
    node.row[1] = lower->middle;
  } else if (upper != nullptr) {
    end = Place(*upper, top);
    node.row[0] = upper->middle;
    node.row[1] = node.row[0] + 2;
  } else if (lower != nullptr) {
    end = Place(*lower, top);
    if (lower->middle - 2 < top) end = Place(*lower, 2 * top - lower->middle + 2);
    node.row[1] = lower->middle;
    node.row[0] = node.row[1] - 2;
  } else {
    node.row[0] = top;
    node.row[1] = top + 2;
  }
  node.middle = (node.row[0] + node.row[1]) / 2;
  return std::max(end, node.row[1] + 1);
}

// ------------------------------------------------------------------------------------------
// The words

// "2-1" if there was more than one game.
std::string Score(const v1::Fixture& fixture) {
  const auto games = std::count_if(fixture.matches().begin(), fixture.matches().end(),
                                   [](const auto& match) { return match.counts(); });
  if (games < 2) return "";
  return " " + PointsText(PointsIn(fixture, fixture.slots(0).bot()), 1) + "-" +
         PointsText(PointsIn(fixture, fixture.slots(1).bot()), 1);
}

// "#7 2-1", "#7 w/o".
std::string Label(const v1::Fixture& fixture) {
  std::string label = "#" + std::to_string(fixture.fixture_id()) + Score(fixture);
  if (fixture.state() == v1::FIXTURE_STATE_PLAYING) label += " playing";
  if (fixture.state() == v1::FIXTURE_STATE_CANCELLED) label += " off";
  switch (fixture.decision()) {
    case v1::FIXTURE_DECISION_WALKOVER: return label + " w/o";
    case v1::FIXTURE_DECISION_LOT: return label + " lot";
    case v1::FIXTURE_DECISION_SHARED: return label + " shared";
    default: return label;
  }
}

// As SlotText (league_text.h), shorter where nobody is known yet.
std::string ShortText(const v1::FixtureSlot& slot) {
  if (!slot.bot().empty()) return Escaped(slot.bot());
  const std::string number = std::to_string(slot.number());
  if (slot.source() == v1::SLOT_SOURCE_GROUP_PLACE) return Ordinal(slot.place()) + ", gr " + number;
  if (slot.source() == v1::SLOT_SOURCE_PLACE && slot.place() <= 2)
    return (slot.place() == 1 ? "winner #" : "loser #") + number;
  return SlotText(slot);
}

// Where a bot enters the tree; a seed with its number before it, `digits` wide.
std::string EntryText(const v1::FixtureSlot& slot, int digits) {
  if (slot.bot().empty() || slot.source() != v1::SLOT_SOURCE_SEED) return ShortText(slot);
  const std::string seed = std::to_string(slot.number());
  const auto pad = static_cast<std::size_t>(std::max(0, digits - static_cast<int>(seed.size())));
  return std::string(pad, ' ') + seed + " " + Escaped(slot.bot());
}

std::string RoundTitle(v1::Section section, int round, int rounds) {
  if (section == v1::SECTION_WINNERS && rounds - round == 1) return "Semi-finals";
  if (section == v1::SECTION_WINNERS && rounds - round == 2) return "Quarter-finals";
  return round == rounds ? "Final" : "Round " + std::to_string(round);
}

std::string PartTitle(v1::Section section, bool double_elimination) {
  switch (section) {
    case v1::SECTION_WINNERS: return double_elimination ? "Winners' bracket" : "Bracket";
    case v1::SECTION_LOSERS: return "Losers' bracket";
    case v1::SECTION_GRAND_FINAL: return "Grand final";
    case v1::SECTION_THIRD_PLACE: return "Place 3";
    default: return "Bracket";
  }
}

// ------------------------------------------------------------------------------------------
// Drawing

class Drawing {
 public:
  Drawing(const Part& part, const BracketStyle& style, const Painter& painter)
      : part_(part), lines_(LinesOf(style.ascii)), painter_(painter), trees_(part.Trees()) {
    for (const auto& [id, fixture] : part.fixtures())
      for (const auto& slot : fixture->slots())
        if (slot.source() == v1::SLOT_SOURCE_SEED)
          digits_ = std::max(digits_, static_cast<int>(std::to_string(slot.number()).size()));
    Measure(style.width);
  }

  std::vector<std::string> Draw() {
    if (columns_ > 1)
      for (int round = 1; round <= columns_; ++round)
        Put(0, X(round - 1), RoundTitle(part_.section(), round, part_.rounds()), width_ + 2,
            Color::kBold);
    int top = columns_ > 1 ? 2 : 0;
    for (const auto& tree : trees_) {
      const int end = Place(*tree, top);
      DrawNode(*tree);
      Across(tree->middle, X(tree->column) + width_ + 1, X(tree->column + 1) - 1);
      Put(tree->middle, X(tree->column + 1), Winner(*tree->fixture), width_, Color::kBold);
      top = end + 1;
    }
    return canvas_.Lines();
  }

 private:
  // The columns of a round: as many as its texts need, if that fits.
  void Measure(int width) {
    int longest = 0;
    for (const auto& tree : trees_) longest = std::max(longest, Longest(*tree));
    for (const auto& tree : trees_) columns_ = std::max(columns_, tree->column + 1);
    for (int round = 1; columns_ > 1 && round <= columns_;
         ++round)  // a title may stand over the gap
      longest = std::max(longest, Width(RoundTitle(part_.section(), round, part_.rounds())) - 3);
    const int room = (width - kGap * columns_) / (columns_ + 1);
    width_ = std::min(longest + 2, std::max(kNarrowest, room));
  }

  int Longest(const Node& node) const {
    int longest = Width(Label(*node.fixture));
    for (int i = 0; i < 2; ++i) {
      longest = std::max(longest, Width(EntryText(*node.slot[i], digits_)));
      if (node.from[i]) longest = std::max(longest, Longest(*node.from[i]));
    }
    return longest;
  }

  int X(int column) const { return column * (width_ + kGap); }

  void Put(int row, int x, const std::string& text, int most, std::optional<Color> color = {}) {
    const std::string cut = Cut(text, most, lines_.cut);
    canvas_.Put(row, x, color ? painter_(*color, cut) : cut, Width(cut));
  }

  void Across(int row, int from, int to) {
    std::string line;
    for (int x = from; x < to; ++x) line += lines_.across;
    canvas_.Put(row, from, line, to - from);
  }

  static std::string Winner(const v1::Fixture& fixture) {
    return fixture.placing().empty() ? "" : Escaped(fixture.placing(0));
  }

  void DrawNode(const Node& node) {
    const int x = X(node.column), corner = x + width_;
    for (int i = 0; i < 2; ++i) {
      if (node.from[i]) {
        DrawNode(*node.from[i]);
        Across(node.row[i], X(node.from[i]->column) + width_ + 1, x - 1);
      }
      DrawSlot(node, i, x, corner);
    }
    for (int row = node.row[0] + 1; row < node.row[1]; ++row)
      canvas_.Put(row, corner, row == node.middle ? lines_.fork : lines_.down, 1);
    Put(node.middle, x, Label(*node.fixture), width_ - 1, Color::kDim);
  }

  // The bot, in bold if it won, and the line from it to the corner.
  void DrawSlot(const Node& node, int i, int x, int corner) {
    const v1::FixtureSlot& slot = *node.slot[i];
    const bool known = !slot.bot().empty();
    std::string text;
    if (!node.from[i])
      text = EntryText(slot, digits_);
    else if (known)
      text = Escaped(slot.bot());
    const bool won = known && Winner(*node.fixture) == Escaped(slot.bot());
    Put(node.row[i], x, text, width_ - 1, won ? std::optional(Color::kBold) : std::nullopt);
    const int taken = text.empty() ? -1 : Width(Cut(text, width_ - 1, lines_.cut)) + 1;
    Across(node.row[i], x + taken, corner);
    canvas_.Put(node.row[i], corner, i == 0 ? lines_.top : lines_.bottom, 1);
  }

  static constexpr int kGap = 3;  // a fork, a line, a space

  const Part& part_;
  Lines lines_;
  const Painter& painter_;
  std::vector<std::unique_ptr<Node>> trees_;
  Canvas canvas_;
  int digits_ = 1, columns_ = 0, width_ = 0;
};

// ------------------------------------------------------------------------------------------
// Tables of more than two

std::vector<std::string> ListTables(const Part& part, const Painter& painter) {
  std::vector<std::string> lines;
  int round = 0;
  for (const auto& [id, fixture] : part.fixtures()) {
    if (Comers(*fixture) == 0) continue;
    if (fixture->round() != round) {
      round = fixture->round();
      if (!lines.empty()) lines.emplace_back();
      lines.push_back(painter(Color::kBold, RoundTitle(part.section(), round, part.rounds())));
    }
    std::string bots;
    for (int i = 0; i < fixture->placing_size(); ++i)
      bots += (i == 0 ? "" : ", ") + std::to_string(i + 1) + " " + Escaped(fixture->placing(i));
    lines.push_back("  #" + std::to_string(id) + "  " +
                    (bots.empty() ? SlotsInBrief(*fixture) : bots));
  }
  return lines;
}

}  // namespace

std::vector<std::string> BracketLines(const v1::GetBracketResponse& bracket,
                                      const BracketStyle& style, const Painter& painter) {
  std::map<v1::Section, Part> parts;
  for (const auto& round : bracket.rounds())
    parts.try_emplace(round.section(), round.section()).first->second.Add(round);
  std::vector<std::string> lines;
  for (const v1::Section section : {v1::SECTION_WINNERS, v1::SECTION_LOSERS,
                                    v1::SECTION_GRAND_FINAL, v1::SECTION_THIRD_PLACE}) {
    const auto part = parts.find(section);
    if (part == parts.end()) continue;
    const std::vector<std::string> drawn = part->second.listed()
                                               ? ListTables(part->second, painter)
                                               : Drawing(part->second, style, painter).Draw();
    if (drawn.empty()) continue;
    if (!lines.empty()) lines.emplace_back();
    if (parts.size() > 1) {
      lines.push_back(
          painter(Color::kBold, PartTitle(section, parts.contains(v1::SECTION_LOSERS))));
      lines.emplace_back();
    }
    lines.insert(lines.end(), drawn.begin(), drawn.end());
  }
  return lines;
}

}  // namespace taki::cli
