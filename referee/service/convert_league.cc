#include "referee/service/convert_league.h"

#include <array>
#include <limits>
#include <set>
#include <utility>
#include <variant>

#include "referee/rules/check.h"
#include "referee/service/convert.h"
#include "referee/service/fields.h"

namespace taki::service {
namespace {

using league::TieBreak;

constexpr std::int32_t kIntMax = std::numeric_limits<std::int32_t>::max();

std::string Bytes(std::span<const std::uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

v1::LeagueSeeding EnumToProto(league::Seeding seeding) {
  switch (seeding) {
    case league::Seeding::kAsEntered: return v1::LEAGUE_SEEDING_AS_ENTERED;
    case league::Seeding::kRating: return v1::LEAGUE_SEEDING_RATING;
    case league::Seeding::kLot: return v1::LEAGUE_SEEDING_LOT;
  }
  return v1::LEAGUE_SEEDING_UNSPECIFIED;
}

v1::EntrantStatus EnumToProto(league::EntrantStatus status) {
  switch (status) {
    case league::EntrantStatus::kActive: return v1::ENTRANT_STATUS_ACTIVE;
    case league::EntrantStatus::kWithdrawn: return v1::ENTRANT_STATUS_WITHDRAWN;
    case league::EntrantStatus::kDisqualified: return v1::ENTRANT_STATUS_DISQUALIFIED;
  }
  return v1::ENTRANT_STATUS_UNSPECIFIED;
}

v1::Section EnumToProto(league::Section section) {
  switch (section) {
    case league::Section::kTable: return v1::SECTION_TABLE;
    case league::Section::kGroup: return v1::SECTION_GROUP;
    case league::Section::kWinners: return v1::SECTION_WINNERS;
    case league::Section::kLosers: return v1::SECTION_LOSERS;
    case league::Section::kThirdPlace: return v1::SECTION_THIRD_PLACE;
    case league::Section::kGrandFinal: return v1::SECTION_GRAND_FINAL;
  }
  return v1::SECTION_UNSPECIFIED;
}

v1::FixtureState EnumToProto(league::FixtureState state) {
  switch (state) {
    case league::FixtureState::kPending: return v1::FIXTURE_STATE_PENDING;
    case league::FixtureState::kReady: return v1::FIXTURE_STATE_READY;
    case league::FixtureState::kPlaying: return v1::FIXTURE_STATE_PLAYING;
    case league::FixtureState::kDecided: return v1::FIXTURE_STATE_DECIDED;
    case league::FixtureState::kCancelled: return v1::FIXTURE_STATE_CANCELLED;
  }
  return v1::FIXTURE_STATE_UNSPECIFIED;
}

v1::FixtureDecision EnumToProto(league::Decision decision) {
  switch (decision) {
    case league::Decision::kNone: return v1::FIXTURE_DECISION_UNSPECIFIED;
    case league::Decision::kPlayed: return v1::FIXTURE_DECISION_PLAYED;
    case league::Decision::kBye: return v1::FIXTURE_DECISION_BYE;
    case league::Decision::kWalkover: return v1::FIXTURE_DECISION_WALKOVER;
    case league::Decision::kLot: return v1::FIXTURE_DECISION_LOT;
    case league::Decision::kShared: return v1::FIXTURE_DECISION_SHARED;
  }
  return v1::FIXTURE_DECISION_UNSPECIFIED;
}

v1::SlotSource EnumToProto(league::Source::Kind kind) {
  switch (kind) {
    case league::Source::Kind::kSeed: return v1::SLOT_SOURCE_SEED;
    case league::Source::Kind::kPlace: return v1::SLOT_SOURCE_PLACE;
    case league::Source::Kind::kGroupPlace: return v1::SLOT_SOURCE_GROUP_PLACE;
    case league::Source::Kind::kPaired: return v1::SLOT_SOURCE_PAIRED;
  }
  return v1::SLOT_SOURCE_UNSPECIFIED;
}

v1::LeagueNewsKind EnumToProto(league::LogEntry::Kind kind) {
  using Kind = league::LogEntry::Kind;
  switch (kind) {
    case Kind::kEntered: return v1::LEAGUE_NEWS_KIND_ENTERED;
    case Kind::kWithdrawn: return v1::LEAGUE_NEWS_KIND_WITHDRAWN;
    case Kind::kStarted: return v1::LEAGUE_NEWS_KIND_STARTED;
    case Kind::kPaused: return v1::LEAGUE_NEWS_KIND_PAUSED;
    case Kind::kResumed: return v1::LEAGUE_NEWS_KIND_RESUMED;
    case Kind::kDrained: return v1::LEAGUE_NEWS_KIND_DRAINED;
    case Kind::kAborted: return v1::LEAGUE_NEWS_KIND_ABORTED;
    case Kind::kFiled: return v1::LEAGUE_NEWS_KIND_MATCH_FILED;
    case Kind::kFinished: return v1::LEAGUE_NEWS_KIND_MATCH_OVER;
    case Kind::kAnnulled: return v1::LEAGUE_NEWS_KIND_MATCH_ANNULLED;
    case Kind::kRequeued: return v1::LEAGUE_NEWS_KIND_REQUEUED;
    case Kind::kDisqualified: return v1::LEAGUE_NEWS_KIND_DISQUALIFIED;
    case Kind::kReinstated: return v1::LEAGUE_NEWS_KIND_REINSTATED;
  }
  return v1::LEAGUE_NEWS_KIND_UNSPECIFIED;
}

// Points of the standings: units of 1/5040 as a number of points, without loss.
double Points(std::int64_t units) {
  return static_cast<double>(units) / static_cast<double>(league::kPoint);
}

double TieBreakPoints(TieBreak tie_break, std::int64_t value) {
  switch (tie_break) {
    case TieBreak::kBuchholzCut1:
    case TieBreak::kBuchholz:
    case TieBreak::kSonnebornBerger: return Points(value);
    case TieBreak::kDirectEncounter:
    case TieBreak::kWins:
    case TieBreak::kStages:
    case TieBreak::kLot: break;
  }
  return static_cast<double>(value);
}

void OutcomeToProto(const league::Outcome& outcome, v1::FixtureMatch* out) {
  const bool is_void = outcome.ending == match::MatchEnding::kVoid;
  out->set_ending(ToProto(outcome.ending));
  out->set_void_reason(outcome.void_reason);
  for (int i = 0; i < out->seats_size() && static_cast<std::size_t>(i) < outcome.seats.size();
       ++i) {
    const league::Outcome::Seat& seat = outcome.seats[static_cast<std::size_t>(i)];
    v1::FixtureSeat* to = out->mutable_seats(i);
    to->set_place(seat.place);
    if (!is_void || seat.end != rules::SeatEnd::kCompleted) to->set_end(ToProto(seat.end));
    to->set_stages_completed(seat.stages_completed);
  }
}

std::string NameOf(league::Entrant entrant, const league::League& league, const BotOf& bot_of) {
  if (entrant < 0) return {};
  return bot_of(league.entrants()[static_cast<std::size_t>(entrant)].bot).name;
}

void AttemptToProto(const league::Attempt& attempt, const league::League& league,
                    const BotOf& bot_of, v1::FixtureMatch* out) {
  out->set_match_id(match::ToString(attempt.match));
  out->set_game(attempt.game);
  out->set_attempt(attempt.attempt);
  for (const league::Entrant seat : attempt.seats)
    out->add_seats()->set_bot(NameOf(seat, league, bot_of));
  out->set_over(attempt.over);
  out->set_annulled(attempt.annulled);
  out->set_counts(attempt.counts);
  if (attempt.outcome) OutcomeToProto(*attempt.outcome, out);
}

// --- to a watcher

struct ToLeagueWatcher {
  v1::WatchLeagueResponse* out;

  void operator()(const host::LeagueIntro& intro) const {
    v1::LeagueIntroduced* to = out->mutable_introduced();
    ToProto(intro.row, to->mutable_league());
    for (const std::string& bot : intro.entrants) to->add_bots(bot);
    ToProto(intro.progress, to->mutable_progress());
  }
  void operator()(const host::LeagueNews& news) const {
    using Kind = league::LogEntry::Kind;
    const league::LogEntry& entry = news.entry;
    v1::LeagueNews* to = out->mutable_news();
    to->set_seq(entry.seq);
    to->set_kind(EnumToProto(entry.kind));
    to->set_bot(news.bot);
    to->set_fixture_id(entry.slot.fixture.number);
    if (entry.kind == Kind::kDisqualified) to->set_reason(entry.text);
    to->set_at_ms(entry.at_ms);
    if (entry.match.number == 0 && entry.slot.game == 0) return;
    v1::FixtureMatch* match = to->mutable_match();
    if (entry.match.number != 0) match->set_match_id(match::ToString(entry.match));
    match->set_game(entry.slot.game);
    match->set_attempt(entry.slot.attempt);
    for (const std::string& seat : news.seats) match->add_seats()->set_bot(seat);
    if (entry.kind != Kind::kFinished) return;
    match->set_over(true);
    OutcomeToProto(entry.outcome, match);
  }
  void operator()(const host::LeagueProgress& progress) const {
    v1::LeagueProgressed* to = out->mutable_progressed();
    to->set_last_seq(progress.last_seq);
    to->set_state(ToProto(progress.state));
    ToProto(progress.progress, to->mutable_progress());
  }
  template <class ForOthers>
  void operator()(const ForOthers&) const {
    TAKI_CHECK(false && "an item for others was sent to a watcher of a league");
  }
};

// --- what a configuration may say

bool IsBracket(league::Format format) {
  return format == league::Format::kSingleElimination ||
         format == league::Format::kDoubleElimination ||
         format == league::Format::kGroupsThenBracket;
}

std::optional<league::Format> FormatFrom(const v1::LeagueConfig& in, FieldErrors& errors) {
  using league::Format;
  const auto format =
      KnownOrNone(errors, "format", in.format(),
                  std::array{Format::kRoundRobin, Format::kSwiss, Format::kSingleElimination,
                             Format::kDoubleElimination, Format::kGroupsThenBracket,
                             Format::kGauntlet, Format::kLadder});
  if (in.format() == v1::LEAGUE_FORMAT_UNSPECIFIED)
    errors.push_back({"format", "must be set, for example LEAGUE_FORMAT_ROUND_ROBIN"});
  return format;
}

// What only some formats have a use for must not be set in others: it would look as if it counted.
void RequireUse(const v1::LeagueConfig& in, league::Format format, FieldErrors& errors) {
  using league::Format;
  const auto require = [&errors](bool set, bool useful, const char* field, const char* formats) {
    if (set && !useful)
      errors.push_back({field, std::string("must be left out: it is for ") + formats});
  };
  const bool groups = format == Format::kGroupsThenBracket;
  const bool single = format == Format::kSingleElimination;
  require(in.has_tie_break_matches(), IsBracket(format), "tie_break_matches", "brackets");
  require(in.advance() != 0, single && in.seats() > 2, "advance",
          "SINGLE_ELIMINATION of three seats or more");
  require(in.third_place(), groups || (single && in.seats() <= 2), "third_place",
          "SINGLE_ELIMINATION of two seats and GROUPS_THEN_BRACKET");
  require(in.groups() != 0, groups, "groups", "GROUPS_THEN_BRACKET");
  require(in.advance_per_group() != 0, groups, "advance_per_group", "GROUPS_THEN_BRACKET");
  require(in.challengers() != 0, format == Format::kGauntlet, "challengers", "GAUNTLET");
}

std::vector<TieBreak> TieBreaksFrom(const v1::LeagueConfig& in, FieldErrors& errors) {
  if (in.tie_breaks().empty()) return league::DefaultTieBreaks();
  std::vector<TieBreak> tie_breaks;
  std::set<TieBreak> seen;
  for (int i = 0; i < in.tie_breaks_size(); ++i) {
    const std::string field = "tie_breaks[" + std::to_string(i) + "]";
    const auto tie_break =
        KnownOrNone(errors, field, in.tie_breaks(i),
                    std::array{TieBreak::kDirectEncounter, TieBreak::kWins, TieBreak::kBuchholzCut1,
                               TieBreak::kBuchholz, TieBreak::kSonnebornBerger, TieBreak::kStages,
                               TieBreak::kLot});
    if (in.tie_breaks(i) == v1::TIE_BREAK_UNSPECIFIED)
      errors.push_back({field, "must be a value of TieBreak"});
    if (!tie_break) continue;
    if (!seen.insert(*tie_break).second)
      errors.push_back({field, "must stand there once"});
    else if (*tie_break == TieBreak::kLot && i + 1 < in.tie_breaks_size())
      errors.push_back({field, "must be the last one: the lot decides always"});
    tie_breaks.push_back(*tie_break);
  }
  if (!seen.contains(TieBreak::kLot)) tie_breaks.push_back(TieBreak::kLot);
  return tie_breaks;
}

void NameFrom(const v1::LeagueConfig& in, FieldErrors& errors, league::LeagueConfig& out) {
  // The same form as a bot's name.
  FieldErrors bad;
  RequireBot(bad, "name", in.name());
  if (!bad.empty())
    errors.push_back({"name", "must be the name of a league, [a-z0-9][a-z0-9._-]{1,31}"});
  else if (league::ParseLeagueId(in.name()))
    errors.push_back({"name", "must not look like the id of a league"});
  RequireText(errors, "title", in.title(), 64, 64);
  out.name = in.name();
  if (in.title() != in.name()) out.title = in.title();  // else the default
}

void NumbersFrom(const v1::LeagueConfig& in, FieldErrors& errors, league::LeagueConfig& out) {
  const auto take = [&errors](const char* field, std::int32_t value, std::int32_t low,
                              std::int32_t high, std::int32_t& to) {
    TakeIntOrDefault(errors, field, value, low, high, to);
  };
  take("seats", in.seats(), rules::kMinSeats, rules::kMaxSeats, out.seats);
  take("rounds", in.rounds(), 1, 10'000'000, out.rounds);
  take("matches_per_fixture", in.matches_per_fixture(), 1, 99, out.matches_per_fixture);
  if (in.has_tie_break_matches())
    TakeInt(errors, "tie_break_matches", in.tie_break_matches(), 0, 10, out.tie_break_matches);
  take("advance", in.advance(), 1, rules::kMaxSeats - 1, out.advance);
  take("groups", in.groups(), 2, 64, out.groups);
  take("advance_per_group", in.advance_per_group(), 1, 16, out.advance_per_group);
  take("challengers", in.challengers(), 1, 10'000, out.challengers);
  take("max_matches", in.max_matches(), 1, 1'000, out.max_matches);
  take("max_matches_per_bot", in.max_matches_per_bot(), 1, 64, out.max_matches_per_bot);
  if (in.has_no_show_grace_ms())
    TakeInt(errors, "no_show_grace_ms", in.no_show_grace_ms(), 0, 86'400'000, out.no_show_grace_ms);
  take("no_show_limit", in.no_show_limit(), 1, 100, out.no_show_limit);
  take("void_limit", in.void_limit(), 1, 100, out.void_limit);
  TakeInt(errors, "public_delay_ms", in.public_delay_ms(), 0, match::kMaxPublicDelayMs,
          out.public_delay_ms);
}

// The fault that league::Validate names, in the words of the contract.
FieldError InContract(const std::string& message) {
  const std::size_t colon = message.find(": ");
  if (colon == std::string::npos) return {"", message};
  std::string field = message.substr(0, colon);
  if (field.starts_with("clock")) field.replace(0, 5, "time_control");
  return {std::move(field), message.substr(colon + 2)};
}

}  // namespace

v1::LeagueFormat ToProto(league::Format format) {
  switch (format) {
    case league::Format::kRoundRobin: return v1::LEAGUE_FORMAT_ROUND_ROBIN;
    case league::Format::kSwiss: return v1::LEAGUE_FORMAT_SWISS;
    case league::Format::kSingleElimination: return v1::LEAGUE_FORMAT_SINGLE_ELIMINATION;
    case league::Format::kDoubleElimination: return v1::LEAGUE_FORMAT_DOUBLE_ELIMINATION;
    case league::Format::kGroupsThenBracket: return v1::LEAGUE_FORMAT_GROUPS_THEN_BRACKET;
    case league::Format::kGauntlet: return v1::LEAGUE_FORMAT_GAUNTLET;
    case league::Format::kLadder: return v1::LEAGUE_FORMAT_LADDER;
  }
  return v1::LEAGUE_FORMAT_UNSPECIFIED;
}

v1::LeagueState ToProto(league::LeagueState state) {
  switch (state) {
    case league::LeagueState::kOpen: return v1::LEAGUE_STATE_OPEN;
    case league::LeagueState::kRunning: return v1::LEAGUE_STATE_RUNNING;
    case league::LeagueState::kPaused: return v1::LEAGUE_STATE_PAUSED;
    case league::LeagueState::kDraining: return v1::LEAGUE_STATE_DRAINING;
    case league::LeagueState::kFinished: return v1::LEAGUE_STATE_FINISHED;
    case league::LeagueState::kAborted: return v1::LEAGUE_STATE_ABORTED;
  }
  return v1::LEAGUE_STATE_UNSPECIFIED;
}

v1::TieBreak ToProto(TieBreak tie_break) {
  switch (tie_break) {
    case TieBreak::kDirectEncounter: return v1::TIE_BREAK_DIRECT_ENCOUNTER;
    case TieBreak::kWins: return v1::TIE_BREAK_WINS;
    case TieBreak::kBuchholzCut1: return v1::TIE_BREAK_BUCHHOLZ_CUT_1;
    case TieBreak::kBuchholz: return v1::TIE_BREAK_BUCHHOLZ;
    case TieBreak::kSonnebornBerger: return v1::TIE_BREAK_SONNEBORN_BERGER;
    case TieBreak::kStages: return v1::TIE_BREAK_STAGES;
    case TieBreak::kLot: return v1::TIE_BREAK_LOT;
  }
  return v1::TIE_BREAK_UNSPECIFIED;
}

void ToProto(const league::LeagueConfig& config, v1::LeagueConfig* out) {
  const bool groups = config.format == league::Format::kGroupsThenBracket;
  const bool single = config.format == league::Format::kSingleElimination;
  out->set_name(config.name);
  out->set_title(config.title.empty() ? config.name : config.title);
  out->set_format(ToProto(config.format));
  out->set_seats(config.seats);
  out->set_rounds(config.rounds);
  out->set_matches_per_fixture(config.matches_per_fixture);
  if (IsBracket(config.format)) out->set_tie_break_matches(config.tie_break_matches);
  if (single && config.seats > 2) out->set_advance(config.advance);
  out->set_third_place(config.third_place);
  if (groups) out->set_groups(config.groups);
  if (groups) out->set_advance_per_group(config.advance_per_group);
  if (config.format == league::Format::kGauntlet) out->set_challengers(config.challengers);
  out->set_seeding(EnumToProto(config.seeding));
  for (const TieBreak tie_break : config.tie_breaks) out->add_tie_breaks(ToProto(tie_break));
  ToProto(config.ruleset, out->mutable_ruleset());
  ToProto(config.clock, out->mutable_time_control());
  out->set_rated(config.rated);
  out->set_max_matches(config.max_matches);
  out->set_max_matches_per_bot(config.max_matches_per_bot);
  out->set_no_show_grace_ms(config.no_show_grace_ms);
  out->set_no_show_limit(config.no_show_limit);
  out->set_void_limit(config.void_limit);
  out->set_public_delay_ms(config.public_delay_ms);
}

void ToProto(const store::LeagueRow& row, v1::League* out) {
  const bool started = row.started_ms != 0 && row.state != league::LeagueState::kOpen;
  out->set_league_id(league::ToString(row.id));
  ToProto(row.config, out->mutable_config());
  out->set_state(ToProto(row.state));
  out->set_event_commitment(Bytes(league::EventCommitment(row.id, row.event_seed)));
  if (started) out->set_event_seed(Bytes(row.event_seed));
  out->set_last_seq(row.last_seq);
  out->set_created_ms(row.created_ms);
  out->set_started_ms(row.started_ms);
  out->set_ended_ms(row.ended_ms);
}

void ToProto(const league::Progress& progress, v1::LeagueProgress* out) {
  out->set_matches_done(progress.matches_done);
  out->set_matches_running(progress.matches_running);
  out->set_matches_total(progress.matches_total);
  out->set_matches_void(progress.matches_void);
  out->set_fixtures_done(progress.fixtures_done);
  out->set_fixtures_total(progress.fixtures_total);
  out->set_round(progress.round);
  out->set_rounds(progress.rounds);
}

void ToProto(const league::EntrantInfo& entrant, const store::Bot& bot, v1::Entrant* out) {
  out->set_bot(bot.name);
  out->set_display_name(bot.display_name);
  out->set_owner(entrant.owner);
  out->set_seed(entrant.seed);
  if (entrant.rating) out->set_rating(*entrant.rating);
  out->set_status(EnumToProto(entrant.status));
  out->set_no_shows_in_a_row(entrant.no_shows_in_a_row);
  out->set_matches_running(entrant.running);
}

void ToProto(const league::Fixture& fixture, const league::League& league, const BotOf& bot_of,
             v1::Fixture* out) {
  out->set_fixture_id(fixture.id.number);
  out->set_section(EnumToProto(fixture.section));
  out->set_group(fixture.group);
  out->set_round(fixture.round);
  out->set_number_in_round(fixture.number_in_round);
  for (std::size_t i = 0; i < fixture.slots.size(); ++i) {
    v1::FixtureSlot* slot = out->add_slots();
    slot->set_bot(NameOf(fixture.slots[i], league, bot_of));
    slot->set_nobody(fixture.slots[i] == league::kNobody);
    if (i >= fixture.sources.size()) continue;
    slot->set_source(EnumToProto(fixture.sources[i].kind));
    slot->set_number(fixture.sources[i].number);
    slot->set_place(fixture.sources[i].place);
  }
  out->set_state(EnumToProto(fixture.state));
  out->set_decision(EnumToProto(fixture.decision));
  for (const league::Attempt& attempt : fixture.attempts)
    AttemptToProto(attempt, league, bot_of, out->add_matches());
  for (const league::Entrant entrant : fixture.placing)
    out->add_placing(NameOf(entrant, league, bot_of));
}

void ToProto(const league::Standing& standing, const league::League& league, const BotOf& bot_of,
             v1::Standing* out) {
  const league::EntrantInfo& entrant =
      league.entrants()[static_cast<std::size_t>(standing.entrant)];
  const store::Bot& bot = bot_of(entrant.bot);
  out->set_bot(bot.name);
  out->set_display_name(bot.display_name);
  out->set_status(EnumToProto(standing.status));
  out->set_seed(entrant.seed);
  out->set_group(standing.group);
  out->set_place_from(standing.place_from);
  out->set_place_to(standing.place_to);
  out->set_points(Points(standing.points));
  out->set_matches(standing.matches);
  out->set_wins(standing.wins);
  out->set_losses(standing.losses);
  out->set_byes(standing.byes);
  const std::vector<TieBreak>& tie_breaks = league.config().tie_breaks;
  for (std::size_t i = 0; i < tie_breaks.size() && i < standing.tie_breaks.size(); ++i) {
    v1::TieBreakValue* value = out->add_tie_breaks();
    value->set_tie_break(ToProto(tie_breaks[i]));
    value->set_value(TieBreakPoints(tie_breaks[i], standing.tie_breaks[i]));
  }
  for (const std::int32_t count : standing.place_counts) out->add_place_counts(count);
  out->set_stages_completed(standing.stages);
  out->set_no_shows(standing.no_shows);
}

std::vector<match::BotId> BotsOf(const league::League& league) {
  std::vector<match::BotId> bots;
  for (const league::EntrantInfo& entrant : league.entrants()) bots.push_back(entrant.bot);
  return bots;
}

void ToProto(const host::Item& item, v1::WatchLeagueResponse* out) {
  std::visit(ToLeagueWatcher{out}, item);
}

host::NewLeague FromProto(const v1::LeagueConfig& in, FieldErrors& all_errors) {
  FieldErrors errors;
  host::NewLeague wanted;
  league::LeagueConfig& config = wanted.config;
  NameFrom(in, errors, config);
  if (const auto format = FormatFrom(in, errors)) {
    config.format = *format;
    RequireUse(in, *format, errors);
  }
  NumbersFrom(in, errors, config);
  config.third_place = in.third_place();
  using league::Seeding;
  config.seeding = KnownOrNone(errors, "seeding", in.seeding(),
                               std::array{Seeding::kAsEntered, Seeding::kRating, Seeding::kLot})
                       .value_or(Seeding::kAsEntered);
  config.tie_breaks = TieBreaksFrom(in, errors);
  config.rated = !in.has_rated() || in.rated();
  config.ruleset = FromProto(in.ruleset(), config.rated, errors);
  config.clock = FromProto(in.time_control(), errors);
  wanted.bots.assign(in.bots().begin(), in.bots().end());
  RequireBots(errors, "bots", wanted.bots);
  if (wanted.bots.size() > 10'000) errors.push_back({"bots", "must be at most 10000 names"});
  if (errors.empty())
    if (const absl::Status status = league::Validate(config); !status.ok())
      errors.push_back(InContract(std::string(status.message())));
  for (FieldError& error : errors) {
    error.field.insert(0, error.field.empty() ? "config" : "config.");
    all_errors.push_back(std::move(error));
  }
  return wanted;
}

std::optional<league::LeagueState> FromProto(const v1::ListLeaguesRequest& request,
                                             FieldErrors& errors) {
  using league::LeagueState;
  return KnownOrNone(
      errors, "state", request.state(),
      std::array{LeagueState::kOpen, LeagueState::kRunning, LeagueState::kPaused,
                 LeagueState::kDraining, LeagueState::kFinished, LeagueState::kAborted});
}

FixtureFilter FromProto(const v1::ListFixturesRequest& request, FieldErrors& errors) {
  using league::Section, league::FixtureState;
  FixtureFilter filter;
  filter.section =
      KnownOrNone(errors, "section", request.section(),
                  std::array{Section::kTable, Section::kGroup, Section::kWinners, Section::kLosers,
                             Section::kThirdPlace, Section::kGrandFinal});
  filter.state =
      KnownOrNone(errors, "state", request.state(),
                  std::array{FixtureState::kPending, FixtureState::kReady, FixtureState::kPlaying,
                             FixtureState::kDecided, FixtureState::kCancelled});
  const auto number = [&errors](const char* field, std::int32_t value) {
    std::int32_t taken = 0;
    TakeIntOrDefault(errors, field, value, 1, kIntMax, taken);
    return taken == 0 ? std::nullopt : std::optional(taken);
  };
  filter.group = number("group", request.group());
  filter.round = number("round", request.round());
  RequireBotOrNone(errors, "bot", request.bot());
  filter.bot = request.bot();
  return filter;
}

}  // namespace taki::service
