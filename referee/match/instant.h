// Instants and durations of the referee's fair clock (docs/adr/0005-fair-clock.md), as plain
// numbers that are handed in.
//
// The fair clock is the monotonic clock less the time in which the loop itself stood still. The
// match machine never reads it.
#pragma once

#include <compare>
#include <cstdint>

namespace taki::match {

// A span of time in nanoseconds; may be negative.
struct Duration {
  std::int64_t ns = 0;
  // Whole milliseconds, rounded towards the past: what a bot is charged (never more than it used).
  constexpr std::int64_t ms() const { return ns / 1'000'000; }
  friend constexpr auto operator<=>(Duration, Duration) = default;
  friend constexpr Duration operator+(Duration a, Duration b) { return {a.ns + b.ns}; }
  friend constexpr Duration operator-(Duration a, Duration b) { return {a.ns - b.ns}; }
};
constexpr Duration Milliseconds(std::int64_t ms) { return {ms * 1'000'000}; }

// A point on the fair clock, in nanoseconds since an origin of no meaning.
struct Instant {
  std::int64_t ns = 0;
  friend constexpr auto operator<=>(Instant, Instant) = default;
  friend constexpr Instant operator+(Instant a, Duration d) { return {a.ns + d.ns}; }
  friend constexpr Instant operator-(Instant a, Duration d) { return {a.ns - d.ns}; }
  friend constexpr Duration operator-(Instant a, Instant b) { return {a.ns - b.ns}; }
};

}  // namespace taki::match
