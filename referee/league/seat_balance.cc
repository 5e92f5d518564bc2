#include "referee/league/seat_balance.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>

#include "referee/league/at.h"
#include "referee/rules/check.h"

namespace taki::league::pairing {
namespace {

constexpr int kFree = -1;

// Colours the edges of a bipartite graph one by one with as many colours as the highest degree, so
// that no two edges at a node have the same one (Koenig). Nodes are numbered from 0.
class EdgeColouring {
 public:
  explicit EdgeColouring(int colours) : colours_(colours) {}

  int AddNode() {
    edge_at_.resize(edge_at_.size() + static_cast<std::size_t>(colours_), kFree);
    return nodes_++;
  }

  // Requires: both nodes have a colour left.
  void AddEdge(int a, int b) {
    const int edge = Size(ends_);
    ends_.emplace_back(a, b);
    colour_.push_back(kFree);
    if (const int common = FirstFree(a, b); common != kFree) return Paint(edge, common);
    const int free_at_a = FirstFree(a, a), free_at_b = FirstFree(b, b);
    Exchange(b, free_at_a, free_at_b);
    Paint(edge, free_at_a);
  }

  int ColourOf(int edge) const { return At(colour_, edge); }

 private:
  int& EdgeAt(int node, int colour) { return At(edge_at_, node * colours_ + colour); }

  // The first colour that is free at both, or kFree.
  int FirstFree(int a, int b) {
    for (int colour = 0; colour < colours_; ++colour)
      if (EdgeAt(a, colour) == kFree && EdgeAt(b, colour) == kFree) return colour;
    return kFree;
  }

  void Paint(int edge, int colour) {
    At(colour_, edge) = colour;
    EdgeAt(At(ends_, edge).first, colour) = edge;
    EdgeAt(At(ends_, edge).second, colour) = edge;
  }

  // Makes `wanted` free at `node`, where `other` is: exchanges the two along the path that leaves
  // the node with `wanted`. The graph being bipartite, the path does not reach the node opposite,
  // at which `wanted` is free.
  void Exchange(int node, int wanted, int other) {
    std::vector<int> path;
    for (int colour = wanted; EdgeAt(node, colour) != kFree;
         colour = colour == wanted ? other : wanted) {
      const int edge = EdgeAt(node, colour);
      path.push_back(edge);
      const auto [a, b] = At(ends_, edge);
      node = node == a ? b : a;
    }
    for (const int edge : path) {
      EdgeAt(At(ends_, edge).first, ColourOf(edge)) = kFree;
      EdgeAt(At(ends_, edge).second, ColourOf(edge)) = kFree;
    }
    for (const int edge : path) Paint(edge, ColourOf(edge) == wanted ? other : wanted);
  }

  int colours_;
  int nodes_ = 0;
  std::vector<int> edge_at_;  // [node * colours + colour]
  std::vector<std::pair<int, int>> ends_;
  std::vector<int> colour_;
};

// [table][i]: a colour for the i-th entrant of each table. All tables have `colours` entrants. An
// entrant becomes as many nodes as it fills with `colours` tables each, so that it gets each colour
// once from every node but the last, and at most once from that.
std::vector<std::vector<int>> Equitable(const std::vector<Table>& tables, int entrants,
                                        int colours) {
  std::vector<int> sat(static_cast<std::size_t>(entrants)), node_of(sat);
  EdgeColouring colouring(colours);
  for (const Table& table : tables) {
    TAKI_CHECK(Size(table) == colours);
    const int table_node = colouring.AddNode();
    for (const int entrant : table) {
      if (At(sat, entrant)++ % colours == 0) At(node_of, entrant) = colouring.AddNode();
      colouring.AddEdge(table_node, At(node_of, entrant));
    }
  }
  std::vector<std::vector<int>> out;
  int edge = 0;
  for (const Table& table : tables) {
    out.emplace_back();
    for (int i = 0; i < Size(table); ++i) out.back().push_back(colouring.ColourOf(edge++));
  }
  return out;
}

// Takes one entrant from each of the larger tables, fairly: who sits on their last seat.
std::vector<int> TakeLastSeats(std::vector<Table>& tables, int entrants, int larger) {
  std::vector<Table> of_larger;
  for (const Table& table : tables)
    if (Size(table) == larger) of_larger.push_back(table);
  const auto colours = Equitable(of_larger, entrants, larger);
  std::vector<int> last(tables.size(), kNobody);
  int next = 0;
  for (int t = 0; t < Size(tables); ++t) {
    Table& table = At(tables, t);
    if (Size(table) != larger) continue;
    const std::vector<int>& colour = At(colours, next++);
    const auto taken = std::find(colour.begin(), colour.end(), 0) - colour.begin();
    At(last, t) = table[static_cast<std::size_t>(taken)];
    table.erase(table.begin() + taken);
  }
  return last;
}

}  // namespace

void BalanceSeats(std::vector<Table>& tables, int entrants) {
  if (tables.empty()) return;
  const auto by_size = [](const Table& a, const Table& b) { return a.size() < b.size(); };
  const auto [low, high] = std::minmax_element(tables.begin(), tables.end(), by_size);
  const int smaller = Size(*low), larger = Size(*high);
  std::vector<int> last(tables.size(), kNobody);
  if (larger != smaller) last = TakeLastSeats(tables, entrants, larger);
  const auto seats = Equitable(tables, entrants, smaller);
  for (int t = 0; t < Size(tables); ++t) {
    Table seated(static_cast<std::size_t>(smaller));
    for (int i = 0; i < smaller; ++i) At(seated, At(At(seats, t), i)) = At(At(tables, t), i);
    if (At(last, t) != kNobody) seated.push_back(At(last, t));
    At(tables, t) = std::move(seated);
  }
}

// Over sets of taken seats: the first so many entrants, in an order by lot, sit on them at the
// least cost.
Table SeatTable(const Table& table, const std::vector<std::vector<int>>& sat,
                rules::WordStream& lot) {
  const int n = Size(table);
  TAKI_CHECK(n <= 10 && sat.size() == table.size());
  std::vector<int> order(table.size()), seats(table.size());
  std::iota(order.begin(), order.end(), 0);
  rules::Shuffle(lot, std::span(order));
  std::iota(seats.begin(), seats.end(), 0);
  rules::Shuffle(lot, std::span(seats));
  struct Best {
    std::int64_t cost = -1;  // none yet
    int seat = 0;            // of the last entrant
  };
  std::vector<Best> best(std::size_t{1} << n);
  best[0].cost = 0;
  for (unsigned taken = 0; taken + 1 < best.size(); ++taken) {
    const int entrant = At(order, std::popcount(taken));
    for (const int seat : seats) {
      if (taken >> seat & 1) continue;
      const std::vector<int>& counts = At(sat, entrant);
      // (count + 1)^2 - count^2
      const std::int64_t cost =
          best[taken].cost + 1 + 2 * std::int64_t{seat < Size(counts) ? At(counts, seat) : 0};
      Best& next = best[taken | 1u << seat];
      if (next.cost < 0 || cost < next.cost) next = {cost, seat};
    }
  }
  Table seated(table.size());
  auto taken = static_cast<unsigned>(best.size() - 1);
  for (int i = n - 1; i >= 0; --i) {
    const int seat = best[taken].seat;
    At(seated, seat) = At(table, At(order, i));
    taken &= ~(1u << seat);
  }
  return seated;
}

}  // namespace taki::league::pairing
