// bad_bot --kind KIND: a bot that misbehaves in one way and plays legally otherwise.
//
// It has no kit and no manners. What the referee says is printed to stdout, a line each, for tests:
//   welcome alice / assigned m-000001 / asked m-000001 12 / verdict m-000001 12 ILLEGAL R3.3
//   notice MALFORMED / finished m-000001 COMPLETED place 2 end ILLEGAL_ACTION
//   stream ended ABORTED SUPERSEDED
// It ends with 0 when its stream has ended and it does not come back (`--games`, `--streams`).

#include <signal.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "taki/v1/error.pb.h"
#include "taki/v1/play_service.pb.h"
#include "tests/support/bots/raw_stream.h"

namespace taki::testing {
namespace {

struct Options {
  std::string server = "127.0.0.1:7450";
  std::string token;
  std::string kind;
  int after = 3;         // misbehaves from this decision of a match on, counted from 1
  int times = 0;         // so often, then never again; 0: for ever
  int delay_ms = 2'000;  // slow
  int burst = 1'000;     // flooding
  int games = 0;         // leaves after so many finished matches; 0: never
  int streams = 1;       // comes back until it has had so many streams
  int deadline_s = 0;    // of the call
  std::string bot_version = "bad";
};

void Print(const std::string& line) {
  std::printf("%s\n", line.c_str());
  std::fflush(stdout);
}

std::string Short(std::string name) { return name.substr(name.rfind("KIND_") + 5); }

std::string ReasonOf(const grpc::Status& status) {
  v1::ErrorStatus error;
  v1::ErrorDetail detail;
  const bool has = error.ParseFromString(status.error_details()) && error.details_size() > 0 &&
                   error.details(0).UnpackTo(&detail);
  return has ? detail.reason() : "-";
}

std::string CodeName(grpc::StatusCode code) {
  static const char* const kNames[] = {"OK",
                                       "CANCELLED",
                                       "UNKNOWN",
                                       "INVALID_ARGUMENT",
                                       "DEADLINE_EXCEEDED",
                                       "NOT_FOUND",
                                       "ALREADY_EXISTS",
                                       "PERMISSION_DENIED",
                                       "RESOURCE_EXHAUSTED",
                                       "FAILED_PRECONDITION",
                                       "ABORTED",
                                       "OUT_OF_RANGE",
                                       "UNIMPLEMENTED",
                                       "INTERNAL",
                                       "UNAVAILABLE",
                                       "DATA_LOSS",
                                       "UNAUTHENTICATED"};
  return kNames[static_cast<int>(code)];
}

// The slowness of a slow bot; not a test's way to wait for something.
void DoNothingFor(int ms) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable never;
  never.wait_for(lock, std::chrono::milliseconds(ms), [] { return false; });
}

v1::PlayRequest ReplyWith(const v1::Decision& decision, const std::string& notation) {
  v1::PlayRequest request;
  v1::Reply& reply = *request.mutable_reply();
  reply.set_match_id(decision.match_id());
  reply.set_decision_id(decision.decision_id());
  reply.add_actions()->set_notation(notation);
  return request;
}

// A legal answer: the first that is no Breaker, which would cost three cards.
v1::PlayRequest Legal(const v1::Decision& decision) {
  for (const v1::Action& action : decision.legal_actions()) {
    if (action.play().card().face() != v1::FACE_BREAKER)
      return ReplyWith(decision, action.notation());
  }
  return ReplyWith(decision, decision.legal_actions(0).notation());
}

// A legal answer that is not Legal(decision), if there is one.
v1::PlayRequest AnotherLegal(const v1::Decision& decision) {
  const int last = decision.legal_actions_size() - 1;
  return ReplyWith(decision, decision.legal_actions(last).notation());
}

// A card that nobody asked with this decision can play.
v1::PlayRequest Illegal(const v1::Decision& decision) {
  const bool window = decision.kind() == v1::DECISION_KIND_WINDOW;
  return ReplyWith(decision, window ? "draw" : "pass");
}

class BadBot {
 public:
  explicit BadBot(Options options) : options_(std::move(options)) { AddKinds(); }

  bool Knows(const std::string& kind) const { return on_decision_.contains(kind) || IsEarly(kind); }
  int Run();

 private:
  using OnDecision = std::function<void(RawStream&, const v1::Decision&)>;

  static bool IsEarly(const std::string& kind) {
    return kind == "never-ready" || kind == "no-hello" || kind == "no-pong" || kind == "deaf" ||
           kind == "good";
  }
  void AddKinds();
  void PlayOneStream();
  bool OnItem(RawStream& stream, const v1::PlayItem& item);  // false: leave
  void Decide(RawStream& stream, const v1::Decision& decision);

  Options options_;
  std::map<std::string, OnDecision> on_decision_;
  std::map<std::string, int> asked_;  // decisions a match
  int misdeeds_ = 0;
  int finished_ = 0;
  bool leave_ = false;
  std::unique_ptr<RawStream> second_;
};

// What each kind does with a decision in place of answering it.
void BadBot::AddKinds() {
  auto& kinds = on_decision_;
  kinds["silent"] = [](RawStream&, const v1::Decision&) {};
  kinds["slow"] = [this](RawStream& stream, const v1::Decision& decision) {
    DoNothingFor(options_.delay_ms);
    stream.Write(Legal(decision));
  };
  kinds["illegal"] = [](RawStream& stream, const v1::Decision& decision) {
    stream.Write(Illegal(decision));
  };
  kinds["not-held"] = [](RawStream& stream, const v1::Decision& decision) {
    stream.Write(ReplyWith(decision, "R99"));
  };
  kinds["empty"] = [](RawStream& stream, const v1::Decision& decision) {
    v1::PlayRequest request = Legal(decision);
    request.mutable_reply()->clear_actions();
    stream.Write(request);
  };
  kinds["too-many-actions"] = [](RawStream& stream, const v1::Decision& decision) {
    v1::PlayRequest request = Legal(decision);
    for (int i = 0; i < 200; ++i) request.mutable_reply()->add_actions()->set_notation("draw");
    stream.Write(request);
  };
  kinds["unset-oneof"] = [](RawStream& stream, const v1::Decision& decision) {
    stream.Write(ReplyWith(decision, ""));
  };
  kinds["unknown-enum"] = [](RawStream& stream, const v1::Decision& decision) {
    v1::PlayRequest request = ReplyWith(decision, "");
    v1::Card& card = *request.mutable_reply()->mutable_actions(0)->mutable_play()->mutable_card();
    card.set_color(static_cast<v1::Color>(-1));
    card.set_face(static_cast<v1::Face>(99));
    stream.Write(request);
  };
  kinds["contradiction"] = [](RawStream& stream, const v1::Decision& decision) {
    v1::PlayRequest request = ReplyWith(decision, "draw");
    request.mutable_reply()->mutable_actions(0)->mutable_end();
    stream.Write(request);
  };
  // Decisions that are not open, not its own, or nonsense; then the right answer.
  kinds["stale"] = [](RawStream& stream, const v1::Decision& decision) {
    for (const int offset : {-1, 1, 1'000'000, -decision.decision_id(), -2'000'000'000}) {
      v1::PlayRequest request = Legal(decision);
      request.mutable_reply()->set_decision_id(decision.decision_id() + offset);
      stream.Write(request);
    }
    for (const char* match : {"m-999999", "", "no match", "m-1\n"}) {
      v1::PlayRequest request = Legal(decision);
      request.mutable_reply()->set_match_id(match);
      stream.Write(request);
    }
    stream.Write(Legal(decision));
  };
  kinds["duplicate"] = [](RawStream& stream, const v1::Decision& decision) {
    for (int i = 0; i < 3; ++i) stream.Write(Legal(decision));
  };
  kinds["duplicate-conflict"] = [](RawStream& stream, const v1::Decision& decision) {
    stream.Write(Legal(decision));
    stream.Write(AnotherLegal(decision));
    stream.Write(Illegal(decision));
  };
  kinds["flooding"] = [this](RawStream& stream, const v1::Decision& decision) {
    stream.Write(Legal(decision));
    for (int i = 0; i < options_.burst && stream.Write(Legal(decision)); ++i) {
    }
  };
  kinds["crashing"] = [](RawStream&, const v1::Decision&) { kill(getpid(), SIGKILL); };
  kinds["quitting"] = [](RawStream& stream, const v1::Decision& decision) {
    v1::PlayRequest request;
    request.mutable_resign()->set_match_id(decision.match_id());
    stream.Write(request);
  };
  kinds["garbage"] = [](RawStream& stream, const v1::Decision& decision) {
    stream.WriteBytes(std::string(16, '\xff'));
    stream.WriteBytes("\x1a\x7f");                  // a length that goes beyond the end
    stream.WriteBytes("");                          // a message that says nothing
    stream.WriteBytes("\x1a\x04\x0a\x02\xc3\x28");  // a match_id that is no UTF-8
    stream.Write(Legal(decision));
  };
  kinds["oversized"] = [](RawStream& stream, const v1::Decision& decision) {
    v1::PlayRequest request = Legal(decision);
    request.mutable_reply()->mutable_actions(0)->set_notation(std::string(65'536, 'R'));
    stream.Write(request);
  };
  kinds["second-hello"] = [](RawStream& stream, const v1::Decision& decision) {
    v1::PlayRequest request;
    request.mutable_hello()->set_bot_version("again");
    stream.Write(request);
    stream.Write(Legal(decision));
  };
  kinds["half-close"] = [](RawStream& stream, const v1::Decision&) { stream.WritesDone(); };
  kinds["vanishing"] = [this](RawStream& stream, const v1::Decision&) {
    stream.Cancel();
    leave_ = true;
  };
  // Opens another stream with the same token; the referee ends this one.
  kinds["second-stream"] = [this](RawStream&, const v1::Decision&) {
    second_ = std::make_unique<RawStream>(options_.server, options_.token);
    v1::PlayRequest request;
    request.mutable_hello()->set_bot_version(options_.bot_version);
    second_->Write(request);
  };
}

int BadBot::Run() {
  for (int stream = 0; stream < options_.streams; ++stream) {
    if (stream > 0) DoNothingFor(200);
    leave_ = false;
    PlayOneStream();
    if (options_.games > 0 && finished_ >= options_.games) break;
  }
  return 0;
}

void BadBot::PlayOneStream() {
  RawStream stream(options_.server, options_.token, options_.deadline_s);
  v1::PlayRequest hello;
  hello.mutable_hello()->set_bot_version(options_.bot_version);
  if (options_.kind != "no-hello") stream.Write(hello);
  bool deaf = false;
  while (!leave_) {
    if (deaf) DoNothingFor(3'600'000);
    const std::optional<v1::PlayResponse> frame = stream.Read();
    if (!frame) break;
    for (const v1::PlayItem& item : frame->items()) {
      deaf = deaf || (options_.kind == "deaf" && item.has_decision());
      if (!OnItem(stream, item)) return;
    }
  }
  const grpc::Status status = stream.Finish();
  Print("stream ended " + CodeName(status.error_code()) + " " + ReasonOf(status));
  if (second_ == nullptr) return;
  // The newer stream plays on, without misbehaving.
  const std::unique_ptr<RawStream> newer = std::move(second_);
  options_.kind = "good";
  while (const std::optional<v1::PlayResponse> frame = newer->Read()) {
    for (const v1::PlayItem& item : frame->items()) {
      if (!OnItem(*newer, item)) return;
    }
  }
}

bool BadBot::OnItem(RawStream& stream, const v1::PlayItem& item) {
  v1::PlayRequest request;
  switch (item.item_case()) {
    case v1::PlayItem::kWelcome: Print("welcome " + item.welcome().bot()); break;
    case v1::PlayItem::kMatchAssigned:
      Print("assigned " + item.match_assigned().match_id());
      if (options_.kind == "never-ready") break;
      request.mutable_ready()->set_match_id(item.match_assigned().match_id());
      stream.Write(request);
      break;
    case v1::PlayItem::kSnapshot: Print("snapshot " + item.snapshot().match_id()); break;
    case v1::PlayItem::kDecision: Decide(stream, item.decision()); break;
    case v1::PlayItem::kVerdict: {
      const v1::Verdict& verdict = item.verdict();
      if (verdict.kind() == v1::VERDICT_KIND_ACCEPTED) break;
      Print("verdict " + verdict.match_id() + " " + std::to_string(verdict.decision_id()) + " " +
            Short(VerdictKind_Name(verdict.kind())) + " " + verdict.rule_id());
      break;
    }
    case v1::PlayItem::kNotice:
      Print("notice " + Short(NoticeKind_Name(item.notice().kind())));
      break;
    case v1::PlayItem::kPing:
      if (options_.kind == "no-pong") break;
      request.mutable_pong()->set_ping_id(item.ping().ping_id());
      stream.Write(request);
      break;
    case v1::PlayItem::kMatchFinished: {
      const v1::MatchFinished& finished = item.match_finished();
      const std::string ending = MatchEnding_Name(finished.ending());
      Print("finished " + finished.match_id() + " " + ending.substr(ending.rfind("ENDING_") + 7) +
            " " + finished.void_reason());
      for (const v1::MatchSeat& seat : finished.seats()) {
        const std::string end = SeatEnd_Name(seat.end());
        Print("seat " + std::to_string(seat.seat()) + " " + seat.bot() + " place " +
              std::to_string(seat.place()) + " end " + end.substr(end.rfind("END_") + 4));
      }
      return options_.games == 0 || ++finished_ < options_.games;
    }
    default: break;
  }
  return true;
}

void BadBot::Decide(RawStream& stream, const v1::Decision& decision) {
  Print("asked " + decision.match_id() + " " + std::to_string(decision.decision_id()) +
        (decision.asked_again() ? " again" : ""));
  const int number = ++asked_[decision.match_id()];
  const auto misdeed = on_decision_.find(options_.kind);
  const bool enough = options_.times > 0 && misdeeds_ >= options_.times;
  if (misdeed == on_decision_.end() || number < options_.after || enough) {
    stream.Write(Legal(decision));
    return;
  }
  ++misdeeds_;
  misdeed->second(stream, decision);
}

int Main(int argc, char** argv) {
  Options options;
  CLI::App app("A bot that misbehaves in one way.");
  app.add_option("--server", options.server)->envname("TAKI_SERVER");
  app.add_option("--token", options.token)->envname("TAKI_TOKEN");
  app.add_option("--kind", options.kind, "What it does wrong; see AddKinds in bad_bot.cc")
      ->required();
  app.add_option("--after", options.after, "Begins with this decision of a match");
  app.add_option("--times", options.times, "So often; 0: for ever");
  app.add_option("--delay-ms", options.delay_ms, "slow: before each answer");
  app.add_option("--burst", options.burst, "flooding: messages a decision");
  app.add_option("--games", options.games, "Leaves after so many matches; 0: never");
  app.add_option("--streams", options.streams, "Comes back until it has had so many");
  app.add_option("--deadline-s", options.deadline_s, "Of each call; 0: none");
  app.add_option("--bot-version", options.bot_version);
  CLI11_PARSE(app, argc, argv);
  BadBot bot(options);
  if (!bot.Knows(options.kind)) {
    std::fprintf(stderr, "bad_bot: no kind %s\n", options.kind.c_str());
    return 2;
  }
  return bot.Run();
}

}  // namespace
}  // namespace taki::testing

int main(int argc, char** argv) { return taki::testing::Main(argc, argv); }
