#include "store/rows.h"

#include <array>

namespace taki::store {
namespace {

constexpr std::array<std::string_view, 6> kStates = {"QUEUED",   "ASSIGNED", "RUNNING",
                                                     "FINISHED", "VOID",     "QUARANTINED"};

bool SameSeats(const std::vector<match::SeatConfig>& a, const std::vector<match::SeatConfig>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].bot != b[i].bot) return false;
  }
  return true;
}

}  // namespace

std::string_view Name(MatchState state) { return kStates.at(static_cast<std::size_t>(state)); }

std::optional<MatchState> ParseMatchState(std::string_view name) {
  for (std::size_t i = 0; i < kStates.size(); ++i) {
    if (kStates[i] == name) return static_cast<MatchState>(i);
  }
  return std::nullopt;
}

bool SameBeginning(const MatchRow& a, const MatchRow& b) {
  return a.config.id == b.config.id && a.config.ruleset == b.config.ruleset &&
         a.config.clock == b.config.clock && a.config.seed == b.config.seed &&
         a.config.rated == b.config.rated && SameSeats(a.config.seats, b.config.seats) &&
         a.request_id == b.request_id && a.rules_version == b.rules_version &&
         a.server_version == b.server_version && a.created_ms == b.created_ms;
}

}  // namespace taki::store
