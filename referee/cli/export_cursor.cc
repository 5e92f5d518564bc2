#include "referee/cli/export_cursor.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include "referee/cli/failure.h"
#include "referee/cli/files.h"
#include "referee/cli/json.h"
#include "referee/cli/text.h"

namespace taki::cli {
namespace {

constexpr std::size_t kBufferBytes = 64 << 10;

// A name in a folder is on the disk when the folder is.
void SyncFolderOf(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  const int descriptor =
      open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;  // a folder that may be written but not read: as good as it gets
  fsync(descriptor);
  close(descriptor);
}

}  // namespace

void FailLocally(const char* what, const std::string& path) {
  throw LocalFailure(std::string("cannot ") + what + " " + Escaped(path) + ": " +
                     std::strerror(errno));
}

WritableFile::WritableFile(std::string path, Mode mode) : path_(std::move(path)) {
  const int how = mode == Mode::kNew       ? O_CREAT | O_EXCL
                  : mode == Mode::kReplace ? O_CREAT | O_TRUNC
                                           : 0;
  descriptor_ = open(path_.c_str(), O_WRONLY | O_CLOEXEC | how, 0666);
  if (descriptor_ < 0) FailLocally("write", path_);
  if (flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  close(descriptor_);
  throw LocalFailure("another program is writing " + Escaped(path_));
}

WritableFile::~WritableFile() { close(descriptor_); }

void WritableFile::Append(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= kBufferBytes) Flush();
}

void WritableFile::Flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t written = write(descriptor_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) FailLocally("write", path_);
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

void WritableFile::Sync() {
  Flush();
  // A pipe or a device has no disk behind it.
  if (fdatasync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) FailLocally("write", path_);
}

void WritableFile::CutTo(std::int64_t bytes) {
  buffer_.clear();
  if (ftruncate(descriptor_, bytes) != 0 || lseek(descriptor_, bytes, SEEK_SET) < 0)
    FailLocally("write", path_);
}

std::int64_t WritableFile::SizeOnDisk() const {
  struct stat info {};
  return fstat(descriptor_, &info) == 0 ? info.st_size : 0;
}

std::optional<ExportProgress> ReadCursor(const std::string& path, const std::string& question) {
  if (!std::filesystem::exists(path)) return std::nullopt;
  std::ifstream nothing;
  const Json json = Json::parse(ReadAll(path, nothing), nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || !json.contains("question") || !json["question"].is_string() ||
      !json.contains("cursor") || !json["cursor"].is_string() || !json.contains("matches") ||
      !json["matches"].is_number_integer() || !json.contains("bytes") ||
      !json["bytes"].is_number_integer())
    throw LocalFailure(Escaped(path) + " does not say where an export stopped");
  if (const std::string asked = json["question"]; asked != question)
    throw LocalFailure(Escaped(path) + " belongs to another export (" + Escaped(asked) +
                       "); use the same format and filters, or another file");
  return ExportProgress{json["cursor"], json["matches"], json["bytes"]};
}

void WriteCursor(const std::string& path, const std::string& question,
                 const ExportProgress& progress) {
  const std::string unfinished = path + ".unfinished";
  {
    WritableFile file(unfinished, WritableFile::Mode::kReplace);
    file.Append(Json{{"question", question},
                     {"cursor", progress.cursor},
                     {"matches", progress.matches},
                     {"bytes", progress.bytes}}
                    .dump() +
                "\n");
    file.Sync();
  }
  if (std::rename(unfinished.c_str(), path.c_str()) != 0) FailLocally("write", path);
  SyncFolderOf(path);
}

}  // namespace taki::cli
