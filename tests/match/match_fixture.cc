#include "tests/match/match_fixture.h"

#include <utility>

#include "referee/rules/legality.h"
#include "referee/rules/notation.h"
#include "referee/rules/transition.h"
#include "tests/support/position_builder.h"
#include "tests/support/splitmix.h"

namespace taki::match::test {
namespace {

using taki::test::Words;

rules::Seed SeedOf(std::uint64_t number) {
  taki::test::SplitMix random(number);
  rules::Seed seed;
  for (std::uint8_t& byte : seed) byte = static_cast<std::uint8_t>(random.Below(256));
  return seed;
}

std::vector<std::string_view> Split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

struct Wish {
  std::size_t seat;
  rules::CardSet cards;
};
std::vector<Wish> ParseWishes(std::string_view text) {
  std::vector<Wish> wishes;
  for (const std::string_view part : Split(text, '|')) {
    Wish wish{};
    for (const std::string_view word : Words(part)) {
      if (word.ends_with(':')) {
        wish.seat = static_cast<std::size_t>(word[0] - '0');
      } else {
        wish.cards.Add(rules::ParseCard(word).value());
      }
    }
    wishes.push_back(wish);
  }
  return wishes;
}

bool Fulfils(const rules::Position& position, const std::vector<Wish>& wishes) {
  for (const Wish& wish : wishes)
    for (int kind = 0; kind < rules::kCardKinds; ++kind) {
      const rules::Card card = rules::Card::FromIndex(kind);
      if (position.hands[wish.seat].Count(card) < wish.cards.Count(card)) return false;
    }
  return true;
}

::testing::Message At(Here here) { return ::testing::Message() << here.file << ":" << here.line; }

}  // namespace

MatchConfig PlainConfig(int seats, std::uint64_t seed) {
  MatchConfig config;
  config.id = MatchId{42};
  config.seed = SeedOf(seed);
  for (int seat = 0; seat < seats; ++seat)
    config.seats.push_back({BotId{seat + 1}, "b" + std::to_string(seat)});
  return config;
}

std::vector<SentAction> Sent(std::string_view tokens) {
  std::vector<SentAction> actions;
  for (const std::string_view token : Words(tokens)) {
    const auto action = rules::ParseAction(token);
    actions.push_back(action ? SentAction{action, ""}
                             : SentAction{std::nullopt, "actions[].card is not a card"});
  }
  return actions;
}

void MatchTest::GivenMatch(int seats) { config_ = PlainConfig(seats); }

void MatchTest::GivenDeal(int seats, std::string_view cards) {
  const std::vector<Wish> wishes = ParseWishes(cards);
  for (std::uint64_t number = 0; number < 1'000'000; ++number) {
    config_ = PlainConfig(seats, number);
    const rules::Position dealt = rules::Deal(
        {.ruleset = config_.ruleset,
         .seats = seats,
         .key = rules::DeriveKey(ToString(config_.id), rules::CanonicalText(config_.ruleset),
                                 config_.seed, {})});
    if (Fulfils(dealt, wishes)) return;
  }
  FAIL() << "no deal has " << cards;
}

void MatchTest::Begin() {
  records_.clear();
  lines_.clear();
  events_.clear();
  result_.reset();
  strikes_.fill(0);
  asked_.fill(std::nullopt);
  lines_expected_ = events_expected_ = 0;
  match_.emplace(config_, now_);
}

void MatchTest::Start() {
  Begin();
  entropy_.resize(config_.seats.size());
  for (int seat = 0; seat < static_cast<int>(config_.seats.size()); ++seat) Join(seat);
  for (int seat = 0; seat < static_cast<int>(config_.seats.size()); ++seat)
    BeReady(seat, entropy_[static_cast<std::size_t>(seat)]);
}

void MatchTest::BeReady(int seat, std::string entropy, std::string version) {
  Step(Ready{rules::Seat(seat), std::move(entropy), std::move(version)});
}

void MatchTest::Step(const Input& input) {
  step_.Clear();
  match_->Step(input, now_, step_);
  Keep();
}

void MatchTest::Keep() {
  for (const Record& record : step_.records) {
    EXPECT_EQ(record.input_no, records_.size() + 1);
    records_.push_back(record);
    if (record.strike) ++strikes_[record.seat.index()];
  }
  for (const Line& line : step_.lines) {
    EXPECT_EQ(line.ply, lines_.size());
    lines_.push_back(line);
  }
  for (const Message& message : step_.messages) {
    if (const auto* event = std::get_if<SendEvent>(&message)) {
      EXPECT_EQ(event->seq, events_.size() + 1);
      events_.push_back(event->event);
    } else if (const auto* decision = std::get_if<SendDecision>(&message)) {
      asked_[decision->decision.seat.index()] = decision->decision;
    }
  }
  if (step_.result) {
    EXPECT_FALSE(result_.has_value()) << "a second result";
    result_ = step_.result;
    EXPECT_TRUE(std::holds_alternative<SendFinished>(step_.messages.back()));
  }
}

void MatchTest::Pass(Duration duration) {
  const Instant end = now_ + duration;
  while (match_->NextDeadline() && *match_->NextDeadline() <= end) {
    now_ = *match_->NextDeadline();
    Step(TimeUp{});
  }
  now_ = end;
}

void MatchTest::Answer(int seat, std::string_view tokens) {
  Reply(seat, Asked(seat).id.number, tokens);
}

void MatchTest::Reply(int seat, std::uint32_t decision, std::string_view tokens) {
  Step(match::Reply{rules::Seat(seat), DecisionId{decision}, Sent(tokens), now_});
}

void MatchTest::AnswerAnyhow() {
  const int seat = rules::Asked(match_->position()).first().number();
  Answer(seat, AnyLegal(seat));
}

std::string MatchTest::AnyLegal(int seat) const {
  return rules::Token(rules::LegalActions(match_->position(), rules::Seat(seat))[0]);
}

std::string MatchTest::AnyIllegal() const {
  return match_->position().phase == rules::Phase::kWindow ? "draw" : "pass";  // R7.4
}

Decision MatchTest::Asked(int seat, Here here) const {
  const auto& asked = asked_[static_cast<std::size_t>(seat)];
  EXPECT_TRUE(asked.has_value()) << At(here) << ": seat " << seat << " was never asked";
  return asked.value_or(Decision{});
}

Verdict MatchTest::LastVerdict(int seat, Here here) const {
  std::optional<Verdict> last;
  for (const Message& message : step_.messages)
    if (const auto* sent = std::get_if<SendVerdict>(&message))
      if (sent->seat == rules::Seat(seat)) last = sent->verdict;
  EXPECT_TRUE(last.has_value()) << At(here) << ": no verdict to seat " << seat;
  return last.value_or(Verdict{});
}

void MatchTest::ExpectVerdict(int seat, VerdictKind kind, Here here) {
  const Verdict verdict = LastVerdict(seat, here);
  EXPECT_EQ(Name(verdict.kind), Name(kind)) << At(here) << ": " << verdict.text;
  EXPECT_EQ(verdict.text.empty(), kind == VerdictKind::kAccepted) << At(here);
}

void MatchTest::ExpectIllegal(int seat, std::string_view rule, Here here) {
  ExpectVerdict(seat, VerdictKind::kIllegal, here);
  EXPECT_EQ(LastVerdict(seat, here).rule, rule) << At(here);
}

void MatchTest::ExpectLines(std::string_view lines, Here here) {
  std::string text;
  for (; lines_expected_ < lines_.size(); ++lines_expected_) {
    const std::string line = LineText(lines_[lines_expected_]);
    const std::size_t seat = line.find(' ') + 1;
    if (!text.empty()) text += "; ";
    text += line.substr(seat, line.size() - seat - 1);
  }
  EXPECT_EQ(text, lines) << At(here);
}

void MatchTest::ExpectStrikeEvents(std::string_view events, Here here) {
  std::string text;
  for (; events_expected_ < events_.size(); ++events_expected_) {
    if (events_[events_expected_].kind == MatchEvent::Kind::kRules) continue;
    if (!text.empty()) text += "; ";
    text += Text(events_[events_expected_]);
  }
  EXPECT_EQ(text, events) << At(here);
}

void MatchTest::ExpectSeatEnd(int seat, rules::SeatEnd end, Here here) {
  ASSERT_TRUE(result_.has_value()) << At(here) << ": the match is not over";
  EXPECT_EQ(match::Name(result_->seats[static_cast<std::size_t>(seat)].end), match::Name(end))
      << At(here);
}

void MatchTest::ExpectVoid(std::string_view reason, Here here) {
  ASSERT_TRUE(result_.has_value()) << At(here) << ": the match is not over";
  EXPECT_EQ(match::Name(result_->ending), "VOID") << At(here);
  EXPECT_EQ(result_->void_reason, reason) << At(here);
}

std::vector<std::string> MatchTest::ReceivedBy(std::optional<int> seat) const {
  return Received(step_.messages, seat ? std::optional(rules::Seat(*seat)) : std::nullopt);
}

std::string MatchTest::RecordText() const {
  std::string text =
      HeaderText(MakeHeader(match_->config(), match_->versions(), match_->entropy(), true));
  for (const Line& line : lines_) AppendLineText(text, line);
  text += ResultText(result_->ending, result_->void_reason, result_->seats);
  EXPECT_EQ(RecordHash(text), result_->record_hash);
  return text + HashText(result_->record_hash);
}

void MatchTest::Restart(std::int64_t outage_ms) {
  now_ = Instant{now_.ns / 2} + Milliseconds(outage_ms);  // the clock of another process
  auto resumed = Match::Resume(config_, records_, now_);
  ASSERT_TRUE(resumed.ok()) << resumed.status();
  match_.emplace(*std::move(resumed));
  step_.Clear();
  asked_.fill(std::nullopt);
}

}  // namespace taki::match::test
