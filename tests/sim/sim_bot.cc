#include "tests/sim/sim_bot.h"

#include <algorithm>

#include "referee/match/reply_reader.h"

namespace taki::sim {

using test::kMs;

void SimBot::ComeBack(std::int64_t after_ns) {
  ++coming_back_;
  world_.transport.At(world_.now_ns() + after_ns, [this] {
    --coming_back_;
    if (!current_ && coming_back_ == 0) Open();
  });
}

void SimBot::Open() {
  const host::StreamId stream = world_.transport.NewStream();
  streams_[stream.number] = true;
  current_ = stream;
  // (In statements of their own: the order of arguments is the compiler's choice.)
  const std::int64_t connected_ns = world_.now_ns() + world_.UpTo(plan_.delay_ms_max);
  const std::int64_t hello_ns = connected_ns + world_.UpTo(plan_.delay_ms_max);
  const std::string version = "v" + std::to_string(world_.random.Below(3));
  world_.transport.Arrive(stream, host::Connected{token_hash_, "sim"}, connected_ns);
  world_.transport.Arrive(stream, host::HelloSaid{version, "sim 1", plan_.max_matches}, hello_ns);
}

void SimBot::OnEnded(host::StreamId stream) {
  if (current_ != stream) return;
  current_.reset();
  ComeBack(1 + world_.UpTo(world_.calm ? 20 : plan_.away_ms_max));
}

void SimBot::OnCrash() {
  if (!current_) return;
  OnEnded(*current_);
}

void SimBot::OnItem(host::StreamId stream, const host::Item& item) {
  if (const auto* assigned = std::get_if<host::MatchAssigned>(&item)) OnAssigned(stream, *assigned);
  if (const auto* ask = std::get_if<host::AskDecision>(&item)) OnAsked(stream, *ask);
  if (const auto* ping = std::get_if<host::Ping>(&item)) Say(stream, host::PongSaid{ping->id}, 0);
  if (std::holds_alternative<host::GiveSnapshot>(item) && last_ && world_.random.Chance(50)) {
    ++world_.tally["resent after a snapshot"];
    Say(stream, host::ReplySaid{last_->match, last_->decision, last_->actions}, 0);
  }
  Misbehave(stream);
}

void SimBot::Misbehave(host::StreamId stream) {
  if (world_.calm) return;
  if (Chance(plan_.vanishes) && Chance(50)) Vanish(stream);
  if (Chance(plan_.takes_over) && Chance(50)) {
    ++world_.tally["takeovers"];
    Open();
  }
  if (Chance(plan_.half_closes) && Chance(20)) Say(stream, host::HalfClosed{}, 0);
  if (Chance(plan_.floods) && Chance(10)) {
    ++world_.tally["floods"];
    for (int i = 0; i < 60; ++i)
      world_.transport.Arrive(stream, host::PongSaid{i}, world_.now_ns() + i * 100'000);
    world_.transport.Arrive(stream, host::Malformed{"junk"}, world_.now_ns());
  }
}

void SimBot::Vanish(host::StreamId stream) {
  ++world_.tally["disconnects"];
  world_.transport.At(world_.now_ns() + world_.UpTo(plan_.delay_ms_max + 3), [this, stream] {
    world_.transport.ArriveNow(stream, host::Gone{});
    OnEnded(stream);
  });
}

void SimBot::OnAssigned(host::StreamId stream, const host::MatchAssigned& assigned) {
  if (Chance(plan_.never_ready)) return;
  std::string entropy;
  if (world_.random.Chance(30)) entropy = std::string(world_.random.Below(33), 'e');
  Say(stream, host::ReadySaid{match::ToString(assigned.intro.config->id), entropy}, 0);
}

void SimBot::OnAsked(host::StreamId stream, const host::AskDecision& ask) {
  const std::string match = match::ToString(ask.match);
  const match::Decision& decision = ask.decision;
  const std::int64_t id = decision.id.number;
  if (Chance(plan_.stale)) {
    const auto back = static_cast<std::int64_t>(world_.random.Below(4));
    Reply(stream, match, id + 1 - back, Nonsense(), 0);
  }
  if (Chance(plan_.resigns) && Chance(10)) Say(stream, host::ResignSaid{match}, 0);
  if (Chance(plan_.silent)) {
    ++world_.tally["silent"];
    return;
  }
  const std::int64_t think_ns = ThinkNs(decision);
  if (Chance(plan_.illegal)) Reply(stream, match, id, Nonsense(), think_ns / 2);
  const std::vector<match::SentAction> actions = Choose(decision);
  Reply(stream, match, id, actions, think_ns);
  last_ = Sent{match, id, actions};
  if (Chance(plan_.duplicate)) Reply(stream, match, id, actions, think_ns + world_.UpTo(30));
  if (!Chance(plan_.conflict)) return;
  const std::vector<match::SentAction> other = Nonsense();
  Reply(stream, match, id, other, think_ns + world_.UpTo(30));
}

std::int64_t SimBot::ThinkNs(const match::Decision& decision) {
  if (world_.calm) return 1 + world_.UpTo(3);
  if (!Chance(plan_.near_deadline)) return world_.UpTo(plan_.think_ms_max);
  ++world_.tally["near the deadline"];
  const std::int64_t left_ns = std::int64_t{decision.time_left_ms} * kMs;
  switch (world_.random.Below(4)) {
    case 0: return left_ns;
    case 1: return left_ns + 1;
    case 2: return std::max<std::int64_t>(0, left_ns - 1);
    default: return std::max<std::int64_t>(0, left_ns - 2 * kMs + world_.UpTo(4));
  }
}

// A legal action; with `several_actions` what an eager bot would add to it: the rest of a run.
std::vector<match::SentAction> SimBot::Choose(const match::Decision& decision) {
  const rules::Action first = decision.legal[world_.random.Below(decision.legal.size())];
  std::vector<match::SentAction> actions{{first, ""}};
  if (!Chance(plan_.several_actions)) return actions;
  const rules::Color color = first.kind == rules::Action::Kind::kPlay && first.card.has_color()
                                 ? first.card.color()
                                 : decision.view.state.leading_color;
  rules::CardSet hand = decision.view.hand;
  if (first.kind == rules::Action::Kind::kPlay && hand.Contains(first.card))
    hand.Remove(first.card);
  for (int face = 0; face < rules::kColoredFaces; ++face) {
    const rules::Card card(color, static_cast<rules::Face>(face));
    for (int left = hand.Count(card); left > 0; --left)
      actions.push_back({rules::Action::Play(card), ""});
  }
  actions.push_back({world_.random.Chance(50) ? rules::Action::Close() : rules::Action::End(), ""});
  return actions;
}

std::vector<match::SentAction> SimBot::Nonsense() {
  std::vector<match::SentAction> actions;
  for (std::size_t n = world_.random.Below(4); n > 0; --n) {
    const auto card =
        rules::Card::FromIndex(static_cast<int>(world_.random.Below(rules::kCardKinds)));
    const bool last_card = world_.random.Chance(20);
    rules::Action action = card == rules::kChangeColorCard
                               ? rules::Action::PlayChangeColor(rules::Color::kBlue)
                               : rules::Action::Play(card, last_card);
    if (world_.random.Chance(40))
      action.kind = static_cast<rules::Action::Kind>(1 + world_.random.Below(4));
    if (world_.random.Chance(15))
      actions.push_back({std::nullopt, "actions: unreadable"});
    else
      actions.push_back({action, ""});
  }
  return actions;
}

void SimBot::Reply(host::StreamId stream, const std::string& match, std::int64_t decision,
                   std::vector<match::SentAction> actions, std::int64_t after_ns) {
  world_.said[{plan_.name, match, decision}].insert(match::ReplyTokens(actions));
  Say(stream, host::ReplySaid{match, decision, std::move(actions)}, after_ns);
}

void SimBot::Say(host::StreamId stream, const test::FakeTransport::What& what,
                 std::int64_t after_ns) {
  if (Chance(plan_.lost)) {
    ++world_.tally["lost messages"];
    return;
  }
  const std::int64_t delay_ms = world_.calm ? 1 : plan_.delay_ms_max;
  world_.transport.Arrive(stream, what, world_.now_ns() + after_ns + world_.UpTo(delay_ms));
  if (Chance(plan_.doubled))
    world_.transport.Arrive(stream, what, world_.now_ns() + after_ns + world_.UpTo(2 * delay_ms));
}

}  // namespace taki::sim
