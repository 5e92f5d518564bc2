#include "referee/rules/sha256_pair.h"

// Deprecated in OpenSSL 3, there in all of 3.x (docs/adr/0002-sha256.md).
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

#include "referee/rules/big_endian.h"

namespace taki::rules {

void CompressPairPortably(std::array<Sha256Words, 2>& states,
                          const std::array<Sha256Block, 2>& blocks) {
  for (std::size_t i = 0; i < states.size(); ++i) {
    SHA256_CTX context{};
    std::copy(states[i].begin(), states[i].end(), std::begin(context.h));
    std::array<std::uint8_t, 64> bytes;
    for (std::size_t word = 0; word < blocks[i].size(); ++word)
      PutBigEndian(blocks[i][word], bytes.data() + 4 * word);
    SHA256_Transform(&context, bytes.data());
    std::copy(std::begin(context.h), std::end(context.h), states[i].begin());
  }
}

#if defined(__x86_64__)
namespace {

// Chosen when the program runs: one binary for every x86-64 processor.
#define TAKI_SHA_TARGET gnu::target("sha,sse4.1")

bool HasShaInstructions() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  const bool sse41 = __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_SSE4_1) != 0;
  return sse41 && __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & bit_SHA) != 0;
}
const bool kHasShaInstructions = HasShaInstructions();

// The round constants (FIPS 180-4, 4.2.2).
alignas(16) constexpr std::array<std::uint32_t, 64> kConstants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

const __m128i* Quads(const std::uint32_t* words) {
  return reinterpret_cast<const __m128i*>(words);  // __m128i may alias anything
}

// One block on its way: the state a to h in the halves that the instructions want, and the next
// sixteen words of the message schedule.
struct Lane {
  __m128i abef, cdgh;
  __m128i w0, w1, w2, w3;
};

[[TAKI_SHA_TARGET]] inline Lane Load(const Sha256Words& state, const Sha256Block& block) {
  const __m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128(Quads(state.data())), 0xB1);
  const __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128(Quads(state.data()) + 1), 0x1B);
  const __m128i* words = Quads(block.data());
  return {_mm_alignr_epi8(cdab, efgh, 8), _mm_blend_epi16(efgh, cdab, 0xF0),
          _mm_loadu_si128(words),         _mm_loadu_si128(words + 1),
          _mm_loadu_si128(words + 2),     _mm_loadu_si128(words + 3)};
}

// Four rounds with the words `w0`, in whose place those of sixteen rounds later are left.
[[TAKI_SHA_TARGET]] inline void FourRounds(Lane& lane, __m128i& w0, __m128i w1, __m128i w2,
                                           __m128i w3, const std::uint32_t* constants) {
  const __m128i sum = _mm_add_epi32(w0, _mm_load_si128(Quads(constants)));
  lane.cdgh = _mm_sha256rnds2_epu32(lane.cdgh, lane.abef, sum);
  lane.abef = _mm_sha256rnds2_epu32(lane.abef, lane.cdgh, _mm_shuffle_epi32(sum, 0x0E));
  const __m128i partial = _mm_add_epi32(_mm_sha256msg1_epu32(w0, w1), _mm_alignr_epi8(w3, w2, 4));
  w0 = _mm_sha256msg2_epu32(partial, w3);
}

[[TAKI_SHA_TARGET]] inline void AddTo(Sha256Words& state, const Lane& lane) {
  const __m128i feba = _mm_shuffle_epi32(lane.abef, 0x1B);
  const __m128i dchg = _mm_shuffle_epi32(lane.cdgh, 0xB1);
  const __m128i abcd = _mm_blend_epi16(feba, dchg, 0xF0);
  const __m128i efgh = _mm_alignr_epi8(dchg, feba, 8);
  auto* out = reinterpret_cast<__m128i*>(state.data());
  _mm_storeu_si128(out, _mm_add_epi32(_mm_loadu_si128(out), abcd));
  _mm_storeu_si128(out + 1, _mm_add_epi32(_mm_loadu_si128(out + 1), efgh));
}

[[TAKI_SHA_TARGET]] void CompressPairWithShaInstructions(std::array<Sha256Words, 2>& states,
                                                         const std::array<Sha256Block, 2>& blocks) {
  Lane a = Load(states[0], blocks[0]);
  Lane b = Load(states[1], blocks[1]);
  for (std::size_t round = 0; round < 64; round += 16) {
    const std::uint32_t* constants = kConstants.data() + round;
    FourRounds(a, a.w0, a.w1, a.w2, a.w3, constants);
    FourRounds(b, b.w0, b.w1, b.w2, b.w3, constants);
    FourRounds(a, a.w1, a.w2, a.w3, a.w0, constants + 4);
    FourRounds(b, b.w1, b.w2, b.w3, b.w0, constants + 4);
    FourRounds(a, a.w2, a.w3, a.w0, a.w1, constants + 8);
    FourRounds(b, b.w2, b.w3, b.w0, b.w1, constants + 8);
    FourRounds(a, a.w3, a.w0, a.w1, a.w2, constants + 12);
    FourRounds(b, b.w3, b.w0, b.w1, b.w2, constants + 12);
  }
  AddTo(states[0], a);
  AddTo(states[1], b);
}

}  // namespace
#endif

void CompressPair(std::array<Sha256Words, 2>& states, const std::array<Sha256Block, 2>& blocks) {
#if defined(__x86_64__)
  if (kHasShaInstructions) return CompressPairWithShaInstructions(states, blocks);
#endif
  CompressPairPortably(states, blocks);
}

}  // namespace taki::rules
