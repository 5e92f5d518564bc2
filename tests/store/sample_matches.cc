#include "tests/store/sample_matches.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "referee/rules/check.h"
#include "referee/rules/notation.h"
#include "referee/rules/sha256.h"

namespace taki::store::test {
namespace {

rules::Bytes32 HashOf(const std::string& text) { return rules::Sha256().Update(text).Finish(); }

}  // namespace

Bot SampleBot(int number) {
  char name[16];
  std::snprintf(name, sizeof name, "bot-%02d", number);
  Bot bot;
  bot.id.number = number;
  bot.name = name;
  bot.display_name = "Bot " + std::to_string(number);
  bot.owner = number % 2 == 0 ? "ada" : "grace";
  bot.description = "plays at random";
  bot.author = "the tests";
  bot.language = number % 3 == 0 ? "Python" : "C++";
  bot.homepage = "https://example.org/" + bot.name;
  bot.token_hash = HashOf("token of " + bot.name);
  bot.registered_ms = kNow - 86'400'000 + number;
  return bot;
}

std::vector<Bot> SampleBots(int count) {
  std::vector<Bot> bots;
  for (int number = 1; number <= count; ++number) bots.push_back(SampleBot(number));
  return bots;
}

MatchRow SampleRow(std::int64_t number, int seats, int first_bot, std::vector<int> stages) {
  MatchRow row;
  row.config.id.number = number;
  const absl::StatusOr<rules::Ruleset> ruleset = rules::MakeRuleset(
      stages, rules::DrawRule::kWhenStuck, rules::TakiRule::kPlayAll, rules::kMaxTurns);
  TAKI_CHECK(ruleset.ok());
  row.config.ruleset = *ruleset;
  row.config.seed = HashOf("seed " + std::to_string(number));
  row.config.clock.strike_limit = 20;
  for (int seat = 0; seat < seats; ++seat) {
    const Bot bot = SampleBot(first_bot + seat);
    row.config.seats.push_back({bot.id, bot.name});
  }
  row.rules_version = rules::kRulesVersion;
  row.server_version = "0.1.0";
  row.created_ms = kNow + number * 1000;
  return row;
}

LeagueRow SampleLeague(int number) {
  char name[16];
  std::snprintf(name, sizeof name, "league-%02d", number);
  LeagueRow row;
  row.id.number = number;
  row.config.name = name;
  row.config.title = "League = " + std::to_string(number) + " \xd7\x90";
  row.config.format = static_cast<league::Format>(number % 7);
  row.config.rounds = number;
  row.config.seats = number == 5 ? 10 : 2;
  row.event_seed = HashOf("event seed " + std::to_string(number));
  row.created_ms = kNow - number;
  return row;
}

match::Record SampleStart(int seats) {
  match::Record record;
  record.kind = match::Record::Kind::kStart;
  record.input_no = 1;
  record.ready = rules::SeatSet::FirstN(seats - 1);
  for (int seat = 0; seat < seats; ++seat) {
    record.versions.push_back(seat + 1 == seats ? "-" : "1." + std::to_string(seat));
    record.entropy.push_back(seat == 0 ? std::string("\0\xff'", 3) : "");
  }
  return record;
}

match::Result SampleResult(int seats, match::MatchEnding ending, rules::SeatEnd last_end) {
  match::Result result;
  result.ending = ending;
  for (int seat = 0; seat < seats; ++seat) {
    match::SeatResult of;
    of.place = static_cast<std::uint8_t>(ending == match::MatchEnding::kVoid ? 0 : seat + 1);
    of.end = seat + 1 == seats ? last_end : rules::SeatEnd::kCompleted;
    of.stages_completed = 8;
    of.cards_left = static_cast<std::uint8_t>(seat);
    of.strikes = seat;
    of.bank_left_ms = 60'000 - seat;
    result.seats.push_back(of);
  }
  result.inputs = 700;
  result.plies = 650;
  result.turns = 600;
  result.decisions = 690;
  result.position_hash = 0xfedcba9876543210u;
  result.record_hash = {0, 1, 2, 3, 0xff, 0xfe, 0xfd, 0xfc};
  return result;
}

SampleMatch::SampleMatch(MatchRow row, std::uint64_t seed)
    : row_(std::move(row)), random_(seed), machine_(row_.config, now_) {}

void SampleMatch::Play(Batch& batch) {
  const bool first = machine_.inputs() == 0;
  effects_.Clear();
  while (effects_.records.empty()) first ? GetReady() : Answer();
  MatchChange change;
  change.match = row_.config.id;
  change.records = effects_.records;
  change.lines = effects_.lines;
  if (first) change.state = MatchState::kRunning;
  if (effects_.result.has_value()) change.result = &*effects_.result;
  batch.changes.push_back(change);
  batch.now_ms = row_.created_ms + now_.ns / 1'000'000;
}

void SampleMatch::GetReady() {
  for (std::size_t seat = 0; seat < row_.config.seats.size(); ++seat) {
    const rules::Seat at(static_cast<int>(seat));
    machine_.Step(match::Joined{at}, now_, effects_);
    machine_.Step(
        match::Ready{at, random_.Chance(50) ? "entropy" : "", "1." + std::to_string(seat)}, now_,
        effects_);
  }
  Note(effects_);
}

// What a bot does: mostly something legal in a few milliseconds.
void SampleMatch::Answer() {
  TAKI_CHECK(!open_.empty());
  const match::Decision& decision = open_[random_.Below(open_.size())];
  if (random_.Below(200) == 0) {
    now_ = std::max(now_, machine_.NextDeadline().value_or(now_));
    machine_.Step(match::TimeUp{}, now_, effects_);
  } else if (random_.Below(3000) == 0) {
    machine_.Step(match::Resign{decision.seat}, now_, effects_);
  } else {
    now_ = now_ + match::Milliseconds(static_cast<std::int64_t>(random_.Below(40)));
    match::Reply reply{decision.seat, decision.id, {}, now_};
    if (random_.Below(300) == 0) {
      reply.actions.push_back({std::nullopt, "actions[0]: no such card"});
    } else {
      reply.actions.push_back({decision.legal[random_.Below(decision.legal.size())], ""});
    }
    machine_.Step(reply, now_, effects_);
  }
  Note(effects_);
}

void SampleMatch::Note(const match::Effects& effects) {
  for (const match::Message& message : effects.messages) {
    const auto* asked = std::get_if<match::SendDecision>(&message);
    if (asked != nullptr) open_.push_back(asked->decision);
  }
  for (const match::Record& record : effects.records) {
    if (record.kind == match::Record::Kind::kRefusal) continue;
    std::erase_if(open_, [&record](const match::Decision& decision) {
      return decision.id == record.decision;
    });
  }
}

std::int64_t PlayMatches(Journal& journal, std::int64_t first, int count, int at_once, int seats,
                         const std::vector<int>& stages, int bots) {
  std::vector<std::unique_ptr<SampleMatch>> live;
  std::int64_t actions = 0;
  Batch batch;
  int begun = 0;
  while (begun < count || !live.empty()) {
    batch.Clear();
    while (begun < count && std::cmp_less(live.size(), at_once)) {
      const std::int64_t number = first + begun;
      const int first_bot = 1 + begun % std::max(1, bots - seats + 1);
      live.push_back(std::make_unique<SampleMatch>(SampleRow(number, seats, first_bot, stages),
                                                   static_cast<std::uint64_t>(number)));
      batch.matches.push_back(live.back()->row());
      ++begun;
    }
    for (const std::unique_ptr<SampleMatch>& match : live) {
      match->Play(batch);
      actions += static_cast<std::int64_t>(match->effects().lines.size());
    }
    TAKI_CHECK(journal.Commit(batch).ok());
    journal.Maintain(false);
    std::erase_if(live, [](const auto& match) { return match->over(); });
  }
  return actions;
}

}  // namespace taki::store::test
