#include "referee/league/config.h"

#include <algorithm>
#include <bit>

#include "referee/match/names.h"
#include "referee/match/text.h"

namespace taki::league {
namespace {

using match::Concat;

constexpr std::size_t kMaxTitleBytes = 64;
constexpr std::int32_t kMaxBots = 10'000;
// Where a schedule is searched for, in at most a second of the loop's time.
constexpr std::int32_t kMaxSearchedBots = 500;
// So many fixtures a league keeps in memory at most (the round robin of 1,000 bots).
constexpr std::int64_t kMaxFixtures = 500'000;

absl::Status Wrong(std::string_view field, std::string_view what) {
  return absl::InvalidArgumentError(Concat(field, ": ", what));
}

absl::Status CheckRange(std::string_view field, std::int32_t value, std::int32_t min,
                        std::int32_t max) {
  if (value >= min && value <= max) return absl::OkStatus();
  if (min == max) return Wrong(field, Concat(value, " is not possible here; it must be ", min));
  return Wrong(field, Concat(value, " is out of range; it must be from ", min, " to ", max));
}

bool IsBracket(Format format) {
  return format == Format::kSingleElimination || format == Format::kDoubleElimination;
}
bool HasBracket(Format format) { return IsBracket(format) || format == Format::kGroupsThenBracket; }

std::int32_t MaxRounds(const LeagueConfig& config) {
  switch (config.format) {
    case Format::kRoundRobin: return config.seats == 2 ? 100 : 1'000;
    case Format::kSwiss: return 100;
    case Format::kSingleElimination:
    case Format::kDoubleElimination: return 0;
    case Format::kGroupsThenBracket: return 100;
    case Format::kGauntlet: return 100;
    case Format::kLadder: return 10'000'000;
  }
  return 0;
}

absl::Status CheckName(const LeagueConfig& config) {
  if (!match::IsBotName(config.name))
    return Wrong("name",
                 Concat("\"", config.name,
                        "\" is not a name; use 2 to 32 of a-z, 0-9, \".\", \"_\" and \"-\", "
                        "a letter or digit first"));
  if (config.title.size() > kMaxTitleBytes)
    return Wrong("title",
                 Concat("it has ", config.title.size(), " bytes; it may have ", kMaxTitleBytes));
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  if (std::any_of(config.title.begin(), config.title.end(), is_control))
    return Wrong("title", "it has a control character in it; write it on one line");
  return absl::OkStatus();
}

absl::Status CheckSeats(const LeagueConfig& config) {
  if (config.format == Format::kDoubleElimination || config.format == Format::kGroupsThenBracket)
    if (config.seats != 2)
      return Wrong("seats", Concat(Name(config.format), " is played by two; ", config.seats,
                                   " seats are not possible, set it to 2"));
  return CheckRange("seats", config.seats, rules::kMinSeats, rules::kMaxSeats);
}

absl::Status CheckRounds(const LeagueConfig& config) {
  if (IsBracket(config.format) && config.rounds != 0)
    return Wrong("rounds", Concat("the number of bots decides how many rounds ",
                                  Name(config.format), " has; set it to 0"));
  return CheckRange("rounds", config.rounds, 0, MaxRounds(config));
}

absl::Status CheckMatchesPerFixture(const LeagueConfig& config) {
  if (const auto status = CheckRange("matches_per_fixture", config.matches_per_fixture, 1, 99);
      !status.ok())
    return status;
  if (HasBracket(config.format) && config.seats == 2 && config.matches_per_fixture % 2 == 0)
    return Wrong("matches_per_fixture",
                 Concat("best of ", config.matches_per_fixture,
                        " can end level in a bracket of two; use an odd number"));
  if (config.format == Format::kLadder && config.matches_per_fixture != 1)
    return Wrong("matches_per_fixture", "a LADDER pairs anew for each match; set it to 1");
  return absl::OkStatus();
}

absl::Status CheckAdvance(const LeagueConfig& config) {
  if (config.format == Format::kSingleElimination && config.seats > 2)
    return CheckRange("advance", config.advance, 1, config.seats - 1);
  if (config.advance == 1) return absl::OkStatus();
  return Wrong("advance", Concat(config.advance,
                                 " is not possible here; only at tables of three and more of "
                                 "SINGLE_ELIMINATION can more than one go on, set it to 1"));
}

absl::Status CheckThirdPlace(const LeagueConfig& config) {
  if (!config.third_place) return absl::OkStatus();
  const bool possible = (config.format == Format::kSingleElimination && config.seats == 2) ||
                        config.format == Format::kGroupsThenBracket;
  if (possible) return absl::OkStatus();
  return Wrong("third_place",
               "only SINGLE_ELIMINATION and GROUPS_THEN_BRACKET of two seats have a match for "
               "third place; set it to false");
}

absl::Status CheckTieBreaks(const std::vector<TieBreak>& tie_breaks) {
  for (std::size_t i = 0; i < tie_breaks.size(); ++i) {
    if (std::count(tie_breaks.begin(), tie_breaks.end(), tie_breaks[i]) > 1)
      return Wrong("tie_breaks", Concat(Name(tie_breaks[i]), " is there twice; name each once"));
    if (tie_breaks[i] == TieBreak::kLot && i + 1 < tie_breaks.size())
      return Wrong("tie_breaks", Concat("nothing is left to break after LOT; put ",
                                        Name(tie_breaks[i + 1]), " before it"));
  }
  return absl::OkStatus();
}

absl::Status CheckClock(const match::TimeControl& clock) {
  const absl::Status status = match::Validate(clock);
  if (status.ok()) return status;
  return Wrong("clock", std::string_view(status.message().data(), status.message().size()));
}

absl::Status CheckRated(const LeagueConfig& config) {
  if (!config.rated || config.ruleset.draw_rule == rules::DrawRule::kWhenStuck)
    return absl::OkStatus();
  return Wrong("rated",
               "rated matches are played with draw_rule WHEN_STUCK; set that, or rated to "
               "false");
}

absl::Status CheckFormat(Format format) {
  if (format <= Format::kLadder) return absl::OkStatus();
  return Wrong("format",
               "it is none of ROUND_ROBIN, SWISS, SINGLE_ELIMINATION, "
               "DOUBLE_ELIMINATION, GROUPS_THEN_BRACKET, GAUNTLET and LADDER");
}

// --- how many bots

absl::Status TooFew(std::int32_t bots, std::int32_t min, std::string_view what) {
  return Wrong("bots", Concat(bots, bots == 1 ? " is" : " are", " too few ", what,
                              "; enter at least ", min));
}

absl::Status CheckGroups(const LeagueConfig& config, std::int32_t bots) {
  if (bots < 2 * config.groups)
    return TooFew(bots, 2 * config.groups, Concat("for ", config.groups, " groups of two"));
  if (config.advance_per_group > bots / config.groups)
    return TooFew(bots, config.groups * config.advance_per_group,
                  Concat("for ", config.groups, " groups of which ", config.advance_per_group,
                         " bots go on"));
  return absl::OkStatus();
}

// Two seats: so many rounds can be played without a second meeting or a second bye.
absl::Status CheckSwissRounds(const LeagueConfig& config, std::int32_t bots) {
  const std::int32_t most = bots % 2 == 0 ? bots - 1 : bots;
  if (config.seats != 2 || config.rounds <= most) return absl::OkStatus();
  return Wrong(
      "bots", Concat(bots, " bots cannot play ", config.rounds,
                     " rounds without meeting twice; enter more, or set rounds to at most ", most));
}

// An upper bound of how many fixtures the league will have; a ladder grows by one a match.
std::int64_t FixturesOf(const LeagueConfig& config, std::int64_t bots) {
  const std::int64_t rounds = config.rounds == 0 ? 1 : config.rounds;
  const std::int64_t tables = (bots + config.seats - 1) / config.seats;
  switch (config.format) {
    case Format::kRoundRobin:
      return config.seats == 2 ? rounds * bots * (bots - 1) / 2
                               : tables * RoundsOf(config, static_cast<std::int32_t>(bots));
    case Format::kSwiss: return tables * RoundsOf(config, static_cast<std::int32_t>(bots));
    case Format::kSingleElimination:
    case Format::kDoubleElimination: return 2 * std::bit_ceil(static_cast<std::uint64_t>(bots));
    case Format::kGroupsThenBracket: {
      const std::int64_t size = (bots + config.groups - 1) / config.groups;
      return rounds * config.groups * size * (size - 1) / 2 + 2 * bots;
    }
    case Format::kGauntlet:
      return rounds * config.challengers *
             ((bots - config.challengers + config.seats - 2) / (config.seats - 1));
    case Format::kLadder: return 0;
  }
  return 0;
}

}  // namespace

std::vector<TieBreak> DefaultTieBreaks() {
  return {
      TieBreak::kDirectEncounter, TieBreak::kWins,   TieBreak::kBuchholzCut1, TieBreak::kBuchholz,
      TieBreak::kSonnebornBerger, TieBreak::kStages, TieBreak::kLot};
}

std::int32_t RoundsOf(const LeagueConfig& config, std::int32_t bots) {
  if (config.rounds != 0) return config.rounds;
  switch (config.format) {
    case Format::kRoundRobin:
      return config.seats == 2 ? 1 : (bots - 1 + config.seats - 2) / (config.seats - 1);
    case Format::kSwiss:
      return static_cast<std::int32_t>(std::bit_width(static_cast<std::uint32_t>(bots - 1)));
    case Format::kGroupsThenBracket:
    case Format::kGauntlet: return 1;
    case Format::kSingleElimination:
    case Format::kDoubleElimination:
    case Format::kLadder: return 0;
  }
  return 0;
}

absl::Status Validate(const LeagueConfig& config) {
  if (const absl::Status status = CheckName(config); !status.ok()) return status;
  if (const absl::Status status = CheckFormat(config.format); !status.ok()) return status;
  const auto range = CheckRange;
  const absl::Status checks[] = {
      CheckSeats(config),
      CheckRounds(config),
      CheckMatchesPerFixture(config),
      range("tie_break_matches", config.tie_break_matches, 0, 10),
      CheckAdvance(config),
      CheckThirdPlace(config),
      range("groups", config.groups, 2, 64),
      range("advance_per_group", config.advance_per_group, 1, 16),
      range("challengers", config.challengers, 1, kMaxBots - 1),
      CheckTieBreaks(config.tie_breaks),
      CheckClock(config.clock),
      CheckRated(config),
      range("max_matches", config.max_matches, 1, 1'000),
      range("max_matches_per_bot", config.max_matches_per_bot, 1, 64),
      range("no_show_grace_ms", config.no_show_grace_ms, 0, 86'400'000),
      range("no_show_limit", config.no_show_limit, 1, 100),
      range("void_limit", config.void_limit, 1, 100),
      range("public_delay_ms", config.public_delay_ms, 0, match::kMaxPublicDelayMs),
  };
  for (const absl::Status& status : checks)
    if (!status.ok()) return status;
  return absl::OkStatus();
}

absl::Status ValidateEntries(const LeagueConfig& config, std::int32_t bots) {
  const bool searched =
      config.format == Format::kSwiss || (config.format == Format::kRoundRobin && config.seats > 2);
  const std::int32_t max = searched ? kMaxSearchedBots : kMaxBots;
  if (bots > max)
    return Wrong("bots", Concat(bots, " are too many for ", Name(config.format),
                                config.seats > 2 ? " at tables" : "", "; it takes ", max));
  if (bots < 2) return TooFew(bots, 2, "for a league");
  if (bots < config.seats)
    return TooFew(bots, config.seats, Concat("for a table of ", config.seats));
  if (config.format == Format::kGauntlet && bots <= config.challengers)
    return TooFew(bots, config.challengers + 1,
                  Concat("for ", config.challengers, " challengers and somebody to play against"));
  if (config.format == Format::kGroupsThenBracket)
    if (const absl::Status status = CheckGroups(config, bots); !status.ok()) return status;
  if (config.format == Format::kSwiss)
    if (const absl::Status status = CheckSwissRounds(config, bots); !status.ok()) return status;
  if (const std::int64_t fixtures = FixturesOf(config, bots); fixtures > kMaxFixtures)
    return Wrong("bots", Concat(bots, " would make ", fixtures, " fixtures; ", kMaxFixtures,
                                " are possible, enter fewer or lower rounds"));
  return absl::OkStatus();
}

}  // namespace taki::league
