#include "referee/service/ratings.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "absl/status/status.h"

namespace taki::service {
namespace {

constexpr auto kNever = [] { return false; };

std::shared_ptr<const Board> BoardIn(std::shared_ptr<const Boards> boards, bool all_versions) {
  const Board* board = &boards->Of(all_versions);
  return {std::move(boards), board};
}

// "-12.5"
std::string TenthsText(std::int32_t tenths) {
  const std::int32_t size = std::abs(tenths);
  return (tenths < 0 ? "-" : "") + std::to_string(size / 10) + "." + std::to_string(size % 10);
}

std::vector<RatingPoint> Thinned(std::vector<RatingPoint> points, std::size_t points_max) {
  if (points.size() <= points_max) return points;
  std::vector<RatingPoint> thinned;
  for (std::size_t i = 1; i <= points_max; ++i)  // the last one with i == points_max
    thinned.push_back(points[i * points.size() / points_max - 1]);
  return thinned;
}

// The version of the side that had played last at that point; its index.
std::optional<std::uint32_t> VersionAt(const Past& past, const RatedSide& side,
                                       const std::vector<RatedVersion>& versions) {
  if (side.version.empty()) {
    const auto found = past.played_last.find(side.bot);
    if (found == past.played_last.end()) return std::nullopt;
    return found->second;
  }
  const auto found = std::ranges::find(versions, RatedVersion{side.bot, side.version});
  if (found == versions.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - versions.begin());
}

// The same as of change `until`; `past` is the last point before it, if there is one.
std::optional<std::uint32_t> VersionAt(const RatedLog& log, std::int64_t until,
                                       const RatedSide& side, const Past* past) {
  if (!side.version.empty()) return VersionAt(Past(), side, log.versions());
  std::optional<std::uint32_t> played_last;
  if (past != nullptr) played_last = VersionAt(*past, side, log.versions());
  log.ForEachOf(side.bot, past == nullptr ? 0 : past->last.as_of,
                [&](const RatedChange& change, std::span<const RatedSeat> seats) {
                  if (!change.counts || change.as_of > until) return;
                  for (const RatedSeat& seat : seats)
                    if (seat.showed_up() && log.versions()[seat.version()].bot == side.bot)
                      played_last = seat.version();
                });
  return played_last;
}

// What the board shows now of `version`.
void AddLast(const Board& board, const RatedVersion& version, std::vector<RatingPoint>& points) {
  for (const Board::Row& row : board.rows)
    if (row.bot.id == version.bot && row.version == version.version && row.figures.standing)
      points.push_back({board.last, row.version, *row.figures.standing, row.figures.matches});
}

}  // namespace

// --- the log ---------------------------------------------------------------------------------

absl::StatusOr<RatedLog> Ratings::CaughtUp(const Stopped& stop) {
  std::lock_guard lock(log_mutex_);
  if (absl::Status status = reader_.CatchUp(history_, stop); !status.ok()) return status;
  return reader_.log();
}

// With the first board the log has been loaded too: what is left to read is little.
absl::Status Ratings::AwaitFirst() {
  if (!wake_) return absl::OkStatus();
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, limits_.first_wait,
                    [this] { return boards_ || !failure_.ok() || stopped_.load(); });
  if (boards_) return absl::OkStatus();
  if (!failure_.ok()) return failure_;
  return absl::UnavailableError(
      "the referee has just begun and still counts the rated matches: ask again soon");
}

absl::StatusOr<RatedLog> Ratings::Now() {
  if (absl::Status status = AwaitFirst(); !status.ok()) return status;
  return CaughtUp(kNever);
}

// --- the leaderboard -------------------------------------------------------------------------

Ratings::SharedBoards Ratings::Newest() {
  std::lock_guard lock(mutex_);
  return boards_;
}

bool Ratings::IsLittle(const Boards& boards, const RatedLog& log, std::int64_t news_max) const {
  return boards.work <= limits_.little_work && log.as_of() - boards.last().as_of <= news_max;
}

absl::StatusOr<Ratings::SharedBoards> Ratings::MakeBoards(const Stopped& stop) {
  std::lock_guard lock(board_mutex_);
  // Under the lock, so that it is never older than what the maker has seen.
  const auto log = CaughtUp(stop);
  if (!log.ok()) return log.status();
  if (stop()) return absl::CancelledError("stopped");
  if (SharedBoards newest = Newest(); newest && newest->last().as_of == log->as_of()) return newest;
  auto made = maker_.Make(history_, *log, {}, stop);
  if (!made.ok()) return made.status();
  std::lock_guard publish(mutex_);
  boards_ = *made;
  changed_.notify_all();
  return *made;
}

// Of all that `log` has, or the newest.
absl::StatusOr<Ratings::SharedBoards> Ratings::BoardsFor(const RatedLog& log) {
  if (!wake_) return MakeBoards(kNever);
  SharedBoards newest = Newest();
  if (newest->last().as_of >= log.as_of()) return newest;
  if (IsLittle(*newest, log, limits_.little_news)) return MakeBoards(kNever);
  wake_(false);
  return newest;
}

absl::StatusOr<std::shared_ptr<const Board>> Ratings::Leaderboard(bool all_versions) {
  const auto log = Now();
  if (!log.ok()) return log.status();
  auto boards = BoardsFor(*log);
  if (!boards.ok()) return boards.status();
  return BoardIn(*std::move(boards), all_versions);
}

absl::StatusOr<std::string> Ratings::TextOf(const std::vector<match::BotId>& bots) {
  const auto log = Now();
  if (!log.ok()) return log.status();
  auto boards = BoardsFor(*log);
  if (!boards.ok()) return boards.status();
  if ((*boards)->last().as_of < log->as_of()) {
    wake_(true);
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, limits_.command_wait, [&] {
      return boards_->last().as_of >= log->as_of() || !failure_.ok() || stopped_.load();
    });
    if (boards_->last().as_of < log->as_of())
      return absl::UnavailableError("the ratings were not ready in time: try again soon");
    boards = boards_;
  }
  std::map<match::BotId, std::int32_t> tenths;
  for (const Board::Row& row : (*boards)->current.rows)
    if (row.figures.standing) tenths.emplace(row.bot.id, row.figures.standing->rating_tenths);
  std::string text;
  for (const match::BotId bot : bots) {
    const auto found = tenths.find(bot);
    if (found == tenths.end()) continue;
    if (!text.empty()) text += ' ';
    text += std::to_string(bot.number) + ":" + TenthsText(found->second);
  }
  return text;
}

// --- of a league -----------------------------------------------------------------------------

absl::StatusOr<std::shared_ptr<const Board>> Ratings::LeaderboardOf(league::LeagueId league,
                                                                    const MatchesOf& matches,
                                                                    bool all_versions) {
  if (absl::Status status = AwaitFirst(); !status.ok()) return status;
  const std::shared_ptr<KeptLeague> kept = Keep(league);
  bool is_much = false;
  {
    std::lock_guard lock(mutex_);
    is_much = kept->is_much;
  }
  SharedBoards boards;  // null: it is too much to be made here
  if (!is_much) {
    auto made = MakeLeague(*kept, matches, kNever, false);
    if (!made.ok()) return made.status();
    boards = *std::move(made);
  }
  if (!boards) {
    auto made = LeagueFromBackground(kept, matches);
    if (!made.ok()) return made.status();
    boards = *std::move(made);
  }
  return BoardIn(std::move(boards), all_versions);
}

std::shared_ptr<Ratings::KeptLeague> Ratings::Keep(league::LeagueId league) {
  std::lock_guard lock(mutex_);
  recent_.remove(league.number);
  recent_.push_front(league.number);
  std::shared_ptr<KeptLeague>& kept = leagues_[league.number];
  if (!kept) kept = std::make_shared<KeptLeague>();
  std::shared_ptr<KeptLeague> wanted = kept;
  if (recent_.size() > limits_.leagues_kept) {
    leagues_.erase(recent_.back());  // whoever reads it now still holds it
    recent_.pop_back();
  }
  return wanted;
}

// Null: it is more than a little work, and this is not the background.
absl::StatusOr<Ratings::SharedBoards> Ratings::MakeLeague(KeptLeague& kept,
                                                          const MatchesOf& matches,
                                                          const Stopped& stop, bool in_background) {
  std::lock_guard lock(kept.making);
  const auto log = CaughtUp(kNever);
  if (!log.ok()) return log.status();
  {
    std::lock_guard look(mutex_);
    if (kept.boards && kept.boards->last().as_of == log->as_of()) return kept.boards;
  }
  // After the log: so it names each match whose result the log has.
  const auto wanted = matches();
  if (!wanted.ok()) return wanted.status();
  if (wake_ && !in_background && wanted->work > limits_.little_work) return SharedBoards();
  auto made = kept.maker.Make(history_, *log, wanted->wanted, stop);
  if (!made.ok()) return made.status();
  std::lock_guard publish(mutex_);
  kept.boards = *made;
  changed_.notify_all();
  return *made;
}

absl::StatusOr<Ratings::SharedBoards> Ratings::LeagueFromBackground(
    const std::shared_ptr<KeptLeague>& kept, const MatchesOf& matches) {
  std::unique_lock lock(mutex_);
  kept->is_much = true;
  if (!kept->wanted) waiting_.push_back(kept);
  kept->wanted = matches;
  const bool urgent = !kept->boards;
  lock.unlock();
  wake_(urgent);
  lock.lock();
  changed_.wait_for(lock, limits_.first_wait, [&] { return kept->boards || stopped_.load(); });
  if (kept->boards) return kept->boards;
  return absl::UnavailableError(
      "the league has many matches, and its board is being made: ask again soon");
}

void Ratings::WorkOnLeague() {
  std::shared_ptr<KeptLeague> kept;
  MatchesOf matches;
  {
    std::lock_guard lock(mutex_);
    if (waiting_.empty()) return;
    kept = waiting_.front();
    waiting_.pop_front();
    matches = std::exchange(kept->wanted, nullptr);
  }
  // Who asked waits until his time is up, and asks again.
  (void)MakeLeague(
      *kept, matches, [this] { return stopped_.load(); }, true);
}

// --- one against the other -------------------------------------------------------------------

absl::StatusOr<Duel> Ratings::HeadToHead(const RatedSide& first, const RatedSide& second,
                                         const rating::SprtConfig& sprt) {
  const auto log = Now();
  if (!log.ok()) return log.status();
  return DuelOf(*log, first, second, sprt);
}

// --- the past --------------------------------------------------------------------------------

// Requires: past_mutex_ is held.
bool Ratings::MakePoint(const RatedLog& log, const Boards& until, const Stopped& stop) {
  if (!past_.MakeNext(log, until.last().as_of, stop)) return false;
  std::lock_guard lock(mutex_);
  points_ = past_.points();
  return true;
}

// As far as that is little work, or nobody else does it.
void Ratings::MakeLittlePast(const RatedLog& log, const Boards& boards) {
  std::unique_lock lock(past_mutex_, std::defer_lock);
  if (!wake_) {
    lock.lock();
  } else {
    if (!lock.try_lock()) return;  // they are being made
    const std::int64_t missing = past_.MissingAtMost(boards.last().as_of);
    if (missing * boards.work + boards.last().as_of > limits_.little_work) return wake_(false);
  }
  while (MakePoint(log, boards, kNever)) {
  }
}

absl::StatusOr<std::vector<RatingPoint>> Ratings::HistoryOf(const RatedSide& side,
                                                            std::size_t points_max) {
  auto log = Now();
  if (!log.ok()) return log.status();
  const auto boards = BoardsFor(*log);
  if (!boards.ok()) return boards.status();
  if ((*boards)->last().as_of > log->as_of()) log = CaughtUp(kNever);  // somebody else made it
  if (!log.ok()) return log.status();
  MakeLittlePast(*log, **boards);
  return Thinned(PointsOf(side, *log, **boards), points_max);
}

std::vector<RatingPoint> Ratings::PointsOf(const RatedSide& side, const RatedLog& log,
                                           const Boards& boards) {
  const std::int64_t until = boards.last().as_of;
  Pasts pasts;
  {
    std::lock_guard lock(mutex_);
    pasts = points_;
  }
  while (!pasts.empty() && pasts.back()->last.as_of > until) pasts.pop_back();
  std::vector<RatingPoint> points;
  for (const std::shared_ptr<const Past>& past : pasts) {
    const auto version = VersionAt(*past, side, log.versions());
    if (!version) continue;
    const auto figures = past->by_version.find(*version);
    if (figures == past->by_version.end()) continue;
    points.push_back({past->last, log.versions()[*version].version, figures->second.standing,
                      figures->second.matches});
  }
  if (!pasts.empty() && pasts.back()->last.as_of == until) return points;  // told already
  const Past* const last = pasts.empty() ? nullptr : pasts.back().get();
  if (const auto version = VersionAt(log, until, side, last))
    AddLast(boards.all_versions, log.versions()[*version], points);
  return points;
}

// --- the background --------------------------------------------------------------------------

bool Ratings::Work() {
  const auto stop = [this] { return stopped_.load(); };
  const auto log = CaughtUp(stop);
  SharedBoards newest = Newest();
  absl::Status status = log.status();
  // What a reader makes himself is left to him, but never so much that it is much.
  if (status.ok() && (!newest || !IsLittle(*newest, *log, limits_.little_news / 2))) {
    auto made = MakeBoards(stop);
    status = made.status();
    if (status.ok()) newest = *std::move(made);
  }
  if (stop()) return false;
  {
    std::lock_guard lock(mutex_);
    failure_ = status;
    if (!status.ok()) changed_.notify_all();
  }
  if (!status.ok()) return false;
  WorkOnLeague();
  std::lock_guard lock(past_mutex_);
  const auto now = CaughtUp(kNever);
  if (!now.ok()) return false;
  const bool made = MakePoint(*now, *newest, stop);
  std::lock_guard look(mutex_);
  return made || !waiting_.empty();
}

void Ratings::Stop() {
  std::lock_guard lock(mutex_);
  stopped_.store(true);
  changed_.notify_all();
}

}  // namespace taki::service
