#include "referee/service/duel.h"

#include <algorithm>
#include <vector>

namespace taki::service {
namespace {

struct Meeting {
  match::MatchId match;
  int difference = 0;  // of places; below 0: the first side stood before
  bool counts = true;
};

bool IsOf(const RatedSide& side, const RatedVersion& version) {
  return version.bot == side.bot && (side.version.empty() || version.version == side.version);
}

// In the order of the log.
std::vector<Meeting> MeetingsIn(const RatedLog& log, const RatedSide& first,
                                const RatedSide& second) {
  std::vector<Meeting> meetings;
  log.ForEachOfBoth(
      first.bot, second.bot, [&](const RatedChange& change, std::span<const RatedSeat> seats) {
        const RatedSeat* sides[2] = {nullptr, nullptr};
        for (const RatedSeat& seat : seats) {
          if (!seat.showed_up()) continue;
          const RatedVersion& version = log.versions()[seat.version()];
          if (IsOf(first, version)) sides[0] = &seat;
          if (IsOf(second, version)) sides[1] = &seat;
        }
        if (sides[0] == nullptr || sides[1] == nullptr) return;
        meetings.push_back({change.match, sides[0]->place() - sides[1]->place(), change.counts});
      });
  return meetings;
}

// By match; of each match the last change decides.
std::vector<Meeting> Counting(std::vector<Meeting> meetings) {
  const auto before = [](const Meeting& a, const Meeting& b) { return a.match < b.match; };
  if (!std::is_sorted(meetings.begin(), meetings.end(), before))
    std::stable_sort(meetings.begin(), meetings.end(), before);
  std::vector<Meeting> counting;
  for (std::size_t i = 0; i < meetings.size(); ++i) {
    const bool is_last = i + 1 == meetings.size() || meetings[i].match != meetings[i + 1].match;
    if (is_last && meetings[i].counts) counting.push_back(meetings[i]);
  }
  return counting;
}

}  // namespace

Duel DuelOf(const RatedLog& log, const RatedSide& first, const RatedSide& second,
            const rating::SprtConfig& sprt) {
  rating::Sprt test(sprt);
  for (const Meeting& meeting : Counting(MeetingsIn(log, first, second))) {
    if (meeting.difference < 0) test.AddWin();
    if (meeting.difference > 0) test.AddLoss();
    if (meeting.difference == 0) test.AddDraw();
  }
  Duel duel;
  duel.matches = {.wins = test.wins(), .losses = test.losses(), .draws = test.draws()};
  duel.verdict = test.verdict();
  duel.llr = test.llr();
  duel.lower = test.lower_bound();
  duel.upper = test.upper_bound();
  duel.last = log.last();
  return duel;
}

}  // namespace taki::service
