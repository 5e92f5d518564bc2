// A leaderboard, a comparison and a history as a referee tells them. The figures are made up, but
// fit together.
#pragma once

#include "taki/v1/history_service.pb.h"

namespace taki::test {

// Three rows: two whose intervals meet, one that is provisional and has faults.
v1::GetLeaderboardResponse CannedLeaderboard();
// 40 matches, elo1 accepted.
v1::GetHeadToHeadResponse CannedHeadToHead();
v1::GetRatingHistoryResponse CannedRatingHistory();
// Of alice, at two sizes of tables, with a timeout and two illegal replies.
v1::GetBotProfileResponse CannedProfile();

}  // namespace taki::test
