// taki bot list
#include <algorithm>

#include "referee/cli/commands.h"
#include "referee/cli/json.h"
#include "referee/cli/match_text.h"
#include "referee/cli/table.h"

namespace taki::cli {
namespace {

constexpr char kFooter[] =
    R"(Examples:
  taki bot list
  taki bot list --json | jq -r '.bots[] | select(.connected) | .name')";

constexpr int kPageSize = 1'000;

std::vector<v1::Bot> AllBots(Client& client) {
  std::vector<v1::Bot> bots;
  v1::ListBotsRequest request;
  request.set_page_size(kPageSize);
  do {
    const v1::ListBotsResponse page = client.ListBots(request);
    bots.insert(bots.end(), page.bots().begin(), page.bots().end());
    request.set_page_token(page.next_page_token());
  } while (!request.page_token().empty());
  return bots;
}

// The display name stands last: a name in Hebrew, or a wide one, cannot disturb another column.
void PrintTable(const std::vector<v1::Bot>& bots, Context& context) {
  Table table({{"Name"},
               {"Version"},
               {"Owner"},
               {"Language"},
               {"Online"},
               {"Registered"},
               {"Display name"}});
  for (const v1::Bot& bot : bots)
    table.Add({Escaped(bot.name()), OrDash(Escaped(bot.current_version())),
               OrDash(Escaped(bot.owner())), OrDash(Escaped(bot.language())),
               bot.connected() ? "yes" : "no", DayText(bot.registered_ms()),
               OrDash(Escaped(bot.display_name()))});
  const Painter painter = context.OutPainter();
  table.Print(context.out(), context.width(), painter,
              [&](std::size_t column, const std::string& cell) {
                const bool online = column == 4 && cell.rfind("yes", 0) == 0;
                return online ? painter(Color::kGreen, cell) : cell;
              });
}

ExitCode List(Context& context) {
  const std::vector<v1::Bot> bots = AllBots(context.WithoutToken());
  if (context.json) {
    Json list = Json::array();
    for (const v1::Bot& bot : bots) list.push_back(ToJson(bot));
    PrintJson({{"bots", list}}, context.out());
  } else if (bots.empty()) {
    context.out() << "No bots are registered.\n";
  } else {
    PrintTable(bots, context);
  }
  return ExitCode::kOk;
}

}  // namespace

void AddBotList(CLI::App& bot, Command& chosen) {
  CLI::App& app = *bot.add_subcommand("list", "List the bots by name");
  app.footer(kFooter);
  app.callback([&chosen] { chosen = List; });
}

}  // namespace taki::cli
