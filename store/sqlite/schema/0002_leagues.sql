-- Leagues: what they are, their logs, which match is which, and what counts for ratings.

PRAGMA user_version = 2;

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

-- What happened to a league, in the order in which it took effect: with its configuration, its event seed and the
-- results of its matches this is all there is to know; schedule and standings are computed from it.
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

ALTER TABLE match ADD COLUMN league INTEGER REFERENCES league(id);  -- NULL: of none; then the following are NULL
ALTER TABLE match ADD COLUMN fixture INTEGER;  -- of the league's schedule, from 1
ALTER TABLE match ADD COLUMN game INTEGER;     -- of the fixture, from 1
ALTER TABLE match ADD COLUMN attempt INTEGER;  -- at the game, from 1
CREATE INDEX match_by_league ON match(league) WHERE league IS NOT NULL;
CREATE INDEX match_by_fixture ON match(league, fixture) WHERE league IS NOT NULL;

-- What counts for ratings, in the order of the commits: the result of a rated match that is not VOID counts, until it
-- does not any more, until it does again.
CREATE TABLE rating_log(
  as_of  INTEGER PRIMARY KEY,  -- from 1
  match  INTEGER NOT NULL REFERENCES match(id),
  counts INTEGER NOT NULL      -- 1 from here on; 0 not any more
) STRICT;
CREATE INDEX rating_log_by_match ON rating_log(match);
-- Of the matches that were there before this log began the order of their ends is not known, but by a clock.
INSERT INTO rating_log(match, counts) SELECT id, 1 FROM match WHERE rated = 1 AND state = 'FINISHED' ORDER BY id;

DROP VIEW v1_matches;
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
         AS counts_for_ratings
FROM match m;

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
