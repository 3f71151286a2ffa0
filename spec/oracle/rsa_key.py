"""The public key of callbacks: PEM and DER, read as strictly as spec/callback.md asks."""

import re

from values import decode_base64, refuse_if

KIND = "invalid-public-key"
PEM = (
    rb"-----BEGIN PUBLIC KEY-----\r?\n((?:[A-Za-z0-9+/=]+\r?\n)+)"
    rb"-----END PUBLIC KEY-----(?:\r?\n)?"
)
INTEGER, BIT_STRING, SEQUENCE = 0x02, 0x03, 0x30
RSA_ENCRYPTION = bytes.fromhex("06092a864886f70d0101010500")  # the OID and NULL
MOST_BYTES = 4096  # CALL-KEY-5
LEAST_BITS, MOST_BITS, MOST_EXPONENT_BITS = 512, 8192, 64  # CALL-KEY-6


def read_key(pem):
    """The modulus and the exponent: CALL-KEY-4 to CALL-KEY-6, CALL-REF-8."""
    refuse_if(len(pem) > MOST_BYTES, KIND)
    parts = re.fullmatch(PEM, pem)
    data = None if parts is None else decode_base64(re.sub(rb"[\r\n]", b"", parts[1]))
    refuse_if(data is None, KIND)
    outer = only(SEQUENCE, data)
    algorithm, rest = value(SEQUENCE, outer)
    bits = only(BIT_STRING, rest)
    refuse_if(algorithm != RSA_ENCRYPTION or bits[:1] != b"\0", KIND)
    modulus, rest = value(INTEGER, only(SEQUENCE, bits[1:]))
    exponent = only(INTEGER, rest)
    return checked(number(modulus), number(exponent))


def value(tag, data):
    """The contents of the value that the bytes begin with, and what follows it."""
    refuse_if(len(data) < 2 or data[0] != tag, KIND)
    length, start = data[1], 2
    if length >= 0x80:
        start = 2 + length - 0x80
        digits = data[2:start]
        length = int.from_bytes(digits, "big")
        shortest = digits[:1] != b"\0" and length >= 0x80
        refuse_if(not digits or len(digits) != start - 2 or not shortest, KIND)
    refuse_if(len(data) < start + length, KIND)
    return data[start : start + length], data[start + length :]


def only(tag, data):
    """The contents of a value with nothing after it."""
    found, rest = value(tag, data)
    refuse_if(rest != b"", KIND)
    return found


def number(data):
    """An integer of DER in its shortest form; a negative one is no part of a key."""
    refuse_if(data == b"" or data[0] >= 0x80, KIND)
    refuse_if(len(data) > 1 and data[0] == 0 and data[1] < 0x80, KIND)
    return int.from_bytes(data, "big")


def checked(modulus, exponent):
    """CALL-KEY-6."""
    refuse_if(modulus % 2 == 0 or not LEAST_BITS <= modulus.bit_length() <= MOST_BITS, KIND)
    large = exponent.bit_length() > MOST_EXPONENT_BITS
    refuse_if(exponent % 2 == 0 or exponent < 3 or large, KIND)
    return modulus, exponent
