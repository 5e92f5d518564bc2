// SHA-256's compression function on two independent blocks side by side (FIPS 180-4, 6.2.2): what
// the words of a shuffle are made of (deal.h, WordStream).
//
// The SHA instructions of a processor wait for each other within one block, so that two blocks take
// the time of one. Where there are none, OpenSSL's function runs twice; the results are the same.
#pragma once

#include <array>
#include <cstdint>

namespace taki::rules {

using Sha256Words = std::array<std::uint32_t, 8>;   // a state; as a digest, big-endian words
using Sha256Block = std::array<std::uint32_t, 16>;  // a block's 64 bytes as big-endian words

// Folds blocks[i] into states[i].
void CompressPair(std::array<Sha256Words, 2>& states, const std::array<Sha256Block, 2>& blocks);

// The same on every processor, by OpenSSL alone; tests hold the two to each other.
void CompressPairPortably(std::array<Sha256Words, 2>& states,
                          const std::array<Sha256Block, 2>& blocks);

}  // namespace taki::rules
