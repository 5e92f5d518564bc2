#include "referee/league/league.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "referee/league/league_impl.h"
#include "referee/match/record.h"
#include "referee/match/text.h"
#include "referee/rules/check.h"

namespace taki::league {

using Kind = LogEntry::Kind;

League::Impl::Impl(LeagueId id, LeagueConfig config, const rules::Bytes32& event_seed)
    : book(id, std::move(config), event_seed), schedule(Schedule::Of(book.config())) {
  TAKI_CHECK(Validate(book.config()).ok());
}

// --- the log

absl::Status League::Impl::Apply(const LogEntry& entry) {
  if (entry.seq != last_seq + 1)
    return absl::FailedPreconditionError(match::Concat("seq: entry ", entry.seq, " comes after ",
                                                       last_seq, "; the log has no gaps"));
  if (const absl::Status status = CanApply(entry); !status.ok())
    return absl::FailedPreconditionError(status.message());
  last_seq = entry.seq;
  Take(entry);
  return absl::OkStatus();
}

absl::Status League::Impl::CanApply(const LogEntry& entry) const {
  switch (entry.kind) {
    case Kind::kEntered: return CanEnter(entry.bot);
    case Kind::kWithdrawn: return CanWithdraw(entry.bot);
    case Kind::kStarted: {
      const auto ratings = ParseRatings(entry.text);
      return ratings.ok() ? CanStart() : ratings.status();
    }
    case Kind::kPaused: return CanPause();
    case Kind::kResumed: return CanResume();
    case Kind::kDrained: return CanDrain();
    case Kind::kAborted: return CanAbort();
    case Kind::kFiled: return CanFile(entry);
    case Kind::kFinished: return CanFinish(entry);
    case Kind::kAnnulled: return CanAnnul(entry.match);
    case Kind::kRequeued: return CanRequeue(entry.slot.fixture);
    case Kind::kDisqualified: return CanDisqualify(entry.bot);
    case Kind::kReinstated: return CanReinstate(entry.bot);
  }
  return absl::InvalidArgumentError("kind: unknown");
}

// Requires: it can be applied.
void League::Impl::Take(const LogEntry& entry) {
  switch (entry.kind) {
    case Kind::kEntered: return book.Enter(entry.bot, entry.text);
    case Kind::kWithdrawn: return Withdraw(*book.Find(entry.bot), entry.seq);
    case Kind::kStarted: return Start(entry.text);
    case Kind::kPaused: paused = true; return;
    case Kind::kResumed: paused = false; return;
    case Kind::kDrained:
    case Kind::kAborted:
      (entry.kind == Kind::kDrained ? drained : aborted) = true;
      if (!book.IsClosed()) book.Close(entry.seq);
      return DeriveAll();
    case Kind::kFiled: return File(entry);
    case Kind::kFinished: return Finish(entry);
    case Kind::kAnnulled:
      book.Annul(entry.match);
      ladder.Rebuild(book);
      return DeriveAll();
    case Kind::kRequeued:
      book.Requeue(entry.slot.fixture.number - 1, entry.slot.game);
      return DeriveAll();
    case Kind::kDisqualified:
    case Kind::kReinstated:
      if (entry.kind == Kind::kDisqualified)
        book.Disqualify(*book.Find(entry.bot), entry.seq);
      else
        book.Reinstate(*book.Find(entry.bot));
      ladder.Rebuild(book);
      return DeriveAll();
  }
}

void League::Impl::Start(const std::string& text) {
  std::vector<std::optional<double>> ratings(static_cast<std::size_t>(book.size()));
  const auto parsed = ParseRatings(text);
  TAKI_CHECK(parsed.ok());
  for (const auto& [bot, rating] : *parsed)
    if (const auto entrant = book.Find(bot)) ratings[static_cast<std::size_t>(*entrant)] = rating;
  book.Seed(ratings);
  started = true;
  ladder.Rebuild(book);
  schedule->Begin(book);
  DeriveAll();
}

void League::Impl::Withdraw(Entrant entrant, std::int32_t seq) {
  if (!started) return book.Leave(entrant);
  book.Withdraw(entrant, seq);
  DeriveAll();
}

void League::Impl::File(const LogEntry& entry) {
  std::vector<Entrant> seats;
  for (const match::BotId bot : entry.bots) seats.push_back(*book.Find(bot));
  const std::int32_t index = entry.slot.fixture.number - 1;
  if (index == book.fixture_count()) ladder.AddFixture(book, seats);
  book.File(index, entry.match, entry.slot.game, std::move(seats));
  book.Derive(index);
}

void League::Impl::Finish(const LogEntry& entry) {
  const std::int32_t index = book.FindMatch(entry.match)->first;
  const bool withdrew = book.Finish(entry.match, entry.outcome, entry.seq);
  ladder.Rate(book, *book.FindMatch(entry.match));
  if (withdrew) return DeriveAll();
  book.Derive(index);
  schedule->Extend(book);
}

void League::Impl::DeriveAll() {
  if (!started) return;
  schedule->Forget(book);
  book.DeriveAll();
  schedule->Extend(book);
}

// --- what is so

LeagueState League::Impl::State() const {
  if (aborted) return LeagueState::kAborted;
  if (!started) return LeagueState::kOpen;
  if (drained) return book.running() > 0 ? LeagueState::kDraining : LeagueState::kFinished;
  if (book.unsettled() == 0 && book.running() == 0 && !schedule->HasMore(book))
    return LeagueState::kFinished;
  return paused ? LeagueState::kPaused : LeagueState::kRunning;
}

Progress League::Impl::GetProgress() const {
  Progress progress = book.progress();
  if (started) schedule->Foresee(book, progress);
  return progress;
}

std::vector<match::MatchId> League::Impl::Unrated() const {
  std::vector<match::MatchId> unrated;
  for (const auto& [index, number] : book.finishes()) {
    const Attempt& attempt = book.fixture(index).attempts[static_cast<std::size_t>(number)];
    if (attempt.outcome->ending == match::MatchEnding::kVoid) continue;
    const bool struck = std::any_of(attempt.seats.begin(), attempt.seats.end(),
                                    [this](Entrant entrant) { return book.IsStruck(entrant); });
    if (attempt.annulled || struck) unrated.push_back(attempt.match);
  }
  std::sort(unrated.begin(), unrated.end());
  return unrated;
}

absl::StatusOr<std::vector<std::pair<match::BotId, double>>> ParseRatings(std::string_view text) {
  std::vector<std::pair<match::BotId, double>> ratings;
  const char* at = text.data();
  const char* const end = text.data() + text.size();
  while (at != end) {
    match::BotId bot;
    double rating = 0;
    const auto number = std::from_chars(at, end, bot.number);
    if (number.ec != std::errc() || number.ptr == end || *number.ptr != ':') break;
    const auto value = std::from_chars(number.ptr + 1, end, rating);
    if (value.ec != std::errc() || !std::isfinite(rating)) break;
    ratings.emplace_back(bot, rating);
    if (value.ptr == end) return ratings;
    if (*value.ptr != ' ') break;
    at = value.ptr + 1;
  }
  if (text.empty()) return ratings;
  return absl::InvalidArgumentError("text: ratings are written \"3:1523.25 5:-12.5\", by bot id");
}

// --- League

League::League(LeagueId id, LeagueConfig config, const rules::Bytes32& event_seed)
    : impl_(std::make_unique<Impl>(id, std::move(config), event_seed)) {}
League::League(League&&) noexcept = default;
League& League::operator=(League&&) noexcept = default;
League::~League() = default;

absl::Status League::Apply(const LogEntry& entry) { return impl_->Apply(entry); }
std::int32_t League::last_seq() const { return impl_->last_seq; }

absl::Status League::CanEnter(match::BotId bot) const { return impl_->CanEnter(bot); }
absl::Status League::CanWithdraw(match::BotId bot) const { return impl_->CanWithdraw(bot); }
absl::Status League::CanStart() const { return impl_->CanStart(); }
absl::Status League::CanPause() const { return impl_->CanPause(); }
absl::Status League::CanResume() const { return impl_->CanResume(); }
absl::Status League::CanDrain() const { return impl_->CanDrain(); }
absl::Status League::CanAbort() const { return impl_->CanAbort(); }
absl::Status League::CanAnnul(match::MatchId match) const { return impl_->CanAnnul(match); }
absl::Status League::CanRequeue(FixtureId fixture) const { return impl_->CanRequeue(fixture); }
absl::Status League::CanDisqualify(match::BotId bot) const { return impl_->CanDisqualify(bot); }
absl::Status League::CanReinstate(match::BotId bot) const { return impl_->CanReinstate(bot); }

void League::ForEachWanted(const std::function<bool(const Wanted&)>& take) const {
  if (state() != LeagueState::kRunning || config().format == Format::kLadder) return;
  for (const std::int32_t index : impl_->book.open())
    if (!take(*impl_->book.notes(index).next)) return;
}

std::vector<Wanted> League::PairLadder(const std::vector<Entrant>& available,
                                       std::int32_t limit) const {
  if (state() != LeagueState::kRunning || config().format != Format::kLadder) return {};
  return impl_->ladder.Pair(impl_->book, available, limit);
}

LeagueId League::id() const { return impl_->book.id(); }
const LeagueConfig& League::config() const { return impl_->book.config(); }
LeagueState League::state() const { return impl_->State(); }
const rules::Bytes32& League::event_seed() const { return impl_->book.event_seed(); }
const std::vector<EntrantInfo>& League::entrants() const { return impl_->book.entrants(); }
std::optional<Entrant> League::Find(match::BotId bot) const { return impl_->book.Find(bot); }
const std::vector<Fixture>& League::fixtures() const { return impl_->book.fixtures(); }
Progress League::progress() const { return impl_->GetProgress(); }
std::vector<Standing> League::Standings() const {
  if (!impl_->started) return {};
  return impl_->schedule->Standings(impl_->book);
}
std::vector<match::MatchId> League::Unrated() const { return impl_->Unrated(); }

rules::Bytes32 EventCommitment(LeagueId id, const rules::Bytes32& event_seed) {
  const std::string name = ToString(id);
  const auto length = static_cast<std::uint32_t>(name.size());
  const std::array<std::uint8_t, 4> prefix = {
      static_cast<std::uint8_t>(length >> 24), static_cast<std::uint8_t>(length >> 16),
      static_cast<std::uint8_t>(length >> 8), static_cast<std::uint8_t>(length)};
  return rules::Sha256()
      .Update("TAKI-EVENT-1/commit")
      .Update(prefix)
      .Update(name)
      .Update(event_seed)
      .Finish();
}

}  // namespace taki::league
