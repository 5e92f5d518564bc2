#include "tests/support/match_mirror.h"

#include <algorithm>

#include "referee/match/record_text.h"
#include "referee/match/visible.h"
#include "referee/rules/legality.h"
#include "referee/rules/transition.h"

namespace taki::test {
namespace {

using match::Record;
using match::VerdictKind;

class Collector final : public match::StateSink {
 public:
  explicit Collector(std::vector<match::MatchEvent>& events) : events_(events) {}
  void OnLine(match::Line) override {}
  void OnEvent(std::uint32_t, const match::MatchEvent& event) override { events_.push_back(event); }

 private:
  std::vector<match::MatchEvent>& events_;
};

MatchMirror::Picture::Moment MomentOf(const match::MatchState& state) {
  MatchMirror::Picture::Moment moment{
      state.position(), state.state(), state.last_seq(), {}, {}, {}};
  for (int number = 0; number < state.seats(); ++number) {
    const rules::Seat seat(number);
    moment.open[seat.index()] = state.open(seat);
    moment.bank_left_ms[seat.index()] = state.bank_left_ms(seat);
    moment.strikes[seat.index()] = state.strikes(seat);
  }
  return moment;
}

bool SameActions(const rules::ActionList& a, const rules::ActionList& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

// The same to the bot, but for what moves on without it.
bool SameVerdict(const match::Verdict& a, const match::Verdict& b) {
  return a.kind == b.kind && a.rule == b.rule && a.applied == b.applied &&
         a.refused_index == b.refused_index && a.charged_ms == b.charged_ms &&
         a.bank_left_ms == b.bank_left_ms && a.strikes == b.strikes;
}

std::string At(match::MatchId id, std::uint32_t number) {
  return match::ToString(id) + " #" + std::to_string(number);
}

}  // namespace

void MatchMirror::Fault(std::string text) {
  constexpr std::size_t kMost = 20;
  if (faults_.size() < kMost) faults_.push_back(std::move(text));
}

// --- what is committed ------------------------------------------------------------------------

void MatchMirror::OnCommitted(const store::Batch& batch) {
  for (const store::MatchRow& row : batch.matches) pictures_.try_emplace(row.config.id, row.config);
  for (const store::MatchChange& change : batch.changes) {
    Picture* picture = Of(change.match, "a change");
    if (picture == nullptr) continue;
    Begin(*picture);
    for (const Record& record : change.records) {
      if (record.input_no <= picture->records.size()) {  // P6
        if (!(picture->records[record.input_no - 1] == record))
          Fault("D4: another record under the number " + At(change.match, record.input_no));
      } else {
        Take(*picture, record);
      }
    }
    if (change.result == nullptr) continue;
    if (picture->result && !(*picture->result == *change.result))
      Fault("D4: two results of " + match::ToString(change.match));
    if (!(picture->state.result() == std::optional(*change.result)))
      Fault("I4: the result is not that of the records, " + match::ToString(change.match));
    picture->result = *change.result;
  }
}

void MatchMirror::Begin(Picture& picture) {
  if (!picture.moments.empty()) return;
  picture.moments.push_back(MomentOf(picture.state));
  touched_.push_back(picture.state.config().id);
}

void MatchMirror::EndTurn() {
  for (const match::MatchId id : touched_) pictures_.at(id).moments.clear();
  touched_.clear();
}

void MatchMirror::Take(Picture& picture, const Record& record) {
  const match::MatchId id = picture.state.config().id;
  if (picture.result) Fault("I3: a record after the result, " + At(id, record.input_no));
  Count(picture, record);
  picture.records.push_back(record);
  const rules::Position before = picture.state.position();
  const std::size_t first_event = picture.events.size();
  Collector collector(picture.events);
  const absl::Status status = picture.state.Apply(record, collector);
  if (!status.ok()) return Fault("I4: " + std::string(status.message()));
  CheckWindow(picture, before, record, first_event);
  if (record.kind == Record::Kind::kRefusal &&
      rules::PositionHash(before) != rules::PositionHash(picture.state.position()))
    Fault("I8: a refused reply changed the position, " + At(id, record.input_no));
  if (record.kind == Record::Kind::kStart)
    picture.dealt = rules::ObservePublic(picture.state.position());
  if (picture.state.position().seats != 0 &&
      rules::CountCards(picture.state.position()) != rules::kDeckSize)
    Fault("I6: cards are lost or doubled, " + At(id, record.input_no));
  picture.moments.push_back(MomentOf(picture.state));
}

// R7.4: not who came first, but who sits first, counted from the next player.
void MatchMirror::CheckWindow(Picture& picture, const rules::Position& before, const Record& record,
                              std::size_t first_event) {
  const rules::Position& after = picture.state.position();
  if (before.phase != rules::Phase::kWindow) {
    picture.window_plays = {};
    picture.window_order.clear();
    if (after.phase != rules::Phase::kWindow) return;
    for (int i = 1; i < after.seats; ++i) {
      const rules::Seat seat((after.turn.number() + i * (after.direction + after.seats)) %
                             after.seats);
      if (after.remaining.Contains(seat)) picture.window_order.push_back(seat);
    }
    return;
  }
  const bool plays =
      record.kind == Record::Kind::kReply && record.actions[0].kind == rules::Action::Kind::kPlay;
  if (plays) picture.window_plays.Add(record.seat);
  if (record.kind == Record::Kind::kForfeit) picture.window_plays.Remove(record.seat);
  const auto takes =
      std::find_if(picture.window_order.begin(), picture.window_order.end(),
                   [&](rules::Seat seat) { return picture.window_plays.Contains(seat); });
  for (std::size_t i = first_event; i < picture.events.size(); ++i) {
    const rules::Event& event = picture.events[i].rules;
    if (picture.events[i].kind != match::MatchEvent::Kind::kRules ||
        event.kind != rules::Event::Kind::kWindowClosed)
      continue;
    const bool answered = takes != picture.window_order.end();
    if (event.answered != answered || (answered && event.other != *takes))
      Fault("R7.4: a window took another answer, " +
            At(picture.state.config().id, record.input_no));
  }
}

// R11.5, by the records alone.
void MatchMirror::CheckStrikes(const Picture& picture, const store::MatchRow& row) {
  for (std::size_t seat = 0; seat < row.result->seats.size(); ++seat) {
    const match::SeatResult& result = row.result->seats[seat];
    const std::int32_t limit = row.config.clock.strike_limit;
    const bool out =
        result.end == rules::SeatEnd::kTimeout || result.end == rules::SeatEnd::kIllegalAction;
    const std::string at = match::ToString(row.config.id) + " seat " + std::to_string(seat);
    if (result.strikes != picture.strikes[seat]) Fault("R11.5: strikes are lost, " + at);
    if (out && result.strikes < limit) Fault("R11.5: out with too few strikes, " + at);
    if (result.end == rules::SeatEnd::kCompleted && result.strikes >= limit &&
        row.result->ending != match::MatchEnding::kVoid)
      Fault("R11.5: not out with all strikes, " + at);
  }
}

// I3, by the records alone.
void MatchMirror::Count(Picture& picture, const Record& record) {
  const std::uint32_t decision = record.decision.number;
  const match::MatchId id = picture.state.config().id;
  if (record.strike) ++picture.strikes[record.seat.index()];
  if (decision == 0) return;
  const auto asked = picture.asked.find(decision);
  if (asked != picture.asked.end() && asked->second != record.seat)
    Fault("I2: another seat's decision, " + At(id, decision));
  if (picture.closed.contains(decision))
    Fault("I3, D4: closed twice, decision " + At(id, decision));
  if (decision > picture.state.log().asked())
    Fault("I2: closed, but never asked, decision " + At(id, decision));
  if (record.kind == Record::Kind::kRefusal)
    ++picture.refusals[decision];
  else
    picture.closed.emplace(decision, Closing{record, std::nullopt});
}

MatchMirror::Picture* MatchMirror::Of(match::MatchId id, const char* item) {
  const auto found = pictures_.find(id);
  if (found != pictures_.end()) return &found->second;
  Fault(std::string("I1: ") + item + " of a match that is not in the store, " +
        match::ToString(id));
  return nullptr;
}

// --- what is sent -------------------------------------------------------------------------------

void MatchMirror::OnItem(const host::Item& item) {
  std::visit([this](const auto& each) { Check(each); }, item);
}

void MatchMirror::Check(const host::AskDecision& ask) {
  Picture* picture = Of(ask.match, "a decision");
  if (picture == nullptr) return;
  Begin(*picture);
  const match::Decision& decision = ask.decision;
  const std::size_t seat = decision.seat.index();
  const bool fits = std::any_of(
      picture->moments.begin(), picture->moments.end(), [&](const Picture::Moment& moment) {
        return moment.open[seat] == decision.id && moment.state == match::Match::State::kRunning &&
               moment.bank_left_ms[seat] == decision.bank_left_ms &&
               moment.strikes[seat] == decision.strikes &&
               rules::Observe(moment.position, decision.seat) == decision.view &&
               SameActions(rules::LegalActions(moment.position, decision.seat), decision.legal);
      });
  if (!fits)
    Fault("I1, I2: asked what the records do not ask, decision " +
          At(ask.match, decision.id.number));
  const auto asked = picture->asked.try_emplace(decision.id.number, decision.seat).first;
  if (asked->second != decision.seat)
    Fault("I2: one id, two seats, decision " + At(ask.match, decision.id.number));
  if (decision.legal.empty())
    Fault("no legal action, decision " + At(ask.match, decision.id.number));
}

void MatchMirror::Check(const host::SeatEvent& event) {
  Picture* picture = Of(event.match, "an event");
  if (picture == nullptr) return;
  if (event.seq == 0 || event.seq > picture->events.size())
    return Fault("I1: an event before its record, " + At(event.match, event.seq));
  if (!(event.event == match::VisibleTo(picture->events[event.seq - 1], event.viewer)))
    Fault("D5, D7: not the event that this seat may see, " + At(event.match, event.seq));
}

void MatchMirror::Check(const host::GiveVerdict& given) {
  const match::Verdict& verdict = given.verdict;
  Picture* picture = Of(given.match, "a verdict");
  if (picture == nullptr) return;
  const bool closes = verdict.kind == VerdictKind::kAccepted || verdict.applied > 0;
  if (closes || verdict.kind == VerdictKind::kDuplicateConflict)
    return CheckClosed(*picture, verdict);
  if (verdict.kind == VerdictKind::kIllegal && !picture->refusals.contains(verdict.decision.number))
    Fault("I1: a strike that is not in the store, decision " +
          At(given.match, verdict.decision.number));
  if (verdict.kind == VerdictKind::kExpired && !picture->result &&
      !picture->closed.contains(verdict.decision.number))
    Fault("I1: expired, but still open, decision " + At(given.match, verdict.decision.number));
}

void MatchMirror::CheckClosed(Picture& picture, const match::Verdict& verdict) {
  const std::string at = At(picture.state.config().id, verdict.decision.number);
  const auto found = picture.closed.find(verdict.decision.number);
  if (found == picture.closed.end() || found->second.record.kind != Record::Kind::kReply)
    return Fault("I1: a verdict without its record, decision " + at);
  Closing& closing = found->second;
  const Record& record = closing.record;
  if (verdict.charged_ms != record.charged_ms) Fault("D4: another charge, decision " + at);
  if (verdict.kind == VerdictKind::kDuplicateConflict) {
    if (!std::equal(verdict.recorded.begin(), verdict.recorded.end(), record.actions.begin(),
                    record.actions.end()))
      Fault("N10: not the answer that stands, decision " + at);
    return;
  }
  if (static_cast<std::size_t>(verdict.applied) != record.actions.size() ||
      verdict.rule != record.rule)
    Fault("D4: a verdict that is not its record's, decision " + at);
  if (!closing.told)
    closing.told = verdict;
  else if (!SameVerdict(*closing.told, verdict))
    Fault("D4, N9: two verdicts on one reply, decision " + at);
}

void MatchMirror::Check(const host::GiveSnapshot& given) {
  const match::MatchId id = given.intro.config->id;
  Picture* picture = Of(id, "a snapshot");
  if (picture == nullptr) return;
  Begin(*picture);
  const std::size_t seat = given.seat.index();
  const bool fits = std::any_of(
      picture->moments.begin(), picture->moments.end(), [&](const Picture::Moment& moment) {
        return moment.last_seq == given.snapshot.last_seq && moment.position.seats != 0 &&
               moment.bank_left_ms[seat] == given.snapshot.bank_left_ms &&
               moment.strikes[seat] == given.snapshot.strikes &&
               rules::Observe(moment.position, given.seat) == given.snapshot.view;
      });
  if (!fits) Fault("I1, I4: a snapshot that the records do not give, " + match::ToString(id));
}

void MatchMirror::Check(const host::MatchStarted& started) {
  Picture* picture = Of(started.match, "a start");
  if (picture == nullptr) return;
  if (!picture->dealt) return Fault("I1: started too early, " + match::ToString(started.match));
  if (started.view.state != *picture->dealt || started.entropy != picture->state.entropy())
    Fault("I4: another deal than recorded, " + match::ToString(started.match));
}

void MatchMirror::Check(const host::MatchAssigned& assigned) {
  Of(assigned.intro.config->id, "an assignment");
}

void MatchMirror::Check(const host::MatchFinished& finished) {
  const match::MatchId id = finished.intro.config->id;
  Picture* picture = Of(id, "a result");
  if (picture == nullptr) return;
  if (!picture->result || !(*picture->result == finished.result))
    Fault("I1: a result that is not in the store, " + match::ToString(id));
}

// --- whole matches ------------------------------------------------------------------------------

void MatchMirror::CheckLive(const match::Match& live) {
  const Picture* picture = Of(live.config().id, "a live match");
  if (picture == nullptr) return;
  const std::string id = match::ToString(live.config().id);
  if (live.inputs() != picture->state.inputs()) return Fault("I1: inputs not in the store, " + id);
  if (live.decisions() != picture->state.log().asked()) Fault("I2: decisions differ, " + id);
  if (live.last_seq() != picture->state.last_seq()) Fault("D5: events differ, " + id);
  if (rules::PositionHash(live.position()) != rules::PositionHash(picture->state.position()))
    Fault("I4: the live position is not that of its records, " + id);
}

void MatchMirror::CheckFinished(match::MatchId id, const store::MatchRow& row,
                                const std::vector<match::Line>& lines) {
  const Picture* picture = Of(id, "a finished match");
  if (picture == nullptr) return;
  const std::string name = match::ToString(id);
  if (!row.result) return Fault("I7: no result, " + name);
  CheckStrikes(*picture, row);
  if (lines.size() != row.result->plies) Fault("I4: lines are missing, " + name);
  if (row.result->decisions != picture->state.log().asked()) Fault("I2: decisions, " + name);
  std::string text =
      match::HeaderText(match::MakeHeader(row.config, row.versions, row.entropy, /*over=*/true));
  for (const match::Line& line : lines) match::AppendLineText(text, line);
  text += match::ResultText(row.result->ending, row.result->void_reason, row.result->seats);
  text += match::HashText(row.result->record_hash);
  const match::Verification verified = match::VerifyRecord(text);
  if (!verified.ok)
    Fault("I4: " + name + " line " + std::to_string(verified.line) + ": " + verified.difference);
  if (verified.ok && picture->dealt && row.result->ending != match::MatchEnding::kVoid &&
      verified.position_hash != row.result->position_hash)
    Fault("I4: the record leads elsewhere, " + name);
}

}  // namespace taki::test
