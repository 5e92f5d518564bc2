// What HistoryService tells about how strong bots are.
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "referee/service/convert.h"
#include "referee/service/fields.h"
#include "referee/service/history_service.h"

namespace taki::service {
namespace {

double FromTenths(std::int32_t tenths) { return tenths / 10.0; }

std::string MatchIdText(const RatedChange& last) {
  return last.as_of == 0 ? std::string() : match::ToString(last.match);
}

// The rates that there are, by how a match ended.
void FaultsToProto(const rating::FaultTable& faults, v1::LeaderboardRow* out) {
  using rating::Fault;
  constexpr std::pair<v1::SeatEnd, Fault> kShown[] = {
      {v1::SEAT_END_ILLEGAL_ACTION, Fault::kForfeitIllegalAction},
      {v1::SEAT_END_TIMEOUT, Fault::kForfeitTimeout},
      {v1::SEAT_END_DISCONNECTED, Fault::kForfeitDisconnected},
      {v1::SEAT_END_NO_SHOW, Fault::kNoShow},
      {v1::SEAT_END_RESIGNED, Fault::kForfeitResigned},
      {v1::SEAT_END_DISQUALIFIED, Fault::kForfeitDisqualified}};
  for (const auto& [end, fault] : kShown) {
    v1::FaultRate* rate = out->add_faults();
    rate->set_end(end);
    rate->set_count(static_cast<std::int32_t>(faults[fault].count));
    rate->set_of(static_cast<std::int32_t>(faults[fault].of));
  }
}

void RowToProto(const Board::Row& row, v1::LeaderboardRow* out) {
  const rating::LeaderboardRow& figures = row.figures;
  if (figures.standing) {
    out->set_rank_from(figures.standing->rank_from);
    out->set_rank_to(figures.standing->rank_to);
    out->set_rating(FromTenths(figures.standing->rating_tenths));
    out->set_plus_minus(FromTenths(figures.standing->plus_minus_tenths));
  }
  out->set_bot(row.bot.name);
  out->set_display_name(row.bot.display_name);
  out->set_owner(row.bot.owner);
  out->set_bot_version(row.version);
  out->set_current(row.current);
  out->set_matches(static_cast<std::int32_t>(figures.matches));
  out->set_wins(static_cast<std::int32_t>(figures.wins));
  if (figures.matches > 0)
    out->set_mean_place(static_cast<double>(figures.places_sum) /
                        static_cast<double>(figures.matches));
  for (const std::int64_t count : figures.finishes)
    out->add_place_counts(static_cast<std::int32_t>(count));
  FaultsToProto(figures.faults, out);
  out->set_provisional(figures.provisional);
}

void BoardToProto(const Board& board, std::int32_t min_matches, std::int32_t rows_max,
                  v1::GetLeaderboardResponse* out) {
  std::int32_t total = 0;
  for (const Board::Row& row : board.rows)
    if (row.figures.matches >= min_matches && ++total <= rows_max) RowToProto(row, out->add_rows());
  out->set_rows_total(total);
  out->set_as_of(board.last.as_of);
  out->set_last_match_id(MatchIdText(board.last));
}

// Every match of the league that was put on record.
std::set<match::MatchId> MatchesOf(const league::League& league) {
  std::set<match::MatchId> matches;
  for (const league::Fixture& fixture : league.fixtures())
    for (const league::Attempt& attempt : fixture.attempts) matches.insert(attempt.match);
  return matches;
}

// Takes a figure of the sequential test, or leaves the default.
void TakeDouble(FieldErrors& errors, const char* field, bool set, double value, double low,
                double high, double& out) {
  if (!set) return;
  if (value >= low && value <= high)  // not NaN either
    out = value;
  else
    errors.push_back({field, "must be a number from " + std::string(low < 0 ? "-1000" : "0.0001") +
                                 " to " + (high > 1 ? "1000" : "0.4")});
}

rating::SprtConfig SprtFrom(const v1::GetHeadToHeadRequest& request, FieldErrors& errors) {
  rating::SprtConfig sprt;
  const double width = sprt.elo1 - sprt.elo0;
  const std::size_t errors_before = errors.size();
  TakeDouble(errors, "elo0", request.has_elo0(), request.elo0(), -1'000, 1'000, sprt.elo0);
  sprt.elo1 = std::min(sprt.elo0 + width, 1'000.0);
  TakeDouble(errors, "elo1", request.has_elo1(), request.elo1(), -1'000, 1'000, sprt.elo1);
  TakeDouble(errors, "alpha", request.has_alpha(), request.alpha(), 0.0001, 0.4, sprt.alpha);
  TakeDouble(errors, "beta", request.has_beta(), request.beta(), 0.0001, 0.4, sprt.beta);
  if (errors.size() == errors_before && !rating::CheckSprtConfig(sprt).ok())
    errors.push_back({"elo1", "must be above elo0"});
  return sprt;
}

void DuelToProto(const Duel& duel, const rating::SprtConfig& sprt, v1::GetHeadToHeadResponse* out) {
  const rating::HeadToHead& matches = duel.matches;
  out->set_matches(static_cast<std::int32_t>(matches.matches()));
  out->set_wins(static_cast<std::int32_t>(matches.wins));
  out->set_draws(static_cast<std::int32_t>(matches.draws));
  out->set_losses(static_cast<std::int32_t>(matches.losses));
  if (matches.matches() > 0) {
    const rating::Interval interval = rating::WilsonInterval(matches);
    out->set_score(matches.points() / static_cast<double>(matches.matches()));
    out->set_score_low(interval.low);
    out->set_score_high(interval.high);
    out->set_superiority(rating::ProbabilityOfSuperiority(matches));
  }
  v1::Sprt* test = out->mutable_sprt();
  switch (duel.verdict) {
    case rating::SprtVerdict::kContinue: test->set_verdict(v1::SPRT_VERDICT_CONTINUE); break;
    case rating::SprtVerdict::kAcceptH0: test->set_verdict(v1::SPRT_VERDICT_ACCEPT_ELO0); break;
    case rating::SprtVerdict::kAcceptH1: test->set_verdict(v1::SPRT_VERDICT_ACCEPT_ELO1); break;
  }
  test->set_llr(duel.llr);
  test->set_lower(duel.lower);
  test->set_upper(duel.upper);
  test->set_elo0(sprt.elo0);
  test->set_elo1(sprt.elo1);
  test->set_alpha(sprt.alpha);
  test->set_beta(sprt.beta);
  out->set_as_of(duel.last.as_of);
  out->set_last_match_id(MatchIdText(duel.last));
}

}  // namespace

grpc::Status HistoryService::GetLeaderboard(grpc::ServerContext* context,
                                            const v1::GetLeaderboardRequest* request,
                                            v1::GetLeaderboardResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.HistoryService/GetLeaderboard"))
    return *refused;
  FieldErrors errors;
  const bool of_league = !request->league_id().empty();
  const league::LeagueId league =
      of_league ? LeagueIdOf(errors, "league_id", request->league_id()) : league::LeagueId{};
  if (request->min_matches() < 0) errors.push_back({"min_matches", "must be 0 or more"});
  std::int32_t rows_max = 1'000;
  TakeIntOrDefault(errors, "max_rows", request->max_rows(), 1, 10'000, rows_max);
  if (!errors.empty()) return ToGrpcStatus(InvalidFields(std::move(errors)));
  if (!of_league) {
    const auto board = backend_.ratings.Leaderboard(request->all_versions());
    if (!board.ok()) return Failure(backend_, board.status(), {});
    BoardToProto(**board, request->min_matches(), rows_max, response);
    return grpc::Status::OK;
  }
  std::set<match::MatchId> matches;
  const absl::Status read = backend_.leagues.Read(
      league, [&](const LeagueView& view) { matches = MatchesOf(view.league); });
  if (!read.ok()) return Failure(backend_, read, {.not_found = Reason::kLeagueNotFound});
  const auto board = backend_.ratings.LeaderboardOf(
      [&matches](match::MatchId match) { return matches.contains(match); },
      request->all_versions());
  if (!board.ok()) return Failure(backend_, board.status(), {});
  BoardToProto(*board, request->min_matches(), rows_max, response);
  return grpc::Status::OK;
}

absl::StatusOr<RatedSide> HistoryService::SideOf(const std::string& bot,
                                                 const std::string& version) {
  const auto known = backend_.history.GetBot(bot);
  if (!known.ok()) return known.status();
  return RatedSide{known->id, version};
}

grpc::Status HistoryService::GetHeadToHead(grpc::ServerContext* context,
                                           const v1::GetHeadToHeadRequest* request,
                                           v1::GetHeadToHeadResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.HistoryService/GetHeadToHead"))
    return *refused;
  FieldErrors errors;
  RequireBot(errors, "bot", request->bot());
  RequireVersionOrNone(errors, "bot_version", request->bot_version());
  RequireBot(errors, "opponent", request->opponent());
  RequireVersionOrNone(errors, "opponent_version", request->opponent_version());
  if (request->bot() == request->opponent())
    errors.push_back({"opponent", "must be another bot: a bot takes at most one seat of a match"});
  const rating::SprtConfig sprt = SprtFrom(*request, errors);
  if (!errors.empty()) return ToGrpcStatus(InvalidFields(std::move(errors)));
  const auto first = SideOf(request->bot(), request->bot_version());
  if (!first.ok()) return Failure(backend_, first.status(), {.not_found = Reason::kBotNotFound});
  const auto second = SideOf(request->opponent(), request->opponent_version());
  if (!second.ok()) return Failure(backend_, second.status(), {.not_found = Reason::kBotNotFound});
  const auto duel = backend_.ratings.HeadToHead(*first, *second, sprt);
  if (!duel.ok()) return Failure(backend_, duel.status(), {});
  DuelToProto(*duel, sprt, response);
  return grpc::Status::OK;
}

grpc::Status HistoryService::GetRatingHistory(grpc::ServerContext* context,
                                              const v1::GetRatingHistoryRequest* request,
                                              v1::GetRatingHistoryResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.HistoryService/GetRatingHistory"))
    return *refused;
  FieldErrors errors;
  RequireBot(errors, "bot", request->bot());
  RequireVersionOrNone(errors, "bot_version", request->bot_version());
  std::int32_t points_max = 50;
  TakeIntOrDefault(errors, "max_points", request->max_points(), 1, 100, points_max);
  if (!errors.empty()) return ToGrpcStatus(InvalidFields(std::move(errors)));
  const auto side = SideOf(request->bot(), request->bot_version());
  if (!side.ok()) return Failure(backend_, side.status(), {.not_found = Reason::kBotNotFound});
  const auto points = backend_.ratings.HistoryOf(*side, static_cast<std::size_t>(points_max));
  if (!points.ok()) return Failure(backend_, points.status(), {});
  for (const RatingPoint& point : *points) {
    v1::RatingPoint* out = response->add_points();
    out->set_as_of(point.last.as_of);
    out->set_match_id(match::ToString(point.last.match));
    out->set_bot_version(point.version);
    out->set_rating(FromTenths(point.standing.rating_tenths));
    out->set_plus_minus(FromTenths(point.standing.plus_minus_tenths));
    out->set_matches(static_cast<std::int32_t>(point.matches));
    out->set_finished_ms(point.last.finished_ms);
  }
  return grpc::Status::OK;
}

}  // namespace taki::service
