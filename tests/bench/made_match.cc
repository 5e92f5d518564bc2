#include "tests/bench/made_match.h"

#include <algorithm>
#include <utility>

#include "referee/rules/check.h"

namespace taki::bench {
namespace {

using match::Milliseconds;
using rules::Action;

bool InHundred(test::SplitMix& random, unsigned percent) { return random.Below(100) < percent; }
bool InTenThousand(test::SplitMix& random, unsigned count) { return random.Below(10'000) < count; }

// Playing a card is better than not, and saying "last card" better than forgetting it.
int WorthOf(const Action& action) {
  if (action.kind != Action::Kind::kPlay) return action.kind == Action::Kind::kDraw ? 0 : 1;
  return action.last_card ? 3 : 2;
}

class Game {
 public:
  Game(const match::MatchConfig& config, const std::vector<const MadeBot*>& bots,
       const std::vector<std::string>& versions, test::SplitMix random)
      : bots_(bots), versions_(versions), random_(random), machine_(config, now_) {}

  MadeMatch Play() {
    GetReady();
    while (machine_.state() != match::Match::State::kOver) Turn();
    return std::move(made_);
  }

 private:
  struct Open {
    match::Decision decision;
    match::Instant sent;
  };

  void Step(const match::Input& input) {
    effects_.Clear();
    const match::Instant read = now_;
    machine_.Step(input, now_, effects_);
    for (const match::Message& message : effects_.messages)
      if (const auto* asked = std::get_if<match::SendDecision>(&message))
        open_.push_back({asked->decision, now_});
    for (match::Record& record : effects_.records) Note(record, read);
    std::move(effects_.lines.begin(), effects_.lines.end(), std::back_inserter(made_.lines));
    if (effects_.result) made_.result = *effects_.result;
  }

  void Note(match::Record& record, match::Instant read) {
    if (record.kind == match::Record::Kind::kStart) started_ = now_;
    const auto since_start = [this](match::Instant at) {
      return static_cast<std::int32_t>((at.ns - started_.ns) / 1'000'000);
    };
    store::InputTiming timing{record.input_no, since_start(read), since_start(read), 0, -1};
    const auto open = std::find_if(open_.begin(), open_.end(), [&record](const Open& each) {
      return each.decision.id == record.decision;
    });
    if (open != open_.end()) {
      timing.sent_after_ms = since_start(open->sent);
      timing.lag_ms = InHundred(random_, 2) ? static_cast<std::int32_t>(random_.Below(9)) : 0;
      const auto seat = static_cast<std::size_t>(open->decision.seat.number());
      timing.round_trip_us = UpToTwice(bots_[seat]->round_trip_us);
      if (record.kind != match::Record::Kind::kRefusal) open_.erase(open);
    }
    made_.timings.push_back(timing);
    made_.records.push_back(std::move(record));
  }

  std::int32_t UpToTwice(std::int32_t value) {
    return static_cast<std::int32_t>(random_.Below(2 * static_cast<std::size_t>(value) + 1));
  }

  void GetReady() {
    for (std::size_t i = 0; i < bots_.size(); ++i) {
      const rules::Seat seat(static_cast<int>(i));
      if (InTenThousand(random_, bots_[i]->absent_permyriad)) continue;
      Step(match::Joined{seat});
      now_ = now_ + Milliseconds(UpToTwice(bots_[i]->think_ms));
      Step(match::Ready{seat, i == 0 ? "some entropy" : "", versions_[i]});
    }
    if (machine_.state() != match::Match::State::kAssigned) return;
    TimeUp();
  }

  void TimeUp() {
    now_ = std::max(now_, machine_.NextDeadline().value_or(now_)) + Milliseconds(1);
    Step(match::TimeUp{});
  }

  void Turn() {
    if (open_.empty()) return TimeUp();  // who is asked is away
    const Open& open = open_[random_.Below(open_.size())];
    const rules::Seat seat = open.decision.seat;
    const MadeBot& bot = *bots_[static_cast<std::size_t>(seat.number())];
    if (InTenThousand(random_, bot.fault_permyriad)) return Fail(open.decision);
    now_ = std::max(now_, open.sent + Milliseconds(UpToTwice(bot.think_ms)));
    match::Reply reply{seat, open.decision.id, {}, now_};
    reply.actions.push_back({Choose(open.decision.legal, bot.skill), ""});
    Step(reply);
  }

  // In one of the ways that there are.
  void Fail(const match::Decision& decision) {
    const std::size_t way = random_.Below(100);
    if (way < 45) return TimeUp();
    if (way < 85) {
      match::Reply reply{decision.seat, decision.id, {}, now_};
      reply.actions.push_back({std::nullopt, "actions[0]: no such card"});
      return Step(reply);
    }
    if (way < 92) return Step(match::Resign{decision.seat});
    if (way < 98) {
      Step(match::Left{decision.seat});
      return TimeUp();
    }
    if (way < 99) return Step(match::Disqualify{decision.seat});
    Step(match::Abort{"ORGANISER"});
  }

  Action Choose(const rules::ActionList& legal, unsigned skill) {
    std::size_t choice = random_.Below(legal.size());
    if (!InHundred(random_, skill)) return legal[choice];
    for (std::size_t i = 0; i < legal.size(); ++i)
      if (WorthOf(legal[i]) > WorthOf(legal[choice])) choice = i;
    return legal[choice];
  }

  const std::vector<const MadeBot*>& bots_;
  const std::vector<std::string>& versions_;
  test::SplitMix random_;
  match::Instant now_{};
  match::Instant started_{};
  match::Match machine_;
  match::Effects effects_;
  std::vector<Open> open_;
  MadeMatch made_;
};

}  // namespace

MadeMatch MakeMatch(const match::MatchConfig& config, const std::vector<const MadeBot*>& bots,
                    const std::vector<std::string>& versions, test::SplitMix random) {
  TAKI_CHECK(config.seats.size() == bots.size() && versions.size() == bots.size());
  return Game(config, bots, versions, random).Play();
}

}  // namespace taki::bench
