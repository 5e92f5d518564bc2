#include "referee/host/match_queue.h"

#include <algorithm>
#include <utility>

#include "referee/rules/check.h"

namespace taki::host {

void MatchQueue::Add(store::MatchRow row) {
  const match::MatchId id = row.config.id;
  const bool added = waiting_.emplace(id, std::move(row)).second;
  TAKI_CHECK(added);
  to_look_at_.emplace(id, std::nullopt);
}

void MatchQueue::MayHaveRoom(match::BotId bot) {
  const auto parked = parked_.find(bot);
  if (parked == parked_.end()) return;
  std::set<match::MatchId>& ids = parked->second;
  to_look_at_.emplace(*ids.begin(), bot);
  ids.erase(ids.begin());
  if (ids.empty()) parked_.erase(parked);
}

std::optional<store::MatchRow> MatchQueue::Take(const HasRoom& has_room, int& looks) {
  for (; looks > 0 && !to_look_at_.empty(); --looks) {
    const auto [id, on_behalf_of] = *to_look_at_.begin();
    to_look_at_.erase(to_look_at_.begin());
    const auto waiting = waiting_.find(id);
    const auto& seats = waiting->second.config.seats;
    const auto full = std::find_if(seats.begin(), seats.end(),
                                   [&](const auto& seat) { return !has_room(seat.bot); });
    // Its bot may have room for another one still.
    if (on_behalf_of && (full == seats.end() || full->bot != *on_behalf_of))
      MayHaveRoom(*on_behalf_of);
    if (full != seats.end()) {
      parked_[full->bot].insert(id);
      continue;
    }
    --looks;
    store::MatchRow row = std::move(waiting->second);
    waiting_.erase(waiting);
    return row;
  }
  return std::nullopt;
}

std::vector<store::MatchRow> MatchQueue::TakeIf(
    const std::function<bool(const store::MatchRow&)>& wanted) {
  std::vector<store::MatchRow> taken;
  for (auto at = waiting_.begin(); at != waiting_.end();) {
    if (!wanted(at->second)) {
      ++at;
      continue;
    }
    Forget(at->second);
    taken.push_back(std::move(at->second));
    at = waiting_.erase(at);
  }
  return taken;
}

void MatchQueue::Forget(const store::MatchRow& row) {
  const match::MatchId id = row.config.id;
  if (const auto looked_at = to_look_at_.extract(id); !looked_at.empty()) {
    // Another one is looked at for that bot instead.
    if (looked_at.mapped()) MayHaveRoom(*looked_at.mapped());
    return;
  }
  for (const match::SeatConfig& seat : row.config.seats) {
    const auto parked = parked_.find(seat.bot);
    if (parked == parked_.end() || parked->second.erase(id) == 0) continue;
    if (parked->second.empty()) parked_.erase(parked);
    return;
  }
}

}  // namespace taki::host
