// 32-bit words to and from bytes, the highest first: how SHA-256 and the fair deal count.
#pragma once

#include <cstdint>

namespace taki::rules {

// Compilers make one byte swap of these forms.
inline void PutBigEndian(std::uint32_t word, std::uint8_t* out) {
  out[0] = static_cast<std::uint8_t>(word >> 24);
  out[1] = static_cast<std::uint8_t>(word >> 16);
  out[2] = static_cast<std::uint8_t>(word >> 8);
  out[3] = static_cast<std::uint8_t>(word);
}
inline std::uint32_t GetBigEndian(const std::uint8_t* in) {
  return std::uint32_t{in[0]} << 24 | std::uint32_t{in[1]} << 16 | std::uint32_t{in[2]} << 8 |
         std::uint32_t{in[3]};
}

}  // namespace taki::rules
