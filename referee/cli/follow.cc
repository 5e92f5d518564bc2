#include "referee/cli/follow.h"

#include <algorithm>
#include <chrono>
#include <functional>
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

// Opens one stream after the other until it is over.
class Follower {
 public:
  // A message came: the referee is there.
  void Sign() {
    told_ = true;
    attempts_ = 0;
    last_sign_ = Clock::now();
  }
  // It is over: the stream that said so is the last one.
  void SetOver() { over_ = true; }

  void Run(const std::function<void()>& stream) {
    while (!over_) {
      try {
        stream();
        if (!over_) throw Failure{ExitCode::kUnreachable, "the stream ended early"};
      } catch (const Failure& failure) {
        const bool gone_for_good = Clock::now() - last_sign_ > milliseconds(kGoneMax_ms);
        if (over_) break;
        if (!told_ || gone_for_good || !WillPass(failure)) throw;
      }
      if (!over_) std::this_thread::sleep_for(Pause(attempts_++));
    }
  }

 private:
  bool told_ = false, over_ = false;
  int attempts_ = 0;
  Clock::time_point last_sign_ = Clock::now();
};

bool IsOver(v1::LeagueState state, const v1::LeagueProgress& progress) {
  return (state == v1::LEAGUE_STATE_FINISHED || state == v1::LEAGUE_STATE_ABORTED) &&
         progress.matches_running() == 0;
}

}  // namespace

v1::MatchFinished Follow(Client& client, const std::string& match_id, int from_seq,
                         const Client::OnWatched& on_message, int events_per_second) {
  v1::WatchMatchRequest request;
  request.set_events_per_second(events_per_second);
  request.set_match_id(match_id);
  request.set_from_seq(from_seq);
  v1::MatchFinished finished;
  bool match_told = false;
  Follower follower;
  const auto pass_on = [&](const v1::WatchMatchResponse& message) {
    follower.Sign();
    if (message.has_match() && std::exchange(match_told, true)) return;
    if (message.has_event()) request.set_from_seq(message.event().seq() + 1);
    if (message.has_finished()) {
      finished = message.finished();
      follower.SetOver();
    }
    on_message(message);
  };
  follower.Run([&] { client.WatchMatch(request, pass_on); });
  return finished;
}

v1::LeagueProgressed FollowLeague(Client& client, const std::string& league_id, int from_seq,
                                  const Client::OnLeagueWatched& on_message) {
  v1::WatchLeagueRequest request;
  request.set_league_id(league_id);
  request.set_from_seq(from_seq);
  v1::LeagueProgressed last;
  bool introduced = false;
  Follower follower;
  const auto pass_on = [&](const v1::WatchLeagueResponse& message) {
    follower.Sign();
    if (message.has_introduced()) {
      if (std::exchange(introduced, true)) return;
      // From now on: what is now must not be lost when the stream breaks before any news.
      if (request.from_seq() == 0)
        request.set_from_seq(message.introduced().league().last_seq() + 1);
    }
    if (message.has_news()) request.set_from_seq(message.news().seq() + 1);
    if (message.has_progressed()) {
      last = message.progressed();
      if (IsOver(last.state(), last.progress())) follower.SetOver();
    }
    on_message(message);
  };
  follower.Run([&] { client.WatchLeague(request, pass_on); });
  return last;
}

}  // namespace taki::cli
