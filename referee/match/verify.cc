#include <array>

#include "referee/match/names.h"
#include "referee/match/record_parser.h"
#include "referee/match/record_text.h"
#include "referee/match/text.h"
#include "referee/match/window_lines.h"
#include "referee/rules/legality.h"
#include "referee/rules/notation.h"
#include "referee/rules/transition.h"

namespace taki::match {
namespace {

constexpr std::size_t kExcerptSize = 80;

// A line of the text as it may stand in a sentence: printable ASCII, not too long.
std::string Excerpt(std::string_view line) {
  std::string text = "`";
  for (const char c : line.substr(0, kExcerptSize)) text += c >= ' ' && c <= '~' ? c : '?';
  if (line.size() > kExcerptSize) text += "...";
  return text += '`';
}

// Re-plays one record. Each step says whether it went well; if not, `out_` says where and why.
class Verifier {
 public:
  explicit Verifier(std::string_view text) : text_(text), lines_(text) {}
  Verification Run();

 private:
  bool ReadHeader();
  bool Deal();
  bool ReplayActions();
  bool CheckResult();
  bool CheckHash();

  bool Replay(const Line& line);
  bool CheckSeat(const Line& line);
  bool CheckForfeit(const Line& line);
  bool CheckTime(const Line& line);

  std::string ExpectedResult() const;
  bool IsVoidResult(std::string_view line) const;
  bool Differ(std::string_view what);
  bool MissingLine(std::string_view what);

  std::string_view text_;
  LineReader lines_;
  std::optional<std::string_view> line_;  // the one that is looked at
  RecordHeader header_;
  rules::Position position_{};
  rules::NoEvents unheard_;
  std::array<std::int32_t, rules::kMaxSeats> bank_left_ms_{};
  std::array<std::int32_t, rules::kMaxSeats> timeouts_{};
  bool only_forfeits_ = true;  // so far
  int last_no_show_ = -1;      // its seat
  bool answered_ = false;      // the open window has lines
  Verification out_;
};

Verification Verifier::Run() {
  out_.ok = ReadHeader() && Deal() && ReplayActions() && CheckResult() && CheckHash();
  if (position_.seats != 0) out_.position_hash = rules::PositionHash(position_);
  return out_;
}

// --- the header
// -----------------------------------------------------------------------------------------

bool Verifier::ReadHeader() {
  const auto problem = ParseHeader(lines_, header_, line_);
  if (problem) return line_ ? Differ(*problem) : MissingLine(*problem);
  bank_left_ms_.fill(header_.clock.time_bank_ms);
  return true;
}

bool Verifier::Deal() {
  constexpr int kDealLine = 4;
  const auto differ = [&](std::string what) {
    out_.line = kDealLine;
    out_.difference = std::move(what);
    return false;
  };
  if (!header_.seed) return differ("the seed is not told yet: the match was not over");
  if (!header_.entropy.empty() && header_.entropy.size() != header_.seats.size())
    return differ(Concat("the entropy is of ", header_.entropy.size(), " seats, the match has ",
                         header_.seats.size()));
  const std::string id = ToString(header_.id);
  const std::string ruleset = rules::CanonicalText(header_.ruleset);
  const rules::Bytes32 commitment = rules::Commitment(id, ruleset, *header_.seed);
  if (commitment != header_.commitment)
    return differ(Concat("the commitment to this seed is ", rules::Hex(commitment)));
  position_ = rules::Deal({.ruleset = header_.ruleset,
                           .seats = static_cast<int>(header_.seats.size()),
                           .key = rules::DeriveKey(id, ruleset, *header_.seed, header_.entropy)});
  return true;
}

// --- the actions
// ----------------------------------------------------------------------------------------

bool Verifier::ReplayActions() {
  for (; line_ && !line_->starts_with("result "); line_ = lines_.Next()) {
    const auto line = ParseLine(*line_);
    if (!line) return Differ("expected `PLY SEAT WHAT CHARGED_MS` or a result");
    if (line->ply != out_.actions) return Differ(Concat("expected ply ", out_.actions));
    if (position_.over()) return Differ(Concat("the match was over before: ", ExpectedResult()));
    if (line->seat.index() >= header_.seats.size()) return Differ("there is no such seat");
    if (!CheckSeat(*line) || !CheckTime(*line) || !Replay(*line)) return false;
    ++out_.actions;
  }
  return line_ ? true : MissingLine("expected an action or a result");
}

// Whether the line is this seat's: the order of docs/notation.md.
bool Verifier::CheckSeat(const Line& line) {
  const bool window = position_.phase == rules::Phase::kWindow;
  if (line.kind == Line::Kind::kForfeit && !CheckForfeit(line)) return false;
  const bool on_turn = line.seat == position_.turn;
  if (!window) {
    if (line.kind == Line::Kind::kForfeit || on_turn) return true;
    return Differ(Concat("seat ", position_.turn.number(), " is on turn"));
  }
  if (on_turn && line.kind == Line::Kind::kForfeit) {
    if (!answered_ && !position_.turn_forfeits) return true;
    return Differ("the forfeit of the +3's player stands before the answers, once (R10.2)");
  }
  for (const rules::Seat seat : WindowOrder(position_)) {
    if (!position_.unanswered.Contains(seat)) continue;
    if (seat == line.seat) return true;
    return Differ(Concat("the answer of seat ", seat.number(), " to the +3 stands here (R7.4)"));
  }
  return Differ("no answer stands here");
}

bool Verifier::CheckForfeit(const Line& line) {
  using rules::SeatEnd;
  if (!position_.remaining.Contains(line.seat))
    return Differ("the seat has left the match (R10.2)");
  if (line.end == SeatEnd::kNoShow) {
    if (!only_forfeits_ || line.seat.number() <= last_no_show_)
      return Differ("a NO_SHOW forfeits before the first turn, in seat order (R11.7)");
    if (position_.remaining.size() <= rules::kMinSeats)
      return Differ("with fewer than two seats ready the match is void (R11.7)");
  }
  const bool by_decision = line.end == SeatEnd::kTimeout || line.end == SeatEnd::kIllegalAction;
  if (by_decision && !rules::Asked(position_).Contains(line.seat))
    return Differ(Concat("the seat is not asked, so it cannot forfeit by ", Name(line.end)));
  return true;
}

// R11.1, R11.5: nobody is charged more than there was, and a timeout all there was.
bool Verifier::CheckTime(const Line& line) {
  std::int32_t& bank_left_ms = bank_left_ms_[line.seat.index()];
  const std::int32_t most_ms = header_.clock.move_time_ms + bank_left_ms;
  switch (line.kind) {
    case Line::Kind::kForfeit:
      return line.charged_ms == 0 ? true : Differ("a forfeit is charged 0 ms");
    case Line::Kind::kTimeout:
      if (line.charged_ms != most_ms)
        return Differ(Concat("a timeout here is charged ", most_ms, " ms (R11.1)"));
      if (++timeouts_[line.seat.index()] >= header_.clock.strike_limit)
        return Differ(Concat("strike ", timeouts_[line.seat.index()], " forfeits (R11.5)"));
      break;
    case Line::Kind::kPlayed:
      if (line.charged_ms > most_ms)
        return Differ(Concat("the seat had ", most_ms, " ms for this decision (R11.1)"));
      break;
  }
  bank_left_ms -= std::max(line.charged_ms - header_.clock.move_time_ms, 0);
  return true;
}

bool Verifier::Replay(const Line& line) {
  const bool window = position_.phase == rules::Phase::kWindow;
  if (line.kind == Line::Kind::kForfeit) {
    rules::Forfeit(position_, line.seat, line.end, unheard_);
    answered_ = window && line.seat != position_.turn;
    if (line.end == rules::SeatEnd::kNoShow) last_no_show_ = line.seat.number();
    return true;
  }
  rules::Action action = line.action;
  if (line.kind == Line::Kind::kTimeout) {
    action = rules::DefaultAction(position_, line.seat);
  } else if (const auto violation = rules::Check(position_, line.seat, action)) {
    return Differ(Concat(violation->rule, ": ", violation->text));
  }
  rules::Apply(position_, line.seat, action, unheard_);
  answered_ = window;
  only_forfeits_ = false;
  return true;
}

// --- the end
// --------------------------------------------------------------------------------------------

bool Verifier::CheckResult() {
  if (position_.over()) {
    const std::string expected = ExpectedResult();
    return *line_ == expected ? true : Differ(Concat("the result is `", expected, "`"));
  }
  if (!IsVoidResult(*line_))
    return Differ("the match is not over, so its result can only be `result VOID reason=WHY`");
  if (position_.phase == rules::Phase::kWindow && (answered_ || position_.turn_forfeits))
    return Differ("the lines of a +3 window stand there only when it has closed");
  return true;
}

bool Verifier::CheckHash() {
  const std::size_t hashed = lines_.line_start() + line_->size() + 1;
  if (lines_.AtEnd()) return true;
  line_ = lines_.Next();
  if (!line_) return MissingLine("expected a hash line that ends with a newline");
  const std::string expected = HashText(RecordHash(text_.substr(0, hashed)));
  if (Concat(*line_, "\n") != expected)
    return Differ(
        Concat("the hash of what stands above is `", expected.substr(0, expected.size() - 1), "`"));
  if (lines_.AtEnd()) return true;
  lines_.Next();
  out_.line = lines_.number();
  out_.difference = "nothing stands after the hash";
  return false;
}

std::string Verifier::ExpectedResult() const {
  const auto places = rules::Placing(position_);
  std::vector<SeatResult> seats(header_.seats.size());
  for (std::size_t seat = 0; seat < seats.size(); ++seat) seats[seat].place = places[seat];
  std::string text = ResultText(EndingOf(position_.ending), "", seats);
  text.pop_back();
  return text;
}

bool Verifier::IsVoidResult(std::string_view line) const {
  constexpr std::string_view kVoid = "result VOID reason=";
  return line.starts_with(kVoid) && IsUpperSnake(line.substr(kVoid.size()));
}

bool Verifier::Differ(std::string_view what) {
  out_.line = lines_.number();
  out_.difference = Concat(Excerpt(*line_), ": ", what);
  return false;
}

bool Verifier::MissingLine(std::string_view what) {
  out_.line = lines_.number() + 1;
  out_.difference =
      Concat(lines_.AtEnd() ? "the record ends here: " : "the last line has no newline: ", what);
  return false;
}

}  // namespace

Verification VerifyRecord(std::string_view text) { return Verifier(text).Run(); }

}  // namespace taki::match
