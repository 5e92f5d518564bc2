// taki bot rotate NAME
#include <optional>

#include "referee/cli/commands.h"
#include "referee/cli/json.h"
#include "referee/cli/token_output.h"

namespace taki::cli {
namespace {

constexpr char kFooter[] =
    R"(The old token is void at once, and a bot connected with it is put out;
its matches go on, and it may come back with the new one.

Examples:
  taki bot rotate alice
  taki bot rotate alice --save-token alice.token)";

struct Options {
  std::string name;
  std::string save_token;
};

ExitCode Rotate(Context& context, const Options& options) {
  Client& client = context.WithToken();
  std::optional<TokenFile> file;
  if (!options.save_token.empty()) file.emplace(options.save_token, /*replace=*/true);
  v1::RotateTokenRequest request;
  request.set_name(options.name);
  const v1::RotateTokenResponse response = client.RotateToken(request);
  if (file) file->Keep(response.token());
  if (context.json) {
    Json json{{"name", options.name}};
    file ? json["token_file"] = options.save_token : json["token"] = response.token();
    PrintJson(json, context.out());
  } else if (file) {
    context.out() << "the new token of " << Escaped(options.name) << " is in "
                  << Escaped(options.save_token) << '\n';
  } else {
    context.out() << Escaped(response.token()) << '\n';
    context.err() << "this is the new token of " << Escaped(options.name)
                  << ", which is not shown again\n";
  }
  return ExitCode::kOk;
}

}  // namespace

void AddBotRotate(CLI::App& bot, Command& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App& app = *bot.add_subcommand("rotate", "Give a bot a new token");
  app.add_option("NAME", options->name, "the bot")->required()->type_name("");
  app.add_option("--save-token", options->save_token, "write the token to this file (0600)")
      ->type_name("FILE");
  app.footer(kFooter);
  app.callback([&chosen, options] {
    chosen = [options](Context& context) { return Rotate(context, *options); };
  });
}

}  // namespace taki::cli
