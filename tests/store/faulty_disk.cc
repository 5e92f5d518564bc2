#include "tests/store/faulty_disk.h"

#include <sqlite3.h>

#include <cstring>
#include <fstream>

#include "referee/rules/check.h"

namespace taki::store::sqlite::test {
namespace {

constexpr std::size_t kSector = 512;

sqlite3_vfs* Real() {
  static sqlite3_vfs* const real = sqlite3_vfs_find("unix");
  return real;
}

// What SQLite allocates for a file of ours; the real one's memory follows it.
struct DiskFile {
  sqlite3_file base;
  const char* name;  // SQLite keeps it until the file is closed; null for files that do not count
  sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};
DiskFile& Of(sqlite3_file* file) { return *reinterpret_cast<DiskFile*>(file); }
sqlite3_file* RealOf(sqlite3_file* file) { return Of(file).real(); }

std::vector<char> Contents(sqlite3_file* real) {
  sqlite3_int64 size = 0;
  real->pMethods->xFileSize(real, &size);
  std::vector<char> contents(static_cast<std::size_t>(size));
  if (size > 0) real->pMethods->xRead(real, contents.data(), static_cast<int>(size), 0);
  return contents;
}

int Write(sqlite3_file* file, const void* data, int size, sqlite3_int64 offset) {
  FaultyDisk& disk = FaultyDisk::Get();
  sqlite3_file* real = RealOf(file);
  if (Of(file).name != nullptr) {
    const int fault = disk.NextFault();
    if (fault == SQLITE_FULL) real->pMethods->xWrite(real, data, size / 2, offset);
    if (fault != 0) return fault == SQLITE_IOERR ? SQLITE_IOERR_WRITE : fault;
    disk.NoteWrite(Of(file).name, offset, data, size);
  }
  return real->pMethods->xWrite(real, data, size, offset);
}

int Sync(sqlite3_file* file, int flags) {
  FaultyDisk& disk = FaultyDisk::Get();
  sqlite3_file* real = RealOf(file);
  if (Of(file).name != nullptr && disk.NextFault() != 0) return SQLITE_IOERR_FSYNC;
  const int code = real->pMethods->xSync(real, flags);
  if (Of(file).name != nullptr) disk.NoteSync(Of(file).name, Contents(real));
  return code;
}

int Truncate(sqlite3_file* file, sqlite3_int64 size) {
  FaultyDisk& disk = FaultyDisk::Get();
  sqlite3_file* real = RealOf(file);
  if (Of(file).name != nullptr) {
    if (disk.NextFault() != 0) return SQLITE_IOERR_TRUNCATE;
    disk.NoteTruncate(Of(file).name, size);
  }
  return real->pMethods->xTruncate(real, size);
}

int Close(sqlite3_file* file) {
  sqlite3_file* real = RealOf(file);
  return real->pMethods == nullptr ? SQLITE_OK : real->pMethods->xClose(real);
}

const sqlite3_io_methods kMethods = {
    2,
    Close,
    [](sqlite3_file* file, void* out, int size, sqlite3_int64 offset) {
      return RealOf(file)->pMethods->xRead(RealOf(file), out, size, offset);
    },
    Write,
    Truncate,
    Sync,
    [](sqlite3_file* file, sqlite3_int64* size) {
      return RealOf(file)->pMethods->xFileSize(RealOf(file), size);
    },
    [](sqlite3_file* file, int lock) { return RealOf(file)->pMethods->xLock(RealOf(file), lock); },
    [](sqlite3_file* file, int lock) {
      return RealOf(file)->pMethods->xUnlock(RealOf(file), lock);
    },
    [](sqlite3_file* file, int* held) {
      return RealOf(file)->pMethods->xCheckReservedLock(RealOf(file), held);
    },
    [](sqlite3_file* file, int operation, void* argument) {
      return RealOf(file)->pMethods->xFileControl(RealOf(file), operation, argument);
    },
    [](sqlite3_file*) { return static_cast<int>(kSector); },
    [](sqlite3_file*) { return 0; },
    [](sqlite3_file* file, int page, int size, int extend, void volatile** out) {
      return RealOf(file)->pMethods->xShmMap(RealOf(file), page, size, extend, out);
    },
    [](sqlite3_file* file, int offset, int count, int flags) {
      return RealOf(file)->pMethods->xShmLock(RealOf(file), offset, count, flags);
    },
    [](sqlite3_file* file) { RealOf(file)->pMethods->xShmBarrier(RealOf(file)); },
    [](sqlite3_file* file, int remove) {
      return RealOf(file)->pMethods->xShmUnmap(RealOf(file), remove);
    },
    nullptr,
    nullptr,
};

int OpenFile(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* out_flags) {
  FaultyDisk& disk = FaultyDisk::Get();
  Of(file).base.pMethods = nullptr;
  const bool counts =
      (flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL)) != 0;
  Of(file).name = counts ? name : nullptr;
  if (counts && (flags & SQLITE_OPEN_CREATE) != 0 && disk.NextFault() != 0) return SQLITE_CANTOPEN;
  std::memset(static_cast<void*>(RealOf(file)), 0, static_cast<std::size_t>(Real()->szOsFile));
  const int code = Real()->xOpen(Real(), name, RealOf(file), flags, out_flags);
  if (code != SQLITE_OK) return code;
  Of(file).base.pMethods = &kMethods;
  if (counts && !disk.remembers(name)) disk.NoteSync(name, Contents(RealOf(file)));
  return SQLITE_OK;
}

int DeleteFile(sqlite3_vfs*, const char* name, int sync) {
  if (FaultyDisk::Get().NextFault() != 0) return SQLITE_IOERR_DELETE;
  FaultyDisk::Get().NoteDelete(name);
  return Real()->xDelete(Real(), name, sync);
}

void Register() {
  static sqlite3_vfs vfs = *Real();
  vfs.zName = FaultyDisk::kName;
  vfs.pNext = nullptr;
  vfs.szOsFile = static_cast<int>(sizeof(DiskFile)) + Real()->szOsFile;
  vfs.xOpen = OpenFile;
  vfs.xDelete = DeleteFile;
  vfs.xAccess = [](sqlite3_vfs*, const char* name, int flags, int* out) {
    return Real()->xAccess(Real(), name, flags, out);
  };
  vfs.xFullPathname = [](sqlite3_vfs*, const char* name, int size, char* out) {
    return Real()->xFullPathname(Real(), name, size, out);
  };
  TAKI_CHECK(sqlite3_vfs_register(&vfs, 0) == SQLITE_OK);
}

}  // namespace

FaultyDisk& FaultyDisk::Get() {
  static FaultyDisk* const disk = [] {
    Register();
    return new FaultyDisk;  // SQLite may use it until the process ends
  }();
  return *disk;
}

void FaultyDisk::Repair() { *this = FaultyDisk(); }

void FaultyDisk::FailAfter(std::int64_t operations, int code, bool for_ever) {
  left_ = operations;
  code_ = code;
  for_ever_ = for_ever;
  happened_ = false;
}

void FaultyDisk::CutPowerAfter(std::int64_t operations) {
  FailAfter(operations, SQLITE_IOERR, true);
}

int FaultyDisk::NextFault() {
  if (happened_ && for_ever_) return code_;
  if (left_ < 0 || happened_ || left_-- > 0) return 0;
  happened_ = true;
  return code_;
}

void FaultyDisk::NoteWrite(const std::string& file, std::int64_t offset, const void* data,
                           int size) {
  const char* bytes = static_cast<const char*>(data);
  files_[file].unsynced.emplace_back(offset, std::vector<char>(bytes, bytes + size));
}

void FaultyDisk::NoteSync(const std::string& file, std::vector<char> contents) {
  files_[file] = {std::move(contents), {}};
}

void FaultyDisk::NoteTruncate(const std::string& file, std::int64_t size) {
  std::vector<char>& synced = files_[file].synced;
  if (synced.size() > static_cast<std::size_t>(size)) synced.resize(static_cast<std::size_t>(size));
}

void FaultyDisk::LeaveWhatPowerCutsLeave(taki::test::SplitMix& random) {
  for (auto& [name, file] : files_) {
    std::vector<char> contents = file.synced;
    for (const auto& [offset, bytes] : file.unsynced) {
      std::size_t size = bytes.size();
      const std::size_t fate = random.Below(3);
      if (fate == 0) continue;
      if (fate == 1 && size > kSector) size = kSector * random.Below(size / kSector);
      const auto end = static_cast<std::size_t>(offset) + size;
      if (contents.size() < end) contents.resize(end);
      std::memcpy(contents.data() + offset, bytes.data(), size);
    }
    std::ofstream(name, std::ios::binary | std::ios::trunc)
        .write(contents.data(), static_cast<std::streamsize>(contents.size()));
  }
}

}  // namespace taki::store::sqlite::test
