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


class Entry(dict):
    """An object in a map, which knows its key there."""

    def __init__(self, key, value):
        super().__init__(value)
        self.key = key


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
                # A lone value may stand where a list would, an object too.
                reached.extend(one if isinstance(one, list) else [one])
            elif step[0] == "{}":
                if is_object(one):
                    reached.extend(Entry(key, value) if is_object(value) else value for key, value in one.items())
            elif step[0] == "own key":
                reached.append(one.key)
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
    """The documents of a database and the things embedded in them, by the names of their entities.

    What is embedded in itself, or at several places, is one entity with all of these things.
    """

    def __init__(self, collections, relationships=()):
        self.collections = collections
        self.embedding = [r for r in relationships if r["placement"].startswith("embed")]
        self.places = {name: [[("name", name)]] for name in collections}
        self.found = {}
        for r in self.embedding:
            self.places.setdefault(r["child"], [[("name", r["child"])]]).append(self.steps(r["stored"]))

    def steps(self, path):
        """The steps of a path that begins with the name of a collection, or of an embedded entity."""
        for name in sorted({*self.collections, *self.places}, key=len, reverse=True):
            escaped = re.sub(r"([.\[\]{}\\])", r"\\\1", name)
            for begin in (name, escaped):
                if path == begin or path.startswith((begin + ".", begin + "{", begin + "[")):
                    return [("name", name), *steps(path[len(begin):].lstrip("."))]
        raise KeyError(path)

    def inside(self, entity, path):
        """The steps of a path from the things of the entity that it leads through."""
        path = self.steps(path)
        # The key of a map of the things is not in them.
        if path[-1] == ("{key}",) and [*path[:-1], ("{}",)] in self.places[entity]:
            return [("own key",)]
        places = [place for place in self.places[entity] if len(place) < len(path) and path[: len(place)] == place]
        return path[len(max(places, key=len)):]

    def things(self, entity):
        """All things of an entity."""
        if entity in self.found:
            return self.found[entity]
        things = self.found[entity] = list(self.collections.get(entity, ()))
        for r in self.embedding:
            if r["child"] == entity != r["parent"]:
                things += self.embedded_in(self.things(r["parent"]), r)
        own = [r for r in self.embedding if r["child"] == entity == r["parent"]]
        level = list(things)
        while level:
            level = [one for r in own for one in self.embedded_in(level, r)]
            things += level
        return things

    def embedded_in(self, things, relationship):
        path = self.inside(relationship["parent"], relationship["stored"])
        return [one for thing in things for one in values(thing, path) if is_object(one)]

    def embedded(self, relationship):
        """(children of each parent), of an array or a map of objects, or of one object."""
        return [len(self.embedded_in([thing], relationship)) for thing in self.things(relationship["parent"])]

    @staticmethod
    def ends(relationship):
        """(holder, target)"""
        ends = relationship["parent"], relationship["child"]
        return ends if relationship["placement"] == "child-references" else ends[::-1]

    def is_alone(self, relationship):
        """Whether references stand in things of one place, and in these themselves, not in lists of objects in them."""
        if len(self.places[self.ends(relationship)[0]]) > 2:
            return False
        rest = self.inside(self.ends(relationship)[0], relationship["stored"])
        return not any(rest[i][0] != "name" and rest[i + 1][0] == "name" for i in range(len(rest) - 1))

    def references(self, relationship):
        """(references of each holder, holders of each target, what dangles, whether both are clear)."""
        holder, target = self.ends(relationship)
        rest = self.inside(holder, relationship["stored"])
        key_steps = self.inside(target, relationship["target"])
        holders, targets = self.things(holder), self.things(target)
        keys = [value for thing in targets for value in values(thing, key_steps)]
        # Of a map, its keys.
        keys = [key for value in keys for key in (map(str, value) if is_object(value) else [scalar(value)]) if key is not None]
        counts = dict.fromkeys(keys, 0)
        clear = len(counts) == len(keys)
        # Where a thing has objects in lists, each of these counts by itself.
        alone = self.is_alone(relationship)
        per_holder, dangling = [], 0
        for thing in holders:
            met = set()
            found = [value for value in values(thing, rest) if not isinstance(value, list)]
            texts = {text for text in map(scalar, found) if text is not None}
            for value in found:
                key = find_key(value, counts)
                if key is None:
                    dangling += scalar(value) is not None
                    continue
                clear = clear and (alone or key not in met)
                met.add(key)
            per_holder.append(len(texts))
            for key in met:
                counts[key] += 1
        per_target = list(counts.values())
        # A target without a key is referred to by nobody.
        if len(keys) < len(targets) and not any(step[0] != "name" for step in key_steps):
            per_target += [0] * (len(targets) - len(keys))
        return per_holder, per_target, dangling, clear
