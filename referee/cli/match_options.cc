#include "referee/cli/match_options.h"

#include "referee/cli/json.h"
#include "referee/cli/option_values.h"

namespace taki::cli {
namespace {

void AddRules(CLI::App& app, MatchOptions& options) {
  app.add_option("--stages", options.stages, "hand sizes (8,7,6,5,4,3,2,1)")
      ->type_name("N,N,...")
      ->check(NumbersText())
      ->group("Rules");
  app.add_option("--draw-rule", options.draw_rule, "WHEN_STUCK (default) or ANY_TIME")
      ->type_name("RULE")
      ->check(EnumName(v1::DrawRule_descriptor()))
      ->group("Rules");
  app.add_option("--taki-rule", options.taki_rule, "PLAY_ALL (default) or PLAY_ANY")
      ->type_name("RULE")
      ->check(EnumName(v1::TakiRule_descriptor()))
      ->group("Rules");
  app.add_option("--max-turns", options.max_turns, "the match ends after so many (10000)")
      ->type_name("N")
      ->group("Rules");
}

void AddClocks(CLI::App& app, MatchOptions& options) {
  const auto ms = [&app](const char* flag, std::optional<int>& value, const char* about) {
    app.add_option(flag, value, about)->type_name("MS")->group("Clocks");
  };
  ms("--move-time-ms", options.move_time_ms, "free time of each decision (1000)");
  ms("--time-bank-ms", options.time_bank_ms, "beyond it, in the match (60000)");
  app.add_option("--strike-limit", options.strike_limit, "the strike that forfeits (3)")
      ->type_name("N")
      ->group("Clocks");
  ms("--ready-time-ms", options.ready_time_ms, "for a bot to be ready (30000)");
  ms("--reconnect-grace-ms", options.reconnect_grace_ms, "a decision, if a bot is away (10000)");
  ms("--reconnect-grace-match-ms", options.reconnect_grace_match_ms, "the same, a match (30000)");
  ms("--restart-grace-ms", options.restart_grace_ms, "after the referee restarts (30000)");
}

}  // namespace

void AddMatchOptions(CLI::App& app, MatchOptions& options) {
  AddRules(app, options);
  AddClocks(app, options);
}

void Set(const MatchOptions& options, v1::Ruleset& ruleset) {
  if (!options.stages.empty()) ruleset.clear_stages();
  for (const int size : Numbers(options.stages)) ruleset.add_stages(size);
  if (!options.draw_rule.empty())
    ruleset.set_draw_rule(
        static_cast<v1::DrawRule>(ParseShortName(v1::DrawRule_descriptor(), options.draw_rule)));
  if (!options.taki_rule.empty())
    ruleset.set_taki_rule(
        static_cast<v1::TakiRule>(ParseShortName(v1::TakiRule_descriptor(), options.taki_rule)));
  if (options.max_turns != 0) ruleset.set_max_turns(options.max_turns);
}

void Set(const MatchOptions& options, v1::TimeControl& clock) {
  if (options.move_time_ms) clock.set_move_time_ms(*options.move_time_ms);
  if (options.time_bank_ms) clock.set_time_bank_ms(*options.time_bank_ms);
  if (options.strike_limit) clock.set_strike_limit(*options.strike_limit);
  if (options.ready_time_ms) clock.set_ready_time_ms(*options.ready_time_ms);
  if (options.reconnect_grace_ms) clock.set_reconnect_grace_ms(*options.reconnect_grace_ms);
  if (options.reconnect_grace_match_ms)
    clock.set_reconnect_grace_match_ms(*options.reconnect_grace_match_ms);
  if (options.restart_grace_ms) clock.set_restart_grace_ms(*options.restart_grace_ms);
}

}  // namespace taki::cli
