// The messages of a referee, for tests to hand to a bot: small and complete enough to be answered.
#pragma once

#include <grpcpp/support/status.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "taki/v1/match.pb.h"
#include "taki/v1/play_service.pb.h"

namespace taki::testing {

// Several items as one frame.
v1::PlayResponse Frame(std::initializer_list<v1::PlayResponse> parts);

v1::PlayResponse Welcome();
v1::PlayResponse Assigned(const std::string& match_id, int seat = 0);
v1::PlayResponse Started(const std::string& match_id);
v1::PlayResponse Snapshot(const std::string& match_id, int seat = 0);
// A decision whose legal actions are those of `legal`, in notation; plays are held in the hand.
v1::PlayResponse Asked(const std::string& match_id, int decision_id,
                       const std::vector<std::string>& legal, bool again = false);
v1::PlayResponse Accepted(const std::string& match_id, int decision_id);
// Refused with nothing applied: the decision stays open.
v1::PlayResponse Illegal(const std::string& match_id, int decision_id, int strikes);
v1::PlayResponse VerdictOf(v1::VerdictKind kind, const std::string& match_id, int decision_id);
v1::PlayResponse Finished(const std::string& match_id, v1::SeatEnd end = v1::SEAT_END_COMPLETED);
v1::PlayResponse Pinged(int ping_id);
v1::PlayResponse Noticed(v1::NoticeKind kind, int retry_after_ms = 0);

// A status as the referee makes it, with an ErrorDetail.
grpc::Status Error(grpc::StatusCode code, const std::string& reason, int retry_after_ms = 0);

// The parts of a card and of an action from notation ("R5!", "C>G", "ST", "draw").
v1::Card CardOf(std::string_view notation);
v1::Action ActionOf(std::string_view notation);

}  // namespace taki::testing
