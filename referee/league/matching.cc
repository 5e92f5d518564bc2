#include "referee/league/matching.h"

#define LEMON_ONLY_TEMPLATES  // no need of its library
#include <lemon/full_graph.h>
#include <lemon/matching.h>

#include <cstddef>
#include <limits>

#include "referee/rules/check.h"

namespace taki::league::pairing {
namespace {

// A cost as LEMON needs it: an ordered group in which elements that are twice another can be
// halved. The algorithm only adds, subtracts, compares and halves, so what it promises of integers
// holds of such tuples.
class Lexicographic {
 public:
  Lexicographic() : levels_{} {}
  Lexicographic(int zero) : levels_{} { TAKI_CHECK(zero == 0); }  // NOLINT: LEMON writes `x = 0`
  explicit Lexicographic(const Cost& levels) : levels_(levels) {}

  Lexicographic& operator+=(const Lexicographic& other) {
    bool overflow = false;
    for (std::size_t i = 0; i < levels_.size(); ++i)
      overflow |= __builtin_add_overflow(levels_[i], other.levels_[i], &levels_[i]);
    TAKI_CHECK(!overflow);
    return *this;
  }
  Lexicographic& operator-=(const Lexicographic& other) {
    bool overflow = false;
    for (std::size_t i = 0; i < levels_.size(); ++i)
      overflow |= __builtin_sub_overflow(levels_[i], other.levels_[i], &levels_[i]);
    TAKI_CHECK(!overflow);
    return *this;
  }
  friend Lexicographic operator+(Lexicographic a, const Lexicographic& b) { return a += b; }
  friend Lexicographic operator-(Lexicographic a, const Lexicographic& b) { return a -= b; }
  friend Lexicographic operator-(const Lexicographic& a) { return Lexicographic() -= a; }
  friend Lexicographic operator*(int factor, Lexicographic a) {
    bool overflow = false;
    for (std::int64_t& level : a.levels_)
      overflow |= __builtin_mul_overflow(level, std::int64_t{factor}, &level);
    TAKI_CHECK(!overflow);
    return a;
  }
  friend Lexicographic operator/(Lexicographic a, int divisor) {
    for (std::int64_t& level : a.levels_) level /= divisor;
    return a;
  }

  friend bool operator==(const Lexicographic& a, const Lexicographic& b) {
    return a.levels_ == b.levels_;
  }
  friend bool operator!=(const Lexicographic& a, const Lexicographic& b) { return !(a == b); }
  friend bool operator<(const Lexicographic& a, const Lexicographic& b) {
    for (std::size_t i = 0; i < a.levels_.size(); ++i)
      if (a.levels_[i] != b.levels_[i]) return a.levels_[i] < b.levels_[i];
    return false;
  }
  friend bool operator>(const Lexicographic& a, const Lexicographic& b) { return b < a; }

 private:
  Cost levels_;
};

}  // namespace
}  // namespace taki::league::pairing

template <>
class std::numeric_limits<taki::league::pairing::Lexicographic> {
 public:
  static constexpr bool is_integer = true;  // halves are exact
  // Beyond every sum that occurs.
  static taki::league::pairing::Lexicographic max() {
    taki::league::pairing::Cost levels{};
    levels[0] = std::int64_t{1} << 62;
    return taki::league::pairing::Lexicographic(levels);
  }
};

namespace taki::league::pairing {

std::vector<int> CheapestPairs(int n, const std::function<Cost(int i, int j)>& cost) {
  TAKI_CHECK(n >= 0 && n % 2 == 0);
  std::vector<int> partner(static_cast<std::size_t>(n));
  if (n == 0) return partner;
  const lemon::FullGraph graph(n);
  lemon::FullGraph::EdgeMap<Lexicographic> weights(graph);
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j)
      weights[graph.edge(graph(i), graph(j))] = -Lexicographic(cost(i, j));
  lemon::MaxWeightedPerfectMatching<lemon::FullGraph, lemon::FullGraph::EdgeMap<Lexicographic>>
      matching(graph, weights);
  TAKI_CHECK(matching.run());
  for (int i = 0; i < n; ++i)
    partner[static_cast<std::size_t>(i)] = lemon::FullGraph::index(matching.mate(graph(i)));
  return partner;
}

}  // namespace taki::league::pairing
