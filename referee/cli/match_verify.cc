// taki match verify ID|FILE|--all
#include "referee/cli/commands.h"
#include "referee/cli/failure.h"
#include "referee/cli/files.h"
#include "referee/cli/json.h"
#include "referee/cli/match_query.h"
#include "referee/cli/match_text.h"
#include "referee/cli/option_values.h"
#include "referee/cli/verification.h"

namespace taki::cli {
namespace {

constexpr char kFooter[] =
    R"(Derives the deal anew from the revealed seed and re-plays every line. A
file, or `-` for the standard input, is checked here, without a referee. A
match is checked by the referee, and its record once more here. With --all
every match that is over is. The first line that differs is named; the exit
code is then 1.

Examples:
  taki match verify m-000042
  taki match verify m-000042.taki
  taki match record m-000042 | taki match verify -
  taki match verify --all)";

struct Options {
  std::vector<std::string> subjects;
  bool all = false;
};

// What was found, told as it is found and summed up at the end.
class Report {
 public:
  Report(Context& context, bool quiet) : context_(context), quiet_(quiet) {}

  void Add(const Checked& checked) {
    ++checked_;
    lines_ += checked.lines;
    if (!checked.findings.empty()) {
      ++different_;
      for (const Finding& finding : checked.findings)
        findings_.push_back({{"subject", checked.subject},
                             {"by", finding.by},
                             {"line", finding.line},
                             {"difference", finding.difference}});
    }
    if (context_.json || (quiet_ && checked.findings.empty())) return;
    ClearProgress();
    PrintOne(checked);
  }

  // On a terminal, what is being done; overwritten by what comes next.
  void Progress() {
    if (!context_.around.err_is_terminal || context_.json) return;
    context_.err() << '\r' << checked_ << " matches verified" << std::flush;
    progress_shown_ = true;
  }

  ExitCode Finish(bool with_summary) {
    ClearProgress();
    if (context_.json) {
      PrintJson({{"ok", different_ == 0},
                 {"checked", checked_},
                 {"different", different_},
                 {"lines_checked", lines_},
                 {"differences", findings_}},
                context_.out());
    } else if (with_summary) {
      context_.out() << checked_ << (checked_ == 1 ? " record, " : " records, ") << lines_
                     << " lines re-played: "
                     << (different_ == 0 ? "all as recorded"
                                         : std::to_string(different_) +
                                               (different_ == 1 ? " differs" : " differ"))
                     << '\n';
    }
    return different_ == 0 ? ExitCode::kOk : ExitCode::kNo;
  }

 private:
  void PrintOne(const Checked& checked) {
    const Painter painter = context_.OutPainter();
    const bool ok = checked.findings.empty();
    context_.out() << Escaped(checked.subject) << "  "
                   << (ok ? painter(Color::kGreen, "ok") : painter(Color::kRed, "DIFFERS")) << "  "
                   << checked.lines << " lines re-played\n";
    for (const Finding& finding : checked.findings) {
      context_.out() << "  " << finding.by << ": ";
      if (finding.line > 0) context_.out() << "line " << finding.line << ": ";
      context_.out() << Escaped(finding.difference) << '\n';
    }
  }

  void ClearProgress() {
    if (std::exchange(progress_shown_, false)) context_.err() << "\r\033[K" << std::flush;
  }

  Context& context_;
  bool quiet_;
  bool progress_shown_ = false;
  std::int64_t checked_ = 0, different_ = 0, lines_ = 0;
  Json findings_ = Json::array();
};

ExitCode VerifyAll(Context& context) {
  Client& client = context.WithoutToken();
  Report report(context, /*quiet=*/true);
  for (const v1::MatchState state :
       {v1::MATCH_STATE_FINISHED, v1::MATCH_STATE_VOID, v1::MATCH_STATE_QUARANTINED}) {
    v1::ListMatchesRequest filters;
    filters.set_state(state);
    ForEachMatch(client, filters, std::nullopt, [&](const v1::Match& match) {
      report.Add(state == v1::MATCH_STATE_QUARANTINED ? Quarantined(match)
                                                      : CheckMatch(client, match.match_id()));
      report.Progress();
    });
  }
  return report.Finish(/*with_summary=*/true);
}

ExitCode Verify(Context& context, const Options& options) {
  if (options.all == !options.subjects.empty())
    throw UsageFailure("name matches or record files, or say --all");
  if (options.all) return VerifyAll(context);
  Report report(context, /*quiet=*/false);
  for (const std::string& subject : options.subjects)
    report.Add(IsMatchId(subject) ? CheckMatch(context.WithoutToken(), subject)
                                  : CheckRecord(subject, ReadAll(subject, context.around.in)));
  return report.Finish(/*with_summary=*/options.subjects.size() > 1);
}

}  // namespace

void AddMatchVerify(CLI::App& match, Command& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App& app = *match.add_subcommand("verify", "Check records against the rules and the seed");
  app.add_option("ID|FILE", options->subjects, "matches, record files, or - (standard input)")
      ->type_name("");
  app.add_flag("--all", options->all, "every match of the referee that is over");
  app.footer(kFooter);
  app.callback([&chosen, options] {
    chosen = [options](Context& context) { return Verify(context, *options); };
  });
}

}  // namespace taki::cli
