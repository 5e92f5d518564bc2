// Matches that wait for room, each found again by a bot that it waits for.
//
// Fair: the oldest first, and a match whose bots have room is not held up by those that wait before
// it, however many. A match that is looked at is either taken or parked with one of its bots that
// has no room, and is not looked at again before that bot may have some: what a change costs does
// not depend on how many wait. One thread; owned by the host.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "store/rows.h"

namespace taki::host {

class MatchQueue {
 public:
  // Whether a bot may take one more seat now.
  using HasRoom = std::function<bool(match::BotId)>;

  // Requires: no match with this id waits. Older matches have lower ids.
  void Add(store::MatchRow row);
  // A seat of the bot has become free, or it may take more of them than before.
  void MayHaveRoom(match::BotId bot);
  // The oldest match that is to be looked at and whose bots all have room; it waits no longer.
  // Nothing if there is none, or after `looks` at matches, which are counted down: then the rest is
  // still to be looked at.
  std::optional<store::MatchRow> Take(const HasRoom& has_room, int& looks);
  // Those for which `wanted` holds wait no longer, whatever room there is; oldest first. Looks at
  // all.
  std::vector<store::MatchRow> TakeIf(const std::function<bool(const store::MatchRow&)>& wanted);
  // Nothing is to be looked at before something changes.
  bool settled() const { return to_look_at_.empty(); }
  std::size_t size() const { return waiting_.size(); }

 private:
  void Forget(const store::MatchRow& row);

  std::map<match::MatchId, store::MatchRow> waiting_;
  // Every waiting match is in exactly one of these. A match is looked at on behalf of the bot that
  // it was parked with: as long as that bot may have room, one match of its is looked at.
  std::map<match::MatchId, std::optional<match::BotId>> to_look_at_;
  std::map<match::BotId, std::set<match::MatchId>> parked_;
};

}  // namespace taki::host
