#include "referee/league/ladder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <tuple>

#include "referee/league/lot.h"
#include "referee/league/schedule.h"
#include "referee/league/seat_balance.h"
#include "referee/match/record.h"
#include "referee/match/text.h"

namespace taki::league {
namespace {

class LadderSchedule final : public Schedule {
 public:
  void Begin(Book&) const override {}
  bool HasMore(const Book& book) const override { return LadderFixturesLeft(book) > 0; }
  void Foresee(const Book& book, Progress& progress) const override {
    progress.round = progress.rounds = 0;
    if (book.config().rounds == 0) {
      progress.matches_total = 0;  // no end
    } else {
      progress.matches_total += LadderFixturesLeft(book);
      progress.fixtures_total += LadderFixturesLeft(book);
    }
  }
};

}  // namespace

std::unique_ptr<const Schedule> MakeLadder() { return std::make_unique<LadderSchedule>(); }

std::int32_t LadderFixturesLeft(const Book& book) {
  if (book.IsClosed() || book.Active().size() < 2) return 0;
  if (book.config().rounds == 0) return std::numeric_limits<std::int32_t>::max();
  return std::max(0, book.config().rounds - book.fixture_count());
}

// --- one call of Pair

class LadderRound {
 public:
  LadderRound(const Ladder& ladder, const Book& book, const std::vector<Entrant>& available,
              std::int32_t limit)
      : players_(ladder.players_), book_(book), limit_(limit) {
    for (const Entrant entrant : available)
      if (book.IsActive(entrant)) pool_.insert(entrant);
    std::vector<std::int32_t> games;  // of those present
    for (const Entrant entrant : book.Active())
      if (pool_.contains(entrant) || book.entrants()[static_cast<std::size_t>(entrant)].running > 0)
        games.push_back(Of(entrant).games);
    table_ = std::min(static_cast<std::size_t>(book.config().seats), games.size());
    std::sort(games.begin(), games.end());
    if (!games.empty()) low_ = games[(games.size() - 1) / 4];
  }

  std::vector<Wanted> Run() {
    PlayAgain();
    std::set<Entrant> anchors = pool_;
    std::int32_t fixtures = LadderFixturesLeft(book_);
    std::int32_t number = book_.fixture_count();
    while (!anchors.empty() && table_ >= 2 && pool_.size() >= table_ && fixtures > 0 && HasRoom()) {
      const Entrant anchor =
          *std::min_element(anchors.begin(), anchors.end(),
                            [this](Entrant a, Entrant b) { return AnchorKey(a) < AnchorKey(b); });
      anchors.erase(anchor);
      if (IsAhead(anchor)) break;  // all others are, too
      std::vector<Entrant> seats = Opponents(anchor);
      if (seats.size() + 1 < table_) continue;
      seats.insert(seats.begin(), anchor);
      for (const Entrant entrant : seats) {
        pool_.erase(entrant);
        anchors.erase(entrant);
      }
      ++number;
      --fixtures;
      wanted_.push_back({{{number}, 1, 1}, Seated(seats, number)});
    }
    return std::move(wanted_);
  }

 private:
  const Ladder::Player& Of(Entrant entrant) const {
    return players_[static_cast<std::size_t>(entrant)];
  }
  std::int32_t SeedOf(Entrant entrant) const {
    return book_.entrants()[static_cast<std::size_t>(entrant)].seed;
  }
  // The least is the one to be given a match.
  using AnchorOrder = std::tuple<int, std::int32_t, double, std::int32_t, std::int32_t>;
  AnchorOrder AnchorKey(Entrant entrant) const {
    const Ladder::Player& player = Of(entrant);
    const bool behind = player.games < low_;
    return {behind             ? 0
            : IsAhead(entrant) ? 2
                               : 1,
            behind ? player.games : 0, -player.skill.sigma, player.games, SeedOf(entrant)};
  }

  bool HasRoom() const { return static_cast<std::int32_t>(wanted_.size()) < limit_; }
  bool IsAhead(Entrant entrant) const { return Of(entrant).games > low_ + kLadderLead; }

  void PlayAgain() {
    for (const std::int32_t index : book_.open()) {
      if (!HasRoom()) return;
      const Wanted& next = *book_.notes(index).next;
      if (!std::all_of(next.seats.begin(), next.seats.end(),
                       [this](Entrant entrant) { return pool_.contains(entrant); }))
        continue;
      for (const Entrant entrant : next.seats) pool_.erase(entrant);
      wanted_.push_back(next);
    }
  }

  // As many as a table takes, or fewer if there are not enough.
  std::vector<Entrant> Opponents(Entrant anchor) const {
    const std::vector<Entrant>& last = Of(anchor).last_met;
    const auto key = [&](Entrant entrant) {
      const bool again = std::find(last.begin(), last.end(), entrant) != last.end();
      const double distance = std::fabs(Of(entrant).skill.mu - Of(anchor).skill.mu);
      return std::tuple(IsAhead(entrant), IsAhead(entrant) ? Of(entrant).games : 0, again, distance,
                        Of(entrant).games, SeedOf(entrant));
    };
    std::vector<Entrant> opponents;
    for (const Entrant entrant : pool_)
      if (entrant != anchor && (!IsAhead(entrant) || Of(anchor).games <= low_))
        opponents.push_back(entrant);
    const std::size_t count = std::min(opponents.size(), table_ - 1);
    std::partial_sort(opponents.begin(), opponents.begin() + static_cast<std::ptrdiff_t>(count),
                      opponents.end(), [&](Entrant a, Entrant b) { return key(a) < key(b); });
    opponents.resize(count);
    return opponents;
  }

  std::vector<Entrant> Seated(const std::vector<Entrant>& entrants, std::int32_t fixture) const {
    std::vector<std::vector<int>> sat;
    sat.reserve(entrants.size());
    for (const Entrant entrant : entrants) sat.push_back(Of(entrant).sat);
    rules::WordStream lot =
        pairing::LotWords(book_.event_seed(), match::Concat("ladder ", fixture));
    return pairing::SeatTable(entrants, sat, lot);
  }

  const std::vector<Ladder::Player>& players_;
  const Book& book_;
  const std::int32_t limit_;
  std::set<Entrant> pool_;
  std::size_t table_ = 0;
  std::int32_t low_ = 0;
  std::vector<Wanted> wanted_;
};

// --- Ladder

absl::Status Ladder::CanFile(const Book& book, const MatchSlot& slot,
                             const std::vector<Entrant>& seats) const {
  const std::set<Entrant> different(seats.begin(), seats.end());
  const bool all_active = std::all_of(seats.begin(), seats.end(),
                                      [&book](Entrant entrant) { return book.IsActive(entrant); });
  if (seats.size() < 2 || seats.size() > static_cast<std::size_t>(book.config().seats) ||
      different.size() != seats.size() || !all_active || slot.game != 1 || slot.attempt != 1 ||
      LadderFixturesLeft(book) == 0)
    return absl::FailedPreconditionError("slot: this match is not wanted now");
  return absl::OkStatus();
}

void Ladder::AddFixture(Book& book, const std::vector<Entrant>& seats) {
  Fixture fixture;
  fixture.round = 1;
  fixture.number_in_round = book.fixture_count() + 1;
  fixture.sources.resize(seats.size(), {Source::Kind::kPaired, 0, 0});
  fixture.slots = seats;
  book.Add(std::move(fixture), {.strikes = true});
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    Player& player = players_[static_cast<std::size_t>(seats[seat])];
    ++player.games;
    if (player.sat.size() <= seat) player.sat.resize(seat + 1);
    ++player.sat[seat];
    player.last_met = seats;
  }
}

void Ladder::Rate(const Book& book, std::pair<std::int32_t, std::int32_t> match) {
  if (!IsOf(book)) return;
  const Attempt& attempt =
      book.fixture(match.first).attempts[static_cast<std::size_t>(match.second)];
  if (attempt.annulled || attempt.outcome->ending == match::MatchEnding::kVoid) return;
  std::vector<std::size_t> seats;  // those who count, best first
  for (std::size_t i = 0; i < attempt.seats.size(); ++i)
    if (attempt.outcome->seats[i].ready && !book.IsStruck(attempt.seats[i])) seats.push_back(i);
  if (seats.size() < 2) return;
  // OpenSkill wants no ties: stages break them, and seats, which are dealt equally often.
  std::stable_sort(seats.begin(), seats.end(), [&attempt](std::size_t a, std::size_t b) {
    const auto key = [&attempt](std::size_t i) {
      return std::pair(attempt.outcome->seats[i].place,
                       -attempt.outcome->seats[i].stages_completed);
    };
    return key(a) < key(b);
  });
  std::vector<rating::Skill> skills;
  skills.reserve(seats.size());
  for (const std::size_t i : seats) skills.push_back(PlayerOn(attempt, i).skill);
  std::vector<int> ranks(seats.size());
  std::iota(ranks.begin(), ranks.end(), 1);
  const std::vector<rating::Skill> after = rating::UpdateSkills(skills, ranks);
  for (std::size_t rank = 0; rank < seats.size(); ++rank)
    PlayerOn(attempt, seats[rank]).skill = after[rank];
}

void Ladder::Rebuild(const Book& book) {
  if (!IsOf(book)) return;
  players_.resize(static_cast<std::size_t>(book.size()));
  for (Player& player : players_) player.skill = {};
  for (const auto& match : book.finishes()) Rate(book, match);
}

std::vector<Wanted> Ladder::Pair(const Book& book, const std::vector<Entrant>& available,
                                 std::int32_t limit) const {
  return LadderRound(*this, book, available, limit).Run();
}

}  // namespace taki::league
