// Lots: the only chance in a competition, drawn from the event seed, so that anybody can draw them
// again once the seed is public (docs/competitions.md).
//
// A lot has a purpose, a text such as "seeding" or "swiss 3"; lots of different purposes know
// nothing of each other. Its words are those of TAKI-DEAL-1 (referee/rules/deal.h, purpose "lot",
// index 0) under the key HMAC-SHA256(event seed, "TAKI-EVENT-1/lot" + purpose). Unbiased.
#pragma once

#include <string_view>
#include <vector>

#include "referee/rules/deal.h"
#include "referee/rules/sha256.h"

namespace taki::league::pairing {

// The stream of words behind a lot, for what needs more than an order.
rules::WordStream LotWords(const rules::Bytes32& event_seed, std::string_view purpose);

// The numbers 0 to n - 1 in an order drawn by lot. Requires: n >= 0.
std::vector<int> LotOrder(const rules::Bytes32& event_seed, std::string_view purpose, int n);

// The same lot read the other way: element i is the place of i in LotOrder.
std::vector<int> LotRanks(const rules::Bytes32& event_seed, std::string_view purpose, int n);

}  // namespace taki::league::pairing
