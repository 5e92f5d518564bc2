#include "referee/rating/leaderboard.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "referee/rating/player_index.h"

namespace taki::rating {
namespace {

std::int32_t Tenths(double points) { return static_cast<std::int32_t>(std::lround(points * 10)); }

LeaderboardRow RowOf(const Player& player) {
  LeaderboardRow row;
  row.player = player.id;
  row.label = player.label;
  row.faults = player.faults;
  return row;
}

void CountPlaces(const Rankings& rankings, const PlayerIndex& index,
                 std::vector<LeaderboardRow>& rows) {
  for (std::size_t i = 0; i < rankings.size(); ++i) {
    const Ranking ranking = rankings[i];
    std::size_t place = 1;
    for (std::size_t seat = 0; seat < ranking.seats.size(); ++seat) {
      if (!ranking.seats[seat].shares_place()) place = seat + 1;
      LeaderboardRow& row = rows[index[ranking.seats[seat].player()]];
      if (row.finishes.size() < place) row.finishes.resize(place);
      row.finishes[place - 1] += ranking.matches;
    }
  }
}

void SumUp(LeaderboardRow& row) {
  for (std::size_t place = 1; place <= row.finishes.size(); ++place) {
    row.matches += row.finishes[place - 1];
    row.places_sum += static_cast<std::int64_t>(place) * row.finishes[place - 1];
  }
  if (!row.finishes.empty()) row.wins = row.finishes[0];
}

void AddRatings(const Fit& fit, const PlayerIndex& index, std::vector<LeaderboardRow>& rows) {
  for (const Rating& rating : fit.ratings) {
    LeaderboardRow& row = rows[index[rating.player]];
    if (row.matches == 0) continue;
    row.standing = Standing{.rating_tenths = Tenths(rating.elo()),
                            .plus_minus_tenths = Tenths(rating.elo_plus_minus())};
  }
}

bool IsProvisional(const LeaderboardRow& row) {
  return !row.standing || row.matches < kProvisionalBelowMatches ||
         row.standing->plus_minus_tenths > kProvisionalAbovePlusMinusTenths;
}

std::int32_t Low(const Standing& standing) {
  return standing.rating_tenths - standing.plus_minus_tenths;
}
std::int32_t High(const Standing& standing) {
  return standing.rating_tenths + standing.plus_minus_tenths;
}

// By the rounded numbers: whoever checks the table by hand comes to the same ranks.
void Rank(std::vector<LeaderboardRow>& rows) {
  std::vector<std::int32_t> lows, highs;
  for (const LeaderboardRow& row : rows) {
    if (!row.standing) continue;
    lows.push_back(Low(*row.standing));
    highs.push_back(High(*row.standing));
  }
  std::sort(lows.begin(), lows.end());
  std::sort(highs.begin(), highs.end());
  for (LeaderboardRow& row : rows) {
    if (!row.standing) continue;
    const auto above = lows.end() - std::upper_bound(lows.begin(), lows.end(), High(*row.standing));
    const auto not_below =
        highs.end() - std::lower_bound(highs.begin(), highs.end(), Low(*row.standing));
    row.standing->rank_from = static_cast<std::int32_t>(above + 1);
    row.standing->rank_to = static_cast<std::int32_t>(not_below);
  }
}

bool Before(const LeaderboardRow& a, const LeaderboardRow& b) {
  if (a.standing.has_value() != b.standing.has_value()) return a.standing.has_value();
  if (a.standing && a.standing->rating_tenths != b.standing->rating_tenths)
    return a.standing->rating_tenths > b.standing->rating_tenths;
  return std::tie(a.label, a.player) < std::tie(b.label, b.player);
}

}  // namespace

std::string_view FaultName(Fault fault) {
  static constexpr std::array<std::string_view, kFaults> kNames{"timeout",
                                                                "illegal_action",
                                                                "forfeit_timeout",
                                                                "forfeit_illegal_action",
                                                                "forfeit_disconnected",
                                                                "forfeit_resigned",
                                                                "forfeit_disqualified",
                                                                "no_show"};
  return kNames[static_cast<std::size_t>(fault)];
}

std::vector<LeaderboardRow> MakeLeaderboard(std::vector<Player> players, const Rankings& rankings,
                                            const Fit& fit) {
  std::sort(players.begin(), players.end(),
            [](const Player& a, const Player& b) { return a.id < b.id; });
  std::vector<PlayerId> ids;
  std::vector<LeaderboardRow> rows;
  for (const Player& player : players) {
    ids.push_back(player.id);
    rows.push_back(RowOf(player));
  }
  const PlayerIndex index(ids, rankings);
  CountPlaces(rankings, index, rows);
  for (LeaderboardRow& row : rows) SumUp(row);
  AddRatings(fit, index, rows);

  std::vector<LeaderboardRow> listed;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (players[i].listed) listed.push_back(std::move(rows[i]));
  for (LeaderboardRow& row : listed) row.provisional = IsProvisional(row);
  Rank(listed);
  std::sort(listed.begin(), listed.end(), Before);
  return listed;
}

}  // namespace taki::rating
