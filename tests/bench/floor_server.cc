// The floor of the live benchmark: what one round trip costs with nothing of a referee in it.
//
// A bare completion-queue server asks the clients of each group in turn, with a frame of the size
// that the referee's frames have, and writes one row for each answer before it asks on: the same
// messages, the same polling, the same commit, but no rules, no clocks, no sessions.
// docs/performance.md says how the referee compares; tests/bench/live_bench.py runs both.
//
//   floor_server --clients N --group G --seconds S --frame-bytes B --db FILE [--port-file FILE]
//
// Prints one line of JSON: round trips a second, and CPU microseconds of this process for each.
#include <grpcpp/grpcpp.h>
#include <sqlite3.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "referee/rules/check.h"
#include "taki/v1/play_service.grpc.pb.h"

namespace {

using Clock = std::chrono::steady_clock;
using Service = taki::v1::PlayService::WithRawMethod_Play<taki::v1::PlayService::Service>;

struct Options {
  int clients = 2, group = 2, seconds = 5, frame_bytes = 700;
  std::string db, port_file;
};

// One WAL database with one table, as the referee sets it up.
class Rows {
 public:
  explicit Rows(const std::string& path) {
    TAKI_CHECK(sqlite3_open(path.c_str(), &db_) == SQLITE_OK);
    for (const char* sql : {"PRAGMA page_size=4096", "PRAGMA journal_mode=WAL",
                            "PRAGMA synchronous=NORMAL", "PRAGMA wal_autocheckpoint=0",
                            "CREATE TABLE row(key INTEGER PRIMARY KEY, body BLOB NOT NULL)"})
      TAKI_CHECK(sqlite3_exec(db_, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
    insert_ = Prepare("INSERT INTO row VALUES(?1,?2)");
    begin_ = Prepare("BEGIN IMMEDIATE");
    commit_ = Prepare("COMMIT");
  }
  ~Rows() {
    for (sqlite3_stmt* statement : {insert_, begin_, commit_}) sqlite3_finalize(statement);
    sqlite3_close(db_);
  }
  // One transaction for all answers of a turn.
  void Commit(const std::vector<std::string>& bodies) {
    if (bodies.size() > 1) Run(begin_);
    for (const std::string& body : bodies) {
      sqlite3_bind_int64(insert_, 1, ++last_);
      sqlite3_bind_blob(insert_, 2, body.data(), static_cast<int>(body.size()), SQLITE_STATIC);
      Run(insert_);
    }
    if (bodies.size() > 1) Run(commit_);
    if (last_ - checkpointed_ < 20'000) return;
    sqlite3_wal_checkpoint_v2(db_, nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
    checkpointed_ = last_;
  }

 private:
  sqlite3_stmt* Prepare(const char* sql) {
    sqlite3_stmt* statement = nullptr;
    TAKI_CHECK(sqlite3_prepare_v3(db_, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr) ==
               SQLITE_OK);
    return statement;
  }
  void Run(sqlite3_stmt* statement) {
    TAKI_CHECK(sqlite3_step(statement) == SQLITE_DONE);
    sqlite3_reset(statement);
  }
  sqlite3* db_ = nullptr;
  sqlite3_stmt *insert_ = nullptr, *begin_ = nullptr, *commit_ = nullptr;
  sqlite3_int64 last_ = 0, checkpointed_ = 0;
};

struct Stream {
  enum class Op : std::uint8_t { kAccepted, kRead, kWritten };
  struct Tag {
    Stream* stream;
    Op op;
  };
  grpc::ServerContext context;
  grpc::ServerAsyncReaderWriter<grpc::ByteBuffer, grpc::ByteBuffer> io{&context};
  grpc::ByteBuffer incoming;
  Tag accepted{this, Op::kAccepted}, read{this, Op::kRead}, written{this, Op::kWritten};
  std::size_t number = 0;
  bool joined = false, to_read = false;
};

class Floor {
 public:
  Floor(const Options& options, Service& service, grpc::ServerCompletionQueue& queue)
      : options_(options), service_(service), queue_(queue), rows_(options.db) {
    Accept();
  }

  void Run() {
    while (!over_) {
      Poll();
      rows_.Commit(bodies_);
      if (measuring_) round_trips_ += bodies_.size();
      bodies_.clear();
      for (Stream* stream : to_ask_) Ask(*stream);
      to_ask_.clear();
    }
  }

 private:
  void Accept() {
    auto& stream = streams_.emplace_back(std::make_unique<Stream>());
    stream->number = streams_.size() - 1;
    service_.RequestPlay(&stream->context, &stream->io, &queue_, &queue_, &stream->accepted);
  }

  void Poll() {
    for (auto& stream : streams_) {
      if (!stream->to_read) continue;
      stream->to_read = false;
      stream->io.Read(&stream->incoming, &stream->read);
    }
    gpr_timespec deadline = gpr_inf_future(GPR_CLOCK_MONOTONIC);
    void* tag = nullptr;
    bool ok = false;
    while (queue_.AsyncNext(&tag, &ok, deadline) == grpc::CompletionQueue::GOT_EVENT) {
      auto* event = static_cast<Stream::Tag*>(tag);
      if (event->op == Stream::Op::kAccepted) {
        event->stream->to_read = true;
        Accept();
        deadline = gpr_inf_past(GPR_CLOCK_MONOTONIC);
      } else if (event->op == Stream::Op::kRead && ok) {
        OnRead(*event->stream);
        deadline = gpr_inf_past(GPR_CLOCK_MONOTONIC);
      }
    }
  }

  void OnRead(Stream& stream) {
    stream.to_read = true;
    grpc::Slice bytes;
    stream.incoming.DumpToSingleSlice(&bytes);
    TAKI_CHECK(request_.ParseFromArray(bytes.begin(), static_cast<int>(bytes.size())));
    if (!stream.joined) {
      stream.joined = true;
      if (++joined_ == options_.clients) Begin();
      return;
    }
    bodies_.emplace_back(24, 'x');
    const std::size_t group = static_cast<std::size_t>(options_.group);
    const std::size_t first = stream.number / group * group;
    to_ask_.push_back(streams_[first + (stream.number + 1 - first) % group].get());
    Measure();
  }

  void Begin() {
    for (std::size_t i = 0; i < static_cast<std::size_t>(options_.clients);
         i += static_cast<std::size_t>(options_.group))
      to_ask_.push_back(streams_[i].get());
    began_ = Clock::now();
  }

  // The first half second warms up.
  void Measure() {
    const auto now = Clock::now();
    if (!measuring_ && now - began_ >= std::chrono::milliseconds(500)) {
      measuring_ = true;
      measured_from_ = now;
      cpu_from_ = CpuSeconds();
    }
    if (!measuring_ || now - measured_from_ < std::chrono::seconds(options_.seconds)) return;
    const double seconds = std::chrono::duration<double>(now - measured_from_).count();
    std::printf("{\"round_trips_per_s\": %.0f, \"cpu_us\": %.1f}\n",
                static_cast<double>(round_trips_) / seconds,
                (CpuSeconds() - cpu_from_) / static_cast<double>(round_trips_) * 1e6);
    std::fflush(stdout);
    over_ = true;
  }

  void Ask(Stream& stream) {
    frame_.Clear();
    taki::v1::Decision& decision = *frame_.add_items()->mutable_decision();
    decision.set_match_id("m-000001");
    decision.set_decision_id(static_cast<int>(++asked_ & 0xFFFF) + 1);
    // Cards as a real frame has them, until it is as long as one.
    for (int i = 0; static_cast<int>(frame_.ByteSizeLong()) < options_.frame_bytes; ++i) {
      taki::v1::Action& action = *decision.add_legal_actions();
      action.mutable_play()->mutable_card()->set_color(taki::v1::COLOR_RED);
      action.mutable_play()->mutable_card()->set_face(taki::v1::FACE_SEVEN);
      action.mutable_play()->mutable_card()->set_notation("R7");
      action.set_notation("R7");
    }
    const std::size_t size = frame_.ByteSizeLong();
    grpc::Slice slice(size);
    frame_.SerializeWithCachedSizesToArray(const_cast<std::uint8_t*>(slice.begin()));
    stream.io.Write(grpc::ByteBuffer(&slice, 1), &stream.written);
  }

  static double CpuSeconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
  }

  const Options options_;
  Service& service_;
  grpc::ServerCompletionQueue& queue_;
  Rows rows_;
  std::vector<std::unique_ptr<Stream>> streams_;
  std::vector<Stream*> to_ask_;
  std::vector<std::string> bodies_;
  taki::v1::PlayRequest request_;
  taki::v1::PlayResponse frame_;
  int joined_ = 0;
  std::uint64_t asked_ = 0, round_trips_ = 0;
  bool measuring_ = false, over_ = false;
  Clock::time_point began_, measured_from_;
  double cpu_from_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("The floor of the live benchmark.");
  app.add_option("--clients", options.clients)->required();
  app.add_option("--group", options.group);
  app.add_option("--seconds", options.seconds);
  app.add_option("--frame-bytes", options.frame_bytes);
  app.add_option("--db", options.db)->required();
  app.add_option("--port-file", options.port_file)->required();
  CLI11_PARSE(app, argc, argv);

  grpc::ServerBuilder builder;
  int port = 0;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  Service service;
  builder.RegisterService(&service);
  const auto queue = builder.AddCompletionQueue();
  const auto server = builder.BuildAndStart();
  TAKI_CHECK(server != nullptr);
  Floor floor(options, service, *queue);
  std::ofstream(options.port_file) << port << '\n';
  floor.Run();
  std::quick_exit(0);  // nothing here is worth an orderly end; the clients see the connection close
}
