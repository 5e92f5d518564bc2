#include "tests/league/league_text.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <sstream>

#include "referee/match/record.h"

namespace taki::league {
namespace {

using Kind = LogEntry::Kind;

constexpr std::string_view kLog = "log:";
constexpr std::string_view kEnd = "end of the log";

std::string EntryText(const LogEntry& entry) {
  std::ostringstream out;
  out << Name(entry.kind);
  if (entry.bot.number != 0) out << " bot " << entry.bot.number;
  if (entry.match.number != 0) out << ' ' << ToString(entry.match);
  if (entry.slot.fixture.number != 0)
    out << " game " << entry.slot.fixture.number << '.' << entry.slot.game << '.'
        << entry.slot.attempt;
  for (const match::BotId bot : entry.bots) out << ' ' << bot.number;
  if (entry.kind == Kind::kFinished) {
    out << ' ' << Name(entry.outcome.ending);
    if (!entry.outcome.void_reason.empty()) out << ' ' << entry.outcome.void_reason;
    for (const auto& seat : entry.outcome.seats)
      out << ' ' << seat.bot.number << ':' << seat.place << ':' << seat.stages_completed
          << (seat.ready ? "" : ":absent");
  }
  return std::move(out).str();
}

Outcome::Seat SeatFrom(const std::string& text) {
  Outcome::Seat seat;
  long long bot = 0;
  char absent[8] = "";
  const int read = std::sscanf(text.c_str(), "%lld:%d:%d:%7s", &bot, &seat.place,
                               &seat.stages_completed, absent);
  EXPECT_GE(read, 3) << text;
  seat.bot = {bot};
  seat.ready = read < 4;
  if (!seat.ready) seat.end = rules::SeatEnd::kNoShow;
  return seat;
}

LogEntry EntryFrom(const std::string& line) {
  std::istringstream in(line);
  std::string word;
  in >> word;
  const auto kind = ParseLogKind(word);
  EXPECT_TRUE(kind.has_value()) << line;
  LogEntry entry{.kind = kind.value_or(Kind::kPaused)};
  while (in >> word) {
    if (word == "bot") {
      in >> entry.bot.number;
    } else if (word == "game") {
      in >> word;
      std::sscanf(word.c_str(), "%d.%d.%d", &entry.slot.fixture.number, &entry.slot.game,
                  &entry.slot.attempt);
    } else if (const auto match = match::ParseMatchId(word)) {
      entry.match = *match;
    } else if (const auto ending = match::ParseMatchEnding(word)) {
      entry.outcome.ending = *ending;
    } else if (word.find(':') != std::string::npos) {
      entry.outcome.seats.push_back(SeatFrom(word));
    } else if (word[0] >= 'A' && word[0] <= 'Z') {
      entry.outcome.void_reason = word;
    } else {
      entry.bots.push_back({std::stoll(word)});
    }
  }
  return entry;
}

std::string Bots(const std::vector<Entrant>& entrants, const League& league,
                 const char* separator) {
  std::string text;
  for (const Entrant entrant : entrants) {
    if (!text.empty()) text += separator;
    if (entrant == kNobody)
      text += "nobody";
    else if (entrant == kUnknown)
      text += "?";
    else
      text += std::to_string(league.entrants()[static_cast<std::size_t>(entrant)].bot.number);
  }
  return text;
}

void TellFixture(std::ostream& out, const Fixture& fixture, const League& league) {
  out << fixture.id.number << ". " << Name(fixture.section);
  if (fixture.group != 0) out << ' ' << fixture.group;
  out << " round " << fixture.round << ": " << Bots(fixture.slots, league, " v ") << "  "
      << Name(fixture.state);
  if (fixture.decision != Decision::kNone) out << ' ' << Name(fixture.decision);
  if (!fixture.placing.empty()) out << "; first " << Bots(fixture.placing, league, ", ");
  out << '\n';
}

void TellStanding(std::ostream& out, const Standing& row, const League& league) {
  if (row.place_from == 0)
    out << "out";
  else
    out << row.place_from << '-' << row.place_to;
  out << (row.group != 0 ? " of group " + std::to_string(row.group) : std::string()) << ": bot "
      << Bots({row.entrant}, league, "");
  char points[32];
  std::snprintf(points, sizeof points, "%.4f", static_cast<double>(row.points) / kPoint);
  out << ", " << points << " points, " << row.matches << " matches, " << row.wins << " won, "
      << row.byes << " byes, tie-breaks";
  for (const std::int64_t value : row.tie_breaks) out << ' ' << value;
  out << ", " << Name(row.status) << '\n';
}

}  // namespace

std::string Told(const LeagueStory& story) {
  std::string text = "# " + story.title + "\n" + CanonicalText(story.config) +
                     "event_seed=" + rules::Hex(story.event_seed) + "\n" + std::string(kLog) + "\n";
  for (const LogEntry& entry : story.log) text += EntryText(entry) + "\n";
  return text + std::string(kEnd) + "\n";
}

LeagueStory Read(const std::string& text) {
  LeagueStory story;
  std::istringstream in(text);
  std::string line, config;
  std::getline(in, line);
  story.title = line.substr(2);
  while (std::getline(in, line) && line != kLog) {
    if (line.starts_with("event_seed="))
      EXPECT_TRUE(rules::ParseHex(line.substr(11), story.event_seed));
    else
      config += line + "\n";
  }
  const auto parsed = ParseConfig(config);
  EXPECT_TRUE(parsed.ok()) << parsed.status();
  if (parsed.ok()) story.config = *parsed;
  while (std::getline(in, line) && line != kEnd) {
    story.log.push_back(EntryFrom(line));
    story.log.back().seq = static_cast<std::int32_t>(story.log.size());
  }
  return story;
}

std::string WhatFollows(const LeagueStory& story) {
  League league({1}, story.config, story.event_seed);
  for (const LogEntry& entry : story.log) {
    const absl::Status status = league.Apply(entry);
    EXPECT_TRUE(status.ok()) << "entry " << entry.seq << ", " << EntryText(entry) << ": " << status;
    if (!status.ok()) break;
  }
  std::ostringstream out;
  out << "state " << Name(league.state()) << '\n';
  for (const Fixture& fixture : league.fixtures()) TellFixture(out, fixture, league);
  for (const Standing& row : league.Standings()) TellStanding(out, row, league);
  return std::move(out).str();
}

}  // namespace taki::league
