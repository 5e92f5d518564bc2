#include "referee/cli/replay_model.h"

#include <algorithm>
#include <utility>

#include "referee/cli/blind_play.h"
#include "referee/cli/event_text.h"
#include "referee/cli/failure.h"
#include "referee/cli/replay_words.h"
#include "referee/cli/text.h"
#include "referee/match/record_parser.h"
#include "referee/rules/legality.h"
#include "referee/rules/notation.h"
#include "referee/rules/transition.h"

namespace taki::cli {
namespace {

using match::Line;
using rules::Event;
using rules::Seat;

constexpr char kResult[] = "result ";

// The position, whichever way it is known.
class Table {
 public:
  Table(const match::RecordHeader& header, std::optional<rules::Card> leading) {
    const int seats = static_cast<int>(header.seats.size());
    if (!header.seed) {
      if (!leading || !leading->has_color())
        throw Failure{ExitCode::kNo,
                      "this record was made before the match was over: replay it by its id"};
      blind_.emplace(header.ruleset, seats, *leading);
      return;
    }
    const auto key =
        rules::DeriveKey(match::ToString(header.id), rules::CanonicalText(header.ruleset),
                         *header.seed, header.entropy);
    known_ = rules::Deal({.ruleset = header.ruleset, .seats = seats, .key = key});
  }

  bool blind() const { return blind_.has_value(); }
  const rules::Position& position() const { return blind_ ? blind_->position() : known_; }

  std::optional<rules::Violation> Play(Seat seat, rules::Action action, bool by_referee,
                                       rules::EventSink& sink) {
    if (blind_) return blind_->Play(seat, action, sink);
    if (!rules::Asked(known_).Contains(seat)) return rules::Check(known_, seat, action);
    if (!by_referee)  // who plays for a bot may do what the bot may not (R11.3)
      if (const auto violation = rules::Check(known_, seat, action)) return violation;
    rules::Apply(known_, seat, action, sink);
    return std::nullopt;
  }

  // False: the seat cannot leave, it has left already.
  bool Forfeit(Seat seat, rules::SeatEnd reason, rules::EventSink& sink) {
    const rules::Position& p = position();
    if (p.over() || !p.remaining.Contains(seat)) return false;
    const bool in_window = p.phase == rules::Phase::kWindow;
    if (in_window && (seat == p.turn ? p.turn_forfeits : !p.unanswered.Contains(seat)))
      return false;
    if (blind_)
      blind_->Forfeit(seat, reason, sink);
    else
      rules::Forfeit(known_, seat, reason, sink);
    return true;
  }

 private:
  rules::Position known_{};
  std::optional<BlindPlay> blind_;
};

void SetHead(const match::RecordHeader& header, v1::Match& match) {
  match.set_match_id(match::ToString(header.id));
  for (std::size_t i = 0; i < header.ruleset.stage_count; ++i)
    match.mutable_ruleset()->add_stages(header.ruleset.stages[i]);
  match.mutable_ruleset()->set_draw_rule(
      static_cast<v1::DrawRule>(1 + static_cast<int>(header.ruleset.draw_rule)));
  match.mutable_ruleset()->set_taki_rule(
      static_cast<v1::TakiRule>(1 + static_cast<int>(header.ruleset.taki_rule)));
  match.mutable_ruleset()->set_max_turns(header.ruleset.max_turns);
  match.mutable_time_control()->set_move_time_ms(header.clock.move_time_ms);
  match.mutable_time_control()->set_time_bank_ms(header.clock.time_bank_ms);
  match.mutable_time_control()->set_strike_limit(header.clock.strike_limit);
  for (const auto& line : header.seats) {
    auto& seat = *match.add_seats();
    seat.set_seat(match.seats_size() - 1);
    seat.set_bot(line.name);
    seat.set_bot_version(line.version);
  }
}

// "COMPLETED placing 1 2" or "VOID reason=WHY", from anywhere: what is not understood is left out.
void SetResult(std::string_view text, v1::Match& match) {
  const std::string_view ending = text.substr(0, text.find(' '));
  const auto parsed = match::ParseMatchEnding(ending);
  if (!parsed) return;
  match.set_ending(static_cast<v1::MatchEnding>(1 + static_cast<int>(*parsed)));
  const bool is_void = *parsed == match::MatchEnding::kVoid;
  match.set_state(is_void ? v1::MATCH_STATE_VOID : v1::MATCH_STATE_FINISHED);
  constexpr std::string_view kReason = " reason=", kPlacing = " placing ";
  text.remove_prefix(ending.size());
  if (is_void && text.starts_with(kReason))
    match.set_void_reason(std::string(text.substr(kReason.size())));
  if (is_void || !text.starts_with(kPlacing)) return;
  text.remove_prefix(kPlacing.size());
  for (auto& seat : *match.mutable_seats()) {
    int place = 0;
    for (; !text.empty() && text[0] >= '0' && text[0] <= '9' && place < 100; text.remove_prefix(1))
      place = place * 10 + (text[0] - '0');
    seat.set_place(place);
    if (text.starts_with(' ')) text.remove_prefix(1);
  }
}

match::RecordHeader ReadHeader(match::LineReader& lines, std::optional<std::string_view>& next) {
  match::RecordHeader header;
  if (const auto problem = match::ParseHeader(lines, header, next))
    throw Failure{ExitCode::kNo, "this is no match record: line " +
                                     std::to_string(lines.number() + (next ? 0 : 1)) + ": " +
                                     *problem};
  if (!header.entropy.empty() && header.entropy.size() != header.seats.size())
    throw Failure{ExitCode::kNo, "this is no match record: the entropy is not that of its seats"};
  return header;
}

}  // namespace

v1::Match MatchOfRecord(std::string_view record) {
  match::LineReader lines(record);
  std::optional<std::string_view> line;
  v1::Match match;
  match.set_state(v1::MATCH_STATE_RUNNING);
  SetHead(ReadHeader(lines, line), match);
  for (; line; line = lines.Next())
    if (line->starts_with(kResult)) SetResult(line->substr(sizeof kResult - 1), match);
  return match;
}

// Makes the steps of a model, line by line.
class Replayer {
 public:
  Replayer(const ReplaySource& source, ReplayModel& model);
  void Run();

 private:
  class Hearing;

  bool Replay(const Line& line);
  bool Move(const Line& line, ReplayStep& step);
  bool PassUnseenAnswersBefore(std::uint32_t ply);
  bool Problem(const std::string& what);
  void Charge(const Line& line, ReplaySeat& seat);
  void SayRefusals(int ply, bool applied, ReplayStep& step);
  std::string Strike(int seat);
  void Look(ReplayStep& step);

  const ReplaySource& source_;
  ReplayModel& model_;
  match::LineReader lines_;
  std::optional<std::string_view> line_;
  match::RecordHeader header_;
  Table table_;
  std::uint32_t next_ply_ = 0;
  std::vector<ReplaySeat> seats_;
  std::vector<ReplayRefusal> refusals_;  // by ply, those to come
};

// Writes down what happens because of one line.
class Replayer::Hearing final : public rules::EventSink {
 public:
  Hearing(Replayer& replayer, ReplayStep& step) : replayer_(replayer), step_(step) {}

  void On(const Event& event) override {
    const std::string text = StepText(replayer_.model_.match(), event, !replayer_.table_.blind());
    if (!text.empty()) step_.happened.push_back(text);
    step_.stage = step_.stage || event.kind == Event::Kind::kStageCompleted;
    step_.window = step_.window || event.kind == Event::Kind::kWindowOpened;
    if (event.kind == Event::Kind::kSeatForfeited)
      replayer_.seats_[event.seat.index()].out = match::Name(event.end);
  }

 private:
  Replayer& replayer_;
  ReplayStep& step_;
};

Replayer::Replayer(const ReplaySource& source, ReplayModel& model)
    : source_(source),
      model_(model),
      lines_(source.record),
      header_(ReadHeader(lines_, line_)),
      table_(header_, source.first_leading),
      seats_(header_.seats.size()),
      refusals_(source.refusals) {
  for (ReplaySeat& seat : seats_) seat.bank_left_ms = header_.clock.time_bank_ms;
}

void Replayer::Run() {
  ReplayStep& deal = model_.steps_.emplace_back();
  deal.happened.push_back("the cards are dealt");
  SayRefusals(deal.ply, true, deal);
  Look(deal);
  for (; line_ && !line_->starts_with(kResult); line_ = lines_.Next()) {
    const std::optional<Line> line = match::ParseLine(*line_);
    if (!line) {
      Problem("it is no action line");
      return;
    }
    if (!Replay(*line)) return;
  }
}

bool Replayer::Problem(const std::string& what) {
  model_.problem_ = "the record cannot be re-played from line " + std::to_string(lines_.number()) +
                    " on: " + Escaped(what);
  return false;
}

bool Replayer::Replay(const Line& line) {
  if (line.seat.index() >= seats_.size()) return Problem("there is no such seat");
  if (!PassUnseenAnswersBefore(line.ply)) return false;
  next_ply_ = line.ply + 1;
  ReplayStep step;
  step.ply = static_cast<int>(line.ply);
  step.seat = line.seat.number();
  step.turn = table_.position().turns_ended + 1;
  step.charged_ms = line.charged_ms;
  SayRefusals(step.ply, false, step);
  if (!Move(line, step)) return false;
  Charge(line, seats_[line.seat.index()]);
  SayRefusals(step.ply, true, step);
  Look(step);
  model_.steps_.push_back(std::move(step));
  return true;
}

bool Replayer::Move(const Line& line, ReplayStep& step) {
  const std::string who = SeatText(model_.match(), line.seat.number());
  const bool in_window = table_.position().phase == rules::Phase::kWindow;
  Hearing hearing(*this, step);
  step.move = match::LineToken(line);
  if (line.kind == Line::Kind::kForfeit) {
    step.fault = true;
    if (in_window)
      step.happened.push_back(
          who + " leaves when the +3 is answered: " + std::string(match::Name(line.end)));
    return table_.Forfeit(line.seat, line.end, hearing) || Problem("this seat cannot leave here");
  }
  const bool timeout = line.kind == Line::Kind::kTimeout;
  const rules::Action action =
      timeout ? rules::DefaultAction(table_.position(), line.seat) : line.action;
  if (timeout) {
    step.fault = true;
    step.move += "(" + rules::Token(action) + ")";
    step.happened.push_back(who + " timed out" + Strike(step.seat));
  } else if (in_window) {
    const bool pass = action.kind == rules::Action::Kind::kPass;
    step.happened.push_back(who + (pass ? " passes" : " answers " + rules::Token(action)));
  }
  const auto violation = table_.Play(line.seat, action, timeout, hearing);
  return !violation || Problem(std::string(violation->rule) + ": " + std::string(violation->text));
}

// A match that goes on does not show the answers that had no effect, only that their numbers are
// missing (docs/notation.md).
bool Replayer::PassUnseenAnswersBefore(std::uint32_t ply) {
  if (ply < next_ply_) return Problem("its ply is not the next one");
  if (ply == next_ply_) return true;
  ReplayStep step;
  step.turn = table_.position().turns_ended + 1;
  step.seat = table_.position().turn.number();
  step.move = "...";
  step.happened.push_back("answers to the +3 that had no effect are told when the match is over");
  Hearing hearing(*this, step);
  for (; next_ply_ < ply; ++next_ply_) {
    const rules::Position& p = table_.position();
    if (!table_.blind() || p.phase != rules::Phase::kWindow)
      return Problem("expected ply " + std::to_string(next_ply_));
    Seat seat = rules::NextSeat(p, p.turn);
    while (!p.unanswered.Contains(seat)) seat = rules::NextSeat(p, seat);
    table_.Play(seat, rules::Action::Pass(), false, hearing);
    step.ply = static_cast<int>(next_ply_);
  }
  Look(step);
  model_.steps_.push_back(std::move(step));
  return true;
}

void Replayer::Charge(const Line& line, ReplaySeat& seat) {
  if (line.kind == Line::Kind::kForfeit) return;
  // The other lines of a reply have 0; a decision that took no time at all looks the same.
  if (line.charged_ms > 0 || !seat.used_ms) seat.used_ms = line.charged_ms;
  const std::int32_t beyond_ms = std::max(line.charged_ms - header_.clock.move_time_ms, 0);
  seat.bank_left_ms = std::max(seat.bank_left_ms - beyond_ms, 0);  // a record may say anything
}

void Replayer::SayRefusals(int ply, bool applied, ReplayStep& step) {
  for (const ReplayRefusal& refusal : refusals_) {
    if (refusal.ply != ply || refusal.applied != applied) continue;
    if (refusal.seat < 0 || refusal.seat >= static_cast<int>(seats_.size())) continue;
    step.fault = true;
    step.happened.push_back(SeatText(model_.match(), refusal.seat) + " tried `" +
                            Escaped(refusal.reply) + "`, refused by " + Escaped(refusal.rule) +
                            ": " + Escaped(refusal.text) + Strike(refusal.seat));
  }
  std::erase_if(refusals_,
                [&](const auto& said) { return said.ply == ply && said.applied == applied; });
}

std::string Replayer::Strike(int seat) {
  const int strikes = ++seats_[static_cast<std::size_t>(seat)].strikes;
  if (!source_.refusals_known) return "";
  return " (strike " + std::to_string(strikes) + " of " +
         std::to_string(header_.clock.strike_limit) + ")";
}

void Replayer::Look(ReplayStep& step) {
  const rules::Position& p = table_.position();
  step.table = rules::ObservePublic(p);
  step.answers = p.phase == rules::Phase::kWindow
                     ? WindowText(model_.match(), p, /*answers=*/!table_.blind())
                     : "";
  for (std::size_t i = 0; i < seats_.size(); ++i) {
    ReplaySeat& seat = seats_[i];
    seat.asked = rules::Asked(p).Contains(Seat(static_cast<int>(i)));
    seat.cards = step.table.seat[i].cards;
    seat.stage = step.table.seat[i].stage_hand;
    seat.stages_completed = step.table.seat[i].stages_completed;
    if (!table_.blind()) seat.hand = p.hands[i];
  }
  step.seats = seats_;
}

ReplayModel::ReplayModel(const ReplaySource& source)
    : match_(source.match), strikes_known_(source.refusals_known) {
  Replayer replayer(source, *this);
  replayer.Run();
  hands_known_ = steps_.front().seats.front().hand.has_value();
}

std::size_t ReplayModel::AtPly(int ply) const {
  const auto after =
      std::upper_bound(steps_.begin() + 1, steps_.end(), ply,
                       [](int wanted, const ReplayStep& step) { return wanted < step.ply; });
  return static_cast<std::size_t>(after - steps_.begin()) - 1;
}

bool ReplayModel::Has(std::size_t step, Mark mark) const {
  const ReplayStep& one = steps_[step];
  switch (mark) {
    case Mark::kTurn: return step <= 1 || one.turn != steps_[step - 1].turn;
    case Mark::kStage: return one.stage;
    case Mark::kWindow: return one.window;
    case Mark::kFault: return one.fault;
  }
  return false;
}

std::optional<std::size_t> ReplayModel::Next(std::size_t from, Mark mark) const {
  for (std::size_t i = from + 1; i < steps_.size(); ++i)
    if (Has(i, mark)) return i;
  return std::nullopt;
}

std::optional<std::size_t> ReplayModel::Previous(std::size_t from, Mark mark) const {
  for (std::size_t i = std::min(from, steps_.size()); i-- > 0;)
    if (Has(i, mark)) return i;
  return std::nullopt;
}

}  // namespace taki::cli
