#include "referee/match/audit.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "referee/match/match_state.h"
#include "referee/match/names.h"
#include "referee/match/reply_reader.h"
#include "referee/match/text.h"
#include "referee/rules/legality.h"
#include "referee/rules/notation.h"

namespace taki::match {
namespace {

constexpr int kHeaderLines = 5;         // and one a seat (record_text.h)
constexpr std::size_t kValueSize = 80;  // of a text in a sentence

std::string_view Name(Record::Kind kind) {
  switch (kind) {
    case Record::Kind::kStart: return "start";
    case Record::Kind::kReply: return "reply";
    case Record::Kind::kRefusal: return "refusal";
    case Record::Kind::kTimeout: return "timeout";
    case Record::Kind::kForfeit: return "forfeit";
    case Record::Kind::kVoid: return "void";
  }
  return "unknown";
}

std::string_view Name(Line::Kind kind) {
  switch (kind) {
    case Line::Kind::kPlayed: return "played";
    case Line::Kind::kTimeout: return "timeout";
    case Line::Kind::kForfeit: return "forfeit";
  }
  return "unknown";
}

// As it may stand in a sentence: printable ASCII, not too long.
std::string Quoted(std::string_view text) {
  std::string quoted = "`";
  for (const char c : text.substr(0, kValueSize)) quoted += c >= ' ' && c <= '~' ? c : '?';
  if (text.size() > kValueSize) quoted += "...";
  return quoted += '`';
}

std::string Text(bool value) { return value ? "yes" : "no"; }
std::string Text(std::integral auto value) { return Concat(value); }
std::string Text(rules::Seat seat) { return Concat(seat.number()); }
std::string Text(DecisionId id) { return Concat(id.number); }
std::string Text(const std::string& text) { return Quoted(text); }
std::string Text(Line::Kind kind) { return std::string(Name(kind)); }
std::string Text(rules::SeatEnd end) {
  return end <= rules::SeatEnd::kDisqualified ? std::string(match::Name(end)) : "unknown";
}
std::string Text(MatchEnding ending) {
  return ending <= MatchEnding::kVoid ? std::string(match::Name(ending)) : "unknown";
}
std::string Text(const std::array<std::uint8_t, 8>& hash) { return rules::Hex(hash); }

std::string Text(const decltype(Line::drawn)& drawn) {
  std::string text;
  for (const Drawn& each : drawn) {
    text += Concat(text.empty() ? "seat " : "; seat ", each.seat.number(), ":");
    for (const rules::Card card : each.cards)
      text += Concat(" ", card.index() < rules::kCardKinds ? rules::Token(card) : "unknown");
  }
  return text.empty() ? "nothing" : text;
}

std::string Text(const rules::Action& action) {
  const bool known = action.kind <= rules::Action::Kind::kPass &&
                     action.card.index() < rules::kCardKinds &&
                     action.color <= rules::Color::kYellow;
  return known ? Quoted(rules::Token(action)) : "unknown";
}

// Which members of a record its kind makes use of; the others are as in Record{}.
struct Uses {
  bool seat = false, actions = false, rest = false, strike = false, time = false;
};
Uses UsesOf(Record::Kind kind) {
  switch (kind) {
    case Record::Kind::kReply: return {true, true, true, true, true};
    case Record::Kind::kRefusal: return {true, false, true, true, false};
    case Record::Kind::kTimeout: return {true, true, false, true, true};
    case Record::Kind::kForfeit: return {true, false, false, true, false};
    case Record::Kind::kStart:
    case Record::Kind::kVoid: return {};
  }
  return {};
}

// The member that stands there although the kind has no use for it, or null.
const char* Stray(const Record& record, bool dealt) {
  using Kind = Record::Kind;
  const Uses uses = UsesOf(record.kind);
  const bool start = record.kind == Kind::kStart;
  if (!uses.seat && record.seat != rules::Seat{}) return "a seat";
  if (!uses.seat && record.decision != DecisionId{}) return "a decision";
  if (!uses.actions && !record.actions.empty()) return "actions";
  if (!uses.rest && !record.rest.empty()) return "tokens that were not applied";
  if (!uses.rest && !record.rule.empty()) return "a rule";
  if (!uses.strike && record.strike) return "a strike";
  if (!uses.time && (record.charged_ms != 0 || record.grace_ms != 0)) return "time";
  if (record.kind != Kind::kForfeit && record.end != rules::SeatEnd::kCompleted)
    return "the reason of a forfeit";
  if (record.kind != Kind::kVoid && !record.void_reason.empty()) return "the reason of a void";
  if (!start && !(record.kind == Kind::kVoid && !dealt) && !record.ready.empty())
    return "seats that are ready";
  if (!start && !record.entropy.empty()) return "entropy";
  if (!start && !record.versions.empty()) return "versions";
  return nullptr;
}

// "R7 ? draw", as ReplyTokens writes it.
bool AreTokens(std::string_view text) {
  for (;;) {
    const std::size_t end = text.find(' ');
    const std::string_view token = text.substr(0, end);
    if (token != kUnreadable && !rules::ParseAction(token)) return false;
    if (end == std::string_view::npos) return true;
    text.remove_prefix(end + 1);
  }
}

// Release 0.1.0 did not say whose fault it was that too few bots were ready (R11.7).
bool BlamesNobody(const StoredMatch& stored) {
  return stored.records.size() == 1 && stored.records[0].kind == Record::Kind::kVoid &&
         stored.records[0].ready.empty() && stored.result.void_reason == kNotEnoughReady &&
         std::all_of(stored.result.seats.begin(), stored.result.seats.end(),
                     [](const SeatResult& seat) { return seat.end == rules::SeatEnd::kCompleted; });
}

// Values that no config of the referee has could not even be re-played.
std::optional<std::string> Impossible(const StoredMatch& stored) {
  const MatchConfig& config = stored.config;
  if (config.id.number < 0 || config.id.number > std::int64_t{1} << 42)
    return "the id is no match's";
  if (std::cmp_less(config.seats.size(), rules::kMinSeats) ||
      std::cmp_greater(config.seats.size(), rules::kMaxSeats))
    return Concat("the match is stored with ", config.seats.size(), " seats, and has 2 to 10");
  if (config.ruleset.stage_count < 1 || config.ruleset.stage_count > rules::kMaxStages)
    return Concat("the ruleset is stored with ", int{config.ruleset.stage_count}, " stages");
  if (config.ruleset.draw_rule > rules::DrawRule::kAnyTime ||
      config.ruleset.taki_rule > rules::TakiRule::kPlayAny)
    return "the ruleset has options that are unknown";
  std::vector<int> stages(config.ruleset.stages.begin(),
                          config.ruleset.stages.begin() + config.ruleset.stage_count);
  const auto ruleset = rules::MakeRuleset(stages, config.ruleset.draw_rule,
                                          config.ruleset.taki_rule, config.ruleset.max_turns);
  if (!ruleset.ok())
    return Concat("the ruleset is impossible: ", std::string(ruleset.status().message()));
  if (const absl::Status clock = Validate(config.clock); !clock.ok())
    return Concat("the time control is impossible: ", std::string(clock.message()));
  return std::nullopt;
}

// Re-plays one match. Each step says whether it went well; if not, `out_` says where and why.
class Auditor final : public StateSink {
 public:
  explicit Auditor(const StoredMatch& stored) : stored_(stored), state_(stored.config) {}
  AuditReport Run();

  void OnLine(Line line) override;
  void OnEvent(std::uint32_t, const MatchEvent&) override {}

 private:
  // Where the match stood before a record.
  struct Before {
    std::uint16_t turns_ended = 0;
    bool window = false;
    std::int32_t most_ms = 0;  // that the seat may be charged
  };

  bool ReplayRecords();
  bool CheckAllIsThere();
  bool CheckStart();
  bool CheckResult();

  // What MatchState takes for granted: it applies what the machine has decided.
  Before Look(const Record& record) const;
  bool CheckForm(const Record& record);
  bool CheckPlace(const Record& record);
  bool CheckReply(const Record& record, const Before& before);
  bool CheckRefused(const Record& record);
  bool CheckTimeout(const Record& record, const Before& before);
  bool CheckForfeit(const Record& record);

  void NameDifference(const Line& stored, const Line& line);
  template <class Value>
  bool Same(int line, std::string_view what, const Value& stored, const Value& replayed);
  bool Differ(int line, std::string what);
  template <class... Pieces>
  bool Wrong(const Record& record, const Pieces&... pieces) {
    return Differ(0, Concat("input ", record.input_no, " (", Name(record.kind), "): ", pieces...));
  }
  int first_line() const { return kHeaderLines + state_.seats() + 1; }
  int result_line() const { return first_line() + static_cast<int>(state_.plies()); }

  const StoredMatch& stored_;
  MatchState state_;
  std::size_t compared_ = 0;            // lines
  rules::SeatSet absent_;               // not ready, and not seen to forfeit yet
  std::optional<rules::Seat> must_go_;  // its strike was the last one allowed
  AuditReport out_;
};

AuditReport Auditor::Run() {
  out_.ok = ReplayRecords() && CheckAllIsThere() && CheckStart() && CheckResult();
  out_.actions = state_.plies();
  return std::move(out_);
}

// --- the records
// ----------------------------------------------------------------------------------------

bool Auditor::ReplayRecords() {
  for (const Record& record : stored_.records) {
    if (!CheckForm(record) || !CheckPlace(record)) return false;
    const Before before = Look(record);
    const absl::Status status = state_.Apply(record, *this);
    if (!out_.difference.empty()) return false;  // the line says more than what follows from it
    if (!status.ok())
      return Differ(0, Concat("the inputs do not re-play: ", std::string(status.message())));
    switch (record.kind) {
      case Record::Kind::kStart:
        absent_ = rules::SeatSet(static_cast<std::uint16_t>(
            rules::SeatSet::FirstN(state_.seats()).bits() & ~record.ready.bits()));
        break;
      case Record::Kind::kReply:
        if (!CheckReply(record, before)) return false;
        break;
      case Record::Kind::kRefusal:
        if (!CheckRefused(record)) return false;
        break;
      case Record::Kind::kTimeout:
        if (!CheckTimeout(record, before)) return false;
        break;
      case Record::Kind::kForfeit:
        if (!CheckForfeit(record)) return false;
        break;
      case Record::Kind::kVoid: break;
    }
  }
  return true;
}

Auditor::Before Auditor::Look(const Record& record) const {
  Before before;
  if (state_.state() != Match::State::kRunning || record.seat.number() >= state_.seats())
    return before;
  before.turns_ended = state_.position().turns_ended;
  before.window = state_.position().phase == rules::Phase::kWindow;
  before.most_ms = state_.config().clock.move_time_ms + state_.bank_left_ms(record.seat);
  return before;
}

bool Auditor::CheckForm(const Record& record) {
  const char* stray = Stray(record, state_.state() != Match::State::kAssigned);
  if (stray != nullptr)
    return Wrong(record, "stored with ", std::string_view(stray), ", which it cannot have");
  if (!record.rest.empty() && !AreTokens(record.rest))
    return Wrong(record, Quoted(record.rest), " is no part of a reply");
  return true;
}

// The forfeits that the record before calls for come first (R11.5, R11.7).
bool Auditor::CheckPlace(const Record& record) {
  const bool forfeit = record.kind == Record::Kind::kForfeit;
  if (!absent_.empty()) {
    const rules::Seat due = absent_.first();
    if (!forfeit || record.seat != due)
      return Wrong(record, "seat ", due.number(), " was not ready and forfeits here");
    return true;
  }
  if (!must_go_) return true;
  const rules::Seat due = *std::exchange(must_go_, std::nullopt);
  const bool goes = forfeit && record.seat == due && record.end == rules::SeatEnd::kIllegalAction;
  if (!goes && record.kind != Record::Kind::kVoid)
    return Wrong(record, "seat ", due.number(), " has had its last strike and forfeits here");
  return true;
}

bool Auditor::CheckReply(const Record& record, const Before& before) {
  if (!record.rule.empty()) return CheckRefused(record);
  if (!record.rest.empty() && !before.window && TurnGoesOn(state_.position(), before.turns_ended))
    return Wrong(record, "stored is that ", Quoted(record.rest),
                 " was ignored, but the turn goes on there");
  return true;
}

// The rule is the one that the first token breaks, and all tokens are tokens.
bool Auditor::CheckRefused(const Record& record) {
  const std::string_view rest = record.rest;
  const std::string_view token = rest.substr(0, rest.find(' '));
  std::string_view rule = kNoAnswerRule;
  if (!token.empty() && token != kUnreadable) {
    const auto action = rules::ParseAction(token);
    const auto violation =
        action ? rules::Check(state_.position(), record.seat, *action) : std::nullopt;
    if (!violation) return Wrong(record, Quoted(token), " is refused, but breaks no rule");
    rule = violation->rule;
  }
  if (record.rule != rule)
    return Wrong(record, "its rule is stored as ", Quoted(record.rule), ", but ", Quoted(token),
                 " breaks ", rule);
  if (state_.strikes(record.seat) >= state_.config().clock.strike_limit) must_go_ = record.seat;
  return true;
}

bool Auditor::CheckTimeout(const Record& record, const Before& before) {
  if (record.charged_ms != before.most_ms)
    return Wrong(record, "its charged_ms is stored as ", record.charged_ms,
                 ", but a timeout here is charged ", before.most_ms, " (R11.1)");
  if (state_.strikes(record.seat) >= state_.config().clock.strike_limit)
    return Wrong(record, "strike ", state_.strikes(record.seat), " forfeits (R11.5)");
  return true;
}

bool Auditor::CheckForfeit(const Record& record) {
  using rules::SeatEnd;
  const bool was_absent = absent_.Contains(record.seat);
  absent_.Remove(record.seat);
  const bool last_strike = state_.strikes(record.seat) >= state_.config().clock.strike_limit;
  if (record.strike != (record.end == SeatEnd::kTimeout))
    return Wrong(record, "its strike is stored as ", int{record.strike}, ", but a forfeit by ",
                 match::Name(record.end), record.strike ? " costs none" : " costs one");
  switch (record.end) {
    case SeatEnd::kNoShow:
      return was_absent ? true : Wrong(record, "the seat was ready, so it is no NO_SHOW (R11.7)");
    case SeatEnd::kTimeout:
    case SeatEnd::kIllegalAction:
      if (last_strike && record.decision.number != 0 && !was_absent) return true;
      return Wrong(record, "strike ", state_.strikes(record.seat), " of ",
                   state_.config().clock.strike_limit, " does not forfeit (R11.5)");
    case SeatEnd::kDisconnected:
      if (record.decision.number != 0 && !was_absent) return true;
      return Wrong(record, "the seat was not asked, so it is not DISCONNECTED (R11.6)");
    case SeatEnd::kResigned:
    case SeatEnd::kDisqualified:
    case SeatEnd::kCompleted: return true;
  }
  return true;
}

// --- the lines
// ------------------------------------------------------------------------------------------

void Auditor::OnLine(Line line) {
  if (!out_.difference.empty()) return;
  if (compared_ == stored_.lines.size()) {
    Differ(first_line() + static_cast<int>(compared_),
           Concat("the re-play gives ", Quoted(rules::Token(line.action)), " by seat ",
                  line.seat.number(), ", and no line is stored"));
    return;
  }
  const Line& stored = stored_.lines[compared_];
  if (stored != line) NameDifference(stored, line);
  ++compared_;
}

void Auditor::NameDifference(const Line& stored, const Line& line) {
  const int at = first_line() + static_cast<int>(compared_);
  (void)(Same(at, "ply", stored.ply, line.ply) && Same(at, "seat", stored.seat, line.seat) &&
         Same(at, "kind", stored.kind, line.kind) &&
         Same(at, "action", stored.action, line.action) &&
         Same(at, "reason of the forfeit", stored.end, line.end) &&
         Same(at, "charged_ms", stored.charged_ms, line.charged_ms) &&
         Same(at, "input_no", stored.input_no, line.input_no) &&
         Same(at, "decision", stored.decision, line.decision) &&
         Same(at, "turn", stored.turn, line.turn) &&
         Same(at, "in_window", stored.window, line.window) &&
         Same(at, "sealed", stored.sealed, line.sealed) &&
         Same(at, "drawn", stored.drawn, line.drawn));
}

// --- the end
// --------------------------------------------------------------------------------------------

bool Auditor::CheckAllIsThere() {
  if (!state_.result())
    return Differ(0, Concat("the match is not over after the ", stored_.records.size(),
                            " inputs that are stored"));
  if (compared_ != stored_.lines.size())
    return Differ(first_line() + static_cast<int>(compared_),
                  Concat(stored_.lines.size(), " lines are stored, the re-play gives ", compared_));
  return true;
}

// What stands with the seats is what the start says; nothing if no cards were dealt.
bool Auditor::CheckStart() {
  const bool dealt = state_.position().seats != 0;
  if (!dealt)
    return (stored_.versions.empty() ||
            Differ(0, "versions are stored, but no cards were dealt")) &&
           (stored_.entropy.empty() || Differ(0, "entropy is stored, but no cards were dealt"));
  if (!std::equal(stored_.versions.begin(), stored_.versions.end(), state_.versions().begin(),
                  state_.versions().end()))
    return Differ(0, "the versions of the seats are not those of the start");
  if (!std::equal(stored_.entropy.begin(), stored_.entropy.end(), state_.entropy().begin(),
                  state_.entropy().end()))
    return Differ(0, "the entropy of the seats is not that of the start");
  return true;
}

bool Auditor::CheckResult() {
  const Result& stored = stored_.result;
  const Result& replayed = *state_.result();
  if (stored == replayed) return true;
  const int line = result_line();
  const bool blames_nobody = BlamesNobody(stored_);
  if (!Same(line, "ending", stored.ending, replayed.ending) ||
      !Same(line, "void_reason", stored.void_reason, replayed.void_reason) ||
      !Same(0, "number of results of seats", stored.seats.size(), replayed.seats.size()))
    return false;
  for (std::size_t seat = 0; seat < replayed.seats.size(); ++seat) {
    const SeatResult& is = stored.seats[seat];
    const SeatResult& should = replayed.seats[seat];
    const auto of = [seat](std::string_view what) { return Concat(what, " of seat ", seat); };
    if (!Same(line, of("place"), is.place, should.place) ||
        (!blames_nobody && !Same(0, of("seat_end"), is.end, should.end)) ||
        !Same(0, of("stages_completed"), is.stages_completed, should.stages_completed) ||
        !Same(0, of("cards_left"), is.cards_left, should.cards_left) ||
        !Same(0, of("strikes"), is.strikes, should.strikes) ||
        !Same(0, of("bank_left_ms"), is.bank_left_ms, should.bank_left_ms))
      return false;
  }
  return Same(0, "inputs", stored.inputs, replayed.inputs) &&
         Same(0, "plies", stored.plies, replayed.plies) &&
         Same(0, "turns", stored.turns, replayed.turns) &&
         Same(0, "decisions", stored.decisions, replayed.decisions) &&
         Same(0, "position_hash", stored.position_hash, replayed.position_hash) &&
         Same(line + 1, "record_hash", stored.record_hash, replayed.record_hash);
}

// --- what differs
// ---------------------------------------------------------------------------------------

template <class Value>
bool Auditor::Same(int line, std::string_view what, const Value& stored, const Value& replayed) {
  if (stored == replayed) return true;
  return Differ(
      line, Concat(what, " is stored as ", Text(stored), ", the re-play gives ", Text(replayed)));
}

bool Auditor::Differ(int line, std::string what) {
  out_.line = line;
  out_.difference = std::move(what);
  return false;
}

}  // namespace

AuditReport Audit(const StoredMatch& stored) {
  if (auto impossible = Impossible(stored))
    return {.ok = false, .line = 0, .difference = *std::move(impossible), .actions = 0};
  return Auditor(stored).Run();
}

}  // namespace taki::match
