// What a bot on this kit says, and when: the protocol of docs/protocol.md without its transport.
//
// A Player outlives streams. It is fed frames and answers through `Send`; it remembers, for each
// match, the last decision and the answer given to it, so that the same decision, asked again after
// a break, gets the same answer. No clock, no I/O but the log; used by one thread.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "sample_bots/cpp/bot_kit.h"
#include "sample_bots/cpp/options.h"

namespace taki::bot_kit {

// Writes one line to the bot's author. `important` lines are written even with --quiet.
using Log = std::function<void(bool important, const std::string& line)>;

class Player {
 public:
  using Send = std::function<void(const v1::PlayRequest&)>;

  // What the transport must do after a frame, beside going on.
  struct Next {
    bool welcomed = false;              // the referee knows us: the connection is good
    std::optional<int> retry_after_ms;  // when the stream has ended, wait so long
    bool leave = false;                 // leave this stream: not all was read, so begin anew
    bool superseded = false;            // another program took over: stop
  };

  Player(const Options& options, Bot bot, Log log);

  // The first message of a stream.
  const v1::PlayRequest& Hello();
  // Handles a frame; what must be said goes to `send` in order.
  Next OnFrame(const v1::PlayResponse& frame, const Send& send);

  // The matches that are going on, as far as we know.
  std::vector<std::string> Matches() const;
  // What HistoryService told about a match of Matches() that ended while we were away.
  void OnEndedMeanwhile(const v1::Match& match);
  // The referee does not know this match of Matches() any more.
  void OnLost(const std::string& match_id) { matches_.erase(match_id); }

  // As many matches as --games says are finished, and none is going on.
  bool Done() const;

 private:
  // What is remembered of a match.
  struct Memory {
    v1::PlayRequest ready;  // kept, so that entropy said twice is the same
    v1::PlayRequest reply;  // the last one; unset: none yet
    std::string fallback;   // an action that is legal there, if ours is refused
    int seat = 0;
    int strike_limit = 0;

    bool Answered(int decision_id) const {
      return reply.has_reply() && reply.reply().decision_id() == decision_id;
    }
  };

  void OnItem(const v1::PlayItem& item, const Send& send, Next& next);
  void OnWelcome(const v1::Welcome& welcome);
  void OnAssigned(const v1::MatchAssigned& assigned, const Send& send);
  void OnSnapshot(const v1::Snapshot& snapshot);
  void OnDecision(const v1::Decision& decision, const Send& send);
  void OnVerdict(const v1::Verdict& verdict, const Send& send);
  void OnFinished(const v1::MatchFinished& finished);
  void OnNotice(const v1::Notice& notice, Next& next);

  void Answer(const v1::Decision& decision, Memory& memory);
  void LogEnd(const std::string& match_id, v1::MatchEnding ending, const std::string& void_reason,
              const v1::MatchSeat* own);

  Options options_;
  Bot bot_;
  Log log_;
  v1::PlayRequest request_;  // reused for what need not be remembered
  std::unordered_map<std::string, Memory> matches_;
  std::unordered_set<std::string> ended_meanwhile_;  // counted; a late MatchFinished is not
  std::int64_t finished_ = 0;
  bool connected_before_ = false;
};

}  // namespace taki::bot_kit
