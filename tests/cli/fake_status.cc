#include "tests/cli/fake_status.h"

namespace taki::test {

using grpc::Status;
using grpc::StatusCode;

Status Refuse(StatusCode code, const std::string& message, v1::ErrorDetail detail) {
  detail.set_domain("taki.v1");
  v1::ErrorStatus outer;
  outer.set_code(static_cast<int>(code));
  outer.set_message(message);
  outer.add_details()->PackFrom(detail);
  return {code, message, outer.SerializeAsString()};
}

Status Refuse(StatusCode code, const std::string& message, const std::string& reason) {
  v1::ErrorDetail detail;
  detail.set_reason(reason);
  return Refuse(code, message, detail);
}

Status RefuseField(const std::string& field, const std::string& description) {
  v1::ErrorDetail detail;
  detail.set_reason("FIELD_INVALID");
  auto& error = *detail.add_field_errors();
  error.set_field(field);
  error.set_description(description);
  return Refuse(StatusCode::INVALID_ARGUMENT, "a field of the request is invalid", detail);
}

}  // namespace taki::test
