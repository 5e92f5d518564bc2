// Where `taki export` writes to: whole matches, each once, whatever breaks off.
//
// A match that was begun and not ended is not there for anybody who goes on later. Used by one
// thread; failures are thrown (kLocal).
#pragma once

#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>

namespace taki::cli {

// How far an export has come.
struct ExportProgress {
  std::string cursor;        // of the last whole match; empty: none yet
  std::int64_t matches = 0;  // whole ones, in all runs
  std::int64_t bytes = 0;    // of them, the head included
};

class ExportOutput {
 public:
  virtual ~ExportOutput() = default;

  virtual void Begin(const std::string& match_id) = 0;
  virtual void Write(std::string_view text) = 0;
  virtual void End(const std::string& cursor) = 0;
  // The match that was begun is told again from its first byte, or is not.
  virtual void Restart() = 0;
  // All of it is on its way to the disk, and what was noted to go on from is true.
  virtual void Close() = 0;

  const ExportProgress& progress() const { return progress_; }

 protected:
  ExportProgress progress_;
};

// What an output goes on with, and for which question: a cursor of another one is no use.
struct ExportPlan {
  std::string question;  // format and filters, one line
  std::string head;      // stands above everything
  bool resume = false;   // go on where FILE.cursor says, or begin if it is not there
};

// A stream: what was written stays written, so of a match that is told again as much is left out.
// `escape`: it is a terminal (fault N24).
std::unique_ptr<ExportOutput> ToStream(std::ostream& out, bool escape, const ExportPlan& plan);
// A new file; an old one only with `resume`. Beside it FILE.cursor, if `resume`.
std::unique_ptr<ExportOutput> ToFile(const std::string& path, const ExportPlan& plan);
// A file `m-000042.taki` for each match in a folder, which is made; beside them `export.cursor`, if
// `resume`.
std::unique_ptr<ExportOutput> ToFolder(const std::string& path, const ExportPlan& plan);

}  // namespace taki::cli
