// The commands of the unary services, on the loop.
#include <algorithm>
#include <set>

#include "referee/host/impl.h"

namespace taki::host {

absl::Status Refuse(std::string_view field, std::string_view why) {
  return absl::InvalidArgumentError(std::string(field) + ": " + std::string(why));
}

absl::Status Stopping() {
  return absl::UnavailableError("the referee is stopping; try again when it is back");
}

bool IsRequestId(std::string_view text) {
  return text.size() <= 64 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

namespace {

// Whoever made the value: one that MakeRuleset would not make must not reach a match.
absl::Status CheckRuleset(const rules::Ruleset& ruleset) {
  const auto count = std::min<std::size_t>(ruleset.stage_count, ruleset.stages.size());
  const std::vector<int> stages(ruleset.stages.begin(), ruleset.stages.begin() + count);
  const auto made =
      rules::MakeRuleset(stages, ruleset.draw_rule, ruleset.taki_rule, ruleset.max_turns);
  if (made.ok()) return absl::OkStatus();
  return absl::InvalidArgumentError("ruleset." + std::string(made.status().message()));
}

// 256 random bits as text: "taki_" and 43 characters of base64url.
std::string TokenText(const rules::Bytes32& bytes) {
  constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string token = "taki_";
  std::uint32_t bits = 0;
  int held = 0;
  for (const std::uint8_t byte : bytes) {
    bits = bits << 8 | byte;
    for (held += 8; held >= 6; held -= 6) token += kAlphabet[bits >> (held - 6) & 63];
  }
  token += kAlphabet[bits << (6 - held) & 63];  // 256 bits leave four
  return token;
}

NewBotToken WithNewToken(store::Bot bot, const rules::Bytes32& random) {
  NewBotToken made{std::move(bot), TokenText(random)};
  made.bot.token_hash = rules::Sha256().Update(made.token).Finish();
  return made;
}

}  // namespace

absl::StatusOr<NewBotToken> Host::Impl::RegisterBot(const NewBot& wanted) {
  if (running_ != Running::kServing) return Stopping();
  if (!IsBotName(wanted.name))
    return Refuse("name", "2 to 32 characters, the first of a-z 0-9, the others also . _ -");
  if (registry_.Find(wanted.name) != nullptr)
    return absl::AlreadyExistsError("name: there is a bot \"" + wanted.name +
                                    "\" already; choose another name, or rotate its token");
  NewBotToken made = WithNewToken({registry_.NextId(),
                                   wanted.name,
                                   wanted.display_name,
                                   wanted.owner,
                                   wanted.description,
                                   wanted.author,
                                   wanted.language,
                                   wanted.homepage,
                                   {},
                                   clock_.UnixMs()},
                                  random_());
  registry_.Put(made.bot);
  batch_.bots.push_back(made.bot);
  Info("bot_registered", "bot=" + wanted.name);
  return made;
}

// The old token stops to work at once: streams that were opened with it end, also one that has not
// said Hello yet (S1).
absl::StatusOr<NewBotToken> Host::Impl::RotateToken(const std::string& name) {
  const store::Bot* bot = registry_.Find(name);
  if (bot == nullptr) return absl::NotFoundError("name: there is no bot of that name");
  NewBotToken made = WithNewToken(*bot, random_());
  registry_.Put(made.bot);
  batch_.bots.push_back(made.bot);
  for (auto& [number, session] : sessions_)
    if (session.bot == made.bot.id)
      CloseSession(session, CloseReason::kTokenRevoked,
                   "the bot's token was rotated; connect with the new one");
  Info("token_rotated", "bot=" + name);
  return made;
}

absl::StatusOr<store::MatchRow> Host::Impl::RequestMatch(const MatchRequest& request) {
  if (running_ != Running::kServing) return Stopping();
  if (!IsRequestId(request.request_id))
    return Refuse("request_id", "at most 64 printable ASCII characters");
  if (!request.request_id.empty()) {
    if (const auto known = requested_.find(request.request_id); known != requested_.end())
      return known->second;
    auto known = journal_.MatchByRequestId(request.request_id);
    if (known.ok() || !absl::IsNotFound(known.status())) return known;
  }
  if (request.bots.size() < rules::kMinSeats || request.bots.size() > rules::kMaxSeats)
    return Refuse("bots", "a match has 2 to 10 seats, not " + std::to_string(request.bots.size()));
  if (auto status = match::Validate(request.clock); !status.ok()) return status;
  if (auto status = CheckRuleset(request.ruleset); !status.ok()) return status;
  if (request.seed && request.rated)
    return Refuse("seed",
                  "a rated match takes no chosen seed; leave it out, or make the match unrated");
  if (request.rated && request.ruleset.draw_rule != rules::DrawRule::kWhenStuck)
    return Refuse("ruleset.draw_rule", "rated play uses WHEN_STUCK (R3.5)");
  if (request.public_delay_ms < 0 || request.public_delay_ms > match::kMaxPublicDelayMs)
    return Refuse("public_delay_ms", "0 to 3600000");
  if (static_cast<std::int32_t>(queued_.size()) >= options_.max_queued_matches)
    return absl::ResourceExhaustedError(
        "as many matches wait as the referee keeps; try again when some have been played");

  auto found = FindBots(request.bots);
  if (!found.ok()) return found.status();
  std::vector<const store::Bot*>& bots = *found;

  store::MatchRow row = NewRow(request.ruleset, request.clock, request.rated, request.seed);
  if (request.seating == Seating::kYoungestFirst) {  // R2.4
    const auto youngest = std::max_element(
        bots.begin(), bots.end(), [](const auto* a, const auto* b) { return a->id < b->id; });
    std::rotate(bots.begin(), youngest, youngest + 1);
  } else if (request.seating == Seating::kRandom) {
    const rules::DealKey key =
        rules::DeriveKey(match::ToString(row.config.id), rules::CanonicalText(row.config.ruleset),
                         row.config.seed, {});
    const auto order = rules::RandomSeating(key, static_cast<int>(bots.size()));
    std::vector<const store::Bot*> seated;
    for (std::size_t seat = 0; seat < bots.size(); ++seat) seated.push_back(bots[order[seat]]);
    bots = std::move(seated);
  }
  for (const store::Bot* bot : bots) row.config.seats.push_back({bot->id, bot->name});
  row.request_id = request.request_id;
  row.public_delay_ms = request.public_delay_ms;
  PutInQueue(row);
  if (!request.request_id.empty()) requested_[request.request_id] = row;
  return row;
}

absl::StatusOr<std::vector<const store::Bot*>> Host::Impl::FindBots(
    const std::vector<std::string>& names) const {
  std::vector<const store::Bot*> bots;
  std::set<const store::Bot*> seen;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string field = "bots[" + std::to_string(i) + "]";
    const store::Bot* bot = registry_.Find(names[i]);
    if (bot == nullptr)
      return absl::NotFoundError(field + ": there is no such bot; register it first");
    if (!seen.insert(bot).second)
      return Refuse(field, "the bot is named twice; each takes part once");
    bots.push_back(bot);
  }
  return bots;
}

}  // namespace taki::host
