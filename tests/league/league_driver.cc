#include "tests/league/league_driver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "referee/match/record.h"
#include "referee/rules/check.h"

namespace taki::league {
namespace {

rules::Bytes32 EventSeed(std::uint64_t seed) {
  test::SplitMix words(seed ^ 0x7a6b5c4d3e2f1a0bu);
  rules::Bytes32 bytes{};
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(words.Next());
  return bytes;
}

template <class T>
void List(std::ostream& out, const std::vector<T>& values) {
  for (const auto& value : values) out << ' ' << value;
}

void DumpFixture(std::ostream& out, const Fixture& fixture) {
  out << "fixture " << fixture.id.number << ' ' << Name(fixture.section) << " group "
      << fixture.group << " round " << fixture.round << '.' << fixture.number_in_round << " slots";
  List(out, fixture.slots);
  out << " from";
  for (const Source& source : fixture.sources)
    out << ' ' << static_cast<int>(source.kind) << ':' << source.number << ':' << source.place;
  out << ' ' << Name(fixture.state) << ' ' << Name(fixture.decision) << " placing";
  List(out, fixture.placing);
  out << '\n';
  for (const Attempt& attempt : fixture.attempts) {
    out << "  match " << attempt.match.number << " game " << attempt.game << '.' << attempt.attempt
        << " seats";
    List(out, attempt.seats);
    out << (attempt.over ? " over" : "") << (attempt.annulled ? " annulled" : "")
        << (attempt.counts ? " counts" : "") << '\n';
  }
}

void DumpStanding(std::ostream& out, const Standing& row) {
  out << "standing group " << row.group << " place " << row.place_from << '-' << row.place_to
      << " entrant " << row.entrant << ' ' << Name(row.status) << " points " << row.points
      << " matches " << row.matches << ' ' << row.wins << ' ' << row.losses << " byes " << row.byes
      << " tie-breaks";
  List(out, row.tie_breaks);
  out << " places";
  List(out, row.place_counts);
  out << " stages " << row.stages << " no-shows " << row.no_shows << '\n';
}

}  // namespace

std::string Dump(const League& league) {
  std::ostringstream out;
  const Progress p = league.progress();
  out << Name(league.state()) << " done " << p.matches_done << " running " << p.matches_running
      << " total " << p.matches_total << " void " << p.matches_void << " fixtures "
      << p.fixtures_done << '/' << p.fixtures_total << " round " << p.round << '/' << p.rounds
      << '\n';
  for (const EntrantInfo& entrant : league.entrants())
    out << "entrant " << entrant.bot.number << " seed " << entrant.seed << ' '
        << Name(entrant.status) << " no-shows " << entrant.no_shows_in_a_row << " running "
        << entrant.running << '\n';
  for (const Fixture& fixture : league.fixtures()) DumpFixture(out, fixture);
  for (const Standing& row : league.Standings()) DumpStanding(out, row);
  league.ForEachWanted([&out](const Wanted& wanted) {
    out << "wanted " << wanted.slot.fixture.number << '.' << wanted.slot.game << '.'
        << wanted.slot.attempt;
    List(out, wanted.seats);
    out << '\n';
    return true;
  });
  for (const match::MatchId match : league.Unrated()) out << "unrated " << match.number << '\n';
  return std::move(out).str();
}

LeagueConfig ConfigOf(Format format, std::int32_t seats) {
  LeagueConfig config;
  config.name = "cup";
  config.format = format;
  config.seats = seats;
  return config;
}

LeagueDriver::LeagueDriver(LeagueConfig config, std::uint64_t seed, std::uint64_t order)
    : config_(std::move(config)),
      event_seed_(EventSeed(seed)),
      league_({1}, config_, event_seed_),
      seed_(seed),
      order_(order) {}

void LeagueDriver::Enter(std::int32_t bots) {
  for (std::int32_t bot = 1; bot <= bots; ++bot) Apply(LogEntry::Kind::kEntered, bot);
}

void LeagueDriver::Start() { Apply(LogEntry::Kind::kStarted); }

void LeagueDriver::Apply(LogEntry entry) {
  entry.seq = league_.last_seq() + 1;
  const absl::Status status = league_.Apply(entry);
  ASSERT_TRUE(status.ok()) << Name(entry.kind) << ": " << status;
  if (entry.kind == LogEntry::Kind::kFiled) filed_[entry.match] = log_.size();
  log_.push_back(std::move(entry));
  if (after_each) after_each();
}

// --- by luck

match::MatchId LeagueDriver::FileOne(const Wanted& wanted) {
  LogEntry entry{.kind = LogEntry::Kind::kFiled, .match = {++last_match_}, .slot = wanted.slot};
  for (const Entrant entrant : wanted.seats)
    entry.bots.push_back(league_.entrants()[static_cast<std::size_t>(entrant)].bot);
  running_.push_back(entry.match);
  Apply(std::move(entry));
  return {last_match_};
}

int LeagueDriver::File(int limit, int per_bot) {
  if (limit <= 0) return 0;
  std::vector<int> busy;
  for (const EntrantInfo& entrant : league_.entrants()) busy.push_back(entrant.running);
  std::vector<Wanted> chosen;
  const auto has_room = [&](Entrant entrant) {
    return busy[static_cast<std::size_t>(entrant)] < per_bot;
  };
  if (config_.format == Format::kLadder) {
    std::vector<Entrant> available;
    for (Entrant e = 0; e < static_cast<Entrant>(busy.size()); ++e)
      if (has_room(e)) available.push_back(e);
    chosen = league_.PairLadder(available, limit);
  } else {
    league_.ForEachWanted([&](const Wanted& wanted) {
      if (!std::all_of(wanted.seats.begin(), wanted.seats.end(), has_room)) return true;
      for (const Entrant entrant : wanted.seats) ++busy[static_cast<std::size_t>(entrant)];
      chosen.push_back(wanted);
      return static_cast<int>(chosen.size()) < limit;
    });
  }
  for (const Wanted& wanted : chosen) FileOne(wanted);
  return static_cast<int>(chosen.size());
}

void LeagueDriver::FinishOne(std::size_t which, const Luck& luck) {
  const match::MatchId match = running_[which];
  const MatchSlot slot = Filed(match).slot;
  test::SplitMix chance((seed_ << 40) ^ (static_cast<std::uint64_t>(slot.fixture.number) << 16) ^
                        static_cast<std::uint64_t>(slot.game * 100 + slot.attempt));
  if (chance.Chance(luck.void_match)) return FinishVoid(match);
  const std::size_t seats = Filed(match).bots.size();
  std::vector<std::size_t> there;
  for (std::size_t seat = 0; seat < seats; ++seat)
    if (!chance.Chance(luck.no_show)) there.push_back(seat);
  if (there.size() < 2) return FinishNotReady(match, there);
  std::vector<std::int32_t> places(seats);
  for (std::size_t i = there.size(); i-- > 1;) std::swap(there[i], there[chance.Below(i + 1)]);
  const bool tie = chance.Chance(luck.tie);
  for (std::size_t i = 0; i < there.size(); ++i)
    places[there[i]] = tie ? 1 : static_cast<std::int32_t>(i) + 1;
  FinishPlaces(match, places);
}

bool LeagueDriver::PlayOn(const Luck& luck, int at_once) {
  while (!IsOver()) {
    File(at_once - static_cast<int>(running_.size()), 2);
    if (running_.empty()) return IsOver();
    FinishOne(order_.Below(running_.size()), luck);
    if (testing::Test::HasFatalFailure()) return false;
  }
  return true;
}

// --- as told

match::MatchId LeagueDriver::FileFixture(std::int32_t fixture) {
  std::optional<Wanted> found;
  league_.ForEachWanted([&](const Wanted& wanted) {
    if (wanted.slot.fixture.number == fixture) found = wanted;
    return !found.has_value();
  });
  EXPECT_TRUE(found.has_value()) << "fixture " << fixture << " is not wanted";
  return found ? FileOne(*found) : match::MatchId{};
}

match::MatchId LeagueDriver::Play(std::int32_t fixture, const std::vector<std::int64_t>& bots) {
  const match::MatchId match = FileFixture(fixture);
  Finish(match, bots);
  return match;
}

void LeagueDriver::Finish(match::MatchId match, const std::vector<std::int64_t>& bots) {
  std::vector<std::int32_t> places;
  std::vector<std::size_t> there;
  for (const match::BotId bot : Filed(match).bots) {
    const auto at = std::find(bots.begin(), bots.end(), bot.number);
    if (at != bots.end()) there.push_back(places.size());
    places.push_back(at == bots.end() ? 0 : static_cast<std::int32_t>(at - bots.begin()) + 1);
  }
  EXPECT_EQ(there.size(), bots.size()) << "somebody is not on a seat of it";
  if (there.size() < 2) return FinishNotReady(match, there);
  FinishPlaces(match, places);
}

void LeagueDriver::FinishPlaces(match::MatchId match, const std::vector<std::int32_t>& places,
                                int stages) {
  Outcome outcome{match::MatchEnding::kCompleted, {}, {}};
  outcome.seats.resize(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    Outcome::Seat& seat = outcome.seats[i];
    seat.ready = places[i] != 0;
    seat.place = seat.ready ? places[i] : static_cast<std::int32_t>(places.size());
    if (!seat.ready) seat.end = rules::SeatEnd::kNoShow;
    if (seat.ready) seat.stages_completed = std::max(0, stages + 1 - places[i]);
  }
  Over(match, std::move(outcome));
}

void LeagueDriver::FinishVoid(match::MatchId match, const std::string& reason) {
  Outcome outcome{match::MatchEnding::kVoid, reason, {}};
  outcome.seats.resize(Filed(match).bots.size());
  Over(match, std::move(outcome));
}

void LeagueDriver::FinishNotReady(match::MatchId match, const std::vector<std::size_t>& ready) {
  Outcome outcome{match::MatchEnding::kVoid, std::string(match::kNotEnoughReady), {}};
  outcome.seats.resize(Filed(match).bots.size());
  for (Outcome::Seat& seat : outcome.seats) {
    seat.ready = false;
    seat.end = rules::SeatEnd::kNoShow;
  }
  for (const std::size_t seat : ready) {
    outcome.seats[seat].ready = true;
    outcome.seats[seat].end = rules::SeatEnd::kCompleted;
  }
  Over(match, std::move(outcome));
}

void LeagueDriver::Over(match::MatchId match, Outcome outcome) {
  const std::vector<match::BotId> bots = Filed(match).bots;
  for (std::size_t i = 0; i < bots.size(); ++i) outcome.seats[i].bot = bots[i];
  std::erase(running_, match);
  LogEntry entry{.kind = LogEntry::Kind::kFinished, .match = match};
  entry.outcome = std::move(outcome);
  Apply(std::move(entry));
}

// --- what is so

Standing LeagueDriver::Row(std::int64_t bot, std::int32_t group) const {
  for (const Standing& row : league_.Standings())
    if (row.entrant == bot - 1 && row.group == group) return row;
  ADD_FAILURE() << "bot " << bot << " is not in the table";
  return {};
}

League LeagueDriver::Replay(std::size_t entries) const {
  League league({1}, config_, event_seed_);
  for (std::size_t i = 0; i < entries; ++i) {
    const absl::Status status = league.Apply(log_[i]);
    EXPECT_TRUE(status.ok()) << status;
  }
  return league;
}

}  // namespace taki::league
