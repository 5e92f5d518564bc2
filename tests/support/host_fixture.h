// The fixture of the host's tests: a referee with bots and watchers around it, in one thread and on
// a fake clock.
//
//   TEST_F(ReconnectTest, DecisionIsAskedAgainWithTheSameId) {
//     const auto match = StartMatch({"alice", "bob"});
//     const auto asked = Asked("alice");
//     Leave("alice");
//     Join("alice");
//     EXPECT_EQ(Asked("alice").id, asked.id);
//   }
//
// Everything that is sent goes through the examiner (match_mirror.h); what it finds fails the test
// at the end. Nothing happens but inside Run, which lets the clock go on by what it is told.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "referee/host/host.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_transport.h"
#include "tests/support/fault_journal.h"
#include "tests/support/match_mirror.h"

namespace taki::test {

// One action of a reply for each token; "?" is what could not be read.
std::vector<match::SentAction> ActionsOf(std::string_view tokens);
// 32 bytes that are `number`.
rules::Bytes32 BytesOf(std::uint64_t number);

class HostTest : public ::testing::Test, public FakeTransport::Listener {
 protected:
  struct SentItem {
    std::int64_t at_ns;
    int frame;  // counts the frames of its stream
    host::Item item;
  };
  struct Stream {
    host::StreamId id;
    std::vector<SentItem> items;
    int frames = 0;
    std::optional<host::CloseReason> closed;
    std::string detail;
    std::int32_t retry_after_ms = 0;
    std::int64_t closed_at_ns = 0;
  };

  HostTest();
  ~HostTest() override;

  // --- the referee
  // Starts it; `options_` may be changed before. The first call of a test does it by itself.
  host::Host& TheHost();
  // kill -9 and a new process on the same store.
  void Restart();
  // Lets `ms` pass. 0: only what is due now.
  void Run(std::int64_t ms = 0) { RunNs(ms * kMs); }
  void RunNs(std::int64_t ns);

  // --- bots
  void Register(const std::string& name);
  // A new stream with the bot's token, and Hello on it; registers it if there is no such bot.
  Stream& Join(const std::string& name, const std::string& version = "1",
               std::int32_t max_matches = 0);
  Stream& Connect(const std::string& name);  // without Hello
  Stream& ConnectWith(std::optional<rules::Bytes32> token_hash);
  host::NewBotToken RotateToken(const std::string& name);
  template <class T>
  T Take(std::future<T> future) {
    Run();
    EXPECT_EQ(future.wait_for(std::chrono::seconds(0)), std::future_status::ready);
    return future.get();
  }
  void Hello(Stream& stream, const std::string& version = "1", std::int32_t max_matches = 0);
  void Leave(const std::string& name);  // its stream breaks
  void Say(Stream& stream, FakeTransport::What what);
  // The same `after_ns` from now on.
  void SayLater(Stream& stream, FakeTransport::What what, std::int64_t after_ns);
  void Ready(const std::string& name, match::MatchId match, const std::string& entropy = "");
  void Reply(const std::string& name, match::MatchId match, std::int64_t decision,
             std::string_view tokens);
  // Answers the decision asked last with its first legal action.
  void Play(const std::string& name);

  // --- matches
  host::MatchRequest Between(std::vector<std::string> bots) const;  // listed order, `clock_`
  absl::StatusOr<store::MatchRow> Request(host::MatchRequest request);
  // Bots join (those who have not), are assigned and say Ready; the first decision has been asked
  // of the first bot. Its first legal action is a number card, so that the turn passes on.
  match::MatchId StartMatch(const std::vector<std::string>& bots);
  match::MatchId StartMatch(host::MatchRequest request);
  // From now on every bot answers every decision at once with its first legal action, or a play if
  // there is one; and says Ready.
  void Autoplay() { autoplay_ = true; }
  // Lets the autoplayers play until `match` is over.
  void PlayToTheEnd(match::MatchId match);
  store::MatchRow Row(match::MatchId id);

  // --- what was told
  Stream& StreamOf(const std::string& name);  // the newest
  template <class T>
  std::vector<T> All(const Stream& stream) const {
    std::vector<T> all;
    for (const SentItem& sent : stream.items)
      if (const T* item = std::get_if<T>(&sent.item)) all.push_back(*item);
    return all;
  }
  template <class T>
  std::vector<T> All(const std::string& name) {
    return All<T>(StreamOf(name));
  }
  template <class T>
  int CountOf(const std::string& name) {
    return static_cast<int>(All<T>(StreamOf(name)).size());
  }
  // The decision asked last. Fails if there is none.
  match::Decision Asked(const std::string& name);
  match::Verdict LastVerdict(const std::string& name);
  // The last frame's items by their names: "verdict event event decision".
  std::string LastFrame(const Stream& stream) const;
  std::string LastFrame(const std::string& name) { return LastFrame(StreamOf(name)); }

  // --- watchers
  Stream& Watch(const std::string& match, std::int64_t from_seq = 0);
  Stream& WatchAs(host::WatchOpened opened);
  Stream& WatchLeague(const std::string& league, std::int64_t from_seq = 0);
  void SlowWatchers() { transport_.SetAutoDrain(false); }

  // A seed with which the next match is dealt as wanted (if nobody gives entropy).
  rules::Seed SeedWhere(const rules::Ruleset& ruleset, int seats,
                        const std::function<bool(const rules::Position&)>& wanted);

  void OnSend(host::StreamId stream, const host::Frame& frame) override;
  void OnClose(host::StreamId stream, host::CloseReason reason, std::string_view detail,
               std::int32_t retry_after_ms) override;

  host::Options options_;
  match::TimeControl clock_;
  FakeClock fake_clock_;
  FakeTransport transport_;
  store::MemoryStore store_;
  FaultJournal journal_;
  MatchMirror mirror_;
  std::vector<std::string> log_;
  absl::Status run_status_;
  bool ended_ = false;  // the loop has ended

 private:
  void Answer(host::StreamId stream, const host::Item& item);
  host::Item Keep(host::Item item);

  std::unique_ptr<host::Host> host_;
  std::map<std::uint64_t, std::unique_ptr<Stream>> streams_;
  std::map<std::string, std::uint64_t> newest_;
  std::map<std::string, std::string> tokens_;
  std::deque<match::MatchConfig> configs_;  // what kept items point to
  std::uint64_t random_ = 0;
  bool autoplay_ = false;
};

}  // namespace taki::test
