// Statuses as the referee makes them (docs/protocol.md, proto/taki/v1/error.proto), and pages.
#pragma once

#include <grpcpp/grpcpp.h>

#include <string>

#include "taki/v1/error.pb.h"

namespace taki::test {

grpc::Status Refuse(grpc::StatusCode code, const std::string& message, v1::ErrorDetail detail);
grpc::Status Refuse(grpc::StatusCode code, const std::string& message, const std::string& reason);
grpc::Status RefuseField(const std::string& field, const std::string& description);

// One page of `all`, whose token is the index of its first element. Returns the next token.
template <class All, class Add>
std::string Page(const All& all, int page_size, const std::string& token, Add add) {
  const int size = page_size == 0 ? 50 : page_size;
  const int first = token.empty() ? 0 : std::stoi(token);
  const int count = static_cast<int>(all.size());
  for (int i = first; i < first + size && i < count; ++i) add(all[static_cast<std::size_t>(i)]);
  return first + size < count ? std::to_string(first + size) : "";
}

}  // namespace taki::test
