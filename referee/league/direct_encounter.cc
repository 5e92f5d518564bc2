#include "referee/league/direct_encounter.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <utility>

namespace taki::league {
namespace {

// All matches of two members of a group, by their positions in it, first < second.
struct Meetings {
  std::int32_t matches = 0;
  std::int32_t first = 0, second = 0;  // twice the points of each
};
using Encounters = std::map<std::pair<std::int32_t, std::int32_t>, Meetings>;

struct Member {
  std::int32_t position = 0;  // in its group
  std::int64_t score = 0;     // twice its points among those compared
  std::int64_t most = 0;      // the same if it won all that are missing
};

// Those of `positions`, a subset of the group, by their matches among themselves.
std::vector<Member> Compare(const std::vector<std::int32_t>& positions,
                            const Encounters& encounters, bool& all_met) {
  const auto index_of = [&positions](std::int32_t position) {
    const auto at = std::lower_bound(positions.begin(), positions.end(), position);
    return at != positions.end() && *at == position ? at - positions.begin() : std::ptrdiff_t{-1};
  };
  std::vector<Member> members;
  members.reserve(positions.size());
  for (const std::int32_t position : positions) members.push_back({position, 0, 0});
  std::vector<std::int64_t> met(positions.size());
  std::int64_t most_met = 0;
  for (const auto& [pair, meetings] : encounters) {
    const auto first = index_of(pair.first), second = index_of(pair.second);
    if (first < 0 || second < 0) continue;
    const auto a = static_cast<std::size_t>(first), b = static_cast<std::size_t>(second);
    members[a].score += meetings.first;
    members[b].score += meetings.second;
    met[a] += meetings.matches;
    met[b] += meetings.matches;
    most_met = std::max<std::int64_t>(most_met, meetings.matches);
  }
  all_met = true;
  const std::int64_t due = most_met * static_cast<std::int64_t>(positions.size() - 1);
  for (std::size_t i = 0; i < members.size(); ++i) {
    members[i].most = members[i].score + 2 * (due - met[i]);
    all_met = all_met && met[i] == due;
  }
  std::stable_sort(members.begin(), members.end(), [](const Member& a, const Member& b) {
    return a.score != b.score ? a.score > b.score : a.most > b.most;
  });
  return members;
}

// Cuts `members`, best first, into parts that it cannot tell apart.
std::vector<std::vector<std::int32_t>> Cut(const std::vector<Member>& members, bool all_met) {
  std::vector<std::vector<std::int32_t>> parts;
  bool certain = true;  // not all met: whether all before are ahead whatever is missing
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (i > 0 && !all_met && certain) {
      const auto best =
          std::max_element(members.begin() + static_cast<std::ptrdiff_t>(i), members.end(),
                           [](const Member& a, const Member& b) { return a.most < b.most; });
      certain = members[i - 1].score > best->most;
    }
    const bool ahead = i > 0 && (all_met ? members[i - 1].score > members[i].score : certain);
    if (i == 0 || ahead) parts.emplace_back();
    parts.back().push_back(members[i].position);
  }
  return parts;
}

// Appends the positions best first, in parts that stay level.
void Order(std::vector<std::int32_t> positions, const Encounters& encounters,
           std::vector<std::vector<std::int32_t>>& out) {
  std::sort(positions.begin(), positions.end());
  if (positions.size() < 2) {
    out.push_back(std::move(positions));
    return;
  }
  bool all_met = false;
  const std::vector<Member> members = Compare(positions, encounters, all_met);
  std::vector<std::vector<std::int32_t>> parts = Cut(members, all_met);
  if (parts.size() == 1) {
    out.push_back(std::move(parts.front()));
    return;
  }
  for (std::vector<std::int32_t>& part : parts) Order(std::move(part), encounters, out);
}

std::vector<std::int32_t> AheadOf(std::size_t size, const Encounters& encounters) {
  std::vector<std::int32_t> ahead(size);
  if (encounters.empty()) return ahead;
  std::vector<std::int32_t> positions(size);
  std::iota(positions.begin(), positions.end(), 0);
  std::vector<std::vector<std::int32_t>> parts;
  Order(std::move(positions), encounters, parts);
  auto behind = static_cast<std::int32_t>(size);
  for (const auto& part : parts) {
    behind -= static_cast<std::int32_t>(part.size());
    for (const std::int32_t position : part) ahead[static_cast<std::size_t>(position)] = behind;
  }
  return ahead;
}

struct Spot {
  std::int32_t group = -1;
  std::int32_t position = 0;
};

void Add(Encounters& encounters, std::int32_t a, std::int32_t place_a, std::int32_t b,
         std::int32_t place_b) {
  if (a > b) {
    std::swap(a, b);
    std::swap(place_a, place_b);
  }
  Meetings& meetings = encounters[{a, b}];
  ++meetings.matches;
  meetings.first += place_a < place_b ? 2 : place_a == place_b ? 1 : 0;
  meetings.second += place_b < place_a ? 2 : place_a == place_b ? 1 : 0;
}

}  // namespace

std::vector<std::vector<std::int32_t>> DirectEncounter(
    const std::vector<std::vector<Entrant>>& groups, std::span<const ScoredGame> games) {
  std::vector<Spot> spots;
  for (std::size_t g = 0; g < groups.size(); ++g)
    for (std::size_t i = 0; i < groups[g].size(); ++i) {
      const auto entrant = static_cast<std::size_t>(groups[g][i]);
      if (entrant >= spots.size()) spots.resize(entrant + 1);
      spots[entrant] = {static_cast<std::int32_t>(g), static_cast<std::int32_t>(i)};
    }
  const auto spot_of = [&spots](Entrant entrant) {
    const auto i = static_cast<std::size_t>(entrant);
    return i < spots.size() ? spots[i] : Spot{};
  };
  std::vector<Encounters> encounters(groups.size());
  for (const ScoredGame& game : games)
    for (std::size_t i = 0; i < game.seats.size(); ++i)
      for (std::size_t j = i + 1; j < game.seats.size(); ++j) {
        const ScoredGame::Seat &a = game.seats[i], &b = game.seats[j];
        const Spot spot_a = spot_of(a.entrant), spot_b = spot_of(b.entrant);
        if (a.place == 0 || b.place == 0 || spot_a.group < 0 || spot_a.group != spot_b.group)
          continue;
        Add(encounters[static_cast<std::size_t>(spot_a.group)], spot_a.position, a.place,
            spot_b.position, b.place);
      }
  std::vector<std::vector<std::int32_t>> ahead;
  for (std::size_t g = 0; g < groups.size(); ++g)
    ahead.push_back(AheadOf(groups[g].size(), encounters[g]));
  return ahead;
}

}  // namespace taki::league
