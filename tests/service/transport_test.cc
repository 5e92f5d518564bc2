// The gRPC transport against real peers on loopback: what they may do to it, and what it may not do
// to others.
#include "tests/service/transport_fixture.h"

#include "referee/service/auth.h"
#include "referee/service/text.h"

namespace taki::service {
namespace {

using grpc::StatusCode;

v1::PlayRequest Hello(bool omit_legal_actions = false) {
  v1::PlayRequest request;
  request.mutable_hello()->set_bot_version("1");
  request.mutable_hello()->set_omit_legal_actions(omit_legal_actions);
  return request;
}

host::Frame SomeDecision() {
  match::Decision decision;
  decision.id = {5};
  decision.legal = rules::ActionList([](rules::Action* out) {
    *out++ = rules::Action::Draw();
    return out;
  });
  return {host::AskDecision{{1}, decision}};
}

host::Frame BigNotice(std::size_t bytes) {
  return {host::Notice{host::Notice::Kind::kUnexpected, std::string(bytes, 'x'), "", 0}};
}

auto GoneFrom(host::StreamId stream) {
  return [stream](const host::Arrival& arrival) {
    return arrival.stream == stream && std::holds_alternative<host::Gone>(arrival.what);
  };
}

TEST_F(TransportTest, TellsWhoConnectedAndWhatItSaid) {
  Peer peer(NewChannel(), "taki_secret");
  const host::Arrival connected = Await<host::Connected>();
  EXPECT_EQ(std::get<host::Connected>(connected.what).token_hash, TokenHash("taki_secret"));
  ASSERT_TRUE(peer.Write(Hello()));
  const host::Arrival hello = Await<host::HelloSaid>();
  EXPECT_EQ(hello.stream, connected.stream);
  EXPECT_EQ(std::get<host::HelloSaid>(hello.what).version, "1");
  EXPECT_GE(hello.at_ns, connected.at_ns);
  peer.Cancel();
  EXPECT_EQ(Await<host::Gone>().stream, connected.stream);
}

TEST_F(TransportTest, WithoutATokenThereIsNoHash) {
  Peer peer(NewChannel(), "");
  EXPECT_FALSE(std::get<host::Connected>(Await<host::Connected>().what).token_hash);
  peer.Cancel();
}

TEST_F(TransportTest, AFrameIsOneMessage) {
  Peer peer(NewChannel());
  const host::StreamId stream = Await<host::Connected>().stream;
  host::Frame frame = SomeDecision();
  frame.push_back(host::Ping{9});
  Send(stream, frame);
  v1::PlayResponse response;
  ASSERT_TRUE(peer.Read(response));
  ASSERT_EQ(response.items_size(), 2);
  EXPECT_EQ(response.items(0).decision().legal_actions(0).notation(), "draw");
  EXPECT_EQ(response.items(1).ping().ping_id(), 9);
  peer.Cancel();
}

TEST_F(TransportTest, LeavesLegalActionsOutIfHelloSaidSo) {
  Peer peer(NewChannel());
  const host::StreamId stream = Await<host::Connected>().stream;
  ASSERT_TRUE(peer.Write(Hello(true)));
  Await<host::HelloSaid>();
  Send(stream, SomeDecision());
  v1::PlayResponse response;
  ASSERT_TRUE(peer.Read(response));
  EXPECT_EQ(response.items(0).decision().legal_actions_size(), 0);
  peer.Cancel();
}

TEST_F(TransportTest, RefusesADeadlineThatAMatchWouldOutlive) {
  Peer peer(NewChannel(), "taki_x", [](grpc::ClientContext& context) {
    context.set_deadline(std::chrono::system_clock::now() + std::chrono::minutes(10));
  });
  const grpc::Status status = peer.End();
  EXPECT_EQ(status.error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(DetailOf(status).reason(), "DEADLINE_TOO_SOON");
}

TEST_F(TransportTest, RefusesTheOrganisersToken) {  // S4
  TransportOptions options;
  options.admin_token_hash = TokenHash("taki_admin");
  StartServer(options);
  Peer peer(NewChannel(), "taki_admin");
  const grpc::Status status = peer.End();
  EXPECT_EQ(status.error_code(), StatusCode::PERMISSION_DENIED);
  EXPECT_EQ(DetailOf(status).reason(), "ROLE_REFUSED");
}

TEST_F(TransportTest, CloseEndsAfterWhatIsQueued) {
  Peer peer(NewChannel());
  const host::StreamId stream = Await<host::Connected>().stream;
  Do([&](PlayTransport& transport) {
    transport.Send(stream, {host::Ping{1}});
    transport.Send(stream, {host::Ping{2}});
    transport.Close(stream, host::CloseReason::kSuperseded, "A newer one.", 7);
    transport.Send(stream, {host::Ping{3}});  // too late
  });
  v1::PlayResponse response;
  ASSERT_TRUE(peer.Read(response));
  ASSERT_TRUE(peer.Read(response));
  EXPECT_EQ(response.items(0).ping().ping_id(), 2);
  EXPECT_FALSE(peer.Read(response));
  const grpc::Status status = peer.End();
  EXPECT_EQ(status.error_code(), StatusCode::ABORTED);
  EXPECT_EQ(status.error_message(), "A newer one.");
  EXPECT_EQ(DetailOf(status).reason(), "SUPERSEDED");
  EXPECT_EQ(DetailOf(status).retry_after_ms(), 7);
  AwaitThat(GoneFrom(stream));
}

TEST_F(TransportTest, AHalfClosedPeerStillHears) {
  Peer peer(NewChannel());
  const host::StreamId stream = Await<host::Connected>().stream;
  ASSERT_TRUE(peer.HalfClose());
  EXPECT_EQ(Await<host::HalfClosed>().stream, stream);
  Send(stream, {host::Ping{4}});
  v1::PlayResponse response;
  ASSERT_TRUE(peer.Read(response));
  EXPECT_EQ(response.items(0).ping().ping_id(), 4);
  Close(stream, host::CloseReason::kDone);
  EXPECT_TRUE(peer.End().ok());
  AwaitThat(GoneFrom(stream));
}

TEST_F(TransportTest, TwoStreamsOfOneTokenAreTwoStreams) {  // N7 is the host's to decide
  Peer one(NewChannel()), other(NewChannel());
  const host::StreamId first = Await<host::Connected>().stream;
  const host::StreamId second = Await<host::Connected>().stream;
  EXPECT_NE(first, second);
  Close(first, host::CloseReason::kSuperseded);
  AwaitThat(GoneFrom(first));
  one.Cancel();
  other.Cancel();
}

struct Garbage {
  const char* name;
  std::string bytes;
};
void PrintTo(const Garbage& garbage, std::ostream* out) { *out << garbage.name; }

// Groups of an unknown field within each other, deeper than protobuf follows.
std::string Nested(std::size_t depth) {
  return std::string(depth, '\x7b') + std::string(depth, '\x7c');
}

class GarbageTest : public TransportTest, public testing::WithParamInterface<Garbage> {};

TEST_P(GarbageTest, IsMalformedAndTheStreamGoesOn) {  // N16, N18, N20
  RawPeer peer(NewChannel());
  const host::StreamId stream = Await<host::Connected>().stream;
  ASSERT_TRUE(peer.Write(GetParam().bytes));
  EXPECT_EQ(Await<host::Malformed>().stream, stream);
  ASSERT_TRUE(peer.Write(Hello().SerializeAsString()));
  EXPECT_EQ(Await<host::HelloSaid>().stream, stream);
  Close(stream, host::CloseReason::kDone);
  EXPECT_TRUE(peer.End().ok());
}

INSTANTIATE_TEST_SUITE_P(Each, GarbageTest,
                         testing::Values(Garbage{"ff", std::string(16, '\xff')},
                                         Garbage{"cut", "\x0a\x7fxx"}, Garbage{"empty", ""},
                                         Garbage{"unknown_field", "\x7a\x01x"},
                                         Garbage{"wrong_wire_type", "\x08\x01"},
                                         Garbage{"deep", Nested(150)},
                                         Garbage{"no_utf8", "\x0a\x04\x0a\x02\xc3\x28"},
                                         Garbage{"surrogate", "\x0a\x05\x0a\x03\xed\xa0\x80"}));

std::string HelloOfBytes(std::size_t bytes) {
  v1::PlayRequest request = Hello();
  request.mutable_hello()->set_kit_name(std::string(bytes, 'k'));
  while (request.ByteSizeLong() > bytes) request.mutable_hello()->mutable_kit_name()->pop_back();
  EXPECT_EQ(request.ByteSizeLong(), bytes);
  return request.SerializeAsString();
}

TEST_F(TransportTest, TakesAMessageOfExactly64KiB) {
  RawPeer peer(NewChannel());
  ASSERT_TRUE(peer.Write(HelloOfBytes(65'536)));
  const host::StreamId stream = Await<host::HelloSaid>().stream;
  Close(stream, host::CloseReason::kDone);
  EXPECT_TRUE(peer.End().ok());
}

TEST_F(TransportTest, EndsAStreamWithAByteMoreAndNamesTheLimit) {  // N13
  RawPeer peer(NewChannel());
  ASSERT_TRUE(peer.Write(HelloOfBytes(65'537)));
  const grpc::Status status = peer.End();
  EXPECT_EQ(status.error_code(), StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(DetailOf(status).reason(), "MESSAGE_TOO_LARGE");
  EXPECT_NE(status.error_message().find("65536"), std::string::npos);
  Await<host::Gone>();
  EXPECT_FALSE(Arrived([](const host::Arrival& arrival) {
    return std::holds_alternative<host::HelloSaid>(arrival.what);
  }));
}

TEST_F(TransportTest, EndsAStreamWithAMegabyte) {  // N13: gRPC itself stops it
  RawPeer peer(NewChannel());
  const host::StreamId stream = Await<host::Connected>().stream;
  peer.Write(std::string(1 << 20, 'x'));
  EXPECT_EQ(peer.End().error_code(), StatusCode::RESOURCE_EXHAUSTED);
  AwaitThat(GoneFrom(stream));
}

TEST_F(TransportTest, RefusesCompressedMessages) {  // N14
  Peer peer(NewChannel(), "taki_x", [](grpc::ClientContext& context) {
    context.set_compression_algorithm(GRPC_COMPRESS_GZIP);
  });
  v1::PlayRequest request = Hello();
  request.mutable_hello()->set_kit_name(std::string(20'000'000, '0'));
  peer.Write(request);
  EXPECT_EQ(peer.End().error_code(), StatusCode::UNIMPLEMENTED);
  EXPECT_FALSE(Arrived([](const host::Arrival& arrival) {
    return std::holds_alternative<host::HelloSaid>(arrival.what);
  }));
}

TEST_F(TransportTest, CutsOffAReaderThatIsTooSlowForItsQueue) {  // N2
  Peer slow(NewChannel());
  const host::StreamId stream = Await<host::Connected>().stream;
  // It reads nothing: what it swallows is megabytes, then the queue fills up to its limit.
  for (int sent = 0; sent < 100'000'000; sent += 60'000) {
    bool open = true;
    Do([&](PlayTransport& transport) {
      transport.Send(stream, BigNotice(60'000));
      open = transport.IsOpen(stream);
    });
    if (!open) break;
  }
  Peer other(NewChannel());  // nobody else waits for it
  const host::StreamId second = Await<host::Connected>().stream;
  Send(second, {host::Ping{1}});
  v1::PlayResponse response;
  EXPECT_TRUE(other.Read(response));
  // Now it reads, and learns why.
  const grpc::Status status = slow.End();
  EXPECT_EQ(status.error_code(), StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(DetailOf(status).reason(), "SLOW_READER");
  AwaitThat(GoneFrom(stream));
  other.Cancel();
}

TEST_F(TransportTest, CutsOffAReaderThatNeverReads) {  // N2
  TransportOptions options;
  options.write_limit_ms = 300;
  StartServer(options);
  Peer frozen(NewChannel());
  const host::StreamId stream = Await<host::Connected>().stream;
  for (int i = 0; i < 2; ++i) Send(stream, BigNotice(3'900'000));  // fit its queue, not the wire
  AwaitThat(GoneFrom(stream));                                     // although it never reads
  const grpc::Status status = frozen.End();
  EXPECT_EQ(status.error_code(), StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_NE(status.error_message().find("SLOW_READER"), std::string::npos);
}

TEST_F(TransportTest, AStreamThatEndsForAnotherReasonSaysItToOneThatNeverReadsToo) {  // N2, N7
  TransportOptions options;
  options.write_limit_ms = 300;
  StartServer(options);
  Peer frozen(NewChannel());
  const host::StreamId stream = Await<host::Connected>().stream;
  for (int i = 0; i < 2; ++i) Send(stream, BigNotice(3'900'000));  // fit its queue, not the wire
  Close(stream, host::CloseReason::kSuperseded, "A newer stream took over.");
  AwaitThat(GoneFrom(stream));
  const grpc::Status status = frozen.End();
  EXPECT_EQ(status.error_code(), StatusCode::ABORTED);
  EXPECT_EQ(status.error_message(), "A newer stream took over.");
}

TEST_F(TransportTest, AHundredStreamsHalfOfThemFrozenStopAtOnce) {  // stack.md 19, P13
  std::vector<std::unique_ptr<Peer>> peers;
  std::vector<std::shared_ptr<grpc::Channel>> channels = {NewChannel(), NewChannel()};
  for (int i = 0; i < 100; ++i) {
    peers.push_back(std::make_unique<Peer>(channels[static_cast<std::size_t>(i % 2)]));
    const host::StreamId stream = Await<host::Connected>().stream;
    Send(stream, BigNotice(i % 4 == 0 ? 1'000'000 : 10));
  }
  Do([](PlayTransport& transport) { EXPECT_EQ(transport.streams(), 100u); });
  const auto began = std::chrono::steady_clock::now();
  StopServer();
  // Under a second on an idle machine; the bound is what would mean that it hangs.
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(20));
  for (auto& peer : peers) EXPECT_FALSE(peer->End().ok());
}

TEST_F(TransportTest, WakeFromManyThreadsIsHeardAndHarmless) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([this] {
      for (int k = 0; k < 1'000; ++k) transport_->Wake();
    });
  for (std::thread& thread : threads) thread.join();
  bool ran = false;
  Do([&](PlayTransport&) { ran = true; });
  EXPECT_TRUE(ran);
}

// --- watching ------------------------------------------------------------------------------------

class WatchTest : public TransportTest {
 protected:
  void Watch(const std::string& match, int from_seq, const std::string& token = "") {
    stub_ = v1::HistoryService::NewStub(NewChannel());
    context_.set_wait_for_ready(true);
    if (!token.empty()) context_.AddMetadata("authorization", "Bearer " + token);
    v1::WatchMatchRequest request;
    request.set_match_id(match);
    request.set_from_seq(from_seq);
    request.set_events_per_second(20);
    reader_ = stub_->WatchMatch(&context_, request);
  }
  std::unique_ptr<v1::HistoryService::Stub> stub_;
  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReader<v1::WatchMatchResponse>> reader_;
};

TEST_F(WatchTest, EachItemIsAMessageAndDrainedFollowsTheLast) {
  Watch("m-000001", 3);
  const host::Arrival opened = Await<host::WatchOpened>();
  EXPECT_EQ(std::get<host::WatchOpened>(opened.what).match, "m-000001");
  EXPECT_EQ(std::get<host::WatchOpened>(opened.what).from_seq, 3);
  EXPECT_EQ(std::get<host::WatchOpened>(opened.what).events_per_second, 20);
  Send(opened.stream, {host::WatchEvent{3, {}}, host::Heartbeat{3}});
  v1::WatchMatchResponse response;
  ASSERT_TRUE(reader_->Read(&response));
  EXPECT_EQ(response.event().seq(), 3);
  ASSERT_TRUE(reader_->Read(&response));
  EXPECT_EQ(response.heartbeat().last_seq(), 3);
  EXPECT_EQ(Await<host::Drained>().stream, opened.stream);
  Close(opened.stream, host::CloseReason::kDone);
  EXPECT_FALSE(reader_->Read(&response));
  EXPECT_TRUE(reader_->Finish().ok());
}

TEST_F(WatchTest, ASlowReaderLearnsTheLastEventThatWasSent) {  // N2
  Watch("m-000001", 0);
  const host::StreamId stream = Await<host::WatchOpened>().stream;
  Send(stream, {host::WatchEvent{1, {}}, host::WatchEvent{2, {}}});
  Await<host::Drained>();
  Close(stream, host::CloseReason::kSlowReader, "Too slow.");
  v1::WatchMatchResponse response;
  while (reader_->Read(&response)) {
  }
  const grpc::Status status = reader_->Finish();
  EXPECT_EQ(status.error_code(), StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(DetailOf(status).metadata().at("last_seq"), "2");
}

// It has read nothing yet, so it goes on where it wanted to begin.
TEST_F(WatchTest, ASlowReaderThatWasSentNothingLearnsWhereItBegan) {  // N2
  Watch("m-000001", 500);
  const host::StreamId stream = Await<host::WatchOpened>().stream;
  Close(stream, host::CloseReason::kSlowReader, "Too slow.");
  v1::WatchMatchResponse response;
  EXPECT_FALSE(reader_->Read(&response));
  EXPECT_EQ(DetailOf(reader_->Finish()).metadata().at("last_seq"), "499");
}

// Who may see a match without its delay.
class WatchRoleTest : public WatchTest {
 protected:
  void SetUp() override {
    TransportOptions options;
    options.admin_token_hash = TokenHash("taki_admin");
    StartServer(options);
  }
  bool IsOrganiser() {
    return std::get<host::WatchOpened>(Await<host::WatchOpened>().what).organiser;
  }
  void TearDown() override {
    context_.TryCancel();
    reader_->Finish();
    StopServer();
  }
};

TEST_F(WatchRoleTest, TheOrganisersTokenIsTheOrganiser) {
  Watch("m-000001", 0, "taki_admin");
  EXPECT_TRUE(IsOrganiser());
}

TEST_F(WatchRoleTest, AnotherTokenIsThePublic) {
  Watch("m-000001", 0, "taki_of_a_bot");
  EXPECT_FALSE(IsOrganiser());
}

TEST_F(WatchRoleTest, NoTokenIsThePublic) {
  Watch("m-000001", 0);
  EXPECT_FALSE(IsOrganiser());
}

TEST_F(WatchTest, AWatcherThatLeavesIsGone) {
  Watch("m-000001", 0);
  const host::StreamId stream = Await<host::WatchOpened>().stream;
  context_.TryCancel();
  AwaitThat(GoneFrom(stream));
  reader_->Finish();
}

class WatchLeagueTest : public TransportTest {
 protected:
  void Watch(const std::string& league, int from_seq) {
    stub_ = v1::LeagueService::NewStub(NewChannel());
    context_.set_wait_for_ready(true);
    v1::WatchLeagueRequest request;
    request.set_league_id(league);
    request.set_from_seq(from_seq);
    reader_ = stub_->WatchLeague(&context_, request);
  }
  static host::LeagueNews Entry(std::int32_t seq) {
    league::LogEntry entry;
    entry.seq = seq;
    return {entry, "alice", {}};
  }
  std::unique_ptr<v1::LeagueService::Stub> stub_;
  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReader<v1::WatchLeagueResponse>> reader_;
};

TEST_F(WatchLeagueTest, EachItemIsAMessageAndDrainedFollowsTheLast) {
  Watch("l-000007", 3);
  const host::Arrival opened = Await<host::LeagueWatchOpened>();
  EXPECT_EQ(std::get<host::LeagueWatchOpened>(opened.what).league, "l-000007");
  EXPECT_EQ(std::get<host::LeagueWatchOpened>(opened.what).from_seq, 3);
  Send(opened.stream, {Entry(3), host::LeagueProgress{3, league::LeagueState::kPaused, {}}});
  v1::WatchLeagueResponse response;
  ASSERT_TRUE(reader_->Read(&response));
  EXPECT_EQ(response.news().seq(), 3);
  EXPECT_EQ(response.news().bot(), "alice");
  ASSERT_TRUE(reader_->Read(&response));
  EXPECT_EQ(response.progressed().state(), v1::LEAGUE_STATE_PAUSED);
  EXPECT_EQ(Await<host::Drained>().stream, opened.stream);
  Close(opened.stream, host::CloseReason::kDone);
  EXPECT_FALSE(reader_->Read(&response));
  EXPECT_TRUE(reader_->Finish().ok());
}

TEST_F(WatchLeagueTest, ASlowReaderLearnsTheLastEntryThatWasSent) {  // N2
  Watch("l-000007", 0);
  const host::StreamId stream = Await<host::LeagueWatchOpened>().stream;
  Send(stream, {Entry(8), Entry(9), host::LeagueProgress{9, {}, {}}});
  Await<host::Drained>();
  Close(stream, host::CloseReason::kSlowReader, "Too slow.");
  v1::WatchLeagueResponse response;
  while (reader_->Read(&response)) {
  }
  EXPECT_EQ(DetailOf(reader_->Finish()).metadata().at("last_seq"), "9");
}

TEST_F(WatchLeagueTest, ASlowReaderFromNowOnLearnsWhenThatWas) {  // N2
  Watch("l-000007", 0);
  const host::StreamId stream = Await<host::LeagueWatchOpened>().stream;
  host::LeagueIntro intro;
  intro.row.id = {7};
  intro.row.last_seq = 12;
  Send(stream, {intro});
  Await<host::Drained>();
  Close(stream, host::CloseReason::kSlowReader, "Too slow.");
  v1::WatchLeagueResponse response;
  while (reader_->Read(&response)) {
  }
  EXPECT_EQ(DetailOf(reader_->Finish()).metadata().at("last_seq"), "12");
}

TEST_F(WatchLeagueTest, SeveralWatchAtTheSameTime) {
  Watch("l-000001", 0);
  Await<host::LeagueWatchOpened>();
  const auto second_stub = v1::LeagueService::NewStub(NewChannel());
  grpc::ClientContext second_context;
  auto second = second_stub->WatchLeague(&second_context, {});
  const host::Arrival opened = Await<host::LeagueWatchOpened>();
  EXPECT_EQ(std::get<host::LeagueWatchOpened>(opened.what).league, "");
  Close(opened.stream, host::CloseReason::kLeagueNotFound, "No such league.");
  const grpc::Status status = second->Finish();
  EXPECT_EQ(status.error_code(), StatusCode::NOT_FOUND);
  EXPECT_EQ(DetailOf(status).reason(), "LEAGUE_NOT_FOUND");
  context_.TryCancel();
  reader_->Finish();
}

// --- health --------------------------------------------------------------------------------------

TEST_F(TransportTest, HealthIsWatchedAndChecked) {
  auto stub = grpc::health::v1::Health::NewStub(NewChannel());
  grpc::health::v1::HealthCheckRequest request;
  grpc::health::v1::HealthCheckResponse response;
  grpc::ClientContext watch;
  watch.set_wait_for_ready(true);
  auto reader = stub->Watch(&watch, request);
  ASSERT_TRUE(reader->Read(&response));
  EXPECT_EQ(response.status(), response.NOT_SERVING);
  Do([](PlayTransport& transport) { transport.SetServing(true); });
  ASSERT_TRUE(reader->Read(&response));
  EXPECT_EQ(response.status(), response.SERVING);
  grpc::ClientContext check, unknown;
  ASSERT_TRUE(stub->Check(&check, request, &response).ok());
  EXPECT_EQ(response.status(), response.SERVING);
  request.set_service("somebody.else");
  EXPECT_EQ(stub->Check(&unknown, request, &response).error_code(), StatusCode::NOT_FOUND);
  Do([](PlayTransport& transport) { transport.Shutdown(); });
  ASSERT_TRUE(reader->Read(&response));
  EXPECT_EQ(response.status(), response.NOT_SERVING);
  EXPECT_EQ(reader->Finish().error_code(), StatusCode::UNAVAILABLE);
}

}  // namespace
}  // namespace taki::service
