#include "referee/rating/results.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "referee/rules/check.h"

namespace taki::rating {
namespace {

bool Less(std::span<const Ranked> a, std::span<const Ranked> b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
}

}  // namespace

Ranking Rankings::operator[](std::size_t index) const {
  const std::size_t begin = index == 0 ? 0 : ends_[index - 1];
  return {std::span(seats_).subspan(begin, ends_[index] - begin), matches_[index]};
}

std::vector<PlayerId> Rankings::Players() const {
  std::vector<bool> seen;
  for (const Ranked& seat : seats_) {
    if (seat.player() >= seen.size()) seen.resize(seat.player() + std::size_t{1});
    seen[seat.player()] = true;
  }
  std::vector<PlayerId> players;
  for (std::size_t player = 0; player < seen.size(); ++player)
    if (seen[player]) players.push_back(static_cast<PlayerId>(player));
  return players;
}

std::int64_t Rankings::matches() const {
  return std::accumulate(matches_.begin(), matches_.end(), std::int64_t{0});
}

void Rankings::Append(std::span<const Ranked> seats, std::int64_t matches) {
  TAKI_CHECK(matches >= 0);  // a match was removed that was never added
  if (matches == 0) return;
  seats_.insert(seats_.end(), seats.begin(), seats.end());
  ends_.push_back(seats_.size());
  matches_.push_back(matches);
}

Results::Results() : merged_(std::make_shared<const Rankings>()) {}

void Results::Note(std::span<const Finish> match, std::int64_t matches) {
  TAKI_CHECK(match.size() >= 2 && match.size() <= kPlayersMax);
  absl::InlinedVector<Finish, kPlayersMax> sorted(match.begin(), match.end());
  std::sort(sorted.begin(), sorted.end(), [](const Finish& a, const Finish& b) {
    return a.place != b.place ? a.place < b.place : a.player < b.player;
  });
  const std::size_t begin = seats_.size();
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    TAKI_CHECK(sorted[i].player <= kPlayerIdMax);
    for (std::size_t j = 0; j < i; ++j) TAKI_CHECK(sorted[j].player != sorted[i].player);
    seats_.emplace_back(sorted[i].player, i > 0 && sorted[i].place == sorted[i - 1].place);
  }
  const std::uint64_t key = std::uint64_t{sorted[0].player} << 32 | sorted[1].player << 1 |
                            (sorted[1].place == sorted[0].place ? 1u : 0u);
  changes_.push_back({key, begin, seats_.size(), matches});
}

std::span<const Ranked> Results::SeatsOf(const Change& change) const {
  return std::span(seats_).subspan(change.begin, change.end - change.begin);
}

void Results::SortChanges() {
  std::sort(changes_.begin(), changes_.end(), [this](const Change& a, const Change& b) {
    return a.key != b.key ? a.key < b.key : Less(SeatsOf(a), SeatsOf(b));
  });
}

std::shared_ptr<const Rankings> Results::Merge() const {
  auto merged = std::make_shared<Rankings>();
  std::size_t old = 0, next = 0;
  while (old < merged_->size() || next < changes_.size()) {
    if (next == changes_.size() ||
        (old < merged_->size() && Less((*merged_)[old].seats, SeatsOf(changes_[next])))) {
      merged->Append((*merged_)[old].seats, (*merged_)[old].matches);
      ++old;
      continue;
    }
    const std::span<const Ranked> seats = SeatsOf(changes_[next]);
    std::int64_t matches = 0;
    if (old < merged_->size() && std::ranges::equal((*merged_)[old].seats, seats))
      matches = (*merged_)[old++].matches;
    while (next < changes_.size() && std::ranges::equal(SeatsOf(changes_[next]), seats))
      matches += changes_[next++].matches;
    merged->Append(seats, matches);
  }
  return merged;
}

// Numbers that keep their order keep the order of rankings, and of players within a shared place.
void Results::Renumber(std::span<const PlayerId> to) {
  for (std::size_t i = 0; i < to.size(); ++i)
    TAKI_CHECK(to[i] <= kPlayerIdMax && (i == 0 || to[i - 1] < to[i]));
  const std::shared_ptr<const Rankings> before = Snapshot();
  auto renumbered = std::make_shared<Rankings>(*before);
  for (Ranked& seat : renumbered->seats_) {
    TAKI_CHECK(seat.player() < to.size());
    seat = Ranked(to[seat.player()], seat.shares_place());
  }
  merged_ = std::move(renumbered);
}

std::shared_ptr<const Rankings> Results::Snapshot() {
  if (changes_.empty()) return merged_;
  SortChanges();
  merged_ = Merge();
  changes_ = {};
  seats_ = {};
  return merged_;
}

}  // namespace taki::rating
