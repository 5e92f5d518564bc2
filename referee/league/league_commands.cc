// What an organiser may do when, and whether an entry of the log fits what came before.
#include <algorithm>
#include <string>

#include "referee/league/league_impl.h"
#include "referee/match/record.h"
#include "referee/match/text.h"

namespace taki::league {
namespace {

using match::Concat;

constexpr std::int32_t kMaxEntrants = 10'000;

absl::Status Precondition(std::string_view text) {
  return absl::FailedPreconditionError(absl::string_view(text.data(), text.size()));
}
absl::Status NotFound(std::string_view text) {
  return absl::NotFoundError(absl::string_view(text.data(), text.size()));
}

absl::Status NotEntered() { return NotFound("bot: it is not entered in this league"); }

// "the league is PAUSED; ..."
absl::Status WrongState(LeagueState state, std::string_view what) {
  return Precondition(Concat("state: the league is ", Name(state), "; ", what));
}

}  // namespace

absl::Status League::Impl::CanEnter(match::BotId bot) const {
  if (State() != LeagueState::kOpen)
    return WrongState(State(), "bots are entered before it starts");
  if (bot.number < 1) return absl::InvalidArgumentError("bot: bots are numbered from 1");
  if (book.Find(bot)) return Precondition("bot: it is entered already; each bot is entered once");
  if (book.size() >= kMaxEntrants)
    return Precondition(Concat("bot: the league is full; it takes ", kMaxEntrants, " bots"));
  return absl::OkStatus();
}

absl::Status League::Impl::CanWithdraw(match::BotId bot) const {
  const LeagueState state = State();
  if (state == LeagueState::kDraining || state == LeagueState::kFinished ||
      state == LeagueState::kAborted)
    return WrongState(state, "there are no further fixtures to withdraw a bot from");
  const auto entrant = book.Find(bot);
  if (!entrant) return NotEntered();
  switch (book.entrants()[static_cast<std::size_t>(*entrant)].status) {
    case EntrantStatus::kActive: return absl::OkStatus();
    case EntrantStatus::kWithdrawn: return Precondition("bot: it is withdrawn already");
    case EntrantStatus::kDisqualified: break;
  }
  return Precondition("bot: it is disqualified; reinstate it first to withdraw it instead");
}

absl::Status League::Impl::CanStart() const {
  if (State() != LeagueState::kOpen)
    return WrongState(State(), "only a league that is OPEN can be started");
  return ValidateEntries(book.config(), book.size());
}

absl::Status League::Impl::CanPause() const {
  if (State() == LeagueState::kRunning) return absl::OkStatus();
  return WrongState(State(), "only one that is RUNNING can be paused");
}

absl::Status League::Impl::CanResume() const {
  if (State() == LeagueState::kPaused) return absl::OkStatus();
  return WrongState(State(), "only one that is PAUSED can be resumed");
}

absl::Status League::Impl::CanDrain() const {
  const LeagueState state = State();
  if (state == LeagueState::kRunning || state == LeagueState::kPaused) return absl::OkStatus();
  if (state == LeagueState::kOpen)
    return WrongState(state, "nothing is played yet, abort it to give it up");
  return WrongState(state, "only one that is RUNNING or PAUSED can be drained");
}

absl::Status League::Impl::CanAbort() const {
  const LeagueState state = State();
  if (state == LeagueState::kFinished || state == LeagueState::kAborted)
    return WrongState(state, "it is over, there is nothing to abort");
  return absl::OkStatus();
}

absl::Status League::Impl::CanAnnul(match::MatchId match) const {
  const auto found = book.FindMatch(match);
  if (!found) return NotFound(Concat("match_id: ", ToString(match), " is not of this league"));
  const Attempt& attempt =
      book.fixture(found->first).attempts[static_cast<std::size_t>(found->second)];
  if (!attempt.over)
    return Precondition("match_id: the match goes on; void it while it is running instead");
  if (attempt.annulled) return Precondition("match_id: its result is annulled already");
  if (attempt.outcome->ending == match::MatchEnding::kVoid &&
      attempt.outcome->void_reason != match::kNotEnoughReady)
    return Precondition("match_id: the match is void; it has no result to annul");
  if (book.notes(found->first).final)
    return Precondition(
        "match_id: a later fixture that rests on its result has begun; let the result stand");
  return absl::OkStatus();
}

absl::Status League::Impl::CanRequeue(FixtureId fixture) const {
  if (fixture.number < 1 || fixture.number > book.fixture_count())
    return NotFound(Concat("fixture_id: there is no fixture ", fixture.number, " in this league"));
  const LeagueState state = State();
  if (drained || aborted) return WrongState(state, "nothing is played in it any more");
  const std::int32_t index = fixture.number - 1;
  const auto& games = book.notes(index).games;
  const bool shared = std::any_of(games.begin(), games.end(), [](const GameResult& game) {
    return game.kind == GameResult::Kind::kShared;
  });
  if (!shared)
    return Precondition("fixture_id: none of its games was given up after void_limit attempts");
  if (book.notes(index).final)
    return Precondition("fixture_id: a later fixture that rests on it has begun; let it stand");
  return absl::OkStatus();
}

absl::Status League::Impl::CanDisqualify(match::BotId bot) const {
  if (!started) return WrongState(State(), "nobody has played, withdraw the bot instead");
  const auto entrant = book.Find(bot);
  if (!entrant) return NotEntered();
  if (book.IsStruck(*entrant)) return Precondition("bot: it is disqualified already");
  return absl::OkStatus();
}

absl::Status League::Impl::CanReinstate(match::BotId bot) const {
  const auto entrant = book.Find(bot);
  if (!entrant) return NotEntered();
  if (!book.IsStruck(*entrant))
    return Precondition("bot: it is not disqualified; only a disqualified bot can be reinstated");
  return absl::OkStatus();
}

// --- what only the referee writes

absl::Status League::Impl::CanFile(const LogEntry& entry) const {
  if (State() != LeagueState::kRunning) return WrongState(State(), "nothing is filed in it");
  if (entry.match.number < 1 || book.FindMatch(entry.match))
    return Precondition("match: it is not a new match");
  std::vector<Entrant> seats;
  for (const match::BotId bot : entry.bots) {
    const auto entrant = book.Find(bot);
    if (!entrant) return NotEntered();
    seats.push_back(*entrant);
  }
  const std::int32_t index = entry.slot.fixture.number - 1;
  if (book.config().format == Format::kLadder && index == book.fixture_count())
    return ladder.CanFile(book, entry.slot, seats);
  if (index < 0 || index >= book.fixture_count() || !book.notes(index).next ||
      book.notes(index).next->slot != entry.slot || book.notes(index).next->seats != seats)
    return Precondition("slot: this match is not wanted now");
  return absl::OkStatus();
}

absl::Status League::Impl::CanFinish(const LogEntry& entry) const {
  const auto found = book.FindMatch(entry.match);
  if (!found) return NotFound(Concat("match: ", ToString(entry.match), " is not of this league"));
  const Attempt& attempt =
      book.fixture(found->first).attempts[static_cast<std::size_t>(found->second)];
  if (attempt.over) return Precondition("match: it is over already");
  const Outcome& outcome = entry.outcome;
  if (outcome.seats.size() != attempt.seats.size())
    return Precondition("outcome: it has not the seats of the match");
  for (std::size_t i = 0; i < outcome.seats.size(); ++i) {
    const auto& bot = book.entrants()[static_cast<std::size_t>(attempt.seats[i])].bot;
    if (outcome.seats[i].bot != bot) return Precondition("outcome: other bots sat in that match");
    const bool has_place = outcome.seats[i].place >= 1 &&
                           outcome.seats[i].place <= static_cast<int>(outcome.seats.size());
    if (outcome.ending != match::MatchEnding::kVoid && !has_place)
      return Precondition("outcome: a seat has no place");
  }
  const auto ready = std::count_if(outcome.seats.begin(), outcome.seats.end(),
                                   [](const Outcome::Seat& seat) { return seat.ready; });
  if (outcome.ending != match::MatchEnding::kVoid && ready < rules::kMinSeats)
    return Precondition("outcome: nobody can have played with fewer than two ready");
  return absl::OkStatus();
}

}  // namespace taki::league
