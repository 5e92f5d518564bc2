#include "referee/cli/match_query.h"

#include <algorithm>

namespace taki::cli {
namespace {

constexpr int kPageSize = 1'000;  // the most that a referee gives at once

}  // namespace

v1::GetMatchResponse GetWithRecord(Client& client, const std::string& match_id) {
  v1::GetMatchRequest request;
  request.set_match_id(match_id);
  request.set_include_record(true);
  return client.GetMatch(request);
}

v1::Match GetMatch(Client& client, const std::string& match_id) {
  v1::GetMatchRequest request;
  request.set_match_id(match_id);
  return client.GetMatch(request).match();
}

std::vector<v1::Move> AllMoves(Client& client, const std::string& match_id) {
  std::vector<v1::Move> moves;
  v1::ListMovesRequest request;
  request.set_match_id(match_id);
  request.set_page_size(kPageSize);
  do {
    const v1::ListMovesResponse page = client.ListMoves(request);
    moves.insert(moves.end(), page.moves().begin(), page.moves().end());
    request.set_page_token(page.next_page_token());
  } while (!request.page_token().empty());
  return moves;
}

bool ForEachMatch(Client& client, v1::ListMatchesRequest filters, std::optional<int> limit,
                  const std::function<void(const v1::Match&)>& visit) {
  int left = limit.value_or(kPageSize);
  do {
    filters.set_page_size(std::min(limit ? left : kPageSize, kPageSize));
    const v1::ListMatchesResponse page = client.ListMatches(filters);
    for (const auto& match : page.matches()) visit(match);
    if (limit) left -= page.matches_size();
    filters.set_page_token(page.next_page_token());
  } while (!filters.page_token().empty() && left > 0);
  return !filters.page_token().empty();
}

}  // namespace taki::cli
