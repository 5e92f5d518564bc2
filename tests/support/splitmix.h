// SplitMix64: the tests' own small generator. The same numbers on every machine, so that a seed in
// a failure message can be played again anywhere (the standard distributions do not promise that).
#pragma once

#include <cstddef>
#include <cstdint>

namespace taki::test {

class SplitMix {
 public:
  explicit SplitMix(std::uint64_t seed) : state_(seed) {}
  std::uint64_t Next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  // 0 to bound - 1; the bias of 2^-32 does not matter here. Requires: 1 <= bound < 2^32.
  std::size_t Below(std::size_t bound) {
    return static_cast<std::size_t>((Next() >> 32) * bound >> 32);
  }
  // True in `percent` of 100 cases.
  bool Chance(unsigned percent) { return Below(100) < percent; }

 private:
  std::uint64_t state_;
};

}  // namespace taki::test
