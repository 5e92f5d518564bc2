// What is fixed about a league before it begins (docs/competitions.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "referee/match/config.h"

namespace taki::league {

// Numbers leagues from 1; printed as "l-000007", longer if needed. At most 2^31 - 1.
struct LeagueId {
  std::int64_t number = 0;
  friend constexpr auto operator<=>(LeagueId, LeagueId) = default;
};
std::string ToString(LeagueId id);
// Accepts exactly what ToString prints, of number 1 and up.
std::optional<LeagueId> ParseLeagueId(std::string_view text);

enum class Format : std::uint8_t {
  kRoundRobin,
  kSwiss,
  kSingleElimination,
  kDoubleElimination,
  kGroupsThenBracket,
  kGauntlet,
  kLadder,
};
std::string_view Name(Format format);  // "ROUND_ROBIN", ...
std::optional<Format> ParseFormat(std::string_view name);

// Who is seed 1, 2, ...: frozen at the start.
enum class Seeding : std::uint8_t {
  kAsEntered,  // the order in which the bots were entered: a given list
  kRating,     // by the rating that the leaderboard shows at the start, unrated bots last by lot
  kLot,        // by lot of the event seed
};
std::string_view Name(Seeding seeding);  // "AS_ENTERED", "RATING", "LOT"
std::optional<Seeding> ParseSeeding(std::string_view name);

// What orders bots of equal points, one after the other (referee/league/standings.h defines each).
enum class TieBreak : std::uint8_t {
  kDirectEncounter,
  kWins,
  kBuchholzCut1,
  kBuchholz,
  kSonnebornBerger,
  kStages,
  kLot,
};
std::string_view Name(TieBreak tie_break);  // "DIRECT_ENCOUNTER", ...
std::optional<TieBreak> ParseTieBreak(std::string_view name);
// All of them in the order above.
std::vector<TieBreak> DefaultTieBreaks();

struct LeagueConfig {
  std::string name;   // unique, as a bot's: [a-z0-9][a-z0-9._-]{1,31}
  std::string title;  // for people; at most 64 bytes, empty: the name
  Format format = Format::kRoundRobin;
  std::int32_t seats = 2;  // of a match: 2 to 10; SWISS, ROUND_ROBIN, SINGLE_ELIMINATION, GAUNTLET
                           // and LADDER; the others 2
  // ROUND_ROBIN of two seats: cycles, 1 to 100, 0: 1. Of tables: rounds, 1 to 1,000, 0: as many as
  // let everybody meet everybody once at best, ceil((n - 1) / (seats - 1)). SWISS: rounds, 1 to
  // 100, 0: ceil(log2 n). GAUNTLET: cycles, 1 to 100, 0: 1. LADDER: matches in all, up to
  // 10,000,000; 0: it runs until it is drained. Brackets: 0. GROUPS_THEN_BRACKET: cycles in the
  // groups, 0: 1.
  std::int32_t rounds = 0;
  // 1 to 99. In brackets best of n: it stops when decided, so n is odd for two seats; elsewhere all
  // are played and each counts. LADDER: 1, since it pairs anew for each match.
  std::int32_t matches_per_fixture = 1;
  std::int32_t tie_break_matches = 2;  // brackets: more matches if a fixture is tied; 0 to 10
  std::int32_t advance = 1;  // SINGLE_ELIMINATION of tables: the best so many go on; 1 to seats - 1
  bool third_place = false;  // SINGLE_ELIMINATION, GROUPS_THEN_BRACKET of two seats
  std::int32_t groups = 2;   // GROUPS_THEN_BRACKET: 2 to 64, each of at least 2 bots
  std::int32_t advance_per_group = 2;  // GROUPS_THEN_BRACKET: 1 to 16
  std::int32_t challengers = 1;        // GAUNTLET: the first so many seeds play all the others
  Seeding seeding = Seeding::kAsEntered;
  std::vector<TieBreak> tie_breaks =
      DefaultTieBreaks();  // each at most once; the lot is always last
  rules::Ruleset ruleset;
  match::TimeControl clock;
  bool rated = true;                       // then draw_rule is WHEN_STUCK (R3.5)
  std::int32_t max_matches = 32;           // at once, 1 to 1,000
  std::int32_t max_matches_per_bot = 4;    // at once, 1 to 64
  std::int32_t no_show_grace_ms = 60'000;  // how long an absent bot is waited for, 0 to 86,400,000
  std::int32_t no_show_limit = 3;          // no-shows in a row that withdraw a bot, 1 to 100
  std::int32_t void_limit = 3;  // VOID attempts of one match, then its points are shared; 1 to 100
  std::int32_t public_delay_ms = 0;  // of its matches (store/rows.h), 0 to 3,600,000
  friend bool operator==(const LeagueConfig&, const LeagueConfig&) = default;
};

// One `key=value` a line in a fixed order, as the store keeps it and people read it: the names of
// the fields above, `ruleset` as rules::CanonicalText. ParseConfig accepts exactly what
// CanonicalText makes, and lets a missing line be its default (older files).
std::string CanonicalText(const LeagueConfig& config);
absl::StatusOr<LeagueConfig> ParseConfig(std::string_view text);

// INVALID_ARGUMENT "field: what is wrong and what is right", of the first field at fault in the
// order above.
absl::Status Validate(const LeagueConfig& config);
// Whether so many bots can start: INVALID_ARGUMENT "bots: ..." (two bots for a table of four,
// groups too small, ...). At most 10,000 bots, 500 in SWISS and in a ROUND_ROBIN of tables, and
// 500,000 fixtures.
absl::Status ValidateEntries(const LeagueConfig& config, std::int32_t bots);

// `rounds`, or what 0 stands for with so many bots; 0 where the bots or nothing decide it
// (brackets, LADDER). Requires: ValidateEntries(config, bots).
std::int32_t RoundsOf(const LeagueConfig& config, std::int32_t bots);

}  // namespace taki::league
