#include "referee/service/auth.h"

#include <openssl/crypto.h>

#include <algorithm>

#include "referee/service/text.h"

namespace taki::service {
namespace {

constexpr MethodRule kRules[] = {
    {"/taki.v1.PlayService/Play", Needs::kBot},
    {"/taki.v1.BotService/RegisterBot", Needs::kOrganiser},
    {"/taki.v1.BotService/GetBot", Needs::kNothing},
    {"/taki.v1.BotService/ListBots", Needs::kNothing},
    {"/taki.v1.BotService/RotateToken", Needs::kOrganiserOrSelf},
    {"/taki.v1.LeagueService/CreateLeague", Needs::kOrganiser},
    {"/taki.v1.LeagueService/PreviewLeague", Needs::kOrganiser},
    {"/taki.v1.LeagueService/EnterBot", Needs::kOrganiser},
    {"/taki.v1.LeagueService/WithdrawBot", Needs::kOrganiserOrSelf},
    {"/taki.v1.LeagueService/StartLeague", Needs::kOrganiser},
    {"/taki.v1.LeagueService/PauseLeague", Needs::kOrganiser},
    {"/taki.v1.LeagueService/ResumeLeague", Needs::kOrganiser},
    {"/taki.v1.LeagueService/DrainLeague", Needs::kOrganiser},
    {"/taki.v1.LeagueService/AbortLeague", Needs::kOrganiser},
    {"/taki.v1.LeagueService/GetLeague", Needs::kNothing},
    {"/taki.v1.LeagueService/ListLeagues", Needs::kNothing},
    {"/taki.v1.LeagueService/ListFixtures", Needs::kNothing},
    {"/taki.v1.LeagueService/GetStandings", Needs::kNothing},
    {"/taki.v1.LeagueService/GetBracket", Needs::kNothing},
    {"/taki.v1.LeagueService/WatchLeague", Needs::kNothing},
    {"/taki.v1.LeagueService/RequestMatch", Needs::kOrganiser},
    {"/taki.v1.LeagueService/VoidMatch", Needs::kOrganiser},
    {"/taki.v1.LeagueService/RequeueMatch", Needs::kOrganiser},
    {"/taki.v1.LeagueService/DisqualifyBot", Needs::kOrganiser},
    {"/taki.v1.LeagueService/ReinstateBot", Needs::kOrganiser},
    {"/taki.v1.HistoryService/GetMatch", Needs::kNothing},
    {"/taki.v1.HistoryService/ListMatches", Needs::kNothing},
    {"/taki.v1.HistoryService/ListMoves", Needs::kNothing},
    {"/taki.v1.HistoryService/GetDecision", Needs::kNothing},
    {"/taki.v1.HistoryService/ListDecisions", Needs::kNothing},
    {"/taki.v1.HistoryService/TryReply", Needs::kNothing},
    {"/taki.v1.HistoryService/GetBotProfile", Needs::kNothing},
    {"/taki.v1.HistoryService/ExportMatches", Needs::kNothing},
    {"/taki.v1.HistoryService/VerifyMatches", Needs::kNothing},
    {"/taki.v1.HistoryService/GetServerInfo", Needs::kNothing},
    {"/taki.v1.HistoryService/WatchMatch", Needs::kNothing},
    {"/taki.v1.HistoryService/VerifyMatch", Needs::kNothing},
    {"/taki.v1.HistoryService/GetLeaderboard", Needs::kNothing},
    {"/taki.v1.HistoryService/GetHeadToHead", Needs::kNothing},
    {"/taki.v1.HistoryService/GetRatingHistory", Needs::kNothing},
    {"/grpc.health.v1.Health/Check", Needs::kNothing},
    {"/grpc.health.v1.Health/Watch", Needs::kNothing},
};

constexpr std::string_view kScheme = "Bearer ";
constexpr std::string_view kTokenPrefix = "taki_";

bool EqualsIgnoringCase(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    return lower(x) == lower(y);
  });
}

Error Refused(std::string_view method, std::string sentence) {
  return {Reason::kRoleRefused, std::move(sentence), {{"method", std::string(method)}}, {}, 0};
}

}  // namespace

std::span<const MethodRule> MethodRules() { return kRules; }

std::optional<Needs> NeedsOf(std::string_view method) {
  for (const MethodRule& rule : kRules)
    if (rule.method == method) return rule.needs;
  return std::nullopt;
}

std::optional<rules::Bytes32> BearerTokenHash(const Metadata& metadata) {
  const auto found = metadata.find("authorization");
  if (found == metadata.end()) return std::nullopt;
  const std::string_view value(found->second.data(), found->second.size());
  // The scheme's name is not case-sensitive (RFC 7235).
  if (value.size() <= kScheme.size() ||
      !EqualsIgnoringCase(value.substr(0, kScheme.size()), kScheme))
    return std::nullopt;
  return TokenHash(value.substr(kScheme.size()));
}

bool SameHash(const rules::Bytes32& a, const rules::Bytes32& b) {
  return CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

rules::Bytes32 TokenHash(std::string_view token) { return rules::Sha256().Update(token).Finish(); }

std::string TokenText(const rules::Bytes32& random) {
  return std::string(kTokenPrefix) +
         Base64Url({reinterpret_cast<const char*>(random.data()), random.size()});
}

bool IsTokenText(std::string_view text) {
  std::string bytes;
  return text.starts_with(kTokenPrefix) &&
         ParseBase64Url(text.substr(kTokenPrefix.size()), bytes) && bytes.size() == 32;
}

std::optional<Error> Auth::Check(std::string_view method, const Metadata& metadata,
                                 std::string_view named_bot) const {
  const std::optional<Needs> needs = NeedsOf(method);
  if (!needs) return Refused(method, "This method has no rule that says who may call it.");
  if (*needs == Needs::kNothing) return std::nullopt;
  const std::optional<rules::Bytes32> hash = BearerTokenHash(metadata);
  if (!hash) return Error{Reason::kTokenMissing, "", {}, {}, 0};
  const bool organiser = SameHash(*hash, admin_token_hash_);
  if (organiser && *needs != Needs::kBot) return std::nullopt;
  if (organiser) return Refused(method, "This call needs a bot's own token, not the organiser's.");
  store::Bot bot;
  if (std::optional<Error> error = FindBot(*hash, bot)) return error;
  if (*needs == Needs::kBot) return std::nullopt;
  if (*needs == Needs::kOrganiserOrSelf && bot.name == named_bot) return std::nullopt;
  return Refused(method, *needs == Needs::kOrganiserOrSelf
                             ? "A bot may do this for itself only; for others it takes the "
                               "organiser's token."
                             : "This call needs the organiser's token.");
}

std::optional<Error> Auth::WhoCalls(const Metadata& metadata, Caller& caller) const {
  const std::optional<rules::Bytes32> hash = BearerTokenHash(metadata);
  if (!hash) return std::nullopt;
  caller.organiser = SameHash(*hash, admin_token_hash_);
  if (caller.organiser) return std::nullopt;
  store::Bot bot;
  if (std::optional<Error> error = FindBot(*hash, bot)) return error;
  caller.bot = bot.id;
  return std::nullopt;
}

std::optional<Error> Auth::FindBot(const rules::Bytes32& hash, store::Bot& bot) const {
  absl::StatusOr<store::Bot> found = history_.BotByTokenHash(hash);
  if (absl::IsNotFound(found.status())) return Error{Reason::kTokenUnknown, "", {}, {}, 0};
  if (!found.ok())
    return FromStatus(found.status(),
                      {.not_found = Reason::kTokenUnknown, .exists = Reason::kInternal});
  bot = *std::move(found);
  return std::nullopt;
}

}  // namespace taki::service
