// Files that a command was told to read.
#pragma once

#include <istream>
#include <string>

namespace taki::cli {

// All of the file `path`, or of `in` if it is "-". Throws a Failure (kLocal) if it cannot be read.
std::string ReadAll(const std::string& path, std::istream& in);

}  // namespace taki::cli
