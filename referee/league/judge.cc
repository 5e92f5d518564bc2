#include "referee/league/judge.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <tuple>
#include <utility>

#include "referee/league/lot.h"
#include "referee/league/score.h"
#include "referee/league/standings.h"
#include "referee/match/record.h"
#include "referee/match/text.h"
#include "referee/rules/check.h"

namespace taki::league {
namespace {

using Kind = GameResult::Kind;

bool IsResolved(Kind kind) { return kind != Kind::kOpen && kind != Kind::kRunning; }

// The fewest further wins that put a lead of `lead` units out of reach of `left` games.
std::int32_t WinsNeeded(std::int64_t lead, std::int32_t left) {
  for (std::int32_t wins = 0; wins < left; ++wins)
    if (lead + wins * kPoint > (left - wins) * kPoint) return wins;
  return left;
}

class Judging {
 public:
  Judging(const Fixture& fixture, const FixtureFacts& facts, const FixtureRule& rule,
          const Circumstances& circumstances)
      : fixture_(fixture), facts_(facts), rule_(rule), circumstances_(circumstances) {
    for (const Entrant entrant : fixture.slots)
      if (entrant != kNobody) entrants_.push_back(entrant);
  }

  Judgement Run() {
    for (std::int32_t game = 1; game <= GamesBegun(); ++game) result_.games.push_back(Read(game));
    if (entrants_.size() < 2)
      Bye();
    else if (rule_.bracket)
      JudgeBracket();
    else
      JudgeTable();
    return std::move(result_);
  }

 private:
  // --- who is there

  const Presence& Of(Entrant entrant) const {
    return circumstances_.presence[static_cast<std::size_t>(entrant)];
  }
  // Whoever leaves after the league was closed changes nothing any more.
  bool IsGone(Entrant entrant) const {
    const std::int32_t seq = Of(entrant).gone_seq;
    return seq != 0 && (circumstances_.closed_seq == 0 || seq < circumstances_.closed_seq);
  }
  bool IsClosed() const { return circumstances_.closed_seq != 0; }

  std::vector<Entrant> There() const {
    std::vector<Entrant> there;
    for (const Entrant entrant : entrants_)
      if (!IsGone(entrant)) there.push_back(entrant);
    return there;
  }

  // Game 1 as the slots say, each further one turned by one; without who has left.
  std::vector<Entrant> SeatsOf(std::int32_t game) const {
    std::vector<Entrant> seats;
    const std::size_t slots = fixture_.slots.size();
    for (std::size_t i = 0; i < slots; ++i) {
      const Entrant entrant = fixture_.slots[(i + static_cast<std::size_t>(game - 1)) % slots];
      if (entrant != kNobody && !IsGone(entrant)) seats.push_back(entrant);
    }
    return seats;
  }

  // --- what the attempts say

  std::int32_t GamesBegun() const {
    std::int32_t games = rule_.games;
    for (const Attempt& attempt : fixture_.attempts) games = std::max(games, attempt.game);
    return games;
  }

  std::int32_t VoidLimit(std::int32_t game) const {
    const auto requeued = std::count(facts_.requeued.begin(), facts_.requeued.end(), game);
    return circumstances_.void_limit * (1 + static_cast<std::int32_t>(requeued));
  }

  GameResult Read(std::int32_t game) const {
    GameResult result;
    result.game = game;
    std::int32_t voids = 0;
    for (std::size_t i = 0; i < fixture_.attempts.size(); ++i) {
      const Attempt& attempt = fixture_.attempts[i];
      if (attempt.game != game || attempt.annulled) continue;
      result.attempt = static_cast<std::int32_t>(i);
      result.seats = attempt.seats;
      if (!attempt.over)
        result.kind = Kind::kRunning;
      else if (attempt.outcome->ending != match::MatchEnding::kVoid)
        result.kind = Kind::kPlayed;
      else if (WhoShowedUp(attempt).has_value())
        TakeNoShow(*WhoShowedUp(attempt), result);
      else if (!WasClosedBefore(i) && ++voids == VoidLimit(game))
        result.kind = Kind::kShared;
      else
        result.kind = Kind::kOpen;
    }
    return result;
  }

  // Matches that an abort made void are no fault of the game.
  bool WasClosedBefore(std::size_t attempt) const {
    return IsClosed() && facts_.over_seqs[attempt] > circumstances_.closed_seq;
  }

  static void TakeNoShow(const std::vector<Entrant>& ready, GameResult& result) {
    result.kind = ready.empty() ? Kind::kNoShow : Kind::kWalkover;
    if (!ready.empty()) result.winner = ready.front();
  }

  // --- not enough slots filled

  void Bye() {
    result_.games.clear();
    if (entrants_.empty() || (rule_.bracket && IsGone(entrants_.front()))) {
      result_.state = FixtureState::kCancelled;
      return;
    }
    result_.state = FixtureState::kDecided;
    result_.decision = Decision::kBye;
    if (rule_.bracket) {
      result_.placing = entrants_;
      return;
    }
    for (std::int32_t game = 1; game <= rule_.games; ++game)
      result_.games.push_back({Kind::kWalkover, game, -1, entrants_.front(), entrants_});
  }

  // --- a table: every game counts

  void JudgeTable() {
    for (GameResult& game : result_.games)
      if (game.kind == Kind::kOpen) SettleOpen(game);
    ChooseNext(rule_.games);
    if (!IsSettled()) return;
    const auto any = [this](Kind kind) {
      return std::any_of(result_.games.begin(), result_.games.end(),
                         [kind](const GameResult& game) { return game.kind == kind; });
    };
    result_.state = any(Kind::kCancelled) ? FixtureState::kCancelled : FixtureState::kDecided;
    if (result_.state == FixtureState::kDecided) result_.decision = DecisionOfGames();
  }

  // An open game for which not enough are left is decided by that.
  void SettleOpen(GameResult& game) {
    const std::vector<Entrant> there = SeatsOf(game.game);
    const bool struck = rule_.strikes && entrants_.size() == 2 &&
                        (IsStruck(entrants_[0]) || IsStruck(entrants_[1]));
    if (struck) {
      game.kind = Kind::kCancelled;
    } else if (there.size() >= 2) {
      if (IsClosed()) game.kind = Kind::kCancelled;
      result_.closed = IsClosed();
    } else {
      game.winner = there.empty() ? LastToLeave() : there.front();
      game.kind = game.winner == kNobody ? Kind::kCancelled : Kind::kWalkover;
      game.seats = entrants_;
    }
  }

  bool IsStruck(Entrant entrant) const { return Of(entrant).disqualified && IsGone(entrant); }

  // It had won when it left. Nobody, if two left at once.
  Entrant LastToLeave() const {
    Entrant last = kNobody;
    std::int32_t seq = 0;
    for (const Entrant entrant : entrants_) {
      const std::int32_t gone = Of(entrant).gone_seq;
      if (gone == seq) last = kNobody;
      if (gone > seq) {
        last = entrant;
        seq = gone;
      }
    }
    return last;
  }

  Decision DecisionOfGames() const {
    Decision decision = Decision::kPlayed;
    for (const GameResult& game : result_.games) {
      if (game.kind == Kind::kShared) return Decision::kShared;
      if (game.kind == Kind::kWalkover || game.kind == Kind::kNoShow)
        decision = Decision::kWalkover;
    }
    return decision;
  }

  // --- what is next

  bool IsRunning() const {
    return std::any_of(result_.games.begin(), result_.games.end(),
                       [](const GameResult& game) { return game.kind == Kind::kRunning; });
  }
  bool IsSettled() const {
    return std::all_of(result_.games.begin(), result_.games.end(),
                       [](const GameResult& game) { return IsResolved(game.kind); });
  }

  // The first open game up to `last`, unless one is being played. Sets the state if there is one.
  void ChooseNext(std::int32_t last) {
    const auto open = std::find_if(
        result_.games.begin(), result_.games.end(),
        [last](const GameResult& game) { return game.kind == Kind::kOpen && game.game <= last; });
    const bool is_open = open != result_.games.end();
    if (!IsRunning() && !is_open) return;
    result_.state = fixture_.attempts.empty() ? FixtureState::kReady : FixtureState::kPlaying;
    result_.matches_left = 0;
    for (const GameResult& game : result_.games)
      if (!IsResolved(game.kind) && game.game <= last) ++result_.matches_left;
    if (IsRunning()) return;
    const auto attempts =
        std::count_if(fixture_.attempts.begin(), fixture_.attempts.end(),
                      [&open](const Attempt& attempt) { return attempt.game == open->game; });
    result_.next = Wanted{{fixture_.id, open->game, static_cast<std::int32_t>(attempts) + 1},
                          SeatsOf(open->game)};
  }

  // --- a bracket: it must be decided

  struct Contender {
    Entrant entrant = kNobody;
    bool took_part = false;
    std::int64_t units = 0;
    std::int32_t stayed_until = std::numeric_limits<std::int32_t>::max();  // for ties only
    std::int64_t stages = 0;
    std::int32_t lot = 0;
  };

  void JudgeBracket() {
    CountGames();
    const std::int32_t left = RegularLeft();
    if (IsRunning()) return PlayOn(left > 0 ? rule_.games : LastGame());
    if (IsDecidedByPoints(left)) return Decide(DecisionOfGames());
    if (NobodyEverShowedUp()) return Decide(Decision::kWalkover);
    if (left == 0 && TookPart() <= rule_.advance) return Decide(DecisionOfGames());
    if (left == 0 && !TieBreaksLeft()) return BreakTie();
    const std::vector<Entrant> there = There();
    if (there.size() < 2) return Walkover(there);
    if (left > 0) return IsClosed() ? Close() : PlayOn(rule_.games);
    BreakTie();
  }

  // By points all regular games say the same of who goes on.
  void BreakTie() {
    const bool more = TieBreaksLeft();
    const std::int32_t last_over =
        facts_.over_seqs.empty()
            ? 0
            : *std::max_element(facts_.over_seqs.begin(), facts_.over_seqs.end());
    for (Contender& contender : contenders_) {
      const std::int32_t gone = IsGone(contender.entrant) ? Of(contender.entrant).gone_seq : 0;
      // With no more games to play it was decided when the last one was over: who left later had
      // been placed by then.
      if (gone != 0 && (more || gone < last_over)) contender.stayed_until = gone;
    }
    if (more && TiedAndThere() >= 2) return IsClosed() ? Close() : PlayOn(LastGame());
    DrawLots();
    Sort([](const Contender& c) { return std::tuple(-c.stages, c.lot); });
    const Contender &in = contenders_[Boundary() - 1], &out = contenders_[Boundary()];
    const bool by_lot = in.units == out.units && in.stayed_until == out.stayed_until &&
                        in.stages == out.stages && in.took_part == out.took_part;
    Decide(by_lot ? Decision::kLot : DecisionOfGames());
  }

  void DrawLots() {
    const std::vector<int> ranks =
        pairing::LotRanks(*circumstances_.event_seed, match::Concat("fixture ", fixture_.id.number),
                          static_cast<int>(circumstances_.entrants.size()));
    for (Contender& contender : contenders_) {
      const auto& info = circumstances_.entrants[static_cast<std::size_t>(contender.entrant)];
      contender.lot = ranks[static_cast<std::size_t>(info.seed - 1)];
    }
  }

  // Nobody else can go on.
  std::int64_t TookPart() const {
    return std::count_if(contenders_.begin(), contenders_.end(),
                         [](const Contender& contender) { return contender.took_part; });
  }

  // Of those level with the last one who would go on: how many may still play for it.
  std::int64_t TiedAndThere() const {
    const Contender& last = contenders_[Boundary() - 1];
    return std::count_if(contenders_.begin(), contenders_.end(), [&](const Contender& c) {
      return c.took_part == last.took_part && c.units == last.units && !IsGone(c.entrant);
    });
  }

  void CountGames() {
    for (const Entrant entrant : entrants_) contenders_.push_back({.entrant = entrant});
    for (const GameResult& game : result_.games)
      for (const ScoredGame::Seat& seat : Score(fixture_, game).seats) {
        const auto contender =
            std::find_if(contenders_.begin(), contenders_.end(),
                         [&seat](const Contender& c) { return c.entrant == seat.entrant; });
        TAKI_CHECK(contender != contenders_.end());
        contender->units += seat.units;
        contender->stages += seat.stages;
        contender->took_part = contender->took_part || seat.place != 0 || seat.units != 0;
      }
    Sort([](const Contender&) { return 0; });
  }

  // By whether they took part, points, how long they stayed; then `key`, the lower the better.
  template <class Key>
  void Sort(Key key) {
    std::stable_sort(contenders_.begin(), contenders_.end(),
                     [&key](const Contender& a, const Contender& b) {
                       if (a.took_part != b.took_part) return a.took_part;
                       if (a.units != b.units) return a.units > b.units;
                       if (a.stayed_until != b.stayed_until) return a.stayed_until > b.stayed_until;
                       return key(a) < key(b);
                     });
  }

  // So many go on: at least one does not, except for a bye.
  std::size_t Boundary() const {
    return std::min(static_cast<std::size_t>(rule_.advance), contenders_.size() - 1);
  }

  std::int32_t RegularLeft() const {
    return static_cast<std::int32_t>(
        std::count_if(result_.games.begin(), result_.games.end(), [this](const GameResult& game) {
          return game.game <= rule_.games && !IsResolved(game.kind);
        }));
  }

  std::int64_t Lead() const {
    return contenders_[Boundary() - 1].units - contenders_[Boundary()].units;
  }
  bool IsDecidedByPoints(std::int32_t left) const { return Lead() > left * kPoint; }

  bool NobodyEverShowedUp() const {
    const auto is = [](Kind kind) {
      return [kind](const GameResult& game) { return game.kind == kind; };
    };
    return std::any_of(result_.games.begin(), result_.games.end(), is(Kind::kNoShow)) &&
           std::none_of(contenders_.begin(), contenders_.end(),
                        [](const Contender& contender) { return contender.took_part; });
  }

  std::int32_t LastGame() const { return rule_.games + rule_.tie_break_games; }
  bool TieBreaksLeft() const {
    const auto played =
        std::count_if(result_.games.begin(), result_.games.end(), [this](const GameResult& game) {
          return game.game > rule_.games && IsResolved(game.kind);
        });
    return played < rule_.tie_break_games;
  }

  // A game up to number `last` is being played, or is the next one.
  void PlayOn(std::int32_t last) {
    if (IsSettled())
      result_.games.push_back({.game = static_cast<std::int32_t>(result_.games.size()) + 1});
    ChooseNext(last);
    result_.matches_left = std::max(1, WinsNeeded(Lead(), RegularLeft()));
  }

  void Cancel() { result_.state = FixtureState::kCancelled; }
  void Close() {
    Cancel();
    result_.closed = true;
  }

  // One at most is left of those who were to play.
  void Walkover(const std::vector<Entrant>& there) {
    if (there.empty()) return Cancel();
    const auto winner =
        std::find_if(contenders_.begin(), contenders_.end(),
                     [&](const Contender& c) { return c.entrant == there.front(); });
    std::rotate(contenders_.begin(), winner, winner + 1);
    contenders_.front().took_part = true;
    Decide(Decision::kWalkover);
  }

  void Decide(Decision decision) {
    result_.state = FixtureState::kDecided;
    result_.decision = decision;
    std::erase_if(result_.games, [](const GameResult& game) { return !IsResolved(game.kind); });
    if (NobodyEverShowedUp()) return;
    for (const Contender& contender : contenders_)
      if (contender.took_part || fixture_.slots.size() == 2)
        result_.placing.push_back(contender.entrant);
  }

  // Who was ready for a match that became void because too few were; nothing if that was not so.
  std::optional<std::vector<Entrant>> WhoShowedUp(const Attempt& attempt) const {
    if (attempt.outcome->void_reason != match::kNotEnoughReady) return std::nullopt;
    std::vector<Entrant> ready;
    for (std::size_t i = 0; i < attempt.seats.size(); ++i)
      if (attempt.outcome->seats[i].ready) ready.push_back(attempt.seats[i]);
    if (ready.size() >= 2) return std::nullopt;
    return ready;
  }

  const Fixture& fixture_;
  const FixtureFacts& facts_;
  const FixtureRule& rule_;
  const Circumstances& circumstances_;
  std::vector<Entrant> entrants_;  // in slot order
  std::vector<Contender> contenders_;
  Judgement result_;
};

}  // namespace

Judgement Judge(const Fixture& fixture, const FixtureFacts& facts, const FixtureRule& rule,
                const Circumstances& circumstances) {
  return Judging(fixture, facts, rule, circumstances).Run();
}

std::int32_t FewestMatches(const FixtureRule& rule) {
  return rule.bracket ? WinsNeeded(0, rule.games) : rule.games;
}

}  // namespace taki::league
