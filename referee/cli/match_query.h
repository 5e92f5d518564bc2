// Reads of a referee that several commands need.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "referee/cli/client.h"

namespace taki::cli {

// A match and its record (only what is public if it is not over).
v1::GetMatchResponse GetWithRecord(Client& client, const std::string& match_id);
v1::Match GetMatch(Client& client, const std::string& match_id);

// All moves so far, by ply.
std::vector<v1::Move> AllMoves(Client& client, const std::string& match_id);

// Hands over the matches that pass `filters`, the newest first, page by page (a page may be short,
// or empty, and not the last one); `limit` of them, or all if nothing. Returns whether there may be
// more.
bool ForEachMatch(Client& client, v1::ListMatchesRequest filters, std::optional<int> limit,
                  const std::function<void(const v1::Match&)>& visit);

}  // namespace taki::cli
