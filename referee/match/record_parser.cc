#include "referee/match/record_parser.h"

#include <algorithm>

#include "referee/match/names.h"
#include "referee/match/text.h"
#include "referee/rules/notation.h"

namespace taki::match {
namespace {

// Takes fields off the front of one line.
class Fields {
 public:
  explicit Fields(std::string_view text) : text_(text) {}

  bool Take(std::string_view literal) {
    if (!text_.starts_with(literal)) return false;
    text_.remove_prefix(literal.size());
    return true;
  }
  // A number without sign or leading zero, at most `max`.
  template <class Number>
  bool TakeNumber(Number& number, std::int64_t max) {
    std::int64_t value = 0;
    std::size_t digits = 0;
    for (; digits < text_.size() && text_[digits] >= '0' && text_[digits] <= '9'; ++digits) {
      value = value * 10 + (text_[digits] - '0');
      if (value > max) return false;
    }
    if (digits == 0 || (digits > 1 && text_[0] == '0')) return false;
    number = static_cast<Number>(value);
    text_.remove_prefix(digits);
    return true;
  }
  // All up to `end`, which goes too; to the end of the line if it is not there.
  std::string_view TakeUntil(char end) {
    const std::size_t size = std::min(text_.find(end), text_.size());
    const std::string_view field = text_.substr(0, size);
    text_.remove_prefix(std::min(size + 1, text_.size()));
    return field;
  }
  std::string_view rest() const { return text_; }
  bool empty() const { return text_.empty(); }

 private:
  std::string_view text_;
};

bool ParseEntropy(std::string_view text, std::vector<std::string>& entropy) {
  entropy.clear();
  if (text == "-") return true;
  Fields fields(text);
  bool more = true;
  while (more) {
    if (entropy.size() == rules::kMaxSeats) return false;
    const std::string_view rest = fields.rest();
    const std::string_view hex = fields.TakeUntil(',');
    more = hex.size() < rest.size();
    if (hex.size() > 2 * rules::kMaxEntropyBytes || hex.size() % 2 != 0) return false;
    std::array<std::uint8_t, rules::kMaxEntropyBytes> bytes;
    const auto used = std::span(bytes).first(hex.size() / 2);
    if (!rules::ParseHex(hex, used)) return false;
    entropy.emplace_back(used.begin(), used.end());
  }
  return std::any_of(entropy.begin(), entropy.end(),
                     [](const std::string& each) { return !each.empty(); });
}

// One function a line of the header: false if the line has another form.

bool ParseFormat(std::string_view line, RecordHeader&) { return line == "taki 1"; }

bool ParseMatch(std::string_view line, RecordHeader& header) {
  Fields fields(line);
  if (!fields.Take("match ")) return false;
  const auto id = ParseRecordId(fields.rest());
  if (id) header.id = *id;
  return id.has_value();
}

bool ParseRulesetLine(std::string_view line, RecordHeader& header) {
  Fields fields(line);
  if (!fields.Take("ruleset ")) return false;
  const auto ruleset = rules::ParseRuleset(fields.rest());
  if (ruleset.ok()) header.ruleset = *ruleset;
  return ruleset.ok();
}

bool ParseDeal(std::string_view line, RecordHeader& header) {
  Fields fields(line);
  if (!fields.Take("deal id=") || fields.TakeUntil(' ') != ToString(header.id)) return false;
  if (!fields.Take("commitment=") || !rules::ParseHex(fields.TakeUntil(' '), header.commitment))
    return false;
  if (!fields.Take("seed=")) return false;
  const std::string_view seed = fields.TakeUntil(' ');
  if (seed != "-" && !rules::ParseHex(seed, header.seed.emplace())) return false;
  return fields.Take("entropy=") && ParseEntropy(fields.rest(), header.entropy);
}

bool ParseClock(std::string_view line, RecordHeader& header) {
  Fields fields(line);
  TimeControl& clock = header.clock;
  constexpr std::int64_t kMax = 1'000'000'000;  // Validate knows the real ones
  return fields.Take("clock move_time=") && fields.TakeNumber(clock.move_time_ms, kMax) &&
         fields.Take("ms time_bank=") && fields.TakeNumber(clock.time_bank_ms, kMax) &&
         fields.Take("ms strike_limit=") && fields.TakeNumber(clock.strike_limit, kMax) &&
         fields.empty() && Validate(clock).ok();
}

bool ParseSeat(std::string_view line, RecordHeader& header) {
  Fields fields(line);
  std::size_t seat = 0;
  if (!fields.Take("seat ") || !fields.TakeNumber(seat, rules::kMaxSeats - 1) ||
      seat != header.seats.size() || !fields.Take(" "))
    return false;
  const std::string_view name = fields.TakeUntil('@');
  const std::string_view version = fields.rest();
  if (!IsBotName(name) || !IsBotVersion(version)) return false;
  for (const auto& other : header.seats)
    if (other.name == name) return false;  // a bot takes at most one seat
  header.seats.push_back({std::string(name), std::string(version)});
  return true;
}

constexpr struct {
  bool (*parse)(std::string_view, RecordHeader&);
  std::string_view expected;
} kHeaderLines[] = {
    {ParseFormat, "`taki 1`"},
    {ParseMatch, "`match ID`"},
    {ParseRulesetLine, "`ruleset` and its canonical text"},
    {ParseDeal, "`deal id=ID commitment=HEX seed=HEX entropy=...` with the id of the match"},
    {ParseClock, "`clock move_time=MSms time_bank=MSms strike_limit=N`"},
};

}  // namespace

std::optional<std::string_view> LineReader::Next() {
  const std::size_t end = text_.find('\n', at_);
  if (end == std::string_view::npos) return std::nullopt;
  start_ = at_;
  at_ = end + 1;
  ++number_;
  return text_.substr(start_, end - start_);
}

std::optional<std::string> ParseHeader(LineReader& lines, RecordHeader& header,
                                       std::optional<std::string_view>& next) {
  for (const auto& each : kHeaderLines) {
    next = lines.Next();
    if (!next || !each.parse(*next, header)) return Concat("expected ", each.expected);
  }
  next = lines.Next();
  while (next && next->starts_with("seat ")) {
    if (!ParseSeat(*next, header))
      return Concat("expected `seat ", header.seats.size(), " NAME@VERSION`, at most ",
                    rules::kMaxSeats, " seats, no two with one name");
    next = lines.Next();
  }
  if (header.seats.size() < rules::kMinSeats)
    return Concat("expected `seat ", header.seats.size(), " NAME@VERSION`");
  return std::nullopt;
}

std::optional<Line> ParseLine(std::string_view text) {
  constexpr std::int64_t kMaxPly = 4'000'000'000;
  constexpr std::int64_t kMaxMs = 1'000'000'000;
  Fields fields(text);
  Line line;
  int seat = 0;
  if (!fields.TakeNumber(line.ply, kMaxPly) || !fields.Take(" ") ||
      !fields.TakeNumber(seat, rules::kMaxSeats - 1) || !fields.Take(" "))
    return std::nullopt;
  line.seat = rules::Seat(seat);
  const std::string_view token = fields.TakeUntil(' ');
  if (token == "timeout") {
    line.kind = Line::Kind::kTimeout;
  } else if (token == "forfeit") {
    line.kind = Line::Kind::kForfeit;
    const auto end = ParseSeatEnd(fields.TakeUntil(' '));
    if (!end || *end == rules::SeatEnd::kCompleted) return std::nullopt;
    line.end = *end;
  } else {
    const auto action = rules::ParseAction(token);
    if (!action) return std::nullopt;
    line.action = *action;
  }
  if (!fields.TakeNumber(line.charged_ms, kMaxMs) || !fields.empty()) return std::nullopt;
  return line;
}

}  // namespace taki::match
