#include "tests/service/server_fixture.h"

#include "referee/service/auth.h"
#include "tests/support/splitmix.h"

namespace taki::service {
namespace {

constexpr char kAdminToken[] = "taki_of_the_organiser";

// Different each time, the same in every run.
host::RandomBytes32 TestBytes() {
  return [random = test::SplitMix(2026)]() mutable {
    rules::Bytes32 bytes{};
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.Next());
    return bytes;
  };
}

}  // namespace

void ServerTest::StartServer() {
  ServerOptions options;
  options.listen = "127.0.0.1:0";
  options.server_version = "test";
  options.export_write_limit_ms = export_write_limit_ms_;
  options.admin_token_hash = TokenHash(kAdminToken);
  server_ = std::make_unique<Server>(options, store_);
  host_ = std::make_unique<host::Host>(host::Options{}, clock_, server_->transport(), store_,
                                       TestBytes(),
                                       [](host::LogLevel, std::string_view, std::string_view) {});
  ASSERT_TRUE(host_->Recover().ok());
  const absl::Status started = server_->Start(*host_);
  ASSERT_TRUE(started.ok()) << started.message();
  loop_ = std::thread([this] {
    const absl::Status status = host_->Run();
    EXPECT_EQ(status.code(), run_ends_with_) << status.message();
    server_->Stop();
  });
  const auto channel = NewChannel();
  bots_ = v1::BotService::NewStub(channel);
  league_ = v1::LeagueService::NewStub(channel);
  history_ = v1::HistoryService::NewStub(channel);
  play_ = v1::PlayService::NewStub(channel);
}

void ServerTest::StopServer() {
  if (!loop_.joinable()) return;
  host_->Drain();
  host_->Drain();
  loop_.join();
  host_.reset();
  server_.reset();
}

std::shared_ptr<grpc::Channel> ServerTest::NewChannel() const {
  return grpc::CreateChannel("127.0.0.1:" + std::to_string(server_->port()),
                             grpc::InsecureChannelCredentials());
}

std::unique_ptr<grpc::ClientContext> ServerTest::As(const std::string& token) {
  auto context = std::make_unique<grpc::ClientContext>();
  context->set_wait_for_ready(true);
  if (!token.empty())
    context->AddMetadata("authorization",
                         "Bearer " + (token == "admin" ? std::string(kAdminToken) : token));
  return context;
}

std::string ServerTest::Register(const std::string& name) {
  v1::RegisterBotRequest request;
  request.set_name(name);
  request.set_owner("tests");
  v1::RegisterBotResponse response;
  const grpc::Status status = bots_->RegisterBot(As("admin").get(), request, &response);
  EXPECT_TRUE(status.ok()) << status.error_message();
  return response.token();
}

std::string ServerTest::RequestMatch(const v1::RequestMatchRequest& request) {
  v1::RequestMatchResponse response;
  const grpc::Status status = league_->RequestMatch(As("admin").get(), request, &response);
  EXPECT_TRUE(status.ok()) << status.error_message();
  return response.match().match_id();
}

v1::ErrorDetail ServerTest::DetailOf(const grpc::Status& status) {
  v1::ErrorStatus details;
  v1::ErrorDetail detail;
  if (details.ParseFromString(status.error_details()) && details.details_size() == 1)
    details.details(0).UnpackTo(&detail);
  return detail;
}

}  // namespace taki::service
