// The formats of `taki export`: what each writes for a match (docs/export.md, field by field).
//
// Names and meanings of fields and columns are a contract: they may be added, never changed.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "taki/v1/history_service.pb.h"

namespace taki::cli {

// Turns the pieces of an export into text; one match at a time.
class ExportFormat {
 public:
  virtual ~ExportFormat() = default;

  // What the referee must tell besides the match itself.
  virtual void Ask(v1::ExportMatchesRequest& request) const = 0;
  // What stands above everything; empty: nothing.
  virtual std::string Head() const { return ""; }
  // Each returns the text that its piece gives, whole lines but for OnRecord.
  virtual std::string OnMatch(const v1::Match& match) = 0;
  virtual std::string OnMoves(const v1::ExportedMoves&) { return ""; }
  virtual std::string OnDecisions(const v1::ExportedDecisions&) { return ""; }
  virtual std::string OnRecord(const std::string&) { return ""; }
};

// "matches", "decisions", "moves", "records", "csv", "csv-matches", "csv-moves", "csv-decisions".
const std::vector<std::string>& ExportFormatNames();
// Requires: one of these.
std::unique_ptr<ExportFormat> MakeExportFormat(const std::string& name);

}  // namespace taki::cli
