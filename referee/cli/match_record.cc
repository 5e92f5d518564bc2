// taki match record ID
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "referee/cli/commands.h"
#include "referee/cli/failure.h"
#include "referee/cli/json.h"
#include "referee/cli/match_query.h"
#include "referee/cli/match_text.h"
#include "referee/cli/option_values.h"

namespace taki::cli {
namespace {

constexpr char kFooter[] =
    R"(The format is docs/notation.md; `taki match verify FILE` checks such a
file without a referee. Of a match that is not over only what is public.

Examples:
  taki match record m-000042
  taki match record m-000042 -o m-000042.taki)";

struct Options {
  std::string match_id;
  std::string file;
};

void WriteFile(const std::string& path, const std::string& record) {
  errno = 0;
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << record;
  file.close();
  if (!file)
    throw LocalFailure("cannot write " + Escaped(path) + ": " +
                       (errno != 0 ? std::strerror(errno) : "the disk may be full"));
}

// A record is ASCII; one that is not must not reach a terminal raw (N24). A pipe gets every byte.
void PrintRecord(const std::string& record, Context& context) {
  if (!context.around.out_is_terminal) {
    context.out() << record;
    return;
  }
  std::istringstream lines(record);
  for (std::string line; std::getline(lines, line);) context.out() << Escaped(line) << '\n';
}

ExitCode Record(Context& context, const Options& options) {
  const v1::GetMatchResponse response = GetWithRecord(context.WithoutToken(), options.match_id);
  if (!options.file.empty()) {
    WriteFile(options.file, response.record());
    if (context.json)
      PrintJson({{"match_id", options.match_id}, {"file", options.file}}, context.out());
  } else if (context.json) {
    PrintJson({{"match_id", options.match_id}, {"record", response.record()}}, context.out());
  } else {
    PrintRecord(response.record(), context);
  }
  if (!IsOver(response.match().state()))
    context.err() << options.match_id << " is " << Text(response.match().state())
                  << ": the record holds what is public so far\n";
  return ExitCode::kOk;
}

}  // namespace

void AddMatchRecord(CLI::App& match, Command& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App& app = *match.add_subcommand("record", "Print the record of a match");
  app.add_option("ID", options->match_id, "the match")
      ->required()
      ->check(MatchIdText())
      ->type_name("");
  app.add_option("-o,--output", options->file, "write it to this file")->type_name("FILE");
  app.footer(kFooter);
  app.callback([&chosen, options] {
    chosen = [options](Context& context) { return Record(context, *options); };
  });
}

}  // namespace taki::cli
