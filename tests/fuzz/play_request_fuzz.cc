// Any bytes as a message from a bot: they parse or not, and what parses is translated into values
// that hold what convert.h promises (N15 to N20).
#include <cstddef>
#include <cstdint>

#include "referee/rules/check.h"
#include "referee/service/convert.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  taki::v1::PlayRequest request;
  if (size > 65'536 || !request.ParseFromArray(data, static_cast<int>(size))) return 0;
  const taki::service::Said said = taki::service::FromProto(request);
  const auto* reply = std::get_if<taki::host::ReplySaid>(&said);
  if (reply == nullptr) return 0;
  TAKI_CHECK(reply->actions.size() <=
             static_cast<std::size_t>(taki::service::kMaxReplyActions) + 1);
  for (const taki::match::SentAction& sent : reply->actions) {
    TAKI_CHECK(sent.action.has_value() == sent.problem.empty());
    if (!sent.action) continue;
    // What was understood says the same when it is said back.
    taki::v1::Action again;
    taki::service::ToProto(*sent.action, &again);
    TAKI_CHECK(taki::service::FromProto(again).action == sent.action);
  }
  return 0;
}
