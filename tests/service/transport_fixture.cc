#include "tests/service/transport_fixture.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <limits>

namespace taki::service {
namespace {

constexpr std::chrono::seconds kPatience{60};  // only a broken test waits so long

}  // namespace

void TransportTest::StartServer(const TransportOptions& options) {
  if (server_) StopServer();
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port_);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, 64);
  builder.SetMaxReceiveMessageSize(static_cast<int>(kMessageBytesMax) + 4'096);
  builder.SetCompressionAlgorithmSupportStatus(GRPC_COMPRESS_DEFLATE, false);
  builder.SetCompressionAlgorithmSupportStatus(GRPC_COMPRESS_GZIP, false);
  transport_ = std::make_unique<PlayTransport>(options, builder.AddCompletionQueue());
  play_ = std::make_unique<PlayRawService>();
  history_ = std::make_unique<HistoryRawService>();
  league_ = std::make_unique<LeagueRawService>();
  health_ = std::make_unique<HealthService>(*transport_);
  builder.RegisterService(play_.get());
  builder.RegisterService(history_.get());
  builder.RegisterService(league_.get());
  builder.RegisterService(health_.get());
  server_ = builder.BuildAndStart();
  ASSERT_NE(server_, nullptr);
  transport_->Serve(*play_, *history_, *league_, *health_, [this] {
    server_->Shutdown(std::chrono::system_clock::now() + std::chrono::milliseconds(500));
  });
  over_ = false;
  loop_ = std::thread([this] { RunLoop(); });
}

void TransportTest::StopServer() {
  if (!server_) return;
  Do([](PlayTransport& transport) { transport.Shutdown(); });
  loop_.join();
  transport_.reset();
  server_.reset();
}

void TransportTest::RunLoop() {
  std::vector<host::Arrival> inbox;
  for (bool more = true; more;) {
    more = transport_->Poll(std::numeric_limits<std::int64_t>::max(), inbox);
    std::vector<std::function<void(PlayTransport&)>> work;
    {
      std::lock_guard lock(mutex_);
      for (host::Arrival& arrival : inbox) arrived_.push_back(std::move(arrival));
      over_ = !more;
      std::swap(work, work_);
      changed_.notify_all();
    }
    inbox.clear();
    for (const auto& one : work) one(*transport_);
  }
}

host::Arrival TransportTest::AwaitThat(const std::function<bool(const host::Arrival&)>& wanted) {
  std::unique_lock lock(mutex_);
  auto found = arrived_.end();
  const bool came = changed_.wait_for(lock, kPatience, [&] {
    found = std::find_if(arrived_.begin(), arrived_.end(), wanted);
    return found != arrived_.end() || over_;
  });
  if (!came || found == arrived_.end()) {
    ADD_FAILURE() << "what was awaited never arrived";
    return {};
  }
  host::Arrival arrival = std::move(*found);
  arrived_.erase(found);
  return arrival;
}

bool TransportTest::Arrived(const std::function<bool(const host::Arrival&)>& wanted) {
  std::lock_guard lock(mutex_);
  return std::any_of(arrived_.begin(), arrived_.end(), wanted);
}

void TransportTest::Do(std::function<void(PlayTransport&)> work) {
  std::promise<void> done;
  {
    std::lock_guard lock(mutex_);
    if (over_) return;
    work_.push_back([&](PlayTransport& transport) {
      work(transport);
      done.set_value();
    });
  }
  transport_->Wake();
  done.get_future().wait();
}

void TransportTest::Send(host::StreamId stream, host::Frame frame) {
  Do([&](PlayTransport& transport) { transport.Send(stream, frame); });
}

void TransportTest::Close(host::StreamId stream, host::CloseReason reason, std::string detail) {
  Do([&](PlayTransport& transport) { transport.Close(stream, reason, detail, 0); });
}

std::shared_ptr<grpc::Channel> TransportTest::NewChannel() {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return grpc::CreateCustomChannel("127.0.0.1:" + std::to_string(port_),
                                   grpc::InsecureChannelCredentials(), arguments);
}

Peer::Peer(std::shared_ptr<grpc::Channel> channel, const std::string& token,
           std::function<void(grpc::ClientContext&)> prepare)
    : stub_(v1::PlayService::NewStub(channel)) {
  if (!token.empty()) context_.AddMetadata("authorization", "Bearer " + token);
  context_.set_wait_for_ready(true);
  if (prepare) prepare(context_);
  io_ = stub_->Play(&context_);
}

grpc::Status Peer::End() {
  v1::PlayResponse response;
  while (io_->Read(&response)) {
  }
  return io_->Finish();
}

RawPeer::RawPeer(std::shared_ptr<grpc::Channel> channel) : stub_(channel) {
  context_.AddMetadata("authorization", "Bearer taki_x");
  context_.set_wait_for_ready(true);
  io_ = stub_.PrepareCall(&context_, "/taki.v1.PlayService/Play", &queue_);
  io_->StartCall(this);
  Wait();
}

bool RawPeer::Wait() {
  void* tag = nullptr;
  bool ok = false;
  return queue_.Next(&tag, &ok) && ok;
}

bool RawPeer::Write(const std::string& bytes) {
  const grpc::Slice slice(bytes);
  io_->Write(grpc::ByteBuffer(&slice, 1), this);
  return Wait();
}

grpc::Status RawPeer::End() {
  grpc::Status status;
  io_->Finish(&status, this);
  Wait();
  return status;
}

}  // namespace taki::service
