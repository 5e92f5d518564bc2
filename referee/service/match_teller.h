// Tells a match that is over in pieces of bounded size: what ExportMatches sends.
//
// Reads page by page, and holds nothing of the store while a piece is being written: a reader may
// be as slow as he likes. Used by one thread.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "referee/service/call.h"
#include "store/history.h"
#include "taki/v1/history_service.pb.h"

namespace taki::service {

class MatchTeller {
 public:
  // What is told of each match beside itself.
  struct Wanted {
    bool moves = false;
    bool decisions = false;
    bool record = false;
  };
  // Takes a piece; false: nobody takes any more.
  using Write = std::function<bool(const v1::ExportMatchesResponse& piece)>;

  // A piece is closed when it has so many bytes, or kPieceMoves moves: no message is much longer.
  static constexpr std::size_t kPieceBytes = 128 << 10;
  static constexpr int kPieceMoves = 256;

  MatchTeller(store::History& history, Wanted wanted, Write write);

  // All of it but its end. CANCELLED: nobody takes any more; DATA_LOSS, naming the match: it does
  // not re-play; else what the store says. Requires: store::IsRevealed(row.state).
  absl::Status Tell(const store::MatchRow& row);

 private:
  absl::Status TellMatch(const store::MatchRow& row);
  absl::Status TellMoves(match::MatchId id);
  absl::Status TellDecisions(const store::MatchRow& row);
  absl::Status TellRecord(const store::MatchRow& row);
  // Hands over the piece and begins the next one.
  absl::Status Flush();

  store::History& history_;
  const Wanted wanted_;
  const Write write_;
  DisplayNames names_;
  v1::ExportMatchesResponse piece_;
};

}  // namespace taki::service
