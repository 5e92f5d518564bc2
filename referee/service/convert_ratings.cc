#include "referee/service/convert_ratings.h"

#include <utility>

#include "referee/rating/head_to_head.h"

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

}  // namespace

void ToProto(const Board::Row& row, v1::LeaderboardRow* out) {
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

void ToProto(const Board& board, std::int32_t min_matches, std::int32_t rows_max,
             v1::GetLeaderboardResponse* out) {
  std::int32_t total = 0;
  for (const Board::Row& row : board.rows)
    if (row.figures.matches >= min_matches && ++total <= rows_max) ToProto(row, out->add_rows());
  out->set_rows_total(total);
  out->set_as_of(board.last.as_of);
  out->set_last_match_id(MatchIdText(board.last));
}

void ToProto(const RatingPoint& point, v1::RatingPoint* out) {
  out->set_as_of(point.last.as_of);
  out->set_match_id(match::ToString(point.last.match));
  out->set_bot_version(point.version);
  out->set_rating(FromTenths(point.standing.rating_tenths));
  out->set_plus_minus(FromTenths(point.standing.plus_minus_tenths));
  out->set_matches(static_cast<std::int32_t>(point.matches));
  out->set_finished_ms(point.last.finished_ms);
}

void ToProto(const Duel& duel, const rating::SprtConfig& sprt, v1::GetHeadToHeadResponse* out) {
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

}  // namespace taki::service
