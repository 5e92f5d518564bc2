// One client of the floor (floor_server.cc): reads a frame, answers it, as the C++ kit's bots do,
// with nothing to think about.
//
//   floor_client PORT
#include <grpcpp/grpcpp.h>

#include <cstdio>
#include <string>

#include "taki/v1/play_service.grpc.pb.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const auto channel =
      grpc::CreateChannel(std::string("127.0.0.1:") + argv[1], grpc::InsecureChannelCredentials());
  const auto stub = taki::v1::PlayService::NewStub(channel);
  grpc::ClientContext context;
  context.set_wait_for_ready(true);
  const auto stream = stub->Play(&context);
  taki::v1::PlayRequest request;
  request.mutable_hello()->set_bot_version("1");
  taki::v1::PlayResponse frame;
  for (bool going = stream->Write(request); going && stream->Read(&frame);
       going = stream->Write(request)) {
    const taki::v1::Decision& decision = frame.items(0).decision();
    taki::v1::Reply& reply = *request.mutable_reply();
    reply.Clear();
    reply.set_match_id(decision.match_id());
    reply.set_decision_id(decision.decision_id());
    *reply.add_actions() = decision.legal_actions(0);
  }
  return 0;
}
