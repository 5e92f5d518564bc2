#include "referee/league/score.h"

#include <algorithm>
#include <cstddef>

#include "referee/rules/check.h"

namespace taki::league {
namespace {

using Kind = GameResult::Kind;
using Seats = std::vector<ScoredGame::Seat>;

bool HasPlayed(const ScoredGame::Seat& seat) { return seat.place != 0; }

// Gives places from 1, without gaps but for those that shared places leave, and the points for
// them. A seat of place 0 was a no-show: behind all others, without points.
void CloseUp(Seats& seats) {
  const auto size = static_cast<std::int32_t>(seats.size());
  std::vector<std::int32_t> before, places;
  for (const ScoredGame::Seat& seat : seats) before.push_back(seat.place);
  for (std::size_t i = 0; i < seats.size(); ++i) {
    const auto better = std::count_if(before.begin(), before.end(), [&](std::int32_t place) {
      return place != 0 && place < before[i];
    });
    if (HasPlayed(seats[i])) seats[i].place = static_cast<std::int32_t>(better) + 1;
    places.push_back(HasPlayed(seats[i]) ? seats[i].place : size);
  }
  const std::vector<std::int64_t> units = PointsByPlace(places);
  for (std::size_t i = 0; i < seats.size(); ++i)
    seats[i].units = HasPlayed(seats[i]) ? units[i] : 0;
  if (std::count_if(seats.begin(), seats.end(), HasPlayed) == 1)  // it has met nobody
    for (ScoredGame::Seat& seat : seats) seat.place = 0;
}

Seats SeatsOf(const Attempt& attempt) {
  Seats seats;
  for (std::size_t i = 0; i < attempt.seats.size(); ++i) {
    const Outcome::Seat& seat = attempt.outcome->seats[i];
    seats.push_back(
        {attempt.seats[i], 0, seat.ready ? seat.place : 0, seat.ready ? seat.stages_completed : 0});
  }
  return seats;
}

std::int64_t UnitsWithoutPlay(const GameResult& game, Entrant entrant) {
  if (game.kind == Kind::kShared) return kPoint / 2;
  return game.kind == Kind::kWalkover && game.winner == entrant ? kPoint : 0;
}

ScoredGame ScoreSeats(const Fixture& fixture, const GameResult& game,
                      const std::function<bool(Entrant)>& is_struck) {
  ScoredGame scored;
  if (game.kind == Kind::kPlayed) {
    scored.seats = SeatsOf(fixture.attempts[static_cast<std::size_t>(game.attempt)]);
  } else if (game.kind == Kind::kWalkover || game.kind == Kind::kNoShow ||
             game.kind == Kind::kShared) {
    for (const Entrant entrant : game.seats)
      scored.seats.push_back({entrant, UnitsWithoutPlay(game, entrant), 0, 0});
  }
  std::erase_if(scored.seats,
                [&](const ScoredGame::Seat& seat) { return is_struck(seat.entrant); });
  if (game.kind == Kind::kPlayed && scored.seats.size() >= 2) CloseUp(scored.seats);
  return scored;
}

}  // namespace

ScoredGame Score(const Fixture& fixture, const GameResult& game) {
  return ScoreSeats(fixture, game, [](Entrant) { return false; });
}

std::optional<ScoredGame> ScoreWithout(const Fixture& fixture, const GameResult& game,
                                       const std::function<bool(Entrant)>& is_struck) {
  ScoredGame scored = ScoreSeats(fixture, game, is_struck);
  if (scored.seats.empty()) return std::nullopt;
  if (scored.seats.size() >= 2 || game.seats.size() == 1) return scored;
  // One is left of several: only a win without play at a table stays what it was.
  const bool stays = game.kind == Kind::kWalkover && fixture.slots.size() > 2 &&
                     scored.seats.front().entrant == game.winner;
  return stays ? std::optional(scored) : std::nullopt;
}

}  // namespace taki::league
