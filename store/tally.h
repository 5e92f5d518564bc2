// Counts what BotTally tells of bots: one match at a time, the same way for both stores and for who
// counts a whole file again (sqlite/tools.h, CheckTallies).
//
// Holds some kilobytes for each version of a bot, however many matches it has counted. A value;
// used by one thread at a time.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/rows.h"

namespace taki::store {

class TallyBook {
 public:
  // Who sat in a match that is over.
  struct Seat {
    match::BotId bot;
    std::string version;  // empty: there is none, which counts as "-"
    std::int32_t place = 0;
    rules::SeatEnd end = rules::SeatEnd::kCompleted;
  };

  // A FINISHED match: adds to results and meetings.
  void CountResult(bool rated, const std::vector<Seat>& seats);
  // An input of `seat` in a FINISHED or VOID match: adds to decisions if it is one of those kinds.
  void CountInput(const Seat& seat, match::Record::Kind kind, std::int32_t charged_ms, bool strike);

  // What was counted elsewhere.
  void Add(match::BotId bot, const BotTally::Results& results);
  void Add(match::BotId bot, const BotTally::Meetings& meetings);
  void Add(match::BotId bot, const BotTally::Decisions& decisions);

  bool empty() const { return versions_.empty(); }
  void Clear() { versions_.clear(); }
  std::vector<match::BotId> Bots() const;  // those that anything was counted of, ascending
  BotTally Of(match::BotId bot) const;     // empty for others

 private:
  struct ResultKey {
    bool rated;
    std::int32_t seats, seat, place;
    rules::SeatEnd end;
    friend auto operator<=>(const ResultKey&, const ResultKey&) = default;
  };
  struct MeetingKey {
    bool rated;
    match::BotId opponent;
    friend auto operator<=>(const MeetingKey&, const MeetingKey&) = default;
  };
  struct Met {
    std::int64_t matches = 0, ahead = 0, level = 0;
  };
  struct Decided {
    std::int64_t count = 0, strikes = 0;
  };
  struct OfVersion {
    std::map<ResultKey, std::int64_t> results;
    std::map<MeetingKey, Met> meetings;
    std::array<std::vector<Decided>, 3> decisions;  // by kind from kReply, then by bucket
  };
  struct ByBotAndVersion {
    using is_transparent = void;
    template <class A, class B>
    bool operator()(const A& a, const B& b) const {
      return a.first != b.first ? a.first < b.first
                                : std::string_view(a.second) < std::string_view(b.second);
    }
  };

  OfVersion& At(match::BotId bot, std::string_view version);
  Decided& DecidedAt(match::BotId bot, std::string_view version, match::Record::Kind kind,
                     std::int32_t bucket);

  std::map<std::pair<match::BotId, std::string>, OfVersion, ByBotAndVersion> versions_;
};

}  // namespace taki::store
