#include "store/sqlite/lock_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"

namespace taki::store::sqlite {
namespace {

// What the lock file says, one number a line; 0: nothing.
struct Note {
  long holder = 0;  // process id
  std::uint64_t inode = 0;
};

Note NoteIn(int descriptor) {
  std::array<char, 64> text{};
  const ssize_t size = pread(descriptor, text.data(), text.size(), 0);
  Note note;
  if (size <= 0) return note;
  const char* const end = text.data() + size;
  const char* at = std::from_chars(text.data(), end, note.holder).ptr;
  if (at != end) std::from_chars(at + 1, end, note.inode);
  return note;
}

// A failure to write it changes nothing but what an operator is told.
void Write(int descriptor, const Note& note) {
  const std::string text = absl::StrCat(note.holder, "\n", note.inode, "\n");
  if (pwrite(descriptor, text.data(), text.size(), 0) < 0 ||
      ftruncate(descriptor, static_cast<off_t>(text.size())) != 0)
    errno = 0;
}

}  // namespace

absl::StatusOr<LockFile> LockFile::Acquire(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0) {
    return absl::FailedPreconditionError(
        absl::StrCat("cannot make ", path, ": ", std::strerror(errno),
                     "; the database needs a folder that exists and can be written"));
  }
  LockFile lock(descriptor);
  if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    const long holder = NoteIn(descriptor).holder;
    return absl::FailedPreconditionError(absl::StrCat(
        "another taki-referee", holder > 0 ? absl::StrCat(" (process ", holder, ")") : "",
        " uses this database (it holds ", path, "); stop it, or choose another file with --db"));
  }
  Write(descriptor, {getpid(), NoteIn(descriptor).inode});
  return lock;
}

void LockFile::Guard(std::uint64_t inode) { Write(descriptor_, {getpid(), inode}); }

std::uint64_t LockFile::GuardedBy(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return 0;
  const Note note = NoteIn(descriptor);
  close(descriptor);
  return note.inode;
}

LockFile::LockFile(LockFile&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

LockFile& LockFile::operator=(LockFile&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

LockFile::~LockFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace taki::store::sqlite
