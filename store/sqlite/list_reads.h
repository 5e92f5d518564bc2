// The pages of matches that pass a filter, however many do not: as Reads (reads.h), for each reader
// connection.
//
// Of several conditions that have an index, that one leads which comes farthest with few rows; no
// page looks at more than a given number of matches. What leads, and where a page ends for that
// reason, may differ from page to page: pages go on from an id, so no match is left out or comes
// twice.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "store/history.h"
#include "store/sqlite/connection.h"
#include "store/sqlite/league_reads.h"
#include "store/sqlite/list_query.h"
#include "store/sqlite/reads.h"

namespace taki::store::sqlite {

class ListReads {
 public:
  // All of them must outlive the result. looked_at_max >= 1: how many matches a page looks at.
  static absl::StatusOr<ListReads> Prepare(Connection& db, Reads& reads, LeagueReads& leagues,
                                           int looked_at_max);
  ListReads() = default;  // may only be assigned to

  // As History's; the filter has been found possible (CheckFilter in history.h).
  absl::StatusOr<MatchPage> Matches(const MatchFilter& filter, match::MatchId before, int limit);
  absl::StatusOr<ResultPage> Results(const MatchFilter& filter, std::int64_t after, int limit);

 private:
  // With the conditions that SQL does not check.
  struct Resolved {
    ListQuery query;
    const std::vector<league::FixtureId>* fixtures = nullptr;  // of query.league
  };
  // Nothing if no match can pass: an unknown bot, nothing filed in the range.
  absl::StatusOr<std::optional<Resolved>> Resolve(const MatchFilter& filter);
  absl::StatusOr<bool> ResolveBots(const MatchFilter& filter, ListQuery& query);
  absl::StatusOr<bool> ResolveLeague(const MatchFilter& filter, Resolved& resolved);
  absl::StatusOr<bool> ResolveTimes(const MatchFilter& filter, ListQuery& query);
  // Which of its leads looks at the fewest matches.
  absl::StatusOr<ListLead> Choose(const ListQuery& query);
  // Whether it is of one of the fixtures, if there are any.
  absl::StatusOr<bool> IsOfFixtures(const Resolved& resolved, match::MatchId id);
  absl::Status Add(match::MatchId id, std::vector<MatchRow>& matches);

  Reads* reads_ = nullptr;
  LeagueReads* leagues_ = nullptr;
  int looked_at_max_ = 0;
  std::array<Statement, kListLeads> lists_, reaches_;
  Statement results_;
};

}  // namespace taki::store::sqlite
