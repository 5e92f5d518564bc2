// The queue by itself: who starts next, and what looking for it costs.
#include "referee/host/match_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "tests/support/splitmix.h"

namespace taki::test {
namespace {

using host::MatchQueue;
using match::BotId;

class MatchQueueTest : public ::testing::Test {
 protected:
  void Add(std::int64_t match, std::initializer_list<std::int64_t> bots) {
    Add(match, std::vector<std::int64_t>(bots));
  }
  void Add(std::int64_t match, const std::vector<std::int64_t>& bots) {
    store::MatchRow row;
    row.config.id = {match};
    for (const std::int64_t bot : bots) row.config.seats.push_back({{bot}, ""});
    bots_of_[match] = bots;
    queue_.Add(std::move(row));
  }
  // What starts now, one after the other; each takes one of its bots' rooms.
  std::vector<std::int64_t> Start() {
    std::vector<std::int64_t> started;
    int looks = 1'000'000;
    while (const auto row = queue_.Take([&](BotId bot) { return HasRoom(bot); }, looks)) {
      started.push_back(row->config.id.number);
      for (const auto& seat : row->config.seats) --room_[seat.bot.number];
    }
    looks_ = 1'000'000 - looks;
    EXPECT_TRUE(queue_.settled());
    return started;
  }
  void Give(std::int64_t bot, int rooms = 1) {
    room_[bot] += rooms;
    queue_.MayHaveRoom({bot});
  }
  bool HasRoom(BotId bot) { return room_[bot.number] > 0; }

  using Matches = std::vector<std::int64_t>;
  MatchQueue queue_;
  std::map<std::int64_t, int> room_;
  std::map<std::int64_t, Matches> bots_of_;
  int looks_ = 0;  // of the last Start
};

TEST_F(MatchQueueTest, OldestStartsFirst) {
  Add(1, {1, 2});
  Add(2, {1, 2});
  Add(3, {1, 2});
  room_ = {{1, 2}, {2, 2}};
  EXPECT_EQ(Start(), (Matches{1, 2}));
  Give(1);
  EXPECT_EQ(Start(), Matches{});
  Give(2);
  EXPECT_EQ(Start(), Matches{3});
  EXPECT_EQ(queue_.size(), 0u);
}

TEST_F(MatchQueueTest, OneWhoseBotsAreFreeStartsBehindAnyNumberThatWait) {
  for (std::int64_t match = 1; match <= 20'000; ++match) Add(match, {1, 2});
  Add(20'001, {3, 4});
  room_ = {{3, 1}, {4, 1}};
  EXPECT_EQ(Start(), Matches{20'001});
}

TEST_F(MatchQueueTest, ChangeCostsNoMoreInALongQueue) {
  for (std::int64_t match = 1; match <= 20'000; ++match) Add(match, {1, 2});
  room_ = {{1, 1}, {2, 1}};
  EXPECT_EQ(Start(), Matches{1});
  Give(1);
  Give(2);
  EXPECT_EQ(Start(), Matches{2});
  EXPECT_LE(looks_, 3);
  Add(20'001, {3, 4});
  room_[3] = room_[4] = 1;
  EXPECT_EQ(Start(), Matches{20'001});
  EXPECT_LE(looks_, 1);
}

TEST_F(MatchQueueTest, BotThatGetsRoomForSeveralFillsAllOfIt) {
  for (std::int64_t match = 1; match <= 5; ++match) Add(match, {1, 2});
  room_ = {{1, 0}, {2, 9}};
  EXPECT_EQ(Start(), Matches{});
  Give(1, 3);
  EXPECT_EQ(Start(), (Matches{1, 2, 3}));
}

TEST_F(MatchQueueTest, LooksAreLimitedAndTheRestIsLookedAtLater) {
  for (std::int64_t match = 1; match <= 10; ++match) Add(match, {1, 2});
  Add(11, {3, 4});
  room_ = {{3, 1}, {4, 1}};
  const auto has_room = [&](BotId bot) { return HasRoom(bot); };
  int looks = 10;
  EXPECT_FALSE(queue_.Take(has_room, looks));
  EXPECT_EQ(looks, 0);
  EXPECT_FALSE(queue_.settled());
  looks = 1;
  EXPECT_TRUE(queue_.Take(has_room, looks));
  EXPECT_TRUE(queue_.settled());
}

// Against the plain definition: after a look at everything, no match waits whose bots all have
// room, and whatever was passed over had to wait.
TEST_F(MatchQueueTest, NoMatchWaitsWhoseBotsAllHaveRoom) {
  SplitMix random(1);
  std::int64_t last = 0;
  std::vector<std::int64_t> playing;
  const auto check = [&] {
    for (const std::int64_t match : Start()) playing.push_back(match);
    std::size_t waiting = bots_of_.size() - playing.size();
    EXPECT_EQ(queue_.size(), waiting);
    for (const auto& [match, bots] : bots_of_) {
      if (std::find(playing.begin(), playing.end(), match) != playing.end()) continue;
      EXPECT_TRUE(std::any_of(bots.begin(), bots.end(), [&](auto bot) { return room_[bot] <= 0; }))
          << match << " could start";
    }
  };
  for (int step = 0; step < 5'000; ++step) {
    if (random.Chance(45)) {
      const auto first = static_cast<std::int64_t>(random.Below(8));
      Add(++last, {first, (first + 1 + static_cast<std::int64_t>(random.Below(7))) % 8});
    } else if (random.Chance(10)) {  // it wants more at once, or fewer
      const auto bot = static_cast<std::int64_t>(random.Below(8));
      if (random.Chance(50))
        Give(bot, 1 + static_cast<int>(random.Below(3)));
      else if (room_[bot] > -5)
        room_[bot] -= 2;
    } else if (random.Chance(5)) {  // a league is stopped: its matches wait no more
      const auto rest = static_cast<std::int64_t>(random.Below(3));
      const auto taken = queue_.TakeIf(
          [&](const store::MatchRow& row) { return row.config.id.number % 3 == rest; });
      for (const store::MatchRow& row : taken) EXPECT_EQ(bots_of_.erase(row.config.id.number), 1u);
    } else if (!playing.empty()) {
      const std::size_t over = random.Below(playing.size());
      const Matches bots = bots_of_[playing[over]];
      bots_of_.erase(playing[over]);
      playing.erase(playing.begin() + static_cast<std::ptrdiff_t>(over));
      for (const std::int64_t bot : bots) Give(bot);
    }
    check();
  }
}

}  // namespace
}  // namespace taki::test
