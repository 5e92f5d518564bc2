// taki league watch LEAGUE
#include <algorithm>
#include <chrono>
#include <deque>
#include <limits>
#include <sstream>
#include <vector>

#include "referee/cli/commands.h"
#include "referee/cli/follow.h"
#include "referee/cli/json.h"
#include "referee/cli/league_news.h"
#include "referee/cli/league_options.h"
#include "referee/cli/league_query.h"
#include "referee/cli/league_text.h"
#include "referee/cli/screen.h"
#include "referee/cli/standings_table.h"

namespace taki::cli {
namespace {

constexpr char kFooter[] =
    R"(On a terminal the progress and the table change in place; else, or with
--lines, one line is printed for each match that is over and for whatever
else happens. It follows the league over a restart of the referee, and ends
with the table when the league is over; the exit code is 1 if it was aborted.
With --json one line a message, and the table as the last (docs/cli.md).

Examples:
  taki league watch autumn
  taki league watch autumn --from-seq 1 --lines
  taki league watch autumn --json | jq -c .news)";

struct Options {
  std::shared_ptr<std::string> league;
  int from_seq = 0;
  bool lines = false;
};

// What a watcher is told, for people.
class View {
 public:
  virtual ~View() = default;
  virtual void OnIntroduced(const v1::LeagueIntroduced& introduced) = 0;
  virtual void OnNews(const v1::LeagueNews& news) = 0;
  virtual void OnProgressed(const v1::LeagueProgressed& progressed) = 0;
  // Before the final table.
  virtual void OnOver() = 0;
};

// One line for what happens; progress ten times in all, and whenever the state changes.
class LinesView : public View {
 public:
  explicit LinesView(Context& context) : context_(context) {}

  void OnIntroduced(const v1::LeagueIntroduced& introduced) override {
    PrintLine(introduced.league(), context_);
    Told(introduced.league().state(), introduced.progress());
    context_.out() << ProgressText(introduced.progress()) << '\n' << std::flush;
  }

  void OnNews(const v1::LeagueNews& news) override {
    pace_.On(news);
    const std::string text = NewsText(news);
    if (!text.empty()) context_.out() << Numbered(news.seq()) << "  " << text << '\n' << std::flush;
  }

  void OnProgressed(const v1::LeagueProgressed& progressed) override {
    const v1::LeagueProgress& progress = progressed.progress();
    const int step =
        progress.matches_total() > 0 ? std::max(1, progress.matches_total() / 10) : 100;
    if (progressed.state() == state_ && progress.matches_done() / step == done_ / step) return;
    Told(progressed.state(), progress);
    const std::string pace = IsOver(progressed.state()) ? "" : pace_.Text(progress);
    context_.out() << Text(progressed.state()) << "  " << ProgressText(progress)
                   << (pace.empty() ? "" : "; ") << pace << '\n'
                   << std::flush;
  }

  void OnOver() override { context_.out() << '\n'; }

 private:
  static std::string Numbered(int seq) {
    const std::string number = std::to_string(seq);
    return std::string(number.size() < 5 ? 5 - number.size() : 0, ' ') + number;
  }

  void Told(v1::LeagueState state, const v1::LeagueProgress& progress) {
    state_ = state;
    done_ = progress.matches_done();
  }

  Context& context_;
  Pace pace_;
  v1::LeagueState state_ = v1::LEAGUE_STATE_UNSPECIFIED;
  int done_ = 0;
};

// Progress, what happened last, and the table, in place.
class LiveView : public View {
 public:
  LiveView(Context& context, Client& client)
      : context_(context), client_(client), screen_(context.out()) {}

  void OnIntroduced(const v1::LeagueIntroduced& introduced) override {
    league_ = introduced.league();
    progress_ = introduced.progress();
    ReadTable();
    Draw();
  }

  void OnNews(const v1::LeagueNews& news) override {
    pace_.On(news);
    if (const std::string text = NewsText(news); !text.empty()) last_.push_back(text);
    if (last_.size() > kLast) last_.pop_front();
  }

  void OnProgressed(const v1::LeagueProgressed& progressed) override {
    league_.set_state(progressed.state());
    progress_ = progressed.progress();
    ReadTable();
    Draw();
  }

  void OnOver() override { screen_.Clear(); }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t kLast = 3;  // lines of news
  static constexpr std::chrono::milliseconds kBetweenTables{200};

  // Five times a second is enough for the eye, and little for the referee.
  void ReadTable() {
    if (!standings_.standings().empty() && Clock::now() - table_read_ < kBetweenTables) return;
    standings_ = GetStandings(client_, league_.league_id());
    table_read_ = Clock::now();
  }

  std::string Bar() const {
    constexpr int kWidth = 30;
    if (progress_.matches_total() == 0) return "";
    const int full =
        std::min<int>(kWidth, static_cast<int>(static_cast<std::int64_t>(progress_.matches_done()) *
                                               kWidth / progress_.matches_total()));
    return "[" + std::string(static_cast<std::size_t>(full), '#') +
           std::string(static_cast<std::size_t>(kWidth - full), '.') + "] ";
  }

  void Draw() {
    const Painter painter = context_.OutPainter();
    std::vector<std::string> lines;
    std::string round;
    if (progress_.rounds() > 0 && progress_.round() > 0)
      round = "  round " + std::to_string(progress_.round()) + " of " +
              std::to_string(progress_.rounds());
    lines.push_back(painter(Color::kBold, Escaped(league_.config().name())) + "  " +
                    painter(ColorOf(league_.state()), Text(league_.state())) + round);
    lines.push_back(Bar() + ProgressText(progress_));
    lines.push_back(pace_.Text(progress_));
    for (std::size_t i = 0; i < kLast; ++i)
      lines.push_back(i < last_.size() ? painter(Color::kDim, last_[i]) : "");
    lines.emplace_back();
    AddTable(lines, painter);
    screen_.Show(lines);
  }

  // As many rows as the terminal has room for.
  void AddTable(std::vector<std::string>& lines, const Painter& painter) const {
    const int room = std::max(1, context_.around.rows - static_cast<int>(lines.size()) - 3);
    std::ostringstream table;
    StandingsTable(league_.config(), standings_, room)
        .Print(table, std::numeric_limits<int>::max(), painter);
    std::istringstream rows(table.str());
    for (std::string row; std::getline(rows, row);) lines.push_back(row);
    if (standings_.standings_size() > room)
      lines.push_back("... and " + std::to_string(standings_.standings_size() - room) + " more");
  }

  Context& context_;
  Client& client_;
  Screen screen_;
  v1::League league_;
  v1::LeagueProgress progress_;
  v1::GetStandingsResponse standings_;
  Clock::time_point table_read_{};
  std::deque<std::string> last_;
  Pace pace_;
};

void Dispatch(const v1::WatchLeagueResponse& message, View& view) {
  switch (message.kind_case()) {
    case v1::WatchLeagueResponse::kIntroduced: return view.OnIntroduced(message.introduced());
    case v1::WatchLeagueResponse::kNews: return view.OnNews(message.news());
    case v1::WatchLeagueResponse::kProgressed: return view.OnProgressed(message.progressed());
    case v1::WatchLeagueResponse::KIND_NOT_SET: return;
  }
}

std::unique_ptr<View> MakeView(Context& context, Client& client, bool lines) {
  const bool dumb = context.around.env("TERM").value_or("") == "dumb";
  if (lines || dumb || !context.around.out_is_terminal) return std::make_unique<LinesView>(context);
  return std::make_unique<LiveView>(context, client);
}

void PrintFinal(Context& context, const v1::GetLeagueResponse& league,
                const v1::GetStandingsResponse& standings) {
  PrintLine(league.league(), context);
  context.out() << ProgressText(standings.progress()) << "\n\n";
  PrintStandings(league.league().config(), standings, context);
}

ExitCode Watch(Context& context, const Options& options) {
  Client& client = context.WithoutToken();
  const std::string league_id = LeagueIdOf(client, *options.league);
  const std::unique_ptr<View> view = MakeView(context, client, options.lines);
  const v1::LeagueProgressed last = FollowLeague(client, league_id, options.from_seq,
                                                 [&](const v1::WatchLeagueResponse& message) {
                                                   if (context.json)
                                                     PrintJsonLine(ToJson(message), context.out());
                                                   else
                                                     Dispatch(message, *view);
                                                 });
  const v1::GetStandingsResponse standings = GetStandings(client, league_id);
  if (context.json) {
    PrintJsonLine({{"table", ToJson(standings)}}, context.out());
  } else {
    view->OnOver();
    PrintFinal(context, GetLeague(client, league_id), standings);
  }
  return last.state() == v1::LEAGUE_STATE_ABORTED ? ExitCode::kNo : ExitCode::kOk;
}

}  // namespace

void AddLeagueWatch(CLI::App& league, Command& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App& app = *league.add_subcommand("watch", "Follow a league until it is over");
  options->league = AddLeagueArgument(app);
  app.add_option("--from-seq", options->from_seq, "tell the log from this entry on (what is new)")
      ->check(CLI::Range(1, 1'000'000'000).description(""))
      ->type_name("N");
  app.add_flag("--lines", options->lines, "lines, on a terminal too");
  app.footer(kFooter);
  app.callback([&chosen, options] {
    chosen = [options](Context& context) { return Watch(context, *options); };
  });
}

}  // namespace taki::cli
