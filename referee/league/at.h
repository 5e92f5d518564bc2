// Reading vectors by entrants, rounds and seats, which are ints; internal to this room.
#pragma once

#include <cstddef>

namespace taki::league::pairing {

// v[i]. Requires: 0 <= i < v.size().
template <class Vector>
decltype(auto) At(Vector& v, int i) {
  return v[static_cast<std::size_t>(i)];
}

template <class Container>
int Size(const Container& c) {
  return static_cast<int>(c.size());
}

}  // namespace taki::league::pairing
