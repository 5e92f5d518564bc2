CREATE TABLE bot(
  id            INTEGER PRIMARY KEY,  -- from 1, in the order of registration
  name          TEXT NOT NULL,        -- [a-z0-9][a-z0-9._-]{1,31}
  display_name  TEXT NOT NULL,
  owner         TEXT NOT NULL,
  description   TEXT NOT NULL,
  author        TEXT NOT NULL,
  language      TEXT NOT NULL,
  homepage      TEXT NOT NULL,
  token_hash    BLOB,                 -- SHA-256 of the bot's token; NULL in a snapshot
  registered_ms INTEGER NOT NULL      -- Unix milliseconds, as all *_ms that are instants
) STRICT;
CREATE UNIQUE INDEX bot_by_name ON bot(name);
CREATE UNIQUE INDEX bot_by_token ON bot(token_hash) WHERE token_hash IS NOT NULL;
CREATE TABLE bot_version(
  id            INTEGER PRIMARY KEY,  -- in the order in which they were first seen
  bot           INTEGER NOT NULL REFERENCES bot(id),
  version       TEXT NOT NULL,
  first_seen_ms INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX bot_version_by_bot ON bot_version(bot, version);
CREATE TABLE match(
  id                       INTEGER PRIMARY KEY,  -- 42 is m-000042
  state                    TEXT NOT NULL,        -- QUEUED ASSIGNED RUNNING FINISHED VOID QUARANTINED
  seats                    INTEGER NOT NULL,     -- 2 to 10
  ruleset                  TEXT NOT NULL,        -- canonical text, as the commitment covers it
  move_time_ms             INTEGER NOT NULL,
  time_bank_ms             INTEGER NOT NULL,
  strike_limit             INTEGER NOT NULL,
  ready_time_ms            INTEGER NOT NULL,
  reconnect_grace_ms       INTEGER NOT NULL,
  reconnect_grace_match_ms INTEGER NOT NULL,
  restart_grace_ms         INTEGER NOT NULL,
  seed                     BLOB NOT NULL,        -- 32 bytes; secret until the match is over
  rated                    INTEGER NOT NULL,     -- 0 or 1
  request_id               TEXT,                 -- of RequestMatch; NULL if none
  rules_version            INTEGER NOT NULL,
  server_version           TEXT NOT NULL,
  created_ms               INTEGER NOT NULL,
  filed_ms                 INTEGER NOT NULL,     -- created_ms, but never less than that of an older match
  started_ms               INTEGER,              -- NULL: not yet
  finished_ms              INTEGER,              -- NULL: not yet
  ending                   TEXT,                 -- COMPLETED WALKOVER DEADLOCK TURN_LIMIT VOID; NULL: not yet
  void_reason              TEXT,                 -- of a VOID match
  quarantine_reason        TEXT,                 -- of a QUARANTINED match
  inputs                   INTEGER,              -- these and the following are NULL before the result
  plies                    INTEGER,
  turns                    INTEGER,
  decisions                INTEGER,
  position_hash            BLOB,                 -- 8 bytes, most significant first
  record_hash              BLOB                  -- 8 bytes: the hash line of the match record
, league INTEGER REFERENCES league(id), fixture INTEGER, game INTEGER, attempt INTEGER, public_delay_ms INTEGER NOT NULL DEFAULT 0, result_no INTEGER, seal BLOB) STRICT;
CREATE INDEX match_by_state ON match(state);
CREATE INDEX match_by_ending ON match(ending) WHERE ending IS NOT NULL;
CREATE INDEX match_by_seats ON match(seats);
CREATE INDEX match_by_filed ON match(filed_ms);
CREATE UNIQUE INDEX match_by_request ON match(request_id) WHERE request_id IS NOT NULL;
CREATE TABLE match_seat(
  match            INTEGER NOT NULL REFERENCES match(id),
  seat             INTEGER NOT NULL,  -- 0 to 9
  bot              INTEGER NOT NULL REFERENCES bot(id),
  version          TEXT,              -- NULL before the start; - for a bot that never came
  ready            INTEGER,           -- NULL before the start; 0: NO_SHOW
  entropy          BLOB,              -- NULL if no bot of the match gave any; secret like the seed
  place            INTEGER,           -- from 1; 0 in a VOID match; this and the following are NULL before the result
  seat_end         TEXT,              -- COMPLETED ILLEGAL_ACTION TIMEOUT DISCONNECTED NO_SHOW RESIGNED DISQUALIFIED
  stages_completed INTEGER,
  cards_left       INTEGER,
  strikes          INTEGER,
  bank_left_ms     INTEGER,
  PRIMARY KEY(match, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX match_seat_by_bot ON match_seat(bot, match);
CREATE INDEX match_seat_by_version ON match_seat(bot, version, match) WHERE version IS NOT NULL;
CREATE INDEX match_seat_by_bot_end ON match_seat(bot, seat_end, match) WHERE seat_end <> 'COMPLETED';
CREATE INDEX match_seat_by_end ON match_seat(seat_end, match) WHERE seat_end <> 'COMPLETED';
CREATE TABLE input(
  id         INTEGER PRIMARY KEY,  -- match << 20 | input_no, input_no from 1
  kind       INTEGER NOT NULL,     -- 0 start, 1 reply, 2 refusal, 3 timeout, 4 forfeit, 5 void
  seat       INTEGER NOT NULL,
  decision   INTEGER NOT NULL,     -- 0: none
  actions    TEXT,                 -- tokens that were applied, space separated
  rest       TEXT,                 -- tokens of the reply that were not applied, ? for one that could not be read
  rule       TEXT,                 -- the rule that the first token of rest breaks
  strike     INTEGER NOT NULL,     -- 1 if it cost a strike
  charged_ms INTEGER NOT NULL,     -- time that the decision used
  grace_ms   INTEGER NOT NULL,     -- of reconnect_grace used
  reason     TEXT                  -- of a forfeit or void
, sent_after_ms INTEGER, read_after_ms INTEGER, lag_ms INTEGER, round_trip_us INTEGER) STRICT;
CREATE TABLE action(
  id         INTEGER PRIMARY KEY,  -- match << 20 | ply, ply from 0
  seat       INTEGER NOT NULL,
  kind       INTEGER NOT NULL,     -- 0 played by the bot, 1 played by the referee on a timeout, 2 forfeit
  token      TEXT NOT NULL,        -- what was played, also on a timeout; of a forfeit: forfeit REASON
  input_no   INTEGER NOT NULL,     -- the input that caused it
  decision   INTEGER NOT NULL,     -- 0: none
  turn       INTEGER NOT NULL,     -- turns ended before it
  charged_ms INTEGER NOT NULL,     -- on a reply's first action, 0 on its others
  in_window  INTEGER NOT NULL,     -- 0 no, 1 an answer in a +3 window, 3 one that was sealed until the end
  drawn      TEXT                  -- cards drawn because of it: "0 R5 G+2;2 K" is R5 and +2 to seat 0, K to seat 2
) STRICT;
CREATE TABLE league(
  id         INTEGER PRIMARY KEY,  -- 7 is l-000007
  name       TEXT NOT NULL,        -- [a-z0-9][a-z0-9._-]{1,31}
  config     TEXT NOT NULL,        -- one key=value a line (docs/competitions.md); its first line is the name
  event_seed BLOB,                 -- 32 bytes; secret until the start; NULL in a snapshot that was taken before
  state      TEXT NOT NULL,        -- OPEN RUNNING PAUSED DRAINING FINISHED ABORTED
  request_id TEXT,                 -- of CreateLeague; NULL if none
  created_ms INTEGER NOT NULL,
  started_ms INTEGER,              -- NULL: not yet
  ended_ms   INTEGER,              -- of a FINISHED or ABORTED league; else NULL
  last_seq   INTEGER NOT NULL      -- of its log; 0: it is empty
) STRICT;
CREATE UNIQUE INDEX league_by_name ON league(name);
CREATE UNIQUE INDEX league_by_request ON league(request_id) WHERE request_id IS NOT NULL;
CREATE INDEX league_by_state ON league(state);
CREATE TABLE league_log(
  id      INTEGER PRIMARY KEY,         -- league << 32 | seq, seq from 1 without gaps
  kind    TEXT NOT NULL,               -- ENTERED WITHDRAWN STARTED PAUSED RESUMED DRAINED ABORTED FILED FINISHED ANNULLED
                                       -- REQUEUED DISQUALIFIED REINSTATED
  bot     INTEGER REFERENCES bot(id),  -- this and the following are NULL where the kind has no use for them
  match   INTEGER,                     -- one of this league; a snapshot may name one that it does not hold
  fixture INTEGER,
  game    INTEGER,
  attempt INTEGER,
  bots    TEXT,                        -- FILED: ids by seat, space separated; FINISHED: of a match that the snapshot lacks
  text    TEXT,                        -- ENTERED: the bot's owner; STARTED: ratings; DISQUALIFIED: why
  at_ms   INTEGER NOT NULL             -- for display only
) STRICT;
CREATE INDEX match_by_league ON match(league) WHERE league IS NOT NULL;
CREATE INDEX match_by_fixture ON match(league, fixture) WHERE league IS NOT NULL;
CREATE TABLE rating_log(
  as_of  INTEGER PRIMARY KEY,  -- from 1
  match  INTEGER NOT NULL REFERENCES match(id),
  counts INTEGER NOT NULL      -- 1 from here on; 0 not any more
) STRICT;
CREATE INDEX rating_log_by_match ON rating_log(match);
CREATE UNIQUE INDEX match_by_result ON match(result_no) WHERE result_no IS NOT NULL;
CREATE TABLE bot_result(          -- FINISHED matches in which it sat
  bot      INTEGER NOT NULL REFERENCES bot(id),
  version  TEXT NOT NULL,
  rated    INTEGER NOT NULL,      -- 0 or 1
  seats    INTEGER NOT NULL,
  seat     INTEGER NOT NULL,
  place    INTEGER NOT NULL,      -- from 1
  seat_end TEXT NOT NULL,
  matches  INTEGER NOT NULL,
  PRIMARY KEY(bot, version, rated, seats, seat, place, seat_end)
) STRICT, WITHOUT ROWID;
CREATE TABLE bot_meeting(         -- FINISHED matches in which another bot sat too
  bot      INTEGER NOT NULL REFERENCES bot(id),
  version  TEXT NOT NULL,
  rated    INTEGER NOT NULL,
  opponent INTEGER NOT NULL REFERENCES bot(id),
  matches  INTEGER NOT NULL,
  ahead    INTEGER NOT NULL,      -- in which it stood before the opponent
  level    INTEGER NOT NULL,      -- in which both shared a place
  PRIMARY KEY(bot, version, rated, opponent)
) STRICT, WITHOUT ROWID;
CREATE TABLE bot_decision(        -- inputs of kind 1 to 3 of FINISHED and VOID matches
  bot      INTEGER NOT NULL REFERENCES bot(id),
  version  TEXT NOT NULL,
  kind     INTEGER NOT NULL,      -- as in input
  bucket   INTEGER NOT NULL,      -- of charged_ms: exact up to 15, then eight for each power of two
  count    INTEGER NOT NULL,
  strikes  INTEGER NOT NULL,      -- of these cost one
  PRIMARY KEY(bot, version, kind, bucket)
) STRICT, WITHOUT ROWID;
CREATE VIEW v1_bots AS
SELECT b.id AS bot_no, b.name AS bot, b.display_name, b.owner, b.author, b.language, b.homepage, b.description,
       strftime('%Y-%m-%dT%H:%M:%fZ', b.registered_ms / 1000.0, 'unixepoch') AS registered_at,
       (SELECT count(*) FROM bot_version v WHERE v.bot = b.id) AS versions,
       (SELECT count(*) FROM match_seat s WHERE s.bot = b.id AND s.place > 0) AS matches,
       (SELECT count(*) FROM match_seat s WHERE s.bot = b.id AND s.place = 1) AS wins
FROM bot b;
CREATE VIEW v1_seats AS
SELECT s.match, printf('m-%06d', s.match) AS match_id, s.seat, b.name AS bot, s.version, s.place,
       s.place = 1 AS won, s.seat_end, s.stages_completed, s.cards_left, s.strikes,
       s.bank_left_ms / 1000.0 AS bank_left_s,
       (SELECT sum(i.charged_ms) / 1000.0 FROM input i
        WHERE i.id >= s.match << 20 AND i.id < (s.match + 1) << 20 AND i.seat = s.seat) AS charged_s,
       s.ready
FROM match_seat s JOIN bot b ON b.id = s.bot;
CREATE VIEW v1_moves AS
SELECT m.id AS match, printf('m-%06d', m.id) AS match_id, a.id & 1048575 AS ply, a.turn, a.seat,
       b.name AS bot, s.version,
       CASE a.kind WHEN 1 THEN 'timeout' ELSE a.token END AS token,
       CASE WHEN a.kind <> 2 THEN a.token END AS action,
       CASE WHEN a.base IN ('draw', 'close', 'end', 'pass') THEN NULL
            WHEN a.base GLOB 'C>?' THEN 'C' ELSE a.base END AS card,
       CASE WHEN a.base IN ('close', 'end') THEN NULL
            ELSE CASE substr(a.base, 1, 1) WHEN 'R' THEN 'RED' WHEN 'G' THEN 'GREEN' WHEN 'B' THEN 'BLUE'
                                           WHEN 'Y' THEN 'YELLOW' END END AS color,
       CASE WHEN a.base IN ('draw', 'close', 'end', 'pass') THEN NULL
            WHEN a.base GLOB 'C>?' THEN 'CHANGE_COLOR'
            WHEN a.base = 'ST' THEN 'SUPER_TAKI' WHEN a.base = 'K' THEN 'KING'
            WHEN a.base = '+3' THEN 'PLUS_THREE' WHEN a.base = 'X' THEN 'BREAKER'
            ELSE CASE substr(a.base, 2)
                 WHEN '1' THEN 'ONE' WHEN '3' THEN 'THREE' WHEN '4' THEN 'FOUR' WHEN '5' THEN 'FIVE'
                 WHEN '6' THEN 'SIX' WHEN '7' THEN 'SEVEN' WHEN '8' THEN 'EIGHT' WHEN '9' THEN 'NINE'
                 WHEN 'S' THEN 'STOP' WHEN '+2' THEN 'PLUS_TWO' WHEN 'D' THEN 'CHANGE_DIRECTION'
                 WHEN '+' THEN 'PLUS' WHEN 'T' THEN 'TAKI' END END AS face,
       CASE WHEN a.base GLOB 'C>?' THEN
            CASE substr(a.base, 3) WHEN 'R' THEN 'RED' WHEN 'G' THEN 'GREEN' WHEN 'B' THEN 'BLUE'
                                   WHEN 'Y' THEN 'YELLOW' END END AS named_color,
       a.token <> rtrim(a.token, '!') AS last_card,
       a.kind = 1 AS default_played,
       CASE a.kind WHEN 2 THEN substr(a.token, 9) END AS forfeit,
       a.in_window <> 0 AS in_window, a.in_window = 3 AS sealed,
       a.decision, a.input_no, a.charged_ms / 1000.0 AS charged_s,
       a.drawn, coalesce(length(a.drawn) - length(replace(a.drawn, ' ', '')), 0) AS cards_drawn
FROM match m  -- first, so that match = 42 reads the rows of that match only
JOIN (SELECT *, CASE WHEN kind <> 2 THEN rtrim(token, '!') END AS base FROM action) a
  ON a.id >= m.id << 20 AND a.id < (m.id + 1) << 20
LEFT JOIN match_seat s ON s.match = m.id AND s.seat = a.seat
LEFT JOIN bot b ON b.id = s.bot;
CREATE VIEW v1_leagues AS
SELECT l.id AS league, printf('l-%06d', l.id) AS league_id, l.name, l.state,
       -- The lines "title=...", "format=..." and "seats=..." of the configuration.
       substr(l.lines, l.title_at, instr(substr(l.lines, l.title_at), char(10)) - 1) AS title,
       substr(l.lines, l.format_at, instr(substr(l.lines, l.format_at), char(10)) - 1) AS format,
       CAST(substr(l.lines, l.seats_at, 2) AS INTEGER) AS seats,
       (SELECT count(*) FROM match m WHERE m.league = l.id) AS matches,
       (SELECT count(*) FROM match m WHERE m.league = l.id AND m.state = 'FINISHED') AS finished,
       strftime('%Y-%m-%dT%H:%M:%fZ', l.created_ms / 1000.0, 'unixepoch') AS created_at,
       strftime('%Y-%m-%dT%H:%M:%fZ', l.started_ms / 1000.0, 'unixepoch') AS started_at,
       strftime('%Y-%m-%dT%H:%M:%fZ', l.ended_ms / 1000.0, 'unixepoch') AS ended_at,
       CASE WHEN l.started_ms IS NOT NULL THEN lower(hex(l.event_seed)) END AS event_seed,
       l.last_seq, l.config
FROM (SELECT *, char(10) || config AS lines,
             instr(char(10) || config, char(10) || 'title=') + 7 AS title_at,
             instr(char(10) || config, char(10) || 'format=') + 8 AS format_at,
             instr(char(10) || config, char(10) || 'seats=') + 7 AS seats_at
      FROM league) l;
CREATE VIEW v1_league_log AS
SELECT l.id AS league, printf('l-%06d', l.id) AS league_id, e.id & 4294967295 AS seq, e.kind, b.name AS bot,
       e.match, CASE WHEN e.match IS NOT NULL THEN printf('m-%06d', e.match) END AS match_id, e.fixture, e.game, e.attempt,
       (SELECT group_concat(n.name, ' ') FROM json_each('[' || replace(e.bots, ' ', ',') || ']') j
        JOIN bot n ON n.id = j.value) AS bots,
       e.text, strftime('%Y-%m-%dT%H:%M:%fZ', e.at_ms / 1000.0, 'unixepoch') AS at
FROM league l  -- first, so that league = 7 reads the entries of that league only
JOIN league_log e ON e.id >= l.id << 32 AND e.id < (l.id + 1) << 32
LEFT JOIN bot b ON b.id = e.bot;
CREATE VIEW v1_league_matches AS
SELECT l.id AS league, printf('l-%06d', l.id) AS league_id, l.name, m.fixture, m.game, m.attempt,
       m.id AS match, printf('m-%06d', m.id) AS match_id, m.state, m.ending, m.void_reason,
       (SELECT group_concat(b.name, ' ') FROM match_seat s JOIN bot b ON b.id = s.bot WHERE s.match = m.id) AS bots,
       (SELECT group_concat(b.name, ' ') FROM match_seat s JOIN bot b ON b.id = s.bot
        WHERE s.match = m.id AND s.place = 1) AS winner,
       coalesce((SELECT r.counts FROM rating_log r WHERE r.match = m.id ORDER BY r.as_of DESC LIMIT 1), 0)
         AS counts_for_ratings,
       strftime('%Y-%m-%dT%H:%M:%fZ', m.finished_ms / 1000.0, 'unixepoch') AS finished_at
FROM league l
JOIN match m ON m.league = l.id;
CREATE VIEW v1_matches AS
SELECT m.id AS match, printf('m-%06d', m.id) AS match_id, m.state, m.ending, m.void_reason, m.quarantine_reason,
       m.seats,
       (SELECT group_concat(b.name, ' ') FROM match_seat s JOIN bot b ON b.id = s.bot
        WHERE s.match = m.id AND s.place = 1) AS winner,
       m.rated, m.ruleset, m.move_time_ms / 1000.0 AS move_time_s, m.time_bank_ms / 1000.0 AS time_bank_s,
       m.strike_limit, m.plies AS actions, m.turns, m.decisions, m.inputs,
       strftime('%Y-%m-%dT%H:%M:%fZ', m.created_ms / 1000.0, 'unixepoch') AS created_at,
       strftime('%Y-%m-%dT%H:%M:%fZ', m.started_ms / 1000.0, 'unixepoch') AS started_at,
       strftime('%Y-%m-%dT%H:%M:%fZ', m.finished_ms / 1000.0, 'unixepoch') AS finished_at,
       (m.finished_ms - m.started_ms) / 1000.0 AS duration_s,
       m.rules_version, m.server_version,
       CASE WHEN m.state IN ('FINISHED', 'VOID') THEN lower(hex(m.seed)) END AS seed,
       lower(hex(m.position_hash)) AS position_hash, lower(hex(m.record_hash)) AS record_hash,
       m.league, CASE WHEN m.league IS NOT NULL THEN printf('l-%06d', m.league) END AS league_id,
       m.fixture, m.game, m.attempt,
       coalesce((SELECT r.counts FROM rating_log r WHERE r.match = m.id ORDER BY r.as_of DESC LIMIT 1), 0)
         AS counts_for_ratings,
       m.result_no, m.public_delay_ms / 1000.0 AS public_delay_s
FROM match m;
CREATE VIEW v1_decisions AS
SELECT m.id AS match, printf('m-%06d', m.id) AS match_id, i.id & 1048575 AS input_no, i.decision, i.seat,
       b.name AS bot, s.version,
       CASE i.kind WHEN 1 THEN 'REPLY' WHEN 2 THEN 'REFUSAL' WHEN 3 THEN 'TIMEOUT' WHEN 4 THEN 'FORFEIT' END AS verdict,
       i.actions, i.rest AS not_applied, i.rule, i.strike, i.charged_ms / 1000.0 AS charged_s,
       i.grace_ms / 1000.0 AS grace_s, i.reason AS forfeit,
       strftime('%Y-%m-%dT%H:%M:%fZ', (m.started_ms + i.sent_after_ms) / 1000.0, 'unixepoch') AS sent_at,
       strftime('%Y-%m-%dT%H:%M:%fZ', (m.started_ms + i.read_after_ms) / 1000.0, 'unixepoch') AS read_at,
       i.lag_ms / 1000.0 AS lag_s, i.round_trip_us / 1000.0 AS round_trip_ms
FROM match m
JOIN input i ON i.id >= m.id << 20 AND i.id < (m.id + 1) << 20
LEFT JOIN match_seat s ON s.match = m.id AND s.seat = i.seat
LEFT JOIN bot b ON b.id = s.bot
WHERE i.kind BETWEEN 1 AND 4;
CREATE VIEW v1_bot_results AS
SELECT b.name AS bot, t.version, t.rated, t.seats, t.seat, t.place, t.seat_end, t.matches
FROM bot b JOIN bot_result t ON t.bot = b.id;
CREATE VIEW v1_bot_meetings AS
SELECT b.name AS bot, t.version, t.rated, o.name AS opponent, t.matches, t.ahead, t.level
FROM bot b JOIN bot_meeting t ON t.bot = b.id JOIN bot o ON o.id = t.opponent;
CREATE VIEW v1_bot_decisions AS
SELECT b.name AS bot, t.version,
       CASE t.kind WHEN 1 THEN 'REPLY' WHEN 2 THEN 'REFUSAL' WHEN 3 THEN 'TIMEOUT' END AS verdict,
       CASE WHEN t.bucket < 16 THEN t.bucket  -- LongestOfBucket (store/time_buckets.h)
            ELSE ((9 + (t.bucket - 16) % 8) << ((t.bucket - 16) / 8 + 1)) - 1 END AS up_to_ms,
       t.count AS decisions, t.strikes
FROM bot b JOIN bot_decision t ON t.bot = b.id;
