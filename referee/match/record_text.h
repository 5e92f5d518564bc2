// The match record: the text form of a whole match (docs/notation.md), printed, parsed and
// re-adjudicated.
//
// `taki match record` prints it, `taki match verify` reads it, independent programs re-play it.
// What is printed here is what the hash line covers, so every byte is part of the contract.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "referee/match/record.h"

namespace taki::match {

// All that stands above the first action line.
struct RecordHeader {
  MatchId id;
  rules::Ruleset ruleset{};
  rules::Bytes32 commitment{};
  std::optional<rules::Seed> seed{};   // nothing while the match is live: printed "-"
  std::vector<std::string> entropy{};  // empty: printed "-"; also while the match is live
  TimeControl clock;
  struct SeatLine {
    std::string name;
    std::string version;
  };
  std::vector<SeatLine> seats{};
};

// The header of a match. `versions` and `entropy` as Match tells them: either may be empty. Seed
// and entropy are left out unless `over`.
RecordHeader MakeHeader(const MatchConfig& config, std::span<const std::string> versions,
                        std::span<const std::string> entropy, bool over);

std::string HeaderText(const RecordHeader& header);  // lines, each with its newline
std::string LineText(const Line& line);              // "0 0 R7 12\n"
void AppendLineText(std::string& text, const Line& line);
std::string ResultText(MatchEnding ending, std::string_view void_reason,
                       const std::vector<SeatResult>& seats);
std::string HashText(const std::array<std::uint8_t, 8>& hash);  // "hash <16 hex>\n"

// The first eight bytes of the SHA-256 of `text`, or of a computation that was fed with it.
std::array<std::uint8_t, 8> RecordHash(rules::Sha256 computation);
std::array<std::uint8_t, 8> RecordHash(std::string_view text);

struct Verification {
  bool ok = false;
  int line = 0;  // 1-based line of the text that differs first; 0 if ok
  std::string
      difference{};  // a sentence: what stands there and what the re-play gives; empty if ok
  std::uint32_t actions = 0;        // action lines re-played
  std::uint64_t position_hash = 0;  // at the end
};
// Re-derives the deal from the seed and re-plays every line: each action legal where it stands,
// commitment, ply numbers, ending, placing and hash (a record without hash line is accepted: the
// hash is optional in records of other programs). Never fails but by its result: any bytes are fine
// as input.
Verification VerifyRecord(std::string_view text);

}  // namespace taki::match
