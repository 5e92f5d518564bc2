#include "referee/league/separate.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>

#include "referee/league/at.h"

namespace taki::league::pairing {
namespace {

class Separation {
 public:
  Separation(const std::vector<SeparateItem>& items, const MeetFn& meet)
      : items_(items), meet_(meet), item_at_(items.size()), position_of_(items.size()) {
    std::iota(item_at_.begin(), item_at_.end(), 0);
    position_of_ = item_at_;
    for (int i = 0; i < Size(items_); ++i) siblings_[At(items_, i).origin].push_back(i);
  }

  std::vector<int> Run() {
    for (const bool any_rank : {false, true}) {
      any_rank_ = any_rank;
      while (Improve()) {
      }
    }
    return item_at_;
  }

 private:
  // One pass over all positions, each exchanged at most once: whether anything was.
  bool Improve() {
    bool improved = false;
    for (int a = Size(items_) - 1; a >= 0; --a)
      if (Matters(a) && ExchangeWithTheNearest(a)) improved = true;
    return improved;
  }

  bool Matters(int position) const {
    const std::vector<int> meetings = Meetings(position, position);
    return std::any_of(meetings.begin(), meetings.end() - 1, [](int n) { return n > 0; });
  }

  bool ExchangeWithTheNearest(int a) {
    for (int distance = 1; distance < Size(items_); ++distance)
      for (const int b : {a - distance, a + distance})
        if (b >= 0 && b < Size(items_) && ExchangeHelps(a, b)) {
          Exchange(a, b);
          return true;
        }
    return false;
  }

  bool ExchangeHelps(int a, int b) {
    const auto rank = [&](int position) { return At(items_, At(item_at_, position)).rank; };
    if (!any_rank_ && (rank(a) != rank(b) || rank(a) == 0)) return false;
    const std::vector<int> before = Meetings(a, b);
    Exchange(a, b);
    const std::vector<int> after = Meetings(a, b);
    Exchange(a, b);
    return after < before;
  }

  void Exchange(int a, int b) {
    std::swap(At(item_at_, a), At(item_at_, b));
    At(position_of_, At(item_at_, a)) = a;
    At(position_of_, At(item_at_, b)) = b;
  }

  // [r]: how many pairs of one origin that a or b belong to can meet first at r; in the second
  // phase only those at once matter.
  std::vector<int> Meetings(int a, int b) const {
    std::vector<int> meetings(kNever + 1);
    for (const int position : {a, b}) {
      const int item = At(item_at_, position);
      for (const int sibling : siblings_.at(At(items_, item).origin)) {
        if (sibling == item) continue;
        const int when = meet_(position, At(position_of_, sibling));
        ++At(meetings, any_rank_ && when > 0 ? kNever : std::min(when, kNever));
      }
    }
    return meetings;
  }

  const std::vector<SeparateItem>& items_;
  const MeetFn& meet_;
  bool any_rank_ = false;
  std::vector<int> item_at_, position_of_;
  std::map<int, std::vector<int>> siblings_;
};

}  // namespace

std::vector<int> Separate(const std::vector<SeparateItem>& items, const MeetFn& meet) {
  return Separation(items, meet).Run();
}

}  // namespace taki::league::pairing
