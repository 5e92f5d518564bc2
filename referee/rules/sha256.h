// SHA-256 and HMAC-SHA256 without heap, exceptions or global state: what the fair deal and the
// record hash are made of.
//
// A thin seam over OpenSSL's block function (docs/adr/0002-sha256.md); values in, values out, safe
// from any thread.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "referee/rules/sha256_pair.h"

namespace taki::rules {

using Bytes32 = std::array<std::uint8_t, 32>;

inline std::span<const std::uint8_t> AsBytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// Feed with Update in any pieces, Finish once. Copying forks the computation.
class Sha256 {
 public:
  Sha256();
  Sha256& Update(std::span<const std::uint8_t> bytes);
  Sha256& Update(std::string_view text) { return Update(AsBytes(text)); }
  Bytes32 Finish();

 private:
  friend class HmacSha256;
  static Sha256 AfterOneBlock(const Sha256Words& state);

  alignas(8) std::array<std::uint8_t, 112> state_;  // OpenSSL's SHA256_CTX, kept out of this header
};

// HMAC with a key of 32 bytes; the key's two inner states are computed once, so that a block costs
// two compressions.
class HmacSha256 {
 public:
  explicit HmacSha256(const Bytes32& key);
  // HMAC(key, message); may be called any number of times.
  Bytes32 Of(std::span<const std::uint8_t> message) const;
  // The same of two short messages, as eight big-endian words each: two for the time of one.
  // Requires: they have at most kPairBytesMax bytes.
  std::array<Sha256Words, 2> OfPair(std::span<const std::uint8_t> first,
                                    std::span<const std::uint8_t> second) const;
  static constexpr std::size_t kPairBytesMax = 64 - 9;  // one block with SHA-256's padding

 private:
  std::array<Sha256Words, 2> states_;  // after the inner and the outer block of the key
};

std::string Hex(std::span<const std::uint8_t> bytes);  // lower case
// False unless `hex` is exactly 2 * out.size() lower-case hex digits.
bool ParseHex(std::string_view hex, std::span<std::uint8_t> out);

}  // namespace taki::rules
