#include <cstdint>
#include <string>
#include <string_view>

#include "referee/match/record_text.h"
#include "referee/rules/notation.h"
#include "referee/rules/sha256.h"
#include "referee/service/convert.h"

namespace taki::service {
namespace {

std::string Bytes(std::span<const std::uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Who sits on seat `index`; `display_names` and `versions` may be empty.
void SeatToProto(const match::MatchConfig& config, std::size_t index,
                 std::span<const std::string> display_names, std::span<const std::string> versions,
                 v1::MatchSeat* out) {
  out->set_seat(static_cast<std::int32_t>(index));
  out->set_bot(config.seats[index].name);
  if (index < display_names.size()) out->set_display_name(display_names[index]);
  if (index < versions.size()) out->set_bot_version(versions[index]);
}

void ResultToProto(const match::Result& result, std::size_t index, v1::MatchSeat* out) {
  if (index >= result.seats.size()) return;
  const match::SeatResult& seat = result.seats[index];
  out->set_place(seat.place);
  const bool unplayed =
      result.ending == match::MatchEnding::kVoid && seat.end == rules::SeatEnd::kCompleted;
  if (!unplayed) out->set_end(ToProto(seat.end));
  out->set_stages_completed(seat.stages_completed);
  out->set_cards_left(seat.cards_left);
  out->set_strikes(seat.strikes);
  out->set_time_bank_ms(seat.bank_left_ms);
}

void DealToProto(const match::MatchConfig& config, std::span<const std::string> entropy,
                 bool revealed, v1::Deal* out) {
  out->set_commitment(Bytes(match::CommitmentOf(config)));
  if (!revealed) return;
  out->set_seed(Bytes(config.seed));
  for (const std::string& part : entropy) out->add_entropy(part);
}

}  // namespace

v1::SeatEnd ToProto(rules::SeatEnd end) {
  switch (end) {
    case rules::SeatEnd::kCompleted: return v1::SEAT_END_COMPLETED;
    case rules::SeatEnd::kIllegalAction: return v1::SEAT_END_ILLEGAL_ACTION;
    case rules::SeatEnd::kTimeout: return v1::SEAT_END_TIMEOUT;
    case rules::SeatEnd::kDisconnected: return v1::SEAT_END_DISCONNECTED;
    case rules::SeatEnd::kNoShow: return v1::SEAT_END_NO_SHOW;
    case rules::SeatEnd::kResigned: return v1::SEAT_END_RESIGNED;
    case rules::SeatEnd::kDisqualified: return v1::SEAT_END_DISQUALIFIED;
  }
  return v1::SEAT_END_UNSPECIFIED;
}

v1::MatchEnding ToProto(match::MatchEnding ending) {
  switch (ending) {
    case match::MatchEnding::kCompleted: return v1::MATCH_ENDING_COMPLETED;
    case match::MatchEnding::kWalkover: return v1::MATCH_ENDING_WALKOVER;
    case match::MatchEnding::kDeadlock: return v1::MATCH_ENDING_DEADLOCK;
    case match::MatchEnding::kTurnLimit: return v1::MATCH_ENDING_TURN_LIMIT;
    case match::MatchEnding::kVoid: return v1::MATCH_ENDING_VOID;
  }
  return v1::MATCH_ENDING_UNSPECIFIED;
}

v1::MatchState ToProto(store::MatchState state) {
  switch (state) {
    case store::MatchState::kQueued: return v1::MATCH_STATE_QUEUED;
    case store::MatchState::kAssigned: return v1::MATCH_STATE_ASSIGNED;
    case store::MatchState::kRunning: return v1::MATCH_STATE_RUNNING;
    case store::MatchState::kFinished: return v1::MATCH_STATE_FINISHED;
    case store::MatchState::kVoid: return v1::MATCH_STATE_VOID;
    case store::MatchState::kQuarantined: return v1::MATCH_STATE_QUARANTINED;
  }
  return v1::MATCH_STATE_UNSPECIFIED;
}

void ToProto(const rules::Ruleset& ruleset, v1::Ruleset* out) {
  for (std::size_t i = 0; i < ruleset.stage_count; ++i) out->add_stages(ruleset.stages[i]);
  out->set_draw_rule(ruleset.draw_rule == rules::DrawRule::kWhenStuck ? v1::DRAW_RULE_WHEN_STUCK
                                                                      : v1::DRAW_RULE_ANY_TIME);
  out->set_taki_rule(ruleset.taki_rule == rules::TakiRule::kPlayAll ? v1::TAKI_RULE_PLAY_ALL
                                                                    : v1::TAKI_RULE_PLAY_ANY);
  out->set_max_turns(ruleset.max_turns);
  out->set_text(rules::CanonicalText(ruleset));
}

void ToProto(const match::TimeControl& clock, v1::TimeControl* out) {
  out->set_move_time_ms(clock.move_time_ms);
  out->set_time_bank_ms(clock.time_bank_ms);
  out->set_strike_limit(clock.strike_limit);
  out->set_ready_time_ms(clock.ready_time_ms);
  out->set_reconnect_grace_ms(clock.reconnect_grace_ms);
  out->set_reconnect_grace_match_ms(clock.reconnect_grace_match_ms);
  out->set_restart_grace_ms(clock.restart_grace_ms);
}

void ToProto(const store::MatchRow& row, std::span<const std::string> display_names,
             v1::Match* out) {
  const match::MatchConfig& config = row.config;
  out->set_match_id(match::ToString(config.id));
  out->set_state(ToProto(row.state));
  out->set_rated(config.rated);
  ToProto(config.ruleset, out->mutable_ruleset());
  ToProto(config.clock, out->mutable_time_control());
  for (std::size_t i = 0; i < config.seats.size(); ++i)
    SeatToProto(config, i, display_names, row.versions, out->add_seats());
  DealToProto(config, row.entropy, store::IsRevealed(row.state), out->mutable_deal());
  out->set_rules_version(row.rules_version);
  out->set_server_version(row.server_version);
  out->set_created_ms(row.created_ms);
  out->set_started_ms(row.started_ms);
  out->set_finished_ms(row.finished_ms);
  out->set_public_delay_ms(row.public_delay_ms);
  if (row.league) {
    out->set_league_id(league::ToString(row.league->league));
    out->set_fixture_id(row.league->slot.fixture.number);
    out->set_game(row.league->slot.game);
    out->set_attempt(row.league->slot.attempt);
  }
  if (!row.result) return;
  const match::Result& result = *row.result;
  out->set_ending(ToProto(result.ending));
  out->set_void_reason(result.void_reason);
  for (std::size_t i = 0; i < config.seats.size(); ++i)
    ResultToProto(result, i, out->mutable_seats(static_cast<int>(i)));
  out->set_turns(static_cast<std::int32_t>(result.turns));
  out->set_moves(static_cast<std::int32_t>(result.plies));
  out->set_hash(rules::Hex(result.record_hash));
}

void ToProto(const host::MatchIntro& intro, v1::MatchAssigned* out) {
  const match::MatchConfig& config = *intro.config;
  out->set_match_id(match::ToString(config.id));
  for (std::size_t i = 0; i < config.seats.size(); ++i)
    SeatToProto(config, i, intro.display_names, intro.versions, out->add_seats());
  ToProto(config.ruleset, out->mutable_ruleset());
  ToProto(config.clock, out->mutable_time_control());
  out->set_rated(config.rated);
  out->set_commitment(Bytes(match::CommitmentOf(config)));
  out->set_rules_version(rules::kRulesVersion);
}

void ToProto(const host::MatchFinished& finished, v1::MatchFinished* out) {
  const match::MatchConfig& config = *finished.intro.config;
  out->set_match_id(match::ToString(config.id));
  out->set_ending(ToProto(finished.result.ending));
  out->set_void_reason(finished.result.void_reason);
  for (std::size_t i = 0; i < config.seats.size(); ++i) {
    v1::MatchSeat* seat = out->add_seats();
    SeatToProto(config, i, finished.intro.display_names, finished.intro.versions, seat);
    ResultToProto(finished.result, i, seat);
  }
  DealToProto(config, finished.entropy, true, out->mutable_deal());
  out->set_turns(static_cast<std::int32_t>(finished.result.turns));
}

void ToProto(const match::Line& line, bool revealed, v1::Move* out) {
  ToProto(line, revealed ? rules::SeatSet::FirstN(rules::kMaxSeats) : rules::SeatSet(), out);
}

void ToProto(const match::Line& line, rules::SeatSet faces_of, v1::Move* out) {
  out->set_ply(static_cast<std::int32_t>(line.ply));
  out->set_seat(line.seat.number());
  switch (line.kind) {
    case match::Line::Kind::kPlayed: out->set_kind(v1::MOVE_KIND_PLAYED); break;
    case match::Line::Kind::kTimeout: out->set_kind(v1::MOVE_KIND_TIMEOUT); break;
    case match::Line::Kind::kForfeit: out->set_kind(v1::MOVE_KIND_FORFEIT); break;
  }
  if (line.kind == match::Line::Kind::kForfeit) {
    out->set_forfeit_reason(ToProto(line.end));
  } else {
    ToProto(line.action, out->mutable_action());
  }
  out->set_token(match::LineToken(line));
  out->set_charged_ms(line.charged_ms);
  out->set_decision_id(static_cast<std::int32_t>(line.decision.number));
  out->set_turn(line.turn + 1);
  for (const match::Drawn& drawn : line.drawn) {
    v1::DrawnCards* to = out->add_drawn();
    to->set_seat(drawn.seat.number());
    to->set_count(static_cast<std::int32_t>(drawn.cards.size()));
    if (!faces_of.Contains(drawn.seat)) continue;
    for (const rules::Card card : drawn.cards) ToProto(card, to->add_cards());
  }
}

void ToProto(const store::Bot& bot, std::span<const store::BotVersion> versions, bool connected,
             v1::Bot* out) {
  out->set_name(bot.name);
  out->set_display_name(bot.display_name);
  out->set_owner(bot.owner);
  out->set_description(bot.description);
  out->set_author(bot.author);
  out->set_language(bot.language);
  out->set_homepage(bot.homepage);
  for (const store::BotVersion& version : versions) {
    v1::BotVersion* to = out->add_versions();
    to->set_version(version.version);
    to->set_first_seen_ms(version.first_seen_ms);
  }
  out->set_registered_ms(bot.registered_ms);
  out->set_connected(connected);
}

}  // namespace taki::service
