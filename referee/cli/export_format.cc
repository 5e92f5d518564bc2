#include "referee/cli/export_format.h"

#include <array>
#include <utility>

#include "referee/cli/export_formats.h"
#include "referee/rules/check.h"

namespace taki::cli {
namespace {

using Make = std::unique_ptr<ExportFormat> (*)();

constexpr std::array<std::pair<const char*, Make>, 8> kFormats{{{"matches", MatchesAsJson},
                                                                {"decisions", DecisionsAsJson},
                                                                {"moves", MovesAsJson},
                                                                {"records", MatchRecords},
                                                                {"csv", SeatsAsCsv},
                                                                {"csv-matches", MatchesAsCsv},
                                                                {"csv-moves", MovesAsCsv},
                                                                {"csv-decisions", DecisionsAsCsv}}};

}  // namespace

const std::vector<std::string>& ExportFormatNames() {
  static const auto* names = [] {
    auto* all = new std::vector<std::string>;
    for (const auto& [name, make] : kFormats) all->emplace_back(name);
    return all;
  }();
  return *names;
}

std::unique_ptr<ExportFormat> MakeExportFormat(const std::string& name) {
  for (const auto& [known, make] : kFormats)
    if (name == known) return make();
  TAKI_CHECK(false);
  return nullptr;
}

}  // namespace taki::cli
