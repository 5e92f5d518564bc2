#include "tests/sim/simulation.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "referee/rules/legality.h"
#include "referee/rules/notation.h"
#include "tests/support/random_play.h"

namespace taki::sim {
namespace {

using test::FaultJournal;
using test::kMs;

constexpr std::int64_t kCalmLimitMs = 4 * 3'600 * 1'000;

bool IsReady(auto& future) {
  return future.valid() && future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

}  // namespace

Simulation::Simulation(std::uint64_t seed, bool verbose)
    : plan_(MakePlan(seed)),
      verbose_(verbose),
      random_(seed),
      transport_(clock_, *this),
      journal_(store_),
      world_{clock_, transport_, mirror_, random_},
      clocks_(world_, plan_.options),
      streams_(world_),
      timings_(world_, store_),
      began_ns_(clock_.now_ns()) {
  transport_.SetAutoDrain(false);
  journal_.on_commit = [this](const store::Batch&) { return OnCommit(); };
  journal_.on_committed = [this](const store::Batch& batch) { OnCommitted(batch); };
  journal_.on_maintain = [this] { OnMaintain(); };
  for (const BotPlan& bot : plan_.bots) bots_.push_back(std::make_unique<SimBot>(world_, bot));
}

Simulation::~Simulation() = default;

void Simulation::Run() {
  Boot();
  RegisterBots();
  for (const MatchPlan& match : plan_.matches)
    wishes_[match.request.request_id] = {&match, began_ns_ + match.at_ms * kMs, {}};
  for (const LeaguePlan& league : plan_.leagues)
    leagues_.push_back(std::make_unique<SimLeague>(world_, store_, league, clock_.now_ns()));
  for (const auto& bot : bots_) bot->ComeBack(world_.UpTo(50));
  for (int i = 0; i < plan_.drains; ++i)
    transport_.At(clock_.now_ns() + world_.UpTo(plan_.chaos_ms), [this] { host_->Drain(); });
  for (const std::int64_t ms : plan_.freezes_ms)
    transport_.At(clock_.now_ns() + world_.UpTo(plan_.chaos_ms), [this, ms] { Freeze(ms * kMs); });
  Chaos();
  Calm();
  CheckTheEnd();
}

void Simulation::Chaos() {
  faulty_ = true;
  effects_to_crash_ = plan_.effects_to_crash_max == 0
                          ? 0
                          : 1 + static_cast<int>(random_.Below(
                                    static_cast<std::size_t>(plan_.effects_to_crash_max)));
  chaos_end_ns_ = began_ns_ + plan_.chaos_ms * kMs;
  while (clock_.now_ns() < chaos_end_ns_ && mirror_.faults().empty())
    TurnOnce(std::min(chaos_end_ns_, clock_.now_ns() + 50 * kMs));
}

void Simulation::Calm() {
  faulty_ = false;
  world_.calm = true;
  effects_to_crash_ = 0;
  for (const auto& bot : bots_) bot->ComeBack(1);
  const std::int64_t end_ns = clock_.now_ns() + kCalmLimitMs * kMs;
  while (mirror_.faults().empty() && !AllOver()) {
    if (clock_.now_ns() >= end_ns) return mirror_.Fault("I7: matches do not end");
    TurnOnce(clock_.now_ns() + 1'000 * kMs);
  }
  for (int i = 0; i < 20 && mirror_.faults().empty(); ++i) TurnOnce(clock_.now_ns() + 50 * kMs);
}

bool Simulation::AllOver() {
  if (!wishes_.empty()) return false;
  const auto unfinished = store_.Unfinished();
  const bool watched = std::all_of(watchers_.begin(), watchers_.end(),
                                   [](const auto& watcher) { return watcher->finished(); });
  const bool leagues_over = std::all_of(leagues_.begin(), leagues_.end(),
                                        [](const auto& league) { return league->over(); });
  return unfinished->empty() && watched && leagues_over;
}

// --- the process --------------------------------------------------------------------------------

void Simulation::Boot() {
  const auto random = [this] {
    rules::Bytes32 bytes{};
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random_.Next());
    return bytes;
  };
  const auto log = [this](host::LogLevel, std::string_view event, std::string_view details) {
    ++world_.tally["log " + std::string(event)];
    Say(std::string(event) + " " + std::string(details));
  };
  host_ = std::make_unique<host::Host>(plan_.options, clock_, transport_, journal_, random, log);
  clocks_.OnRestart();
  timings_.OnRestart();
  const absl::Status status = host_->Recover();
  if (!status.ok()) mirror_.Fault("D2: does not start: " + std::string(status.message()));
}

// kill -9: nothing of the process is left but the store.
void Simulation::Kill() {
  host_.reset();
  transport_.Crash();
  mirror_.EndTurn();
  streams_.EndTurn();
  for (auto& [id, wish] : wishes_) wish.answer = {};
  again_ = {};
  for (const auto& bot : bots_) bot->OnCrash();
  for (const auto& watcher : watchers_) watcher->OnCrash();
  for (const auto& league : leagues_) league->OnCrash();
  const std::int64_t outage_ns = world_.UpTo(random_.Chance(10) ? 3'600'000 : 500);
  clock_.Advance(outage_ns);
  chaos_end_ns_ += outage_ns;
  if (plan_.effects_to_crash_max > 0 && faulty_)
    effects_to_crash_ =
        1 + static_cast<int>(random_.Below(static_cast<std::size_t>(plan_.effects_to_crash_max)));
  Boot();
}

void Simulation::TurnOnce(std::int64_t horizon_ns) {
  transport_.BeginTurn(horizon_ns);
  RequestMatches();
  RequestAgain();
  for (const auto& league : leagues_) league->Organise(*host_);
  try {
    const auto more = host_->Turn();
    if (!more.ok() && !absl::IsUnavailable(more.status()))
      return mirror_.Fault("the loop ended: " + std::string(more.status().message()));
    if (!more.ok() || !*more) {
      ++world_.tally[more.ok() ? "parked" : "stopped without the store"];
      return Kill();
    }
  } catch (const FaultJournal::Crash&) {
    ++world_.tally["crashes"];
    Say("--- crash");
    return Kill();
  }
  AfterTurn();
}

void Simulation::AfterTurn() {
  mirror_.EndTurn();
  streams_.EndTurn();
  OpenWatchers();
  for (const auto& [id, picture] : mirror_.pictures()) {
    const match::Match* live = host_->FindLive(id);
    if (live != nullptr && live->state() != match::Match::State::kAssigned)
      mirror_.CheckLive(*live);
  }
}

void Simulation::Effect() {
  if (!faulty_ || effects_to_crash_ == 0) return;
  if (--effects_to_crash_ == 0) throw FaultJournal::Crash{};
}

// --- the store ----------------------------------------------------------------------------------

FaultJournal::Fate Simulation::OnCommit() {
  using Fate = FaultJournal::Fate;
  CheckAnswers();
  if (faulty_ && random_.Below(1'000) < plan_.commit_is_slow) {
    const std::int64_t slow_ns = 10 * kMs + world_.UpTo(300);
    clock_.Advance(slow_ns);
    if (!clocks_.waiting()) clocks_.Stalled(slow_ns);
    ++world_.tally["slow commits"];
  }
  // A disk that is full stays so for a while.
  if (faulty_ && random_.Below(1'000) < (clocks_.waiting() ? 700 : plan_.commit_fails)) {
    ++world_.tally["failed commits"];
    if (!clocks_.waiting()) clocks_.BeginWaiting();
    return random_.Chance(30) ? Fate::kDoneButDenied : Fate::kFails;
  }
  if (clocks_.waiting()) clocks_.EndWaiting();
  if (!faulty_ || effects_to_crash_ == 0 || --effects_to_crash_ > 0) return Fate::kDone;
  return random_.Chance(50) ? Fate::kCrashBefore : Fate::kCrashAfter;
}

void Simulation::OnCommitted(const store::Batch& batch) {
  for (const store::MatchChange& change : batch.changes)
    clocks_.BeforeRecords(change.match, change.records);
  mirror_.OnCommitted(batch);
  timings_.OnCommitted(batch);
  for (const store::MatchRow& row : batch.matches) {
    if (!row.request_id.empty()) wishes_.erase(row.request_id);
    Trace(static_cast<std::uint64_t>(row.config.id.number));
  }
  for (const store::MatchChange& change : batch.changes) {
    clocks_.AfterRecords(change.match);
    for (const match::Record& record : change.records) {
      CheckSaid(change.match, record);
      Trace(static_cast<std::uint64_t>(change.match.number) << 32 | record.input_no);
      ++world_.tally[faulty_ ? "records in chaos" : "records in the calm"];
      Trace(static_cast<std::uint64_t>(record.charged_ms) << 8 |
            static_cast<unsigned>(record.kind));
      ++world_.tally[record.kind == match::Record::Kind::kForfeit
                         ? "forfeit " + std::string(match::Name(record.end))
                         : "record kind " + std::to_string(static_cast<int>(record.kind))];
    }
  }
}

void Simulation::OnMaintain() {
  if (!faulty_ || random_.Below(1'000) >= plan_.loop_stalls) return;
  // Short ones are not credited.
  const std::int64_t ns = random_.Chance(30)
                              ? world_.UpTo(9)
                              : 10 * kMs + world_.UpTo(random_.Chance(20) ? 5'000 : 100);
  clock_.Advance(ns);
  clocks_.Stalled(ns);
  ++world_.tally["stalls"];
}

// SIGSTOP and SIGCONT, or a virtual machine that is paused.
void Simulation::Freeze(std::int64_t ns) {
  if (!faulty_) return;
  clock_.Advance(ns);
  chaos_end_ns_ += ns;
  if (!clocks_.waiting()) clocks_.Frozen(ns);
  ++world_.tally["freezes"];
}

// --- what is asked of the referee
// -----------------------------------------------------------------

void Simulation::RegisterBots() {
  for (const auto& bot : bots_) {
    host::NewBot wanted;
    wanted.name = bot->name();
    auto made = host_->RegisterBot(wanted);
    TurnOnce(clock_.now_ns());
    if (!IsReady(made)) return mirror_.Fault("a registration is not answered");
    bot->SetToken(made.get()->bot.token_hash);
  }
}

// Asks until the match is in the store; a request id makes that safe.
void Simulation::RequestMatches() {
  for (auto& [id, wish] : wishes_) {
    if (clock_.now_ns() < wish.next_ns || (wish.answer.valid() && !IsReady(wish.answer))) continue;
    if (wish.answer.valid() && !wish.answer.get().ok()) {
      ++world_.tally["refused requests"];
      wish.next_ns = clock_.now_ns() + 100 * kMs;
      continue;
    }
    wish.answer = host_->RequestMatch(wish.plan->request).share();
  }
}

// The same request id gives the same match, whenever it is said (D4).
void Simulation::RequestAgain() {
  if (IsReady(again_) && again_.get().ok()) {
    const store::MatchRow& row = *again_.get();
    const auto stored = store_.MatchByRequestId(row.request_id);
    if (!stored.ok() || stored->config.id != row.config.id)
      mirror_.Fault("D4: another match for " + row.request_id);
    ++world_.tally["requests repeated"];
  }
  if (again_.valid() && !IsReady(again_)) return;
  again_ = {};
  const host::MatchRequest& request = plan_.matches[random_.Below(plan_.matches.size())].request;
  if (random_.Chance(2) && store_.MatchByRequestId(request.request_id).ok())
    again_ = host_->RequestMatch(request).share();
}

// Nobody has been told of a match that is still wished for: it is not in the store (I1).
void Simulation::CheckAnswers() {
  for (const auto& [id, wish] : wishes_)
    if (IsReady(wish.answer) && wish.answer.get().ok())
      mirror_.Fault("I1: told of a match that is not in the store, " + id);
}

void Simulation::OpenWatchers() {
  while (watchers_.size() < plan_.watchers.size() &&
         mirror_.pictures().size() > watchers_.size() / 2) {
    auto picture = mirror_.pictures().begin();
    std::advance(picture, random_.Below(mirror_.pictures().size()));
    watchers_.push_back(
        std::make_unique<SimWatcher>(world_, picture->first, plan_.watchers[watchers_.size()]));
    transport_.At(clock_.now_ns() + world_.UpTo(plan_.chaos_ms / 2),
                  [watcher = watchers_.back().get()] { watcher->Open(); });
  }
}

// --- what it does
// -----------------------------------------------------------------------------------

void Simulation::OnSend(host::StreamId stream, const host::Frame& frame) {
  Trace(static_cast<std::uint64_t>(clock_.now_ns()));
  Trace(stream.number << 16 | frame.size());
  for (const auto& watcher : watchers_)
    if (watcher->Owns(stream)) {
      watcher->OnFrame(stream, frame);
      return Effect();
    }
  for (const auto& league : leagues_)
    if (league->Owns(stream)) {
      league->OnFrame(frame);
      return Effect();
    }
  for (const host::Item& item : frame) {
    Trace(item.index());
    mirror_.OnItem(item);
    streams_.OnItem(stream, item);
    if (const auto* ask = std::get_if<host::AskDecision>(&item)) {
      clocks_.OnAsked(ask->match, ask->decision.id);
      timings_.OnAsked(ask->match, ask->decision.id);
      CheckSecrets(*ask);
    }
    if (const auto* given = std::get_if<host::GiveVerdict>(&item))
      ++world_.tally["verdict " + std::to_string(static_cast<int>(given->verdict.kind))];
    for (const auto& bot : bots_)
      if (bot->Owns(stream)) bot->OnItem(stream, item);
  }
  Effect();
}

void Simulation::OnClose(host::StreamId stream, host::CloseReason reason, std::string_view,
                         std::int32_t) {
  Trace(stream.number << 8 | static_cast<unsigned>(reason));
  for (const auto& watcher : watchers_) watcher->OnClose(stream, reason);
  for (const auto& league : leagues_) league->OnClose(stream, reason);
  for (const auto& bot : bots_)
    if (bot->Owns(stream)) bot->OnEnded(stream);
  Effect();
}

// Other hidden cards would have been asked about in the same words (I5, D7).
void Simulation::CheckSecrets(const host::AskDecision& ask) {
  if (++secrets_ % 8 != 0) return;
  const auto picture = mirror_.pictures().find(ask.match);
  if (picture == mirror_.pictures().end()) return;
  const match::Decision& decision = ask.decision;
  const rules::Position& position = picture->second.state.position();
  // Something may have happened since it was asked, in the same turn (the examiner knows of that).
  if (picture->second.state.open(decision.seat) != decision.id ||
      !(rules::Observe(position, decision.seat) == decision.view))
    return;
  test::SplitMix mix(secrets_);
  const rules::Position other = test::WithHiddenCardsMixed(position, decision.seat, false, mix);
  const auto legal = rules::LegalActions(other, decision.seat);
  if (!(rules::Observe(other, decision.seat) == decision.view) ||
      !std::equal(legal.begin(), legal.end(), decision.legal.begin(), decision.legal.end()))
    mirror_.Fault("I5: a decision tells of hidden cards, " + match::ToString(ask.match));
}

// What is recorded of a bot is what it has said to this very decision (D4, N11, S5).
void Simulation::CheckSaid(match::MatchId id, const match::Record& record) {
  if (record.kind != match::Record::Kind::kReply && record.kind != match::Record::Kind::kRefusal)
    return;
  std::string tokens;
  for (const rules::Action& action : record.actions)
    tokens += (tokens.empty() ? "" : " ") + rules::Token(action);
  if (!record.rest.empty()) tokens += (tokens.empty() ? "" : " ") + record.rest;
  const auto& seats = mirror_.pictures().at(id).state.config().seats;
  const std::string match = match::ToString(id);
  const auto said =
      world_.said.find({seats[record.seat.index()].name, match, record.decision.number});
  if (said == world_.said.end() || !said->second.contains(tokens))
    mirror_.Fault("N11: recorded, but never said to decision " +
                  std::to_string(record.decision.number) + " of " + match + ": " + tokens);
}

void Simulation::CheckTheEnd() {
  for (const auto& league : leagues_)
    if (mirror_.faults().empty()) league->CheckTheEnd();
  for (const auto& [id, picture] : mirror_.pictures()) {
    if (!mirror_.faults().empty()) return;
    const auto row = store_.GetMatch(id);
    const auto lines = store_.Lines(id, 0, 10'000'000);
    mirror_.CheckFinished(id, *row, *lines);
    if (row->result) ++world_.tally["ending " + std::string(match::Name(row->result->ending))];
  }
}

void Simulation::Say(const std::string& line) {
  if (!verbose_) return;
  const double at = static_cast<double>(clock_.now_ns() - began_ns_) / 1e9;
  std::printf("%12.6f %s\n", at, line.c_str());
}

}  // namespace taki::sim
