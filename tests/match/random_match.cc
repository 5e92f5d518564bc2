#include "tests/match/random_match.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "referee/match/record_text.h"
#include "referee/rules/legality.h"
#include "referee/rules/transition.h"
#include "tests/match/match_fixture.h"
#include "tests/support/random_play.h"
#include "tests/support/splitmix.h"

namespace taki::match::test {
namespace {

using rules::Seat;

constexpr std::size_t kMaxFaults = 5;
constexpr int kMaxSteps = 400'000;

class Table {
 public:
  explicit Table(std::uint64_t seed) : random_(seed), match_(Configure(seed), now_) {}
  PlayedMatch Play();

 private:
  // How the bots of this match behave, in percent of the occasions.
  struct Mood {
    unsigned illegal, silent, several, repeat, leave, restart;
  };

  const MatchConfig& Configure(std::uint64_t seed);
  void GetReady();
  void NextThing();
  void LetTimePass();
  void Reply(Seat seat);
  void ReplyOddly(Seat seat);
  std::vector<SentAction> ChooseActions(const Decision& decision);
  void AddRestOfTurn(Seat seat, std::vector<SentAction>& actions);
  void ComeOrGo();
  void Restart();

  void Send(Seat seat, DecisionId id, std::vector<SentAction> actions);
  void Step(const Input& input);
  void Check(const Input& input, bool in_window_before);
  void Keep();
  void KeepWhatWasTold(const Input& input);
  void Finish();
  void Fault(std::string what) {
    if (play_.faults.size() < kMaxFaults)
      play_.faults.push_back("input " + std::to_string(match_.inputs()) + ": " + std::move(what));
  }
  int seats() const { return static_cast<int>(play_.config.seats.size()); }
  Seat AnySeat() { return Seat(static_cast<int>(random_.Below(play_.config.seats.size()))); }
  bool InWindow() const {
    return match_.state() == Match::State::kRunning &&
           match_.position().phase == rules::Phase::kWindow;
  }

  PlayedMatch play_;
  taki::test::SplitMix random_;
  Mood mood_{};
  Instant now_{1'000'000'000};
  Match match_;
  Effects out_;
  rules::SeatSet connected_;
  std::array<std::optional<Decision>, rules::kMaxSeats> asked_{};
  std::array<std::optional<match::Reply>, rules::kMaxSeats> sent_{};  // the last of each seat
  std::optional<Result> result_;
};

const MatchConfig& Table::Configure(std::uint64_t seed) {
  const taki::test::RandomMatch any = taki::test::AnyMatch(seed);
  play_.config = PlainConfig(any.setup.seats, seed);
  play_.config.id.number = static_cast<std::int64_t>(seed % 5'000'000);
  play_.config.ruleset = any.setup.ruleset;
  TimeControl& clock = play_.config.clock;
  clock.move_time_ms = random_.Chance(20) ? 0 : 1000;
  clock.time_bank_ms = clock.move_time_ms > 0 && random_.Chance(30) ? 0 : 20'000;
  clock.strike_limit = random_.Chance(30) ? 1000 : static_cast<std::int32_t>(1 + random_.Below(6));
  clock.reconnect_grace_ms = random_.Chance(30) ? 0 : 5000;
  clock.restart_grace_ms = random_.Chance(50) ? 0 : 2000;
  const auto upto = [&](std::size_t most) {
    return static_cast<unsigned>(random_.Below(most + 1));
  };
  const bool well_behaved = random_.Chance(25);
  mood_ = well_behaved ? Mood{0, 0, 50, 0, 0, 1}
                       : Mood{upto(6), upto(6), upto(60), upto(20), upto(3), upto(3)};
  return play_.config;
}

PlayedMatch Table::Play() {
  GetReady();
  for (int step = 0; match_.state() == Match::State::kRunning; ++step) {
    if (step == kMaxSteps) {
      Fault("the match does not end (I7)");
      Step(Abort{"ENDLESS"});
    }
    NextThing();
  }
  Finish();
  return std::move(play_);
}

void Table::GetReady() {
  for (int seat = 0; seat < seats(); ++seat) {
    if (random_.Chance(5)) continue;
    Step(Joined{Seat(seat)});
    if (random_.Chance(95))
      Step(Ready{Seat(seat), std::string(random_.Chance(40) ? random_.Below(33) : 0, 'e'), "1.0"});
  }
  if (random_.Chance(3)) Step(Resign{AnySeat()});
  if (match_.state() == Match::State::kAssigned) {
    now_ = *match_.NextDeadline();
    Step(TimeUp{});
  }
}

void Table::NextThing() {
  LetTimePass();
  if (match_.state() != Match::State::kRunning) return;
  if (random_.Below(1000) < 2) return Step(Resign{AnySeat()});
  if (random_.Below(10'000) < 2) return Step(Disqualify{AnySeat()});
  if (random_.Below(20'000) < 1) return Step(Abort{"STOPPED"});
  if (random_.Below(1000) < mood_.restart) return Restart();
  if (random_.Chance(mood_.leave)) return ComeOrGo();
  const Seat seat = AnySeat();
  if (random_.Chance(mood_.repeat)) return ReplyOddly(seat);
  Reply(seat);
}

// Mostly a little; the host looks at its timers nearly always.
void Table::LetTimePass() {
  const std::size_t most_ms = random_.Chance(97) ? 150 : random_.Chance(90) ? 3000 : 60'000;
  now_ = now_ + Milliseconds(static_cast<std::int64_t>(random_.Below(most_ms))) +
         Duration{static_cast<std::int64_t>(random_.Below(1'000'000))};
  if (!random_.Chance(90)) return;
  while (match_.NextDeadline() && *match_.NextDeadline() <= now_) Step(TimeUp{});
}

void Table::Reply(Seat seat) {
  const auto& asked = asked_[seat.index()];
  if (!asked || !connected_.Contains(seat) || random_.Chance(mood_.silent)) return;
  Send(seat, asked->id, ChooseActions(*asked));
}

// Again, otherwise, or to what nobody asked.
void Table::ReplyOddly(Seat seat) {
  const auto& sent = sent_[seat.index()];
  if (sent && random_.Chance(70)) {
    auto actions = sent->actions;
    if (random_.Chance(30)) actions.push_back({rules::Action::Draw(), ""});
    return Send(seat, sent->decision, std::move(actions));
  }
  Send(seat, {static_cast<std::uint32_t>(random_.Below(match_.decisions() + 3))},
       {{rules::Action::Draw(), ""}});
}

std::vector<SentAction> Table::ChooseActions(const Decision& decision) {
  const auto any = [&] {
    const auto& all = taki::test::AllActions();
    return SentAction{all[random_.Below(all.size())], ""};
  };
  std::vector<SentAction> actions;
  if (random_.Chance(mood_.illegal)) {
    if (random_.Chance(20)) return {};
    actions.push_back(random_.Chance(30) ? SentAction{std::nullopt, "unset"} : any());
    return actions;
  }
  actions.push_back({decision.legal[random_.Below(decision.legal.size())], ""});
  if (random_.Chance(mood_.several)) AddRestOfTurn(decision.seat, actions);
  if (random_.Chance(mood_.illegal)) actions.push_back(any());
  return actions;
}

// As a bot would that thinks its turn through.
void Table::AddRestOfTurn(Seat seat, std::vector<SentAction>& actions) {
  rules::Position ahead = match_.position();
  if (!rules::Asked(ahead).Contains(seat) || ahead.phase == rules::Phase::kWindow) return;
  const std::uint16_t turns_ended = ahead.turns_ended;
  rules::NoEvents unheard;
  while (actions.size() < 100) {
    if (rules::Check(ahead, seat, *actions.back().action)) return;
    rules::Apply(ahead, seat, *actions.back().action, unheard);
    if (ahead.over() || ahead.turns_ended != turns_ended || ahead.phase == rules::Phase::kWindow)
      return;
    const rules::ActionList legal = rules::LegalActions(ahead, seat);
    actions.push_back({legal[random_.Below(legal.size())], ""});
  }
}

void Table::ComeOrGo() {
  const Seat seat = AnySeat();
  if (connected_.Contains(seat) && random_.Chance(70)) return Step(Left{seat});
  Step(Joined{seat});
}

void Table::Restart() {
  ++play_.restarts;
  now_ = Instant{static_cast<std::int64_t>(random_.Next() >> 8)};
  auto resumed = Match::Resume(play_.config, play_.records, now_);
  if (!resumed.ok()) return Fault(std::string(resumed.status().message()));
  match_ = *std::move(resumed);
  connected_ = {};
  asked_.fill(std::nullopt);
  const Milestone& last = play_.milestones.back();
  if (match_.decisions() != last.decisions || match_.last_seq() != last.last_seq ||
      rules::PositionHash(match_.position()) != last.position_hash)
    Fault("the resumed match is another one (I4)");
  for (int seat = 0; seat < seats(); ++seat)
    if (random_.Chance(90)) Step(Joined{Seat(seat)});
}

void Table::Send(Seat seat, DecisionId id, std::vector<SentAction> actions) {
  match::Reply reply{seat, id, std::move(actions), now_};
  Step(reply);
  sent_[seat.index()] = std::move(reply);
}

void Table::Step(const Input& input) {
  const bool in_window_before = InWindow();
  if (const auto* joined = std::get_if<Joined>(&input)) connected_.Add(joined->seat);
  if (const auto* left = std::get_if<Left>(&input)) connected_.Remove(left->seat);
  out_.Clear();
  match_.Step(input, now_, out_);
  Check(input, in_window_before);
  Keep();
  KeepWhatWasTold(input);
}

void Table::Check(const Input& input, bool in_window_before) {
  int verdicts = 0;
  for (const Message& message : out_.messages) {
    if (const auto* sent = std::get_if<SendVerdict>(&message)) {
      ++verdicts;
      ++play_.verdicts[static_cast<std::size_t>(sent->verdict.kind)];
      if (!connected_.Contains(sent->seat)) Fault("a verdict to who is away");
      if (sent->verdict.bank_left_ms < 0) Fault("the bank is overdrawn");
    } else if (const auto* sent_decision = std::get_if<SendDecision>(&message)) {
      const Decision& decision = sent_decision->decision;
      if (!connected_.Contains(decision.seat)) Fault("a decision to who is away");
      if (decision.legal.empty()) Fault("asked without a choice");
      if (decision.id.number > match_.decisions()) Fault("a decision that was not counted (I2)");
    } else if (std::holds_alternative<SendEvent>(message)) {
      if (in_window_before && InWindow()) Fault("an event inside a window (R7.4)");
    }
  }
  const auto* reply = std::get_if<match::Reply>(&input);
  const int due = reply != nullptr && connected_.Contains(reply->seat) ? 1 : 0;
  if (verdicts != due) Fault("a reply without its one verdict");
}

void Table::Keep() {
  for (const Record& record : out_.records) {
    if (record.input_no != play_.records.size() + 1) Fault("input numbers with a gap");
    play_.records.push_back(record);
  }
  for (const Line& line : out_.lines) {
    if (line.ply != play_.lines.size()) Fault("plies with a gap");
    play_.lines.push_back(line);
  }
  for (const Message& message : out_.messages) {
    if (const auto* event = std::get_if<SendEvent>(&message)) {
      if (event->seq != play_.events.size() + 1) Fault("events with a gap");
      play_.events.push_back(event->event);
    } else if (const auto* decision = std::get_if<SendDecision>(&message)) {
      asked_[decision->decision.seat.index()] = decision->decision;
    }
  }
  if (out_.result && result_) Fault("a second result");
  if (out_.result) result_ = out_.result;
  if (match_.state() != Match::State::kAssigned)
    play_.milestones.push_back({match_.inputs(), static_cast<std::uint32_t>(play_.lines.size()),
                                match_.last_seq(), match_.decisions(),
                                rules::PositionHash(match_.position())});
}

void Table::KeepWhatWasTold(const Input& input) {
  const auto* reply = std::get_if<match::Reply>(&input);
  for (const Message& message : out_.messages) {
    if (const auto* sent = std::get_if<SendDecision>(&message)) {
      if (!sent->decision.asked_again) play_.asked.push_back(sent->decision);
    } else if (const auto* verdict = std::get_if<SendVerdict>(&message)) {
      const bool recorded = !out_.records.empty() && reply != nullptr &&
                            (out_.records[0].kind == Record::Kind::kReply ||
                             out_.records[0].kind == Record::Kind::kRefusal);
      if (recorded)
        play_.told.push_back(
            {out_.records[0].input_no, verdict->seat, reply->actions, verdict->verdict});
    }
  }
}

void Table::Finish() {
  if (!result_) return Fault("no result");
  play_.result = *result_;
  play_.text =
      HeaderText(MakeHeader(play_.config, match_.versions(), match_.entropy(), /*over=*/true));
  for (const Line& line : play_.lines) AppendLineText(play_.text, line);
  play_.text += ResultText(result_->ending, result_->void_reason, result_->seats);
  if (RecordHash(play_.text) != result_->record_hash) Fault("the record's hash is another");
  play_.text += HashText(result_->record_hash);
}

}  // namespace

PlayedMatch PlayMatch(std::uint64_t seed) { return Table(seed).Play(); }

}  // namespace taki::match::test
