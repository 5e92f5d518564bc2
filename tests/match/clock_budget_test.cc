#include "referee/match/clock_budget.h"

#include <gtest/gtest.h>

namespace taki::match {
namespace {

constexpr Instant kStart{5'000'000'000};
constexpr Duration kTick{1};

TimeControl Clock(std::int32_t move_time_ms, std::int32_t time_bank_ms, std::int32_t grace_ms = 0) {
  TimeControl clock;
  clock.move_time_ms = move_time_ms;
  clock.time_bank_ms = time_bank_ms;
  clock.reconnect_grace_ms = grace_ms;
  return clock;
}

// A clock that has started, with the whole bank and `grace_ms` left.
ClockBudget Started(const TimeControl& clock, bool connected = true) {
  ClockBudget budget(clock, clock.time_bank_ms, clock.reconnect_grace_ms);
  budget.Start(kStart, connected);
  return budget;
}

void ExpectCharge(const ClockBudget& budget, Instant at, std::int32_t charged_ms,
                  std::int32_t bank_ms, std::int32_t grace_ms) {
  const Charge charge = budget.ChargeAt(at);
  EXPECT_EQ(charge.charged_ms, charged_ms);
  EXPECT_EQ(charge.bank_ms, bank_ms);
  EXPECT_EQ(charge.grace_ms, grace_ms);
}

TEST(ClockBudgetTest, DeadlineItselfIsInTime) {  // T4, G5, R11.1
  const ClockBudget budget = Started(Clock(1000, 60'000));
  const Instant deadline = kStart + Milliseconds(61'000);
  EXPECT_EQ(budget.Deadline(), deadline);
  EXPECT_FALSE(budget.Expired(deadline - kTick));
  EXPECT_FALSE(budget.Expired(deadline));
  EXPECT_TRUE(budget.Expired(deadline + kTick));
}

TEST(ClockBudgetTest, WithoutABankIsAPlainLimit) {  // R11.1
  const ClockBudget budget = Started(Clock(1000, 0));
  EXPECT_EQ(budget.Deadline(), kStart + Milliseconds(1000));
  ExpectCharge(budget, kStart + Milliseconds(1000), 1000, 0, 0);
}

TEST(ClockBudgetTest, WithoutMoveTimeIsAChessClock) {  // R11.1
  const ClockBudget budget = Started(Clock(0, 5000));
  EXPECT_EQ(budget.Deadline(), kStart + Milliseconds(5000));
  ExpectCharge(budget, kStart + Milliseconds(1200), 1200, 1200, 0);
}

TEST(ClockBudgetTest, MoveTimeIsUsedBeforeTheBank) {  // R11.1
  const ClockBudget budget = Started(Clock(1000, 5000));
  ExpectCharge(budget, kStart + Milliseconds(999), 999, 0, 0);
  ExpectCharge(budget, kStart + Milliseconds(1000), 1000, 0, 0);
  ExpectCharge(budget, kStart + Milliseconds(1001), 1001, 1, 0);
}

TEST(ClockBudgetTest, PartsOfAMillisecondAreNotCharged) {
  const ClockBudget budget = Started(Clock(1000, 5000));
  ExpectCharge(budget, kStart + Milliseconds(7) - kTick, 6, 0, 0);
  ExpectCharge(budget, kStart + Milliseconds(7), 7, 0, 0);
  ExpectCharge(budget, kStart - kTick, 0, 0, 0);  // read before it was asked
}

TEST(ClockBudgetTest, WhoIsAwayHasGraceBehindTheBank) {  // R11.6
  ClockBudget budget = Started(Clock(1000, 2000, 10'000));
  EXPECT_EQ(budget.Deadline(), kStart + Milliseconds(3000));
  budget.Disconnect(kStart + Milliseconds(500));
  EXPECT_TRUE(budget.away());
  EXPECT_EQ(budget.Deadline(), kStart + Milliseconds(13'000));
}

TEST(ClockBudgetTest, WhoComesBackInTimeHasTheRemainingTime) {  // R11.6
  ClockBudget budget = Started(Clock(1000, 2000, 10'000));
  budget.Disconnect(kStart + Milliseconds(500));
  budget.Connect(kStart + Milliseconds(2000));
  EXPECT_FALSE(budget.away());
  EXPECT_EQ(budget.Deadline(), kStart + Milliseconds(3000));
  EXPECT_EQ(budget.TimeLeftMs(kStart + Milliseconds(2000)), 1000);
  ExpectCharge(budget, kStart + Milliseconds(2500), 2500, 1500, 0);
}

TEST(ClockBudgetTest, WhoComesBackInGraceHasTheRestOfIt) {  // R11.6
  ClockBudget budget = Started(Clock(1000, 2000, 10'000));
  budget.Disconnect(kStart + Milliseconds(500));
  budget.Connect(kStart + Milliseconds(7000));
  EXPECT_FALSE(budget.away());
  EXPECT_EQ(budget.Deadline(), kStart + Milliseconds(13'000));
  ExpectCharge(budget, kStart + Milliseconds(8000), 3000, 2000, 5000);
}

TEST(ClockBudgetTest, GraceOfTheMatchLimitsThatOfADecision) {  // R11.6
  ClockBudget budget(Clock(1000, 0, 10'000), 0, 400);
  budget.Start(kStart, false);
  EXPECT_EQ(budget.Deadline(), kStart + Milliseconds(1400));
}

TEST(ClockBudgetTest, LeavingAgainInGraceIsAwayAgain) {  // R11.6
  ClockBudget budget = Started(Clock(1000, 0, 10'000), false);
  budget.Connect(kStart + Milliseconds(2000));
  budget.Disconnect(kStart + Milliseconds(2500));
  EXPECT_TRUE(budget.away());
  EXPECT_EQ(budget.Deadline(), kStart + Milliseconds(11'000));
}

TEST(ClockBudgetTest, WhatHasExpiredStaysExpired) {  // T4
  ClockBudget here = Started(Clock(1000, 0, 10'000));
  here.Disconnect(kStart + Milliseconds(1000) + kTick);
  EXPECT_FALSE(here.away());
  EXPECT_TRUE(here.Expired(kStart + Milliseconds(1000) + kTick));

  ClockBudget away = Started(Clock(1000, 0, 10'000), false);
  away.Connect(kStart + Milliseconds(11'000) + kTick);
  EXPECT_TRUE(away.away());

  ClockBudget back = Started(Clock(1000, 0, 10'000), false);
  back.Connect(kStart + Milliseconds(11'000));
  EXPECT_FALSE(back.away());
}

TEST(ClockBudgetTest, AfterARestartItStartsWhenTheSeatIsBack) {  // T8
  ClockBudget budget(Clock(1000, 2000, 500), 1500, 500);
  budget.StartWhenBack(kStart + Milliseconds(30'000));
  budget.Connect(kStart + Milliseconds(20'000));
  EXPECT_EQ(budget.Deadline(), kStart + Milliseconds(22'500));
  ExpectCharge(budget, kStart + Milliseconds(20'100), 100, 0, 0);
}

TEST(ClockBudgetTest, AfterARestartItStartsWithoutTheSeatInTheEnd) {  // T8
  ClockBudget budget(Clock(1000, 2000, 500), 1500, 500);
  budget.StartWhenBack(kStart + Milliseconds(30'000));
  EXPECT_TRUE(budget.away());
  EXPECT_EQ(budget.Deadline(), kStart + Milliseconds(33'000));
  budget.Connect(kStart + Milliseconds(31'000));
  EXPECT_EQ(budget.Deadline(), kStart + Milliseconds(32'500));
}

TEST(ClockBudgetTest, TimeLeftIsNeverBelowZero) {
  const ClockBudget budget = Started(Clock(1000, 0));
  EXPECT_EQ(budget.TimeLeftMs(kStart), 1000);
  EXPECT_EQ(budget.TimeLeftMs(kStart + kTick), 999);
  EXPECT_EQ(budget.TimeLeftMs(kStart + Milliseconds(5000)), 0);
}

}  // namespace
}  // namespace taki::match
