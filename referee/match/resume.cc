// Matches from their records: after a restart, and for watchers who come late.

#include <utility>

#include "referee/match/match.h"
#include "referee/match/match_impl.h"

namespace taki::match {
namespace {

class EventCollector final : public StateSink {
 public:
  void OnLine(Line) override {}
  void OnEvent(std::uint32_t, const MatchEvent& event) override { events.push_back(event); }
  std::vector<MatchEvent> events;
};

absl::Status ApplyAll(MatchState& state, std::span<const Record> records, StateSink& sink) {
  for (const Record& record : records)
    if (absl::Status status = state.Apply(record, sink); !status.ok()) return status;
  return absl::OkStatus();
}

}  // namespace

Match::Match(const MatchConfig& config, Instant now) : impl_(std::make_unique<Impl>(config, now)) {}
Match::Match(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Match::Match(Match&&) noexcept = default;
Match& Match::operator=(Match&&) noexcept = default;
Match::~Match() = default;

absl::StatusOr<Match> Match::Resume(const MatchConfig& config, std::span<const Record> records,
                                    Instant now) {
  auto impl = std::make_unique<Impl>(config, now);
  Silence silence;  // what was told once is not told again
  if (absl::Status status = ApplyAll(impl->state, records, silence); !status.ok()) return status;
  impl->WaitForSeats(now);
  return Match(std::move(impl));
}

void Match::Impl::WaitForSeats(Instant now) {
  told_result = state.state() == State::kOver;
  const Instant latest = now + Milliseconds(state.config().clock.restart_grace_ms);
  for (int number = 0; number < seats(); ++number) {
    const rules::Seat seat(number);
    if (state.open(seat).number == 0) continue;
    auto& clock = clocks[seat.index()];
    clock.emplace(OpenClock{
        state.open(seat),
        ClockBudget(state.config().clock, state.bank_left_ms(seat), state.grace_left_ms(seat))});
    clock->budget.StartWhenBack(latest);
  }
}

void Match::Step(const Input& input, Instant now, Effects& out) { impl_->Step(input, now, out); }
std::optional<Instant> Match::NextDeadline() const { return impl_->NextDeadline(); }
Match::State Match::state() const { return impl_->state.state(); }
const MatchConfig& Match::config() const { return impl_->state.config(); }
const rules::Position& Match::position() const { return impl_->state.position(); }
std::uint32_t Match::last_seq() const { return impl_->state.last_seq(); }
std::uint32_t Match::inputs() const { return impl_->state.inputs(); }
std::uint32_t Match::decisions() const { return impl_->state.log().asked(); }
const std::vector<std::string>& Match::versions() const { return impl_->state.versions(); }
const std::vector<std::string>& Match::entropy() const { return impl_->state.entropy(); }

absl::StatusOr<std::vector<MatchEvent>> ReplayEvents(const MatchConfig& config,
                                                     std::span<const Record> records,
                                                     std::vector<std::uint32_t>* input_nos) {
  MatchState state(config);
  EventCollector collector;
  if (input_nos != nullptr) input_nos->clear();
  for (const Record& record : records) {
    if (absl::Status status = state.Apply(record, collector); !status.ok()) return status;
    if (input_nos != nullptr) input_nos->resize(collector.events.size(), record.input_no);
  }
  return std::move(collector.events);
}

}  // namespace taki::match
