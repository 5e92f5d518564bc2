"""TAKI-DEAL-1 and the deck: every card of a match from its seed (docs/rules.md R1, R2.5; the fair deal).

A card is its kind, 0 to 56, in canonical deck order: 13 faces in each of the colours R G B Y, then the
five colourless kinds. Two copies of one kind are the same card (R1.5).
"""
import hashlib
import hmac
import struct

COLOURS = 'RGBY'
FACES = ('1', '3', '4', '5', '6', '7', '8', '9', 'S', '+2', 'D', '+', 'T')  # R1.2, R1.3
STOP, PLUS2, CHANGE_DIRECTION, PLUS, TAKI = 8, 9, 10, 11, 12  # indices into FACES
COLOURED = len(COLOURS) * len(FACES)
CHANGE_COLOUR, SUPER_TAKI, KING, PLUS3, BREAKER = range(COLOURED, COLOURED + 5)
KINDS = COLOURED + 5

NAMES = [c + f for c in COLOURS for f in FACES] + ['C', 'ST', 'K', '+3', 'X']
COLOUR_OF = [k // len(FACES) if k < COLOURED else None for k in range(KINDS)]
FACE_OF = [k % len(FACES) if k < COLOURED else None for k in range(KINDS)]
COPIES = [2] * COLOURED + [4, 2, 2, 2, 2]
DECK = [k for k in range(KINDS) for _ in range(COPIES[k])]  # 116 cards (R1.1)


def _be32(number):
    return struct.pack('>I', number)


def _lp(text):
    return _be32(len(text)) + text


def commitment(deal_id, ruleset, seed):
    """What is published before the first card is dealt. All three are bytes; returns 32 bytes."""
    return hashlib.sha256(b'TAKI-DEAL-1/commit' + _lp(deal_id) + _lp(ruleset) + seed).digest()


def deal_key(deal_id, ruleset, seed, entropy):
    """The key of all shuffles; `entropy` is one entry a seat, or empty where no bot gave any."""
    message = [b'TAKI-DEAL-1/key', _lp(deal_id), _lp(ruleset), _be32(len(entropy))]
    message += [_lp(e) for e in entropy]
    return hmac.new(seed, b''.join(message), hashlib.sha256).digest()


def words(key, purpose, index):
    """The endless stream of 32-bit words of one purpose."""
    prefix = _lp(purpose) + _be32(index)
    counter = 0
    while True:
        yield from struct.unpack('>8I', hmac.digest(key, prefix + _be32(counter), 'sha256'))
        counter += 1


def below(stream, n):
    """An unbiased number 0 to n-1."""
    threshold = (2**32 - n) % n
    for word in stream:
        product = word * n
        if product & 0xffffffff >= threshold:
            return product >> 32


def shuffled(key, purpose, index, cards):
    """`cards` in their new order; [0] is the top card."""
    cards = list(cards)
    stream = words(key, purpose, index)
    for i in range(len(cards) - 1, 0, -1):
        j = below(stream, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards
