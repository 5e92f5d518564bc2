// Which matches a call asks for: the filter that ListMatches, ExportMatches and VerifyMatches
// share.
//
// Conditions that contradict each other are field errors; what merely nothing passes (an unknown
// bot, league, fixture or round) is not. Safe from any thread.
#pragma once

#include "absl/status/statusor.h"
#include "referee/service/error.h"
#include "referee/service/league_views.h"
#include "store/history.h"
#include "taki/v1/history_service.pb.h"

namespace taki::service {

// The filter of ListMatches. What is wrong is added to `errors`; the filter then means nothing.
// NOT_FOUND: `round` of an unknown league; otherwise as LeagueViews::Read.
absl::StatusOr<store::MatchFilter> FilterFrom(const v1::ListMatchesRequest& request,
                                              LeagueViews& leagues, FieldErrors& errors);

// The same of a request whose field `filter` it is, and which tells matches that are FINISHED or
// VOID: its page fields must be empty, and no other state can be asked for. For
// History::MatchesByResult.
absl::StatusOr<store::MatchFilter> FilterOfResultsFrom(const v1::ListMatchesRequest& filter,
                                                       LeagueViews& leagues, FieldErrors& errors);

}  // namespace taki::service
