#include "referee/service/profile.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "referee/service/convert.h"
#include "store/time_buckets.h"

namespace taki::service {
namespace {

std::int32_t Count(std::int64_t count) {
  return static_cast<std::int32_t>(
      std::min<std::int64_t>(count, std::numeric_limits<std::int32_t>::max()));
}

// How often a bot was on each place.
class Places {
 public:
  void Add(std::int32_t place, std::int64_t matches) {
    const auto index = static_cast<std::size_t>(place - 1);
    if (counts_.size() <= index) counts_.resize(index + 1);
    counts_[index] += matches;
  }
  void ToProto(v1::ResultCounts* out) const {
    std::int64_t matches = 0, places = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      out->add_place_counts(Count(counts_[i]));
      matches += counts_[i];
      places += counts_[i] * static_cast<std::int64_t>(i + 1);
    }
    out->set_matches(Count(matches));
    if (matches == 0) return;
    out->set_wins(Count(counts_[0]));
    out->set_mean_place(static_cast<double>(places) / static_cast<double>(matches));
  }

 private:
  std::vector<std::int64_t> counts_;
};

template <class Counted>
bool Passes(const Counted& counted, const ProfileFilter& filter) {
  return (filter.version.empty() || counted.version == filter.version) &&
         (!filter.rated || counted.rated == *filter.rated);
}

// The longest time of the bucket in which `part` of 1000 are reached.
std::int32_t Quantile(const std::map<std::int32_t, std::int64_t>& buckets, std::int64_t total,
                      std::int64_t part) {
  const std::int64_t wanted = (total * part + 999) / 1'000;
  std::int64_t reached = 0;
  for (const auto& [bucket, count] : buckets)
    if ((reached += count) >= wanted) return store::LongestOfBucket(bucket);
  return 0;
}

}  // namespace

void AddResults(const store::BotTally& tally, const ProfileFilter& filter,
                v1::GetBotProfileResponse* out) {
  Places all;
  std::map<std::int32_t, Places> by_seats;
  std::map<std::pair<std::int32_t, std::int32_t>, Places> by_seat;
  std::map<rules::SeatEnd, std::int64_t> ends;
  for (const store::BotTally::Results& results : tally.results) {
    if (!Passes(results, filter)) continue;
    all.Add(results.place, results.matches);
    by_seats[results.seats].Add(results.place, results.matches);
    by_seat[{results.seats, results.seat}].Add(results.place, results.matches);
    if (results.end != rules::SeatEnd::kCompleted) ends[results.end] += results.matches;
  }
  all.ToProto(out->mutable_results());
  for (const auto& [seats, places] : by_seats) {
    v1::SeatsRecord* record = out->add_by_seats();
    record->set_seats(seats);
    places.ToProto(record->mutable_results());
  }
  for (const auto& [seat, places] : by_seat) {
    v1::SeatRecord* record = out->add_by_seat();
    record->set_seats(seat.first);
    record->set_seat(seat.second);
    places.ToProto(record->mutable_results());
  }
  for (const auto& [end, matches] : ends) {
    v1::FaultRate* fault = out->add_match_faults();
    fault->set_end(ToProto(end));
    fault->set_count(Count(matches));
    fault->set_of(out->results().matches());
  }
}

void AddDecisions(const store::BotTally& tally, const ProfileFilter& filter,
                  v1::GetBotProfileResponse* out) {
  using Kind = match::Record::Kind;
  std::map<std::int32_t, std::int64_t> closed;  // by bucket: what closed its decision
  std::int64_t decisions = 0, timeouts = 0, illegal = 0, strikes = 0;
  for (const store::BotTally::Decisions& counted : tally.decisions) {
    if (!filter.version.empty() && counted.version != filter.version) continue;
    strikes += counted.strikes;
    // A reply with a strike was refused in part.
    if (counted.kind == Kind::kReply) illegal += counted.strikes;
    if (counted.kind == Kind::kRefusal) illegal += counted.count;
    if (counted.kind == Kind::kTimeout) timeouts += counted.count;
    if (counted.kind == Kind::kRefusal) continue;
    decisions += counted.count;
    closed[counted.bucket] += counted.count;
  }
  v1::DecisionTiming* timing = out->mutable_timing();
  timing->set_decisions(decisions);
  if (decisions > 0) {
    timing->set_p50_ms(Quantile(closed, decisions, 500));
    timing->set_p90_ms(Quantile(closed, decisions, 900));
    timing->set_p99_ms(Quantile(closed, decisions, 990));
    timing->set_p999_ms(Quantile(closed, decisions, 999));
    timing->set_max_ms(Quantile(closed, decisions, 1'000));
  }
  v1::DecisionFaults* faults = out->mutable_decision_faults();
  faults->set_decisions(decisions);
  faults->set_timeouts(timeouts);
  faults->set_illegal_replies(illegal);
  faults->set_strikes(strikes);
}

std::vector<Rival> RivalsIn(const store::BotTally& tally, const ProfileFilter& filter) {
  std::map<match::BotId, Rival> by_bot;
  for (const store::BotTally::Meetings& meetings : tally.meetings) {
    if (!Passes(meetings, filter)) continue;
    Rival& rival = by_bot[meetings.opponent];
    rival.bot = meetings.opponent;
    rival.matches += meetings.matches;
    rival.ahead += meetings.ahead;
    rival.level += meetings.level;
  }
  std::vector<Rival> rivals;
  for (const auto& [bot, rival] : by_bot) rivals.push_back(rival);
  std::ranges::stable_sort(rivals, std::greater<>(), &Rival::matches);
  return rivals;
}

}  // namespace taki::service
