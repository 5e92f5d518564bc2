// A terminal that shows whole screens and hands over keys, and the seam by which tests stand in for
// one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace taki::cli {

// A key, or one character typed (kText).
enum class Key : std::uint8_t {
  kText,
  kLeft,
  kRight,
  kUp,
  kDown,
  kPageUp,
  kPageDown,
  kHome,
  kEnd,
  kEnter,
  kBackspace,
  kEscape,
  kInterrupt,  // ^C, ^D
  kSuspend,    // ^Z; a Terminal sees to it itself
};
struct KeyPress {
  Key key = Key::kText;
  char text = 0;  // kText: printable ASCII
  friend bool operator==(const KeyPress&, const KeyPress&) = default;
};

// Takes keys out of the bytes that a terminal sends (xterm, the Linux console, screen, tmux). What
// it does not know, it swallows.
class KeyReader {
 public:
  void Feed(std::string_view bytes) { bytes_.append(bytes); }
  // The next key. Nothing: more bytes must come. `no_more`: none comes soon, so an escape that
  // stands alone is the Escape key.
  std::optional<KeyPress> Next(bool no_more);
  // Something is there that may be the beginning of a key.
  bool Waits() const { return !bytes_.empty(); }

 private:
  std::string bytes_;
};

class Terminal {
 public:
  struct Size {
    int columns = 80;
    int rows = 24;
  };
  struct Event {
    enum class Kind : std::uint8_t {
      kKey,
      kTime,    // nothing else has happened
      kResize,  // or whatever else asks for the screen to be shown anew
      kGone,    // the terminal is gone, or the program was told to end
    };
    Kind kind = Kind::kKey;
    KeyPress press{};
  };

  virtual ~Terminal() = default;
  virtual Size size() const = 0;
  // At most size().rows lines; those below stay empty.
  virtual void Show(const std::vector<std::string>& lines) = 0;
  // Waits for the next event, at most for `limit_ms`; nothing: however long it takes.
  virtual Event Next(std::optional<int> limit_ms) = 0;
};

}  // namespace taki::cli
