// What the unary calls ask for, read field by field.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "referee/rules/check.h"
#include "referee/service/convert.h"
#include "referee/service/fields.h"
#include "referee/service/text.h"

namespace taki::service {
namespace {

std::vector<int> StagesFrom(const v1::Ruleset& ruleset, FieldErrors& errors) {
  if (ruleset.stages().empty()) return {8, 7, 6, 5, 4, 3, 2, 1};
  const bool in_range = ruleset.stages_size() <= rules::kMaxStages &&
                        std::all_of(ruleset.stages().begin(), ruleset.stages().end(), [](int hand) {
                          return hand >= 1 && hand <= rules::kMaxStageHand;
                        });
  if (!in_range)
    errors.push_back({"ruleset.stages", "must be 1 to 16 hand sizes, each 1 to 10 cards"});
  return {ruleset.stages().begin(), ruleset.stages().end()};
}

std::vector<std::string> BotsFrom(const v1::RequestMatchRequest& request, FieldErrors& errors) {
  if (request.bots_size() < rules::kMinSeats || request.bots_size() > rules::kMaxSeats) {
    errors.push_back({"bots", "must name 2 to 10 bots"});
    return {};
  }
  std::vector<std::string> bots(request.bots().begin(), request.bots().end());
  RequireBots(errors, "bots", bots);
  return bots;
}

host::Seating SeatingFrom(const v1::RequestMatchRequest& request, FieldErrors& errors) {
  switch (request.seating()) {
    case v1::SEATING_UNSPECIFIED:
    case v1::SEATING_YOUNGEST_FIRST: return host::Seating::kYoungestFirst;
    case v1::SEATING_AS_LISTED: return host::Seating::kAsListed;
    case v1::SEATING_RANDOM: return host::Seating::kRandom;
    default: break;
  }
  errors.push_back({"seating", "must be a value of Seating"});
  return host::Seating::kYoungestFirst;
}

}  // namespace

rules::Ruleset FromProto(const v1::Ruleset& ruleset, bool rated, FieldErrors& errors) {
  const std::size_t errors_before = errors.size();
  const std::vector<int> stages = StagesFrom(ruleset, errors);
  rules::DrawRule draw = rules::DrawRule::kWhenStuck;
  if (ruleset.draw_rule() == v1::DRAW_RULE_ANY_TIME)
    draw = rules::DrawRule::kAnyTime;
  else if (ruleset.draw_rule() != v1::DRAW_RULE_UNSPECIFIED &&
           ruleset.draw_rule() != v1::DRAW_RULE_WHEN_STUCK)
    errors.push_back({"ruleset.draw_rule", "must be WHEN_STUCK or ANY_TIME"});
  if (rated && draw == rules::DrawRule::kAnyTime)
    errors.push_back({"ruleset.draw_rule", "must be WHEN_STUCK in a rated match (R3.5)"});
  rules::TakiRule taki = rules::TakiRule::kPlayAll;
  if (ruleset.taki_rule() == v1::TAKI_RULE_PLAY_ANY)
    taki = rules::TakiRule::kPlayAny;
  else if (ruleset.taki_rule() != v1::TAKI_RULE_UNSPECIFIED &&
           ruleset.taki_rule() != v1::TAKI_RULE_PLAY_ALL)
    errors.push_back({"ruleset.taki_rule", "must be PLAY_ALL or PLAY_ANY"});
  std::int32_t max_turns = rules::kMaxTurns;
  TakeIntOrDefault(errors, "ruleset.max_turns", ruleset.max_turns(), 1, rules::kMaxTurns,
                   max_turns);
  if (errors.size() > errors_before) return {};
  const absl::StatusOr<rules::Ruleset> made = rules::MakeRuleset(stages, draw, taki, max_turns);
  TAKI_CHECK(made.ok());  // every range was checked above
  return *made;
}

match::TimeControl FromProto(const v1::TimeControl& in, FieldErrors& errors) {
  match::TimeControl clock;
  const std::size_t errors_before = errors.size();
  const auto take = [&errors](std::string_view field, bool set, std::int32_t value,
                              std::int32_t low, std::int32_t high, std::int32_t& out) {
    if (set) TakeInt(errors, std::string("time_control.").append(field), value, low, high, out);
  };
  take("move_time_ms", in.has_move_time_ms(), in.move_time_ms(), 0, 600'000, clock.move_time_ms);
  take("time_bank_ms", in.has_time_bank_ms(), in.time_bank_ms(), 0, 3'600'000, clock.time_bank_ms);
  take("strike_limit", in.has_strike_limit(), in.strike_limit(), 1, 1'000, clock.strike_limit);
  take("ready_time_ms", in.has_ready_time_ms(), in.ready_time_ms(), 100, 600'000,
       clock.ready_time_ms);
  take("reconnect_grace_ms", in.has_reconnect_grace_ms(), in.reconnect_grace_ms(), 0, 600'000,
       clock.reconnect_grace_ms);
  take("reconnect_grace_match_ms", in.has_reconnect_grace_match_ms(), in.reconnect_grace_match_ms(),
       0, 3'600'000, clock.reconnect_grace_match_ms);
  take("restart_grace_ms", in.has_restart_grace_ms(), in.restart_grace_ms(), 0, 600'000,
       clock.restart_grace_ms);
  if (errors.size() == errors_before && clock.move_time_ms == 0 && clock.time_bank_ms == 0)
    errors.push_back({"time_control.move_time_ms", "must not be 0 when time_bank_ms is 0 too"});
  return clock;
}

host::MatchRequest FromProto(const v1::RequestMatchRequest& request, FieldErrors& errors) {
  host::MatchRequest wanted;
  wanted.bots = BotsFrom(request, errors);
  wanted.seating = SeatingFrom(request, errors);
  wanted.ruleset = FromProto(request.ruleset(), request.rated(), errors);
  wanted.clock = FromProto(request.time_control(), errors);
  wanted.rated = request.rated();
  TakeInt(errors, "public_delay_ms", request.public_delay_ms(), 0, match::kMaxPublicDelayMs,
          wanted.public_delay_ms);
  if (!request.seed().empty()) {
    rules::Seed seed{};
    if (request.rated())
      errors.push_back({"seed", "must be left out of a rated match"});
    else if (request.seed().size() != seed.size())
      errors.push_back({"seed", "must be 32 bytes, or left out"});
    else
      std::copy(request.seed().begin(), request.seed().end(), seed.begin());
    wanted.seed = seed;
  }
  RequireRequestId(errors, request.request_id());
  wanted.request_id = request.request_id();
  return wanted;
}

host::NewBot FromProto(const v1::RegisterBotRequest& request, FieldErrors& errors) {
  if (!IsBotName(request.name()))
    errors.push_back({"name",
                      "must be 2 to 32 of a-z, 0-9, `.`, `_`, `-`, and begin with a letter or "
                      "digit: [a-z0-9][a-z0-9._-]{1,31}"});
  RequireText(errors, "display_name", request.display_name(), 64, 40);
  if (request.owner().empty()) errors.push_back({"owner", "must be set: who owns the bot"});
  RequireText(errors, "owner", request.owner(), 64, 64);
  RequireText(errors, "description", request.description(), 1'000, 1'000);
  RequireText(errors, "author", request.author(), 100, 100);
  RequireText(errors, "language", request.language(), 32, 32);
  if (!request.homepage().empty() &&
      (request.homepage().size() > 200 || !IsWebAddress(request.homepage())))
    errors.push_back({"homepage", "must be a http:// or https:// URL of at most 200 bytes"});
  host::NewBot bot{request.name(),        request.display_name(), request.owner(),
                   request.description(), request.author(),       request.language(),
                   request.homepage()};
  if (bot.display_name.empty()) bot.display_name = bot.name;
  return bot;
}

}  // namespace taki::service
