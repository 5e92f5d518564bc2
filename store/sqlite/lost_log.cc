#include "store/sqlite/lost_log.h"

#include <sys/stat.h>

#include <array>
#include <cstdint>
#include <fstream>

#include "absl/strings/str_cat.h"
#include "store/sqlite/connection.h"
#include "store/sqlite/files.h"
#include "store/sqlite/migrations.h"

namespace taki::store::sqlite {
namespace {

// Referees before this schema left the mark when they stopped.
constexpr std::uint32_t kFirstSchemaMarkedWhole = 3;

// The fields of SQLite's header (sqlite.org/fileformat2.html, 1.3) that tell.
struct Header {
  bool has_log = false;  // the write version: 2 is a write-ahead log
  std::uint32_t user_version = 0;
  std::uint32_t application_id = 0;
};

Header HeaderOf(const std::string& path) {
  std::array<char, 100> bytes{};
  std::ifstream file(path, std::ios::binary);
  if (!file.read(bytes.data(), bytes.size())) return {};
  const auto number = [&bytes](std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = at; i < at + 4; ++i)
      value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
  };
  return {bytes[18] == 2, number(60), number(68)};
}

// Which file it is, whatever it is called. 0: it is not there.
std::uint64_t InodeOf(const std::string& path) {
  struct stat info {};
  return stat(path.c_str(), &info) == 0 ? info.st_ino : 0;
}

}  // namespace

absl::Status RefuseCopyWithoutLog(const std::string& path) {
  const Header header = HeaderOf(path);
  if (!header.has_log || header.application_id != kApplicationId ||
      header.user_version < kFirstSchemaMarkedWhole || SizeOf(path + "-wal") > 0 ||
      LockFile::GuardedBy(path + ".lock") == InodeOf(path))
    return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      path, " was copied while a referee used it, without ", path,
      "-wal: what was recorded last is missing in it. Take a copy made by `taki-referee backup` "
      "(docs/operating.md, \"Back up and restore\")"));
}

void NoteGuarded(LockFile& lock, const std::string& path) { lock.Guard(InodeOf(path)); }

void MarkWhole(const std::string& path, const std::string& vfs) {
  absl::StatusOr<Connection> db = Connection::Open(path, Access::kReadWrite, vfs);
  if (db.ok()) (void)db->Run("PRAGMA journal_mode = DELETE");
}

}  // namespace taki::store::sqlite
