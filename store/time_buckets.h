// Buckets for times, of which a histogram of any number of decisions is a few dozen numbers.
//
// Exact up to 15 ms, then eight buckets for each power of two: a bucket's upper end is at most an
// eighth above any time in it. Bucket numbers are stored: they never change their meaning.
#pragma once

#include <bit>
#include <cstdint>

namespace taki::store {

inline constexpr std::int32_t kExactTimes = 16;  // 0 to 15 ms have a bucket each
inline constexpr std::int32_t kTimeBuckets = 16 + 8 * 27;

// Requires: ms >= 0.
constexpr std::int32_t TimeBucketOf(std::int32_t ms) {
  if (ms < kExactTimes) return ms;
  const int octave = std::bit_width(static_cast<std::uint32_t>(ms)) - 5;  // 16 to 31 ms: 0
  return kExactTimes + 8 * octave + ((ms >> (octave + 1)) & 7);
}
// The longest time of a bucket. Requires: 0 <= bucket < kTimeBuckets.
constexpr std::int32_t LongestOfBucket(std::int32_t bucket) {
  if (bucket < kExactTimes) return bucket;
  const int octave = (bucket - kExactTimes) / 8;
  const std::int64_t step = (bucket - kExactTimes) % 8;
  return static_cast<std::int32_t>(((std::int64_t{9} + step) << (octave + 1)) - 1);
}

}  // namespace taki::store
