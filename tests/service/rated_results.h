// Rated results that a test writes down, without a match having been played.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "store/memory_store.h"

namespace taki::service {

// A seat of such a match: who, on which place, and how.
struct RatedFinish {
  store::Bot bot;
  int place = 0;
  rules::SeatEnd end = rules::SeatEnd::kCompleted;
  std::string version = "1";
};

// Puts a rated match on record that is over. Its bots must be there.
inline void CommitRated(store::Journal& journal, match::MatchId id,
                        const std::vector<RatedFinish>& seats) {
  store::MatchRow row;
  row.config.id = id;
  row.config.rated = true;
  match::Record start;
  start.input_no = 1;
  start.kind = match::Record::Kind::kStart;
  match::Result result;
  result.ending = match::MatchEnding::kCompleted;
  for (const RatedFinish& seat : seats) {
    row.config.seats.push_back({seat.bot.id, seat.bot.name});
    start.versions.push_back(seat.end == rules::SeatEnd::kNoShow ? "-" : seat.version);
    match::SeatResult end;
    end.place = static_cast<std::uint8_t>(seat.place);
    end.end = seat.end;
    result.seats.push_back(end);
  }
  store::Batch batch;
  batch.now_ms = 1'000 + id.number;
  batch.matches.push_back(row);
  store::MatchChange& change = batch.changes.emplace_back();
  change.match = id;
  change.records = {&start, 1};
  change.result = &result;
  const absl::Status status = journal.Commit(batch);
  EXPECT_TRUE(status.ok()) << status;
}

}  // namespace taki::service
