#include "tests/support/host_fixture.h"

#include <algorithm>
#include <utility>

#include "referee/rules/legality.h"
#include "referee/rules/notation.h"
#include "referee/rules/transition.h"

namespace taki::test {
namespace {

struct NameOf {
  std::string operator()(const host::Welcome&) const { return "welcome"; }
  std::string operator()(const host::MatchAssigned&) const { return "assigned"; }
  std::string operator()(const host::MatchStarted&) const { return "started"; }
  std::string operator()(const host::SeatEvent&) const { return "event"; }
  std::string operator()(const host::AskDecision&) const { return "decision"; }
  std::string operator()(const host::GiveVerdict&) const { return "verdict"; }
  std::string operator()(const host::GiveSnapshot&) const { return "snapshot"; }
  std::string operator()(const host::MatchFinished&) const { return "finished"; }
  std::string operator()(const host::Ping&) const { return "ping"; }
  std::string operator()(const host::Notice&) const { return "notice"; }
  std::string operator()(const host::WatchIntro&) const { return "intro"; }
  std::string operator()(const host::WatchStart&) const { return "start"; }
  std::string operator()(const host::WatchEvent&) const { return "event"; }
  std::string operator()(const host::Heartbeat&) const { return "heartbeat"; }
  std::string operator()(const host::LeagueIntro&) const { return "league"; }
  std::string operator()(const host::LeagueNews&) const { return "news"; }
  std::string operator()(const host::LeagueProgress&) const { return "progress"; }
};

bool BeginsQuietly(const rules::Position& position) {
  const rules::Action first = rules::LegalActions(position, rules::Seat(0))[0];
  return first.kind == rules::Action::Kind::kPlay && first.card.face() <= rules::Face::kNine;
}

// A play if one is legal, so that matches end.
rules::Action Choice(const match::Decision& decision) {
  for (const rules::Action action : decision.legal)
    if (action.kind == rules::Action::Kind::kPlay && action.last_card) return action;
  return decision.legal[0];
}

}  // namespace

std::vector<match::SentAction> ActionsOf(std::string_view tokens) {
  std::vector<match::SentAction> actions;
  while (!tokens.empty()) {
    const std::string_view token = tokens.substr(0, tokens.find(' '));
    match::SentAction& sent = actions.emplace_back();
    sent.action = rules::ParseAction(token);
    if (!sent.action) sent.problem = "actions: cannot be read";
    tokens.remove_prefix(std::min(tokens.size(), token.size() + 1));
  }
  return actions;
}

rules::Bytes32 BytesOf(std::uint64_t number) {
  rules::Bytes32 bytes{};
  for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<std::uint8_t>(number >> (8 * i));
  return bytes;
}

HostTest::HostTest() : transport_(fake_clock_, *this), journal_(store_) {
  journal_.on_committed = [this](const store::Batch& batch) { mirror_.OnCommitted(batch); };
}

HostTest::~HostTest() {
  for (const std::string& fault : mirror_.faults()) ADD_FAILURE() << fault;
}

// --- the referee --------------------------------------------------------------------------------

host::Host& HostTest::TheHost() {
  if (host_) return *host_;
  const auto random = [this] { return BytesOf(++random_); };
  const auto log = [this](host::LogLevel, std::string_view event, std::string_view details) {
    log_.push_back(std::string(event) + " " + std::string(details));
  };
  host_ = std::make_unique<host::Host>(options_, fake_clock_, transport_, journal_, random, log);
  const absl::Status status = host_->Recover();
  EXPECT_TRUE(status.ok()) << status;
  return *host_;
}

void HostTest::Restart() {
  host_.reset();
  transport_.Crash();
  newest_.clear();
  ended_ = false;
  TheHost();
}

void HostTest::RunNs(std::int64_t ns) {
  host::Host& host = TheHost();
  const std::int64_t end_ns = fake_clock_.now_ns() + ns;
  do {
    transport_.BeginTurn(end_ns);
    const auto more = host.Turn();
    mirror_.EndTurn();
    run_status_ = more.status();
    if (!more.ok() || !*more) {
      ended_ = true;
      return;
    }
  } while (!transport_.idle() || fake_clock_.now_ns() < end_ns);
}

// --- bots
// -----------------------------------------------------------------------------------------

void HostTest::Register(const std::string& name) {
  host::NewBot bot;
  bot.name = bot.display_name = name;
  const auto made = Take(TheHost().RegisterBot(bot));
  ASSERT_TRUE(made.ok()) << made.status();
  tokens_[name] = made->token;
}

HostTest::Stream& HostTest::Connect(const std::string& name) {
  if (!tokens_.contains(name)) Register(name);
  Stream& stream = ConnectWith(rules::Sha256().Update(tokens_[name]).Finish());
  newest_[name] = stream.id.number;
  return stream;
}

HostTest::Stream& HostTest::ConnectWith(std::optional<rules::Bytes32> token_hash) {
  TheHost();
  const host::StreamId id = transport_.NewStream();
  auto& stream = streams_[id.number] = std::make_unique<Stream>();
  stream->id = id;
  Say(*stream, host::Connected{token_hash, "test"});
  return *stream;
}

host::NewBotToken HostTest::RotateToken(const std::string& name) {
  auto made = Take(TheHost().RotateToken(name));
  EXPECT_TRUE(made.ok()) << made.status();
  if (!made.ok()) return {};
  tokens_[name] = made->token;
  return *std::move(made);
}

void HostTest::Hello(Stream& stream, const std::string& version, std::int32_t max_matches) {
  Say(stream, host::HelloSaid{version, "test 1", max_matches});
}

HostTest::Stream& HostTest::Join(const std::string& name, const std::string& version,
                                 std::int32_t max_matches) {
  Stream& stream = Connect(name);
  Hello(stream, version, max_matches);
  return stream;
}

void HostTest::Leave(const std::string& name) { Say(StreamOf(name), host::Gone{}); }

void HostTest::Say(Stream& stream, FakeTransport::What what) {
  SayLater(stream, std::move(what), 0);
  Run();
}

void HostTest::SayLater(Stream& stream, FakeTransport::What what, std::int64_t after_ns) {
  transport_.Arrive(stream.id, std::move(what), fake_clock_.now_ns() + after_ns);
}

void HostTest::Ready(const std::string& name, match::MatchId match, const std::string& entropy) {
  Say(StreamOf(name), host::ReadySaid{match::ToString(match), entropy});
}

void HostTest::Reply(const std::string& name, match::MatchId match, std::int64_t decision,
                     std::string_view tokens) {
  Say(StreamOf(name), host::ReplySaid{match::ToString(match), decision, ActionsOf(tokens)});
}

void HostTest::Play(const std::string& name) {
  const auto asked = All<host::AskDecision>(name);
  ASSERT_FALSE(asked.empty());
  const match::Decision& decision = asked.back().decision;
  Reply(name, asked.back().match, decision.id.number, rules::Token(Choice(decision)));
}

// --- matches
// --------------------------------------------------------------------------------------

host::MatchRequest HostTest::Between(std::vector<std::string> bots) const {
  host::MatchRequest request;
  request.bots = std::move(bots);
  request.seating = host::Seating::kAsListed;
  request.clock = clock_;
  return request;
}

absl::StatusOr<store::MatchRow> HostTest::Request(host::MatchRequest request) {
  return Take(TheHost().RequestMatch(std::move(request)));
}

match::MatchId HostTest::StartMatch(const std::vector<std::string>& bots) {
  host::MatchRequest request = Between(bots);
  request.seed = SeedWhere(request.ruleset, static_cast<int>(bots.size()), BeginsQuietly);
  return StartMatch(std::move(request));
}

match::MatchId HostTest::StartMatch(host::MatchRequest request) {
  const std::vector<std::string> bots = request.bots;
  for (const std::string& name : bots)
    if (!newest_.contains(name)) Join(name);
  const auto row = Request(std::move(request));
  EXPECT_TRUE(row.ok()) << row.status();
  if (!row.ok()) return {};
  for (const std::string& name : bots) Ready(name, row->config.id);
  return row->config.id;
}

void HostTest::PlayToTheEnd(match::MatchId match) {
  for (int i = 0; i < 10'000 && !store::IsOver(Row(match).state); ++i) Run(10);
  EXPECT_TRUE(store::IsOver(Row(match).state)) << "it goes on and on";
}

store::MatchRow HostTest::Row(match::MatchId id) {
  auto row = store_.GetMatch(id);
  EXPECT_TRUE(row.ok()) << row.status();
  return row.ok() ? *row : store::MatchRow{};
}

// --- what was told
// --------------------------------------------------------------------------------

HostTest::Stream& HostTest::StreamOf(const std::string& name) {
  const auto found = newest_.find(name);
  EXPECT_NE(found, newest_.end()) << name << " has not connected";
  return found == newest_.end() ? Connect(name) : *streams_.at(found->second);
}

match::Decision HostTest::Asked(const std::string& name) {
  const auto asked = All<host::AskDecision>(name);
  EXPECT_FALSE(asked.empty()) << name << " was asked nothing";
  return asked.empty() ? match::Decision{} : asked.back().decision;
}

match::Verdict HostTest::LastVerdict(const std::string& name) {
  const auto given = All<host::GiveVerdict>(name);
  EXPECT_FALSE(given.empty()) << name << " got no verdict";
  return given.empty() ? match::Verdict{} : given.back().verdict;
}

std::string HostTest::LastFrame(const Stream& stream) const {
  std::string names;
  for (const SentItem& sent : stream.items) {
    if (sent.frame != stream.frames) continue;
    names += (names.empty() ? "" : " ") + std::visit(NameOf{}, sent.item);
  }
  return names;
}

HostTest::Stream& HostTest::Watch(const std::string& match, std::int64_t from_seq) {
  return WatchAs({match, from_seq, 0, false});
}

HostTest::Stream& HostTest::WatchAs(host::WatchOpened opened) {
  TheHost();
  const host::StreamId id = transport_.NewStream();
  auto& stream = streams_[id.number] = std::make_unique<Stream>();
  stream->id = id;
  Say(*stream, std::move(opened));
  return *stream;
}

HostTest::Stream& HostTest::WatchLeague(const std::string& league, std::int64_t from_seq) {
  TheHost();
  const host::StreamId id = transport_.NewStream();
  auto& stream = streams_[id.number] = std::make_unique<Stream>();
  stream->id = id;
  Say(*stream, host::LeagueWatchOpened{league, from_seq});
  return *stream;
}

rules::Seed HostTest::SeedWhere(const rules::Ruleset& ruleset, int seats,
                                const std::function<bool(const rules::Position&)>& wanted) {
  const std::string id = match::ToString({store_.LastMatchId()->number + 1});
  for (std::uint64_t number = 1; number < 100'000; ++number) {
    const rules::Seed seed = BytesOf(number);
    const rules::DealKey key = rules::DeriveKey(id, rules::CanonicalText(ruleset), seed, {});
    if (wanted(rules::Deal({ruleset, seats, key}))) return seed;
  }
  ADD_FAILURE() << "no such deal";
  return {};
}

// --- the listener
// -----------------------------------------------------------------------------------

void HostTest::OnSend(host::StreamId id, const host::Frame& frame) {
  const auto found = streams_.find(id.number);
  ASSERT_NE(found, streams_.end());
  Stream& stream = *found->second;
  ++stream.frames;
  for (const host::Item& item : frame) {
    mirror_.OnItem(item);
    stream.items.push_back({fake_clock_.now_ns(), stream.frames, Keep(item)});
    if (autoplay_) Answer(id, item);
  }
}

void HostTest::OnClose(host::StreamId id, host::CloseReason reason, std::string_view detail,
                       std::int32_t retry_after_ms) {
  Stream& stream = *streams_.at(id.number);
  stream.closed = reason;
  stream.detail = std::string(detail);
  stream.retry_after_ms = retry_after_ms;
  stream.closed_at_ns = fake_clock_.now_ns();
}

void HostTest::Answer(host::StreamId id, const host::Item& item) {
  if (const auto* assigned = std::get_if<host::MatchAssigned>(&item))
    transport_.ArriveNow(id, host::ReadySaid{match::ToString(assigned->intro.config->id), ""});
  if (const auto* asked = std::get_if<host::AskDecision>(&item))
    transport_.ArriveNow(id, host::ReplySaid{match::ToString(asked->match),
                                             asked->decision.id.number,
                                             {{Choice(asked->decision), ""}}});
}

// Items outlive the frame here, so what they point to must too.
host::Item HostTest::Keep(host::Item item) {
  const auto keep = [this](host::MatchIntro& intro) {
    configs_.push_back(*intro.config);
    intro.config = &configs_.back();
  };
  if (auto* assigned = std::get_if<host::MatchAssigned>(&item)) keep(assigned->intro);
  if (auto* snapshot = std::get_if<host::GiveSnapshot>(&item)) keep(snapshot->intro);
  if (auto* finished = std::get_if<host::MatchFinished>(&item)) keep(finished->intro);
  return item;
}

}  // namespace taki::test
