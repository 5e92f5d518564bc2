#include "sample_bots/cpp/player.h"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace taki::bot_kit {
namespace {

constexpr int kActionsMax = 128;  // in one reply

// 32 bytes that nobody else can know. The operating system's generator does not fail once it is up.
std::string Entropy() {
  std::array<char, 32> bytes;
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) std::abort();
  return {bytes.begin(), bytes.end()};
}

std::string Joined(const v1::Reply& reply) {
  std::string text;
  for (const v1::Action& action : reply.actions()) {
    if (!text.empty()) text += ' ';
    text += action.notation();
  }
  return text;
}

std::string Without(std::string text, std::string_view prefix) {
  return text.starts_with(prefix) ? text.substr(prefix.size()) : text;
}

// A legal action for when the bot's own is refused: the first listed, unless that is a Breaker and
// there is another choice.
std::string Fallback(const v1::Decision& decision) {
  for (const v1::Action& action : decision.legal_actions()) {
    if (action.play().card().face() != v1::FACE_BREAKER) return action.notation();
  }
  return decision.legal_actions_size() > 0 ? decision.legal_actions(0).notation() : "draw";
}

void SetActions(v1::Reply& reply, const Actions& actions) {
  reply.clear_actions();
  for (const std::string& action : actions) reply.add_actions()->set_notation(action);
}

}  // namespace

Player::Player(const Options& options, Bot bot, Log log)
    : options_(options), bot_(std::move(bot)), log_(std::move(log)) {}

const v1::PlayRequest& Player::Hello() {
  v1::Hello& hello = *request_.mutable_hello();
  hello.set_bot_version(options_.bot_version);
  hello.set_kit_name("taki-cpp");
  hello.set_kit_version("1");
  const int wish = options_.max_matches;
  const bool fewer = options_.games > 0 && (wish == 0 || options_.games < wish);
  hello.set_max_matches(fewer ? std::min(options_.games, 10'000) : wish);
  return request_;
}

Player::Next Player::OnFrame(const v1::PlayResponse& frame, const Send& send) {
  Next next;
  for (const v1::PlayItem& item : frame.items()) OnItem(item, send, next);
  return next;
}

void Player::OnItem(const v1::PlayItem& item, const Send& send, Next& next) {
  switch (item.item_case()) {
    case v1::PlayItem::kWelcome: next.welcomed = true; return OnWelcome(item.welcome());
    case v1::PlayItem::kMatchAssigned: return OnAssigned(item.match_assigned(), send);
    case v1::PlayItem::kSnapshot: return OnSnapshot(item.snapshot());
    case v1::PlayItem::kDecision: return OnDecision(item.decision(), send);
    case v1::PlayItem::kVerdict: return OnVerdict(item.verdict(), send);
    case v1::PlayItem::kMatchFinished: return OnFinished(item.match_finished());
    case v1::PlayItem::kNotice: return OnNotice(item.notice(), next);
    case v1::PlayItem::kPing:
      request_.mutable_pong()->set_ping_id(item.ping().ping_id());
      return send(request_);
    case v1::PlayItem::kMatchStarted:  // a decision holds all that is needed
    case v1::PlayItem::kEvent:
    case v1::PlayItem::ITEM_NOT_SET: return;  // unset: a kind that this kit does not know
  }
}

void Player::OnWelcome(const v1::Welcome& welcome) {
  log_(false, welcome.bot() + " (version " + welcome.bot_version() + "): connected to " +
                  options_.server + ", referee " + welcome.server_version() +
                  (connected_before_ ? ", again" : ""));
  connected_before_ = true;
}

void Player::OnAssigned(const v1::MatchAssigned& assigned, const Send& send) {
  Memory& memory = matches_[assigned.match_id()];
  memory.seat = assigned.seat();
  v1::Ready& ready = *memory.ready.mutable_ready();
  ready.set_match_id(assigned.match_id());
  if (ready.entropy().empty()) ready.set_entropy(Entropy());
  send(memory.ready);
}

void Player::OnSnapshot(const v1::Snapshot& snapshot) {
  Memory& memory = matches_[snapshot.match_id()];
  memory.seat = snapshot.assigned().seat();
}

void Player::OnDecision(const v1::Decision& decision, const Send& send) {
  Memory& memory = matches_[decision.match_id()];
  memory.seat = decision.observation().seat();
  memory.strike_limit = decision.strike_limit();
  if (!memory.Answered(decision.decision_id())) Answer(decision, memory);
  send(memory.reply);
}

void Player::Answer(const v1::Decision& decision, Memory& memory) {
  memory.fallback = Fallback(decision);
  v1::Reply& reply = *memory.reply.mutable_reply();
  reply.set_match_id(decision.match_id());
  reply.set_decision_id(decision.decision_id());
  const Actions actions = bot_(decision);
  const bool usable = !actions.empty() && actions.size() <= kActionsMax;
  if (!usable) {
    log_(true, decision.match_id() + ": the bot chose " + std::to_string(actions.size()) +
                   " actions; 1 to 128 are allowed, so it plays " + memory.fallback);
  }
  SetActions(reply, usable ? actions : Actions{memory.fallback});
}

void Player::OnVerdict(const v1::Verdict& verdict, const Send& send) {
  const auto found = matches_.find(verdict.match_id());
  Memory* memory = found == matches_.end() ? nullptr : &found->second;
  const bool ours = memory != nullptr && memory->Answered(verdict.decision_id());
  if (verdict.kind() == v1::VERDICT_KIND_ACCEPTED) return;

  log_(true, verdict.match_id() + " decision " + std::to_string(verdict.decision_id()) + ": " +
                 Without(VerdictKind_Name(verdict.kind()), "VERDICT_KIND_") +
                 (verdict.rule_id().empty() ? "" : " " + verdict.rule_id()) + ": " +
                 verdict.text() +
                 (ours ? " (answered: " + Joined(memory->reply.reply()) + ")" : ""));
  const bool open = verdict.kind() == v1::VERDICT_KIND_ILLEGAL && verdict.applied_actions() == 0 &&
                    ours && verdict.strikes() < memory->strike_limit;
  if (!open) return;
  v1::Reply& reply = *memory->reply.mutable_reply();
  if (reply.actions_size() == 1 && reply.actions(0).notation() == memory->fallback) return;
  SetActions(reply, {memory->fallback});
  send(memory->reply);
}

void Player::OnFinished(const v1::MatchFinished& finished) {
  const bool counted = ended_meanwhile_.erase(finished.match_id()) > 0;
  const auto found = matches_.find(finished.match_id());
  const int seat = found == matches_.end() ? -1 : found->second.seat;
  const v1::MatchSeat* own =
      seat >= 0 && seat < finished.seats_size() ? &finished.seats(seat) : nullptr;
  matches_.erase(finished.match_id());
  if (counted) return;
  ++finished_;
  LogEnd(finished.match_id(), finished.ending(), finished.void_reason(), own);
}

std::vector<std::string> Player::Matches() const {
  std::vector<std::string> ids;
  for (const auto& [id, memory] : matches_) ids.push_back(id);
  return ids;
}

void Player::OnEndedMeanwhile(const v1::Match& match) {
  const auto found = matches_.find(match.match_id());
  if (found == matches_.end()) return;
  const int seat = found->second.seat;
  matches_.erase(found);
  ended_meanwhile_.insert(match.match_id());
  ++finished_;
  LogEnd(match.match_id(), match.ending(), match.void_reason(),
         seat < match.seats_size() ? &match.seats(seat) : nullptr);
}

void Player::LogEnd(const std::string& match_id, v1::MatchEnding ending,
                    const std::string& void_reason, const v1::MatchSeat* own) {
  std::string line = match_id + ": " + Without(MatchEnding_Name(ending), "MATCH_ENDING_");
  if (!void_reason.empty()) line += " " + void_reason;
  if (own != nullptr && own->place() > 0) line += ", place " + std::to_string(own->place());
  if (own != nullptr) {
    line += ", " + std::to_string(own->stages_completed()) + " stages, " +
            std::to_string(own->cards_left()) + " cards left, " + std::to_string(own->strikes()) +
            " strikes";
    const std::string end = Without(SeatEnd_Name(own->end()), "SEAT_END_");
    if (own->end() > v1::SEAT_END_COMPLETED) line += ", FORFEITED: " + end;
  }
  log_(own != nullptr && own->end() > v1::SEAT_END_COMPLETED, line);
}

void Player::OnNotice(const v1::Notice& notice, Next& next) {
  const bool known = NoticeKind_IsValid(notice.kind());
  log_(true, "notice " + (known ? Without(NoticeKind_Name(notice.kind()), "NOTICE_KIND_") : "") +
                 (notice.match_id().empty() ? "" : " " + notice.match_id()) + ": " + notice.text());
  const int after_ms = std::clamp(notice.retry_after_ms(), 0, 600'000);
  switch (notice.kind()) {
    case v1::NOTICE_KIND_SUPERSEDED: next.superseded = true; break;
    case v1::NOTICE_KIND_DRAINING: next.retry_after_ms = after_ms; break;
    case v1::NOTICE_KIND_RATE_LIMITED:
      next.retry_after_ms = after_ms;
      next.leave = true;
      break;
    default: break;
  }
}

bool Player::Done() const {
  return options_.games > 0 && finished_ >= options_.games && matches_.empty();
}

}  // namespace taki::bot_kit
