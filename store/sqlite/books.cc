#include "store/sqlite/books.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "store/sqlite/kinds.h"
#include "store/sqlite/row_reader.h"
#include "store/sqlite/tally_reads.h"
#include "store/tally.h"

namespace taki::store::sqlite {
namespace {

constexpr std::size_t kSentences = 50;

// --- tallies

// Reads matches for counting; what makes no sense becomes a sentence, and its match is left out.
class Recount {
 public:
  explicit Recount(Sentences& out) : out_(out) {}

  absl::Status Run(Connection& db) {
    for (const auto& [statement, sql] :
         {std::pair(&matches_,
                    "SELECT id, rated, state = 'FINISHED', seats FROM match"
                    " WHERE state IN ('FINISHED', 'VOID')"),
          std::pair(&seats_,
                    "SELECT seat, bot, version, place, seat_end FROM match_seat"
                    " WHERE match = ?1 ORDER BY seat"),
          std::pair(&inputs_,
                    "SELECT id, kind, seat, strike, charged_ms FROM input"
                    " WHERE id >= ?1 << 20 AND id < (?1 + 1) << 20"),
          std::pair(&bots_,
                    "SELECT id FROM bot UNION SELECT bot FROM bot_result"
                    " UNION SELECT bot FROM bot_meeting UNION SELECT bot FROM bot_decision")}) {
      absl::StatusOr<Statement> prepared = db.Prepare(sql);
      if (!prepared.ok()) return prepared.status();
      *statement = *std::move(prepared);
    }
    absl::StatusOr<TallyReads> reads = TallyReads::Prepare(db);
    if (!reads.ok()) return reads.status();
    if (absl::Status status = CountAll(); !status.ok()) return status;
    return CompareAll(db, *reads);
  }

 private:
  absl::Status CountAll() {
    const ResetAtEnd reset(matches_);
    while (true) {
      const absl::StatusOr<bool> row = matches_.Step();
      if (!row.ok()) return row.status();
      if (!*row) return absl::OkStatus();
      absl::Status status = CountOne(match::MatchId{matches_.Int(0)}, matches_.Int(1) != 0,
                                     matches_.Int(2) != 0, matches_.Int(3));
      if (absl::IsDataLoss(status)) {
        Say(std::string(status.message()));
      } else if (!status.ok()) {
        return status;
      }
    }
  }

  absl::Status CountOne(match::MatchId id, bool rated, bool finished, std::int64_t count) {
    if (absl::Status status = ReadSeats(id, finished); !status.ok()) return status;
    if (std::cmp_not_equal(sat_.size(), count)) {
      return absl::DataLossError(absl::StrCat("table match_seat: ", match::ToString(id),
                                              " has not the seats of its match"));
    }
    if (finished) book_.CountResult(rated, sat_);
    return CountInputs(id);
  }

  absl::Status ReadSeats(match::MatchId id, bool finished) {
    sat_.clear();
    const ResetAtEnd reset(seats_);
    seats_.Bind(1, id.number);
    while (true) {
      const absl::StatusOr<bool> row = seats_.Step();
      if (!row.ok()) return row.status();
      if (!*row) return absl::OkStatus();
      RowReader in(seats_, "match_seat", id.number);
      TallyBook::Seat& seat = sat_.emplace_back();
      const auto number = static_cast<std::int64_t>(sat_.size()) - 1;
      (void)in.Int(0, "seat", number, number);
      seat.bot.number = in.Int(1, "bot", 1);
      seat.version = in.TextOrEmpty(2, "version");
      seat.place =
          static_cast<std::int32_t>(in.Int(3, "place", finished ? 1 : 0, rules::kMaxSeats));
      seat.end = in.Parsed(4, "seat_end", match::ParseSeatEnd);
      if (absl::Status status = in.status(); !status.ok()) return status;
    }
  }

  absl::Status CountInputs(match::MatchId id) {
    const ResetAtEnd reset(inputs_);
    inputs_.Bind(1, id.number);
    const std::int64_t last_seat = static_cast<std::int64_t>(sat_.size()) - 1;
    while (true) {
      const absl::StatusOr<bool> row = inputs_.Step();
      if (!row.ok()) return row.status();
      if (!*row) return absl::OkStatus();
      RowReader in(inputs_, "input", inputs_.Int(0));
      const std::int64_t kind = in.Int(1, "kind", 0, kRecordKinds - 1);
      const std::int64_t seat = in.Int(2, "seat", 0, last_seat);
      const bool strike = in.Int(3, "strike", 0, 1) != 0;
      const std::int64_t charged_ms =
          in.Int(4, "charged_ms", 0, std::numeric_limits<std::int32_t>::max());
      if (absl::Status status = in.status(); !status.ok()) return status;
      book_.CountInput(sat_[static_cast<std::size_t>(seat)], static_cast<match::Record::Kind>(kind),
                       static_cast<std::int32_t>(charged_ms), strike);
    }
  }

  absl::Status CompareAll(Connection& db, TallyReads& reads) {
    const ResetAtEnd reset(bots_);
    absl::StatusOr<Statement> names = db.Prepare("SELECT name FROM bot WHERE id = ?1");
    if (!names.ok()) return names.status();
    while (true) {
      const absl::StatusOr<bool> row = bots_.Step();
      if (!row.ok()) return row.status();
      if (!*row) return absl::OkStatus();
      const match::BotId bot{bots_.Int(0)};
      const ResetAtEnd reset_name(*names);
      const absl::StatusOr<bool> named = names->Bind(1, bot.number).Step();
      if (!named.ok()) return named.status();
      const std::string name =
          *named ? std::string(names->Text(0)) : absl::StrCat("bot ", bot.number);
      const absl::StatusOr<BotTally> kept = reads.Of(bot);
      if (absl::IsDataLoss(kept.status())) {
        Say(absl::StrCat(name, ": ", kept.status().message()));
        continue;
      }
      if (!kept.ok()) return kept.status();
      const BotTally counted = book_.Of(bot);
      Compare(name, "bot_result", kept->results, counted.results);
      Compare(name, "bot_meeting", kept->meetings, counted.meetings);
      Compare(name, "bot_decision", kept->decisions, counted.decisions);
    }
  }

  template <class Row>
  void Compare(const std::string& bot, const char* table, const std::vector<Row>& kept,
               const std::vector<Row>& counted) {
    const auto [at, expected] =
        std::mismatch(kept.begin(), kept.end(), counted.begin(), counted.end());
    if (at == kept.end() && expected == counted.end()) return;
    const std::string& version = at == kept.end() ? expected->version : at->version;
    Say(absl::StrCat(bot, ": table ", table, ": what is noted of version ", version,
                     " is not what its matches add up to"));
  }

  void Say(std::string sentence) {
    if (out_.size() < kSentences) out_.push_back(std::move(sentence));
  }

  Sentences& out_;
  TallyBook book_;
  std::vector<TallyBook::Seat> sat_;
  Statement matches_, seats_, inputs_, bots_;
};

// --- logs and numbers

// Each row of these is a sentence. In a snapshot (its token hashes are gone) logs name matches that
// it does not hold.
#define TAKI_M " printf(' m-%06d', "
#define TAKI_L " printf(' l-%06d', "
constexpr const char* kContradictions[] = {
    // Results and their numbers.
    "SELECT 'table match:' ||" TAKI_M
    "id) || ' is ' || state || ', but its result_no is ' || coalesce(result_no, 'none')"
    " FROM match NOT INDEXED WHERE (state IN ('FINISHED', 'VOID')) <> (result_no IS NOT NULL)",
    "SELECT 'table match: after result_no ' || before || ' comes ' || number || ', of' ||" TAKI_M
    "id) FROM (SELECT id, result_no AS number, lag(result_no, 1, 0) OVER (ORDER BY result_no, id)"
    " AS before FROM match NOT INDEXED WHERE result_no IS NOT NULL) WHERE number <> before + 1",
    "SELECT 'table match:' ||" TAKI_M
    "id) || ' has no seal, although one that ended before it has' FROM match NOT INDEXED"
    " WHERE seal IS NULL"
    " AND result_no > (SELECT min(result_no) FROM match NOT INDEXED WHERE seal IS NOT NULL)",
    "SELECT 'table match:' ||" TAKI_M
    "id) || ' has a seal, but no result' FROM match NOT INDEXED"
    " WHERE seal IS NOT NULL AND result_no IS NULL",
    "SELECT 'table match: filed_ms of' ||" TAKI_M
    "id) || ' is before it was created, or before that of an older match' FROM"
    " (SELECT id, created_ms, filed_ms, lag(filed_ms, 1, filed_ms) OVER (ORDER BY id) AS before"
    "  FROM match NOT INDEXED) WHERE filed_ms < created_ms OR filed_ms < before",
    // What counts for ratings.
    "SELECT 'table rating_log: after as_of ' || before || ' comes ' || as_of FROM"
    " (SELECT as_of, lag(as_of, 1, 0) OVER (ORDER BY as_of) AS before FROM rating_log)"
    " WHERE as_of <> before + 1",
    "SELECT 'table rating_log: entry ' || r.as_of || ' is of' ||" TAKI_M
    "r.match) || ', which is no rated match with a result' FROM rating_log r"
    " LEFT JOIN match m ON m.id = r.match"
    " WHERE m.id IS NULL OR m.rated <> 1 OR m.state <> 'FINISHED'",
    "SELECT 'table rating_log: there is no entry of' ||" TAKI_M
    "m.id) || ', whose result counts' FROM match m NOT INDEXED WHERE m.rated = 1"
    " AND m.state = 'FINISHED' AND NOT EXISTS (SELECT 1 FROM rating_log r WHERE r.match = m.id)",
    "SELECT 'table rating_log: entry ' || as_of || ' says of' ||" TAKI_M
    "match) || ' what was so already' FROM (SELECT as_of, match, counts,"
    " lag(counts, 1, 0) OVER (PARTITION BY match ORDER BY as_of) AS before FROM rating_log)"
    " WHERE counts = before",
    // Leagues and their logs.
    "SELECT 'table league:' ||" TAKI_L
    "l.id) || ' has last_seq ' || l.last_seq || ', its log ' || count(e.id) || ' entries up to ' ||"
    " coalesce(max(e.id) & 4294967295, 0) FROM league l LEFT JOIN league_log e"
    " ON e.id >= l.id << 32 AND e.id < (l.id + 1) << 32 GROUP BY l.id"
    " HAVING l.last_seq <> count(e.id) OR l.last_seq <> coalesce(max(e.id) & 4294967295, 0)",
    "SELECT 'table league_log: row ' || e.id || ' is of no league' FROM league_log e"
    " WHERE NOT EXISTS (SELECT 1 FROM league l WHERE l.id = e.id >> 32)",
    "SELECT 'table league_log: entry ' || (e.id & 4294967295) || ' of' ||" TAKI_L
    "e.id >> 32) || ' names' ||" TAKI_M
    "e.match) || ', which is no match of this league' FROM league_log e"
    " LEFT JOIN match m ON m.id = e.match WHERE e.match IS NOT NULL AND m.league IS NOT e.id >> 32"
    " AND (m.id IS NOT NULL OR NOT EXISTS (SELECT 1 FROM bot WHERE token_hash IS NULL))",
    "SELECT 'table league_log: entry ' || (e.id & 4294967295) || ' of' ||" TAKI_L
    "e.id >> 32) || ' says of' ||" TAKI_M
    "m.id) || ' another fixture, game or attempt than table match' FROM league_log e"
    " JOIN match m ON m.id = e.match WHERE e.kind IN ('FILED', 'FINISHED') AND m.league = e.id >> "
    "32"
    " AND (e.fixture, e.game, e.attempt) IS NOT (m.fixture, m.game, m.attempt)",
    "SELECT 'table league_log: entry ' || (e.id & 4294967295) || ' of' ||" TAKI_L
    "e.id >> 32) || ' files' ||" TAKI_M
    "e.match) || ' with other bots than table match_seat' FROM league_log e"
    " JOIN match m ON m.id = e.match WHERE e.kind = 'FILED' AND e.bots IS NOT"
    " (SELECT group_concat(bot, ' ') FROM"
    "  (SELECT bot FROM match_seat s WHERE s.match = m.id ORDER BY seat))",
    "SELECT 'table league_log: entry ' || (e.id & 4294967295) || ' of' ||" TAKI_L
    "e.id >> 32) || ' says that' ||" TAKI_M
    "m.id) || ' is over, which is ' || m.state FROM league_log e JOIN match m ON m.id = e.match"
    " WHERE e.kind = 'FINISHED' AND m.state NOT IN ('FINISHED', 'VOID', 'QUARANTINED')",
    "SELECT 'table league_log:' ||" TAKI_M
    "match) || ' is ' || kind || ' ' || count(*) || ' times' FROM league_log"
    " WHERE kind IN ('FILED', 'FINISHED') GROUP BY match, kind HAVING count(*) > 1",
    "WITH filed AS MATERIALIZED (SELECT match FROM league_log WHERE kind = 'FILED')"
    " SELECT 'table match:' ||" TAKI_M "m.id) || ' is of' ||" TAKI_L
    "m.league) || ', whose log does not know it' FROM match m NOT INDEXED"
    " LEFT JOIN filed f ON f.match = m.id WHERE m.league IS NOT NULL AND f.match IS NULL",
    "SELECT 'table match:' ||" TAKI_M
    "id) || ' has only some of league, fixture, game and attempt' FROM match NOT INDEXED"
    " WHERE (league IS NULL) + (fixture IS NULL) + (game IS NULL) + (attempt IS NULL)"
    " NOT IN (0, 4)",
};
#undef TAKI_M
#undef TAKI_L

}  // namespace

absl::Status CompareTallies(Connection& db, Sentences& out) { return Recount(out).Run(db); }

absl::Status CompareLogs(Connection& db, Sentences& out) {
  for (const char* sql : kContradictions) {
    absl::StatusOr<Statement> found = db.Prepare(sql);
    if (!found.ok()) return found.status();
    for (std::size_t count = 0; count < kSentences; ++count) {
      const absl::StatusOr<bool> row = found->Step();
      if (!row.ok()) return row.status();
      if (!*row) break;
      out.emplace_back(found->Text(0));
    }
  }
  return absl::OkStatus();
}

}  // namespace taki::store::sqlite
