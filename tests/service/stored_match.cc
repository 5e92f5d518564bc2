#include "tests/service/stored_match.h"

#include "referee/service/auth.h"

namespace taki::service {

void StoredMatch::PutInto(store::MemoryStore& store) {
  store::Batch batch;
  for (const match::SeatConfig& seat : config_.seats) {
    store::Bot& bot = batch.bots.emplace_back();
    bot.id = seat.bot;
    bot.name = seat.name;
  }
  store::Bot& stranger = batch.bots.emplace_back();
  stranger.id = {static_cast<std::int64_t>(config_.seats.size()) + 1};
  stranger.name = "stranger";
  for (store::Bot& bot : batch.bots) {
    bot.token_hash = TokenHash(TokenOf(bot.name));
    batch.versions.push_back({bot.id, "1", 0});
  }
  store::MatchRow& row = batch.matches.emplace_back();
  row.config = config_;
  row.state = store::MatchState::kQueued;
  row.rules_version = 1;
  row.server_version = "test";
  row.public_delay_ms = public_delay_ms_;
  store::MatchChange& change = batch.changes.emplace_back();
  change.match = config_.id;
  if (match().state() != match::Match::State::kAssigned) change.state = store::MatchState::kRunning;
  change.records = records_;
  change.lines = lines_;
  change.timings = timings_;
  if (result_) change.result = &*result_;
  const absl::Status status = store.Commit(batch);
  ASSERT_TRUE(status.ok()) << status;
}

}  // namespace taki::service
