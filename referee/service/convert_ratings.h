// From the domain of ratings to the messages of HistoryService. Pure.
#pragma once

#include <cstdint>
#include <string>

#include "referee/rating/sprt.h"
#include "referee/service/ratings.h"
#include "taki/v1/history_service.pb.h"

namespace taki::service {

void ToProto(const Board::Row& row, v1::LeaderboardRow* out);
// Rows with so many matches, at most so many of them.
void ToProto(const Board& board, std::int32_t min_matches, std::int32_t rows_max,
             v1::GetLeaderboardResponse* out);
void ToProto(const RatingPoint& point, v1::RatingPoint* out);
void ToProto(const Duel& duel, const rating::SprtConfig& sprt, v1::GetHeadToHeadResponse* out);

}  // namespace taki::service
