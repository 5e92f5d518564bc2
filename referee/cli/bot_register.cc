// taki bot register NAME
#include <optional>

#include "referee/cli/commands.h"
#include "referee/cli/failure.h"
#include "referee/cli/json.h"
#include "referee/cli/token_output.h"

namespace taki::cli {
namespace {

constexpr char kFooter[] =
    R"(The token is shown this once; the referee keeps only a hash of it.
`taki bot rotate` makes a new one.

Examples:
  taki bot register alice
  taki bot register bob --owner ben --language Python \
      --display-name "Bob the Bot" --save-token bob.token)";

struct Options {
  std::string name, display_name, owner, description, author, language, homepage;
  std::string save_token;
};

// Who owns the bot: whoever registers it, unless said otherwise.
std::string OwnerOf(const Options& options, const Surroundings& around) {
  if (!options.owner.empty()) return options.owner;
  for (const char* name : {"USER", "LOGNAME"})
    if (const auto user = around.env(name)) return *user;
  throw UsageFailure("say who owns the bot: --owner (USER is not set in the environment)");
}

v1::RegisterBotRequest RequestOf(const Options& options, const Surroundings& around) {
  v1::RegisterBotRequest request;
  request.set_name(options.name);
  request.set_display_name(options.display_name);
  request.set_owner(OwnerOf(options, around));
  request.set_description(options.description);
  request.set_author(options.author);
  request.set_language(options.language);
  request.set_homepage(options.homepage);
  return request;
}

ExitCode Register(Context& context, const Options& options) {
  const v1::RegisterBotRequest request = RequestOf(options, context.around);
  Client& client = context.WithToken();
  std::optional<TokenFile> file;
  if (!options.save_token.empty()) file.emplace(options.save_token, /*replace=*/false);
  const v1::RegisterBotResponse response = client.RegisterBot(request);
  if (file) file->Keep(response.token());
  if (context.json) {
    Json json{{"bot", ToJson(response.bot())}};
    file ? json["token_file"] = options.save_token : json["token"] = response.token();
    PrintJson(json, context.out());
  } else if (file) {
    context.out() << "registered " << Escaped(response.bot().name()) << "; its token is in "
                  << Escaped(options.save_token) << '\n';
  } else {
    context.out() << Escaped(response.token()) << '\n';
    context.err() << "registered " << Escaped(response.bot().name())
                  << "; this is its token, which is not shown again\n";
  }
  return ExitCode::kOk;
}

}  // namespace

void AddBotRegister(CLI::App& bot, Command& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App& app = *bot.add_subcommand("register", "Register a bot and get its token");
  app.add_option("NAME", options->name, "unique, for ever: [a-z0-9][a-z0-9._-]{1,31}")
      ->required()
      ->type_name("");
  const auto text = [&app](const char* flag, std::string& value, const char* about) {
    return app.add_option(flag, value, about)->type_name("TEXT");
  };
  text("--owner", options->owner, "who owns it (you: $USER)");
  text("--display-name", options->display_name, "its name for people (NAME)");
  text("--description", options->description, "what it is");
  text("--author", options->author, "who wrote it");
  text("--language", options->language, "the programming language");
  text("--homepage", options->homepage, "a http or https URL");
  text("--save-token", options->save_token, "write the token to this new file (0600)")
      ->type_name("FILE");
  app.footer(kFooter);
  app.callback([&chosen, options] {
    chosen = [options](Context& context) { return Register(context, *options); };
  });
}

}  // namespace taki::cli
