// A disk that fails, or loses its power, at a chosen operation: a SQLite VFS over the real one.
//
// Counted are the operations that change something: writes, syncs, truncations, deletions, and the
// making of files. There is one disk, named "faulty" (SqliteOptions::vfs); one thread.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/splitmix.h"

namespace taki::store::sqlite::test {

class FaultyDisk {
 public:
  static constexpr const char* kName = "faulty";
  static FaultyDisk& Get();  // registers it with SQLite at first

  // As new: healthy, without memory.
  void Repair();
  // The operation after the next `operations` fails with `code` (an extended result code), once or
  // for ever. SQLITE_FULL writes half of what it was given first.
  void FailAfter(std::int64_t operations, int code, bool for_ever);
  // The power goes after the next `operations`: all that comes later fails.
  void CutPowerAfter(std::int64_t operations);
  bool happened() const { return happened_; }

  // What the files hold after a power cut: each write that no sync of its file followed is there,
  // lost, or torn at a sector, as `random` has it.
  void LeaveWhatPowerCutsLeave(taki::test::SplitMix& random);

  // For the VFS: the result that the next operation is to have, 0 if it is to be done.
  int NextFault();
  bool counting() const { return left_ >= 0; }
  void NoteWrite(const std::string& file, std::int64_t offset, const void* data, int size);
  void NoteSync(const std::string& file, std::vector<char> contents);
  void NoteTruncate(const std::string& file, std::int64_t size);
  void NoteDelete(const std::string& file) { files_.erase(file); }
  bool remembers(const std::string& file) const { return files_.contains(file); }

 private:
  struct File {
    std::vector<char> synced;
    std::vector<std::pair<std::int64_t, std::vector<char>>> unsynced;  // offset, bytes
  };
  std::map<std::string, File> files_;
  std::int64_t left_ = -1;  // operations before it happens; -1: never
  int code_ = 0;
  bool for_ever_ = false;
  bool happened_ = false;
};

}  // namespace taki::store::sqlite::test
