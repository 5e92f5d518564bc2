#include "tests/support/bot_client.h"

#include <utility>

namespace taki::test {
namespace {

// The channel's own back-off between connections, which wait_for_ready waits for.
std::shared_ptr<grpc::Channel> ChannelTo(const std::string& address) {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 50);
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 50);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 200);
  return grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments);
}

}  // namespace

BotClient::BotClient(Options options)
    : options_(std::move(options)),
      random_(options_.seed),
      stub_(v1::PlayService::NewStub(ChannelTo(options_.address))),
      thread_([this] { Run(); }) {}

BotClient::~BotClient() { Stop(); }

void BotClient::Stop() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
    if (context_ != nullptr) context_->TryCancel();
  }
  if (thread_.joinable()) thread_.join();
}

void BotClient::WaitForFinished(std::size_t count) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return finished_.size() >= count; });
}

std::map<std::string, v1::MatchFinished> BotClient::finished() {
  std::lock_guard lock(mutex_);
  return finished_;
}

std::map<v1::VerdictKind, int> BotClient::verdicts() {
  std::lock_guard lock(mutex_);
  return verdicts_;
}

int BotClient::sessions() {
  std::lock_guard lock(mutex_);
  return sessions_;
}

grpc::Status BotClient::last_status() {
  std::lock_guard lock(mutex_);
  return status_;
}

void BotClient::Run() {
  for (;;) {
    grpc::ClientContext context;
    context.AddMetadata("authorization", "Bearer " + options_.token);
    context.set_wait_for_ready(true);
    {
      std::lock_guard lock(mutex_);
      if (stopping_) return;
      context_ = &context;
    }
    PlayOnce(context);
    std::lock_guard lock(mutex_);
    context_ = nullptr;
    // A referee that refuses will refuse again; one that is away comes back.
    if (status_.error_code() != grpc::StatusCode::UNAVAILABLE) stopping_ = true;
  }
}

void BotClient::PlayOnce(grpc::ClientContext& context) {
  auto io = stub_->Play(&context);
  io_ = io.get();
  v1::PlayRequest hello;
  hello.mutable_hello()->set_bot_version(options_.version);
  io->Write(hello);
  v1::PlayResponse response;
  while (io->Read(&response))
    for (const v1::PlayItem& item : response.items()) OnItem(item);
  const grpc::Status status = io->Finish();
  std::lock_guard lock(mutex_);
  status_ = status;
}

void BotClient::OnItem(const v1::PlayItem& item) {
  v1::PlayRequest request;
  switch (item.item_case()) {
    case v1::PlayItem::kMatchAssigned:
      request.mutable_ready()->set_match_id(item.match_assigned().match_id());
      io_->Write(request);
      return;
    case v1::PlayItem::kDecision: return Answer(item.decision());
    case v1::PlayItem::kPing:
      request.mutable_pong()->set_ping_id(item.ping().ping_id());
      io_->Write(request);
      return;
    default: break;
  }
  std::lock_guard lock(mutex_);
  if (item.has_match_finished())
    finished_[item.match_finished().match_id()] = item.match_finished();
  if (item.has_verdict()) ++verdicts_[item.verdict().kind()];
  if (item.has_welcome()) ++sessions_;
  changed_.notify_all();
}

void BotClient::Answer(const v1::Decision& decision) {
  v1::PlayRequest request;
  v1::Reply& reply = *request.mutable_reply();
  reply.set_match_id(decision.match_id());
  reply.set_decision_id(decision.decision_id());
  if (options_.choose) {
    options_.choose(decision, reply);
  } else {
    const std::size_t count = static_cast<std::size_t>(decision.legal_actions_size());
    *reply.add_actions() = decision.legal_actions(static_cast<int>(random_.Below(count)));
  }
  io_->Write(request);
}

}  // namespace taki::test
