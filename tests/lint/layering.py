#!/usr/bin/python3
"""Who may include what: the table of docs/architecture.md, as a test.

Edges: rules <- match <- league <- store <- host <- service <- daemon, store <- store/sqlite <- daemon, rating <- league.
Tests may include everything; nothing may include tests.
"""

import re

import common

# Where a header comes from, by its spelling. The first that matches counts.
ORIGINS = [
    ("proto", re.compile(r"taki/v1/|grpc/health/|google/(protobuf|rpc)/")),
    ("grpc", re.compile(r"grpc(pp)?/")),
    ("absl", re.compile(r"absl/")),
    ("sqlite", re.compile(r"sqlite3\.h$")),
    ("sha256", re.compile(r"(openssl/(sha|evp)|cpuid|immintrin)\.h$")),  # the latter: the processor's SHA instructions
    ("openssl", re.compile(r"openssl/")),
    ("spdlog", re.compile(r"spdlog/")),
    ("cli11", re.compile(r"CLI/")),
    ("json", re.compile(r"nlohmann/")),
    ("lemon", re.compile(r"lemon/")),
    ("own", re.compile(r"(referee|store|sample_bots|tests)/")),
    ("posix", re.compile(r"((sys|netinet|arpa|net)/)?\w+\.h$")),
    ("std", re.compile(r"\w+$")),
]

# A room without time: no clock, thread or chance, nothing whose order differs from run to run, no I/O.
TIMELESS_HEADERS = re.compile(
    r"(chrono|ctime|thread|mutex|shared_mutex|atomic|condition_variable|future|semaphore|latch|barrier|stop_token"
    r"|random|iostream|fstream|filesystem|unordered_map|unordered_set"
    r"|absl/(time|synchronization|random|container/(flat|node)_hash_\w+|flags|debugging)(/.*|\.h)?)$")
TIMELESS_WORDS = re.compile(
    r"std::shuffle|std::sample\b|\w+_distribution\b|std::rand\b|random_device|steady_clock|system_clock|absl::Now"
    r"|clock_gettime|gettimeofday|std::time\b|std::unordered_|std::this_thread")


class Room:
    def __init__(self, own, outside, timeless=False):
        self.own = own  # folders (with all that is below them) or single headers
        self.outside = set(outside.split())
        self.timeless = timeless


RULES, MATCH, RATING, LEAGUE = "referee/rules/", "referee/match/", "referee/rating/", "referee/league/"
ROOMS = {
    "referee/rules/": Room([RULES], "std absl sha256", timeless=True),
    "referee/match/": Room([RULES, MATCH], "std absl", timeless=True),
    "referee/rating/": Room([RATING, "referee/rules/check.h"], "std absl", timeless=True),
    "referee/league/": Room([RULES, MATCH, RATING, LEAGUE], "std absl lemon", timeless=True),
    "store/sqlite/": Room([RULES, MATCH, LEAGUE, "store/"], "std absl posix sqlite"),
    "store/": Room([RULES, MATCH, LEAGUE, "store/"], "std absl"),
    "referee/host/": Room([RULES, MATCH, RATING, LEAGUE, "store/", "referee/host/"], "std absl posix spdlog"),
    "referee/service/": Room([RULES, MATCH, RATING, LEAGUE, "store/", "referee/host/", "referee/service/"],
                             "std absl posix spdlog sha256 openssl proto grpc"),
    "referee/cli/": Room([RULES, MATCH, "referee/cli/"], "std absl posix proto grpc cli11 json"),
    "referee/daemon/": Room(["referee/", "store/"], "std absl posix spdlog sha256 openssl proto grpc cli11 json"),
    "sample_bots/": Room(["sample_bots/"], "std absl posix proto grpc cli11"),
}
# Holes in the folders that a room may otherwise use.
NOT_EVEN = {
    "referee/rules/": [], "referee/match/": [], "referee/rating/": [], "referee/league/": [], "sample_bots/": [], "referee/cli/": [],
    "store/": ["store/sqlite/"],
    "store/sqlite/": ["store/memory_store.h"],
    "referee/host/": ["store/sqlite/", "store/memory_store.h"],
    "referee/service/": ["store/sqlite/", "store/memory_store.h"],
    "referee/daemon/": ["referee/cli/"],
}

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')


def room_of(path):
    return next((room for room in ROOMS if path.startswith(room)), None)


def complaint(path, room, header):
    """Why `path` may not include `header`, or nothing."""
    origin = next((name for name, pattern in ORIGINS if pattern.match(header)), None)
    if origin is None:
        return "comes from nowhere that the table knows"
    rules = ROOMS[room]
    if origin == "own":
        if any(header.startswith(hole) for hole in NOT_EVEN[room]):
            return f"is not for {room}"
        return None if any(header.startswith(folder) for folder in rules.own) else f"is not below {room}"
    if origin == "posix" and "posix" not in rules.outside:
        return "is neither the standard library nor written from the top of the repository"
    if origin not in rules.outside:
        return f"is {origin}, which {room} must never touch"
    if origin == "sqlite" and path.endswith(".h"):
        return "belongs into .cc files only"
    if rules.timeless and TIMELESS_HEADERS.match(header):
        return f"brings time, threads, chance, I/O or an unordered container into {room}"
    return None


def findings(files):
    found = []
    for path, text in files.items():
        room = room_of(path)
        if room is None:
            continue
        for number, line in common.numbered(text):
            include = INCLUDE.match(line)
            if include:
                why = complaint(path, room, include.group(1))
                if why:
                    found.append(f"{path}:{number}: {include.group(1)} {why}")
            elif ROOMS[room].timeless:
                word = TIMELESS_WORDS.search(line.split("//")[0])
                if word:
                    found.append(f"{path}:{number}: {word.group(0)} does not belong into {room}")
    return found


if __name__ == "__main__":
    common.finish(findings(common.read_files(["referee", "store", "sample_bots"], {".h", ".cc"})), "layering")
