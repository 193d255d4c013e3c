"""Helpers for hooks in Python: conditions, names and hashes, with the results of the Java SDK, and the time.

    import hookline

    def sync(request):
        parent = request["parent"]
        conditions = hookline.Conditions(request).set("Ready", True, "AsExpected", "")
        name = hookline.subdomain_name(parent["metadata"]["name"], hookline.short_hash(parent["spec"]))
        return {"status": {"conditions": conditions.list()}, "children": [...]}

Hookline provides this module to the Python functions that it runs. A file or package with the same name has precedence.
"""

import datetime
import decimal
import hashlib
import os
import re

_ALPHABET = "bcdfghjklmnpqrstvwxz2456789"  # of names that Kubernetes generates: no vowels, so no words
_LONGEST_LABEL = 63
_LONGEST_SUBDOMAIN = 253
_LOOSE_END = re.compile(r"[^A-Za-z0-9]+\Z")
_TYPE = re.compile(
    r"([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]"
)
_REASON = re.compile(r"[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?")
_MAX_TYPE = 316
_MAX_REASON = 1024
_MAX_MESSAGE = 32768


def now():
    """Returns the time of this call in UTC and whole seconds: "2026-01-01T00:00:00Z". A test of the hook can set it."""
    utc = datetime.timezone.utc
    return os.environ.get("HOOKLINE_NOW") or datetime.datetime.now(utc).strftime("%Y-%m-%dT%H:%M:%SZ")


class Conditions:
    """The conditions of a parent's new status, by the rules of Kubernetes for metav1.Condition.

    A condition keeps its lastTransitionTime as long as its status stays the same, even if reason or message change. An answer
    replaces the whole status, so a condition that is not set is removed; keep_others() keeps those of other writers.

    Each method that changes something returns the same object.
    """

    def __init__(self, request):
        """Takes the last conditions from the parent of a sync or finalize request."""
        self._parent = request["object"] if "object" in request else request["parent"]
        self._last = {}
        for condition in (self._parent.get("status") or {}).get("conditions") or []:
            if isinstance(condition, dict) and isinstance(condition.get("type"), str):
                self._last.setdefault(condition["type"], condition)
        self._changes = {}
        self._keeps_others = False

    def set(self, type, status, reason, message=""):
        """Sets a condition to True or False. Raises ValueError if Kubernetes would not accept the type or the reason."""
        if not isinstance(status, bool):
            raise ValueError(f"condition {type}: expected True or False as status, was {status!r}")
        return self._set(type, str(status), reason, message)

    def unknown(self, type, reason, message=""):
        """Sets a condition to Unknown. Raises ValueError if Kubernetes would not accept the type or the reason."""
        return self._set(type, "Unknown", reason, message)

    def remove(self, type):
        """Removes a condition of this hook. Necessary with keep_others() only."""
        self._changes[type] = None
        return self

    def keep_others(self):
        """Keeps the last conditions that this hook neither sets nor removes, behind its own and in their order."""
        self._keeps_others = True
        return self

    def find(self, type):
        """Returns a condition: as set here, or else in the parent's last status. None if there is none."""
        return self._changes[type] if type in self._changes else self._last.get(type)

    def is_true(self, type):
        """Whether a condition is True: as set here, or else in the parent's last status."""
        return (self.find(type) or {}).get("status") == "True"

    def list(self):
        """Returns the conditions for the new status."""
        others = [c for type, c in self._last.items() if type not in self._changes] if self._keeps_others else []
        return [c for c in self._changes.values() if c is not None] + others

    def _set(self, type, status, reason, message):
        _check("condition type", type, _TYPE, _MAX_TYPE, "Ready or example.com/Ready")
        _check(f"condition reason of {type}", reason, _REASON, _MAX_REASON, "PodsReady")
        if not isinstance(message, str):
            raise ValueError(f"message of condition {type}: expected text, was {message!r}")
        condition = {"type": type, "status": status, "reason": reason, "message": _cut(message)}
        last = self._last.get(type, {})
        keeps = last.get("status") == status and isinstance(last.get("lastTransitionTime"), str)
        condition["lastTransitionTime"] = last["lastTransitionTime"] if keeps else now()
        generation = self._parent["metadata"].get("generation")
        if generation:
            condition["observedGeneration"] = generation
        self._changes[type] = condition
        return self


def label_name(*parts):
    """Joins parts to a name of at most 63 characters: for Services, and for all names that become label values or host names.

    A name that would be too long ends with a hash of the whole name instead. The same parts always give the same name.
    """
    return _up_to(_LONGEST_LABEL, parts)


def subdomain_name(*parts):
    """Joins parts to a name of at most 253 characters: for most other kinds, such as ConfigMaps and Secrets."""
    return _up_to(_LONGEST_SUBDOMAIN, parts)


def full_hash(content):
    """Returns the SHA-256 hash of a text, of bytes, or of JSON independent of the order of its fields: 64 hexadecimal digits."""
    data = content if isinstance(content, bytes) else _text(content).encode("utf-8")
    return hashlib.sha256(data).hexdigest()


def short_hash(content):
    """Returns full_hash in ten characters that names and label values may contain, such as "5vbqxzd8n4"."""
    rest = int(full_hash(content), 16)
    text = ""
    while len(text) < 10:
        rest, digit = divmod(rest, len(_ALPHABET))
        text += _ALPHABET[digit]
    return text


def _up_to(longest, parts):
    for i, part in enumerate(parts):
        if not part:
            raise ValueError(f"part {i + 1} of a name is empty: {list(parts)}")
    name = "-".join(parts)
    if len(name) <= longest:
        return name
    hashed = short_hash(name)
    return _LOOSE_END.sub("", name[: longest - len(hashed) - 1]) + "-" + hashed


def _check(what, text, form, longest, example):
    if not isinstance(text, str) or len(text) > longest or not form.fullmatch(text):
        raise ValueError(f"{what}: {text!r} is not valid; use a name such as {example} with at most {longest} characters")


def _cut(message):
    return message if len(message) <= _MAX_MESSAGE else message[: _MAX_MESSAGE - 3] + "..."


def _text(content):
    return _valid(content) if isinstance(content, str) else _json(content)


def _json(value):
    """The same text as in Go and Java: sorted keys, no white space, floats in their shortest form."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + re.sub(r'["\\<>&\x00-\x1f\u2028\u2029]', _escape, _valid(value)) + '"'
    if isinstance(value, int):
        return str(value) if -(2**63) <= value < 2**63 else _number(float(value))
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(_json, value)) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(_json(key) + ":" + _json(value[key]) for key in sorted(value)) + "}"
    raise TypeError(f"cannot hash a {type(value).__name__}; expected text, bytes, or what JSON can express")


_SHORT_ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def _escape(match):
    character = match.group()
    return _SHORT_ESCAPES.get(character) or f"\\u{ord(character):04x}"


def _valid(text):
    """Without halves of surrogate pairs, which UTF-8 cannot express."""
    return re.sub("[\ud800-\udfff]", "\ufffd", text)


def _number(value):
    if value != value or value in (float("inf"), float("-inf")):
        raise ValueError(f"a number that JSON cannot express: {value}")
    sign, digits, exponent = decimal.Decimal(repr(value)).as_tuple()
    digits = "".join(map(str, digits))
    if value == 0:
        return "-0" if sign else "0"
    if 1e-6 <= abs(value) < 1e21:
        text = format(decimal.Decimal(repr(value)), "f")
        return text.rstrip("0").rstrip(".") if "." in text else text
    shown = digits.rstrip("0")
    exponent += len(digits) - 1
    fraction = "." + shown[1:] if len(shown) > 1 else ""
    return ("-" if sign else "") + shown[0] + fraction + f"e{exponent:+d}"
