// A folder of a test's own, removed with what is in it.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "referee/rules/check.h"

namespace taki::store::test {

class TempDir {
 public:
  explicit TempDir(const std::filesystem::path& below = std::filesystem::temp_directory_path()) {
    std::string name = below / "taki-store-XXXXXX";
    TAKI_CHECK(mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  // Below this a sync costs nothing, where the system has such a place.
  static std::filesystem::path Memory() {
    const std::filesystem::path shm = "/dev/shm";
    return std::filesystem::is_directory(shm) ? shm : std::filesystem::temp_directory_path();
  }
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;
  ~TempDir() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::string File(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace taki::store::test
