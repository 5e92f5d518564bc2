// What a profile tells, from counts that a test writes down.
#include "referee/service/profile.h"

#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <string>

#include "store/time_buckets.h"

namespace taki::service {
namespace {

using rules::SeatEnd;
using Kind = match::Record::Kind;

// The field in one line of text.
template <class Message>
std::string Text(const Message& message) {
  google::protobuf::TextFormat::Printer printer;
  printer.SetSingleLineMode(true);
  std::string text;
  printer.PrintToString(message, &text);
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

class ProfileTest : public testing::Test {
 protected:
  void Finished(const std::string& version, bool rated, int seats, int seat, int place, int matches,
                SeatEnd end = SeatEnd::kCompleted) {
    tally_.results.push_back({version, rated, seats, seat, place, end, matches});
  }
  void Met(const std::string& version, bool rated, std::int64_t opponent, int matches, int ahead,
           int level) {
    tally_.meetings.push_back({version, rated, {opponent}, matches, ahead, level});
  }
  void Decided(const std::string& version, Kind kind, int charged_ms, int count, int strikes = 0) {
    tally_.decisions.push_back({version, kind, store::TimeBucketOf(charged_ms), count, strikes});
  }
  v1::GetBotProfileResponse Results(const ProfileFilter& filter = {}) {
    v1::GetBotProfileResponse profile;
    AddResults(tally_, filter, &profile);
    return profile;
  }
  v1::GetBotProfileResponse Decisions(const std::string& version = "") {
    v1::GetBotProfileResponse profile;
    AddDecisions(tally_, {version, {}}, &profile);
    return profile;
  }

  store::BotTally tally_;
};

TEST_F(ProfileTest, OfABotWithoutMatchesHasNoMeans) {
  EXPECT_EQ(Text(Results()), "results { }");
  EXPECT_EQ(Text(Decisions()), "timing { } decision_faults { }");
  EXPECT_TRUE(RivalsIn(tally_, {}).empty());
}

TEST_F(ProfileTest, CountsResultsByTableSizeAndSeat) {
  Finished("1", true, 2, 0, 1, 3);
  Finished("1", true, 2, 1, 2, 1);
  Finished("2", false, 4, 3, 4, 2);
  Finished("2", false, 4, 1, 1, 2);
  const v1::GetBotProfileResponse profile = Results();
  EXPECT_EQ(Text(profile.results()),
            "matches: 8 wins: 5 mean_place: 1.875 place_counts: 5 place_counts: 1 "
            "place_counts: 0 place_counts: 2");
  ASSERT_EQ(profile.by_seats_size(), 2);
  EXPECT_EQ(profile.by_seats(0).seats(), 2);
  EXPECT_EQ(Text(profile.by_seats(0).results()),
            "matches: 4 wins: 3 mean_place: 1.25 place_counts: 3 place_counts: 1");
  EXPECT_EQ(profile.by_seats(1).results().matches(), 4);
  ASSERT_EQ(profile.by_seat_size(), 4);
  EXPECT_EQ(profile.by_seat(1).seat(), 1);
  EXPECT_EQ(profile.by_seat(1).results().wins(), 0);
  EXPECT_EQ(profile.by_seat(3).seats(), 4);
  EXPECT_EQ(profile.by_seat(3).seat(), 3);
  EXPECT_EQ(profile.by_seat(3).results().mean_place(), 4);
}

TEST_F(ProfileTest, IsFilteredByVersionAndByWhetherItCounts) {
  Finished("1", true, 2, 0, 1, 3);
  Finished("2", true, 2, 0, 1, 4);
  Finished("2", false, 2, 0, 1, 5);
  Met("1", true, 7, 3, 3, 0);
  Met("2", true, 7, 4, 1, 1);
  Met("2", false, 8, 5, 0, 0);
  const auto of = [&](const ProfileFilter& filter) {
    std::string text = std::to_string(Results(filter).results().matches());
    for (const Rival& rival : RivalsIn(tally_, filter))
      text += " " + std::to_string(rival.bot.number) + ":" + std::to_string(rival.matches) + "/" +
              std::to_string(rival.ahead) + "/" + std::to_string(rival.level);
    return text;
  };
  EXPECT_EQ(of({}), "12 7:7/4/1 8:5/0/0");
  EXPECT_EQ(of({"2", {}}), "9 8:5/0/0 7:4/1/1");
  EXPECT_EQ(of({"", true}), "7 7:7/4/1");
  EXPECT_EQ(of({"2", false}), "5 8:5/0/0");
  EXPECT_EQ(of({"3", {}}), "0");
}

TEST_F(ProfileTest, FaultsHaveTheMatchesTheyAreOf) {
  Finished("1", true, 2, 0, 1, 5);
  Finished("1", true, 2, 0, 2, 2, SeatEnd::kTimeout);
  Finished("1", true, 2, 1, 2, 1, SeatEnd::kTimeout);
  Finished("-", true, 2, 1, 2, 1, SeatEnd::kNoShow);
  const v1::GetBotProfileResponse profile = Results();
  ASSERT_EQ(profile.match_faults_size(), 2);
  std::string text;
  for (const v1::FaultRate& fault : profile.match_faults()) text += Text(fault) + "; ";
  EXPECT_NE(text.find("end: SEAT_END_TIMEOUT count: 3 of: 9"), std::string::npos) << text;
  EXPECT_NE(text.find("end: SEAT_END_NO_SHOW count: 1 of: 9"), std::string::npos) << text;
}

TEST_F(ProfileTest, DecisionsAreTheAnsweredAndTheTimedOut) {
  Decided("1", Kind::kReply, 2, 90);
  Decided("1", Kind::kReply, 5, 6, 2);    // two of them were refused in part
  Decided("1", Kind::kRefusal, 3, 4, 4);  // the decision stays open: its time counts once
  Decided("1", Kind::kTimeout, 1'000, 4, 4);
  const v1::GetBotProfileResponse profile = Decisions();
  EXPECT_EQ(Text(profile.decision_faults()),
            "decisions: 100 timeouts: 4 illegal_replies: 6 strikes: 10");
  EXPECT_EQ(profile.timing().decisions(), 100);
}

TEST_F(ProfileTest, QuantilesAreExactBelow16MsAndElseAtMostAnEighthTooHigh) {
  Decided("1", Kind::kReply, 3, 500);
  Decided("1", Kind::kReply, 15, 400);
  Decided("1", Kind::kReply, 100, 90);
  Decided("1", Kind::kReply, 2'000, 9);
  Decided("2", Kind::kReply, 50'000, 1);
  const v1::DecisionTiming timing = Decisions().timing();
  EXPECT_EQ(timing.p50_ms(), 3);
  EXPECT_EQ(timing.p90_ms(), 15);
  EXPECT_GE(timing.p99_ms(), 100);
  EXPECT_LE(timing.p99_ms(), 112);
  EXPECT_GE(timing.p999_ms(), 2'000);
  EXPECT_LE(timing.p999_ms(), 2'250);
  EXPECT_GE(timing.max_ms(), 50'000);
  EXPECT_LE(timing.max_ms(), 56'250);
  EXPECT_LE(Decisions("1").timing().max_ms(), 2'250);
}

}  // namespace
}  // namespace taki::service
