#include "referee/cli/terminal.h"

namespace taki::cli {
namespace {

constexpr char kEscapeByte = '\x1b';

struct Sequence {
  std::string_view bytes;  // behind the escape
  Key key;
};
// Normal and application mode, and what the Linux console, screen and rxvt say.
constexpr Sequence kSequences[] = {
    {"[A", Key::kUp},      {"[B", Key::kDown},     {"[C", Key::kRight}, {"[D", Key::kLeft},
    {"OA", Key::kUp},      {"OB", Key::kDown},     {"OC", Key::kRight}, {"OD", Key::kLeft},
    {"[H", Key::kHome},    {"[F", Key::kEnd},      {"OH", Key::kHome},  {"OF", Key::kEnd},
    {"[1~", Key::kHome},   {"[4~", Key::kEnd},     {"[7~", Key::kHome}, {"[8~", Key::kEnd},
    {"[5~", Key::kPageUp}, {"[6~", Key::kPageDown}};

// The length of the escape sequence at the start of `bytes`, the escape included; 0: it goes on.
std::size_t SequenceSize(std::string_view bytes) {
  if (bytes.size() < 2) return 0;
  if (bytes[1] == 'O') return bytes.size() < 3 ? 0 : 3;
  if (bytes[1] != '[') return 1;  // an Escape, then another key
  for (std::size_t i = 2; i < bytes.size(); ++i)
    if (bytes[i] >= '@' && bytes[i] <= '~') return i + 1;
  constexpr std::size_t kLongest = 32;  // whatever that is, it is no key
  return bytes.size() > kLongest ? bytes.size() : 0;
}

std::optional<KeyPress> KeyOfByte(char byte) {
  switch (byte) {
    case '\r':
    case '\n': return KeyPress{Key::kEnter};
    case '\b':
    case '\x7f': return KeyPress{Key::kBackspace};
    case '\x03':
    case '\x04': return KeyPress{Key::kInterrupt};
    case '\x1a': return KeyPress{Key::kSuspend};
    default:
      if (byte < ' ' || byte > '~') return std::nullopt;
      return KeyPress{Key::kText, byte};
  }
}

}  // namespace

std::optional<KeyPress> KeyReader::Next(bool no_more) {
  while (!bytes_.empty()) {
    if (bytes_[0] != kEscapeByte) {
      const std::optional<KeyPress> press = KeyOfByte(bytes_[0]);
      bytes_.erase(0, 1);
      if (press) return press;
      continue;
    }
    const std::size_t size = SequenceSize(bytes_);
    if (size == 0 && !no_more) return std::nullopt;
    if (size <= 1) {
      bytes_.erase(0, size == 1 || bytes_.size() == 1 ? 1 : bytes_.size());
      return KeyPress{Key::kEscape};
    }
    const std::string sequence = bytes_.substr(1, size - 1);
    bytes_.erase(0, size);
    for (const Sequence& known : kSequences)
      if (known.bytes == sequence) return KeyPress{known.key};
  }
  return std::nullopt;
}

}  // namespace taki::cli
