// Which matches pass a filter, page by page.
#include <algorithm>
#include <utility>

#include "store/memory_store.h"

namespace taki::store {
namespace {

bool PassesLeague(const MatchRow& row, const MatchFilter& filter) {
  if (!filter.league.has_value()) return true;
  if (!row.league.has_value() || row.league->league != *filter.league) return false;
  const league::FixtureId fixture = row.league->slot.fixture;
  if (filter.fixture.has_value() && fixture != *filter.fixture) return false;
  return !filter.fixtures.has_value() ||
         std::binary_search(filter.fixtures->begin(), filter.fixtures->end(), fixture);
}

}  // namespace

bool MemoryStore::PassesSeats(const MatchRow& row, const MatchFilter& filter) const {
  const auto sits = [this, &row](const std::string& name, std::size_t seat) {
    return bots_.at(row.config.seats[seat].bot.number).name == name;
  };
  bool bot = false;
  bool opponent = filter.opponent.empty();
  for (std::size_t seat = 0; seat < row.config.seats.size(); ++seat) {
    const bool mine = filter.bot.empty() || sits(filter.bot, seat);
    const bool version = filter.bot_version.empty() ||
                         (!row.versions.empty() && row.versions[seat] == filter.bot_version);
    const bool end = !filter.seat_end.has_value() ||
                     (row.result && row.result->seats[seat].end == *filter.seat_end);
    const bool place =
        !filter.place.has_value() || (row.result && row.result->seats[seat].place == *filter.place);
    if (mine && version && end && place) bot = true;
    if (!filter.opponent.empty() && sits(filter.opponent, seat)) opponent = true;
  }
  return bot && opponent && (filter.opponent.empty() || filter.opponent != filter.bot);
}

bool MemoryStore::Passes(const Kept& match, const MatchFilter& filter) const {
  const MatchRow& row = match.row;
  if (filter.state.has_value() && row.state != *filter.state) return false;
  if (filter.rated.has_value() && row.config.rated != *filter.rated) return false;
  if (filter.ending.has_value() && (!row.result || row.result->ending != *filter.ending)) {
    return false;
  }
  if (filter.seats.has_value() && std::cmp_not_equal(row.config.seats.size(), *filter.seats)) {
    return false;
  }
  if (filter.created_from_ms.has_value() && match.filed_ms < *filter.created_from_ms) return false;
  if (filter.created_to_ms.has_value() && match.filed_ms >= *filter.created_to_ms) return false;
  return PassesLeague(row, filter) && PassesSeats(row, filter);
}

absl::StatusOr<MatchPage> MemoryStore::ListMatches(const MatchFilter& filter, match::MatchId before,
                                                   int limit) {
  if (absl::Status status = CheckFilter(filter); !status.ok()) return status;
  const std::lock_guard lock(mutex_);
  MatchPage page;
  auto next = before.number == 0 ? matches_.end() : matches_.lower_bound(before.number);
  for (int looked_at = 0; next != matches_.begin(); ++looked_at) {
    if (looked_at == looked_at_max_) {
      page.next.number = next->first;
      break;
    }
    --next;
    if (!Passes(next->second, filter)) continue;
    if (std::cmp_equal(page.matches.size(), limit)) {
      page.next.number = next->first + 1;
      break;
    }
    page.matches.push_back(Shown(next->second));
  }
  return page;
}

absl::StatusOr<ResultPage> MemoryStore::MatchesByResult(const MatchFilter& filter,
                                                        std::int64_t after, int limit) {
  if (absl::Status status = CheckFilter(filter); !status.ok()) return status;
  const std::lock_guard lock(mutex_);
  std::map<std::int64_t, const Kept*> later;
  for (const auto& [number, match] : matches_) {
    if (match.row.result_no > after) later.emplace(match.row.result_no, &match);
  }
  ResultPage page;
  page.next = after;
  int looked_at = 0;
  for (const auto& [result_no, match] : later) {
    if (std::cmp_equal(page.matches.size(), limit) || looked_at++ == looked_at_max_) return page;
    page.next = result_no;
    if (Passes(*match, filter)) page.matches.push_back(Shown(*match));
  }
  page.at_end = true;
  return page;
}

}  // namespace taki::store
