// Watchers of leagues: the league as it is, then each entry of its log, once and in order (D5). The
// log is in memory while anybody may ask, so a slow watcher is only a number into it.
#include <algorithm>
#include <limits>

#include "referee/host/impl.h"

namespace taki::host {

void Host::Impl::OnLeagueWatchOpened(StreamId stream, const LeagueWatchOpened& opened) {
  LeagueWatcher& watcher = league_watchers_[stream.number];
  watcher.stream = stream;
  watcher.last_sent_ns = now_ns_;
  if (!MayWatch(watcher)) return;
  const auto named = league_by_name_.find(opened.league);
  const auto id = named != league_by_name_.end() ? std::optional(named->second)
                                                 : league::ParseLeagueId(opened.league);
  if (!id)
    return CloseWatcher(watcher, CloseReason::kLeagueNotFound,
                        "league: there is no league of that name; an id is like l-000007");
  if (opened.from_seq < 0)
    return CloseWatcher(watcher, CloseReason::kFieldInvalid, "from_seq: 0 or more");
  watcher.league = *id;
  watcher.next_seq = static_cast<std::int32_t>(
      std::min<std::int64_t>(opened.from_seq, std::numeric_limits<std::int32_t>::max()));
  late_league_watchers_.push_back(stream);
  timers_.Add({now_ns_ + std::int64_t{options_.watch_heartbeat_ms} * 1'000'000,
               Timer::Kind::kLeagueWatch, static_cast<std::int64_t>(stream.number)});
}

// After the commit, so that what they are told is durable. A league that rests in the store is
// read back: one a turn, so that no match waits for more.
void Host::Impl::ServeLeagueWatchers() {
  bool read_one = false;
  while (!late_league_watchers_.empty() && !read_one) {
    const auto found = league_watchers_.find(late_league_watchers_.front().number);
    late_league_watchers_.pop_front();
    if (found == league_watchers_.end() || found->second.closing) continue;
    read_one = !leagues_.contains(found->second.league);
    Serve(found->second);
  }
  if (!leagues_told_.empty())
    for (auto& [number, watcher] : league_watchers_)
      if (watcher.introduced && std::find(leagues_told_.begin(), leagues_told_.end(),
                                          watcher.league) != leagues_told_.end())
        Pump(watcher);
  leagues_told_.clear();
}

void Host::Impl::Serve(LeagueWatcher& watcher) {
  const auto live = FindLeague(watcher.league);
  if (absl::IsNotFound(live.status()))
    return CloseWatcher(watcher, CloseReason::kLeagueNotFound,
                        "league: there is no league " + league::ToString(watcher.league));
  if (!live.ok())
    return CloseWatcher(watcher, CloseReason::kNotServing, std::string(live.status().message()));
  Pump(watcher);
}

LeagueNews Host::Impl::NewsOf(const league::LogEntry& entry) const {
  const auto name = [this](match::BotId bot) {
    const store::Bot* known = registry_.Find(bot);
    return known == nullptr ? std::string() : known->name;
  };
  LeagueNews news{entry, name(entry.bot), {}};
  for (const match::BotId bot : entry.bots) news.seats.push_back(name(bot));
  for (const league::Outcome::Seat& seat : entry.outcome.seats)
    news.seats.push_back(name(seat.bot));
  return news;
}

LeagueIntro Host::Impl::IntroOf(const LiveLeague& live) const {
  LeagueIntro intro{live.row, {}, live.machine.progress()};
  for (const league::EntrantInfo& entrant : live.machine.entrants()) {
    const store::Bot* bot = registry_.Find(entrant.bot);
    intro.entrants.push_back(bot == nullptr ? std::string() : bot->name);
  }
  return intro;
}

// Sends what the watcher has not seen, at most a piece; the next piece follows when this one has
// gone out.
void Host::Impl::Pump(LeagueWatcher& watcher) {
  if (watcher.writing || watcher.closing) return;
  constexpr std::size_t kPiece = 64;
  const LiveLeague& live = leagues_.at(watcher.league);
  const auto entries = static_cast<std::int32_t>(live.log.size());
  Frame frame;
  if (!watcher.introduced) {
    watcher.introduced = true;
    if (watcher.next_seq == 0) watcher.next_seq = entries + 1;
    frame.push_back(IntroOf(live));
  }
  for (; watcher.next_seq <= entries && frame.size() < kPiece; ++watcher.next_seq)
    frame.push_back(NewsOf(live.log[static_cast<std::size_t>(watcher.next_seq - 1)]));
  const bool all = watcher.next_seq > entries;
  if (all && !frame.empty()) frame.push_back(ProgressOf(live));
  if (!frame.empty()) SendTo(watcher, frame);
  if (all && store::IsOver(live.row.state)) CloseWatcher(watcher, CloseReason::kDone, "");
}

LeagueProgress Host::Impl::ProgressOf(const LiveLeague& live) const {
  return {live.row.last_seq, live.row.state, live.machine.progress()};
}

void Host::Impl::OnLeagueWatchTimer(StreamId stream) {
  const auto found = league_watchers_.find(stream.number);
  if (found == league_watchers_.end()) return;
  LeagueWatcher& watcher = found->second;
  const auto live = leagues_.find(watcher.league);  // there once it has been introduced
  KeepAlive(watcher, live == leagues_.end() ? LeagueProgress{} : ProgressOf(live->second),
            Timer::Kind::kLeagueWatch);
}

}  // namespace taki::host
