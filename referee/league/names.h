// Tables of names in the order of their enum; internal to this room.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace taki::league {

template <std::size_t n>
using Names = std::array<std::string_view, n>;

template <class Enum, std::size_t n>
std::string_view NameIn(const Names<n>& names, Enum value) {
  return names[static_cast<std::size_t>(value)];
}

template <class Enum, std::size_t n>
std::optional<Enum> FindIn(const Names<n>& names, std::string_view name) {
  for (std::size_t i = 0; i < n; ++i)
    if (names[i] == name) return static_cast<Enum>(i);
  return std::nullopt;
}

}  // namespace taki::league
