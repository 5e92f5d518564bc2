#include "referee/cli/rating_text.h"

#include "referee/cli/text.h"

namespace taki::cli {

std::string AsOfText(std::int64_t as_of, const std::string& last_match_id) {
  if (as_of == 0) return "No rated match counts yet.";
  return "As of " + OrDash(Escaped(last_match_id)) + " (change " + std::to_string(as_of) + ").";
}

}  // namespace taki::cli
