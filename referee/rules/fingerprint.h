// The 64-bit mixing that positions and histories are fingerprinted with. Not for security.
#pragma once

#include <cstdint>

namespace taki::rules {

// Folds one word into a running fingerprint: the same on every compiler, machine and byte order.
constexpr std::uint64_t Mix(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
  return hash ^ hash >> 32;
}

}  // namespace taki::rules
