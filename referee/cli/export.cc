// taki export
#include <chrono>
#include <filesystem>
#include <string>
#include <utility>

#include "referee/cli/commands.h"
#include "referee/cli/export_format.h"
#include "referee/cli/export_output.h"
#include "referee/cli/failure.h"
#include "referee/cli/json.h"
#include "referee/cli/match_filters.h"
#include "referee/cli/retry.h"

namespace taki::cli {
namespace {

constexpr char kFooter[] =
    R"(Matches that are FINISHED or VOID, in the order in which they ended:
  matches        JSON lines, one object a match
  decisions      ... a decision: what was seen, legal, done, and the outcome
  moves          ... a move
  records        match records: m-000042.taki in a folder, or all in a file
  csv            one row a seat of a match, for a spreadsheet
  csv-matches, csv-moves, csv-decisions
With --resume FILE.cursor notes how far FILE goes; the same command later goes
on from there, with nothing missing and nothing twice: after a break, or for
what was played since. Fields are listed in docs/export.md.

Examples:
  taki export > matches.jsonl
  taki export --format decisions --bot alice --out alice.jsonl --resume
  taki export --format records --league autumn --out autumn/
  taki export --format csv --rated --out seats.csv)";

struct Options {
  MatchFilters filters;
  std::string format = "matches";
  std::string out = "-";
  bool resume = false;
  std::int64_t limit = 0;
};

bool IsFolder(const std::string& path) {
  return path.ends_with('/') || std::filesystem::is_directory(path);
}

std::unique_ptr<ExportOutput> Open(Context& context, const Options& options,
                                   const ExportPlan& plan) {
  if (options.out == "-") {
    if (options.resume) throw UsageFailure("--resume needs a file: say --out FILE");
    return ToStream(context.out(), context.around.out_is_terminal, plan);
  }
  if (!IsFolder(options.out)) return ToFile(options.out, plan);
  if (options.format != "records")
    throw UsageFailure("--out is a folder: only --format records writes into one");
  return ToFolder(options.out, plan);
}

// How far it has come, on a terminal, a few times a second.
class ProgressLine {
 public:
  explicit ProgressLine(Context& context)
      : context_(context), on_(context.around.err_is_terminal && !context.json) {}
  ~ProgressLine() {
    if (shown_) context_.err() << "\r\033[K" << std::flush;
  }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void Show(const ExportProgress& progress) {
    if (!on_ || Clock::now() - last_ < std::chrono::milliseconds(200)) return;
    context_.err() << '\r' << progress.matches << " matches, " << (progress.bytes >> 20) << " MiB"
                   << std::flush;
    last_ = Clock::now();
    shown_ = true;
  }

 private:
  using Clock = std::chrono::steady_clock;
  Context& context_;
  const bool on_;
  bool shown_ = false;
  Clock::time_point last_{};
};

// Carries an export from the referee to its output, over breaks.
class Exporter {
 public:
  Exporter(Context& context, ExportFormat& format, ExportOutput& output)
      : format_(format), output_(output), progress_(context) {}

  void Run(Client& client, v1::ExportMatchesRequest request) {
    format_.Ask(request);
    const std::int64_t before = output_.progress().matches;
    const std::int64_t wanted = request.max_matches();
    retry_.Run([&] {
      output_.Restart();
      request.set_cursor(output_.progress().cursor);
      if (wanted > 0) request.set_max_matches(wanted - (output_.progress().matches - before));
      if (wanted == 0 || request.max_matches() > 0)
        client.ExportMatches(request, [this](const auto& message) { OnMessage(message); });
      retry_.SetOver();  // a stream that ends with OK has told all
    });
  }

 private:
  void OnMessage(const v1::ExportMatchesResponse& message) {
    retry_.Sign();
    switch (message.kind_case()) {
      case v1::ExportMatchesResponse::kMatch:
        output_.Begin(message.match().match_id());
        return output_.Write(format_.OnMatch(message.match()));
      case v1::ExportMatchesResponse::kMoves:
        return output_.Write(format_.OnMoves(message.moves()));
      case v1::ExportMatchesResponse::kDecisions:
        return output_.Write(format_.OnDecisions(message.decisions()));
      case v1::ExportMatchesResponse::kRecord:
        return output_.Write(format_.OnRecord(message.record()));
      case v1::ExportMatchesResponse::kMatchEnd:
        output_.End(message.match_end().cursor());
        return progress_.Show(output_.progress());
      case v1::ExportMatchesResponse::KIND_NOT_SET: return;
    }
  }

  ExportFormat& format_;
  ExportOutput& output_;
  ProgressLine progress_;
  Retry retry_;
};

// The matches that are meant, as a text that is the same whenever the same is asked.
std::string QuestionOf(const Options& options, const v1::ListMatchesRequest& filter) {
  const Json asked = ToJson(filter);
  Json question = Json::object();
  for (const auto& [field, value] : asked.items())
    if (!value.is_null() && value != "" && value != 0) question[field] = value;
  return "--format " + options.format + " " + question.dump();
}

void Report(Context& context, const Options& options, std::int64_t matches,
            const ExportProgress& progress) {
  if (context.json && options.out != "-")
    return PrintJson({{"out", options.out},
                      {"matches", matches},
                      {"matches_total", progress.matches},
                      {"bytes", progress.bytes}},
                     context.out());
  std::ostream& out = options.out == "-" ? context.err() : context.out();
  out << matches << (matches == 1 ? " match" : " matches");
  if (progress.matches != matches) out << " more, " << progress.matches << " in all";
  out << (options.out == "-" ? " exported" : " in " + Escaped(options.out)) << '\n';
}

ExitCode Export(Context& context, const Options& options) {
  Client& client = context.WithoutToken();
  const std::unique_ptr<ExportFormat> format = MakeExportFormat(options.format);
  v1::ExportMatchesRequest request;
  *request.mutable_filter() = ToProto(client, options.filters);
  request.set_max_matches(options.limit);
  const std::unique_ptr<ExportOutput> output = Open(
      context, options, {QuestionOf(options, request.filter()), format->Head(), options.resume});
  const std::int64_t before = output->progress().matches;
  try {
    Exporter(context, *format, *output).Run(client, request);
  } catch (const Failure& failure) {
    if (failure.exit_code != ExitCode::kLocal) output->Close();  // what is whole is kept
    throw;
  }
  output->Close();
  Report(context, options, output->progress().matches - before, output->progress());
  return ExitCode::kOk;
}

}  // namespace

void AddExport(CLI::App& root, Command& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App& app = *root.add_subcommand("export", "Take matches home: JSON lines, CSV or records");
  app.add_option("--format", options->format, "what is written, see below (matches)")
      ->type_name("FORMAT")
      ->check(CLI::IsMember(ExportFormatNames()).description(""));
  app.add_option("--out", options->out,
                 "the file, or for records the folder; - is\nthe standard output (-)")
      ->type_name("FILE");
  app.add_flag("--resume", options->resume, "go on where FILE.cursor says, or begin so");
  app.add_option("--limit", options->limit, "at most so many matches (all)")
      ->type_name("N")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}).description(""));
  AddMatchFilters(app, options->filters, /*of_results=*/true);
  app.footer(kFooter);
  app.callback([&chosen, options] {
    chosen = [options](Context& context) { return Export(context, *options); };
  });
}

}  // namespace taki::cli
