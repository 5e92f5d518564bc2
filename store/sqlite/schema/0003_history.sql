-- History: the order of results, how far the public lags behind a live match, and when things happened.

PRAGMA user_version = 3;

ALTER TABLE match ADD COLUMN public_delay_ms INTEGER NOT NULL DEFAULT 0;  -- the public sees it when it is so old
ALTER TABLE match ADD COLUMN result_no INTEGER;  -- of FINISHED and VOID ones, from 1, in the order of the commits
-- Of the matches that were there before it was noted the order of their ends is not known, but by a clock.
UPDATE match SET result_no = ended.number
FROM (SELECT id, row_number() OVER (ORDER BY finished_ms, id) AS number FROM match WHERE state IN ('FINISHED', 'VOID'))
  AS ended
WHERE match.id = ended.id;
CREATE UNIQUE INDEX match_by_result ON match(result_no) WHERE result_no IS NOT NULL;
ALTER TABLE match ADD COLUMN seal BLOB;  -- what its rows were when its result was written; NULL: nobody noted it

-- When an input happened, for people to read. All are NULL if that was not recorded; milliseconds count from the
-- match's started_ms, by the wall clock.
ALTER TABLE input ADD COLUMN sent_after_ms INTEGER;  -- its decision was handed to the transport
ALTER TABLE input ADD COLUMN read_after_ms INTEGER;  -- its answer was read, or its time was up
ALTER TABLE input ADD COLUMN lag_ms INTEGER;         -- between them the loop stood still so long
ALTER TABLE input ADD COLUMN round_trip_us INTEGER;  -- of the last ping of the bot's stream; NULL: not known

-- What is counted of each bot as its matches end, so that nobody has to count a million matches. The version is - if
-- the bot never came.
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
INSERT INTO bot_result
SELECT s.bot, coalesce(s.version, '-'), m.rated, m.seats, s.seat, s.place, s.seat_end, count(*)
FROM match m JOIN match_seat s ON s.match = m.id
WHERE m.state = 'FINISHED' AND s.place >= 1 AND s.seat_end IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6, 7;
INSERT INTO bot_meeting
SELECT s.bot, coalesce(s.version, '-'), m.rated, o.bot, count(*), sum(s.place < o.place), sum(s.place = o.place)
FROM match m JOIN match_seat s ON s.match = m.id JOIN match_seat o ON o.match = m.id AND o.bot <> s.bot
WHERE m.state = 'FINISHED' AND s.place >= 1 AND o.place >= 1 GROUP BY 1, 2, 3, 4;
INSERT INTO bot_decision  -- time_bucket is TimeBucketOf (store/time_buckets.h)
SELECT s.bot, coalesce(s.version, '-'), i.kind, time_bucket(i.charged_ms), count(*), sum(i.strike)
FROM match m JOIN input i ON i.id >= m.id << 20 AND i.id < (m.id + 1) << 20
JOIN match_seat s ON s.match = m.id AND s.seat = i.seat
WHERE m.state IN ('FINISHED', 'VOID') AND i.kind BETWEEN 1 AND 3 GROUP BY 1, 2, 3, 4;

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
         AS counts_for_ratings,
       m.result_no, m.public_delay_ms / 1000.0 AS public_delay_s
FROM match m;

DROP VIEW v1_decisions;
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
