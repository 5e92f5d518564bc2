// What commands about ratings say in the same words. Pure functions.
#pragma once

#include <cstdint>
#include <string>

namespace taki::cli {

// "As of m-000042 (change 57).": two views with the same change show the same numbers.
std::string AsOfText(std::int64_t as_of, const std::string& last_match_id);

}  // namespace taki::cli
