#include "referee/league/lot.h"

#include <numeric>
#include <span>
#include <string>

#include "referee/league/at.h"
#include "referee/rules/check.h"

namespace taki::league::pairing {

rules::WordStream LotWords(const rules::Bytes32& event_seed, std::string_view purpose) {
  std::string message = "TAKI-EVENT-1/lot";
  message += purpose;
  return {rules::HmacSha256(event_seed).Of(rules::AsBytes(message)), "lot", 0};
}

std::vector<int> LotOrder(const rules::Bytes32& event_seed, std::string_view purpose, int n) {
  TAKI_CHECK(n >= 0);
  std::vector<int> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  rules::WordStream words = LotWords(event_seed, purpose);
  rules::Shuffle(words, std::span(order));
  return order;
}

std::vector<int> LotRanks(const rules::Bytes32& event_seed, std::string_view purpose, int n) {
  const std::vector<int> order = LotOrder(event_seed, purpose, n);
  std::vector<int> ranks(order.size());
  for (std::size_t rank = 0; rank < order.size(); ++rank)
    At(ranks, order[rank]) = static_cast<int>(rank);
  return ranks;
}

}  // namespace taki::league::pairing
