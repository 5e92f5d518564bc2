"""The Python kit for TAKI bots: a bot is one function from a decision to actions, the kit does the rest.

    import taki_kit
    taki_kit.run_bot(lambda decision: [decision.legal_actions[0].notation])

The kit connects (flags, environment: docs/bots.md), says Hello, answers Ready with entropy of its own, hands each
decision to the bot, and connects again when the stream breaks. Asked the same decision again, it gives the answer it
gave before, so nothing is ever answered twice in two ways. It logs what the author should know to stderr: results, and
replies that were refused. It does what the C++ kit does; tests/bots holds both to the same tests.

Everything runs in one thread. While the bot thinks, its other matches wait, and their clocks run.
"""

import argparse
import asyncio
import os
import random
import secrets
import sys
import time
import traceback
from dataclasses import dataclass, field
from typing import Optional

import grpc

import taki_stubs

taki_stubs.load()
# pylint: disable=wrong-import-position
from taki.v1 import card_pb2 as card  # noqa: E402
from taki.v1 import error_pb2, history_service_pb2, history_service_pb2_grpc  # noqa: E402
from taki.v1 import match_pb2 as match  # noqa: E402
from taki.v1 import play_service_pb2 as play  # noqa: E402
from taki.v1 import play_service_pb2_grpc  # noqa: E402

from taki_hand import held, most_held, with_run  # noqa: E402,F401  (part of the kit)

# Exit codes, the same as the C++ kit's.
DONE = 0  # it has finished as many matches as --games says
USAGE = 2  # a flag is wrong, or there is no token
REFUSED = 3  # the referee refuses this bot, and trying again would not help
SUPERSEDED = 4  # another program plays with this bot's token
UNREACHABLE = 5  # no referee for as long as --give-up says

ACTIONS_MAX = 128  # in one reply
BACKOFF_MIN_S, BACKOFF_MAX_S = 0.2, 2.0
_MASK = 2**64 - 1
_seed = 0  # of chance(); set once by run_bot


def run_bot(choose):
    """Plays until there is a reason to stop, then ends the process with one of the exit codes above.

    `choose` gets a taki.v1.Decision and returns 1 to 128 actions in notation (docs/notation.md), played in this order
    until the turn ends, for example ["RT", "R5", "R3!", "close"]. `decision.legal_actions` lists what may come first.
    """
    global _seed
    options = parse_options(sys.argv[1:])
    _seed = options.seed
    log = make_log(options.quiet)
    try:
        sys.exit(asyncio.run(Client(options, Player(options, choose, log), log).run()))
    except KeyboardInterrupt:
        sys.exit(130)


def chance(decision, n):
    """A number from 0 to n-1, all equally likely: a pure function of --seed, the match and the decision."""
    word = 0xCBF29CE484222325 ^ _mixed(_seed)
    for byte in decision.match_id.encode():
        word = (word ^ byte) * 0x100000001B3 & _MASK
    word = _mixed((word + decision.decision_id * 0x9E3779B97F4A7C15) & _MASK)
    return (word >> 32) * n >> 32


def _mixed(x):
    """The finaliser of splitmix64."""
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & _MASK
    return x ^ (x >> 31)


def make_log(quiet):
    """log(important, line) writes to stderr; --quiet leaves only what is important."""
    name = os.path.basename(sys.argv[0])

    def log(important, line):
        if important or not quiet:
            print(f"{name}: " + "".join(c if c.isprintable() else "?" for c in line), file=sys.stderr, flush=True)

    return log


# ---------------------------------------------------------------------------------------------------------------------
# The command line


def _in_range(low, high):
    def convert(text):
        number = int(text)
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(f"{number} is not between {low} and {high}")
        return number

    return convert


def parse_options(arguments):
    parser = argparse.ArgumentParser(description="A bot for the TAKI referee.", allow_abbrev=False)
    add = parser.add_argument
    add("--server", default=os.environ.get("TAKI_SERVER") or "127.0.0.1:7450",
        help="the referee, host:port (TAKI_SERVER; %(default)s)")
    add("--token", default=os.environ.get("TAKI_TOKEN") or "",
        help="the bot's token; better by --token-file or TAKI_TOKEN: others can read command lines")
    add("--token-file", help="a file whose first line is the token")
    add("--bot-version", default="1", help="what the bot says its version is (%(default)s)")
    add("--max-matches", type=_in_range(0, 10_000), default=0,
        help="the most matches at once; 0: as many as the referee allows")
    games = parser.add_mutually_exclusive_group()
    games.add_argument("--games", type=_in_range(1, 1_000_000_000), default=0,
                       help="stop when so many matches are finished and none is going on")
    games.add_argument("--once", action="store_const", const=1, dest="games", help="the same as --games 1")
    add("--give-up", type=_in_range(0, 1_000_000), default=0,
        help="stop when no referee was found for so many seconds; 0: try for ever")
    add("--tls", action="store_true", help="connect with TLS")
    add("--tls-ca", help="with TLS; trust the certificates in this PEM file")
    add("--seed", type=_in_range(0, _MASK), default=secrets.randbits(64), help="makes the bot's chance repeatable")
    add("--quiet", action="store_true", help="log only what goes wrong")
    options = parser.parse_args(arguments)
    try:
        if options.token_file:
            with open(options.token_file, encoding="utf-8") as file:
                options.token = file.readline().strip()
        options.roots = None
        if options.tls_ca:
            with open(options.tls_ca, "rb") as file:
                options.tls, options.roots = True, file.read()
    except OSError as error:
        parser.error(str(error))
    if not options.token.startswith("taki_"):
        parser.error("no token that begins with taki_: give --token-file FILE, or set TAKI_TOKEN."
                     " `taki bot register` makes one.")
    return options


# ---------------------------------------------------------------------------------------------------------------------
# The protocol without its transport


@dataclass
class Memory:
    """What is remembered of a match."""

    ready: Optional[play.PlayRequest] = None  # kept, so that entropy said twice is the same
    reply: Optional[play.PlayRequest] = None  # the last one
    fallback: str = ""  # an action that is legal there, if ours is refused
    seat: int = 0
    strike_limit: int = 0

    def decision_id(self):
        return self.reply.reply.decision_id if self.reply else None


@dataclass
class Next:
    """What the transport must do after a frame."""

    send: list = field(default_factory=list)
    welcomed: bool = False  # the referee knows us: the connection is good
    retry_after_ms: Optional[int] = None  # when the stream has ended, wait so long
    leave: bool = False  # leave this stream: not all was read, so begin anew
    superseded: bool = False  # another program took over: stop


def reply_to(decision, actions):
    reply = play.Reply(match_id=decision.match_id, decision_id=decision.decision_id,
                       actions=[card.Action(notation=action) for action in actions])
    return play.PlayRequest(reply=reply)


def fallback_for(decision):
    """A legal action: the first listed, unless that is a Breaker and there is another choice."""
    for action in decision.legal_actions:
        if action.play.card.face != card.FACE_BREAKER:
            return action.notation
    return decision.legal_actions[0].notation if decision.legal_actions else "draw"


def name_of(enum, number, prefix):
    return enum.Name(number).removeprefix(prefix) if number in enum.values() else str(number)


class Player:
    """What a bot on this kit says, and when. It outlives streams; a frame in, requests out."""

    def __init__(self, options, choose, log):
        self.options, self.choose, self.log = options, choose, log
        self.matches = {}
        self.finished = 0
        self.ended_meanwhile = set()  # counted; a late MatchFinished is not
        self.connected_before = False

    def hello(self):
        wish, games = self.options.max_matches, min(self.options.games, 10_000)
        if games and (wish == 0 or games < wish):
            wish = games
        return play.PlayRequest(hello=play.Hello(bot_version=self.options.bot_version, kit_name="taki-python",
                                                 kit_version="1", max_matches=wish))

    def on_frame(self, frame):
        result = Next()
        for item in frame.items:
            kind = item.WhichOneof("item")
            if kind == "decision":
                self._on_decision(item.decision, result)
            elif kind == "verdict":
                self._on_verdict(item.verdict, result)
            elif kind == "welcome":
                self._on_welcome(item.welcome, result)
            elif kind == "match_assigned":
                self._on_assigned(item.match_assigned, result)
            elif kind == "snapshot":
                self._memory(item.snapshot.match_id).seat = item.snapshot.assigned.seat
            elif kind == "match_finished":
                self._on_finished(item.match_finished)
            elif kind == "ping":
                result.send.append(play.PlayRequest(pong=play.Pong(ping_id=item.ping.ping_id)))
            elif kind == "notice":
                self._on_notice(item.notice, result)
        return result  # (events are not needed, and None is a kind that this kit does not know)

    def done(self):
        """As many matches as --games says are finished, and none is going on."""
        return 0 < self.options.games <= self.finished and not self.matches

    def on_ended_meanwhile(self, ended):
        """What HistoryService told about a match that ended while we were away."""
        memory = self.matches.pop(ended.match_id)
        self.ended_meanwhile.add(ended.match_id)
        self.finished += 1
        self._log_end(ended, memory.seat)

    def _memory(self, match_id):
        return self.matches.setdefault(match_id, Memory())

    def _on_welcome(self, welcome, result):
        result.welcomed = True
        again = ", again" if self.connected_before else ""
        self.log(False, f"{welcome.bot} (version {welcome.bot_version}): connected to {self.options.server},"
                        f" referee {welcome.server_version}{again}")
        self.connected_before = True

    def _on_assigned(self, assigned, result):
        memory = self._memory(assigned.match_id)
        memory.seat = assigned.seat
        if memory.ready is None:
            entropy = secrets.token_bytes(32)
            memory.ready = play.PlayRequest(ready=play.Ready(match_id=assigned.match_id, entropy=entropy))
        result.send.append(memory.ready)

    def _on_decision(self, decision, result):
        memory = self._memory(decision.match_id)
        memory.seat, memory.strike_limit = decision.observation.seat, decision.strike_limit
        if memory.decision_id() != decision.decision_id:
            memory.fallback = fallback_for(decision)
            memory.reply = reply_to(decision, self._choose(decision, memory.fallback))
        result.send.append(memory.reply)

    def _choose(self, decision, fallback):
        try:
            actions = list(self.choose(decision))
            if 1 <= len(actions) <= ACTIONS_MAX:
                return actions
            why = f"the bot chose {len(actions)} actions; 1 to {ACTIONS_MAX} are allowed"
        except Exception:  # pylint: disable=broad-except
            traceback.print_exc()
            why = "the bot failed"
        self.log(True, f"{decision.match_id}: {why}, so it plays {fallback}")
        return [fallback]

    def _on_verdict(self, verdict, result):
        memory = self.matches.get(verdict.match_id)
        ours = memory is not None and memory.decision_id() == verdict.decision_id
        if verdict.kind == play.VERDICT_KIND_ACCEPTED:
            return
        answered = [action.notation for action in memory.reply.reply.actions] if ours else []
        self.log(True, f"{verdict.match_id} decision {verdict.decision_id}:"
                       f" {name_of(play.VerdictKind, verdict.kind, 'VERDICT_KIND_')} {verdict.rule_id}: {verdict.text}"
                       + (f" (answered: {' '.join(answered)})" if ours else ""))
        still_open = (verdict.kind == play.VERDICT_KIND_ILLEGAL and verdict.applied_actions == 0 and ours
                      and verdict.strikes < memory.strike_limit)
        if still_open and answered != [memory.fallback]:
            memory.reply = reply_to(verdict, [memory.fallback])
            result.send.append(memory.reply)

    def _on_finished(self, finished):
        memory = self.matches.pop(finished.match_id, None)
        if finished.match_id in self.ended_meanwhile:
            self.ended_meanwhile.remove(finished.match_id)
            return
        self.finished += 1
        self._log_end(finished, memory.seat if memory else -1)

    def _log_end(self, ended, seat):
        line = f"{ended.match_id}: {name_of(match.MatchEnding, ended.ending, 'MATCH_ENDING_')}"
        if ended.void_reason:
            line += f" {ended.void_reason}"
        forfeited = False
        if 0 <= seat < len(ended.seats):
            own = ended.seats[seat]
            if own.place:
                line += f", place {own.place}"
            line += f", {own.stages_completed} stages, {own.cards_left} cards left, {own.strikes} strikes"
            forfeited = own.end > match.SEAT_END_COMPLETED
            if forfeited:
                line += f", FORFEITED: {name_of(match.SeatEnd, own.end, 'SEAT_END_')}"
        self.log(forfeited, line)

    def _on_notice(self, notice, result):
        kind = name_of(play.NoticeKind, notice.kind, "NOTICE_KIND_")
        self.log(True, f"notice {kind} {notice.match_id}: {notice.text}")
        after_ms = min(max(notice.retry_after_ms, 0), 600_000)
        if notice.kind == play.NOTICE_KIND_SUPERSEDED:
            result.superseded = True
        elif notice.kind in (play.NOTICE_KIND_DRAINING, play.NOTICE_KIND_RATE_LIMITED):
            result.retry_after_ms = after_ms
            result.leave = notice.kind == play.NOTICE_KIND_RATE_LIMITED


# ---------------------------------------------------------------------------------------------------------------------
# The transport

# Ends that trying again does not mend (docs/protocol.md).
FINAL = {grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.PERMISSION_DENIED, grpc.StatusCode.INVALID_ARGUMENT,
         grpc.StatusCode.FAILED_PRECONDITION, grpc.StatusCode.UNIMPLEMENTED, grpc.StatusCode.ALREADY_EXISTS}

CHANNEL_OPTIONS = [
    # gRPC's own back-off would grow to two minutes.
    ("grpc.initial_reconnect_backoff_ms", 200), ("grpc.min_reconnect_backoff_ms", 200),
    ("grpc.max_reconnect_backoff_ms", 2000),
    # A referee whose host vanished is noticed within 15 s.
    ("grpc.keepalive_time_ms", 10_000), ("grpc.keepalive_timeout_ms", 5_000), ("grpc.http2.max_pings_without_data", 0),
]


class Client:
    """One Play stream after another to one referee, with the waits between them."""

    def __init__(self, options, player, log):
        self.options, self.player, self.log = options, player, log
        self.backoff_s = BACKOFF_MIN_S
        self.retry_after_ms = 0  # as the last Notice said
        self.superseded = False
        self.channel = None

    async def run(self):
        if self.options.tls:
            credentials = grpc.ssl_channel_credentials(self.options.roots)
            self.channel = grpc.aio.secure_channel(self.options.server, credentials, options=CHANNEL_OPTIONS)
        else:
            self.channel = grpc.aio.insecure_channel(self.options.server, options=CHANNEL_OPTIONS)
        async with self.channel:
            while await self._wait_for_referee():
                code, text, detail = await self._play_one_stream()
                exit_code = self._exit_code_after(code, text, detail.reason)
                if exit_code is not None:
                    return exit_code
                wait_s = self._next_wait_s(detail.retry_after_ms or self.retry_after_ms)
                self.retry_after_ms = 0
                reason = f" ({detail.reason})" if detail.reason else ""
                self.log(True, f"the stream ended: {text}{reason}; connecting again in {wait_s * 1000:.0f} ms")
                await asyncio.sleep(wait_s)
        return UNREACHABLE

    async def _wait_for_referee(self):
        since, told = time.monotonic(), False
        while True:
            try:
                await asyncio.wait_for(self.channel.channel_ready(), 1)
                return True
            except asyncio.TimeoutError:
                if not told:
                    self.log(True, f"no referee at {self.options.server} yet; trying on")
                told = True
            if 0 < self.options.give_up <= time.monotonic() - since:
                self.log(True, f"no referee at {self.options.server}; giving up")
                return False

    async def _play_one_stream(self):
        """Plays until the stream ends; returns its status code, its text and its ErrorDetail."""
        stub = play_service_pb2_grpc.PlayServiceStub(self.channel)
        call = stub.Play(metadata=(("authorization", f"Bearer {self.options.token}"),))
        try:
            await self._converse(call)
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            pass  # the stream has ended: its status says why
        return await call.code(), await call.details(), explain(await call.trailing_metadata())

    async def _converse(self, call):
        await call.write(self.player.hello())
        while (frame := await call.read()) is not grpc.aio.EOF:
            result = self.player.on_frame(frame)
            for request in result.send:
                await call.write(request)
            if result.welcomed:
                self.backoff_s = BACKOFF_MIN_S
                await self._ask_about_matches_ended_meanwhile()
            if result.retry_after_ms is not None:
                self.retry_after_ms = result.retry_after_ms
            self.superseded = self.superseded or result.superseded
            if self.player.done() or self.superseded:
                await call.done_writing()
                while await call.read() is not grpc.aio.EOF:
                    pass
                return
            if result.leave:
                call.cancel()
                return

    async def _ask_about_matches_ended_meanwhile(self):
        """Of a match that ended while we were away the stream tells nothing."""
        stub = history_service_pb2_grpc.HistoryServiceStub(self.channel)
        for match_id in list(self.player.matches):
            try:
                request = history_service_pb2.GetMatchRequest(match_id=match_id)
                response = await stub.GetMatch(request, timeout=5)
                if response.match.state >= match.MATCH_STATE_FINISHED:
                    self.player.on_ended_meanwhile(response.match)
            except grpc.aio.AioRpcError as error:
                if error.code() == grpc.StatusCode.NOT_FOUND:
                    self.player.matches.pop(match_id, None)  # the referee has lost it

    def _exit_code_after(self, code, text, reason):
        if self.superseded or reason in ("SUPERSEDED", "TOO_MANY_TAKEOVERS"):
            self.log(True, "another program plays with this bot's token; this one stops")
            return SUPERSEDED
        if self.player.done():
            return DONE
        if code in FINAL:
            self.log(True, f"refused: {text}" + (f" ({reason})" if reason else ""))
            return REFUSED
        return None

    def _next_wait_s(self, asked_ms):
        """Doubling from 0.2 s to 2 s while no Welcome comes, jittered so that bots do not come back all at once."""
        wait_s = self.backoff_s * random.uniform(0.5, 1)
        self.backoff_s = min(2 * self.backoff_s, BACKOFF_MAX_S)
        return wait_s + asked_ms / 1000


def explain(trailers):
    """The ErrorDetail in the trailers of a call, an empty one if there is none."""
    detail, status = error_pb2.ErrorDetail(), error_pb2.ErrorStatus()
    for key, value in trailers or ():
        if key == "grpc-status-details-bin":
            status.ParseFromString(value)
            if status.details:
                status.details[0].Unpack(detail)
    detail.retry_after_ms = min(max(detail.retry_after_ms, 0), 600_000)
    return detail
