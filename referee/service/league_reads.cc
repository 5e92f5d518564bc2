// What LeagueService tells without changing anything.
#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "referee/service/convert_league.h"
#include "referee/service/fields.h"
#include "referee/service/league_service.h"
#include "referee/service/ratings.h"
#include "referee/service/text.h"

namespace taki::service {
namespace {

std::string QueryOf(const v1::ListFixturesRequest& request) {
  v1::ListFixturesRequest query = request;
  query.clear_page_size();
  query.clear_page_token();
  return "ListFixtures" + query.SerializeAsString();
}

bool Passes(const league::Fixture& fixture, const FixtureFilter& filter, league::Entrant of_bot) {
  if (filter.section && fixture.section != *filter.section) return false;
  if (filter.group && fixture.group != *filter.group) return false;
  if (filter.round && fixture.round != *filter.round) return false;
  if (filter.state && fixture.state != *filter.state) return false;
  return filter.bot.empty() ||
         std::find(fixture.slots.begin(), fixture.slots.end(), of_bot) != fixture.slots.end();
}

// kNobody's place is never on a slot as kUnknown - 2: a bot that was not entered.
constexpr league::Entrant kNotEntered = league::kNobody - 1;

league::Entrant EntrantNamed(const LeagueView& view, const std::string& name) {
  const auto& entrants = view.league.entrants();
  for (std::size_t i = 0; i < entrants.size(); ++i)
    if (view.BotOf(entrants[i].bot).name == name) return static_cast<league::Entrant>(i);
  return kNotEntered;
}

BotOf BotsIn(const LeagueView& view) {
  return [&view](match::BotId id) -> const store::Bot& { return view.BotOf(id); };
}

bool IsOfBracket(const league::Fixture& fixture) {
  return fixture.section != league::Section::kTable && fixture.section != league::Section::kGroup;
}

bool HasBracket(league::Format format) {
  return format == league::Format::kSingleElimination ||
         format == league::Format::kDoubleElimination ||
         format == league::Format::kGroupsThenBracket;
}

// The fixtures of the bracket by section, round and number: as they stand on paper.
std::vector<const league::Fixture*> BracketOf(const league::League& league) {
  std::vector<const league::Fixture*> bracket;
  for (const league::Fixture& fixture : league.fixtures())
    if (IsOfBracket(fixture)) bracket.push_back(&fixture);
  std::sort(bracket.begin(), bracket.end(), [](const league::Fixture* a, const league::Fixture* b) {
    return std::tuple(a->section, a->round, a->number_in_round, a->id) <
           std::tuple(b->section, b->round, b->number_in_round, b->id);
  });
  return bracket;
}

}  // namespace

grpc::Status LeagueService::Read(const std::string& league_id, FieldErrors errors,
                                 const std::function<void(const LeagueView&)>& read) {
  const league::LeagueId id = LeagueIdOf(errors, "league_id", league_id);
  if (!errors.empty()) return ToGrpcStatus(InvalidFields(std::move(errors)));
  const absl::Status status = backend_.leagues.Read(id, read);
  if (!status.ok()) return Failure(backend_, status, {.not_found = Reason::kLeagueNotFound});
  return grpc::Status::OK;
}

absl::StatusOr<store::LeagueRow> LeagueService::ByName(const v1::GetLeagueRequest& request) {
  if (!request.league_id().empty())
    return absl::InvalidArgumentError("name: must be left out if league_id is set");
  if (!IsBotName(request.name()))
    return absl::InvalidArgumentError(
        "name: must be the name of a league, [a-z0-9][a-z0-9._-]{1,31}");
  return backend_.history.LeagueByName(request.name());
}

grpc::Status LeagueService::GetLeague(grpc::ServerContext* context,
                                      const v1::GetLeagueRequest* request,
                                      v1::GetLeagueResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.LeagueService/GetLeague"))
    return *refused;
  std::string id = request->league_id();
  if (!request->name().empty()) {
    const absl::StatusOr<store::LeagueRow> row = ByName(*request);
    if (absl::IsInvalidArgument(row.status())) return ToGrpcStatus(FromStatus(row.status(), {}));
    if (!row.ok()) return Failure(backend_, row.status(), {.not_found = Reason::kLeagueNotFound});
    id = league::ToString(row->id);
  }
  return Read(id, {}, [&](const LeagueView& view) {
    ToProto(view.row, response->mutable_league());
    for (const league::EntrantInfo& entrant : view.league.entrants())
      ToProto(entrant, view.BotOf(entrant.bot), response->add_entrants());
    ToProto(view.league.progress(), response->mutable_progress());
  });
}

grpc::Status LeagueService::ListLeagues(grpc::ServerContext* context,
                                        const v1::ListLeaguesRequest* request,
                                        v1::ListLeaguesResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.LeagueService/ListLeagues"))
    return *refused;
  FieldErrors errors;
  const auto state = FromProto(*request, errors);
  const int size = PageSize(request->page_size(), errors);
  const std::string query = "ListLeagues" + std::to_string(request->state());
  const auto before = PageNumber(query, request->page_token(), errors);
  if (!errors.empty()) return ToGrpcStatus(InvalidFields(std::move(errors)));
  const auto rows = backend_.history.ListLeagues(state, {before.value_or(0)}, size);
  if (!rows.ok()) return Failure(backend_, rows.status(), {});
  for (const store::LeagueRow& row : *rows) ToProto(row, response->add_leagues());
  if (rows->size() == static_cast<std::size_t>(size))
    response->set_next_page_token(PageToken(query, std::to_string(rows->back().id.number)));
  return grpc::Status::OK;
}

grpc::Status LeagueService::ListFixtures(grpc::ServerContext* context,
                                         const v1::ListFixturesRequest* request,
                                         v1::ListFixturesResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.LeagueService/ListFixtures"))
    return *refused;
  FieldErrors errors;
  const FixtureFilter filter = FromProto(*request, errors);
  const int size = PageSize(request->page_size(), errors);
  const std::string query = QueryOf(*request);
  const auto after = PageNumber(query, request->page_token(), errors);
  return Read(request->league_id(), std::move(errors), [&](const LeagueView& view) {
    const auto& fixtures = view.league.fixtures();  // fixtures[i].id is i + 1
    const league::Entrant of_bot =
        filter.bot.empty() ? kNotEntered : EntrantNamed(view, filter.bot);
    for (auto i = static_cast<std::size_t>(after.value_or(0)); i < fixtures.size(); ++i) {
      if (!Passes(fixtures[i], filter, of_bot)) continue;
      ToProto(fixtures[i], view.league, BotsIn(view), response->add_fixtures());
      if (response->fixtures_size() < size) continue;
      response->set_next_page_token(PageToken(query, std::to_string(i + 1)));
      break;
    }
    response->set_last_seq(view.row.last_seq);
  });
}

grpc::Status LeagueService::GetStandings(grpc::ServerContext* context,
                                         const v1::GetStandingsRequest* request,
                                         v1::GetStandingsResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.LeagueService/GetStandings"))
    return *refused;
  return Read(request->league_id(), {}, [&](const LeagueView& view) {
    for (const league::Standing& standing : view.league.Standings())
      ToProto(standing, view.league, BotsIn(view), response->add_standings());
    response->set_state(ToProto(view.row.state));
    ToProto(view.league.progress(), response->mutable_progress());
    response->set_last_seq(view.row.last_seq);
  });
}

grpc::Status LeagueService::GetBracket(grpc::ServerContext* context,
                                       const v1::GetBracketRequest* request,
                                       v1::GetBracketResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.LeagueService/GetBracket"))
    return *refused;
  bool has_bracket = true;
  const grpc::Status status = Read(request->league_id(), {}, [&](const LeagueView& view) {
    has_bracket = HasBracket(view.row.config.format);
    const league::Fixture* before = nullptr;
    for (const league::Fixture* fixture : BracketOf(view.league)) {
      const bool same_round = before != nullptr && before->section == fixture->section &&
                              before->round == fixture->round;
      v1::BracketRound* round = same_round ? response->mutable_rounds(response->rounds_size() - 1)
                                           : response->add_rounds();
      v1::Fixture* out = round->add_fixtures();
      ToProto(*fixture, view.league, BotsIn(view), out);
      round->set_section(out->section());
      round->set_round(out->round());
      before = fixture;
    }
    response->set_state(ToProto(view.row.state));
    response->set_last_seq(view.row.last_seq);
  });
  if (!has_bracket) return ToGrpcStatus(Error{Reason::kNoBracket, "", {}, {}, 0});
  return status;
}

// --- a league that is not made ---------------------------------------------------------------

namespace {

// The bots of a preview, in the order of the request.
absl::StatusOr<std::map<std::int64_t, store::Bot>> EnterAll(store::History& history,
                                                            const std::vector<std::string>& names,
                                                            league::League& league) {
  std::map<std::int64_t, store::Bot> bots;
  for (std::size_t i = 0; i < names.size(); ++i) {
    auto bot = history.GetBot(names[i]);
    if (absl::IsNotFound(bot.status()))
      return absl::NotFoundError("config.bots[" + std::to_string(i) + "]: there is no bot " +
                                 names[i] + "; register it first");
    if (!bot.ok()) return bot.status();
    league::LogEntry entry{.seq = league.last_seq() + 1, .bot = bot->id, .text = bot->owner};
    if (absl::Status status = league.Apply(entry); !status.ok()) return status;
    bots.emplace(bot->id.number, *std::move(bot));
  }
  return bots;
}

absl::Status Start(league::League& league, std::string ratings) {
  if (absl::Status status = league.CanStart(); !status.ok()) return status;
  return league.Apply({.seq = league.last_seq() + 1,
                       .kind = league::LogEntry::Kind::kStarted,
                       .text = std::move(ratings)});
}

std::vector<const league::EntrantInfo*> BySeed(const league::League& league) {
  std::vector<const league::EntrantInfo*> entrants;
  for (const league::EntrantInfo& entrant : league.entrants()) entrants.push_back(&entrant);
  std::sort(entrants.begin(), entrants.end(),
            [](const auto* a, const auto* b) { return a->seed < b->seed; });
  return entrants;
}

}  // namespace

grpc::Status LeagueService::PreviewLeague(grpc::ServerContext* context,
                                          const v1::PreviewLeagueRequest* request,
                                          v1::PreviewLeagueResponse* response) {
  if (auto refused = Refusal(backend_, *context, "/taki.v1.LeagueService/PreviewLeague"))
    return *refused;
  FieldErrors errors;
  const host::NewLeague wanted = FromProto(request->config(), errors);
  std::int32_t shown_max = 1'000;
  TakeIntOrDefault(errors, "max_fixtures", request->max_fixtures(), 1, 10'000, shown_max);
  if (errors.empty()) {
    const auto bots = static_cast<std::int32_t>(wanted.bots.size());
    if (const auto enough = league::ValidateEntries(wanted.config, bots); !enough.ok())
      errors.push_back({"config.bots", Sentence(enough)});
  }
  if (!errors.empty()) return ToGrpcStatus(InvalidFields(std::move(errors)));
  if (backend_.history.LeagueByName(wanted.config.name).ok())
    return ToGrpcStatus(Error{Reason::kLeagueExists, "", {}, {}, 0});

  // The event seed of a real one is drawn when it is created.
  league::League league({1}, wanted.config, rules::Bytes32{});
  const auto bots = EnterAll(backend_.history, wanted.bots, league);
  if (!bots.ok()) return Failure(backend_, bots.status(), {.not_found = Reason::kBotNotFound});
  absl::StatusOr<std::string> ratings = std::string();
  if (wanted.config.seeding == league::Seeding::kRating)
    ratings = backend_.ratings.TextOf(BotsOf(league));
  const absl::Status started = ratings.ok() ? Start(league, *ratings) : ratings.status();
  if (!started.ok()) return Failure(backend_, started, {});

  const BotOf bot_of = [&bots](match::BotId id) -> const store::Bot& {
    return bots->at(id.number);
  };
  ToProto(wanted.config, response->mutable_config());
  for (const league::EntrantInfo* entrant : BySeed(league))
    response->mutable_config()->add_bots(bot_of(entrant->bot).name);
  ToProto(league.progress(), response->mutable_progress());
  const auto known = static_cast<std::int32_t>(league.fixtures().size());
  for (const league::Fixture& fixture : league.fixtures()) {
    if (response->fixtures_size() == shown_max) break;
    ToProto(fixture, league, bot_of, response->add_fixtures());
  }
  response->set_fixtures_left_out(known - response->fixtures_size());
  return grpc::Status::OK;
}

}  // namespace taki::service
