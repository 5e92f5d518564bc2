#include "referee/cli/replay_screen.h"

#include <algorithm>
#include <utility>

#include "referee/cli/replay_lines.h"

namespace taki::cli {
namespace {

constexpr int kIntervals_ms[] = {2'000, 1'000, 500, 250, 100, 40};
constexpr std::size_t kDigitsMax = 7;  // of a ply

constexpr char kHints[] =
    "left/right step  up/down turn  s stage  w +3  f fault  g ply  ? help  q quit";

const std::vector<std::string> kHelp = {
    "right, n          one move on           left, p     one move back",
    "down, PgDn        one turn on           up, PgUp    one turn back",
    "Home              the deal              End         the end",
    "",
    "s  S              the next, the previous completed stage",
    "w  W              the next, the previous +3",
    "f  F              the next, the previous fault (timeout, refused reply, forfeit)",
    "g  /              go to a ply",
    "",
    "space             play, pause           +  -        faster, slower",
    "r                 ask the referee again, of a match that goes on",
    "q                 quit",
    "",
    "> stands before who is asked; cards are written as in docs/notation.md.",
};

}  // namespace

ReplayScreen::ReplayScreen(ReplayModel model, std::size_t at)
    : model_(std::move(model)), at_(std::min(at, model_.steps().size() - 1)) {
  if (!model_.problem().empty()) message_ = model_.problem();
}

std::optional<int> ReplayScreen::interval_ms() const {
  if (!playing_) return std::nullopt;
  return kIntervals_ms[speed_];
}

void ReplayScreen::OnTime() {
  if (!playing_) return;
  Step(+1);
  if (at_ + 1 == model_.steps().size()) playing_ = false;
}

void ReplayScreen::Reload(ReplayModel model) {
  const bool at_end = at_ + 1 == model_.steps().size();
  model_ = std::move(model);
  at_ = at_end ? model_.steps().size() - 1 : std::min(at_, model_.steps().size() - 1);
  message_ = model_.problem();
}

ReplayScreen::Wish ReplayScreen::OnKey(KeyPress press) {
  message_.clear();
  if (press.key == Key::kInterrupt) return Wish::kQuit;
  if (std::exchange(help_, false)) return Wish::kGoOn;  // any key closes it
  if (prompt_) {
    OnPrompt(press);
    return Wish::kGoOn;
  }
  switch (press.key) {
    case Key::kRight: Step(+1); break;
    case Key::kLeft: Step(-1); break;
    case Key::kDown:
    case Key::kPageDown: GoTo(model_.Next(at_, ReplayModel::Mark::kTurn), "later turn"); break;
    case Key::kUp:
    case Key::kPageUp: GoTo(model_.Previous(at_, ReplayModel::Mark::kTurn), "earlier turn"); break;
    case Key::kHome: at_ = 0; break;
    case Key::kEnd: at_ = model_.steps().size() - 1; break;
    case Key::kText: return OnLetter(press.text);
    default: break;
  }
  return Wish::kGoOn;
}

ReplayScreen::Wish ReplayScreen::OnLetter(char letter) {
  switch (letter) {
    case 'q': return Wish::kQuit;
    case 'r': return Wish::kReload;
    case 'n': Step(+1); break;
    case 'p': Step(-1); break;
    case 's':
    case 'S':
    case 'w':
    case 'W':
    case 'f':
    case 'F': Go(letter); break;
    case 'g':
    case '/': prompt_ = ""; break;
    case ' ': playing_ = !playing_ && at_ + 1 < model_.steps().size(); break;
    case '+': ChangeSpeed(+1); break;
    case '-': ChangeSpeed(-1); break;
    case '?':
    case 'h': help_ = true; break;
    default: message_ = "this key does nothing; ? tells the keys"; break;
  }
  return Wish::kGoOn;
}

void ReplayScreen::Go(char letter) {
  using Mark = ReplayModel::Mark;
  switch (letter) {
    case 's': return GoTo(model_.Next(at_, Mark::kStage), "later completed stage");
    case 'S': return GoTo(model_.Previous(at_, Mark::kStage), "earlier completed stage");
    case 'w': return GoTo(model_.Next(at_, Mark::kWindow), "later +3");
    case 'W': return GoTo(model_.Previous(at_, Mark::kWindow), "earlier +3");
    case 'f': return GoTo(model_.Next(at_, Mark::kFault), "later fault");
    case 'F': return GoTo(model_.Previous(at_, Mark::kFault), "earlier fault");
    default: return;
  }
}

void ReplayScreen::OnPrompt(KeyPress press) {
  if (press.key == Key::kText && press.text >= '0' && press.text <= '9') {
    if (prompt_->size() < kDigitsMax) *prompt_ += press.text;
  } else if (press.key == Key::kBackspace && !prompt_->empty()) {
    prompt_->pop_back();
  } else if (press.key == Key::kEnter) {
    if (!prompt_->empty()) at_ = model_.AtPly(std::stoi(*prompt_));
    prompt_.reset();
  } else if (press.key != Key::kText) {
    prompt_.reset();
  }
}

void ReplayScreen::Step(int by) {
  if (by > 0 && at_ + 1 < model_.steps().size())
    ++at_;
  else if (by < 0 && at_ > 0)
    --at_;
}

void ReplayScreen::GoTo(std::optional<std::size_t> step, const char* what) {
  if (step)
    at_ = *step;
  else
    message_ = std::string("there is no ") + what;
}

void ReplayScreen::ChangeSpeed(int by) {
  speed_ = std::clamp(speed_ + by, 0, static_cast<int>(std::size(kIntervals_ms)) - 1);
}

std::vector<std::string> ReplayScreen::Lines(Terminal::Size size, const Painter& painter) const {
  std::string last = kHints;
  if (!message_.empty()) last = message_;
  if (prompt_)
    last = "go to ply (0 to " + std::to_string(std::max(model_.steps().back().ply, 0)) +
           "): " + *prompt_ + "_";
  std::string mode;
  if (playing_) mode = "playing, a move every " + std::to_string(kIntervals_ms[speed_]) + " ms";
  ReplayLines lines(model_, at_, size, painter);
  return help_ ? lines.Help(kHelp) : lines.Screen(mode, last);
}

}  // namespace taki::cli
