# SPDX-License-Identifier: Apache-2.0
"""Counts what a model says by looking at every document, knowing nothing of how the program counts.

A path is as the program prints it: names divided by dots, [] for the elements of an array, {} for the
values of a map and {key} for its keys; a backslash stands before a character of a name.
"""

import re

SEPARATORS = re.compile(r"[/:#.|_-]")


def steps(path):
    """[("name", text), ("[]",), ("{}",), ("{key}",)] of a path."""
    found = []
    i, name = 0, None
    while i < len(path):
        if path[i] == "\\" and i + 1 < len(path):
            name = (name or "") + path[i + 1]
            i += 2
            continue
        mark = next((m for m in ("[]", "{key}", "{}") if path.startswith(m, i)), None)
        if mark is not None or path[i] == ".":
            if name is not None:
                found.append(("name", name))
            name = None
            if mark is not None:
                found.append((mark,))
            elif path[i] == "." and (i + 1 == len(path) or path[i + 1] == "."):
                name = ""
            i += len(mark) if mark is not None else 1
            continue
        name = (name or "") + path[i]
        i += 1
    if name is not None:
        found.append(("name", name))
    return found


def is_object(value):
    """An object of the data, not a value that Extended JSON writes as one."""
    return isinstance(value, dict) and not (value and next(iter(value)).startswith("$") and len(value) <= 2)


def values(thing, path_steps):
    """What stands at the path below thing, missing ones left out."""
    things = [thing]
    for step in path_steps:
        reached = []
        for one in things:
            if step[0] == "name":
                if is_object(one) and step[1] in one:
                    reached.append(one[step[1]])
            elif step[0] == "[]":
                if isinstance(one, list):
                    reached.extend(one)
            elif step[0] == "{}":
                if is_object(one):
                    reached.extend(one.values())
            elif is_object(one):
                reached.extend(one.keys())
        things = reached
    return things


def scalar(value):
    """A value that compares equal where its number or text does."""
    if isinstance(value, dict) and len(value) == 1:
        (kind, text), = value.items()
        if kind in ("$oid", "$uuid"):
            return text.lower()
        if kind in ("$numberInt", "$numberLong", "$numberDouble", "$numberDecimal"):
            value = float(text)
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, (int, float)):
        return str(int(value)) if value == int(value) else str(value)
    if isinstance(value, str):
        return value if value != "" else None
    return str(value)


def find_key(value, keys):
    """The key that a value refers to: itself, or what follows one of its separators."""
    text = scalar(value)
    if text is None or text in keys:
        return text
    places = [m.end() for m in SEPARATORS.finditer(text)]
    for place in places:
        if text[place:] in keys:
            return text[place:]
        if text[place:].lower() in keys:
            return text[place:].lower()
    return text.lower() if text.lower() in keys else None


def spread(counts):
    """Least, mean and most."""
    return (min(counts), sum(counts) / len(counts), max(counts)) if counts else None


class Documents:
    """The documents of a database by the names of their collections; embedded entities by the paths of their places."""

    def __init__(self, collections, places=()):
        self.collections = collections
        self.places = dict(places)

    def split(self, path):
        """The documents of the collection that a path begins with, and the rest of the path."""
        for name in self.places:
            if name not in self.collections and path.startswith(name + "."):
                return self.split(self.places[name] + path[len(name):])
        for name in sorted(self.collections, key=len, reverse=True):
            escaped = re.sub(r"([.\[\]{}\\])", r"\\\1", name)
            for begin in (name, escaped):
                if path == begin or path.startswith((begin + ".", begin + "{", begin + "[")):
                    return self.collections[name], steps(path[len(begin):].lstrip("."))
        raise KeyError(path)

    def holders(self, path):
        """The things of the entity that has the field at the path, and the rest of the path in each."""
        documents, rest = self.split(path)
        last = max((i for i, step in enumerate(rest[:-1]) if step[0] != "name" and rest[i + 1][0] == "name"), default=-1)
        things = documents
        if last >= 0:
            things = [one for document in documents for one in values(document, rest[: last + 1]) if is_object(one)]
        return things, rest[last + 1:]

    def embedded(self, path):
        """(children of each parent), of an array or a map of objects, or of one object."""
        things, rest = self.holders(path)
        return [sum(map(is_object, values(thing, rest))) for thing in things]

    def references(self, stored, target):
        """(references of each holder, holders of each target, what dangles, whether both are clear)."""
        holders, rest = self.holders(stored)
        targets, key_steps = self.holders(target)
        keys = [key for thing in targets for key in map(scalar, values(thing, key_steps)) if key is not None]
        counts = dict.fromkeys(keys, 0)
        clear = len(counts) == len(keys)
        per_holder, dangling = [], 0
        for holder in holders:
            met = set()
            found = [value for value in values(holder, rest) if not isinstance(value, list)]
            texts = [text for text in map(scalar, found) if text is not None]
            for value in found:
                key = find_key(value, counts)
                if key is None:
                    dangling += scalar(value) is not None
                    continue
                clear = clear and key not in met
                met.add(key)
            per_holder.append(len(texts))
            for key in met:
                counts[key] += 1
        per_target = list(counts.values())
        # A target without a key is referred to by nobody.
        if not any(step[0] != "name" for step in key_steps):
            per_target += [0] * (len(targets) - len(keys))
        return per_holder, per_target, dangling, clear
