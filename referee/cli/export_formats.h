// The formats one by one. Internal to `taki export`; see export_format.h.
#pragma once

#include <memory>

#include "referee/cli/export_format.h"

namespace taki::cli {

std::unique_ptr<ExportFormat> MatchesAsJson();    // one line a match
std::unique_ptr<ExportFormat> MovesAsJson();      // one line a move
std::unique_ptr<ExportFormat> DecisionsAsJson();  // one line a decision
std::unique_ptr<ExportFormat> MatchRecords();     // docs/notation.md
std::unique_ptr<ExportFormat> SeatsAsCsv();       // one line a seat of a match
std::unique_ptr<ExportFormat> MatchesAsCsv();     // one line a match
std::unique_ptr<ExportFormat> MovesAsCsv();       // one line a move
std::unique_ptr<ExportFormat> DecisionsAsCsv();   // one line a decision

}  // namespace taki::cli
