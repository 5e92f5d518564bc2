#include "referee/service/board.h"

#include <map>
#include <optional>
#include <utility>

namespace taki::service {
namespace {

// A line of a board before it has figures.
struct Line {
  const store::Bot* bot = nullptr;
  const std::string* version = nullptr;
  bool current = false;
  rating::PlayerId player = 0;
  rating::FaultTable faults;
};

using BotById = std::map<match::BotId, store::Bot>;

absl::StatusOr<BotById> BotsIn(store::History& history, const RatedTally& tally) {
  auto bots = history.BotsById(tally.Bots());
  if (!bots.ok()) return bots.status();
  BotById by_id;
  for (store::Bot& bot : *bots) by_id.emplace(bot.id, std::move(bot));
  return by_id;
}

// Every version that has played.
std::vector<Line> LinesOf(const RatedLog& log, const RatedTally& tally, const BotById& bots) {
  std::vector<Line> lines;
  for (std::uint32_t i = 0; i < log.versions().size(); ++i) {
    const RatedVersion& version = log.versions()[i];
    if (tally.Played(i) == 0) continue;
    lines.push_back({&bots.at(version.bot), &version.version, tally.IsCurrent(i, version.bot),
                     tally.PlayerOf(i), tally.Faults(i, version.bot)});
  }
  return lines;
}

Board BoardOf(const RatedChange& last, const std::vector<Line>& lines,
              const rating::Rankings& rankings, const rating::Fit& fit, bool all_versions) {
  std::vector<rating::Player> players;
  std::map<rating::PlayerId, const Line*> line_of;
  for (const Line& line : lines) {
    players.push_back({line.player, line.bot->name + " " + *line.version,
                       all_versions || line.current, line.faults});
    line_of.emplace(line.player, &line);
  }
  Board board{last, {}};
  for (rating::LeaderboardRow& row : rating::MakeLeaderboard(players, rankings, fit)) {
    const Line& line = *line_of.at(row.player);
    board.rows.push_back({*line.bot, *line.version, line.current, std::move(row)});
  }
  return board;
}

// A step of Newton's goes through the pairs of seats of each ranking, and solves n equations.
std::int64_t WorkOf(const rating::Rankings& rankings, const rating::Fit& fit) {
  std::int64_t pairs = 0;
  for (std::size_t i = 0; i < rankings.size(); ++i) {
    const auto seats = static_cast<std::int64_t>(rankings[i].seats.size());
    pairs += seats * seats;
  }
  return pairs + service::WorkOf(static_cast<std::int64_t>(fit.ratings.size()));
}

}  // namespace

absl::StatusOr<std::shared_ptr<const Boards>> BoardMaker::Make(store::History& history,
                                                               const RatedLog& log,
                                                               const WantedMatches& wanted,
                                                               const std::function<bool()>& stop) {
  tally_.Follow(log, log.as_of(), wanted);
  const auto bots = BotsIn(history, tally_);
  if (!bots.ok()) return bots.status();
  const std::shared_ptr<const rating::Rankings> rankings = tally_.Rankings();
  if (fitted_ != rankings) {
    std::optional<rating::Fit> fit = rating::FitPlackettLuceUnless(stop, *rankings);
    if (!fit) return absl::CancelledError("stopped");
    fit_ = *std::move(fit);
    fitted_ = rankings;
  }
  const std::vector<Line> lines = LinesOf(log, tally_, *bots);
  auto boards = std::make_shared<Boards>();
  boards->current = BoardOf(log.last(), lines, *rankings, fit_, false);
  boards->all_versions = BoardOf(log.last(), lines, *rankings, fit_, true);
  boards->work = WorkOf(*rankings, fit_);
  return std::shared_ptr<const Boards>(std::move(boards));
}

}  // namespace taki::service
