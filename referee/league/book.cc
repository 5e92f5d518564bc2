#include "referee/league/book.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "referee/league/lot.h"
#include "referee/match/record.h"
#include "referee/rules/check.h"

namespace taki::league {
namespace {

// Those of `order` in an order drawn by lot. It does not depend on the order of entry.
std::vector<Entrant> Drawn(const std::vector<EntrantInfo>& entrants,
                           const rules::Bytes32& event_seed) {
  std::vector<Entrant> by_bot(entrants.size());
  std::iota(by_bot.begin(), by_bot.end(), 0);
  std::sort(by_bot.begin(), by_bot.end(), [&](Entrant a, Entrant b) {
    return entrants[static_cast<std::size_t>(a)].bot < entrants[static_cast<std::size_t>(b)].bot;
  });
  std::vector<Entrant> drawn;
  for (const int index :
       pairing::LotOrder(event_seed, "seeding", static_cast<int>(entrants.size())))
    drawn.push_back(by_bot[static_cast<std::size_t>(index)]);
  return drawn;
}

}  // namespace

Book::Book(LeagueId id, LeagueConfig config, const rules::Bytes32& event_seed)
    : id_(id), config_(std::move(config)), event_seed_(event_seed) {}

// --- before the start

void Book::Enter(match::BotId bot, const std::string& owner) {
  by_bot_[bot] = size();
  entrants_.push_back({.bot = bot, .owner = owner});
  players_.emplace_back();
  presence_.emplace_back();
}

void Book::Leave(Entrant entrant) {
  entrants_.erase(entrants_.begin() + entrant);
  players_.pop_back();  // nobody has done anything yet
  presence_.pop_back();
  by_bot_.clear();
  for (Entrant each = 0; each < size(); ++each) by_bot_[entrants_[At(each)].bot] = each;
}

void Book::Seed(const std::vector<std::optional<double>>& ratings) {
  by_seed_.resize(entrants_.size());
  std::iota(by_seed_.begin(), by_seed_.end(), 0);
  for (Entrant entrant = 0; entrant < size(); ++entrant)
    entrants_[At(entrant)].rating = ratings[At(entrant)];
  if (config_.seeding != Seeding::kAsEntered) by_seed_ = Drawn(entrants_, event_seed_);
  if (config_.seeding == Seeding::kRating)
    std::stable_sort(by_seed_.begin(), by_seed_.end(), [&](Entrant a, Entrant b) {
      return ratings[At(a)] > ratings[At(b)];  // none is less than any
    });
  for (std::int32_t i = 0; i < size(); ++i) entrants_[At(by_seed_[At(i)])].seed = i + 1;
  const std::vector<int> ranks = pairing::LotRanks(event_seed_, "standings", size());
  lots_.resize(entrants_.size());
  for (std::int32_t i = 0; i < size(); ++i) lots_[At(by_seed_[At(i)])] = size() - ranks[At(i)];
}

// --- building

std::int32_t Book::Add(Fixture fixture, const FixtureRule& rule, std::int32_t stage,
                       std::int32_t reset_of) {
  const std::int32_t index = fixture_count();
  fixture.id = {index + 1};
  FixtureNotes notes;
  notes.rule = rule;
  notes.stage = stage;
  notes.reset_of = reset_of;
  notes.wave = fixture.round;
  std::int32_t before = 0;
  for (const Source& source : fixture.sources) {
    if (source.kind == Source::Kind::kPlace) {
      FixtureNotes& from = notes_[At(source.number - 1)];
      from.dependents.push_back(index);
      before = std::max(before, from.wave);
    } else if (source.kind == Source::Kind::kGroupPlace) {
      Group& from = groups_[At(source.number - 1)];
      from.dependents.push_back(index);
      before = std::max(before, notes_[At(from.fixtures.back())].wave);
    }
  }
  if (before > 0) notes.wave = before + 1;
  if (reset_of >= 0) {
    notes_[At(reset_of)].dependents.push_back(index);
    notes.wave = notes_[At(reset_of)].wave;  // one round with the first grand final
  }
  if (fixture.section == Section::kGroup) groups_[At(fixture.group - 1)].fixtures.push_back(index);
  if (notes.wave > static_cast<std::int32_t>(unsettled_waves_.size()))
    unsettled_waves_.resize(At(notes.wave));
  fixtures_.push_back(std::move(fixture));
  notes_.push_back(std::move(notes));
  Account(index, 1);
  return index;
}

void Book::AddGroup(std::vector<Entrant> members) {
  groups_.emplace_back();
  groups_.back().members = std::move(members);
}

void Book::Drop(std::int32_t index) {
  while (fixture_count() > index) {
    TAKI_CHECK(!IsFiled(fixture_count() - 1));
    Account(fixture_count() - 1, -1);
    fixtures_.pop_back();
    notes_.pop_back();
  }
}

// --- facts

void Book::File(std::int32_t index, match::MatchId match, std::int32_t game,
                std::vector<Entrant> seats) {
  MakeFinalWhatItRestsOn(index);
  Account(index, -1);
  Fixture& fixture = fixtures_[At(index)];
  const auto tries = std::count_if(fixture.attempts.begin(), fixture.attempts.end(),
                                   [game](const Attempt& attempt) { return attempt.game == game; });
  for (const Entrant entrant : seats) ++entrants_[At(entrant)].running;
  matches_[match] = {index, static_cast<std::int32_t>(fixture.attempts.size())};
  fixture.attempts.push_back({.match = match,
                              .game = game,
                              .attempt = static_cast<std::int32_t>(tries) + 1,
                              .seats = std::move(seats)});
  notes_[At(index)].facts.over_seqs.push_back(0);
  Account(index, 1);
}

bool Book::Finish(match::MatchId match, const Outcome& outcome, std::int32_t seq) {
  const auto [index, number] = matches_.at(match);
  Account(index, -1);
  Attempt& attempt = fixtures_[At(index)].attempts[At(number)];
  attempt.over = true;
  attempt.outcome = outcome;
  notes_[At(index)].facts.over_seqs[At(number)] = seq;
  for (const Entrant entrant : attempt.seats) --entrants_[At(entrant)].running;
  finishes_.emplace_back(index, number);
  Account(index, 1);
  bool withdrew = false;
  Attend(index, number, withdrew);
  return withdrew;
}

void Book::Annul(match::MatchId match) {
  const auto [index, number] = matches_.at(match);
  Account(index, -1);
  fixtures_[At(index)].attempts[At(number)].annulled = true;
  Account(index, 1);
  AttendAll();
}

void Book::Requeue(std::int32_t index, std::int32_t game) {
  for (const GameResult& result : notes(index).games)
    if (result.kind == GameResult::Kind::kShared && (game == 0 || result.game == game))
      notes_[At(index)].facts.requeued.push_back(result.game);
}

void Book::Withdraw(Entrant entrant, std::int32_t seq) {
  players_[At(entrant)].left_seq = seq;
  AttendAll();
}

void Book::Disqualify(Entrant entrant, std::int32_t seq) {
  players_[At(entrant)].disqualified_seq = seq;
  RefreshPresence(entrant);
}

void Book::Reinstate(Entrant entrant) {
  players_[At(entrant)].disqualified_seq = 0;
  RefreshPresence(entrant);
}

// --- no-shows

void Book::Attend(std::int32_t index, std::int32_t number, bool& withdrew) {
  const Attempt& attempt = fixture(index).attempts[At(number)];
  const bool too_few = attempt.outcome->void_reason == match::kNotEnoughReady;
  if (attempt.annulled || (attempt.outcome->ending == match::MatchEnding::kVoid && !too_few))
    return;
  for (std::size_t i = 0; i < attempt.seats.size(); ++i) {
    const Entrant entrant = attempt.seats[i];
    EntrantInfo& info = entrants_[At(entrant)];
    Player& player = players_[At(entrant)];
    if (attempt.outcome->seats[i].ready) {
      info.no_shows_in_a_row = 0;
      continue;
    }
    ++player.no_shows;
    if (++info.no_shows_in_a_row < config_.no_show_limit || player.withdrawn_seq != 0) continue;
    player.withdrawn_seq = notes(index).facts.over_seqs[At(number)];
    RefreshPresence(entrant);
    withdrew = true;
  }
}

void Book::AttendAll() {
  for (Entrant entrant = 0; entrant < size(); ++entrant) {
    entrants_[At(entrant)].no_shows_in_a_row = 0;
    players_[At(entrant)].no_shows = 0;
    players_[At(entrant)].withdrawn_seq = 0;
  }
  bool withdrew = false;
  for (const auto& [index, number] : finishes_) Attend(index, number, withdrew);
  for (Entrant entrant = 0; entrant < size(); ++entrant) {
    Player& player = players_[At(entrant)];
    if (player.left_seq != 0 &&
        (player.withdrawn_seq == 0 || player.left_seq < player.withdrawn_seq))
      player.withdrawn_seq = player.left_seq;
    RefreshPresence(entrant);
  }
}

void Book::RefreshPresence(Entrant entrant) {
  const Player& player = players_[At(entrant)];
  Presence& presence = presence_[At(entrant)];
  presence.disqualified = player.disqualified_seq != 0;
  presence.gone_seq = player.withdrawn_seq;
  if (presence.disqualified &&
      (presence.gone_seq == 0 || player.disqualified_seq < presence.gone_seq))
    presence.gone_seq = player.disqualified_seq;
  entrants_[At(entrant)].status = presence.disqualified       ? EntrantStatus::kDisqualified
                                  : player.withdrawn_seq != 0 ? EntrantStatus::kWithdrawn
                                                              : EntrantStatus::kActive;
}

// --- final

void Book::MakeFinal(std::int32_t index) {
  if (notes_[At(index)].final) return;
  notes_[At(index)].final = true;
  MakeFinalWhatItRestsOn(index);
}

void Book::MakeFinalWhatItRestsOn(std::int32_t index) {
  for (const Source& source : fixture(index).sources) {
    if (source.kind == Source::Kind::kPlace) MakeFinal(source.number - 1);
    if (source.kind == Source::Kind::kGroupPlace) MakeGroupFinal(source.number - 1);
  }
  if (notes(index).reset_of >= 0) MakeFinal(notes(index).reset_of);
  if (config_.format == Format::kSwiss)
    for (std::int32_t earlier = index; earlier-- > 0;) {
      if (fixture(earlier).round == fixture(index).round) continue;
      if (notes(earlier).final) break;
      notes_[At(earlier)].final = true;
    }
}

void Book::MakeGroupFinal(std::int32_t group) {
  if (groups_[At(group)].final) return;
  groups_[At(group)].final = true;
  for (const std::int32_t index : groups_[At(group)].fixtures) notes_[At(index)].final = true;
}

// --- reading

std::optional<Entrant> Book::Find(match::BotId bot) const {
  const auto found = by_bot_.find(bot);
  if (found == by_bot_.end()) return std::nullopt;
  return found->second;
}

std::vector<Entrant> Book::Active() const {
  std::vector<Entrant> active;
  for (const Entrant entrant : by_seed_)
    if (IsActive(entrant)) active.push_back(entrant);
  return active;
}

std::optional<std::pair<std::int32_t, std::int32_t>> Book::FindMatch(match::MatchId match) const {
  const auto found = matches_.find(match);
  if (found == matches_.end()) return std::nullopt;
  return found->second;
}

Progress Book::progress() const {
  Progress progress = progress_;
  progress.rounds = static_cast<std::int32_t>(unsettled_waves_.size());
  const auto unsettled = std::find_if(unsettled_waves_.begin(), unsettled_waves_.end(),
                                      [](std::int32_t fixtures) { return fixtures > 0; });
  if (unsettled != unsettled_waves_.end())
    progress.round = static_cast<std::int32_t>(unsettled - unsettled_waves_.begin()) + 1;
  return progress;
}

void Book::AddScores(std::int32_t index, std::vector<ScoredGame>& games) const {
  const FixtureNotes& about = notes(index);
  const auto is_struck = [&](Entrant entrant) { return about.rule.strikes && IsStruck(entrant); };
  for (const GameResult& game : about.games)
    if (auto scored = ScoreWithout(fixture(index), game, is_struck))
      games.push_back(std::move(*scored));
}

}  // namespace taki::league
