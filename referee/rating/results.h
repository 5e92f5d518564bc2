// The rated matches as sufficient statistics: how often each ranking occurred (docs/ratings.md).
//
// `Results` collects; `Rankings` is its canonical form, which every figure of this room is computed
// from. Only integers are kept, and they are sorted, so equal sets of matches give equal Rankings
// whatever the order in which matches were added, taken away and added again: a result that is
// voided leaves no trace. A Rankings never changes, so other threads may read it while its Results
// goes on; a Results itself belongs to one thread.
//
//   Results results;
//   results.Add({{.player = 7, .place = 1}, {.player = 3, .place = 2}});
//   const Fit fit = FitPlackettLuce(*results.Snapshot());
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

namespace taki::rating {

// Whatever number the caller knows a player by: the row of a bot's version. 0 to kPlayerIdMax; the
// tables of this room are as long as the highest one.
using PlayerId = std::uint32_t;
inline constexpr PlayerId kPlayerIdMax = (1u << 24) - 1;
inline constexpr std::size_t kPlayersMax = 10;  // of one match

// Where one player of a match ended. Only the order of places counts: 1 2 2 4 is 1 2 2 3.
struct Finish {
  PlayerId player = 0;
  int place = 0;  // the lower the better; whoever has the same shares it
};

// One player of a ranking.
class Ranked {
 public:
  Ranked(PlayerId player, bool shares_place) : word_(player << 1 | (shares_place ? 1u : 0u)) {}
  PlayerId player() const { return word_ >> 1; }
  // With the player before it. The first never does.
  bool shares_place() const { return (word_ & 1u) != 0; }
  auto operator<=>(const Ranked&) const = default;

 private:
  std::uint32_t word_;
};

// Players best first, those of one place by id, and in how many matches they ended just so.
struct Ranking {
  std::span<const Ranked> seats;
  std::int64_t matches = 0;
};

// Distinct rankings in ascending order, each with matches > 0.
class Rankings {
 public:
  std::size_t size() const { return matches_.size(); }
  bool empty() const { return matches_.empty(); }
  Ranking operator[](std::size_t index) const;
  // Everyone who sat in a match, ascending.
  std::vector<PlayerId> Players() const;
  // Of all rankings together.
  std::int64_t matches() const;
  bool operator==(const Rankings&) const = default;

 private:
  friend class Results;
  void Append(std::span<const Ranked> seats, std::int64_t matches);
  std::vector<Ranked> seats_;  // of all rankings, one after another
  std::vector<std::size_t> ends_;
  std::vector<std::int64_t> matches_;
};

class Results {
 public:
  Results();
  // Requires: 2 to kPlayersMax players, each once. Cost: a few words of memory until the next
  // Snapshot.
  void Add(std::span<const Finish> match) { Note(match, 1); }
  void Add(std::initializer_list<Finish> match) { Note({match.begin(), match.size()}, 1); }
  // Takes a match away again that is, or will be before the next Snapshot, added.
  void Remove(std::span<const Finish> match) { Note(match, -1); }
  void Remove(std::initializer_list<Finish> match) { Note({match.begin(), match.size()}, -1); }
  // Every player gets a new number: player p becomes to[p]. Requires: `to` ascends without repeats
  // and has a number for each player of a match so far. Cost: as Snapshot.
  void Renumber(std::span<const PlayerId> to);
  // All matches so far; never null. The same pointer as before if nothing happened since. Cost:
  // once through all distinct rankings otherwise.
  std::shared_ptr<const Rankings> Snapshot();

 private:
  // A match since the last snapshot.
  struct Change {
    std::uint64_t key = 0;  // the first two players: most comparisons end here
    std::size_t begin = 0, end = 0;
    std::int64_t matches = 0;  // 1 or -1
  };
  void Note(std::span<const Finish> match, std::int64_t matches);
  std::span<const Ranked> SeatsOf(const Change& change) const;
  void SortChanges();
  std::shared_ptr<const Rankings> Merge() const;

  std::shared_ptr<const Rankings> merged_;
  std::vector<Ranked> seats_;  // of changes_
  std::vector<Change> changes_;
};

}  // namespace taki::rating
