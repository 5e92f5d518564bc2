// A referee that holds canned matches and answers the client's calls over real gRPC, in this
// process, on a port of its own.
//
// What it holds is set up before the first call and not changed while one runs; single tests bend
// its answers through the public members below.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "taki/v1/bot_service.pb.h"
#include "taki/v1/league_service.pb.h"
#include "tests/cli/canned_match.h"

namespace taki::test {

inline constexpr char kAdminToken[] = "taki_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
inline constexpr char kBotToken[] = "taki_bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";

class FakeReferee {
 public:
  FakeReferee();
  ~FakeReferee();

  std::string address() const { return address_; }
  void Add(CannedMatch canned);
  CannedMatch& match(const std::string& id) { return matches_.at(id); }

  std::vector<v1::Bot> bots;
  // A started match is this one, under ids that count up; whole already, and in no list.
  std::string started_as = "m-000042";
  // WatchMatch breaks off with UNAVAILABLE after this event, once. 0: never.
  int break_after_seq = 0;
  // VerifyMatch says that this line differs. 0: as recorded.
  int differing_line = 0;

  // What was asked, for tests to look at.
  std::vector<v1::RequestMatchRequest> requested;
  v1::ListMatchesRequest listed;
  v1::RegisterBotRequest registered;
  std::string authorization;  // of the last call; empty: none
  int calls = 0;

 private:
  struct Services;
  friend struct Services;

  std::map<std::string, CannedMatch> matches_;
  std::set<std::string> started_;
  std::string address_;
  std::unique_ptr<Services> services_;
};

}  // namespace taki::test
