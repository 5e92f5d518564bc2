#include "referee/match/record_text.h"

#include <algorithm>

#include "referee/match/text.h"
#include "referee/rules/notation.h"

namespace taki::match {
namespace {

std::string EntropyText(const std::vector<std::string>& entropy) {
  if (entropy.empty()) return "-";
  std::string text;
  for (std::size_t seat = 0; seat < entropy.size(); ++seat) {
    if (seat > 0) text += ',';
    text += rules::Hex(rules::AsBytes(entropy[seat]));
  }
  return text;
}

}  // namespace

RecordHeader MakeHeader(const MatchConfig& config, std::span<const std::string> versions,
                        std::span<const std::string> entropy, bool over) {
  RecordHeader header;
  header.id = config.id;
  header.ruleset = config.ruleset;
  header.commitment = CommitmentOf(config);
  if (over) header.seed = config.seed;
  if (over) header.entropy.assign(entropy.begin(), entropy.end());
  header.clock = config.clock;
  for (std::size_t seat = 0; seat < config.seats.size(); ++seat)
    header.seats.push_back(
        {config.seats[seat].name, seat < versions.size() ? versions[seat] : "-"});
  return header;
}

std::string HeaderText(const RecordHeader& header) {
  const std::string id = ToString(header.id);
  std::string text = Concat(
      "taki 1\nmatch ", id, "\nruleset ", rules::CanonicalText(header.ruleset), "\ndeal id=", id,
      " commitment=", rules::Hex(header.commitment),
      " seed=", header.seed ? rules::Hex(*header.seed) : "-",
      " entropy=", EntropyText(header.entropy), "\nclock move_time=", header.clock.move_time_ms,
      "ms time_bank=", header.clock.time_bank_ms, "ms strike_limit=", header.clock.strike_limit,
      "\n");
  for (std::size_t seat = 0; seat < header.seats.size(); ++seat)
    text +=
        Concat("seat ", seat, " ", header.seats[seat].name, "@", header.seats[seat].version, "\n");
  return text;
}

std::string LineToken(const Line& line) {
  switch (line.kind) {
    case Line::Kind::kTimeout: return "timeout";
    case Line::Kind::kForfeit: return Concat("forfeit ", Name(line.end));
    case Line::Kind::kPlayed: break;
  }
  return rules::Token(line.action);
}

void AppendLineText(std::string& text, const Line& line) {
  Append(text, line.ply);
  text += ' ';
  Append(text, line.seat.number());
  text += ' ';
  text += LineToken(line);
  text += ' ';
  Append(text, line.charged_ms);
  text += '\n';
}

std::string LineText(const Line& line) {
  std::string text;
  AppendLineText(text, line);
  return text;
}

std::string ResultText(MatchEnding ending, std::string_view void_reason,
                       const std::vector<SeatResult>& seats) {
  if (ending == MatchEnding::kVoid) return Concat("result VOID reason=", void_reason, "\n");
  std::string text = Concat("result ", Name(ending), " placing");
  for (const SeatResult& seat : seats) text += Concat(" ", int{seat.place});
  return text += '\n';
}

std::string HashText(const std::array<std::uint8_t, 8>& hash) {
  return Concat("hash ", rules::Hex(hash), "\n");
}

std::array<std::uint8_t, 8> RecordHash(rules::Sha256 computation) {
  const rules::Bytes32 digest = computation.Finish();
  std::array<std::uint8_t, 8> hash;
  std::copy_n(digest.begin(), hash.size(), hash.begin());
  return hash;
}

std::array<std::uint8_t, 8> RecordHash(std::string_view text) {
  return RecordHash(rules::Sha256().Update(text));
}

}  // namespace taki::match
