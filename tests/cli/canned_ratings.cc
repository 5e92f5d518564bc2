#include "tests/cli/canned_ratings.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace taki::test {
namespace {

constexpr std::int64_t kEpochMs = 1'764'547'200'000;  // 2025-12-01

struct Rated {
  std::string bot, version;
  int rank_from, rank_to;
  double rating, plus_minus, mean_place;
  std::vector<int> places;
};

v1::LeaderboardRow RowOf(const Rated& rated) {
  v1::LeaderboardRow row;
  row.set_bot(rated.bot);
  row.set_display_name(rated.bot);
  row.set_owner("ann");
  row.set_bot_version(rated.version);
  row.set_current(true);
  row.set_rank_from(rated.rank_from);
  row.set_rank_to(rated.rank_to);
  row.set_rating(rated.rating);
  row.set_plus_minus(rated.plus_minus);
  row.set_mean_place(rated.mean_place);
  for (const int count : rated.places) {
    row.add_place_counts(count);
    row.set_matches(row.matches() + count);
  }
  row.set_wins(rated.places.front());
  for (int end = v1::SEAT_END_ILLEGAL_ACTION; end <= v1::SEAT_END_DISQUALIFIED; ++end) {
    v1::FaultRate& fault = *row.add_faults();
    fault.set_end(static_cast<v1::SeatEnd>(end));
    fault.set_of(row.matches());
  }
  return row;
}

}  // namespace

v1::GetLeaderboardResponse CannedLeaderboard() {
  v1::GetLeaderboardResponse board;
  *board.add_rows() = RowOf({"bob", "7", 1, 2, 112.4, 48.2, 1.45, {33, 20, 5, 2}});
  *board.add_rows() = RowOf({"alice", "1.2", 1, 2, 61.3, 47.9, 1.7, {28, 24, 6, 2}});
  v1::LeaderboardRow& carol = *board.add_rows();
  carol = RowOf({"carol", "2025-11", 3, 3, -173.7, 161.0, 2.5, {4, 4, 4, 4}});
  carol.set_provisional(true);
  carol.mutable_faults(1)->set_count(2);  // TIMEOUT
  carol.mutable_faults(3)->set_count(1);  // NO_SHOW
  carol.mutable_faults(3)->set_of(17);
  board.set_rows_total(3);
  board.set_as_of(57);
  board.set_last_match_id("m-000061");
  return board;
}

v1::GetHeadToHeadResponse CannedHeadToHead() {
  v1::GetHeadToHeadResponse result;
  result.set_matches(40);
  result.set_wins(27);
  result.set_draws(1);
  result.set_losses(12);
  result.set_score(0.6875);
  result.set_score_low(0.5323);
  result.set_score_high(0.8093);
  result.set_superiority(0.991);
  v1::Sprt& sprt = *result.mutable_sprt();
  sprt.set_verdict(v1::SPRT_VERDICT_ACCEPT_ELO1);
  sprt.set_llr(3.02);
  sprt.set_lower(-2.944);
  sprt.set_upper(2.944);
  sprt.set_elo0(0);
  sprt.set_elo1(50);
  sprt.set_alpha(0.05);
  sprt.set_beta(0.05);
  result.set_as_of(57);
  result.set_last_match_id("m-000061");
  return result;
}

v1::GetRatingHistoryResponse CannedRatingHistory() {
  v1::GetRatingHistoryResponse history;
  const double ratings[] = {-12.5, 40.0, 61.3};
  for (int i = 0; i < 3; ++i) {
    v1::RatingPoint& point = *history.add_points();
    point.set_as_of(19 * (i + 1));
    point.set_match_id("m-00002" + std::to_string(i));
    point.set_bot_version(i == 0 ? "1.1" : "1.2");
    point.set_rating(ratings[i]);
    point.set_plus_minus(160.0 / (i + 1));
    point.set_matches(i == 0 ? 20 : 20 * i);
    point.set_finished_ms(kEpochMs + 3'600'000 * i);
  }
  return history;
}

v1::GetBotProfileResponse CannedProfile() {
  v1::GetBotProfileResponse profile;
  v1::Bot& bot = *profile.mutable_bot();
  bot.set_name("alice");
  bot.set_display_name("Alice the Great");
  bot.set_owner("ann");
  bot.set_registered_ms(kEpochMs);
  bot.set_connected(true);
  bot.set_current_version("1.2");
  for (const char* version : {"1.1", "1.2"}) bot.add_versions()->set_version(version);
  *profile.mutable_standing() = CannedLeaderboard().rows(1);
  *profile.mutable_rating_history() = CannedRatingHistory().points();
  const auto results = [](v1::ResultCounts& out, double mean_place, std::vector<int> places) {
    for (const int count : places) {
      out.add_place_counts(count);
      out.set_matches(out.matches() + count);
    }
    out.set_wins(places.front());
    out.set_mean_place(mean_place);
  };
  results(*profile.mutable_results(), 1.7, {28, 24, 6, 2});
  v1::SeatsRecord& two = *profile.add_by_seats();
  two.set_seats(2);
  results(*two.mutable_results(), 1.45, {22, 18});
  v1::SeatsRecord& four = *profile.add_by_seats();
  four.set_seats(4);
  results(*four.mutable_results(), 2.2, {6, 6, 6, 2});
  const auto seat = [&](int seats, int number, double mean_place, std::vector<int> places) {
    v1::SeatRecord& record = *profile.add_by_seat();
    record.set_seats(seats);
    record.set_seat(number);
    results(*record.mutable_results(), mean_place, std::move(places));
  };
  seat(2, 0, 1.35, {13, 7});
  seat(2, 1, 1.55, {9, 11});
  seat(4, 2, 2.2, {6, 6, 6, 2});
  const auto opponent = [&](const char* name, int ahead, int level, int behind) {
    v1::OpponentRecord& record = *profile.add_by_opponent();
    record.set_opponent(name);
    record.set_matches(ahead + level + behind);
    record.set_ahead(ahead);
    record.set_level(level);
    record.set_behind(behind);
  };
  opponent("bob", 27, 1, 12);
  opponent("carol", 15, 0, 1);
  profile.set_opponents_total(2);
  v1::FaultRate& fault = *profile.add_match_faults();
  fault.set_end(v1::SEAT_END_TIMEOUT);
  fault.set_count(1);
  fault.set_of(60);
  v1::DecisionTiming& timing = *profile.mutable_timing();
  timing.set_decisions(21'417);
  timing.set_p50_ms(3);
  timing.set_p90_ms(9);
  timing.set_p99_ms(47);
  timing.set_p999_ms(319);
  timing.set_max_ms(1'023);
  v1::DecisionFaults& faults = *profile.mutable_decision_faults();
  faults.set_decisions(21'417);
  faults.set_timeouts(1);
  faults.set_illegal_replies(2);
  faults.set_strikes(3);
  return profile;
}

}  // namespace taki::test
