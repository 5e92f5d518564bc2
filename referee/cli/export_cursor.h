// The small file beside an export that says where to go on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "referee/cli/export_output.h"

namespace taki::cli {

// What `path` says; nothing if there is no such file. Throws a Failure (kLocal) if it cannot be
// read, is none, or belongs to another `question`.
std::optional<ExportProgress> ReadCursor(const std::string& path, const std::string& question);

// Replaces it, as a whole or not at all, also over a power cut. What it speaks of must be on disk.
void WriteCursor(const std::string& path, const std::string& question,
                 const ExportProgress& progress);

// Throws LocalFailure("cannot WHAT PATH: why").
[[noreturn]] void FailLocally(const char* what, const std::string& path);

// A file that is open for writing, by its descriptor, and by nobody else. Throws on every failure.
class WritableFile {
 public:
  enum class Mode { kNew, kReplace, kExisting };
  WritableFile(std::string path, Mode mode);
  ~WritableFile();
  WritableFile(const WritableFile&) = delete;
  WritableFile& operator=(const WritableFile&) = delete;

  void Append(std::string_view text);  // buffered
  void Flush();                        // to the system
  void Sync();                         // to the disk
  void CutTo(std::int64_t bytes);      // and append there
  std::int64_t SizeOnDisk() const;

 private:
  const std::string path_;
  int descriptor_ = -1;
  std::string buffer_;
};

}  // namespace taki::cli
