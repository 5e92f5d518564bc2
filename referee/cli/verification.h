// Checks one match or one record, here and by the referee (docs/notation.md, "How to
// re-adjudicate").
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "referee/cli/client.h"

namespace taki::cli {

// Something that is not as it should be.
struct Finding {
  std::string by;  // who found it: "referee" or "here"
  int line = 0;    // of the record, from 1; 0: of none
  std::string difference;
};

struct Checked {
  std::string subject;            // the match or the file
  std::int64_t lines = 0;         // action lines that were re-played here
  std::vector<Finding> findings;  // empty: all is as recorded
};

// The bytes of a record, from anywhere: nothing is sent.
Checked CheckRecord(const std::string& subject, std::string_view record);

// A match that is over: by the referee, then its record here, then whether this record is that of
// the match which the referee announced (id, commitment, hash).
Checked CheckMatch(Client& client, const std::string& match_id);

// A match that the referee took out of play because it does not re-play: it cannot be checked.
Checked Quarantined(const v1::Match& match);

}  // namespace taki::cli
