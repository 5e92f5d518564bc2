// The libraries' own words: into our log, and not too many (N20).
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "referee/service/server.h"
#include "taki/v1/play_service.pb.h"

namespace taki::service {
namespace {

TEST(LibraryLogTest, TextsThatAreNotUtf8FloodNeitherStderrNorTheLog) {  // N20
  std::vector<std::string> lines;
  RouteLibraryLogs([&lines](host::LogLevel, std::string_view event, std::string_view details) {
    lines.push_back(std::string(event) + " " + std::string(details));
  });
  testing::internal::CaptureStderr();
  constexpr int kMessages = 20'000;
  for (int i = 0; i < kMessages; ++i) {
    const std::string text = i % 2 == 0 ? "\xc3\x28" : "\xed\xa0\x80";
    v1::PlayRequest request;
    EXPECT_FALSE(request.ParseFromString("\x0a\x04\x0a\x02" + text.substr(0, 2)));  // hello
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  ASSERT_FALSE(lines.empty());
  EXPECT_LT(lines.size(), kMessages / 20u) << "ten a second at most";
  for (const std::string& line : lines) {
    EXPECT_TRUE(line.starts_with("protobuf ")) << line;
    for (const char c : line) EXPECT_TRUE(c >= ' ' && c <= '~') << line;
  }
}

}  // namespace
}  // namespace taki::service
