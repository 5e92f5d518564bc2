#include "tests/sim/sim_league.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

namespace taki::sim {

using test::kMs;
using Kind = league::LogEntry::Kind;

namespace {

bool IsReady(auto& future) {
  return future.valid() && future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

bool IsOver(league::LeagueState state) {
  return state == league::LeagueState::kFinished || state == league::LeagueState::kAborted;
}

// The share of the others that the seat left behind; of those that share its place, half. In
// 1/5040.
std::int64_t PointsOf(const match::Result& result, std::size_t seat) {
  const auto seats = static_cast<std::int64_t>(result.seats.size());
  std::int64_t halves = 0;
  for (std::size_t other = 0; other < result.seats.size(); ++other) {
    if (other == seat) continue;
    if (result.seats[seat].place < result.seats[other].place) halves += 2;
    if (result.seats[seat].place == result.seats[other].place) halves += 1;
  }
  return halves * 5'040 / (2 * (seats - 1));
}

}  // namespace

SimLeague::SimLeague(World& world, store::MemoryStore& store, const LeaguePlan& plan,
                     std::int64_t began_ns)
    : world_(world), store_(store), plan_(plan), began_ns_(began_ns), next_ns_(began_ns) {}

std::optional<store::LeagueRow> SimLeague::Row() {
  const auto rows = store_.Leagues();
  for (const store::LeagueRow& row : *rows)
    if (row.config.name == plan_.league.config.name) return row;
  return std::nullopt;
}

// --- the organiser ------------------------------------------------------------------------------

void SimLeague::Organise(host::Host& host) {
  if (world_.now_ns() < next_ns_) return;
  if (answer_.valid() && !IsReady(answer_)) return;
  if (answer_.valid()) {
    const absl::Status answered = answer_.get().status();
    if (absl::IsInvalidArgument(answered) || absl::IsInternal(answered))
      return Fault("the organiser is refused: " + std::string(answered.message()));
  }
  answer_ = {};
  next_ns_ = world_.now_ns() + 100 * kMs;
  const auto row = Row();
  if (!row) return Create(host);
  id_ = row->id;
  if (!stream_ && !heard_the_end_) OpenWatcher();
  if (IsOver(row->state) && world_.calm) return;
  if (row->state == league::LeagueState::kOpen) return Command(host, Kind::kStarted);
  if (world_.calm && row->state == league::LeagueState::kPaused)
    return Command(host, Kind::kResumed);
  if (!world_.calm) DoNextAct(host);
}

void SimLeague::Create(host::Host& host) { answer_ = host.CreateLeague(plan_.league); }

void SimLeague::Command(host::Host& host, Kind kind, const std::string& bot) {
  answer_ = host.CommandLeague({*id_, kind, bot, kind == Kind::kDisqualified ? "sim" : "", {}});
}

void SimLeague::DoNextAct(host::Host& host) {
  if (acts_done_ == plan_.acts.size()) return;
  const LeagueAct& act = plan_.acts[acts_done_];
  if (world_.now_ns() < began_ns_ + act.at_ms * kMs) return;
  ++acts_done_;
  ++world_.tally["league act " + std::string(league::Name(act.kind))];
  if (act.kind == Kind::kAnnulled) return StrikeAResult(host);
  Command(host, act.kind, act.bot);
}

// One of the league's matches, live or over: the referee says whether that can be done.
void SimLeague::StrikeAResult(host::Host& host) {
  std::vector<match::MatchId> filed;
  const auto log = store_.LeagueLog(*id_);
  for (const league::LogEntry& entry : *log)
    if (entry.kind == Kind::kFiled) filed.push_back(entry.match);
  if (!filed.empty()) voided_ = host.VoidMatch(filed[world_.random.Below(filed.size())]);
}

// --- the watcher --------------------------------------------------------------------------------

void SimLeague::OpenWatcher() {
  stream_ = world_.transport.NewStream();
  introduced_ = false;
  world_.transport.Arrive(*stream_, host::LeagueWatchOpened{league::ToString(*id_), next_seq_},
                          world_.now_ns() + world_.UpTo(50));
}

void SimLeague::OnFrame(const host::Frame& frame) {
  for (const host::Item& item : frame) {
    if (std::holds_alternative<host::LeagueIntro>(item)) {
      if (introduced_) Fault("D5: it is introduced twice");
      introduced_ = true;
    } else if (const auto* news = std::get_if<host::LeagueNews>(&item)) {
      if (!introduced_) Fault("D5: news before the introduction");
      if (news->entry.seq != next_seq_) Fault("D5: news out of order");
      const auto log = *store_.LeagueLog(*id_);
      if (static_cast<std::size_t>(news->entry.seq) > log.size() ||
          !(log[static_cast<std::size_t>(news->entry.seq) - 1] == news->entry))
        Fault("I1: entry " + std::to_string(news->entry.seq) + " was told but is not stored so");
      ++next_seq_;
      ++world_.tally["league news"];
    }
  }
  // It reads slowly, and sometimes goes away.
  const host::StreamId stream = *stream_;
  if (!world_.calm && world_.random.Chance(5)) {
    world_.transport.ArriveNow(stream, host::Gone{});
    stream_.reset();
    return;
  }
  world_.transport.Arrive(stream, host::Drained{}, world_.now_ns() + world_.UpTo(30));
}

void SimLeague::OnClose(host::StreamId stream, host::CloseReason reason) {
  if (!Owns(stream)) return;
  world_.transport.ArriveNow(stream, host::Gone{});
  stream_.reset();
  const auto row = Row();
  if (reason == host::CloseReason::kDone)
    heard_the_end_ = row && next_seq_ == row->last_seq + 1;
  else if (reason == host::CloseReason::kSlowReader && !world_.calm)
    ++world_.tally["league watchers cut off"];
  else if (reason != host::CloseReason::kDraining)
    Fault("a watcher is sent away, reason " + std::to_string(static_cast<int>(reason)));
}

void SimLeague::OnCrash() {
  stream_.reset();
  answer_ = {};
  voided_ = {};
}

bool SimLeague::over() {
  const auto row = Row();
  if (!row || !IsOver(row->state)) return false;
  // A result that was struck after the end opens the league again: the watcher must come back.
  if (heard_the_end_ && next_seq_ != row->last_seq + 1) heard_the_end_ = false;
  return heard_the_end_;
}

// --- the recount --------------------------------------------------------------------------------

void SimLeague::Fault(const std::string& what) {
  world_.mirror.Fault("league " + plan_.league.config.name + ": " + what);
}

void SimLeague::CheckTheEnd() {
  const auto row = Row();
  if (!row) return Fault("it was never made");
  const auto log = *store_.LeagueLog(row->id);
  CheckLog(log);
  league::League machine(row->id, row->config, row->event_seed);
  for (const league::LogEntry& entry : log)
    if (const absl::Status status = machine.Apply(entry); !status.ok())
      return Fault("D3: entry " + std::to_string(entry.seq) +
                   " does not re-play: " + std::string(status.message()));
  if (machine.state() != row->state) return Fault("D3: its state does not follow from its log");
  ++world_.tally["league " + std::string(league::Name(row->config.format)) + " " +
                 std::string(league::Name(row->state))];
  CheckPoints(machine);
}

// Each match is filed once and over once; one attempt at a game at a time; whose match it is, the
// match knows too.
void SimLeague::CheckLog(const std::vector<league::LogEntry>& log) {
  std::map<match::MatchId, league::MatchSlot> running;
  std::set<match::MatchId> filed;
  std::map<std::pair<league::FixtureId, std::int32_t>, std::int32_t> attempts;
  for (std::size_t i = 0; i < log.size(); ++i) {
    const league::LogEntry& entry = log[i];
    if (entry.seq != static_cast<std::int32_t>(i + 1)) return Fault("D5: its log has a gap");
    if (entry.kind == Kind::kFiled) {
      if (!filed.insert(entry.match).second) return Fault("D4: a match was filed twice");
      for (const auto& [match, slot] : running)
        if (slot.fixture == entry.slot.fixture && slot.game == entry.slot.game)
          return Fault("D4: a game is played twice at once");
      if (entry.slot.attempt != ++attempts[{entry.slot.fixture, entry.slot.game}])
        return Fault("D4: attempts are not counted");
      running[entry.match] = entry.slot;
      const auto row = store_.GetMatch(entry.match);
      if (!row.ok() || !row->league || !(row->league->slot == entry.slot))
        return Fault("D1: a match does not know whose it is");
    }
    if (entry.kind == Kind::kFinished && running.erase(entry.match) != 1)
      return Fault("D4: a match is over that was not running");
  }
  if (!running.empty()) Fault("I7: it is over, and a match of it is not");
}

// The points of all bots, added up by hand from the matches: where somebody was disqualified the
// rules are others, and the league's own tests look at them.
void SimLeague::CheckPoints(const league::League& machine) {
  const auto& config = machine.config();
  const bool table = config.format != league::Format::kSingleElimination &&
                     config.format != league::Format::kDoubleElimination &&
                     config.format != league::Format::kGroupsThenBracket;
  for (const league::EntrantInfo& info : machine.entrants())
    if (!table || info.status == league::EntrantStatus::kDisqualified) return;
  std::map<league::Entrant, std::int64_t> matches;
  std::map<league::Entrant, std::int64_t> points;
  bool all_played = true;  // else there are points without play, which this does not add up
  for (const league::Fixture& fixture : machine.fixtures()) {
    std::set<std::int32_t> games;
    if (fixture.state == league::FixtureState::kDecided &&
        fixture.decision != league::Decision::kPlayed)
      all_played = false;
    for (const league::Attempt& attempt : fixture.attempts) {
      if (attempt.outcome && attempt.outcome->ending == match::MatchEnding::kVoid)
        all_played = false;  // points without play, or shared ones, may stand for it
      if (!attempt.counts) continue;
      if (!games.insert(attempt.game).second) return Fault("D4: a game counts twice");
      const auto row = store_.GetMatch(attempt.match);
      if (!row.ok()) return Fault("a match that counts is not there");
      if (row->state != store::MatchState::kFinished) {
        all_played = false;
        continue;
      }
      for (std::size_t seat = 0; seat < row->config.seats.size(); ++seat) {
        const auto entrant = machine.Find(row->config.seats[seat].bot);
        if (!entrant) return Fault("a stranger plays");
        if (row->result->seats[seat].end == rules::SeatEnd::kNoShow) continue;
        ++matches[*entrant];
        points[*entrant] += PointsOf(*row->result, seat);
      }
    }
  }
  for (const league::Standing& standing : machine.Standings()) {
    if (all_played && standing.points != points[standing.entrant])
      return Fault("the table says " + std::to_string(standing.points) + " points of entrant " +
                   std::to_string(standing.entrant) + ", they are " +
                   std::to_string(points[standing.entrant]));
    if (standing.matches != matches[standing.entrant])
      return Fault("the table says " + std::to_string(standing.matches) + " matches of entrant " +
                   std::to_string(standing.entrant) + ", there are " +
                   std::to_string(matches[standing.entrant]));
  }
  ++world_.tally["league tables recounted"];
}

}  // namespace taki::sim
