// A PlayService for one bot, at which recorded decisions are put to it again (`taki match resend`).
//
// It speaks the protocol as a referee does (docs/protocol.md): Hello, Welcome, then for each
// decision Snapshot, Decision, the reply, Verdict, MatchFinished. MatchFinished makes the bot
// forget the match, so that the same decision can be put again and is decided anew. Any token will
// do: bots dial in, and nothing is at stake. One bot at a time; a second one is turned away.
//
// Used by one thread; Interrupt may be called from any.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "taki/v1/history_service.pb.h"
#include "taki/v1/play_service.pb.h"

namespace taki::cli {

class Rehearsal {
 public:
  // Listens on `address`, host:port; port 0: any free one. Throws a Failure (kLocal) if it cannot.
  explicit Rehearsal(const std::string& address);
  // Ends the stream, telling the bot why, and the server.
  ~Rehearsal();
  Rehearsal(const Rehearsal&) = delete;
  Rehearsal& operator=(const Rehearsal&) = delete;

  // Where bots find it, the port included.
  const std::string& address() const { return address_; }

  enum class Outcome : std::uint8_t {
    kDone,
    kTimeUp,       // the bot was silent for too long
    kLeft,         // its stream ended
    kInterrupted,  // Interrupt was called
  };

  // Waits for a bot and its Hello, for ever if `limit_ms` is 0, and welcomes it.
  Outcome Welcome(const v1::Match& match, int seat, int limit_ms);
  // As it said in its last Hello.
  const v1::Hello& hello() const { return hello_; }

  // Puts the decision to the bot and waits for its reply. Requires: a bot was welcomed.
  Outcome Ask(const v1::Match& match, const v1::Decision& decision, int limit_ms);
  // What it replied to the last Ask, and how long that took.
  const v1::Reply& reply() const { return reply_; }
  std::int64_t took_us() const { return took_us_; }

  // Tells the bot what its last reply was worth (nothing, if it is null: it came too late, or not),
  // and that the match is over.
  void Conclude(const v1::Match& match, const v1::Verdict* verdict);

  // Whatever waits returns kInterrupted, now and from now on.
  void Interrupt();

 private:
  struct Stage;

  std::unique_ptr<Stage> stage_;
  std::string address_;
  v1::Hello hello_;
  v1::Reply reply_;
  std::int64_t took_us_ = 0;
};

// Whether `address` is host:port, an IPv6 host in brackets.
bool IsAddress(const std::string& address);
// Whether only this machine can reach `address`.
bool IsLoopback(const std::string& address);

}  // namespace taki::cli
