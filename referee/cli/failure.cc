#include "referee/cli/failure.h"

#include "referee/cli/json.h"
#include "referee/cli/text.h"

namespace taki::cli {
namespace {

void PrintAsJson(const Failure& failure, std::ostream& err) {
  Json fields = Json::array();
  for (const auto& [field, description] : failure.field_errors)
    fields.push_back({{"field", field}, {"description", description}});
  Json metadata = Json::object();
  for (const auto& [key, value] : failure.metadata) metadata[key] = value;
  PrintJsonLine({{"error",
                  {{"exit_code", static_cast<int>(failure.exit_code)},
                   {"text", failure.text},
                   {"hint", failure.hint},
                   {"status", failure.status},
                   {"reason", failure.reason},
                   {"metadata", metadata},
                   {"field_errors", fields},
                   {"retry_after_ms", failure.retry_after_ms}}}},
                err);
}

// Text and hint are ours; what is not ours in them was escaped when it was put in.
void PrintAsText(const Failure& failure, std::ostream& err) {
  err << "taki: " << failure.text;
  if (!failure.reason.empty())
    err << " [" << Escaped(failure.reason) << "]";
  else if (!failure.status.empty())
    err << " [" << failure.status << "]";
  err << '\n';
  if (!failure.hint.empty()) err << "  " << failure.hint << '\n';
  for (const auto& [field, description] : failure.field_errors) {
    const std::string line = Escaped(field) + ": " + Escaped(description);
    if (failure.text != line) err << "  " << line << '\n';  // a lone one is the sentence itself
  }
  if (failure.retry_after_ms > 0) err << "  try again in " << failure.retry_after_ms << " ms\n";
}

}  // namespace

void Print(const Failure& failure, bool as_json, std::ostream& err) {
  as_json ? PrintAsJson(failure, err) : PrintAsText(failure, err);
  err.flush();
}

}  // namespace taki::cli
