#include "referee/service/rated_log.h"

#include <algorithm>
#include <utility>

namespace taki::service {
namespace {

constexpr int kResultsPerQuery = 1'000;
constexpr std::size_t kPieceMax = 1'000;  // changes of a piece that more are added to

}  // namespace

absl::Status RatedLogReader::CatchUp(store::History& history) {
  for (;;) {
    const auto results = history.RatedResults(log_.as_of(), kResultsPerQuery);
    if (!results.ok()) return results.status();
    if (results->empty()) return absl::OkStatus();
    Append(*results);
  }
}

std::uint32_t RatedLogReader::IndexOf(RatedVersion version, std::vector<RatedVersion>& versions) {
  const auto [found, is_new] =
      indexes_.try_emplace(std::move(version), static_cast<std::uint32_t>(versions.size()));
  if (is_new) versions.push_back(found->first);
  return found->second;
}

// Pieces that others may hold are never written to: a short last one is copied.
void RatedLogReader::Append(const std::vector<store::RatedResult>& results) {
  auto piece = std::make_shared<RatedLog::Piece>();
  auto& pieces = log_.pieces_;
  if (!pieces.empty() && pieces.back()->changes.size() < kPieceMax) {
    *piece = *pieces.back();
    pieces.pop_back();
  }
  std::vector<RatedVersion> versions = log_.versions();
  for (const store::RatedResult& result : results) {
    log_.last_ = {result.as_of, result.match, result.finished_ms, result.counts};
    for (const store::RatedResult::Seat& seat : result.seats)
      piece->seats.push_back({IndexOf({seat.bot, seat.version}, versions),
                              static_cast<std::uint8_t>(seat.place), seat.end});
    piece->changes.push_back(log_.last_);
    piece->ends.push_back(static_cast<std::uint32_t>(piece->seats.size()));
  }
  pieces.push_back(std::move(piece));
  if (versions.size() > log_.versions().size())
    log_.versions_ = std::make_shared<const std::vector<RatedVersion>>(std::move(versions));
}

void RatedLog::ForEach(std::int64_t after, std::int64_t until, const Take& take) const {
  const auto behind = [](std::int64_t number, const RatedChange& change) {
    return number < change.as_of;
  };
  for (const auto& piece : pieces_) {
    if (piece->changes.back().as_of <= after) continue;
    const auto first =
        std::upper_bound(piece->changes.begin(), piece->changes.end(), after, behind);
    for (auto change = first; change != piece->changes.end(); ++change) {
      if (change->as_of > until) return;
      const auto index = static_cast<std::size_t>(change - piece->changes.begin());
      const std::size_t begin = index == 0 ? 0 : piece->ends[index - 1];
      take(*change, std::span(piece->seats).subspan(begin, piece->ends[index] - begin));
    }
  }
}

}  // namespace taki::service
