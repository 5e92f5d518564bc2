// The 48 match records of tests/data/matches, made by programs independent of this one, play to
// their last line.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "referee/rules/deal.h"
#include "referee/rules/legality.h"
#include "referee/rules/notation.h"
#include "referee/rules/transition.h"

namespace taki::rules {
namespace {

std::vector<std::filesystem::path> Records() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry :
       std::filesystem::directory_iterator(TAKI_SOURCE_DIR "/tests/data/matches"))
    paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::vector<std::string> Split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::string part;
  std::istringstream stream(text);
  while (std::getline(stream, part, separator)) parts.push_back(part);
  if (!text.empty() && text.back() == separator) parts.emplace_back();
  return parts;
}

// A record, read just far enough to play it; match/record_text.h is the product's reader.
struct Record {
  std::string match, ruleset, result;
  std::map<std::string, std::string> deal;
  int seats = 0;
  std::vector<std::vector<std::string>> lines;  // ply, seat, token, ...

  explicit Record(const std::filesystem::path& path) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
      const std::vector<std::string> words = Split(line, ' ');
      const std::string rest = line.substr(std::min(line.size(), words[0].size() + 1));
      if (words[0] == "match") match = rest;
      if (words[0] == "ruleset") ruleset = rest;
      if (words[0] == "result") result = rest;
      if (words[0] == "seat") ++seats;
      if (words[0] == "deal")
        for (const std::string& pair : Split(rest, ' '))
          deal[pair.substr(0, pair.find('='))] = pair.substr(pair.find('=') + 1);
      if (words[0].find_first_not_of("0123456789") == std::string::npos) lines.push_back(words);
    }
  }

  std::vector<std::string> Entropy() const {
    std::vector<std::string> entries;
    if (deal.at("entropy") == "-") return entries;
    for (const std::string& hex : Split(deal.at("entropy"), ',')) {
      std::vector<std::uint8_t> bytes(hex.size() / 2);
      EXPECT_TRUE(ParseHex(hex, bytes));
      entries.emplace_back(bytes.begin(), bytes.end());
    }
    return entries;
  }
};

class RecordedMatchTest : public ::testing::TestWithParam<std::filesystem::path> {};
INSTANTIATE_TEST_SUITE_P(Shared, RecordedMatchTest, ::testing::ValuesIn(Records()),
                         [](const auto& test) {
                           std::string name = test.param.stem().string();
                           std::erase(name, '-');
                           return name;
                         });

std::string Result(const Position& position) {
  const char* const kEndings[] = {"-", "COMPLETED", "WALKOVER", "DEADLOCK", "TURN_LIMIT"};
  std::string text = std::string(kEndings[static_cast<int>(position.ending)]) + " placing";
  const auto places = Placing(position);
  for (std::size_t seat = 0; seat < position.seats; ++seat)
    text += " " + std::to_string(places[seat]);
  return text;
}

void PlayLine(Position& position, const std::vector<std::string>& line, EventSink& sink) {
  const Seat seat(std::stoi(line[1]));
  if (line[2] == "forfeit") return Forfeit(position, seat, SeatEnd::kDisconnected, sink);
  if (line[2] == "timeout") return Apply(position, seat, DefaultAction(position, seat), sink);
  const std::optional<Action> action = ParseAction(line[2]);
  ASSERT_TRUE(action) << line[2];
  const auto violation = Check(position, seat, *action);
  ASSERT_FALSE(violation) << line[2] << " breaks " << violation->rule << ": " << violation->text;
  Apply(position, seat, *action, sink);
}

TEST_P(RecordedMatchTest, PlaysToItsLastLine) {
  const Record record(GetParam());
  Seed seed;
  ASSERT_TRUE(ParseHex(record.deal.at("seed"), seed));
  EXPECT_EQ(Hex(Commitment(record.deal.at("id"), record.ruleset, seed)),
            record.deal.at("commitment"));
  const auto ruleset = ParseRuleset(record.ruleset);
  ASSERT_TRUE(ruleset.ok()) << ruleset.status();
  Position position =
      Deal({.ruleset = *ruleset,
            .seats = record.seats,
            .key = DeriveKey(record.deal.at("id"), record.ruleset, seed, record.Entropy())});
  NoEvents sink;
  for (const std::vector<std::string>& line : record.lines) {
    ASSERT_FALSE(position.over()) << "ply " << line[0] << " stands after the end";
    PlayLine(position, line, sink);
    ASSERT_FALSE(HasFatalFailure()) << "ply " << line[0];
  }
  ASSERT_TRUE(position.over());
  EXPECT_EQ(Result(position), record.result);
}

}  // namespace
}  // namespace taki::rules
