#include "referee/service/match_filter.h"

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/service/fields.h"

namespace taki::service {
namespace {

using match::MatchEnding;
using rules::SeatEnd;
using store::MatchState;

constexpr std::int32_t kIntMax = std::numeric_limits<std::int32_t>::max();

void Add(FieldErrors& errors, std::string_view field, std::string_view description) {
  errors.push_back({std::string(field), std::string(description)});
}

void ReadBots(const v1::ListMatchesRequest& request, store::MatchFilter& filter,
              FieldErrors& errors) {
  RequireBotOrNone(errors, "bot", request.bot());
  RequireBotOrNone(errors, "opponent", request.opponent());
  RequireVersionOrNone(errors, "bot_version", request.bot_version());
  if (request.bot().empty()) {
    constexpr std::string_view kNeedsBot = "may be set only together with bot";
    if (!request.bot_version().empty()) Add(errors, "bot_version", kNeedsBot);
    if (!request.opponent().empty()) Add(errors, "opponent", kNeedsBot);
    if (request.place() != 0) Add(errors, "place", kNeedsBot);
  } else if (request.opponent() == request.bot()) {
    Add(errors, "opponent", "must be another bot than bot");
  }
  filter.bot = request.bot();
  filter.bot_version = request.bot_version();
  filter.opponent = request.opponent();
}

void ReadCourse(const v1::ListMatchesRequest& request, store::MatchFilter& filter,
                FieldErrors& errors) {
  filter.state =
      KnownOrNone(errors, "state", request.state(),
                  std::array{MatchState::kQueued, MatchState::kAssigned, MatchState::kRunning,
                             MatchState::kFinished, MatchState::kVoid, MatchState::kQuarantined});
  filter.ending =
      KnownOrNone(errors, "ending", request.ending(),
                  std::array{MatchEnding::kCompleted, MatchEnding::kWalkover,
                             MatchEnding::kDeadlock, MatchEnding::kTurnLimit, MatchEnding::kVoid});
  filter.seat_end =
      KnownOrNone(errors, "seat_end", request.seat_end(),
                  std::array{SeatEnd::kCompleted, SeatEnd::kIllegalAction, SeatEnd::kTimeout,
                             SeatEnd::kDisconnected, SeatEnd::kNoShow, SeatEnd::kResigned,
                             SeatEnd::kDisqualified});
  std::int32_t seats = 0, place = 0;
  TakeIntOrDefault(errors, "seats", request.seats(), rules::kMinSeats, rules::kMaxSeats, seats);
  TakeIntOrDefault(errors, "place", request.place(), 1, rules::kMaxSeats, place);
  if (seats != 0) filter.seats = seats;
  if (place != 0) filter.place = place;
  if (request.has_rated()) filter.rated = request.rated();
}

// What no match can be at the same time.
void RefuseContradictions(const store::MatchFilter& filter, FieldErrors& errors) {
  const bool is_void = filter.state == MatchState::kVoid || filter.ending == MatchEnding::kVoid;
  if (filter.state && !store::IsRevealed(*filter.state)) {
    constexpr std::string_view kNoResult = "must be left out: a match of this state has no result";
    if (filter.ending) Add(errors, "ending", kNoResult);
    if (filter.seat_end) Add(errors, "seat_end", kNoResult);
    if (filter.place) Add(errors, "place", kNoResult);
  } else if (filter.state && filter.ending &&
             (*filter.state == MatchState::kVoid) != (*filter.ending == MatchEnding::kVoid)) {
    Add(errors, "ending", "must be VOID for the state VOID, and only for it");
  } else if (filter.place && is_void) {
    Add(errors, "place", "must be left out: a VOID match has no places");
  }
  if (filter.place && filter.seats && *filter.place > *filter.seats)
    Add(errors, "place", "must be at most seats");
}

void ReadTimes(const v1::ListMatchesRequest& request, store::MatchFilter& filter,
               FieldErrors& errors) {
  const auto take = [&errors](std::string_view field, std::int64_t value,
                              std::optional<std::int64_t>& out) {
    if (value < 0) Add(errors, field, "must be milliseconds since 1970, or left out");
    if (value > 0) out = value;
  };
  take("created_from_ms", request.created_from_ms(), filter.created_from_ms);
  take("created_before_ms", request.created_before_ms(), filter.created_to_ms);
  if (filter.created_from_ms && filter.created_to_ms &&
      *filter.created_to_ms <= *filter.created_from_ms)
    Add(errors, "created_before_ms", "must be later than created_from_ms");
}

void ReadLeague(const v1::ListMatchesRequest& request, store::MatchFilter& filter,
                FieldErrors& errors) {
  if (!request.league_id().empty())
    filter.league = LeagueIdOf(errors, "league_id", request.league_id());
  std::int32_t fixture = 0, round = 0;
  TakeIntOrDefault(errors, "fixture_id", request.fixture_id(), 1, kIntMax, fixture);
  TakeIntOrDefault(errors, "round", request.round(), 1, kIntMax, round);
  if (fixture != 0) filter.fixture = league::FixtureId{fixture};
  if (request.league_id().empty()) {
    constexpr std::string_view kNeedsLeague = "may be set only together with league_id";
    if (request.fixture_id() != 0) Add(errors, "fixture_id", kNeedsLeague);
    if (request.round() != 0) Add(errors, "round", kNeedsLeague);
  } else if (request.fixture_id() != 0 && request.round() != 0) {
    Add(errors, "round", "must be left out if fixture_id is set: a fixture is of one round");
  }
}

absl::StatusOr<std::vector<league::FixtureId>> FixturesOfRound(LeagueViews& leagues,
                                                               league::LeagueId id,
                                                               std::int32_t round) {
  std::vector<league::FixtureId> fixtures;
  const absl::Status status = leagues.Read(id, [&](const LeagueView& view) {
    for (const league::Fixture& fixture : view.league.fixtures())  // ascending
      if (fixture.round == round) fixtures.push_back(fixture.id);
  });
  if (!status.ok()) return status;
  return fixtures;
}

}  // namespace

absl::StatusOr<store::MatchFilter> FilterFrom(const v1::ListMatchesRequest& request,
                                              LeagueViews& leagues, FieldErrors& errors) {
  store::MatchFilter filter;
  const std::size_t errors_before = errors.size();
  ReadBots(request, filter, errors);
  ReadCourse(request, filter, errors);
  RefuseContradictions(filter, errors);
  ReadTimes(request, filter, errors);
  ReadLeague(request, filter, errors);
  if (errors.size() > errors_before || request.round() == 0) return filter;
  auto fixtures = FixturesOfRound(leagues, *filter.league, request.round());
  if (!fixtures.ok()) return fixtures.status();
  filter.fixtures = *std::move(fixtures);
  return filter;
}

absl::StatusOr<store::MatchFilter> FilterOfResultsFrom(const v1::ListMatchesRequest& filter,
                                                       LeagueViews& leagues, FieldErrors& errors) {
  FieldErrors found;
  auto wanted = FilterFrom(filter, leagues, found);
  if (filter.page_size() != 0) Add(found, "page_size", "must be left out here");
  if (!filter.page_token().empty()) Add(found, "page_token", "must be left out here");
  if (wanted.ok() && wanted->state && !store::IsRevealed(*wanted->state))
    Add(found, "state", "must be FINISHED or VOID, or left out");
  for (FieldError& error : found)
    errors.push_back({"filter." + error.field, std::move(error.description)});
  return wanted;
}

}  // namespace taki::service
