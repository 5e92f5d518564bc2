// Any bytes as a match record: the verifier neither crashes nor runs long, and what stands verifies
// again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "referee/match/record_text.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const taki::match::Verification verified = taki::match::VerifyRecord(text);
  if (verified.ok != verified.difference.empty() || verified.ok != (verified.line == 0))
    std::abort();
  return 0;
}
