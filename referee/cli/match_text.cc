#include "referee/cli/match_text.h"

#include <algorithm>

#include "absl/strings/str_format.h"
#include "absl/time/time.h"
#include "referee/cli/json.h"
#include "referee/cli/table.h"
#include "referee/rules/sha256.h"

namespace taki::cli {
namespace {

std::string TimeText(const char* format, std::int64_t unix_ms) {
  if (unix_ms == 0) return "-";
  return absl::FormatTime(format, absl::FromUnixMillis(unix_ms), absl::UTCTimeZone());
}

std::vector<v1::MatchSeat> ByPlace(const v1::Match& match) {
  std::vector<v1::MatchSeat> seats(match.seats().begin(), match.seats().end());
  std::stable_sort(seats.begin(), seats.end(),
                   [](const auto& a, const auto& b) { return a.place() < b.place(); });
  return seats;
}

std::string Winner(const v1::Match& match) {
  for (const auto& seat : match.seats())
    if (seat.place() == 1) return Escaped(seat.bot());
  return "nobody";
}

std::string LengthText(const v1::Match& match) {
  const std::string count =
      std::to_string(match.turns()) + " turns, " + std::to_string(match.moves()) + " moves";
  if (match.started_ms() == 0) return count;
  return count + " in " + DurationText(match.finished_ms() - match.started_ms());
}

// The rows of the fair deal: long numbers that people copy, one a line.
void AddDeal(const v1::Match& match, Table& table) {
  table.Add({"commitment", OrDash(HexOf(match.deal().commitment()))});
  if (!IsOver(match.state())) return;
  table.Add({"seed", OrDash(HexOf(match.deal().seed()))});
  for (int seat = 0; seat < match.deal().entropy_size(); ++seat)
    table.Add({"entropy " + std::to_string(seat), OrDash(HexOf(match.deal().entropy(seat)))});
  table.Add({"hash", OrDash(Escaped(match.hash()))});
}

}  // namespace

std::string StagesText(const v1::Ruleset& ruleset) {
  std::string text;
  for (const int size : ruleset.stages()) text += (text.empty() ? "" : ",") + std::to_string(size);
  return text;
}

std::string RulesText(const v1::Ruleset& ruleset) {
  return "draw " + ShortName(v1::DrawRule_descriptor(), ruleset.draw_rule()) + "; taki " +
         ShortName(v1::TakiRule_descriptor(), ruleset.taki_rule()) + "; at most " +
         std::to_string(ruleset.max_turns()) + " turns";
}

std::string ClockText(const v1::TimeControl& clock) {
  return DurationText(clock.move_time_ms()) + " a move and " + DurationText(clock.time_bank_ms()) +
         " in the bank; strike " + std::to_string(clock.strike_limit()) + " forfeits";
}

std::string HexOf(const std::string& bytes) {
  return rules::Hex({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

std::string DayText(std::int64_t unix_ms) { return TimeText("%Y-%m-%d", unix_ms); }
std::string SecondText(std::int64_t unix_ms) { return TimeText("%Y-%m-%d %H:%M:%S", unix_ms); }

std::string DurationText(std::int64_t ms) {
  if (ms < 1'000) return absl::StrFormat("%d ms", ms);
  if (ms < 120'000) return absl::StrFormat("%.1f s", static_cast<double>(ms) / 1'000);
  return absl::StrFormat("%d min %d s", ms / 60'000, ms / 1'000 % 60);
}

std::string Text(v1::MatchState state) {
  return OrDash(ShortName(v1::MatchState_descriptor(), state));
}
std::string Text(v1::MatchEnding ending) {
  return OrDash(ShortName(v1::MatchEnding_descriptor(), ending));
}
std::string Text(v1::SeatEnd end) { return OrDash(ShortName(v1::SeatEnd_descriptor(), end)); }

bool IsOver(v1::MatchState state) {
  return state == v1::MATCH_STATE_FINISHED || state == v1::MATCH_STATE_VOID;
}

Color ColorOf(v1::MatchState state) {
  switch (state) {
    case v1::MATCH_STATE_FINISHED: return Color::kGreen;
    case v1::MATCH_STATE_VOID:
    case v1::MATCH_STATE_QUARANTINED: return Color::kRed;
    default: return Color::kYellow;
  }
}

std::string SeatsInBrief(const v1::Match& match) {
  std::string text;
  for (const auto& seat : ByPlace(match)) {
    text += (text.empty() ? "" : ", ") + Escaped(seat.bot());
    if (seat.place() > 0) text += " " + std::to_string(seat.place());
  }
  return text;
}

std::string EndingSentence(const v1::Match& match) {
  switch (match.ending()) {
    case v1::MATCH_ENDING_COMPLETED:
      return Winner(match) + " emptied the hand of the last stage (R9.2).";
    case v1::MATCH_ENDING_WALKOVER:
      return "All seats but that of " + Winner(match) + " had forfeited (R10.3).";
    case v1::MATCH_ENDING_DEADLOCK: return "Nobody could play or draw any more (R10.4).";
    case v1::MATCH_ENDING_TURN_LIMIT: return "The turn limit was reached (R10.5).";
    case v1::MATCH_ENDING_VOID:
      return Escaped(match.void_reason()) + ": no placing, nothing counts (R11.8).";
    default: return "";
  }
}

void PrintHead(const v1::Match& match, Context& context) {
  const Painter painter = context.OutPainter();
  context.out() << painter(Color::kBold, Escaped(match.match_id())) << "  "
                << painter(ColorOf(match.state()), Text(match.state())) << "\n\n";
  Table table({{""}, {""}});
  table.Add({"stages", StagesText(match.ruleset())});
  table.Add({"rules", RulesText(match.ruleset())});
  table.Add({"clock", ClockText(match.time_control())});
  table.Add({"rated", match.rated() ? "yes" : "no"});
  table.Add({"asked for", SecondText(match.created_ms())});
  table.Add({"dealt", SecondText(match.started_ms())});
  if (IsOver(match.state())) {
    table.Add({"ended", SecondText(match.finished_ms())});
    table.Add({"length", LengthText(match)});
  }
  table.Add({"referee", OrDash(Escaped(match.server_version())) + ", rules_version " +
                            std::to_string(match.rules_version())});
  AddDeal(match, table);
  table.Print(context.out(), context.width(), painter,
              [&](std::size_t column, const std::string& cell) {
                return column == 0 ? painter(Color::kDim, cell) : cell;
              });
}

void PrintSeats(const v1::Match& match, Context& context) {
  using enum Table::Align;
  if (!IsOver(match.state())) {
    Table table({{"Seat", kRight}, {"Bot", kLeft}, {"Version", kLeft}});
    for (const auto& seat : match.seats())
      table.Add(
          {std::to_string(seat.seat()), Escaped(seat.bot()), OrDash(Escaped(seat.bot_version()))});
    return table.Print(context.out(), context.width(), context.OutPainter());
  }
  Table table({{"Place", kRight},
               {"Seat", kRight},
               {"Bot", kLeft},
               {"Version", kLeft},
               {"Ended", kLeft},
               {"Stages", kRight},
               {"Cards", kRight},
               {"Strikes", kRight},
               {"Bank", kRight}});
  for (const auto& seat : ByPlace(match))
    table.Add({seat.place() > 0 ? std::to_string(seat.place()) : "-", std::to_string(seat.seat()),
               Escaped(seat.bot()), OrDash(Escaped(seat.bot_version())), Text(seat.end()),
               std::to_string(seat.stages_completed()), std::to_string(seat.cards_left()),
               std::to_string(seat.strikes()), DurationText(seat.time_bank_ms())});
  table.Print(context.out(), context.width(), context.OutPainter());
}

}  // namespace taki::cli
