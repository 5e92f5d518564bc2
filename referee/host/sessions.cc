// What bots' streams do to the host.
#include <algorithm>
#include <limits>

#include "referee/host/impl.h"
#include "referee/rules/fingerprint.h"

namespace taki::host {
namespace {

// What a client wrote, fit for a line of the log or a sentence back to it.
std::string Printable(std::string_view text) {
  constexpr std::size_t kMost = 64;
  std::string printable;
  for (const char c : text.substr(0, kMost)) printable += c >= ' ' && c <= '~' ? c : '?';
  if (text.size() > kMost) printable += "...";
  return printable;
}

constexpr std::string_view kStops = "the referee stops; connect again when it is back";
constexpr std::int32_t kComeBackMs = 2'000;

std::int64_t Ns(std::int64_t ms) { return ms * 1'000'000; }
// As sent, may be anything; 0 is never asked.
match::DecisionId DecisionIdOf(std::int64_t sent) {
  return {sent > 0 && sent <= 0xFFFFFFFF ? static_cast<std::uint32_t>(sent) : 0};
}
std::int64_t Key(StreamId stream) { return static_cast<std::int64_t>(stream.number); }

}  // namespace

void Host::Impl::OnConnected(StreamId stream, const Connected& connected) {
  Session& session = sessions_[stream.number];
  session.stream = stream;
  session.misuse.emplace(options_.misuse_per_second, 2.0 * options_.misuse_per_second, now_ns_);
  if (running_ == Running::kParked)
    return CloseSession(session, CloseReason::kDraining, kStops, kComeBackMs);
  if (!connected.token_hash)
    return CloseSession(session, CloseReason::kTokenMissing,
                        "send the metadata `authorization: Bearer <the bot's token>`");
  const store::Bot* bot = registry_.FindByToken(*connected.token_hash);
  if (bot == nullptr)
    return CloseSession(session, CloseReason::kTokenUnknown,
                        "this token belongs to no bot; register one, or rotate its token");
  if (!MayConnect(session, *bot)) return;
  // Matches that go on while the referee drains need their bots: who lost its stream may come back.
  const auto seats = seats_of_bot_.find(bot->id);
  if (running_ == Running::kDraining && (seats == seats_of_bot_.end() || seats->second.empty()))
    return CloseSession(session, CloseReason::kDraining, kStops, kComeBackMs);
  if (static_cast<std::int32_t>(sessions_.size()) > options_.max_sessions)
    return CloseSession(session, CloseReason::kTooManySessions,
                        "the referee holds as many streams as it may; try again later", 1'000);
  session.bot = bot->id;
  timers_.Add({now_ns_ + Ns(options_.hello_time_ms), Timer::Kind::kHello, Key(stream)});
}

// A bot that comes back all the time costs the others nothing but the refusal (N5). It is told when
// to come, each time a little differently, so that a crowd does not come back as one.
bool Host::Impl::MayConnect(Session& session, const store::Bot& bot) {
  const double most = options_.connects_per_minute;
  Connects& connects =
      connects_.try_emplace(bot.id, Connects{{most / 60, most, now_ns_}}).first->second;
  if (connects.left.Take(now_ns_)) {
    connects.refused = 0;
    return true;
  }
  if (++connects.refused == 1) log_(LogLevel::kWarning, "connects_too_often", "bot=" + bot.name);
  const std::int64_t wait_ms = connects.left.WaitNs() / 1'000'000 + 1;
  const std::uint64_t dice =
      rules::Mix(static_cast<std::uint64_t>(bot.id.number) << 32, connects.refused);
  const std::int64_t jitter_ms =
      static_cast<std::int64_t>(dice % static_cast<std::uint64_t>(wait_ms + 1'000));
  CloseSession(session, CloseReason::kRateLimited,
               "this bot opens streams too often; keep one, and wait longer each time it breaks",
               static_cast<std::int32_t>(wait_ms + jitter_ms));
  return false;
}

void Host::Impl::OnHelloTimer(StreamId stream) {
  const auto found = sessions_.find(stream.number);
  if (found == sessions_.end() || found->second.open || found->second.closing) return;
  CloseSession(found->second, CloseReason::kHelloTimeout,
               "no Hello came in time; send it at once after connecting");
}

void Host::Impl::OnHello(Session& session, const HelloSaid& hello) {
  if (session.open) {
    if (SpendMisuse(session))
      GiveNotice(session, {Notice::Kind::kUnexpected,
                           "Hello belongs at the beginning of a stream, once", "", 0});
    return;
  }
  if (!IsVersion(hello.version))
    return CloseSession(session, CloseReason::kHelloInvalid,
                        "bot_version: 1 to 32 characters of A-Z a-z 0-9 . _ -");
  if (hello.max_matches < 0 || hello.max_matches > 10'000)
    return CloseSession(session, CloseReason::kHelloInvalid,
                        "max_matches: 0 (as many as allowed) to 10000");
  const store::Bot* bot = registry_.Find(session.bot);
  if (bot == nullptr || !TakeOver(session, *bot)) return;
  session.version = hello.version;
  session.max_matches = hello.max_matches == 0
                            ? options_.max_matches_per_bot
                            : std::min(hello.max_matches, options_.max_matches_per_bot);
  if (!registry_.HasVersion(bot->id, hello.version)) {
    registry_.PutVersion(bot->id, hello.version);
    batch_.versions.push_back({bot->id, hello.version, clock_.UnixMs()});
  }
  OpenSession(session, *bot);
  Info("bot_connected", "bot=" + bot->name + " version=" + hello.version + " kit=\"" +
                            Printable(hello.kit) +
                            "\" session=" + std::to_string(sessions_so_far_[bot->id]));
}

// The newest stream of a bot wins (N7), but two programs that keep taking it from each other are
// stopped (N8).
bool Host::Impl::TakeOver(Session& session, const store::Bot& bot) {
  Session* old = SessionOf(bot.id);
  if (old == nullptr) return true;
  std::deque<std::int64_t>& takeovers = takeovers_[bot.id];
  while (!takeovers.empty() && takeovers.front() < now_ns_ - Ns(60'000)) takeovers.pop_front();
  if (static_cast<std::int32_t>(takeovers.size()) >= options_.takeovers_per_minute) {
    log_(LogLevel::kWarning, "too_many_takeovers", "bot=" + bot.name);
    CloseSession(session, CloseReason::kTooManyTakeovers,
                 "another program with this bot's token is connected and takes turns with this "
                 "one; stop one of them",
                 60'000);
    return false;
  }
  takeovers.push_back(now_ns_);
  Info("bot_superseded", "bot=" + bot.name);
  GiveNotice(*old, {Notice::Kind::kSuperseded,
                    "a newer stream of this bot took over; this one ends", "", 0});
  CloseSession(*old, CloseReason::kSuperseded, "a newer stream of this bot took over");
  return true;
}

void Host::Impl::OpenSession(Session& session, const store::Bot& bot) {
  session.open = true;
  session_of_bot_[bot.id] = session.stream;
  last_version_[bot.id] = session.version;
  const Limits limits{65'536, session.max_matches, options_.misuse_per_second,
                      options_.ping_interval_ms};
  Queue(session, Welcome{bot.name, session.version, ++sessions_so_far_[bot.id], limits}, true);
  SendPing(session);
  for (const auto& [match, seat] : seats_of_bot_[bot.id]) Join(live_.at(match), seat);
  queued_.MayHaveRoom(bot.id);
  start_queued_ = true;
  WaitNoMoreFor(bot.id);
}

std::optional<std::pair<LiveMatch*, rules::Seat>> Host::Impl::SeatNamed(Session& session,
                                                                        const std::string& text,
                                                                        bool is_reply,
                                                                        std::int64_t decision) {
  const auto id = match::ParseMatchId(text);
  if (id) {
    for (const auto& [match, seat] : seats_of_bot_[session.bot])
      if (match == *id) return std::pair(&live_.at(match), seat);
  }
  if (!SpendMisuse(session)) return std::nullopt;
  if (is_reply && id && id->number <= last_match_.number)
    Queue(session, GiveVerdict{*id, VerdictWithoutMatch(session, *id, decision)}, true);
  else
    GiveNotice(session, {Notice::Kind::kUnexpected,
                         "match_id: \"" + Printable(text) +
                             "\" is no running match of this bot; use the id of its MatchAssigned",
                         Printable(text), 0});
  return std::nullopt;
}

// A late reply to a match that is over is normal; one to a match of others, or to one that waits
// still, is not (N11, S5).
match::Verdict Host::Impl::VerdictWithoutMatch(const Session& session, match::MatchId id,
                                               std::int64_t decision) {
  const auto row = journal_.Match(id);
  const bool over = row.ok() && store::IsOver(row->state) &&
                    std::any_of(row->config.seats.begin(), row->config.seats.end(),
                                [&](const auto& seat) { return seat.bot == session.bot; });
  match::Verdict verdict;
  verdict.decision = DecisionIdOf(decision);
  verdict.kind = over ? match::VerdictKind::kMatchOver : match::VerdictKind::kStale;
  verdict.text = over ? "the match is over"
                      : "this bot has no seat in that match, or it has not begun; answer decisions "
                        "that this bot was asked";
  return verdict;
}

void Host::Impl::OnReady(Session& session, const ReadySaid& ready) {
  const auto named = SeatNamed(session, ready.match, false, 0);
  if (!named) return;
  if (ready.entropy.size() > rules::kMaxEntropyBytes) {
    if (SpendMisuse(session))
      GiveNotice(session,
                 {Notice::Kind::kUnexpected, "entropy: at most 32 bytes; this Ready does not count",
                  Printable(ready.match), 0});
    return;
  }
  if (named->first->machine.state() != match::Match::State::kAssigned && !SpendMisuse(session))
    return;
  StepMatch(*named->first, match::Ready{named->second, ready.entropy, session.version});
}

void Host::Impl::OnReply(Session& session, ReplySaid& reply, std::int64_t at_ns) {
  const auto named = SeatNamed(session, reply.match, true, reply.decision);
  if (!named) return;
  LiveMatch& live = *named->first;
  const std::uint32_t inputs = live.machine.inputs();
  match::Reply input;
  input.seat = named->second;
  input.decision = DecisionIdOf(reply.decision);
  input.actions = std::move(reply.actions);
  input.arrived = fair_.Arrived(at_ns, previous_turn_);
  StepMatch(live, input, at_ns);
  // Stale and repeated replies change nothing in the match, so it does not count them; the stream's
  // budget does.
  if (live.machine.inputs() == inputs) SpendMisuse(session);
}

void Host::Impl::OnResign(Session& session, const ResignSaid& resign) {
  const auto named = SeatNamed(session, resign.match, false, 0);
  if (named) StepMatch(*named->first, match::Resign{named->second});
}

void Host::Impl::OnMalformed(Session& session, const Malformed& malformed) {
  // Each costs as much as twenty stale replies: a peer that speaks another language should soon
  // hear it (N16).
  if (SpendMisuse(session, 20, CloseReason::kMalformed))
    GiveNotice(session, {Notice::Kind::kMalformed, malformed.what, "", 0});
}

// False if the stream has used up what it may send beside accepted replies; then its end has been
// queued.
bool Host::Impl::SpendMisuse(Session& session, double cost, CloseReason reason) {
  if (session.misuse->Take(now_ns_, cost)) return true;
  if (session.closing) return false;
  const store::Bot* bot = registry_.Find(session.bot);
  log_(LogLevel::kWarning, "rate_limited",
       "bot=" + (bot == nullptr ? std::string("?") : bot->name));
  constexpr std::int32_t kCoolDownMs = 5'000;
  constexpr std::string_view kTooMany = "too many messages that are not accepted replies";
  GiveNotice(session, {Notice::Kind::kRateLimited, std::string(kTooMany) + "; this stream ends", "",
                       kCoolDownMs});
  CloseSession(session, reason, kTooMany, kCoolDownMs);
  return false;
}

void Host::Impl::OnHalfClosed(Session& session) {
  session.half_closed = true;
  const bool unfinished = session.open && !seats_of_bot_[session.bot].empty();
  if (unfinished)
    CloseSession(session, CloseReason::kMatchesUnfinished,
                 "the bot closed its side while a match of its goes on; connect again");
  else
    CloseSession(session, CloseReason::kDone, "");
}

// At once and then in even intervals, whatever else is sent: so a bot that is gone is noticed, and
// the way there and back is known.
void Host::Impl::SendPing(Session& session) {
  session.ping_open = true;
  session.ping_sent_ns = 0;
  Queue(session, Ping{++session.pings}, true);
  timers_.Add({now_ns_ + Ns(options_.ping_interval_ms), Timer::Kind::kPing, Key(session.stream)});
}

void Host::Impl::OnPingTimer(StreamId stream) {
  const auto found = sessions_.find(stream.number);
  if (found != sessions_.end() && !found->second.closing) SendPing(found->second);
}

// Only the first answer to the last Ping tells something; all cost alike.
void Host::Impl::OnPong(Session& session, const PongSaid& pong, std::int64_t at_ns) {
  if (!SpendMisuse(session)) return;
  if (!session.ping_open || session.ping_sent_ns == 0 || pong.id != session.pings) return;
  session.ping_open = false;
  const std::int64_t us = std::max<std::int64_t>(at_ns - session.ping_sent_ns, 0) / 1'000;
  session.round_trip_us = static_cast<std::int32_t>(
      std::min<std::int64_t>(us, std::numeric_limits<std::int32_t>::max()));
}

void Host::Impl::GiveNotice(Session& session, Notice notice) {
  Queue(session, std::move(notice), true);
}

void Host::Impl::CloseSession(Session& session, CloseReason reason, std::string_view detail,
                              std::int32_t retry_after_ms) {
  if (session.closing) return;
  session.closing = true;
  closes_.push_back({session.stream, reason, std::string(detail), retry_after_ms});
  const auto current = session_of_bot_.find(session.bot);
  if (session.open && current != session_of_bot_.end() && current->second == session.stream) {
    session_of_bot_.erase(current);
    file_matches_ = true;  // the grace of an absent bot begins now
    LeaveMatches(session.bot);
  }
}

void Host::Impl::OnGone(StreamId stream) {
  if (watchers_.contains(stream.number) || league_watchers_.contains(stream.number))
    return ForgetWatcher(stream);
  const auto found = sessions_.find(stream.number);
  if (found == sessions_.end()) return;
  Session& session = found->second;
  if (session.open && !session.closing) {
    const store::Bot* bot = registry_.Find(session.bot);
    Info("bot_gone", "bot=" + (bot == nullptr ? std::string("?") : bot->name));
    session_of_bot_.erase(session.bot);
    file_matches_ = true;  // the grace of an absent bot begins now
    LeaveMatches(session.bot);
  }
  sessions_.erase(found);
}

void Host::Impl::LeaveMatches(match::BotId bot) {
  for (const auto& [match, seat] : seats_of_bot_[bot])
    StepMatch(live_.at(match), match::Left{seat});
}

BotPresence Host::Impl::PresenceOf(const std::string& name) const {
  const store::Bot* bot = registry_.Find(name);
  if (bot == nullptr) return {};
  const auto version = last_version_.find(bot->id);
  return {session_of_bot_.contains(bot->id),
          version == last_version_.end() ? std::string() : version->second};
}

Session* Host::Impl::SessionOf(match::BotId bot) {
  const auto current = session_of_bot_.find(bot);
  return current == session_of_bot_.end() ? nullptr : &sessions_.at(current->second.number);
}

}  // namespace taki::host
