// What a replay shows on a terminal, and what its keys do. Pure: a model, where one is in it, and a
// size give lines; nothing here knows a terminal.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/cli/replay_model.h"
#include "referee/cli/terminal.h"
#include "referee/cli/text.h"

namespace taki::cli {

class ReplayScreen {
 public:
  // Begins at step `at`, or at the last one if there are fewer.
  ReplayScreen(ReplayModel model, std::size_t at);

  enum class Wish : std::uint8_t { kGoOn, kQuit, kReload };
  Wish OnKey(KeyPress press);
  // While it plays: how long until OnTime is due. Nothing: it does not play.
  std::optional<int> interval_ms() const;
  void OnTime();
  // The same match, which has gone on: what is shown stays, unless it was the end.
  void Reload(ReplayModel model);
  // Said once, instead of the hints in the last line.
  void Say(std::string message) { message_ = std::move(message); }

  std::size_t at() const { return at_; }
  // At most `size.rows` lines of at most `size.columns` columns.
  std::vector<std::string> Lines(Terminal::Size size, const Painter& painter) const;

 private:
  Wish OnLetter(char letter);
  void OnPrompt(KeyPress press);
  void Step(int by);
  void GoTo(std::optional<std::size_t> step, const char* what);
  void Go(char letter);
  void ChangeSpeed(int by);

  ReplayModel model_;
  std::size_t at_ = 0;
  bool playing_ = false;
  int speed_ = 1;  // index of the speeds
  bool help_ = false;
  std::optional<std::string> prompt_;  // the digits typed so far
  std::string message_;
};

}  // namespace taki::cli
