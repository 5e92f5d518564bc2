#include "referee/cli/files.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "referee/cli/failure.h"
#include "referee/cli/text.h"

namespace taki::cli {

std::string ReadAll(const std::string& path, std::istream& in) {
  std::ostringstream text;
  errno = 0;
  if (path == "-") {
    text << in.rdbuf();
    return text.str();
  }
  std::ifstream file(path, std::ios::binary);
  if (!file || (file.peek() != std::ifstream::traits_type::eof() && !(text << file.rdbuf())) ||
      file.bad())
    throw LocalFailure("cannot read " + Escaped(path) + ": " +
                       (errno != 0 ? std::strerror(errno) : "it is no file"));
  return text.str();
}

}  // namespace taki::cli
