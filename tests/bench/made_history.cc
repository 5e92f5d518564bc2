#include "tests/bench/made_history.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>

#include "referee/rules/check.h"
#include "referee/rules/sha256.h"
#include "tests/bench/made_leagues.h"
#include "tests/bench/made_match.h"

namespace taki::bench {
namespace {

constexpr std::int64_t kTurnMs = 6'000;  // between two commits
constexpr int kTurnsADay = 50;           // then it is night
constexpr std::int64_t kNightMs = 40'000'000;
constexpr std::int64_t kTurnsAVersion = 400;  // a bot may have a new one after so many commits

MadeBot MakeBot(int number, test::SplitMix& random) {
  char name[32];
  std::snprintf(name, sizeof name, "bot-%04d", number);
  MadeBot made;
  store::Bot& bot = made.bot;
  bot.id.number = number;
  bot.name = name;
  bot.display_name = "Bot " + std::to_string(number);
  bot.owner = "owner-" + std::to_string(number % 37);
  bot.description = "was made for a history";
  bot.language = number % 3 == 0 ? "Python" : "C++";
  bot.token_hash = rules::Sha256().Update("token of " + bot.name).Finish();
  made.skill = static_cast<unsigned>(random.Below(101));
  made.think_ms = 1 + static_cast<std::int32_t>(random.Below(number % 10 == 0 ? 200 : 20));
  made.round_trip_us = 100 + static_cast<std::int32_t>(random.Below(30'000));
  made.fault_permyriad = static_cast<unsigned>(random.Below(number % 8 == 0 ? 200 : 8));
  made.absent_permyriad = static_cast<unsigned>(random.Below(number % 15 == 0 ? 300 : 10));
  const std::size_t versions = 1 + random.Below(6);
  for (std::size_t i = 0; i < versions; ++i) made.versions.push_back("1." + std::to_string(i));
  return made;
}

}  // namespace

class HistoryMaker::Impl {
 public:
  Impl(store::Journal& journal, const HistoryOptions& options)
      : journal_(journal),
        options_(options),
        random_(options.seed),
        leagues_(options.bots, options.stages, options.seed + 1),
        now_ms_(options.began_ms) {
    const auto ruleset = rules::MakeRuleset(options.stages, rules::DrawRule::kWhenStuck,
                                            rules::TakiRule::kPlayAll, rules::kMaxTurns);
    TAKI_CHECK(ruleset.ok());
    ruleset_ = *ruleset;
    for (int number = 1; number <= options.bots; ++number)
      bots_.push_back(MakeBot(number, random_));
  }

  absl::Status Make(std::int64_t matches) {
    for (std::int64_t left = matches; left > 0 || !begun_.empty();) {
      const auto count = static_cast<int>(std::min<std::int64_t>(left, options_.at_once));
      if (absl::Status status = Turn(count); !status.ok()) return status;
      left -= count;
    }
    return absl::OkStatus();
  }

  std::int64_t actions() const { return actions_; }

 private:
  struct Begun {
    store::MatchRow row;
    MadeMatch made;
    bool quarantined = false;
  };

  // Ends what the last turn began, and begins so many more.
  absl::Status Turn(int count) {
    store::Batch batch;
    if (turns_ == 0)
      for (const MadeBot& bot : bots_) batch.bots.push_back(bot.bot);
    now_ms_ += ++turns_ % kTurnsADay == 0 ? kNightMs : kTurnMs;
    batch.now_ms = now_ms_;
    const std::vector<Begun> ended = std::exchange(begun_, {});
    for (const Begun& match : ended) End(match, batch);
    if (count > 0) BeginSome(count, batch);
    for (const Begun& match : begun_) Put(match, batch);
    absl::Status status = journal_.Commit(batch);
    journal_.Maintain(false);
    return status;
  }

  void BeginSome(int count, store::Batch& batch) {
    const int of_leagues = count * static_cast<int>(options_.league_share) / 100;
    for (const MadeLeagues::Filed& filed : leagues_.File({last_ + 1}, of_leagues, now_ms_, batch)) {
      store::MatchRow row = NewRow(filed.config.rated);
      row.config.clock = filed.config.clock;
      row.league = filed.of;
      Play(std::move(row), filed.bots, batch);
    }
    while (begun_.size() < static_cast<std::size_t>(count)) {
      store::MatchRow row = NewRow(random_.Below(3) == 0);
      if (random_.Below(5) == 0) row.request_id = "request-" + std::to_string(last_);
      Play(std::move(row), CasualBots(), batch);
    }
  }

  store::MatchRow NewRow(bool rated) {
    store::MatchRow row;
    row.config.id.number = ++last_;
    row.config.ruleset = ruleset_;
    row.config.rated = rated;
    row.config.clock.move_time_ms = 300;
    row.config.clock.time_bank_ms = 2'000;
    row.config.clock.ready_time_ms = 1'000;
    row.config.clock.reconnect_grace_ms = 500;
    for (std::uint8_t& byte : row.config.seed) byte = static_cast<std::uint8_t>(random_.Next());
    row.rules_version = rules::kRulesVersion;
    row.server_version = "0.1.0";
    row.created_ms = now_ms_ - static_cast<std::int64_t>(random_.Below(kTurnMs / 2));
    return row;
  }

  // Some play much more than others.
  std::vector<match::BotId> CasualBots() {
    const auto least = static_cast<std::size_t>(options_.seats_min);
    const std::size_t sizes = static_cast<std::size_t>(options_.seats_max) - least + 1;
    const std::size_t seats = random_.Below(2) == 0 ? least : least + random_.Below(sizes);
    std::vector<match::BotId> bots;
    while (bots.size() < seats) {
      const std::size_t bound = 1 + random_.Below(bots_.size());
      const match::BotId bot = bots_[random_.Below(std::max(bound, seats))].bot.id;
      if (std::find(bots.begin(), bots.end(), bot) == bots.end()) bots.push_back(bot);
    }
    return bots;
  }

  void Play(store::MatchRow row, const std::vector<match::BotId>& ids, store::Batch& batch) {
    std::vector<const MadeBot*> bots;
    std::vector<std::string> versions;
    for (const match::BotId id : ids) {
      MadeBot& bot = bots_[static_cast<std::size_t>(id.number - 1)];
      row.config.seats.push_back({id, bot.bot.name});
      bots.push_back(&bot);
      versions.push_back(VersionNow(bot));
      batch.versions.push_back({id, versions.back(), now_ms_});
    }
    MadeMatch made = MakeMatch(row.config, bots, versions, test::SplitMix(random_.Next()));
    actions_ += static_cast<std::int64_t>(made.lines.size());
    const bool quarantined = !row.league && made.records.size() > 3 && random_.Below(20'000) == 0;
    begun_.push_back({std::move(row), std::move(made), quarantined});
  }

  const std::string& VersionNow(const MadeBot& bot) const {
    const auto age = static_cast<std::size_t>((turns_ + 37 * bot.bot.id.number) / kTurnsAVersion);
    return bot.versions[std::min(age, bot.versions.size() - 1)];
  }

  // The match and its first record, if that is its start.
  static void Put(const Begun& match, store::Batch& batch) {
    batch.matches.push_back(match.row);
    store::MatchChange& change = batch.changes.emplace_back();
    change.match = match.row.config.id;
    if (match.made.records[0].kind == match::Record::Kind::kStart) {
      change.records = std::span(match.made.records).first(1);
      change.timings = std::span(match.made.timings).first(1);
      change.state = store::MatchState::kRunning;
    } else {
      change.state = store::MatchState::kAssigned;
    }
  }

  // What it played, and its result. (What was recorded already may come again.)
  void End(const Begun& match, store::Batch& batch) {
    store::MatchChange& change = batch.changes.emplace_back();
    change.match = match.row.config.id;
    if (match.quarantined) {
      change.state = store::MatchState::kQuarantined;
      change.quarantine_reason = "was put aside when this history was made";
      return;
    }
    const std::size_t known = match.made.records[0].kind == match::Record::Kind::kStart ? 1 : 0;
    change.records = std::span(match.made.records).subspan(known);
    change.timings = std::span(match.made.timings).subspan(known);
    change.lines = match.made.lines;
    change.result = &match.made.result;
    if (!match.row.league) return;
    store::MatchRow over = match.row;
    over.result = match.made.result;
    over.state = over.result->ending == match::MatchEnding::kVoid ? store::MatchState::kVoid
                                                                  : store::MatchState::kFinished;
    leagues_.Finish(over, now_ms_, batch);
  }

  store::Journal& journal_;
  const HistoryOptions options_;
  test::SplitMix random_;
  MadeLeagues leagues_;
  rules::Ruleset ruleset_;
  std::vector<MadeBot> bots_;
  std::vector<Begun> begun_;  // with the last commit
  std::int64_t now_ms_;
  std::int64_t last_ = 0;  // the newest match
  std::int64_t turns_ = 0;
  std::int64_t actions_ = 0;
};

HistoryMaker::HistoryMaker(store::Journal& journal, const HistoryOptions& options)
    : impl_(std::make_unique<Impl>(journal, options)) {}
HistoryMaker::~HistoryMaker() = default;
absl::Status HistoryMaker::Make(std::int64_t matches) { return impl_->Make(matches); }
std::int64_t HistoryMaker::actions() const { return impl_->actions(); }

}  // namespace taki::bench
