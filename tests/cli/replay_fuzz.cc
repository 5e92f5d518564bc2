// Any bytes as a record that is replayed, with its seed and as if its match went on: a replay
// neither crashes nor shows more columns or lines than there are.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "referee/cli/failure.h"
#include "referee/cli/replay_screen.h"

namespace {

using namespace taki;

// As a referee tells it before the end.
std::string WithoutSecrets(std::string text) {
  for (const std::string field : {" seed=", " entropy="}) {
    const std::size_t at = text.find(field);
    if (at == std::string::npos) continue;
    const std::size_t from = at + field.size();
    text.replace(from, std::min(text.find_first_of(" \n", from), text.size()) - from, "-");
  }
  return text;
}

void Replay(const std::string& record) {
  cli::ReplaySource source;
  source.record = record;
  source.first_leading = rules::Card(rules::Color::kGreen, rules::Face::kFour);
  try {
    source.match = cli::MatchOfRecord(record);
    const cli::ReplayScreen screen(cli::ReplayModel(source), record.size());
    const cli::Terminal::Size size{.columns = 40, .rows = 12};
    const auto lines = screen.Lines(size, cli::Painter(false));
    if (lines.size() > 12) std::abort();
    for (const std::string& line : lines)
      if (cli::Width(line) > size.columns) std::abort();
  } catch (const cli::Failure&) {  // it is no record
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  Replay(text);
  Replay(WithoutSecrets(text));
  return 0;
}
