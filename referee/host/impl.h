// The inside of Host: its state, and what each input does to it. Included by the .cc files of this
// room only.
//
// A turn has four steps that never mix: step (the On... functions; they change machines and memory,
// and queue what is to be sent), commit (one batch), perform (Perform and below: the only place
// that sends), watch (late watchers are served from the journal).
#pragma once

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

#include "absl/functional/any_invocable.h"
#include "absl/functional/function_ref.h"
#include "referee/host/fair_clock.h"
#include "referee/host/host.h"
#include "referee/host/match_queue.h"
#include "referee/host/registry.h"
#include "referee/host/timers.h"
#include "referee/host/token_bucket.h"

namespace taki::host {

// A bot's stream.
struct Session {
  StreamId stream;
  match::BotId bot;
  bool open = false;     // has said hello
  bool closing = false;  // its end is decided; nothing of it counts any more
  bool half_closed = false;
  std::string version;
  std::int32_t max_matches = 0;  // at once, as both sides want it
  Frame pending;                 // goes out as one frame
  bool urgent = false;           // at the end of this turn; else when it has waited long enough
  bool flush_timer = false;
  std::int32_t pings = 0;             // Ping `pings` was sent last
  bool ping_open = false;             // and is not answered yet
  std::int64_t ping_sent_ns = 0;      // when it was handed to the transport; 0: it is queued
  std::int32_t round_trip_us = -1;    // of the last Ping that was answered; -1: none yet
  std::optional<TokenBucket> misuse;  // what is left of the messages beside accepted replies
};

// How often a bot may still open a stream.
struct Connects {
  TokenBucket left;
  std::uint64_t refused = 0;  // in a row
};

// All events of a watched match, shared by its watchers; it lives as long as one of them.
struct Feed {
  store::MatchRow row;
  std::optional<rules::PublicState> start;  // once dealt
  std::vector<match::MatchEvent> events;    // event i has seq i + 1
  bool over = false;                        // row has the result; no event follows
  // How much later than all that the public sees it; 0: at once, as of a match that is over for
  // longer. When it happened is known only if the public has to wait: monotonic, event_ns never
  // falls and never exceeds over_ns.
  std::int64_t delay_ns = 0;
  std::int64_t start_ns = 0;
  std::vector<std::int64_t> event_ns;  // one an event
  std::int64_t over_ns = 0;
};

// How much of a feed one watcher may see by now.
struct Horizon {
  bool start = false;
  std::size_t events = 0;
  bool over = false;
  std::int64_t next_ns = 0;  // when it will be more; 0: when something happens
};

// What all watchers have in common: a stream that is written to when it has room.
struct WatchStream {
  StreamId stream;
  bool introduced = false;
  bool closing = false;
  bool writing = false;  // waits for Drained
  std::int64_t last_sent_ns = 0;
};

struct Watcher : WatchStream {
  match::MatchId match;
  std::shared_ptr<Feed> feed;  // nothing until it has been served from the journal
  std::uint32_t next_seq = 1;
  bool wants_start = false;
  bool organiser = false;          // sees everything at once
  std::int64_t interval_ns = 0;    // between two events; 0: as fast as they are there
  std::int64_t next_event_ns = 0;  // not before
  std::int64_t wake_ns = 0;        // the earliest kWatchDue timer in the heap, 0: none
};

// A league that something may still happen to: all that are not over, and those over that somebody
// asked something of since the start.
struct LiveLeague {
  league::League machine;
  store::LeagueRow row;
  std::vector<league::LogEntry> log;  // log[i].seq is i + 1
  // Since when entrants without a stream are waited for (IsThereOrGivenUp).
  std::map<league::Entrant, std::int64_t> absent_since_ns;
  std::int32_t running = 0;  // matches filed and not over
};

struct LeagueWatcher : WatchStream {
  league::LeagueId league;
  std::int32_t next_seq = 0;  // 0: only what comes after the introduction is wanted
};

struct LiveMatch {
  match::Match machine;
  store::MatchRow row;
  match::Effects effects;
  std::optional<store::MatchState> new_state;  // to be committed with this turn
  bool touched = false;
  // How many of this turn's messages came before a seat's bot joined: not for the stream that
  // joined, whose story begins with its Snapshot.
  std::array<std::size_t, rules::kMaxSeats> before_join{};
  std::int64_t timer_ns = 0;  // the earliest kMatch timer in the heap, 0: none
  // The decision that each seat's bot was sent last, by this process (timings.cc).
  struct Sent {
    match::DecisionId decision;
    std::int64_t at_ns = 0;  // monotonic
    std::int64_t unix_ms = 0;
    std::int64_t lag_ns = 0;         // of the fair clock then
    std::int64_t turn_share_ns = 0;  // of the turn that sent it so much had gone by
  };
  std::array<Sent, rules::kMaxSeats> sent{};
  std::vector<store::InputTiming> timings{};  // of this turn's records
};

class Host::Impl {
 public:
  Impl(const Options& options, Clock& clock, Transport& transport, store::Journal& journal,
       RandomBytes32 random, Log log);

  absl::Status Recover();
  absl::StatusOr<bool> Turn();
  void PostDrain();
  Counters counters() const;
  const match::Match* FindLive(match::MatchId id) const;

  // Any thread: runs `work` on the loop; the future is set after the commit of its turn.
  template <class T>
  std::future<absl::StatusOr<T>> Post(absl::AnyInvocable<absl::StatusOr<T>(Impl&)> work);
  std::future<std::vector<BotPresence>> PostPresenceOf(std::vector<std::string> names);

  // Commands, on the loop (commands.cc).
  absl::StatusOr<NewBotToken> RegisterBot(const NewBot& wanted);
  absl::StatusOr<NewBotToken> RotateToken(const std::string& name);
  absl::StatusOr<store::MatchRow> RequestMatch(const MatchRequest& request);
  absl::StatusOr<store::MatchRow> VoidMatch(match::MatchId id);
  absl::StatusOr<store::LeagueRow> CreateLeague(const NewLeague& wanted);
  absl::StatusOr<store::LeagueRow> CommandLeague(const LeagueCommand& command);
  absl::StatusOr<std::vector<const store::Bot*>> FindBots(
      const std::vector<std::string>& names) const;

 private:
  using Refusal = absl::AnyInvocable<void(const absl::Status& why)>;
  struct Command {
    absl::AnyInvocable<void(Impl&)> run;  // on the loop
    Refusal refuse;
    bool only_asks = false;  // it changes nothing, so it is answered even when nothing can change
  };
  struct Waiting {  // for the commit of this turn
    absl::AnyInvocable<void()> done;
    Refusal refuse;
  };
  struct Close {
    StreamId stream;
    CloseReason reason;
    std::string detail;
    std::int32_t retry_after_ms;
  };
  using SeatOfMatch = std::pair<match::MatchId, rules::Seat>;

  // The turn (host.cc).
  std::int64_t NextDueNs() const;
  std::int64_t PollUntilNs() const;
  void Step();
  void OnArrival(Arrival& arrival);
  void OnTimer(const Timer& timer);
  void TakeCommands();
  absl::Status Commit();
  absl::Status CommitOrWait();
  bool WaitForTheStore();
  void AnswerWithoutTheStore();
  bool AskedToStop() const;
  void FillBatch();
  void Enqueue(Command command);

  // Streams of bots (sessions.cc).
  void OnConnected(StreamId stream, const Connected& connected);
  bool MayConnect(Session& session, const store::Bot& bot);
  void OnHello(Session& session, const HelloSaid& hello);
  bool TakeOver(Session& session, const store::Bot& bot);
  void OpenSession(Session& session, const store::Bot& bot);
  void OnReady(Session& session, const ReadySaid& ready);
  void OnReply(Session& session, ReplySaid& reply, std::int64_t at_ns);
  void OnResign(Session& session, const ResignSaid& resign);
  void OnMalformed(Session& session, const Malformed& malformed);
  void OnHalfClosed(Session& session);
  void OnGone(StreamId stream);
  void OnHelloTimer(StreamId stream);
  void OnPong(Session& session, const PongSaid& pong, std::int64_t at_ns);
  void SendPing(Session& session);
  void OnPingTimer(StreamId stream);
  bool SpendMisuse(Session& session, double cost = 1,
                   CloseReason reason = CloseReason::kRateLimited);
  void GiveNotice(Session& session, Notice notice);
  void CloseSession(Session& session, CloseReason reason, std::string_view detail,
                    std::int32_t retry_after_ms = 0);
  void LeaveMatches(match::BotId bot);
  Session* SessionOf(match::BotId bot);
  BotPresence PresenceOf(const std::string& name) const;
  // The live match and seat that `text` names for this bot, or nothing (then a notice or verdict
  // has been queued).
  std::optional<std::pair<LiveMatch*, rules::Seat>> SeatNamed(Session& session,
                                                              const std::string& text,
                                                              bool is_reply, std::int64_t decision);
  match::Verdict VerdictWithoutMatch(const Session& session, match::MatchId id,
                                     std::int64_t decision);

  // Matches (matches.cc).
  store::MatchRow NewRow(const rules::Ruleset& ruleset, const match::TimeControl& clock, bool rated,
                         const std::optional<rules::Seed>& seed);
  void PutInQueue(store::MatchRow row);
  void StartQueued();
  bool HasRoomFor(match::BotId bot, std::int32_t more) const;
  void Assign(store::MatchRow row);
  LiveMatch& AddLive(store::MatchRow row, match::Match machine);
  void StepMatch(LiveMatch& live, const match::Input& input) { StepMatch(live, input, now_ns_); }
  // `read_ns`: when the input was read from the wire.
  void StepMatch(LiveMatch& live, const match::Input& input, std::int64_t read_ns);
  void Join(LiveMatch& live, rules::Seat seat);
  void OnMatchTimer(match::MatchId id);
  void SetMatchTimer(LiveMatch& live);
  absl::Status RecoverMatch(store::MatchRow row);
  void Quarantine(const store::MatchRow& row, std::string reason);

  // When things happened (timings.cc).
  void NoteSent(LiveMatch& live, const match::Decision& decision);
  void NoteStalledTurn();
  void NoteTimings(LiveMatch& live, std::size_t first, std::int64_t read_ns);

  // Leagues (leagues.cc).
  absl::Status RecoverLeagues();
  absl::StatusOr<LiveLeague*> FindLeague(league::LeagueId id);
  absl::Status CanDo(const league::League& machine, const LeagueCommand& command,
                     match::BotId bot) const;
  void ForMatchesOf(const LiveLeague& league, absl::FunctionRef<void(LiveMatch&)> action);
  void Append(LiveLeague& live, league::LogEntry entry);
  void NoteState(LiveLeague& live, const league::LogEntry& entry);
  void NoteRatings(const std::vector<match::MatchId>& before,
                   const std::vector<match::MatchId>& after);
  void NoteIfDisqualified(const LiveLeague& live, const league::LogEntry& finished);
  void TakeResults();
  void TakeResult(const store::MatchRow& row, league::Outcome outcome);
  void TakeQuarantined(store::MatchRow row);
  void FileMatches();
  void FileMatches(LiveLeague& live);
  std::vector<league::Wanted> Playable(LiveLeague& live, std::int32_t room);
  bool IsThereOrGivenUp(LiveLeague& live, league::Entrant entrant, std::int32_t filed);
  void File(LiveLeague& live, const league::Wanted& wanted);
  void WaitNoMoreFor(match::BotId bot);

  // Watching leagues (watch_league.cc).
  void OnLeagueWatchOpened(StreamId stream, const LeagueWatchOpened& opened);
  void ServeLeagueWatchers();
  void Serve(LeagueWatcher& watcher);
  void Pump(LeagueWatcher& watcher);
  LeagueNews NewsOf(const league::LogEntry& entry) const;
  LeagueIntro IntroOf(const LiveLeague& live) const;
  LeagueProgress ProgressOf(const LiveLeague& live) const;
  void OnLeagueWatchTimer(StreamId stream);

  // Sending (outbox.cc).
  void Perform();
  void PerformMessages(LiveMatch& live);
  std::int32_t ReadyTimeLeftMs(const LiveMatch& live) const;
  void Finish(LiveMatch& live);
  bool Queue(match::BotId bot, Item item, bool urgent);  // false: it is not connected
  void Queue(Session& session, Item item, bool urgent);
  void Flush(Session& session);
  void FlushTouched();
  void OnFlushTimer(StreamId stream);
  MatchIntro IntroOf(const LiveMatch& live) const;
  std::vector<std::string> DisplayNames(const match::MatchConfig& config) const;

  // Watching (watch.cc).
  void OnWatchOpened(StreamId stream, const WatchOpened& opened);
  void ServeLateWatchers();
  void Serve(Watcher& watcher);
  absl::StatusOr<std::shared_ptr<Feed>> FeedOf(match::MatchId id);
  void FeedEvents(LiveMatch& live);
  void RefreshRow(Feed& feed, const LiveMatch& live);
  absl::Status SetTimes(Feed& feed, std::span<const std::uint32_t> input_nos);
  std::int64_t MonotonicOf(std::int64_t unix_ms) const;
  Horizon HorizonOf(const Watcher& watcher) const;
  void PumpWatchersOf(const Feed& feed);
  void Pump(Watcher& watcher);
  void AddEvents(Watcher& watcher, const Horizon& horizon, Frame& frame);
  void WakeWhenDue(Watcher& watcher, const Horizon& horizon);
  void OnDrainedWatcher(Watcher& watcher);
  void OnWatchDue(StreamId stream);
  void OnWatchTimer(StreamId stream);
  void ForgetWatcher(StreamId stream);
  // Of all watchers.
  bool MayWatch(WatchStream& watcher);
  void SendTo(WatchStream& watcher, const Frame& frame);
  void KeepAlive(WatchStream& watcher, Item sign_of_life, Timer::Kind timer);
  void CloseWatcher(WatchStream& watcher, CloseReason reason, std::string_view detail);

  // Stopping (host.cc).
  void OnDrain();
  void Park();
  void Abandon();

  void Info(std::string_view event, const std::string& details) {
    log_(LogLevel::kInfo, event, details);
  }

  const Options options_;
  Clock& clock_;
  Transport& transport_;
  store::Journal& journal_;
  RandomBytes32 random_;
  Log log_;

  FairClock fair_;
  match::Instant previous_turn_{};
  std::int64_t now_ns_ = 0;  // monotonic, of this turn
  std::int64_t turn_unix_ms_ = 0;
  std::int64_t perform_ns_ = 0;  // monotonic, after this turn's commit
  std::int64_t perform_unix_ms_ = 0;
  Timers timers_;
  Registry registry_;

  std::unordered_map<std::uint64_t, Session> sessions_;   // by stream
  std::map<match::BotId, StreamId> session_of_bot_;       // open ones
  std::map<match::BotId, std::int32_t> sessions_so_far_;  // of a bot, since the start
  std::map<match::BotId, std::string> last_version_;      // of its last Hello, likewise
  std::map<match::BotId, std::deque<std::int64_t>> takeovers_;
  std::map<match::BotId, Connects> connects_;
  std::unordered_map<std::uint64_t, Watcher> watchers_;  // by stream
  std::map<match::MatchId, std::weak_ptr<Feed>> feeds_;  // of watched matches, live or over
  std::deque<StreamId> late_watchers_;                   // to be served from the journal

  std::map<match::MatchId, LiveMatch> live_;
  MatchQueue queued_;
  std::map<match::BotId, std::vector<SeatOfMatch>> seats_of_bot_;  // in live matches
  match::MatchId last_match_{};

  std::map<league::LeagueId, LiveLeague> leagues_;
  std::map<league::LeagueId, store::LeagueRow> resting_leagues_;  // the others: only in the store
  std::map<std::string, league::LeagueId, std::less<>> league_by_name_;        // of all
  std::map<std::string, league::LeagueId, std::less<>> league_by_request_id_;  // likewise
  league::LeagueId last_league_{};
  std::int32_t open_leagues_ = 0;  // neither finished nor aborted
  bool file_matches_ = false;      // something may be playable now
  std::unordered_map<std::uint64_t, LeagueWatcher> league_watchers_;  // by stream
  std::deque<StreamId> late_league_watchers_;                         // to be introduced
  std::vector<league::LeagueId> leagues_told_;                        // with news in this turn

  // This turn's work.
  std::vector<Arrival> inbox_;
  // Came while the store could not commit, and how many of each stream (bounded, D8).
  std::vector<Arrival> inbox_after_stall_;
  std::unordered_map<std::uint64_t, int> kept_of_stream_;
  bool shut_down_ = false;
  std::vector<LiveMatch*> touched_;
  std::vector<StreamId> to_flush_;
  std::vector<Close> closes_;
  store::Batch batch_;
  std::map<std::string, store::MatchRow> requested_;  // by request id, created in this turn
  std::vector<Waiting> after_commit_;
  bool start_queued_ = false;  // something may have room now

  enum class Running : std::uint8_t { kServing, kDraining, kParked };
  Running running_ = Running::kServing;
  Counters counters_;

  mutable std::mutex mutex_;  // guards what follows: the door from other threads
  std::vector<Command> commands_;
  int drains_ = 0;
  bool ended_ = false;
  std::vector<Command> taken_;
};

// What commands are refused with (commands.cc).
absl::Status Refuse(std::string_view field, std::string_view why);
absl::Status Stopping();
bool IsRequestId(std::string_view text);

template <class T>
std::future<absl::StatusOr<T>> Host::Impl::Post(absl::AnyInvocable<absl::StatusOr<T>(Impl&)> work) {
  auto promise = std::make_shared<std::promise<absl::StatusOr<T>>>();
  auto future = promise->get_future();
  const auto refuse = [promise](const absl::Status& why) { promise->set_value(why); };
  Enqueue({[promise, refuse, work = std::move(work)](Impl& host) mutable {
             host.after_commit_.push_back({[promise, answer = work(host)]() mutable {
                                             promise->set_value(std::move(answer));
                                           },
                                           refuse});
           },
           refuse});
  return future;
}

}  // namespace taki::host
