// A referee that holds canned matches and leagues and answers the client's calls over real gRPC, in
// this process, on a port of its own.
//
// What it holds is set up before the first call and not changed while one runs; single tests bend
// its answers through the public members below.
#pragma once

#include <grpcpp/grpcpp.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "taki/v1/bot_service.pb.h"
#include "taki/v1/league_service.pb.h"
#include "tests/cli/canned_league.h"
#include "tests/cli/canned_match.h"

namespace taki::test {

inline constexpr char kAdminToken[] = "taki_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
inline constexpr char kBotToken[] = "taki_bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";

class FakeLeagueService;

class FakeReferee {
 public:
  FakeReferee();
  ~FakeReferee();

  std::string address() const { return address_; }
  void Add(CannedMatch canned);
  void AddUnlisted(CannedMatch canned);  // ListMatches leaves it out
  void Add(CannedLeague canned) { leagues_.insert_or_assign(canned.id(), std::move(canned)); }
  CannedMatch& match(const std::string& id) { return matches_.at(id); }
  CannedLeague& league(const std::string& id) { return leagues_.at(id); }

  std::vector<v1::Bot> bots;
  // A started match is this one, under ids that count up; whole already, and in no list.
  std::string started_as = "m-000042";
  // So many pages of ListMatches are empty, and yet not the last one.
  int empty_pages = 0;
  // WatchMatch breaks off with UNAVAILABLE after this event, once. 0: never.
  int break_after_seq = 0;
  // WatchLeague likewise, after this entry of the log.
  int break_league_after_seq = 0;
  // ExportMatches breaks off with UNAVAILABLE after so many messages, once. 0: never.
  int break_export_after = 0;
  // ExportMatches finds all places taken so many times.
  int exports_refused = 0;
  // What PreviewLeague answers.
  v1::PreviewLeagueResponse preview;
  // What GetLeaderboard, GetHeadToHead and GetRatingHistory answer.
  v1::GetLeaderboardResponse leaderboard;
  v1::GetHeadToHeadResponse head_to_head;
  v1::GetRatingHistoryResponse rating_history;
  v1::GetBotProfileResponse profile;  // what GetBotProfile answers
  // CreateLeague and PreviewLeague refuse this field of the request. Empty: none.
  std::string refused_field;
  // What GetDecision and ListDecisions know, by match; A match that is not
  // here: UNIMPLEMENTED, as an older referee says.
  std::map<std::string, std::vector<v1::DecisionRecord>> decisions;
  // What TryReply says to a reply, in notation; ACCEPTED if it is not here.
  std::map<std::string, v1::Verdict> verdicts;
  // VerifyMatch says that this line differs. 0: as recorded.
  int differing_line = 0;

  // What was asked, for tests to look at.
  std::vector<v1::RequestMatchRequest> requested;
  v1::ListMatchesRequest listed;
  std::vector<v1::ExportMatchesRequest> exports;
  v1::RegisterBotRequest registered;
  v1::CreateLeagueRequest created;
  v1::PreviewLeagueRequest previewed;
  v1::ListFixturesRequest fixtures_listed;
  v1::GetLeaderboardRequest leaderboard_asked;
  v1::GetHeadToHeadRequest head_to_head_asked;
  v1::GetRatingHistoryRequest rating_history_asked;
  v1::GetBotProfileRequest profile_asked;
  // The calls that changed a league, in order: "EnterBot l-000001 dave".
  std::vector<std::string> changes;
  std::string authorization;  // of the last call; empty: none
  int calls = 0;

 private:
  struct Services;
  friend struct Services;
  friend class FakeLeagueService;

  // Notes what came; refuses a call that needs the organiser's token and has another or none.
  grpc::Status Note(const grpc::ServerContext& context, bool needs_token = false);
  v1::Match StartMatch(const v1::RequestMatchRequest& request);

  std::map<std::string, CannedLeague> leagues_;
  std::map<std::string, CannedMatch> matches_;
  std::set<std::string> unlisted_;
  std::string address_;
  std::unique_ptr<Services> services_;
  std::unique_ptr<FakeLeagueService> leagues_service_;
};

}  // namespace taki::test
