// The formats of `taki export` that are JSON lines, and the match records.
#include <sstream>

#include "referee/cli/export_formats.h"
#include "referee/cli/export_text.h"
#include "referee/cli/json.h"

namespace taki::cli {
namespace {

std::string Line(const Json& json) {
  std::ostringstream out;
  PrintJsonLine(json, out);
  return out.str();
}

class Matches final : public ExportFormat {
 public:
  void Ask(v1::ExportMatchesRequest&) const override {}
  std::string OnMatch(const v1::Match& match) override { return Line(ToJson(match)); }
};

class Records final : public ExportFormat {
 public:
  void Ask(v1::ExportMatchesRequest& request) const override { request.set_record(true); }
  std::string OnMatch(const v1::Match&) override { return ""; }
  std::string OnRecord(const std::string& piece) override { return piece; }
};

class Moves final : public ExportFormat {
 public:
  void Ask(v1::ExportMatchesRequest& request) const override { request.set_moves(true); }
  std::string OnMatch(const v1::Match& match) override {
    match_ = match;
    return "";
  }
  std::string OnMoves(const v1::ExportedMoves& moves) override {
    std::string lines;
    for (const v1::Move& move : moves.moves()) lines += Line(JsonOf(move));
    return lines;
  }

 private:
  Json JsonOf(const v1::Move& move) const {
    const v1::MatchSeat& seat = SeatOf(match_, move.seat());
    Json drawn = Json::array();
    for (const v1::DrawnCards& cards : move.drawn())
      drawn.push_back({{"seat", cards.seat()}, {"cards", CardList(cards.cards())}});
    return {{"match_id", match_.match_id()},
            {"ply", move.ply()},
            {"turn", move.turn()},
            {"seat", move.seat()},
            {"bot", seat.bot()},
            {"bot_version", seat.bot_version()},
            {"kind", NameOf(move.kind())},
            {"token", move.token()},
            {"action", OrNull(move.action().notation())},
            {"forfeit_reason", OrNull(NameOf(move.forfeit_reason()))},
            {"decision_id", move.decision_id()},
            {"charged_ms", move.charged_ms()},
            {"drawn", drawn}};
  }

  v1::Match match_;
};

// What the bot saw, in notation.
Json JsonOf(const v1::Observation& observation) {
  const v1::PublicState& state = observation.state();
  Json seats = Json::array();
  for (const v1::SeatState& seat : state.seats())
    seats.push_back({{"cards", seat.cards()},
                     {"stage_hand_size", seat.stage_hand_size()},
                     {"stages_completed", seat.stages_completed()},
                     {"forfeited", seat.forfeited()}});
  return {{"hand", CardList(observation.hand())},
          {"turn", state.turn()},
          {"turn_seat", state.turn_seat()},
          {"direction", NameOf(state.direction())},
          {"leading_card", state.leading_card().notation()},
          {"leading_color", NameOf(state.leading_color())},
          {"top_card", state.top_card().notation()},
          {"taki_open", state.taki_open()},
          {"stack", state.stack()},
          {"draw_pile", state.draw_pile()},
          {"seats", seats}};
}

Json JsonOf(const v1::RecordedReply& reply) {
  const v1::Verdict& verdict = reply.verdict();
  Json json = {{"applied", ActionList(reply.applied())},
               {"not_applied", reply.not_applied()},
               {"verdict", NameOf(verdict.kind())},
               {"rule_id", OrNull(verdict.rule_id())},
               {"text", OrNull(verdict.text())}};
  json["read_ms"] = reply.read_ms() == 0 ? Json(nullptr) : Json(reply.read_ms());
  return json;
}

Json JsonOf(const v1::DecisionTimes& times) {
  const bool known = times.sent_ms() != 0;
  const auto or_null = [known](std::int64_t value) { return known ? Json(value) : Json(nullptr); };
  Json json = {
      {"charged_ms", times.charged_ms()},          {"grace_ms", times.grace_ms()},
      {"time_bank_left_ms", times.time_bank_ms()}, {"sent_ms", or_null(times.sent_ms())},
      {"read_ms", or_null(times.read_ms())},       {"loop_lag_ms", or_null(times.loop_lag_ms())}};
  json["round_trip_us"] = times.has_round_trip_us() ? Json(times.round_trip_us()) : Json(nullptr);
  return json;
}

// How the match went on to end for the seat: what a learner wants to predict.
Json OutcomeOf(const v1::Match& match, const v1::MatchSeat& seat) {
  return {{"ending", NameOf(match.ending())},
          {"place", seat.place()},
          {"won", seat.place() == 1},
          {"end", OrNull(NameOf(seat.end()))},
          {"stages_completed", seat.stages_completed()},
          {"cards_left", seat.cards_left()}};
}

class Decisions final : public ExportFormat {
 public:
  void Ask(v1::ExportMatchesRequest& request) const override { request.set_decisions(true); }
  std::string OnMatch(const v1::Match& match) override {
    match_ = match;
    return "";
  }
  std::string OnDecisions(const v1::ExportedDecisions& decisions) override {
    std::string lines;
    for (const v1::DecisionRecord& decision : decisions.decisions())
      lines += Line(JsonOf(decision));
    return lines;
  }

 private:
  Json JsonOf(const v1::DecisionRecord& record) const {
    const v1::Decision& decision = record.decision();
    const v1::MatchSeat& seat = SeatOf(match_, record.seat());
    const v1::RecordedReply* answer = LastReply(record);
    Json actions = Json::array();
    if (record.has_default_action())
      actions.push_back(record.default_action().notation());
    else if (answer != nullptr)
      actions = ActionList(answer->applied());
    Json replies = Json::array();
    for (const v1::RecordedReply& reply : record.replies()) replies.push_back(cli::JsonOf(reply));
    return {{"match_id", match_.match_id()},
            {"decision_id", decision.decision_id()},
            {"seat", record.seat()},
            {"bot", seat.bot()},
            {"bot_version", seat.bot_version()},
            {"ruleset", match_.ruleset().text()},
            {"rated", match_.rated()},
            {"kind", NameOf(decision.kind())},
            {"observation", cli::JsonOf(decision.observation())},
            {"legal_actions", ActionList(decision.legal_actions())},
            {"actions", actions},
            {"fate", NameOf(record.fate())},
            {"replies", replies},
            {"forfeit_reason", OrNull(NameOf(record.forfeit_reason()))},
            {"strikes", record.strikes()},
            {"strike_limit", decision.strike_limit()},
            {"time_left_ms", decision.time_left_ms()},
            {"times", cli::JsonOf(record.times())},
            {"outcome", OutcomeOf(match_, seat)}};
  }

  v1::Match match_;
};

}  // namespace

std::unique_ptr<ExportFormat> MatchesAsJson() { return std::make_unique<Matches>(); }
std::unique_ptr<ExportFormat> MovesAsJson() { return std::make_unique<Moves>(); }
std::unique_ptr<ExportFormat> DecisionsAsJson() { return std::make_unique<Decisions>(); }
std::unique_ptr<ExportFormat> MatchRecords() { return std::make_unique<Records>(); }

}  // namespace taki::cli
