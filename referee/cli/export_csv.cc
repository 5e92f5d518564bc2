// The formats of `taki export` that are comma-separated values.
#include <initializer_list>

#include "referee/cli/csv.h"
#include "referee/cli/export_formats.h"
#include "referee/cli/export_text.h"
#include "referee/cli/match_text.h"

namespace taki::cli {
namespace {

std::string Row(std::initializer_list<const char*> names) {
  CsvLine line;
  for (const char* name : names) line.Add(name);
  return line.Text();
}

// 0 stands for what is not there.
CsvLine& AddOrEmpty(CsvLine& line, std::int64_t number) {
  return number == 0 ? line.AddEmpty() : line.Add(number);
}

// Columns that say which game of which league a match is.
CsvLine& AddLeague(CsvLine& line, const v1::Match& match) {
  line.Add(match.league_id());
  AddOrEmpty(line, match.fixture_id());
  AddOrEmpty(line, match.game());
  return AddOrEmpty(line, match.attempt());
}

class SeatRows final : public ExportFormat {
 public:
  void Ask(v1::ExportMatchesRequest&) const override {}
  std::string Head() const override {
    return Row({"match_id",   "seat",         "bot",        "display_name",     "bot_version",
                "place",      "won",          "end",        "stages_completed", "cards_left",
                "strikes",    "time_bank_ms", "seats",      "ending",           "rated",
                "ruleset",    "turns",        "created_ms", "finished_ms",      "league_id",
                "fixture_id", "game",         "attempt"});
  }
  std::string OnMatch(const v1::Match& match) override {
    std::string lines;
    for (const v1::MatchSeat& seat : match.seats()) {
      CsvLine line;
      line.Add(match.match_id()).Add(seat.seat()).Add(seat.bot()).Add(seat.display_name());
      line.Add(seat.bot_version()).Add(seat.place()).Add(seat.place() == 1);
      line.Add(NameOf(seat.end())).Add(seat.stages_completed()).Add(seat.cards_left());
      line.Add(seat.strikes()).Add(seat.time_bank_ms()).Add(match.seats_size());
      line.Add(NameOf(match.ending())).Add(match.rated()).Add(match.ruleset().text());
      line.Add(match.turns()).Add(match.created_ms()).Add(match.finished_ms());
      lines += AddLeague(line, match).Text();
    }
    return lines;
  }
};

class MatchRows final : public ExportFormat {
 public:
  void Ask(v1::ExportMatchesRequest&) const override {}
  std::string Head() const override {
    return Row({"match_id",     "state",        "ending",        "void_reason",    "rated",
                "ruleset",      "seats",        "bots",          "winners",        "turns",
                "moves",        "created_ms",   "started_ms",    "finished_ms",    "move_time_ms",
                "time_bank_ms", "strike_limit", "rules_version", "server_version", "commitment",
                "seed",         "hash",         "league_id",     "fixture_id",     "game",
                "attempt"});
  }
  std::string OnMatch(const v1::Match& match) override {
    std::string bots, winners;
    for (const v1::MatchSeat& seat : match.seats()) {
      bots += (bots.empty() ? "" : " ") + seat.bot();
      if (seat.place() == 1) winners += (winners.empty() ? "" : " ") + seat.bot();
    }
    const v1::TimeControl& clock = match.time_control();
    CsvLine line;
    line.Add(match.match_id()).Add(NameOf(match.state())).Add(NameOf(match.ending()));
    line.Add(match.void_reason()).Add(match.rated()).Add(match.ruleset().text());
    line.Add(match.seats_size()).Add(bots).Add(winners).Add(match.turns()).Add(match.moves());
    AddOrEmpty(line.Add(match.created_ms()), match.started_ms()).Add(match.finished_ms());
    line.Add(clock.move_time_ms()).Add(clock.time_bank_ms()).Add(clock.strike_limit());
    line.Add(match.rules_version()).Add(match.server_version());
    line.Add(HexOf(match.deal().commitment())).Add(HexOf(match.deal().seed())).Add(match.hash());
    return AddLeague(line, match).Text();
  }
};

class MoveRows final : public ExportFormat {
 public:
  void Ask(v1::ExportMatchesRequest& request) const override { request.set_moves(true); }
  std::string Head() const override {
    return Row({"match_id", "ply", "turn", "seat", "bot", "bot_version", "kind", "token", "action",
                "forfeit_reason", "decision_id", "charged_ms", "drawn", "cards_drawn"});
  }
  std::string OnMatch(const v1::Match& match) override {
    match_ = match;
    return "";
  }
  std::string OnMoves(const v1::ExportedMoves& moves) override {
    std::string lines;
    for (const v1::Move& move : moves.moves()) lines += LineOf(move);
    return lines;
  }

 private:
  std::string LineOf(const v1::Move& move) const {
    const v1::MatchSeat& seat = SeatOf(match_, move.seat());
    std::string drawn;
    int cards_drawn = 0;
    for (const v1::DrawnCards& cards : move.drawn()) {
      drawn +=
          (drawn.empty() ? "" : ";") + std::to_string(cards.seat()) + " " + Cards(cards.cards());
      cards_drawn += cards.count();
    }
    CsvLine line;
    line.Add(match_.match_id()).Add(move.ply()).Add(move.turn()).Add(move.seat());
    line.Add(seat.bot()).Add(seat.bot_version()).Add(NameOf(move.kind())).Add(move.token());
    line.Add(move.action().notation()).Add(NameOf(move.forfeit_reason()));
    return line.Add(move.decision_id()).Add(move.charged_ms()).Add(drawn).Add(cards_drawn).Text();
  }

  v1::Match match_;
};

class DecisionRows final : public ExportFormat {
 public:
  void Ask(v1::ExportMatchesRequest& request) const override { request.set_decisions(true); }
  std::string Head() const override {
    return Row({"match_id",
                "decision_id",
                "seat",
                "bot",
                "bot_version",
                "kind",
                "turn",
                "hand",
                "leading_card",
                "leading_color",
                "top_card",
                "taki_open",
                "stack",
                "draw_pile",
                "legal_actions",
                "actions",
                "fate",
                "illegal_reply",
                "illegal_rule",
                "strikes",
                "charged_ms",
                "grace_ms",
                "time_bank_left_ms",
                "sent_ms",
                "read_ms",
                "loop_lag_ms",
                "round_trip_us",
                "ending",
                "place",
                "won",
                "end"});
  }
  std::string OnMatch(const v1::Match& match) override {
    match_ = match;
    return "";
  }
  std::string OnDecisions(const v1::ExportedDecisions& decisions) override {
    std::string lines;
    for (const v1::DecisionRecord& decision : decisions.decisions()) lines += LineOf(decision);
    return lines;
  }

 private:
  std::string LineOf(const v1::DecisionRecord& record) const {
    const v1::Decision& decision = record.decision();
    const v1::MatchSeat& seat = SeatOf(match_, record.seat());
    CsvLine line;
    line.Add(match_.match_id()).Add(decision.decision_id()).Add(record.seat()).Add(seat.bot());
    line.Add(seat.bot_version()).Add(NameOf(decision.kind()));
    AddSeen(line, decision);
    line.Add(Applied(record)).Add(NameOf(record.fate()));
    AddFault(line, record);
    AddTimes(line, record.times());
    line.Add(NameOf(match_.ending())).Add(seat.place()).Add(seat.place() == 1);
    return line.Add(NameOf(seat.end())).Text();
  }
  static void AddSeen(CsvLine& line, const v1::Decision& decision) {
    const v1::PublicState& state = decision.observation().state();
    line.Add(state.turn()).Add(Cards(decision.observation().hand()));
    line.Add(state.leading_card().notation()).Add(NameOf(state.leading_color()));
    line.Add(state.top_card().notation()).Add(state.taki_open()).Add(state.stack());
    line.Add(state.draw_pile()).Add(Actions(decision.legal_actions()));
  }
  static void AddFault(CsvLine& line, const v1::DecisionRecord& record) {
    if (const v1::RecordedReply* refused = FirstRefused(record); refused != nullptr)
      line.Add(refused->not_applied()).Add(refused->verdict().rule_id());
    else
      line.AddEmpty().AddEmpty();
    line.Add(record.strikes());
  }
  static void AddTimes(CsvLine& line, const v1::DecisionTimes& times) {
    line.Add(times.charged_ms()).Add(times.grace_ms()).Add(times.time_bank_ms());
    if (times.sent_ms() != 0)
      line.Add(times.sent_ms()).Add(times.read_ms()).Add(times.loop_lag_ms());
    else
      line.AddEmpty().AddEmpty().AddEmpty();
    times.has_round_trip_us() ? line.Add(times.round_trip_us()) : line.AddEmpty();
  }

  v1::Match match_;
};

}  // namespace

std::unique_ptr<ExportFormat> SeatsAsCsv() { return std::make_unique<SeatRows>(); }
std::unique_ptr<ExportFormat> MatchesAsCsv() { return std::make_unique<MatchRows>(); }
std::unique_ptr<ExportFormat> MovesAsCsv() { return std::make_unique<MoveRows>(); }
std::unique_ptr<ExportFormat> DecisionsAsCsv() { return std::make_unique<DecisionRows>(); }

}  // namespace taki::cli
