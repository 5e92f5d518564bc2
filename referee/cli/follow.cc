#include "referee/cli/follow.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>
#include <utility>

#include "referee/cli/failure.h"

namespace taki::cli {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// The referee will have the match again: it restarts, or it dropped us because we were slow.
bool WillPass(const Failure& failure) {
  return failure.exit_code == ExitCode::kUnreachable || failure.reason == "DRAINING" ||
         failure.reason == "NOT_SERVING" || failure.reason == "SLOW_READER";
}

// At once, then after 200, 400, ... 2000 ms.
milliseconds Pause(int attempts) {
  return attempts == 0 ? milliseconds(0)
                       : std::min(milliseconds(2'000), milliseconds(100 << std::min(attempts, 5)));
}

}  // namespace

v1::MatchFinished Follow(Client& client, const std::string& match_id, int from_seq,
                         const Client::OnWatched& on_message) {
  v1::WatchMatchRequest request;
  request.set_match_id(match_id);
  request.set_from_seq(from_seq);
  std::optional<v1::MatchFinished> finished;
  bool match_told = false;
  int attempts = 0;
  Clock::time_point last_sign = Clock::now();
  const auto pass_on = [&](const v1::WatchMatchResponse& message) {
    attempts = 0;
    last_sign = Clock::now();
    if (message.has_match() && std::exchange(match_told, true)) return;
    if (message.has_event()) request.set_from_seq(message.event().seq() + 1);
    if (message.has_finished()) finished = message.finished();
    on_message(message);
  };
  while (!finished) {
    try {
      client.WatchMatch(request, pass_on);
      if (!finished) throw Failure{ExitCode::kUnreachable, "the stream of the match ended early"};
    } catch (const Failure& failure) {
      const bool gone_for_good = Clock::now() - last_sign > milliseconds(kGoneMax_ms);
      if (finished) break;
      if (!match_told || gone_for_good || !WillPass(failure)) throw;
    }
    if (!finished) std::this_thread::sleep_for(Pause(attempts++));
  }
  return *finished;
}

}  // namespace taki::cli
