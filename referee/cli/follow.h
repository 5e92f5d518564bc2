// Follows a match or a league to its end, over breaks of the connection and restarts of the
// referee.
#pragma once

#include <functional>
#include <string>

#include "referee/cli/client.h"

namespace taki::cli {

// Hands every message to `on_message` in order, once: after a break the stream goes on at the
// number after the last event, and its repeated first message (the match) is left out. Returns what
// the last message said. Throws the Failure if the first attempt fails, if the referee stays away
// for kGoneMax_ms (retry.h), or if it refuses for good. `events_per_second`: as in
// WatchMatchRequest.
v1::MatchFinished Follow(Client& client, const std::string& match_id, int from_seq,
                         const Client::OnWatched& on_message, int events_per_second = 0);

// The same for a league: hands over its introduction once, and news and progress in order. Returns
// how far it had come when the stream ended: it is over, and no match of it is running.
v1::LeagueProgressed FollowLeague(Client& client, const std::string& league_id, int from_seq,
                                  const Client::OnLeagueWatched& on_message);

}  // namespace taki::cli
