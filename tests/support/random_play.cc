#include "tests/support/random_play.h"

#include <algorithm>
#include <optional>

#include "referee/rules/legality.h"
#include "referee/rules/notation.h"
#include "referee/rules/observation.h"
#include "tests/support/event_text.h"

namespace taki::test {
namespace {

using rules::Action;
using rules::ActionList;
using rules::Card;
using rules::CardSet;
using rules::Event;
using rules::Position;
using rules::Seat;

constexpr std::size_t kMaxFaults = 5;

// Counts what a match met.
class Observer final : public rules::EventSink {
 public:
  explicit Observer(PlayedMatch& match) : match_(match) {}
  void On(const Event& event) override {
    log.push_back(event);
    switch (event.kind) {
      case Event::Kind::kCardsDrawn: match_.short_draws += event.count < event.owed; break;
      case Event::Kind::kPileReshuffled: ++match_.reshuffles; break;
      case Event::Kind::kWindowOpened: ++match_.windows; break;
      case Event::Kind::kWindowClosed: match_.answered_windows += event.answered; break;
      case Event::Kind::kStageCompleted: ++match_.stages_completed; break;
      default: break;
    }
  }
  std::vector<Event> log;

 private:
  PlayedMatch& match_;
};

// The checks at one position.
class Examiner {
 public:
  Examiner(const Position& position, SplitMix& random, std::vector<std::string>& faults)
      : position_(position), random_(random), faults_(faults) {}

  void Examine() {
    const std::uint64_t hash = rules::PositionHash(position_);
    if (rules::CountCards(position_) != rules::kDeckSize) Fault("not 116 cards (I6)");
    const rules::SeatSet asked = rules::Asked(position_);
    if (asked.empty() != position_.over()) Fault("asked nobody, or somebody after the end");
    for (int seat = 0; seat < position_.seats; ++seat) {
      ExamineChoices(Seat(seat), asked.Contains(Seat(seat)));
      ExamineView(Seat(seat));
    }
    if (rules::PositionHash(position_) != hash) Fault("looking changed the position (I8)");
  }

 private:
  void Fault(const std::string& what) {
    if (faults_.size() < kMaxFaults) faults_.push_back(what);
  }

  void ExamineChoices(Seat seat, bool asked) {
    const ActionList list = rules::LegalActions(position_, seat);
    if (list.empty() == asked) Fault("seat " + Number(seat) + ": choices do not agree with Asked");
    std::size_t legal = 0;
    for (const Action action : AllActions()) {
      const bool allowed = !rules::Check(position_, seat, action).has_value();
      if (!allowed) continue;
      if (legal >= list.size() || list[legal] != action)
        Fault("seat " + Number(seat) + ": Check accepts " + rules::Token(action) +
              ", LegalActions has it not, or not there");
      ++legal;
    }
    if (legal != list.size())
      Fault("seat " + Number(seat) + ": LegalActions lists what Check refuses");
    for (const Action action : list)
      if (rules::ParseAction(rules::Token(action)) != action)
        Fault("notation of " + rules::Token(action));
  }

  void ExamineView(Seat seat) {
    const Position mixed = WithHiddenCardsMixed(position_, seat, false, random_);
    if (rules::Observe(mixed, seat) != rules::Observe(position_, seat))
      Fault("seat " + Number(seat) + " sees hidden cards (I5)");
    if (rules::LegalActions(mixed, seat).size() != rules::LegalActions(position_, seat).size())
      Fault("the choices of seat " + Number(seat) + " depend on hidden cards");
    const Position all_mixed = WithHiddenCardsMixed(position_, seat, true, random_);
    if (rules::ObservePublic(all_mixed) != rules::ObservePublic(position_))
      Fault("the public sees hidden cards (I5)");
  }

  static std::string Number(Seat seat) { return std::to_string(seat.number()); }

  const Position& position_;
  SplitMix& random_;
  std::vector<std::string>& faults_;
};

// R10.1 and R10.2, said by comparing each pair of seats.
bool PlacingIsRight(const Position& position) {
  const auto places = rules::Placing(position);
  const auto better = [&position](std::size_t a, std::size_t b) {
    const int gone_a = position.forfeit_order[a], gone_b = position.forfeit_order[b];
    if (gone_a != 0 || gone_b != 0) return gone_b != 0 && (gone_a == 0 || gone_a > gone_b);
    if (position.ending == rules::Ending::kCompleted &&
        (a == position.winner.index()) != (b == position.winner.index()))
      return a == position.winner.index();
    const int done_a = position.stages_completed[a], done_b = position.stages_completed[b];
    return done_a != done_b ? done_a > done_b : position.hands[a].size() < position.hands[b].size();
  };
  for (std::size_t a = 0; a < position.seats; ++a) {
    int place = 1;
    for (std::size_t b = 0; b < position.seats; ++b) place += b != a && better(b, a);
    if (places[a] != place) return false;
  }
  return true;
}

// I4: the same steps from the same deal end in the same events and the same hash.
bool ReplaysAlike(const RandomMatch& match, const PlayedMatch& played,
                  const std::vector<Event>& events) {
  Position position = rules::Deal(match.setup);
  EventLog log;
  for (const Step& step : played.steps) Apply(position, step, log);
  return rules::PositionHash(position) == rules::PositionHash(played.end) && log.events == events;
}

std::string At(std::uint64_t seed, std::size_t step, const std::string& fault) {
  return "seed " + std::to_string(seed) + ", step " + std::to_string(step) + ": " + fault;
}

}  // namespace

const std::vector<Action>& AllActions() {
  static const std::vector<Action> actions = [] {
    std::vector<Action> all;
    for (int kind = 0; kind < rules::kCardKinds; ++kind) {
      const Card card = Card::FromIndex(kind);
      const int colors = card == rules::kChangeColorCard ? rules::kColors : 1;
      for (int color = 0; color < colors; ++color)
        for (const bool last_card : {false, true}) {
          all.push_back(Action::Play(card, last_card));
          all.back().color = static_cast<rules::Color>(color);
        }
    }
    for (const Action action : {Action::Draw(), Action::Close(), Action::End(), Action::Pass()})
      all.push_back(action);
    return all;
  }();
  return actions;
}

Position WithHiddenCardsMixed(const Position& position, Seat viewer, bool public_view,
                              SplitMix& random) {
  std::vector<Card> hidden;
  const auto is_hidden = [&](std::size_t seat) { return public_view || seat != viewer.index(); };
  for (std::size_t seat = 0; seat < position.seats; ++seat)
    if (is_hidden(seat))
      position.hands[seat].ForEach([&hidden](Card card) { hidden.push_back(card); });
  for (int i = 0; i < position.pile_size; ++i)
    hidden.push_back(position.pile[static_cast<std::size_t>(position.pile_top + i)]);
  for (std::size_t i = hidden.size(); i > 1; --i) std::swap(hidden[i - 1], hidden[random.Below(i)]);

  Position mixed = position;
  std::size_t next = 0;
  for (std::size_t seat = 0; seat < position.seats; ++seat) {
    if (!is_hidden(seat)) continue;
    mixed.hands[seat].Clear();
    for (int n = position.hands[seat].size(); n > 0; --n) mixed.hands[seat].Add(hidden[next++]);
  }
  for (int i = 0; i < position.pile_size; ++i)
    mixed.pile[static_cast<std::size_t>(position.pile_top + i)] = hidden[next++];
  return mixed;
}

RandomMatch AnyMatch(std::uint64_t seed) {
  static const std::vector<std::vector<int>> kStages{
      {8, 7, 6, 5, 4, 3, 2, 1}, {8}, {1}, {2, 1}, {3, 3, 3}, {10, 9}, {1, 10, 1}, {5, 4, 3, 2, 1}};
  SplitMix random(seed);
  RandomMatch match;
  match.setup.seats = 2 + static_cast<int>(seed % 9);
  // Few turns now and then, so that TURN_LIMIT is met too.
  const int max_turns = random.Chance(10) ? 1 + static_cast<int>(random.Below(60)) : 10'000;
  match.setup.ruleset = *rules::MakeRuleset(
      kStages[random.Below(kStages.size())],
      random.Chance(50) ? rules::DrawRule::kWhenStuck : rules::DrawRule::kAnyTime,
      random.Chance(50) ? rules::TakiRule::kPlayAll : rules::TakiRule::kPlayAny, max_turns);
  for (std::uint8_t& byte : match.setup.key) byte = static_cast<std::uint8_t>(random.Next());
  if (random.Chance(60)) match.timeout_percent = random.Chance(20) ? 40 : 4;
  if (random.Chance(40)) match.forfeit_permille = 5;
  return match;
}

Step RandomStep(const Position& position, const RandomMatch& match, SplitMix& random) {
  const rules::SeatSet asked = rules::Asked(position);
  std::vector<Seat> seats;
  asked.ForEach([&seats](Seat seat) { seats.push_back(seat); });
  Step step;
  step.seat = seats[random.Below(seats.size())];
  if (random.Below(1000) < match.forfeit_permille) {
    step.kind = Step::Kind::kForfeit;
    step.reason = static_cast<rules::SeatEnd>(1 + random.Below(6));
    // Now and then somebody who is not asked; never one whose forfeit in this window is waiting.
    const Seat other(static_cast<int>(random.Below(position.seats)));
    const bool waiting =
        position.phase == rules::Phase::kWindow &&
        (other == position.turn ? position.turn_forfeits
                                : position.answers[other.index()] == rules::WindowAnswer::kForfeit);
    if (random.Chance(50) && position.remaining.Contains(other) && !waiting) step.seat = other;
    return step;
  }
  if (random.Chance(match.timeout_percent)) {
    step.kind = Step::Kind::kTimeout;
    return step;
  }
  const ActionList actions = rules::LegalActions(position, step.seat);
  if (actions.empty()) {  // reported by the examiner; silence keeps the match going
    step.kind = Step::Kind::kTimeout;
    return step;
  }
  step.action = actions[random.Below(actions.size())];
  return step;
}

void Apply(Position& position, const Step& step, rules::EventSink& sink) {
  switch (step.kind) {
    case Step::Kind::kAction: rules::Apply(position, step.seat, step.action, sink); break;
    case Step::Kind::kTimeout:
      rules::Apply(position, step.seat, rules::DefaultAction(position, step.seat), sink);
      break;
    case Step::Kind::kForfeit: rules::Forfeit(position, step.seat, step.reason, sink); break;
  }
}

PlayedMatch PlayRandomMatch(const RandomMatch& match, std::uint64_t seed, bool check) {
  PlayedMatch played;
  Observer observer(played);
  SplitMix random(seed);
  Position position = rules::Deal(match.setup);
  // Each turn has at most as many steps as cards; a window one more for each seat.
  constexpr std::size_t kMaxSteps = 10'000 * 20;
  while (!position.over() && played.steps.size() < kMaxSteps && played.faults.empty()) {
    if (check) Examiner(position, random, played.faults).Examine();
    const std::uint64_t before = rules::PositionHash(position);
    const Step step = RandomStep(position, match, random);
    Apply(position, step, observer);
    played.steps.push_back(step);
    if (rules::PositionHash(position) == before)
      played.faults.push_back("a step left the hash as it was");
  }
  played.end = position;
  if (!position.over()) {
    if (played.faults.empty()) played.faults.push_back("the match does not end (I7)");
  } else {
    Examiner(position, random, played.faults).Examine();
    if (!PlacingIsRight(position)) played.faults.push_back("placing is not R10.1");
    if (!ReplaysAlike(match, played, observer.log))
      played.faults.push_back("the replay differs (I4)");
  }
  for (std::string& fault : played.faults) fault = At(seed, played.steps.size(), fault);
  return played;
}

}  // namespace taki::test
