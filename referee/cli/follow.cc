#include "referee/cli/follow.h"

#include <utility>

#include "referee/cli/retry.h"

namespace taki::cli {
namespace {

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
  Retry follower;
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
  Retry follower;
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
