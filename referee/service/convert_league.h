// The part of the translation (convert.h) that is about leagues.
//
// Outward, a league's event seed is shown only by way of a LeagueRow that has started (S6). Inward,
// every field is read and every fault named; ranges that need more than one field are those of
// league::Validate. Pure functions, safe from any thread.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/host/frame.h"
#include "referee/host/host.h"
#include "referee/league/league.h"
#include "referee/service/error.h"
#include "store/rows.h"
#include "taki/v1/league.pb.h"
#include "taki/v1/league_service.pb.h"

namespace taki::service {

// --- outward

// Who an entrant is, by the id of its bot: valid as long as the table that it came from.
using BotOf = std::function<const store::Bot&(match::BotId)>;

v1::LeagueFormat ToProto(league::Format format);
v1::LeagueState ToProto(league::LeagueState state);
v1::TieBreak ToProto(league::TieBreak tie_break);
// Every field that its format has a use for, but `bots`: it can be the configuration of another.
void ToProto(const league::LeagueConfig& config, v1::LeagueConfig* out);
void ToProto(const store::LeagueRow& row, v1::League* out);
void ToProto(const league::Progress& progress, v1::LeagueProgress* out);
void ToProto(const league::EntrantInfo& entrant, const store::Bot& bot, v1::Entrant* out);
void ToProto(const league::Fixture& fixture, const league::League& league, const BotOf& bot_of,
             v1::Fixture* out);
void ToProto(const league::Standing& standing, const league::League& league, const BotOf& bot_of,
             v1::Standing* out);
// Requires: an item for watchers of a league.
void ToProto(const host::Item& item, v1::WatchLeagueResponse* out);

// --- inward

// The bots of a league, in the order of entry.
std::vector<match::BotId> BotsOf(const league::League& league);

// The settings and bots; faults are named with `config.` in front.
host::NewLeague FromProto(const v1::LeagueConfig& config, FieldErrors& errors);
std::optional<league::LeagueState> FromProto(const v1::ListLeaguesRequest& request,
                                             FieldErrors& errors);

// Which fixtures ListFixtures shows.
struct FixtureFilter {
  std::optional<league::Section> section;
  std::optional<std::int32_t> group, round;
  std::optional<league::FixtureState> state;
  std::string bot;  // name; empty: any
};
FixtureFilter FromProto(const v1::ListFixturesRequest& request, FieldErrors& errors);

}  // namespace taki::service
