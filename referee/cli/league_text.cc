#include "referee/cli/league_text.h"

#include <algorithm>

#include "referee/cli/json.h"
#include "referee/cli/match_text.h"
#include "referee/cli/points_text.h"
#include "referee/cli/table.h"

namespace taki::cli {
namespace {

// "1 cycle", "3 cycles".
std::string Counted(int count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

bool IsBracket(v1::LeagueFormat format) {
  return format == v1::LEAGUE_FORMAT_SINGLE_ELIMINATION ||
         format == v1::LEAGUE_FORMAT_DOUBLE_ELIMINATION ||
         format == v1::LEAGUE_FORMAT_GROUPS_THEN_BRACKET;
}

// How long it is, as far as that is said: ", 2 cycles".
std::string LengthText(const v1::LeagueConfig& config) {
  if (config.rounds() == 0) return "";
  switch (config.format()) {
    case v1::LEAGUE_FORMAT_ROUND_ROBIN:
      return ", " + Counted(config.rounds(), config.seats() > 2 ? "round" : "cycle");
    case v1::LEAGUE_FORMAT_SWISS: return ", " + Counted(config.rounds(), "round");
    case v1::LEAGUE_FORMAT_LADDER: return ", matches in all: " + std::to_string(config.rounds());
    case v1::LEAGUE_FORMAT_GROUPS_THEN_BRACKET:
      return ", " + Counted(config.rounds(), "cycle") + " in the groups";
    default: return ", " + Counted(config.rounds(), "cycle");
  }
}

std::string FormatText(const v1::LeagueConfig& config) {
  std::string text = Text(config.format()) + ", " + Counted(config.seats(), "seat");
  if (config.format() == v1::LEAGUE_FORMAT_GROUPS_THEN_BRACKET)
    text += ", " + Counted(config.groups(), "group") + ", the best " +
            std::to_string(config.advance_per_group()) + " of each go on";
  if (config.format() == v1::LEAGUE_FORMAT_SINGLE_ELIMINATION && config.seats() > 2)
    text += ", the best " + std::to_string(config.advance()) + " of a table go on";
  if (config.format() == v1::LEAGUE_FORMAT_GAUNTLET)
    text += ", " + Counted(config.challengers(), "challenger");
  if (config.third_place()) text += ", place 3 is played for";
  return text + LengthText(config);
}

std::string GamesText(const v1::LeagueConfig& config) {
  const std::string games = std::to_string(config.matches_per_fixture());
  if (!IsBracket(config.format())) return games + " a fixture";
  std::string text = "best of " + games + " in the bracket";
  if (config.tie_break_matches() > 0)
    text += ", up to " + std::to_string(config.tie_break_matches()) + " more if tied";
  return text;
}

std::string TieBreaksText(const v1::LeagueConfig& config) {
  std::string text;
  for (const int tie_break : config.tie_breaks())
    text += (text.empty() ? "" : ", ") + ShortName(v1::TieBreak_descriptor(), tie_break);
  return OrDash(text);
}

Table FactTable() { return Table({{""}, {""}}); }

void PrintFacts(const Table& table, Context& context) {
  const Painter painter = context.OutPainter();
  table.Print(context.out(), context.width(), painter,
              [&](std::size_t column, const std::string& cell) {
                return column == 0 ? painter(Color::kDim, cell) : cell;
              });
}

void AddSettings(const v1::LeagueConfig& config, Table& table) {
  table.Add({"format", FormatText(config)});
  table.Add({"games", GamesText(config)});
  table.Add({"seeding", OrDash(ShortName(v1::LeagueSeeding_descriptor(), config.seeding()))});
  table.Add({"tie-breaks", TieBreaksText(config)});
  table.Add({"stages", StagesText(config.ruleset())});
  table.Add({"rules", RulesText(config.ruleset())});
  table.Add({"clock", ClockText(config.time_control())});
  table.Add({"rated", config.rated() ? "yes" : "no"});
  table.Add({"limits", "matches at once: " + std::to_string(config.max_matches()) +
                           ", of a bot: " + std::to_string(config.max_matches_per_bot())});
  table.Add({"no-shows", "called after " + DurationText(config.no_show_grace_ms()) + "; " +
                             std::to_string(config.no_show_limit()) +
                             " in a row withdraw the bot"});
  table.Add({"void games",
             std::to_string(config.void_limit()) + " attempts, then its points are shared"});
  if (config.public_delay_ms() > 0)
    table.Add({"public delay", DurationText(config.public_delay_ms())});
}

std::string MatchesInBrief(const v1::Fixture& fixture) {
  std::string text;
  for (const auto& match : fixture.matches()) {
    text += (text.empty() ? "" : ", ") + Escaped(match.match_id());
    if (match.annulled())
      text += " (annulled)";
    else if (match.over() && !match.void_reason().empty())
      text += " (" + Escaped(match.void_reason()) + ")";
  }
  return OrDash(text);
}

}  // namespace

std::string Text(v1::LeagueState state) {
  return OrDash(ShortName(v1::LeagueState_descriptor(), state));
}
std::string Text(v1::LeagueFormat format) {
  return OrDash(ShortName(v1::LeagueFormat_descriptor(), format));
}
std::string Text(v1::FixtureState state) {
  return OrDash(ShortName(v1::FixtureState_descriptor(), state));
}
std::string Text(v1::FixtureDecision decision) {
  return OrDash(ShortName(v1::FixtureDecision_descriptor(), decision));
}
std::string Text(v1::EntrantStatus status) {
  return OrDash(ShortName(v1::EntrantStatus_descriptor(), status));
}

bool IsOver(v1::LeagueState state) {
  return state == v1::LEAGUE_STATE_FINISHED || state == v1::LEAGUE_STATE_ABORTED;
}

Color ColorOf(v1::LeagueState state) {
  switch (state) {
    case v1::LEAGUE_STATE_FINISHED: return Color::kGreen;
    case v1::LEAGUE_STATE_ABORTED: return Color::kRed;
    default: return Color::kYellow;
  }
}

std::string ProgressText(const v1::LeagueProgress& progress) {
  std::string text = std::to_string(progress.matches_done());
  if (progress.matches_total() > 0) text += " of " + std::to_string(progress.matches_total());
  text += " matches, " + std::to_string(progress.matches_running()) + " running";
  if (progress.matches_void() > 0) text += ", " + std::to_string(progress.matches_void()) + " void";
  return text;
}

std::string PlanText(const v1::LeagueProgress& progress) {
  if (progress.matches_total() == 0) return "It has no end: it runs until it is drained.";
  std::string text = progress.matches_total() == 1
                         ? "1 match"
                         : std::to_string(progress.matches_total()) + " matches";
  if (progress.fixtures_total() > 0) text += ", " + Counted(progress.fixtures_total(), "fixture");
  if (progress.rounds() > 0) text += ", " + Counted(progress.rounds(), "round");
  return text;
}

std::string PlacesText(int from, int to) {
  if (from == 0) return "-";
  return to > from ? std::to_string(from) + "-" + std::to_string(to) : std::to_string(from);
}

std::string Ordinal(int number) {
  const int tens = number / 10 % 10, ones = number % 10;
  const char* ending = tens == 1   ? "th"
                       : ones == 1 ? "st"
                       : ones == 2 ? "nd"
                       : ones == 3 ? "rd"
                                   : "th";
  return std::to_string(number) + ending;
}

std::string RoundText(const v1::Fixture& fixture) {
  const std::string round = "round " + std::to_string(fixture.round());
  switch (fixture.section()) {
    case v1::SECTION_GROUP: return "group " + std::to_string(fixture.group()) + ", " + round;
    case v1::SECTION_WINNERS: return "bracket, " + round;
    case v1::SECTION_LOSERS: return "losers, " + round;
    case v1::SECTION_THIRD_PLACE: return "place 3";
    case v1::SECTION_GRAND_FINAL:
      return fixture.round() > 1 || fixture.number_in_round() > 1 ? "reset" : "grand final";
    default: return fixture.round() > 0 ? round : "-";
  }
}

std::string SlotText(const v1::FixtureSlot& slot, bool at_table) {
  if (!slot.bot().empty()) return Escaped(slot.bot());
  if (slot.nobody()) return "nobody";
  const std::string number = std::to_string(slot.number());
  switch (slot.source()) {
    case v1::SLOT_SOURCE_SEED: return "seed " + number;
    case v1::SLOT_SOURCE_PLACE:
      if (!at_table && slot.place() <= 2)
        return (slot.place() == 1 ? "winner of #" : "loser of #") + number;
      return Ordinal(slot.place()) + " of #" + number;
    case v1::SLOT_SOURCE_GROUP_PLACE: return Ordinal(slot.place()) + " of group " + number;
    default: return "?";
  }
}

double PointsIn(const v1::Fixture& fixture, const std::string& bot) {
  double points = 0;
  for (const auto& match : fixture.matches()) {
    if (!match.counts()) continue;
    const auto own = std::find_if(match.seats().begin(), match.seats().end(),
                                  [&](const auto& seat) { return seat.bot() == bot; });
    if (own == match.seats().end() || own->place() == 0) continue;
    double beaten = -0.5;  // itself, as a shared place
    for (const auto& seat : match.seats())
      beaten += own->place() < seat.place() ? 1 : own->place() == seat.place() ? 0.5 : 0;
    if (match.seats_size() > 1) points += beaten / (match.seats_size() - 1);
  }
  return points;
}

std::string SlotsInBrief(const v1::Fixture& fixture) {
  const bool played = std::any_of(fixture.matches().begin(), fixture.matches().end(),
                                  [](const auto& match) { return match.counts(); });
  std::string text;
  for (const auto& slot : fixture.slots()) {
    text += (text.empty() ? "" : ", ") + SlotText(slot, fixture.slots_size() > 2);
    if (played && !slot.bot().empty()) text += " " + PointsText(PointsIn(fixture, slot.bot()), 2);
  }
  return text;
}

void PrintLine(const v1::League& league, Context& context) {
  context.out() << Escaped(league.league_id()) << "  " << Escaped(league.config().name()) << "  "
                << context.OutPainter()(ColorOf(league.state()), Text(league.state())) << '\n';
}

void PrintHead(const v1::League& league, const v1::LeagueProgress& progress, Context& context) {
  PrintLine(league, context);
  context.out() << '\n';
  Table table = FactTable();
  table.Add({"title", OrDash(Escaped(league.config().title()))});
  AddSettings(league.config(), table);
  table.Add({"created", SecondText(league.created_ms())});
  table.Add({"started", SecondText(league.started_ms())});
  table.Add({"ended", SecondText(league.ended_ms())});
  table.Add({"progress", ProgressText(progress)});
  if (progress.rounds() > 0)
    table.Add({"rounds", progress.round() > 0 ? std::to_string(progress.round()) + " of " +
                                                    std::to_string(progress.rounds())
                                              : std::to_string(progress.rounds())});
  table.Add({"commitment", OrDash(HexOf(league.event_commitment()))});
  table.Add({"event seed", OrDash(HexOf(league.event_seed()))});
  table.Add({"log", "entries: " + std::to_string(league.last_seq())});
  PrintFacts(table, context);
}

void PrintSettings(const v1::LeagueConfig& config, Context& context) {
  Table table = FactTable();
  table.Add({"name", OrDash(Escaped(config.name()))});
  table.Add({"title", OrDash(Escaped(config.title()))});
  AddSettings(config, table);
  std::string seeds;
  for (int i = 0; i < config.bots_size(); ++i)
    seeds += (i == 0 ? "" : ", ") + std::to_string(i + 1) + " " + Escaped(config.bots(i));
  if (!seeds.empty()) table.Add({"seeds", seeds});
  PrintFacts(table, context);
}

void PrintFixtures(const std::vector<v1::Fixture>& fixtures, Context& context) {
  using enum Table::Align;
  Table table({{"#", kRight}, {"Round"}, {"State"}, {"Decided"}, {"Bots and points"}, {"Matches"}});
  for (const v1::Fixture& fixture : fixtures)
    table.Add({std::to_string(fixture.fixture_id()), RoundText(fixture), Text(fixture.state()),
               Text(fixture.decision()), SlotsInBrief(fixture), MatchesInBrief(fixture)});
  table.Print(context.out(), context.width(), context.OutPainter());
}

}  // namespace taki::cli
