#include "referee/match/visible.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "referee/rules/notation.h"

namespace taki::match {
namespace {

MatchEvent Draw(int seat, std::string_view first) {
  MatchEvent event;
  event.rules = {.kind = rules::Event::Kind::kCardsDrawn,
                 .seat = rules::Seat(seat),
                 .reason = rules::DrawReason::kStack,
                 .count = 2,
                 .owed = 4};
  event.rules.cards[0] = rules::ParseCard(first).value();
  event.rules.cards[1] = rules::kKingCard;
  return event;
}

TEST(VisibleTest, DrawnCardsAreForWhoDrewThem) {  // S6
  EXPECT_EQ(VisibleTo(Draw(1, "R7"), rules::Seat(1)), Draw(1, "R7"));
}

TEST(VisibleTest, OthersSeeTheSameWhateverWasDrawn) {  // S6, D7
  for (const std::optional<rules::Seat> viewer :
       {std::optional<rules::Seat>(), std::optional(rules::Seat(0)), std::optional(rules::Seat(2))})
    EXPECT_EQ(VisibleTo(Draw(1, "R7"), viewer), VisibleTo(Draw(1, "Y+2"), viewer));
}

TEST(VisibleTest, NumberAndReasonOfADrawArePublic) {
  const rules::Event seen = VisibleTo(Draw(1, "R7"), std::nullopt).rules;
  EXPECT_EQ(seen.seat, rules::Seat(1));
  EXPECT_EQ(seen.count, 2);
  EXPECT_EQ(seen.owed, 4);
  EXPECT_EQ(seen.reason, rules::DrawReason::kStack);
}

TEST(VisibleTest, EverythingElseIsPublic) {
  MatchEvent event;
  event.rules = {
      .kind = rules::Event::Kind::kCardPlayed, .seat = rules::Seat(1), .card = rules::kKingCard};
  EXPECT_EQ(VisibleTo(event, std::nullopt), event);
  event = {.kind = MatchEvent::Kind::kStrike, .seat = rules::Seat(1), .strikes = 2};
  EXPECT_EQ(VisibleTo(event, std::nullopt), event);
}

}  // namespace
}  // namespace taki::match
