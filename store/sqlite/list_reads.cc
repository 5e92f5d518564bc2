#include "store/sqlite/list_reads.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace taki::store::sqlite {
namespace {

// How many rows of each index are looked at to find out which one comes farthest.
constexpr std::int64_t kReach = 500;
// Of more fixtures than this the range of their matches is taken as the league's.
constexpr std::size_t kRangesMax = 256;

template <std::size_t kCount>
absl::Status PrepareAll(Connection& db, const std::array<std::string, kCount>& sql,
                        std::array<Statement, kCount>& statements) {
  for (std::size_t i = 0; i < kCount; ++i) {
    absl::StatusOr<Statement> statement = db.Prepare(sql[i].c_str());
    if (!statement.ok()) return statement.status();
    statements[i] = *std::move(statement);
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<ListReads> ListReads::Prepare(Connection& db, Reads& reads, LeagueReads& leagues,
                                             int looked_at_max) {
  ListReads lists;
  lists.reads_ = &reads;
  lists.leagues_ = &leagues;
  lists.looked_at_max_ = looked_at_max;
  absl::Status status = PrepareAll(db, ListSql(), lists.lists_);
  if (status.ok()) status = PrepareAll(db, ReachSql(), lists.reaches_);
  if (!status.ok()) return status;
  absl::StatusOr<Statement> results = db.Prepare(ResultSql().c_str());
  if (!results.ok()) return results.status();
  lists.results_ = *std::move(results);
  return lists;
}

absl::StatusOr<MatchPage> ListReads::Matches(const MatchFilter& filter, match::MatchId before,
                                             int limit) {
  absl::StatusOr<std::optional<Resolved>> resolved = Resolve(filter);
  if (!resolved.ok()) return resolved.status();
  MatchPage page;
  if (!resolved->has_value()) return page;
  ListQuery& query = (*resolved)->query;
  if (before.number > 0) query.to_id = std::min(query.to_id, before.number);
  const absl::StatusOr<ListLead> lead = Choose(query);
  if (!lead.ok()) return lead.status();
  Statement& list = lists_[static_cast<std::size_t>(*lead)];
  const ResetAtEnd reset(list);
  BindList(list, query, *lead);
  match::MatchId last;
  for (int looked_at = 0;;) {
    const absl::StatusOr<bool> row = list.Step();
    if (!row.ok()) return row.status();
    if (!*row) return page;
    const match::MatchId id{list.Int(0)};
    if (id == last) continue;
    const bool is_full = std::cmp_equal(page.matches.size(), limit);
    if (looked_at++ == looked_at_max_) {
      page.next = last;
      return page;
    }
    last = id;
    if (list.Int(1) == 0) continue;
    const absl::StatusOr<bool> passes = IsOfFixtures(**resolved, id);
    if (!passes.ok()) return passes.status();
    if (!*passes) continue;
    if (is_full) {
      page.next = match::MatchId{id.number + 1};
      return page;
    }
    if (absl::Status status = Add(id, page.matches); !status.ok()) return status;
  }
}

absl::StatusOr<ResultPage> ListReads::Results(const MatchFilter& filter, std::int64_t after,
                                              int limit) {
  const absl::StatusOr<std::optional<Resolved>> resolved = Resolve(filter);
  if (!resolved.ok()) return resolved.status();
  ResultPage page;
  page.next = after;
  page.at_end = true;
  if (!resolved->has_value()) return page;
  const ResetAtEnd reset(results_);
  BindResults(results_, (*resolved)->query, after);
  for (int looked_at = 0;; ++looked_at) {
    const absl::StatusOr<bool> row = results_.Step();
    if (!row.ok()) return row.status();
    page.at_end = !*row;
    const bool is_full = std::cmp_equal(page.matches.size(), limit);
    if (page.at_end || is_full || looked_at == looked_at_max_) return page;
    page.next = results_.Int(2);
    if (results_.Int(1) == 0) continue;
    const match::MatchId id{results_.Int(0)};
    const absl::StatusOr<bool> passes = IsOfFixtures(**resolved, id);
    if (!passes.ok()) return passes.status();
    if (!*passes) continue;
    if (absl::Status status = Add(id, page.matches); !status.ok()) return status;
  }
}

absl::Status ListReads::Add(match::MatchId id, std::vector<MatchRow>& matches) {
  absl::StatusOr<MatchRow> match = reads_->Match(id);
  if (!match.ok()) return match.status();
  matches.push_back(*std::move(match));
  return absl::OkStatus();
}

absl::StatusOr<ListLead> ListReads::Choose(const ListQuery& query) {
  const std::vector<ListLead> leads = LeadsOf(query);
  if (leads.size() == 1) return leads[0];
  ListLead best = leads[0];
  std::int64_t farthest = std::numeric_limits<std::int64_t>::max();
  for (const ListLead lead : leads) {
    Statement& reach = reaches_[static_cast<std::size_t>(lead)];
    const ResetAtEnd reset(reach);
    BindReach(reach, query, lead, std::min<std::int64_t>(kReach, looked_at_max_));
    const absl::StatusOr<bool> row = reach.Step();
    if (!row.ok()) return row.status();
    if (!*row) return lead;  // hardly any rows
    if (reach.Int(0) >= farthest) continue;
    farthest = reach.Int(0);
    best = lead;
  }
  return best;
}

absl::StatusOr<std::optional<ListReads::Resolved>> ListReads::Resolve(const MatchFilter& filter) {
  Resolved resolved;
  ListQuery& query = resolved.query;
  query.to_id = std::numeric_limits<std::int64_t>::max();
  query.state = filter.state;
  query.ending = filter.ending;
  query.seats = filter.seats;
  query.place = filter.place;
  if (filter.rated.has_value()) query.rated = *filter.rated ? 1 : 0;
  query.version = filter.bot_version;
  (filter.bot.empty() ? query.any_end : query.bot_end) = filter.seat_end;
  absl::StatusOr<bool> possible = ResolveBots(filter, query);
  if (possible.ok() && *possible) possible = ResolveLeague(filter, resolved);
  if (possible.ok() && *possible) possible = ResolveTimes(filter, query);
  if (!possible.ok()) return possible.status();
  return *possible ? std::optional(resolved) : std::nullopt;
}

absl::StatusOr<bool> ListReads::ResolveBots(const MatchFilter& filter, ListQuery& query) {
  for (const auto& [name, number] :
       {std::pair(&filter.bot, &query.bot), std::pair(&filter.opponent, &query.opponent)}) {
    if (name->empty()) continue;
    const absl::StatusOr<Bot> bot = reads_->BotNamed(*name);
    if (absl::IsNotFound(bot.status())) return false;
    if (!bot.ok()) return bot.status();
    *number = bot->id.number;
  }
  return !query.bot.has_value() || query.bot != query.opponent;
}

absl::StatusOr<bool> ListReads::ResolveLeague(const MatchFilter& filter, Resolved& resolved) {
  ListQuery& query = resolved.query;
  if (!filter.league.has_value()) return true;
  query.league = filter.league->number;
  if (filter.fixture.has_value()) query.fixture = filter.fixture->number;
  std::vector<std::optional<league::FixtureId>> ranges = {filter.fixture};
  if (filter.fixtures.has_value()) {
    const std::vector<league::FixtureId>& fixtures = *filter.fixtures;
    if (fixtures.empty()) return false;
    resolved.fixtures = &fixtures;
    if (fixtures.size() <= kRangesMax && !filter.fixture.has_value()) {
      ranges.assign(fixtures.begin(), fixtures.end());
    }
  }
  std::int64_t first = std::numeric_limits<std::int64_t>::max(), last = 0;
  for (const std::optional<league::FixtureId>& fixture : ranges) {
    const absl::StatusOr<LeagueReads::Range> range = leagues_->MatchesOf(*filter.league, fixture);
    if (!range.ok()) return range.status();
    if (range->last.number == 0) continue;
    first = std::min(first, range->first.number);
    last = std::max(last, range->last.number);
  }
  query.from_id = std::max(query.from_id, first);
  query.to_id = std::min(query.to_id, last + 1);
  return last != 0;
}

absl::StatusOr<bool> ListReads::ResolveTimes(const MatchFilter& filter, ListQuery& query) {
  if (filter.created_from_ms.has_value()) {
    const absl::StatusOr<match::MatchId> first = reads_->FirstFiledFrom(*filter.created_from_ms);
    if (!first.ok()) return first.status();
    if (first->number == 0) return false;
    query.from_id = std::max(query.from_id, first->number);
  }
  if (filter.created_to_ms.has_value()) {
    const absl::StatusOr<match::MatchId> end = reads_->FirstFiledFrom(*filter.created_to_ms);
    if (!end.ok()) return end.status();
    if (end->number != 0) query.to_id = std::min(query.to_id, end->number);
  }
  return true;
}

absl::StatusOr<bool> ListReads::IsOfFixtures(const Resolved& resolved, match::MatchId id) {
  if (resolved.fixtures == nullptr) return true;
  const absl::StatusOr<league::FixtureId> fixture = leagues_->FixtureOf(id);
  if (!fixture.ok()) return fixture.status();
  return std::binary_search(resolved.fixtures->begin(), resolved.fixtures->end(), *fixture);
}

}  // namespace taki::store::sqlite
