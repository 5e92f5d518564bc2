// The seam between the loop and whatever carries messages: gRPC's completion queue in the daemon
// (service/play_transport.h), an in-memory one in tests and simulation.
//
// All calls are made by the loop's thread, but for Wake. Everything that comes from outside comes
// out of Poll, in the order of arrival, already translated into the words of the referee; what
// could not be read comes as Malformed.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "referee/host/frame.h"
#include "referee/match/input.h"
#include "referee/rules/sha256.h"

namespace taki::host {

// A bot's stream was opened. `token_hash`: SHA-256 of the bearer token; not set if none was sent.
struct Connected {
  std::optional<rules::Bytes32> token_hash;
  std::string peer;  // for the log
};
struct HelloSaid {
  std::string version;  // validated by the host
  std::string kit;      // "taki-cpp 1", for the log
  std::int32_t max_matches = 0;
};
struct ReadySaid {
  std::string match;  // as sent, may be anything
  std::string entropy;
};
struct ReplySaid {
  std::string match;
  std::int64_t decision = 0;
  std::vector<match::SentAction> actions;
};
struct ResignSaid {
  std::string match;
};
struct PongSaid {
  std::int32_t id = 0;
};
struct Malformed {
  std::string what;
};  // names what could not be read and what to send instead
// A watcher's stream was opened. From then on Drained comes whenever its queue has run empty.
struct WatchOpened {
  std::string match;
  std::int64_t from_seq = 0;           // as sent
  std::int64_t events_per_second = 0;  // as sent
  bool organiser = false;              // with the organiser's token: sees everything at once
};
// The same for a league. `from_seq` 0: only what comes after now.
struct LeagueWatchOpened {
  std::string league;  // id, as sent
  std::int64_t from_seq = 0;
};
struct Drained {};
// The peer has said all it will say (half-close). The stream still carries what we send.
struct HalfClosed {};
// The stream is over, whoever ended it. Comes exactly once, last.
struct Gone {};

struct Arrival {
  StreamId stream;
  std::int64_t at_ns = 0;  // monotonic, when it was read from the wire
  std::variant<Connected, HelloSaid, ReadySaid, ReplySaid, ResignSaid, PongSaid, Malformed,
               WatchOpened, LeagueWatchOpened, Drained, HalfClosed, Gone>
      what;
};

class Transport {
 public:
  virtual ~Transport() = default;

  // Appends all that has arrived to `inbox`; waits for the first thing until `until_ns` (monotonic)
  // if nothing has. At most one message a stream and call, so that no bot gets more than its turn.
  // Returns early after Wake. False: shut down, nothing will come any more.
  virtual bool Poll(std::int64_t until_ns, std::vector<Arrival>& inbox) = 0;

  // Sends one frame. Does nothing for a stream that is closing or gone. A reader too slow for its
  // queue is cut off (Gone follows).
  virtual void Send(StreamId stream, const Frame& frame) = 0;

  // Ends the stream after what is queued has gone out; `detail` completes the sentence that the
  // peer gets. Gone follows.
  virtual void Close(StreamId stream, CloseReason reason, std::string_view detail,
                     std::int32_t retry_after_ms) = 0;

  // For grpc.health.v1 and whoever else asks.
  virtual void SetServing(bool serving) = 0;

  // No new streams; ends what is left; Poll returns false when all is done.
  virtual void Shutdown() = 0;

  // Any thread: makes a waiting Poll return soon.
  virtual void Wake() = 0;
};

}  // namespace taki::host
