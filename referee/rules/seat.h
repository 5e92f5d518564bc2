// Seats of a match and sets of them (docs/rules.md R2.1).
#pragma once

#include <bit>
#include <compare>
#include <cstdint>

namespace taki::rules {

inline constexpr int kMinSeats = 2;
inline constexpr int kMaxSeats = 10;

// A seat number, 0 to 9. "Left" of a seat is the next higher number, wrapping.
class Seat {
 public:
  constexpr Seat() = default;
  // Requires: 0 <= number < kMaxSeats.
  constexpr explicit Seat(int number) : number_(static_cast<std::uint8_t>(number)) {}
  constexpr int number() const { return number_; }
  constexpr std::size_t index() const { return number_; }
  friend constexpr auto operator<=>(Seat, Seat) = default;

 private:
  std::uint8_t number_ = 0;
};

// A set of seats in ten bits. Iterates in seat order by ForEach.
class SeatSet {
 public:
  constexpr SeatSet() = default;
  constexpr explicit SeatSet(std::uint16_t bits) : bits_(bits) {}
  static constexpr SeatSet Of(Seat seat) {
    return SeatSet(static_cast<std::uint16_t>(1u << seat.number()));
  }
  static constexpr SeatSet FirstN(int seats) {
    return SeatSet(static_cast<std::uint16_t>((1u << seats) - 1));
  }

  constexpr bool Contains(Seat seat) const { return (bits_ >> seat.number() & 1u) != 0; }
  constexpr void Add(Seat seat) { bits_ = static_cast<std::uint16_t>(bits_ | 1u << seat.number()); }
  constexpr void Remove(Seat seat) {
    bits_ = static_cast<std::uint16_t>(bits_ & ~(1u << seat.number()));
  }
  constexpr int size() const { return std::popcount(bits_); }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr std::uint16_t bits() const { return bits_; }
  // Requires: !empty(). The lowest seat of the set.
  constexpr Seat first() const { return Seat(std::countr_zero(bits_)); }
  template <class Visit>
  constexpr void ForEach(Visit visit) const {
    for (unsigned left = bits_; left != 0; left &= left - 1) visit(Seat(std::countr_zero(left)));
  }
  friend constexpr bool operator==(SeatSet, SeatSet) = default;

 private:
  std::uint16_t bits_ = 0;
};

}  // namespace taki::rules
