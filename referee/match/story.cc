#include "referee/match/story.h"

#include <algorithm>
#include <deque>
#include <string_view>
#include <utility>

#include "referee/match/match_state.h"
#include "referee/match/question.h"
#include "referee/match/reply_reader.h"
#include "referee/match/text.h"
#include "referee/match/verdicts.h"
#include "referee/rules/notation.h"

namespace taki::match {
namespace {

// The tokens of a refused reply as it was sent.
std::vector<SentAction> ActionsOf(std::string_view tokens) {
  std::vector<SentAction> actions;
  while (!tokens.empty()) {
    const std::string_view token = tokens.substr(0, tokens.find(' '));
    actions.push_back({rules::ParseAction(token), ""});
    tokens.remove_prefix(std::min(tokens.size(), token.size() + 1));
  }
  return actions;
}

// A match that goes on record by record, and says after each whether the machine had come to rest:
// only then it asked.
class Course {
 public:
  Course(const MatchConfig& config, std::span<const Record> records)
      : state_(config), records_(records) {}

  bool AtEnd() const { return next_ == records_.size(); }
  absl::Status Step() {
    const Record& record = records_[next_++];
    if (record.kind == Record::Kind::kStart) ready_ = record.ready;
    return state_.Apply(record, silence_);
  }
  const MatchState& state() const { return state_; }
  const Record& last() const { return records_[next_ - 1]; }
  // More than one record before a question comes of two things: a strike that is the last, which
  // ends what was to be asked next; and the start, where all forfeit that were not ready, and these
  // never do so later.
  bool AtRest() const {
    if (AtEnd()) return true;
    const Record& next = records_[next_];
    return next.kind != Record::Kind::kForfeit || ready_.Contains(next.seat);
  }

 private:
  MatchState state_;
  std::span<const Record> records_;
  std::size_t next_ = 0;
  rules::SeatSet ready_;
  Silence silence_;
};

class Teller {
 public:
  Teller(const MatchConfig& config, std::span<const Record> records) : course_(config, records) {}
  absl::Status Tell(absl::FunctionRef<bool(const DecisionStory&)> visit);

 private:
  void Hear(const Record& record);
  void AddReply(const Record& record, DecisionStory& story) const;
  Verdict VerdictOnRefusal(const Record& record) const;
  void AddQuestions();
  void AskAnew();
  void End();
  void Close(DecisionStory& story, DecisionFate fate, const Record* by) const;
  void NoteWhatIsLeft(DecisionStory& story) const;
  DecisionStory* Find(DecisionId id);

  const MatchState& state() const { return course_.state(); }

  Course course_;
  std::deque<DecisionStory> told_next_;  // by id: the first open one, and all after it
  std::uint32_t asked_ = 0;
};

absl::Status Teller::Tell(absl::FunctionRef<bool(const DecisionStory&)> visit) {
  while (!course_.AtEnd()) {
    const bool was_at_rest = course_.AtRest();
    if (absl::Status status = course_.Step(); !status.ok()) return status;
    Hear(course_.last());
    AddQuestions();
    if (!was_at_rest) AskAnew();
    if (state().state() == Match::State::kOver) End();
    while (!told_next_.empty() && told_next_.front().fate != DecisionFate::kOpen) {
      if (!visit(told_next_.front())) return absl::OkStatus();
      told_next_.pop_front();
    }
  }
  for (DecisionStory& story : told_next_) {
    if (story.fate == DecisionFate::kOpen) NoteWhatIsLeft(story);
    if (!visit(story)) break;
  }
  return absl::OkStatus();
}

void Teller::Hear(const Record& record) {
  DecisionStory* story = Find(record.decision);
  if (story == nullptr) return;
  switch (record.kind) {
    case Record::Kind::kReply:
      AddReply(record, *story);
      return Close(*story, DecisionFate::kAnswered, &record);
    case Record::Kind::kRefusal: return AddReply(record, *story);
    case Record::Kind::kTimeout: return Close(*story, DecisionFate::kTimedOut, &record);
    case Record::Kind::kForfeit: return Close(*story, DecisionFate::kForfeited, &record);
    case Record::Kind::kStart:
    case Record::Kind::kVoid: return;
  }
}

void Teller::AddReply(const Record& record, DecisionStory& story) const {
  const bool applied = record.kind == Record::Kind::kReply;
  story.replies.push_back({&record, applied ? RecordedVerdict(state(), record.decision, record.seat)
                                            : VerdictOnRefusal(record)});
}

// A refusal changes no position (I8), so the reply may as well be read now.
Verdict Teller::VerdictOnRefusal(const Record& record) const {
  ReplyReading reading = ReadReply(state().position(), record.seat, ActionsOf(record.rest));
  reading.applied.clear();
  reading.rule = record.rule;
  return VerdictOnAnswer(state(), record.decision, record.seat, reading);
}

void Teller::AddQuestions() {
  while (asked_ < state().log().asked()) {
    const DecisionId id{++asked_};
    DecisionStory& story = told_next_.emplace_back();
    for (int number = 0; number < state().seats(); ++number)
      if (state().open(rules::Seat(number)) == id)
        PutQuestion(state(), rules::Seat(number), story.decision);
  }
}

void Teller::AskAnew() {
  for (DecisionStory& story : told_next_)
    if (story.fate == DecisionFate::kOpen && state().state() == Match::State::kRunning)
      PutQuestion(state(), story.decision.seat, story.decision);
}

void Teller::End() {
  for (DecisionStory& story : told_next_)
    if (story.fate == DecisionFate::kOpen) Close(story, DecisionFate::kWithdrawn, nullptr);
}

void Teller::Close(DecisionStory& story, DecisionFate fate, const Record* by) const {
  story.fate = fate;
  story.closed_by = by;
  NoteWhatIsLeft(story);
}

void Teller::NoteWhatIsLeft(DecisionStory& story) const {
  story.bank_left_ms = state().bank_left_ms(story.decision.seat);
  story.strikes = state().strikes(story.decision.seat);
}

DecisionStory* Teller::Find(DecisionId id) {
  if (told_next_.empty() || id < told_next_.front().decision.id || id.number > asked_)
    return nullptr;
  return &told_next_[id.number - told_next_.front().decision.id.number];
}

// The match as it stood when it asked `id`; `seat` becomes the one that was asked.
absl::StatusOr<MatchState> WhenAsked(const MatchConfig& config, std::span<const Record> records,
                                     DecisionId id, rules::Seat& seat) {
  const auto never = [&] {
    return absl::NotFoundError(Concat("the match has not asked decision ", id.number));
  };
  Course course(config, records);
  while (!course.AtEnd() && course.state().log().asked() < id.number)
    if (absl::Status status = course.Step(); !status.ok()) return status;
  if (id.number == 0 || course.state().log().asked() < id.number) return never();
  while (course.state().open(seat) != id) seat = rules::Seat(seat.number() + 1);
  MatchState asked = course.state();
  while (!course.AtRest()) {
    if (absl::Status status = course.Step(); !status.ok()) return status;
    if (course.state().open(seat) != id) break;
    asked = course.state();
  }
  return asked;
}

}  // namespace

absl::Status ForEachDecision(const MatchConfig& config, std::span<const Record> records,
                             absl::FunctionRef<bool(const DecisionStory&)> visit) {
  return Teller(config, records).Tell(visit);
}

absl::StatusOr<Verdict> VerdictOn(const MatchConfig& config, std::span<const Record> records,
                                  DecisionId decision, std::vector<SentAction> actions) {
  rules::Seat seat;
  absl::StatusOr<MatchState> state = WhenAsked(config, records, decision, seat);
  if (!state.ok()) return state.status();
  const ReplyReading reading = ReadReply(state->position(), seat, actions);
  Record record = RecordOf(reading, seat, decision);
  record.input_no = state->inputs() + 1;
  Silence silence;
  if (absl::Status status = state->Apply(record, silence); !status.ok()) return status;
  return VerdictOnAnswer(*state, decision, seat, reading);
}

}  // namespace taki::match
