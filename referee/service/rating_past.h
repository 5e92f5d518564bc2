// What the leaderboard showed in the past, at changes that are spread evenly over the rated log: at
// each whose number a power of two divides, the least one that leaves at most 64 of them. So they
// are the same for every bot, and none moves when more come in.
//
// Each point is a fit of its own, with the same bits as the board had then. Belongs to one thread
// at a time; a Past never changes.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "referee/rating/leaderboard.h"
#include "referee/service/rated_log.h"
#include "referee/service/rated_tally.h"

namespace taki::service {

// What was so at a change of the log. Versions are told by their index in it.
struct Past {
  struct Figures {
    rating::Standing standing;  // its ranks are those among all versions
    std::int64_t matches = 0;
  };
  RatedChange last;
  std::map<std::uint32_t, Figures> by_version;
  std::map<match::BotId, std::uint32_t> played_last;  // the version, by bot
};
using Pasts = std::vector<std::shared_ptr<const Past>>;  // by as_of

class RatingPast {
 public:
  // No more points than these are missing as of change `until`. 0: none is.
  std::int64_t MissingAtMost(std::int64_t until) const;
  // Makes the first point that is missing as of change `until`. False: none was, or `stop` said so.
  // Requires: `log` goes on from the one of the call before, and has change `until`.
  bool MakeNext(const RatedLog& log, std::int64_t until, const std::function<bool()>& stop);
  Pasts points() const;

 private:
  static std::int64_t StepAt(std::int64_t until);
  // The tally, and who played with what, on the way from the first change to a point.
  struct Way {
    RatedTally tally;
    std::map<match::BotId, std::uint32_t> played_last;
  };
  static void Follow(const RatedLog& log, std::int64_t until, Way& way);

  std::map<std::int64_t, std::shared_ptr<const Past>> past_;  // by as_of
  // Kept while points are missing: it holds as much as all results.
  std::optional<Way> way_;
};

}  // namespace taki::service
