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

-- When an input happened, for people to read. All are NULL if that was not recorded; milliseconds count from the
-- match's started_ms, by the wall clock.
ALTER TABLE input ADD COLUMN sent_after_ms INTEGER;  -- its decision was handed to the transport
ALTER TABLE input ADD COLUMN read_after_ms INTEGER;  -- its answer was read, or its time was up
ALTER TABLE input ADD COLUMN lag_ms INTEGER;         -- between them the loop stood still so long
ALTER TABLE input ADD COLUMN round_trip_us INTEGER;  -- of the last ping of the bot's stream; NULL: not known

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
