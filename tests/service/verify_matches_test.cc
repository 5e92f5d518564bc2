// VerifyMatches through real calls: every match that passes, once, and a summary at the end.
#include <gmock/gmock.h>

#include "tests/service/server_fixture.h"
#include "tests/store/sample_matches.h"

namespace taki::service {
namespace {

using grpc::StatusCode;
using store::test::PlayMatches;

class VerifyMatchesTest : public ServerTest {
 protected:
  void SetUp() override {
    store::Batch batch;
    batch.bots = store::test::SampleBots(6);
    ASSERT_TRUE(store_.Commit(batch).ok());
    ASSERT_GT(PlayMatches(store_, 1, 12, 4, 3, {2, 1}, 6), 0);
    ASSERT_GT(PlayMatches(store_, 13, 5, 2, 2, {1}, 6), 0);
    StartServer();
  }

  struct Told {
    std::vector<v1::VerifyDifference> differences;
    v1::VerifyProgress summary;
    bool has_summary = false;
    grpc::Status status;
  };
  Told Verify(const v1::VerifyMatchesRequest& request) {
    const auto context = As("");
    const auto reader = history_->VerifyMatches(context.get(), request);
    Told told;
    for (v1::VerifyMatchesResponse one; reader->Read(&one);) {
      EXPECT_FALSE(told.has_summary) << "something comes after the summary";
      if (one.has_difference()) told.differences.push_back(one.difference());
      if (one.has_summary()) told.summary = one.summary();
      told.has_summary = one.has_summary();
    }
    told.status = reader->Finish();
    return told;
  }
  // Lines of all records together.
  std::int64_t Lines() {
    std::int64_t lines = 0;
    const store::ResultPage page = store_.MatchesByResult({}, 0, 1000).value();
    for (const store::MatchRow& row : page.matches) lines += row.result->plies;
    return lines;
  }
};

TEST_F(VerifyMatchesTest, LooksAtEveryMatchThatIsOver) {
  const Told told = Verify({});
  EXPECT_TRUE(told.status.ok()) << told.status.error_message();
  ASSERT_TRUE(told.has_summary);
  EXPECT_EQ(told.summary.matches_checked(), 17);
  EXPECT_EQ(told.summary.matches_total(), 17);
  EXPECT_EQ(told.summary.matches_different(), 0);
  EXPECT_EQ(told.summary.lines_checked(), Lines());
  EXPECT_TRUE(told.differences.empty());
}

TEST_F(VerifyMatchesTest, LooksOnlyAtThoseThatPass) {
  v1::VerifyMatchesRequest request;
  request.mutable_filter()->set_seats(2);
  const Told told = Verify(request);
  ASSERT_TRUE(told.has_summary);
  EXPECT_EQ(told.summary.matches_checked(), 5);
  EXPECT_EQ(told.summary.matches_total(), 0) << "with a filter it is not known";
}

TEST_F(VerifyMatchesTest, AnImpossibleFilterIsRefused) {
  v1::VerifyMatchesRequest request;
  request.mutable_filter()->set_seats(11);
  const Told told = Verify(request);
  EXPECT_EQ(told.status.error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_FALSE(told.has_summary);
  EXPECT_EQ(DetailOf(told.status).field_errors(0).field(), "filter.seats");
}

}  // namespace
}  // namespace taki::service
