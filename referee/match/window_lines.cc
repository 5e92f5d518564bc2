#include "referee/match/window_lines.h"

#include <utility>

#include "referee/rules/check.h"

namespace taki::match {

absl::InlinedVector<rules::Seat, rules::kMaxSeats> WindowOrder(const rules::Position& position) {
  TAKI_CHECK(position.phase == rules::Phase::kWindow);
  absl::InlinedVector<rules::Seat, rules::kMaxSeats> order;
  for (rules::Seat seat = rules::NextSeat(position, position.turn); seat != position.turn;
       seat = rules::NextSeat(position, seat))
    order.push_back(seat);
  return order;
}

void WindowLines::Open(const rules::Position& position) {
  order_ = WindowOrder(position);
  order_.insert(order_.begin(), position.turn);
  lines_.fill(std::nullopt);
  delayed_.clear();
}

void WindowLines::Put(const Line& line) { lines_[line.seat.index()] = line; }

bool WindowLines::Forfeits(rules::Seat seat) const {
  const std::optional<Line>& line = lines_[seat.index()];
  return line && line->kind == Line::Kind::kForfeit;
}

std::vector<Line> WindowLines::Close(std::optional<rules::Seat> effective) {
  std::vector<Line> lines;
  lines.reserve(order_.size());
  for (const rules::Seat seat : order_) {
    std::optional<Line>& line = lines_[seat.index()];
    if (!line) continue;  // only the +3's player has none
    line->window = true;
    line->sealed = line->kind != Line::Kind::kForfeit && seat != effective;
    lines.push_back(*std::exchange(line, std::nullopt));
  }
  return lines;
}

std::vector<MatchEvent> WindowLines::TakeDelayed() {
  std::vector<MatchEvent> events;
  for (const rules::Seat seat : order_)
    for (const MatchEvent& event : delayed_)
      if (event.seat == seat) events.push_back(event);
  delayed_.clear();
  return events;
}

}  // namespace taki::match
