#include "referee/league/names.h"

#include "referee/league/league.h"
#include "referee/match/text.h"

namespace taki::league {
namespace {

// In the order of the enums.
constexpr Names<7> kFormats = {
    "ROUND_ROBIN", "SWISS", "SINGLE_ELIMINATION", "DOUBLE_ELIMINATION", "GROUPS_THEN_BRACKET",
    "GAUNTLET",    "LADDER"};
constexpr Names<3> kSeedings = {"AS_ENTERED", "RATING", "LOT"};
constexpr Names<7> kTieBreaks = {
    "DIRECT_ENCOUNTER", "WINS", "BUCHHOLZ_CUT_1", "BUCHHOLZ", "SONNEBORN_BERGER", "STAGES", "LOT"};
constexpr Names<13> kLogKinds = {"ENTERED",  "WITHDRAWN",    "STARTED",   "PAUSED",   "RESUMED",
                                 "DRAINED",  "ABORTED",      "FILED",     "FINISHED", "ANNULLED",
                                 "REQUEUED", "DISQUALIFIED", "REINSTATED"};
constexpr Names<6> kSections = {"TABLE",  "GROUP",       "WINNERS",
                                "LOSERS", "THIRD_PLACE", "GRAND_FINAL"};
constexpr Names<5> kFixtureStates = {"PENDING", "READY", "PLAYING", "DECIDED", "CANCELLED"};
constexpr Names<6> kDecisions = {"NONE", "PLAYED", "BYE", "WALKOVER", "LOT", "SHARED"};
constexpr Names<6> kLeagueStates = {"OPEN", "RUNNING", "PAUSED", "DRAINING", "FINISHED", "ABORTED"};
constexpr Names<3> kEntrantStatuses = {"ACTIVE", "WITHDRAWN", "DISQUALIFIED"};

constexpr std::string_view kIdPrefix = "l-";
constexpr std::size_t kDigitsMin = 6;
constexpr std::size_t kDigitsMax = 10;
constexpr std::int64_t kMaxLeagueNumber = (std::int64_t{1} << 31) - 1;

}  // namespace

std::string ToString(LeagueId id) {
  std::string digits = match::Concat(id.number);
  if (digits.size() < kDigitsMin) digits.insert(0, kDigitsMin - digits.size(), '0');
  return match::Concat(kIdPrefix, digits);
}

std::optional<LeagueId> ParseLeagueId(std::string_view text) {
  if (!text.starts_with(kIdPrefix)) return std::nullopt;
  text.remove_prefix(kIdPrefix.size());
  if (text.size() < kDigitsMin || text.size() > kDigitsMax) return std::nullopt;
  if (text.size() > kDigitsMin && text.front() == '0') return std::nullopt;
  LeagueId id;
  for (const char digit : text) {
    if (digit < '0' || digit > '9') return std::nullopt;
    id.number = id.number * 10 + (digit - '0');
  }
  if (id.number < 1 || id.number > kMaxLeagueNumber) return std::nullopt;
  return id;
}

std::string_view Name(Format format) { return NameIn(kFormats, format); }
std::optional<Format> ParseFormat(std::string_view name) { return FindIn<Format>(kFormats, name); }

std::string_view Name(Seeding seeding) { return NameIn(kSeedings, seeding); }
std::optional<Seeding> ParseSeeding(std::string_view name) {
  return FindIn<Seeding>(kSeedings, name);
}

std::string_view Name(TieBreak tie_break) { return NameIn(kTieBreaks, tie_break); }
std::optional<TieBreak> ParseTieBreak(std::string_view name) {
  return FindIn<TieBreak>(kTieBreaks, name);
}

std::string_view Name(LogEntry::Kind kind) { return NameIn(kLogKinds, kind); }
std::optional<LogEntry::Kind> ParseLogKind(std::string_view name) {
  return FindIn<LogEntry::Kind>(kLogKinds, name);
}

std::string_view Name(Section section) { return NameIn(kSections, section); }
std::string_view Name(FixtureState state) { return NameIn(kFixtureStates, state); }
std::string_view Name(Decision decision) { return NameIn(kDecisions, decision); }
std::string_view Name(EntrantStatus status) { return NameIn(kEntrantStatuses, status); }

std::string_view Name(LeagueState state) { return NameIn(kLeagueStates, state); }
std::optional<LeagueState> ParseLeagueState(std::string_view name) {
  return FindIn<LeagueState>(kLeagueStates, name);
}

}  // namespace taki::league
