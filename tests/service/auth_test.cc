// Who may call what: every method of the contract against every role.
#include "referee/service/auth.h"

#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include <set>

#include "grpc/health/v1/health.pb.h"
#include "store/memory_store.h"
#include "taki/v1/bot_service.pb.h"
#include "taki/v1/history_service.pb.h"
#include "taki/v1/league_service.pb.h"
#include "taki/v1/play_service.pb.h"

namespace taki::service {
namespace {

// "/package.Service/Method" of everything that is served.
std::set<std::string> MethodsOfTheContract() {
  std::set<std::string> methods;
  for (const google::protobuf::FileDescriptor* file :
       {v1::PlayRequest::descriptor()->file(), v1::Bot::descriptor()->file(),
        v1::RequestMatchRequest::descriptor()->file(), v1::Move::descriptor()->file(),
        grpc::health::v1::HealthCheckRequest::descriptor()->file()})
    for (int s = 0; s < file->service_count(); ++s)
      for (int m = 0; m < file->service(s)->method_count(); ++m)
        methods.insert("/" + file->service(s)->full_name() + "/" +
                       file->service(s)->method(m)->name());
  return methods;
}

TEST(MethodTableTest, HasExactlyTheMethodsOfTheContract) {  // S4
  std::set<std::string> ours;
  for (const MethodRule& rule : MethodRules()) ours.insert(std::string(rule.method));
  EXPECT_EQ(ours, MethodsOfTheContract());
  EXPECT_EQ(ours.size(), MethodRules().size()) << "a method stands there twice";
}

class AuthTest : public testing::Test {
 protected:
  AuthTest() {
    store::Batch batch;
    for (const char* name : {"alice", "bob"}) {
      store::Bot bot;
      bot.id = {static_cast<std::int64_t>(batch.bots.size()) + 1};
      bot.name = name;
      bot.token_hash = TokenHash(std::string("taki_") + name);
      batch.bots.push_back(bot);
    }
    EXPECT_TRUE(store_.Commit(batch).ok());
  }

  // The reason why a caller with `authorization` may not call `method` about alice, or "".
  std::string Refusal(std::string_view method, const std::string& authorization) {
    const Auth auth(TokenHash("taki_admin"), store_);
    Metadata metadata;
    if (!authorization.empty()) metadata.emplace("authorization", authorization);
    const std::optional<Error> error = auth.Check(method, metadata, "alice");
    return error ? std::string(Info(error->reason).name) : "";
  }

  store::MemoryStore store_;
};

TEST_F(AuthTest, EachMethodTakesItsRolesAndNoOther) {  // S4, S5
  struct Expected {
    std::string nobody, organiser, alice, bob;
  };
  const auto expected = [](Needs needs) -> Expected {
    switch (needs) {
      case Needs::kNothing: return {"", "", "", ""};
      case Needs::kBot: return {"TOKEN_MISSING", "ROLE_REFUSED", "", ""};
      case Needs::kOrganiser: return {"TOKEN_MISSING", "", "ROLE_REFUSED", "ROLE_REFUSED"};
      case Needs::kOrganiserOrSelf: return {"TOKEN_MISSING", "", "", "ROLE_REFUSED"};
    }
    return {};
  };
  for (const MethodRule& rule : MethodRules()) {
    SCOPED_TRACE(rule.method);
    const Expected want = expected(rule.needs);
    EXPECT_EQ(Refusal(rule.method, ""), want.nobody);
    EXPECT_EQ(Refusal(rule.method, "Bearer taki_admin"), want.organiser);
    EXPECT_EQ(Refusal(rule.method, "Bearer taki_alice"), want.alice);
    EXPECT_EQ(Refusal(rule.method, "Bearer taki_bob"), want.bob);
  }
}

TEST_F(AuthTest, WhatDoesNotOnlyReadNeedsARole) {
  const auto reads = [](std::string_view method) {
    const std::string_view name = method.substr(method.rfind('/') + 1);
    for (const char* verb : {"Get", "List", "Watch", "Verify", "Check", "Try", "Export"})
      if (name.starts_with(verb)) return true;
    return false;
  };
  for (const MethodRule& rule : MethodRules())
    EXPECT_EQ(rule.needs == Needs::kNothing, reads(rule.method)) << rule.method;
}

TEST_F(AuthTest, TheTokenSaysWhoCalls) {  // S2
  const Auth auth(TokenHash("taki_admin"), store_);
  const auto who_calls = [&](const std::string& authorization, Caller& caller) {
    Metadata metadata;
    if (!authorization.empty()) metadata.emplace("authorization", authorization);
    const std::optional<Error> error = auth.WhoCalls(metadata, caller);
    return error ? std::string(Info(error->reason).name) : "";
  };
  Caller nobody, organiser, bob, wrong;
  EXPECT_EQ(who_calls("", nobody), "");
  EXPECT_FALSE(nobody.organiser || nobody.bot);
  EXPECT_EQ(who_calls("Bearer taki_admin", organiser), "");
  EXPECT_TRUE(organiser.organiser && !organiser.bot);
  EXPECT_EQ(who_calls("Bearer taki_bob", bob), "");
  EXPECT_TRUE(!bob.organiser && bob.bot == match::BotId{2});
  EXPECT_EQ(who_calls("Bearer taki_wrong", wrong), "TOKEN_UNKNOWN");
}

TEST_F(AuthTest, AMethodWithoutARuleIsRefused) {
  EXPECT_EQ(Refusal("/taki.v1.BotService/DeleteEverything", "Bearer taki_admin"), "ROLE_REFUSED");
}

TEST_F(AuthTest, AWrongTokenIsUnknownAndNoTokenIsMissing) {  // S2
  constexpr char kMethod[] = "/taki.v1.BotService/RegisterBot";
  EXPECT_EQ(Refusal(kMethod, "Bearer taki_wrong"), "TOKEN_UNKNOWN");
  EXPECT_EQ(Refusal(kMethod, "Bearer taki_admin "), "TOKEN_UNKNOWN");
  EXPECT_EQ(Refusal(kMethod, "Bearer "), "TOKEN_MISSING");
  EXPECT_EQ(Refusal(kMethod, "Basic taki_admin"), "TOKEN_MISSING");
  EXPECT_EQ(Refusal(kMethod, "bearer taki_admin"), "");
}

}  // namespace
}  // namespace taki::service
