// The table of reasons, and what a failed call carries.
#include "referee/service/error.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "taki/v1/error.pb.h"

namespace taki::service {
namespace {

v1::ErrorDetail DetailOf(const grpc::Status& status) {
  v1::ErrorStatus details;
  EXPECT_TRUE(details.ParseFromString(status.error_details()));
  EXPECT_EQ(details.code(), status.error_code());
  EXPECT_EQ(details.message(), status.error_message());
  EXPECT_EQ(details.details_size(), 1);
  v1::ErrorDetail detail;
  EXPECT_TRUE(details.details(0).UnpackTo(&detail));
  EXPECT_EQ(details.details(0).type_url(), "type.googleapis.com/taki.v1.ErrorDetail");
  return detail;
}

// The rows of the table in docs/errors.md: "| `REASON` | CODE | ... |".
std::set<std::pair<std::string, std::string>> DocumentedReasons() {
  std::ifstream page(TAKI_SOURCE_DIR "/docs/errors.md");
  EXPECT_TRUE(page.good());
  std::set<std::pair<std::string, std::string>> rows;
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with("| `")) continue;
    const std::size_t end = line.find('`', 3);
    std::istringstream rest(line.substr(end + 1));
    std::string bar, code;
    rest >> bar >> code;
    if (bar == "|") rows.emplace(line.substr(3, end - 3), code);
  }
  return rows;
}

TEST(ReasonTableTest, IsTheTableOfTheDocs) {
  std::set<std::pair<std::string, std::string>> ours;
  for (const ReasonInfo& info : AllReasons()) ours.emplace(info.name, CodeName(info.code));
  EXPECT_EQ(ours, DocumentedReasons());
}

TEST(ReasonTableTest, SaysASentenceForEachReason) {
  for (const ReasonInfo& info : AllReasons()) {
    EXPECT_NE(info.code, grpc::StatusCode::OK) << info.name;
    EXPECT_TRUE(info.sentence.ends_with('.') || info.sentence.ends_with('?')) << info.name;
  }
}

TEST(GrpcStatusTest, CarriesReasonFieldsAndFacts) {
  const grpc::Status status =
      ToGrpcStatus(Error{Reason::kBotNotFound, "No bot alice.", {{"bot", "alice"}}, {}, 250});
  EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(status.error_message(), "No bot alice.");
  const v1::ErrorDetail detail = DetailOf(status);
  EXPECT_EQ(detail.reason(), "BOT_NOT_FOUND");
  EXPECT_EQ(detail.domain(), "taki.v1");
  EXPECT_EQ(detail.metadata().at("bot"), "alice");
  EXPECT_EQ(detail.retry_after_ms(), 250);
}

TEST(InvalidFieldsTest, NamesTheFirstAndListsAll) {
  const grpc::Status status =
      ToGrpcStatus(InvalidFields({{"name", "must be set"}, {"owner", "must be set"}}));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_TRUE(status.error_message().starts_with("name: must be set")) << status.error_message();
  const v1::ErrorDetail detail = DetailOf(status);
  ASSERT_EQ(detail.field_errors_size(), 2);
  EXPECT_EQ(detail.field_errors(1).field(), "owner");
}

TEST(InvalidFieldsTest, CarriesNoMoreThanAPeerTakes) {
  FieldErrors fields;
  for (int i = 0; i < 2'000; ++i) fields.push_back({"bots[" + std::to_string(i) + "]", "no"});
  const grpc::Status status = ToGrpcStatus(InvalidFields(fields));
  EXPECT_EQ(DetailOf(status).field_errors_size(), static_cast<int>(kFieldErrorsMax));
  EXPECT_NE(status.error_message().find("1999 more"), std::string::npos);
  EXPECT_LT(status.error_details().size(), 4'096u);
}

TEST(FromStatusTest, AFieldInTheSentenceBecomesAFieldError) {
  const Error error = FromStatus(absl::InvalidArgumentError("bots[2]: takes at most one seat"),
                                 {.not_found = Reason::kBotNotFound, .exists = Reason::kBotExists});
  EXPECT_EQ(error.reason, Reason::kFieldInvalid);
  ASSERT_EQ(error.fields.size(), 1u);
  EXPECT_EQ(error.fields[0].field, "bots[2]");
}

TEST(FromStatusTest, EachCodeHasItsReason) {
  const auto reason = [](absl::Status status) {
    return FromStatus(status, {.not_found = Reason::kMatchNotFound,
                               .exists = Reason::kRequestIdReused,
                               .precondition = Reason::kLeagueStateRefused})
        .reason;
  };
  EXPECT_EQ(reason(absl::NotFoundError("x")), Reason::kMatchNotFound);
  EXPECT_EQ(reason(absl::AlreadyExistsError("x")), Reason::kRequestIdReused);
  EXPECT_EQ(reason(absl::ResourceExhaustedError("x")), Reason::kTooManyMatches);
  EXPECT_EQ(reason(absl::UnavailableError("x")), Reason::kNotServing);
  EXPECT_EQ(reason(absl::DeadlineExceededError("x")), Reason::kAnswerPending);
  EXPECT_EQ(reason(absl::FailedPreconditionError("x")), Reason::kLeagueStateRefused);
  EXPECT_EQ(reason(absl::InternalError("x")), Reason::kInternal);
}

TEST(CloseReasonTest, DoneIsOkAndEveryOtherCarriesADetail) {
  EXPECT_TRUE(ToGrpcStatus(host::CloseReason::kDone, "", 0).ok());
  const int last = static_cast<int>(host::CloseReason::kNotServing);
  for (int i = static_cast<int>(host::CloseReason::kDone) + 1; i <= last; ++i) {
    const grpc::Status status = ToGrpcStatus(static_cast<host::CloseReason>(i), "", 7);
    EXPECT_FALSE(status.ok());
    EXPECT_NE(DetailOf(status).reason(), "INTERNAL") << i;
    EXPECT_EQ(DetailOf(status).retry_after_ms(), 7);
  }
}

TEST(CloseReasonTest, ABadHelloNamesItsField) {
  const grpc::Status status =
      ToGrpcStatus(host::CloseReason::kHelloInvalid, "bot_version: 1 to 32 characters", 0);
  EXPECT_EQ(DetailOf(status).field_errors(0).field(), "bot_version");
}

}  // namespace
}  // namespace taki::service
