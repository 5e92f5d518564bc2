#include "referee/service/ratings.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

#include "absl/status/status.h"

namespace taki::service {
namespace {

constexpr std::int64_t kPastMax = 64;

// A line of a board before it has figures.
struct Line {
  store::Bot bot;
  std::string version;
  bool current = false;
  rating::PlayerId player = 0;
  rating::FaultTable faults;
};

// Every bot that has sat, by id.
absl::StatusOr<std::map<std::int64_t, store::Bot>> BotsIn(store::History& history,
                                                          const RatedLog& log,
                                                          const RatedTally& tally) {
  std::set<match::BotId> ids;
  for (const RatedVersion& version : log.versions())
    if (tally.HasSat(version.bot)) ids.insert(version.bot);
  auto bots = history.BotsById({ids.begin(), ids.end()});
  if (!bots.ok()) return bots.status();
  std::map<std::int64_t, store::Bot> by_id;
  for (store::Bot& bot : *bots) by_id.emplace(bot.id.number, std::move(bot));
  return by_id;
}

// The version of each bot's newest match that counts, by bot. The match's id decides what is
// newest: a result that was taken back and given again leaves no trace.
std::map<match::BotId, std::uint32_t> CurrentVersions(const RatedLog& log,
                                                      const RatedTally::Wanted& wanted) {
  std::set<match::MatchId> struck;
  log.ForEach(0, log.as_of(), [&](const RatedChange& change, std::span<const RatedSeat>) {
    if (change.counts)
      struck.erase(change.match);
    else
      struck.insert(change.match);
  });
  std::map<match::BotId, std::pair<match::MatchId, std::uint32_t>> newest;
  log.ForEach(0, log.as_of(), [&](const RatedChange& change, std::span<const RatedSeat> seats) {
    if (struck.contains(change.match) || (wanted && !wanted(change.match))) return;
    for (const RatedSeat& seat : seats) {
      auto& [match, version] = newest[log.versions()[seat.version].bot];
      if (!seat.showed_up() || change.match < match) continue;
      match = change.match;
      version = seat.version;
    }
  });
  std::map<match::BotId, std::uint32_t> current;
  for (const auto& [bot, latest] : newest)
    if (latest.first.number != 0) current.emplace(bot, latest.second);
  return current;
}

// Every version that has played.
std::vector<Line> LinesOf(const RatedLog& log, const RatedTally& tally,
                          const std::map<std::int64_t, store::Bot>& bots,
                          const std::map<match::BotId, std::uint32_t>& current) {
  std::vector<Line> lines;
  for (std::uint32_t i = 0; i < log.versions().size(); ++i) {
    const RatedVersion& version = log.versions()[i];
    if (tally.Played(i) == 0) continue;
    lines.push_back({bots.at(version.bot.number), version.version, current.at(version.bot) == i,
                     tally.PlayerOf(i), tally.Faults(i, version.bot)});
  }
  return lines;
}

Board MakeBoard(const RatedChange& last, const std::vector<Line>& lines,
                const rating::Rankings& rankings, const rating::Fit& fit, bool all_versions) {
  std::vector<rating::Player> players;
  std::map<rating::PlayerId, const Line*> line_of;
  for (const Line& line : lines) {
    players.push_back({line.player, line.bot.name + " " + line.version,
                       all_versions || line.current, line.faults});
    line_of.emplace(line.player, &line);
  }
  Board board{last, {}};
  for (rating::LeaderboardRow& row : rating::MakeLeaderboard(players, rankings, fit)) {
    const Line& line = *line_of.at(row.player);
    board.rows.push_back({line.bot, line.version, line.current, std::move(row)});
  }
  return board;
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

// What the board shows now of `version` of a bot, unless that is told already.
void AddLast(const Board& board, const RatedSide& side, const std::string& version,
             std::vector<RatingPoint>& points) {
  if (!points.empty() && points.back().last.as_of >= board.last.as_of) return;
  for (const Board::Row& row : board.rows)
    if (row.bot.id == side.bot && row.version == version && row.figures.standing)
      points.push_back({board.last, version, *row.figures.standing, row.figures.matches});
}

bool IsOf(const RatedSide& side, const RatedVersion& version) {
  return version.bot == side.bot && (side.version.empty() || version.version == side.version);
}

}  // namespace

absl::StatusOr<RatedLog> Ratings::Now() {
  std::lock_guard lock(log_mutex_);
  if (absl::Status status = reader_.CatchUp(history_); !status.ok()) return status;
  return reader_.log();
}

// --- the leaderboard -------------------------------------------------------------------------

absl::StatusOr<std::shared_ptr<const Board>> Ratings::Leaderboard(bool all_versions) {
  std::lock_guard lock(board_mutex_);
  // Under the lock, so that it is never older than the tally.
  const auto log = Now();
  if (!log.ok()) return log.status();
  std::shared_ptr<const Board>& board = boards_[all_versions ? 1 : 0];
  if (board && board->last.as_of == log->as_of()) return board;
  tally_.Follow(*log, log->as_of());
  const auto bots = BotsIn(history_, *log, tally_);
  if (!bots.ok()) return bots.status();
  const std::shared_ptr<const rating::Rankings> rankings = tally_.Rankings();
  if (fitted_ != rankings) {
    fit_ = rating::FitPlackettLuce(*rankings);
    fitted_ = rankings;
  }
  board = std::make_shared<const Board>(
      MakeBoard(log->last(), LinesOf(*log, tally_, *bots, CurrentVersions(*log, {})), *rankings,
                fit_, all_versions));
  return board;
}

absl::StatusOr<Board> Ratings::LeaderboardOf(const RatedTally::Wanted& wanted, bool all_versions) {
  const auto log = Now();
  if (!log.ok()) return log.status();
  RatedTally tally(wanted);
  tally.Follow(*log, log->as_of());
  const auto bots = BotsIn(history_, *log, tally);
  if (!bots.ok()) return bots.status();
  const std::shared_ptr<const rating::Rankings> rankings = tally.Rankings();
  return MakeBoard(log->last(), LinesOf(*log, tally, *bots, CurrentVersions(*log, wanted)),
                   *rankings, rating::FitPlackettLuce(*rankings), all_versions);
}

absl::StatusOr<std::string> Ratings::TextOf(const std::vector<match::BotId>& bots) {
  const auto board = Leaderboard(false);
  if (!board.ok()) return board.status();
  std::map<match::BotId, std::int32_t> tenths;
  for (const Board::Row& row : (*board)->rows)
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

// --- one against the other -------------------------------------------------------------------

absl::StatusOr<Duel> Ratings::HeadToHead(const RatedSide& first, const RatedSide& second,
                                         const rating::SprtConfig& sprt) {
  const auto log = Now();
  if (!log.ok()) return log.status();
  // By match: the order in which they were asked for. Below 0: the first side stood before.
  std::map<match::MatchId, int> matches;
  log->ForEach(0, log->as_of(), [&](const RatedChange& change, std::span<const RatedSeat> seats) {
    const RatedSeat* sides[2] = {nullptr, nullptr};
    for (const RatedSeat& seat : seats) {
      if (!seat.showed_up()) continue;
      const RatedVersion& version = log->versions()[seat.version];
      if (IsOf(first, version)) sides[0] = &seat;
      if (IsOf(second, version)) sides[1] = &seat;
    }
    if (sides[0] == nullptr || sides[1] == nullptr) return;
    if (change.counts)
      matches[change.match] = sides[0]->place - sides[1]->place;
    else
      matches.erase(change.match);
  });
  Duel duel;
  rating::Sprt test(sprt);
  for (const auto& [match, difference] : matches) {
    if (difference < 0) test.AddWin();
    if (difference > 0) test.AddLoss();
    if (difference == 0) test.AddDraw();
  }
  duel.matches = {.wins = test.wins(), .losses = test.losses(), .draws = test.draws()};
  duel.verdict = test.verdict();
  duel.llr = test.llr();
  duel.lower = test.lower_bound();
  duel.upper = test.upper_bound();
  duel.last = log->last();
  return duel;
}

// --- the past --------------------------------------------------------------------------------

// Ratings of all versions, listed or not, have the same bits.
Ratings::Past Ratings::PastOf(const RatedLog& log, RatedTally& tally, const RatedChange& change) {
  const auto rankings = tally.Rankings();
  std::vector<rating::Player> players;
  std::map<rating::PlayerId, std::uint32_t> version_of;
  for (std::uint32_t i = 0; i < log.versions().size(); ++i) {
    if (tally.Played(i) == 0) continue;
    players.push_back({tally.PlayerOf(i), "", true, {}});
    version_of.emplace(tally.PlayerOf(i), i);
  }
  Past past{change, {}};
  for (const rating::LeaderboardRow& row :
       rating::MakeLeaderboard(players, *rankings, rating::FitPlackettLuce(*rankings)))
    if (row.standing)
      past.by_version.emplace(version_of.at(row.player), Figures{*row.standing, row.matches});
  return past;
}

// A fit for each change whose number `past_step_` divides; the step doubles when there are too
// many.
void Ratings::KeepPast(const RatedLog& log) {
  while (log.as_of() / past_step_ > kPastMax) past_step_ *= 2;
  std::erase_if(past_, [this](const auto& entry) { return entry.first % past_step_ != 0; });
  std::vector<RatedChange> wanted;
  const std::int64_t after = past_.empty() ? 0 : past_.rbegin()->first;
  log.ForEach(after, log.as_of(), [&](const RatedChange& change, std::span<const RatedSeat>) {
    if (change.as_of % past_step_ == 0) wanted.push_back(change);
  });
  for (const RatedChange& change : wanted) {
    past_tally_.Follow(log, change.as_of);
    past_.emplace(change.as_of, PastOf(log, past_tally_, change));
  }
}

absl::StatusOr<std::vector<RatingPoint>> Ratings::HistoryOf(const RatedSide& side,
                                                            std::size_t points_max) {
  const auto now = Leaderboard(true);
  if (!now.ok()) return now.status();
  std::lock_guard lock(past_mutex_);
  const auto log = Now();
  if (!log.ok()) return log.status();
  KeepPast(*log);
  std::vector<RatingPoint> points;
  std::optional<std::uint32_t> played_last;
  log->ForEach(0, log->as_of(), [&](const RatedChange& change, std::span<const RatedSeat> seats) {
    for (const RatedSeat& seat : seats)
      if (change.counts && seat.showed_up() && IsOf(side, log->versions()[seat.version]))
        played_last = seat.version;
    const auto past = past_.find(change.as_of);
    if (past == past_.end() || !played_last) return;
    const auto figures = past->second.by_version.find(*played_last);
    if (figures == past->second.by_version.end()) return;
    points.push_back({change, log->versions()[*played_last].version, figures->second.standing,
                      figures->second.matches});
  });
  AddLast(**now, side, played_last ? log->versions()[*played_last].version : "", points);
  return Thinned(std::move(points), points_max);
}

}  // namespace taki::service
