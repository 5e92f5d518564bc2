#include "tests/bench/bench_queries.h"

#include <utility>

#include "referee/rules/check.h"

namespace taki::bench {
namespace {

using test::SplitMix;

constexpr int kVersions = 6;  // made_history.cc: 1.0 to 1.5

std::string BotOf(const World& world, SplitMix& random) {
  return world.bots[random.Below(world.bots.size())];
}
std::string OtherBotOf(const World& world, SplitMix& random, const std::string& bot) {
  std::string other = BotOf(world, random);
  while (other == bot) other = BotOf(world, random);
  return other;
}
std::string VersionOf(SplitMix& random) { return "1." + std::to_string(random.Below(kVersions)); }
std::string MatchOf(const World& world, SplitMix& random) {
  const auto bound = static_cast<std::size_t>(world.matches);
  return match::ToString({1 + static_cast<std::int64_t>(random.Below(bound))});
}
const store::LeagueRow& LeagueOf(const World& world, SplitMix& random) {
  return world.leagues[random.Below(world.leagues.size())];
}
std::int64_t TimeOf(const World& world, SplitMix& random) {
  const auto seconds = static_cast<std::size_t>((world.last_ms - world.first_ms) / 1'000 + 1);
  return world.first_ms + 1'000 * static_cast<std::int64_t>(random.Below(seconds));
}
std::int32_t From1To(std::int32_t most, SplitMix& random) {
  return 1 + static_cast<std::int32_t>(random.Below(static_cast<std::size_t>(most)));
}

template <class Stub, class Request, class Response>
Query Ask(std::string name, std::unique_ptr<Stub> Stubs::*stub,
          grpc::Status (Stub::*call)(grpc::ClientContext*, const Request&, Response*),
          std::function<void(const World&, SplitMix&, Request&)> fill) {
  return {std::move(name),
          [=](Stubs& stubs, const World& world, SplitMix& random, std::string& answer) {
            Request request;
            fill(world, random, request);
            grpc::ClientContext context;
            Response response;
            const grpc::Status status = ((*(stubs.*stub)).*call)(&context, request, &response);
            answer = response.ShortDebugString();
            return status;
          }};
}

using FillFilter = std::function<void(const World&, SplitMix&, v1::ListMatchesRequest&)>;

Query List(const std::string& by, FillFilter fill) {
  return Ask<v1::HistoryService::Stub, v1::ListMatchesRequest, v1::ListMatchesResponse>(
      "ListMatches " + by, &Stubs::history, &v1::HistoryService::Stub::ListMatches,
      std::move(fill));
}

void SetBot(const World& world, SplitMix& random, v1::ListMatchesRequest& filter) {
  filter.set_bot(BotOf(world, random));
}
v1::SeatEnd RareEnd(SplitMix& random) {
  return static_cast<v1::SeatEnd>(v1::SEAT_END_COMPLETED + From1To(6, random));
}

// Any conditions that do not contradict each other.
void SetAnything(const World& world, SplitMix& random, v1::ListMatchesRequest& filter) {
  if (random.Chance(60)) {
    SetBot(world, random, filter);
    if (random.Chance(30)) filter.set_bot_version(VersionOf(random));
    if (random.Chance(30)) filter.set_opponent(OtherBotOf(world, random, filter.bot()));
    if (random.Chance(20)) filter.set_place(From1To(2, random));
  }
  if (random.Chance(20) && filter.place() == 0) {
    filter.set_ending(static_cast<v1::MatchEnding>(From1To(5, random)));
  } else if (random.Chance(20)) {
    filter.set_state(v1::MATCH_STATE_FINISHED);
  }
  if (random.Chance(20)) filter.set_seat_end(static_cast<v1::SeatEnd>(From1To(7, random)));
  if (random.Chance(20)) filter.set_seats(1 + From1To(9, random));
  if (random.Chance(20)) filter.set_rated(random.Chance(50));
  if (random.Chance(20)) {
    const store::LeagueRow& league = LeagueOf(world, random);
    filter.set_league_id(league::ToString(league.id));
    if (random.Chance(30)) filter.set_round(From1To(5, random));
  }
  if (random.Chance(20)) filter.set_created_from_ms(TimeOf(world, random));
  if (random.Chance(20) && filter.created_from_ms() == 0)
    filter.set_created_before_ms(TimeOf(world, random));
  filter.set_page_size(random.Chance(20) ? 1'000 : 0);
}

void AddLists(std::vector<Query>& all) {
  using Filter = v1::ListMatchesRequest;
  all.push_back(List("of all", [](const World&, SplitMix&, Filter&) {}));
  all.push_back(List("of all, 1000",
                     [](const World&, SplitMix&, Filter& filter) { filter.set_page_size(1'000); }));
  all.push_back(List("by bot", SetBot));
  all.push_back(List("by bot, 1000", [](const World& world, SplitMix& random, Filter& filter) {
    SetBot(world, random, filter);
    filter.set_page_size(1'000);
  }));
  all.push_back(List("by version", [](const World& world, SplitMix& random, Filter& filter) {
    SetBot(world, random, filter);
    filter.set_bot_version(VersionOf(random));
  }));
  all.push_back(List("by opponent", [](const World& world, SplitMix& random, Filter& filter) {
    SetBot(world, random, filter);
    filter.set_opponent(OtherBotOf(world, random, filter.bot()));
  }));
  all.push_back(List("by place", [](const World& world, SplitMix& random, Filter& filter) {
    SetBot(world, random, filter);
    filter.set_place(From1To(10, random));
  }));
  all.push_back(List("by state", [](const World&, SplitMix& random, Filter& filter) {
    filter.set_state(static_cast<v1::MatchState>(From1To(6, random)));
  }));
  all.push_back(List("by ending", [](const World&, SplitMix& random, Filter& filter) {
    filter.set_ending(static_cast<v1::MatchEnding>(From1To(5, random)));
  }));
  all.push_back(List("by seat end", [](const World&, SplitMix& random, Filter& filter) {
    filter.set_seat_end(RareEnd(random));
  }));
  all.push_back(List("by bot's end", [](const World& world, SplitMix& random, Filter& filter) {
    SetBot(world, random, filter);
    filter.set_seat_end(RareEnd(random));
  }));
  all.push_back(List("by seats", [](const World&, SplitMix& random, Filter& filter) {
    filter.set_seats(1 + From1To(9, random));
  }));
  all.push_back(List("by rated", [](const World&, SplitMix& random, Filter& filter) {
    filter.set_rated(random.Chance(50));
  }));
  all.push_back(List("by league", [](const World& world, SplitMix& random, Filter& filter) {
    filter.set_league_id(league::ToString(LeagueOf(world, random).id));
  }));
  all.push_back(List("by fixture", [](const World& world, SplitMix& random, Filter& filter) {
    filter.set_league_id(league::ToString(LeagueOf(world, random).id));
    filter.set_fixture_id(From1To(60, random));
  }));
  all.push_back(List("by round", [](const World& world, SplitMix& random, Filter& filter) {
    filter.set_league_id(league::ToString(LeagueOf(world, random).id));
    filter.set_round(From1To(6, random));
  }));
  all.push_back(List("by time", [](const World& world, SplitMix& random, Filter& filter) {
    filter.set_created_before_ms(TimeOf(world, random));
  }));
  all.push_back(List("by what is rare", [](const World& world, SplitMix& random, Filter& filter) {
    filter.set_ending(v1::MATCH_ENDING_COMPLETED);
    filter.set_seat_end(v1::SEAT_END_COMPLETED);
    filter.set_seats(10);
    filter.set_rated(true);
    SetBot(world, random, filter);
    filter.set_opponent(OtherBotOf(world, random, filter.bot()));
    filter.set_place(10);
  }));
  all.push_back(List("by anything", SetAnything));
}

void AddMatches(std::vector<Query>& all) {
  using Stub = v1::HistoryService::Stub;
  const auto id = [](const World& world, SplitMix& random, auto& request) {
    request.set_match_id(MatchOf(world, random));
  };
  const auto decision = [](const World& world, SplitMix& random, auto& request) {
    request.set_match_id(MatchOf(world, random));
    request.set_decision_id(From1To(4, random));
  };
  all.push_back(Ask<Stub, v1::GetMatchRequest, v1::GetMatchResponse>("GetMatch", &Stubs::history,
                                                                     &Stub::GetMatch, id));
  all.push_back(Ask<Stub, v1::GetMatchRequest, v1::GetMatchResponse>(
      "GetMatch with record", &Stubs::history, &Stub::GetMatch,
      [](const World& world, SplitMix& random, v1::GetMatchRequest& request) {
        request.set_match_id(MatchOf(world, random));
        request.set_include_record(true);
      }));
  all.push_back(Ask<Stub, v1::ListMovesRequest, v1::ListMovesResponse>("ListMoves", &Stubs::history,
                                                                       &Stub::ListMoves, id));
  all.push_back(Ask<Stub, v1::GetDecisionRequest, v1::GetDecisionResponse>(
      "GetDecision", &Stubs::history, &Stub::GetDecision, decision));
  all.push_back(Ask<Stub, v1::ListDecisionsRequest, v1::ListDecisionsResponse>(
      "ListDecisions", &Stubs::history, &Stub::ListDecisions, id));
  all.push_back(Ask<Stub, v1::TryReplyRequest, v1::TryReplyResponse>(
      "TryReply", &Stubs::history, &Stub::TryReply,
      [decision](const World& world, SplitMix& random, v1::TryReplyRequest& request) {
        decision(world, random, request);
        request.add_actions()->mutable_draw();
      }));
  all.push_back(Ask<Stub, v1::VerifyMatchRequest, v1::VerifyMatchResponse>(
      "VerifyMatch", &Stubs::history, &Stub::VerifyMatch, id));
}

void AddBots(std::vector<Query>& all) {
  using Stub = v1::HistoryService::Stub;
  all.push_back(Ask<Stub, v1::GetLeaderboardRequest, v1::GetLeaderboardResponse>(
      "GetLeaderboard", &Stubs::history, &Stub::GetLeaderboard,
      [](const World&, SplitMix& random, v1::GetLeaderboardRequest& request) {
        request.set_all_versions(random.Chance(30));
      }));
  all.push_back(Ask<Stub, v1::GetLeaderboardRequest, v1::GetLeaderboardResponse>(
      "GetLeaderboard of a league", &Stubs::history, &Stub::GetLeaderboard,
      [](const World& world, SplitMix& random, v1::GetLeaderboardRequest& request) {
        request.set_league_id(league::ToString(LeagueOf(world, random).id));
      }));
  all.push_back(Ask<Stub, v1::GetHeadToHeadRequest, v1::GetHeadToHeadResponse>(
      "GetHeadToHead", &Stubs::history, &Stub::GetHeadToHead,
      [](const World& world, SplitMix& random, v1::GetHeadToHeadRequest& request) {
        request.set_bot(BotOf(world, random));
        request.set_opponent(OtherBotOf(world, random, request.bot()));
      }));
  all.push_back(Ask<Stub, v1::GetRatingHistoryRequest, v1::GetRatingHistoryResponse>(
      "GetRatingHistory", &Stubs::history, &Stub::GetRatingHistory,
      [](const World& world, SplitMix& random, v1::GetRatingHistoryRequest& request) {
        request.set_bot(BotOf(world, random));
      }));
  all.push_back(Ask<Stub, v1::GetBotProfileRequest, v1::GetBotProfileResponse>(
      "GetBotProfile", &Stubs::history, &Stub::GetBotProfile,
      [](const World& world, SplitMix& random, v1::GetBotProfileRequest& request) {
        request.set_bot(BotOf(world, random));
        if (random.Chance(30)) request.set_bot_version(VersionOf(random));
      }));
  using BotStub = v1::BotService::Stub;
  all.push_back(Ask<BotStub, v1::GetBotRequest, v1::GetBotResponse>(
      "GetBot", &Stubs::bots, &BotStub::GetBot,
      [](const World& world, SplitMix& random, v1::GetBotRequest& request) {
        request.set_name(BotOf(world, random));
      }));
  all.push_back(Ask<BotStub, v1::ListBotsRequest, v1::ListBotsResponse>(
      "ListBots", &Stubs::bots, &BotStub::ListBots,
      [](const World&, SplitMix&, v1::ListBotsRequest&) {}));
}

void AddLeagues(std::vector<Query>& all) {
  using Stub = v1::LeagueService::Stub;
  const auto id = [](const World& world, SplitMix& random, auto& request) {
    request.set_league_id(league::ToString(LeagueOf(world, random).id));
  };
  all.push_back(Ask<Stub, v1::GetLeagueRequest, v1::GetLeagueResponse>("GetLeague", &Stubs::leagues,
                                                                       &Stub::GetLeague, id));
  all.push_back(Ask<Stub, v1::ListLeaguesRequest, v1::ListLeaguesResponse>(
      "ListLeagues", &Stubs::leagues, &Stub::ListLeagues,
      [](const World&, SplitMix&, v1::ListLeaguesRequest&) {}));
  all.push_back(Ask<Stub, v1::ListFixturesRequest, v1::ListFixturesResponse>(
      "ListFixtures", &Stubs::leagues, &Stub::ListFixtures, id));
  all.push_back(Ask<Stub, v1::GetStandingsRequest, v1::GetStandingsResponse>(
      "GetStandings", &Stubs::leagues, &Stub::GetStandings, id));
}

}  // namespace

World WorldOf(store::History& history) {
  World world;
  std::string after;
  while (true) {
    const auto page = history.ListBots(after, 1'000);
    TAKI_CHECK(page.ok());
    if (page->empty()) break;
    for (const store::Bot& bot : *page) world.bots.push_back(bot.name);
    after = world.bots.back();
  }
  const auto leagues = history.ListLeagues(std::nullopt, {}, 1'000);
  const auto newest = history.ListMatches({}, {}, 1);
  const auto oldest = history.GetMatch({1});
  TAKI_CHECK(leagues.ok() && newest.ok() && oldest.ok());
  world.leagues = *leagues;
  world.matches = newest->matches.at(0).config.id.number;
  world.first_ms = oldest->created_ms;
  world.last_ms = newest->matches.at(0).created_ms;
  return world;
}

std::vector<Query> AllQueries() {
  std::vector<Query> all;
  AddMatches(all);
  AddLists(all);
  AddBots(all);
  AddLeagues(all);
  return all;
}

}  // namespace taki::bench
