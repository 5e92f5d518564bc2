// The audit of stored matches: what was played stands, and whatever byte of it is another is named.
#include "referee/match/audit.h"

#include <algorithm>
#include <functional>
#include <sstream>

#include "referee/match/record_text.h"
#include "tests/match/match_fixture.h"
#include "tests/match/random_match.h"
#include "tests/support/random_play.h"
#include "tests/support/splitmix.h"

namespace taki::match::test {
namespace {

using taki::test::SplitMix;

constexpr std::uint64_t kMatches = 150;

// A match as a store gives it, to be changed here and there.
struct Kept {
  MatchConfig config;
  std::vector<std::string> versions, entropy;
  std::vector<Record> records;
  std::vector<Line> lines;
  Result result;

  StoredMatch stored() const { return {config, versions, entropy, records, lines, result}; }
  bool dealt() const { return !records.empty() && records[0].kind == Record::Kind::kStart; }
};

Kept KeptOf(const PlayedMatch& play) {
  Kept kept{play.config, {}, {}, play.records, play.lines, play.result};
  if (kept.dealt()) {
    kept.versions = kept.records[0].versions;
    kept.entropy = kept.records[0].entropy;
  }
  return kept;
}

template <class Value>
Value& Any(std::vector<Value>& values, SplitMix& random) {
  return values[random.Below(values.size())];
}

std::string LineAt(const std::string& text, int number) {
  std::istringstream in(text);
  std::string line;
  while (number-- > 0) std::getline(in, line);
  return line + "\n";
}

// One member of what is kept becomes another. Does nothing where the match has no such member.
struct Change {
  const char* what;
  std::function<void(Kept&, SplitMix&)> make;
};

using Kind = Record::Kind;
using rules::SeatEnd;

SeatEnd Next(SeatEnd end) {
  return end == SeatEnd::kDisqualified ? SeatEnd::kResigned : SeatEnd(int(end) + 1);
}

rules::Action Other(rules::Action action, SplitMix& random) {
  const auto& all = taki::test::AllActions();
  rules::Action other = action;
  while (other == action) other = all[random.Below(all.size())];
  return other;
}

// A record of which `fits` holds, or null.
Record* AnyRecord(Kept& kept, SplitMix& random, const std::function<bool(const Record&)>& fits) {
  std::vector<Record*> found;
  for (Record& record : kept.records)
    if (fits(record)) found.push_back(&record);
  return found.empty() ? nullptr : Any(found, random);
}

Change OfRecord(const char* what, std::function<void(Record&, SplitMix&)> make) {
  return {what, [make](Kept& kept, SplitMix& random) { make(Any(kept.records, random), random); }};
}
Change OfRecordOf(const char* what, std::function<bool(const Record&)> fits,
                  std::function<void(Record&, SplitMix&)> make) {
  return {what, [=](Kept& kept, SplitMix& random) {
            Record* record = AnyRecord(kept, random, fits);
            if (record != nullptr) make(*record, random);
          }};
}
Change OfLine(const char* what, std::function<void(Line&, SplitMix&)> make) {
  return {what, [make](Kept& kept, SplitMix& random) {
            if (!kept.lines.empty()) make(Any(kept.lines, random), random);
          }};
}
Change OfResult(const char* what, std::function<void(Result&, SplitMix&)> make) {
  return {what, [make](Kept& kept, SplitMix& random) { make(kept.result, random); }};
}
Change OfSeat(const char* what, std::function<void(SeatResult&)> make) {
  return {what, [make](Kept& kept, SplitMix& random) { make(Any(kept.result.seats, random)); }};
}
Change OfConfig(const char* what, std::function<void(MatchConfig&, SplitMix&)> make) {
  return {what, [make](Kept& kept, SplitMix& random) { make(kept.config, random); }};
}

bool HasActions(const Record& record) { return !record.actions.empty(); }
bool IsRefused(const Record& record) { return !record.rule.empty(); }
bool HasRest(const Record& record) { return !record.rest.empty(); }
bool IsStart(const Record& record) { return record.kind == Kind::kStart; }
bool TakesNoGrace(const Record& record) {
  return record.kind != Kind::kReply && record.kind != Kind::kTimeout;
}

std::vector<Change> RecordChanges() {
  return {
      OfRecord("kind",
               [](Record& r, SplitMix& random) {
                 r.kind = static_cast<Kind>((int(r.kind) + 1 + random.Below(5)) % 6);
               }),
      OfRecord("unknown kind", [](Record& r, SplitMix&) { r.kind = static_cast<Kind>(6); }),
      OfRecord("input_no", [](Record& r, SplitMix&) { ++r.input_no; }),
      OfRecord("seat",
               [](Record& r, SplitMix& random) {
                 r.seat =
                     rules::Seat(static_cast<int>((r.seat.index() + 1 + random.Below(9)) % 10));
               }),
      OfRecord("decision", [](Record& r, SplitMix&) { r.decision.number ^= 1; }),
      OfRecordOf("an action", HasActions,
                 [](Record& r, SplitMix& random) {
                   auto& action = r.actions[random.Below(r.actions.size())];
                   action = Other(action, random);
                 }),
      OfRecordOf("the last action is gone", HasActions,
                 [](Record& r, SplitMix&) { r.actions.pop_back(); }),
      OfRecord("an action more",
               [](Record& r, SplitMix&) { r.actions.push_back(rules::Action::Draw()); }),
      OfRecordOf("what is no action", HasActions,
                 [](Record& r, SplitMix&) { r.actions[0].card = rules::Card::FromIndex(255); }),
      OfRecordOf(
          "the refused token", [](const Record& r) { return IsRefused(r) && HasRest(r); },
          [](Record& r, SplitMix&) {
            const std::size_t end = r.rest.find(' ');
            const std::string token = r.rest.substr(0, end);
            r.rest.replace(0, end, token == "?" ? "zz" : "?");
          }),
      OfRecordOf("a token that is none", HasRest, [](Record& r, SplitMix&) { r.rest += " R2"; }),
      OfRecordOf(
          "rest where none can be",
          [](const Record& r) { return r.kind != Kind::kReply && r.kind != Kind::kRefusal; },
          [](Record& r, SplitMix&) { r.rest = "draw"; }),
      OfRecordOf("rule", IsRefused,
                 [](Record& r, SplitMix&) { r.rule = r.rule == "R3.1" ? "R3.2" : "R3.1"; }),
      OfRecordOf("rule is gone", IsRefused, [](Record& r, SplitMix&) { r.rule.clear(); }),
      OfRecordOf(
          "rule of what was not refused", [](const Record& r) { return r.rule.empty(); },
          [](Record& r, SplitMix&) { r.rule = "R3.3"; }),
      OfRecord("strike", [](Record& r, SplitMix&) { r.strike = !r.strike; }),
      OfRecord("charged_ms", [](Record& r, SplitMix&) { r.charged_ms ^= 1; }),
      OfRecord("charged_ms below 0", [](Record& r, SplitMix&) { r.charged_ms = -1; }),
      OfRecordOf("grace_ms", TakesNoGrace, [](Record& r, SplitMix&) { r.grace_ms ^= 1; }),
      OfRecord("more grace than there is", [](Record& r, SplitMix&) { r.grace_ms = 1'000'000; }),
      OfRecord("end", [](Record& r, SplitMix&) { r.end = Next(r.end); }),
      OfRecord("unknown end", [](Record& r, SplitMix&) { r.end = static_cast<SeatEnd>(7); }),
      OfRecord("void_reason", [](Record& r, SplitMix&) { r.void_reason += "X"; }),
      OfRecordOf(
          "ready where it says nothing",
          [](const Record& r) { return r.kind != Kind::kStart && r.kind != Kind::kVoid; },
          [](Record& r, SplitMix&) { r.ready.Add(rules::Seat(0)); }),
      OfRecordOf("one less is ready", IsStart,
                 [](Record& r, SplitMix&) { r.ready.Remove(r.ready.first()); }),
      OfRecord("entropy",
               [](Record& r, SplitMix&) {
                 if (r.entropy.empty()) r.entropy.emplace_back();
                 r.entropy[0] += 'x';
               }),
      OfRecord("versions",
               [](Record& r, SplitMix&) {
                 if (r.versions.empty()) r.versions.emplace_back();
                 r.versions[0] += 'x';
               }),
      {"a record is gone",
       [](Kept& kept, SplitMix& random) {
         kept.records.erase(kept.records.begin() +
                            static_cast<std::ptrdiff_t>(random.Below(kept.records.size())));
       }},
      {"a record twice",
       [](Kept& kept, SplitMix& random) {
         kept.records.push_back(Record(Any(kept.records, random)));
       }},
      {"the last record is gone", [](Kept& kept, SplitMix&) { kept.records.pop_back(); }},
  };
}

std::vector<Change> LineChanges() {
  return {
      OfLine("ply", [](Line& l, SplitMix&) { ++l.ply; }),
      OfLine("input_no", [](Line& l, SplitMix&) { l.input_no ^= 1; }),
      OfLine("decision", [](Line& l, SplitMix&) { l.decision.number ^= 1; }),
      OfLine("turn", [](Line& l, SplitMix&) { l.turn ^= 1; }),
      OfLine("seat", [](Line& l, SplitMix&) { l.seat = rules::Seat((l.seat.number() + 1) % 10); }),
      OfLine("kind",
             [](Line& l, SplitMix&) { l.kind = static_cast<Line::Kind>((int(l.kind) + 1) % 3); }),
      OfLine("action", [](Line& l, SplitMix& random) { l.action = Other(l.action, random); }),
      OfLine("what is no action",
             [](Line& l, SplitMix&) { l.action.card = rules::Card::FromIndex(255); }),
      OfLine("end", [](Line& l, SplitMix&) { l.end = Next(l.end); }),
      OfLine("unknown end", [](Line& l, SplitMix&) { l.end = static_cast<SeatEnd>(200); }),
      OfLine("charged_ms", [](Line& l, SplitMix&) { l.charged_ms ^= 1; }),
      OfLine("window", [](Line& l, SplitMix&) { l.window = !l.window; }),
      OfLine("sealed", [](Line& l, SplitMix&) { l.sealed = !l.sealed; }),
      OfLine("drawn by another",
             [](Line& l, SplitMix&) {
               if (l.drawn.empty()) l.drawn.emplace_back();
               l.drawn[0].seat = rules::Seat((l.drawn[0].seat.number() + 1) % 10);
             }),
      OfLine("a card more is drawn",
             [](Line& l, SplitMix&) {
               if (l.drawn.empty()) l.drawn.emplace_back();
               l.drawn[0].cards.push_back(rules::Card::FromIndex(255));
             }),
      OfLine("nothing is drawn",
             [](Line& l, SplitMix&) {
               l.drawn.empty() ? void(l.drawn.emplace_back()) : l.drawn.clear();
             }),
      {"a line is gone",
       [](Kept& kept, SplitMix& random) {
         if (!kept.lines.empty())
           kept.lines.erase(kept.lines.begin() +
                            static_cast<std::ptrdiff_t>(random.Below(kept.lines.size())));
       }},
      {"a line too many", [](Kept& kept, SplitMix&) { kept.lines.emplace_back(); }},
  };
}

std::vector<Change> ResultChanges() {
  return {
      OfResult("ending",
               [](Result& r, SplitMix& random) {
                 r.ending = static_cast<MatchEnding>((int(r.ending) + 1 + random.Below(4)) % 5);
               }),
      OfResult("unknown ending",
               [](Result& r, SplitMix&) { r.ending = static_cast<MatchEnding>(9); }),
      OfResult("void_reason", [](Result& r, SplitMix&) { r.void_reason += 'X'; }),
      OfResult("a seat is gone", [](Result& r, SplitMix&) { r.seats.pop_back(); }),
      OfResult("a seat too many", [](Result& r, SplitMix&) { r.seats.emplace_back(); }),
      OfSeat("place", [](SeatResult& s) { s.place ^= 1; }),
      OfSeat("seat_end", [](SeatResult& s) { s.end = Next(s.end); }),
      OfSeat("stages_completed", [](SeatResult& s) { s.stages_completed ^= 1; }),
      OfSeat("cards_left", [](SeatResult& s) { s.cards_left ^= 1; }),
      OfSeat("strikes", [](SeatResult& s) { s.strikes ^= 1; }),
      OfSeat("bank_left_ms", [](SeatResult& s) { s.bank_left_ms ^= 1; }),
      OfResult("inputs", [](Result& r, SplitMix&) { r.inputs ^= 1; }),
      OfResult("plies", [](Result& r, SplitMix&) { r.plies ^= 1; }),
      OfResult("turns", [](Result& r, SplitMix&) { r.turns ^= 1; }),
      OfResult("decisions", [](Result& r, SplitMix&) { r.decisions ^= 1; }),
      OfResult("position_hash", [](Result& r, SplitMix&) { r.position_hash ^= 1; }),
      OfResult("record_hash",
               [](Result& r, SplitMix& random) { r.record_hash[random.Below(8)] ^= 0x10; }),
  };
}

std::vector<Change> ConfigChanges() {
  return {
      OfConfig("id", [](MatchConfig& c, SplitMix&) { c.id.number ^= 1; }),
      OfConfig("seed", [](MatchConfig& c, SplitMix& random) { c.seed[random.Below(32)] ^= 1; }),
      OfConfig("stages", [](MatchConfig& c, SplitMix&) { c.ruleset.stages[0] ^= 1; }),
      OfConfig("no stages", [](MatchConfig& c, SplitMix&) { c.ruleset.stage_count = 0; }),
      OfConfig("too many stages", [](MatchConfig& c, SplitMix&) { c.ruleset.stage_count = 200; }),
      OfConfig("draw rule",
               [](MatchConfig& c, SplitMix&) {
                 c.ruleset.draw_rule = static_cast<rules::DrawRule>(int(c.ruleset.draw_rule) ^ 1);
               }),
      OfConfig("taki rule",
               [](MatchConfig& c, SplitMix&) {
                 c.ruleset.taki_rule = static_cast<rules::TakiRule>(int(c.ruleset.taki_rule) ^ 1);
               }),
      OfConfig(
          "unknown rule",
          [](MatchConfig& c, SplitMix&) { c.ruleset.draw_rule = static_cast<rules::DrawRule>(7); }),
      OfConfig("max_turns", [](MatchConfig& c, SplitMix&) { c.ruleset.max_turns ^= 1; }),
      OfConfig("move_time_ms", [](MatchConfig& c, SplitMix&) { c.clock.move_time_ms ^= 1; }),
      OfConfig("time_bank_ms", [](MatchConfig& c, SplitMix&) { c.clock.time_bank_ms ^= 1; }),
      OfConfig("strike_limit", [](MatchConfig& c, SplitMix&) { ++c.clock.strike_limit; }),
      OfConfig("a clock that none is",
               [](MatchConfig& c, SplitMix&) { c.clock.ready_time_ms = -1; }),
      OfConfig("name", [](MatchConfig& c, SplitMix& random) { Any(c.seats, random).name += 'x'; }),
      OfConfig("a seat is gone", [](MatchConfig& c, SplitMix&) { c.seats.pop_back(); }),
      OfConfig("a seat too many", [](MatchConfig& c, SplitMix&) { c.seats.emplace_back(); }),
      OfConfig("no seats", [](MatchConfig& c, SplitMix&) { c.seats.clear(); }),
      {"versions",
       [](Kept& kept, SplitMix&) {
         kept.versions.empty() ? kept.versions.push_back("1") : kept.versions.pop_back();
       }},
      {"a version",
       [](Kept& kept, SplitMix& random) {
         if (!kept.versions.empty()) Any(kept.versions, random) += 'x';
       }},
      {"entropy",
       [](Kept& kept, SplitMix&) {
         kept.entropy.empty() ? kept.entropy.push_back("1") : kept.entropy.clear();
       }},
      {"entropy of a seat",
       [](Kept& kept, SplitMix& random) {
         if (!kept.entropy.empty()) Any(kept.entropy, random) += 'x';
       }},
  };
}

// What the audit of a match cannot see, since nothing follows from it: the store's seal covers it
// (P8), and is the only one to.
std::vector<Change> UnseenChanges() {
  return {
      OfConfig("rated", [](MatchConfig& c, SplitMix&) { c.rated = !c.rated; }),
      OfConfig("bot", [](MatchConfig& c, SplitMix&) { ++c.seats[0].bot.number; }),
      OfConfig("ready_time_ms", [](MatchConfig& c, SplitMix&) { c.clock.ready_time_ms ^= 1; }),
      OfConfig("restart_grace_ms",
               [](MatchConfig& c, SplitMix&) { c.clock.restart_grace_ms ^= 1; }),
  };
}

class AuditTest : public ::testing::Test {
 protected:
  static const std::vector<PlayedMatch>& Matches() {
    static const auto* matches = [] {
      auto* played = new std::vector<PlayedMatch>;
      for (std::uint64_t seed = 1; seed <= kMatches; ++seed) played->push_back(PlayMatch(seed));
      return played;
    }();
    return *matches;
  }
  static bool Same(const Kept& a, const Kept& b) {
    const auto names = [](const MatchConfig& config) {
      std::vector<std::string> all;
      for (const SeatConfig& seat : config.seats)
        all.push_back(seat.name + "@" + std::to_string(seat.bot.number));
      return all;
    };
    return a.records == b.records && a.lines == b.lines && a.result == b.result &&
           a.versions == b.versions && a.entropy == b.entropy && a.config.id == b.config.id &&
           a.config.ruleset == b.config.ruleset && a.config.clock == b.config.clock &&
           a.config.seed == b.config.seed && a.config.rated == b.config.rated &&
           names(a.config) == names(b.config);
  }
  // Makes each change once in each match, where it can be made, and looks at what the audit says.
  static void MakeEach(const std::vector<Change>& changes,
                       const std::function<void(const AuditReport&)>& expect) {
    for (const Change& change : changes) {
      SplitMix random(7);
      int made = 0;
      for (const PlayedMatch& play : Matches()) {
        const Kept whole = KeptOf(play);
        Kept kept = whole;
        change.make(kept, random);
        if (Same(kept, whole)) continue;
        ++made;
        SCOPED_TRACE(std::string(change.what) + " of " + ToString(play.config.id));
        expect(Audit(kept.stored()));
        if (HasFailure()) return;
      }
      EXPECT_GT(made, 0) << change.what << " was never made";
    }
  }
  static void ExpectFound(const AuditReport& report) {
    EXPECT_FALSE(report.ok);
    EXPECT_FALSE(report.difference.empty());
  }
};

TEST_F(AuditTest, WhatWasPlayedStands) {  // P8, D3
  for (const PlayedMatch& play : Matches()) {
    const Kept kept = KeptOf(play);
    const AuditReport report = Audit(kept.stored());
    EXPECT_TRUE(report.ok) << ToString(play.config.id) << ": " << report.difference;
    EXPECT_EQ(report.line, 0);
    EXPECT_EQ(report.difference, "");
    EXPECT_EQ(report.actions, play.lines.size());
  }
}

TEST_F(AuditTest, EveryChangeOfAnInputIsFound) { MakeEach(RecordChanges(), ExpectFound); }
TEST_F(AuditTest, EveryChangeOfALineIsFound) { MakeEach(LineChanges(), ExpectFound); }
TEST_F(AuditTest, EveryChangeOfTheResultIsFound) { MakeEach(ResultChanges(), ExpectFound); }
TEST_F(AuditTest, EveryChangeOfTheBeginningIsFound) { MakeEach(ConfigChanges(), ExpectFound); }
TEST_F(AuditTest, WhatNothingFollowsFromIsLeftToTheSeal) {
  MakeEach(UnseenChanges(),
           [](const AuditReport& report) { EXPECT_TRUE(report.ok) << report.difference; });
}

TEST_F(AuditTest, TheLineIsThatOfTheMatchRecord) {
  SplitMix random(3);
  for (const PlayedMatch& play : Matches()) {
    Kept kept = KeptOf(play);
    if (kept.lines.empty()) continue;
    Line& line = Any(kept.lines, random);
    const std::string told = LineText(line);
    line.turn ^= 1;
    const AuditReport report = Audit(kept.stored());
    EXPECT_EQ(LineAt(play.text, report.line), told);
    line.turn ^= 1;

    kept.result.record_hash[0] ^= 1;
    EXPECT_EQ(LineAt(play.text, Audit(kept.stored()).line), HashText(play.result.record_hash));
    kept.result.record_hash[0] ^= 1;
    kept.result.ending = static_cast<MatchEnding>((int(kept.result.ending) + 1) % 5);
    EXPECT_EQ(LineAt(play.text, Audit(kept.stored()).line).substr(0, 7), "result ");
  }
}

// What stands there and what the re-play gives, by the names of the store's columns.
class AuditOfOneTest : public ::testing::Test {
 protected:
  std::string Found(const std::function<void(Kept&)>& change) const {
    Kept kept = kept_;
    change(kept);
    const AuditReport report = Audit(kept.stored());
    return (report.line == 0 ? "" : std::to_string(report.line) + ": ") + report.difference;
  }
  const PlayedMatch play_ = PlayMatch(11);
  const Kept kept_ = KeptOf(play_);
};

TEST_F(AuditOfOneTest, ADifferenceNamesWhatIsStoredAndWhatTheReplayGives) {
  const int first = 6 + static_cast<int>(kept_.config.seats.size());
  const std::string at = std::to_string(first) + ": ";
  const Line& line = kept_.lines[0];
  EXPECT_EQ(Found([](Kept& kept) { kept.lines[0].turn = 9; }),
            at + "turn is stored as 9, the re-play gives " + std::to_string(line.turn));
  EXPECT_EQ(
      Found([](Kept& kept) { kept.lines[0].charged_ms = 12345; }),
      at + "charged_ms is stored as 12345, the re-play gives " + std::to_string(line.charged_ms));
  EXPECT_EQ(Found([](Kept& kept) { kept.result.turns = 9999; }),
            "turns is stored as 9999, the re-play gives " + std::to_string(play_.result.turns));
  EXPECT_EQ(Found([](Kept& kept) { kept.result.seats[1].bank_left_ms = -1; }),
            "bank_left_ms of seat 1 is stored as -1, the re-play gives " +
                std::to_string(play_.result.seats[1].bank_left_ms));
}

TEST_F(AuditOfOneTest, ATextThatIsStoredIsQuotedPrintably) {  // N24
  const std::string found = Found([](Kept& kept) {
    kept.records[0].void_reason = "\x1b]0;pwned\x07" + std::string(500, 'x');
    kept.result.void_reason = kept.records[0].void_reason;
  });
  EXPECT_EQ(found, "input 1 (start): stored with the reason of a void, which it cannot have");
  const std::string quoted = Found(
      [](Kept& kept) { kept.result.void_reason = "\x1b]0;pwned\x07" + std::string(500, 'x'); });
  EXPECT_NE(quoted.find("`?]0;pwned?xxx"), std::string::npos) << quoted;
  EXPECT_LT(quoted.size(), 200u);
}

class AuditOfVoidTest : public MatchTest {
 protected:
  // It, with `change` made first.
  AuditReport AuditIt(const std::function<void(Kept&)>& change = [](Kept&) {}) const {
    Kept kept{config_, {}, {}, records_, lines_, *result_};
    if (kept.dealt()) kept.versions = records_[0].versions;
    if (kept.dealt()) kept.entropy = records_[0].entropy;
    change(kept);
    return Audit(kept.stored());
  }
};

TEST_F(AuditOfVoidTest, AMatchThatWasStoppedStands) {  // R11.8
  GivenMatch(3);
  Start();
  AnswerAnyhow();
  Step(Abort{"STOPPED"});
  const AuditReport report = AuditIt();
  EXPECT_TRUE(report.ok) << report.difference;
  EXPECT_EQ(report.actions, 1u);
  EXPECT_FALSE(AuditIt([](Kept& kept) { kept.result.void_reason = "STARTED"; }).ok);
  EXPECT_FALSE(AuditIt([](Kept& kept) { kept.records.back().void_reason = "STARTED"; }).ok);
  EXPECT_FALSE(AuditIt([](Kept& kept) { kept.result.seats[2].place = 1; }).ok);
}

TEST_F(AuditOfVoidTest, AMatchThatNeverStartedStandsAndSaysWhoDidNotCome) {  // R11.7
  GivenMatch(3);
  Begin();
  BeReady(1);
  Pass(config_.clock.ready_time_ms + 1);
  ASSERT_TRUE(result_.has_value());
  ASSERT_EQ(result_->void_reason, kNotEnoughReady);
  const AuditReport report = AuditIt();
  EXPECT_TRUE(report.ok) << report.difference;
  EXPECT_EQ(report.actions, 0u);
  EXPECT_FALSE(AuditIt([](Kept& kept) { kept.records[0].ready.Add(rules::Seat(0)); }).ok);
  EXPECT_FALSE(AuditIt([](Kept& kept) { kept.result.seats[1].end = SeatEnd::kNoShow; }).ok);
  EXPECT_FALSE(AuditIt([](Kept& kept) { kept.versions = {"1", "1", "1"}; }).ok);
  EXPECT_FALSE(AuditIt([](Kept& kept) { kept.config.seed[0] ^= 1; }).ok);
}

TEST_F(AuditOfVoidTest, AMatchOfRelease010BlamesNobody) {
  GivenMatch(2);
  Begin();
  Pass(config_.clock.ready_time_ms + 1);
  const auto as_then = [](Kept& kept) {
    for (SeatResult& seat : kept.result.seats) seat.end = SeatEnd::kCompleted;
  };
  EXPECT_TRUE(AuditIt().ok);
  EXPECT_TRUE(AuditIt(as_then).ok) << AuditIt(as_then).difference;
}

}  // namespace
}  // namespace taki::match::test
