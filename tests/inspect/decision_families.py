# SPDX-License-Identifier: Apache-2.0
"""Collections by chance, with what of them is a map, a record, kinds of objects or an enumeration.

Each family is one way in which people write data. A case follows from the family and a seed. It has documents and what
is true of them: "maps" (with the pattern of their keys, or None where it is not asked for), "records", "variants" (with
the field that tells the kinds apart), "enums" and "free" (no enumerations). A claim of a map or of kinds at a place that
is in none of these is false, unless it is below a place that is "open": either answer is good.
"""

import random

SYLLABLES = "ba be bi bo bra cor da del dra el en fa fen ga gri ha il ka kel la len lo ma mer mi mor na ni nor o or pa pel qua ra ri ro sa sel si sol ta tel thi to u va vel vi wen wy xa ya zel zo".split()
FIELDS = "torque opacity margin latency humidity voltage balance capacity threshold pressure velocity viscosity density priority deadline channel segment bucket tenant region_code margin_top line_height max_retries batch_window shard replica cursor checksum_kind quota burst backoff jitter ttl lease epoch_offset shutter aperture exposure gamma contrast brightness saturation hue pitch yaw roll tempo bitrate codec sample_rate channels".split()
COMMON = "name title description version author license url email phone street city country status created updated enabled timeout host port theme language size width height count total price amount".split()
SENTENCES = "the old mill stands by the river where nobody goes after dark and its wheel turns when the water is high enough to reach it".split()


class Maker:
    def __init__(self, family, seed):
        self.r = random.Random(f"{family} {seed}")

    def word(self):
        return "".join(self.r.choice(SYLLABLES) for _ in range(self.r.randint(2, 4)))

    def words(self, count, style=None):
        """Different names of things, written in one way."""
        style = style or self.r.choice(["small", "Camel", "snake", "kebab", "Title"])
        made = {}
        while len(made) < count:
            parts = [self.word() for _ in range(self.r.randint(1, 3))]
            made[{"small": lambda: "".join(parts[:1]) + (str(self.r.randint(1, 99)) if self.r.random() < 0.2 else ""),
                  "Camel": lambda: "".join(part.capitalize() for part in parts),
                  "snake": lambda: "_".join(parts),
                  "kebab": lambda: "-".join(parts),
                  "Title": lambda: " ".join(part.capitalize() for part in parts)}[style]()] = True
        return list(made)

    def fields(self, count, common=0.3):
        pool = [name for name in FIELDS + COMMON]
        chosen = {}
        while len(chosen) < count:
            chosen[self.r.choice(COMMON if self.r.random() < common else pool)] = True
        return list(chosen)

    def sentence(self, length=None):
        return " ".join(self.r.choice(SENTENCES) for _ in range(length or self.r.randint(8, 25)))

    def scalar(self):
        kind = self.r.choice(["int", "float", "text", "word", "bool"])
        return {"int": lambda: self.r.randint(0, 1000), "float": lambda: round(self.r.uniform(0, 50), 3),
                "text": lambda: self.sentence(4), "word": self.word, "bool": lambda: self.r.random() < 0.5}[kind]

    def record(self, low=2, high=6, optional=0.2):
        """A function that makes records of the same fields, some of which may be missing."""
        plan = [(name, self.scalar(), 1 if at == 0 or self.r.random() > optional else 0.7)
                for at, name in enumerate(self.fields(self.r.randint(low, high)))]
        return lambda: {name: make() for name, make, chance in plan if self.r.random() < chance}

    def different(self, count):
        """Objects that have little in common, as sections of settings have."""
        return [self.record(2, 7, 0)() for _ in range(count)]

    def ids(self, count, kind=None):
        kind = kind or self.r.choice(["digits", "hex24", "uuid", "token"])
        make = {"digits": lambda: str(self.r.randint(1, 99999)), "hex24": lambda: "%024x" % self.r.getrandbits(96),
                "uuid": lambda: "%08x-%04x-4%03x-8%03x-%012x" % tuple(self.r.getrandbits(bits) for bits in (32, 16, 12, 12, 48)),
                "token": lambda: "".join(self.r.choice("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789") for _ in range(20))}[kind]
        made = {}
        while len(made) < count:
            made[make()] = True
        return list(made)

    def oid(self, number):
        return {"$oid": "%024x" % (0x65A0B1C2D3E4F50000000000 + 11 * number)}


def truth(maps=(), records=(), variants=(), enums=(), free=(), open=()):
    return {"maps": maps if isinstance(maps, dict) else {path: None for path in maps}, "records": list(records),
            "variants": dict(variants), "enums": list(enums), "free": list(free), "open": list(open)}


# Files that are one document.

def definitions(m):
    """A description of an interface: definitions by name, of several kinds, with members by name."""
    kinds = {"structure": ["members"], "list": ["member"], "map": ["key", "value"], "string": [], "integer": ["min", "max"]}
    names = m.words(m.r.randint(20, 160), m.r.choice(["Camel", "Camel", "snake"]))
    made = {}
    for name in names:
        kind = m.r.choice(["structure", "structure", "structure", "list", "map", "string", "string", "integer"])
        one = {"type": kind}
        if kind == "structure":
            one["members"] = {member: {"shape": m.r.choice(names), **({"doc": m.sentence()} if m.r.random() < 0.6 else {})}
                              for member in m.words(m.r.randint(0, 9), "Camel")}
            if m.r.random() < 0.5:
                one["required"] = list(one["members"])[:2]
        elif kind in ("list", "map"):
            one.update({field: {"shape": m.r.choice(names)} for field in kinds[kind]})
        elif kind == "integer":
            one.update(min=0, max=m.r.randint(1, 99))
        if m.r.random() < 0.3:
            one["doc"] = m.sentence()
        made[name] = one
    outer = m.r.choice(["shapes", "definitions", "schemas"])
    document = {"version": "2.0", "metadata": {"api": m.word(), "protocol": "json", "endpoint": m.word()}, outer: made}
    return [document], truth([outer, outer + "{}.members"], ["", "metadata", outer + "{}.member"], {outer + "{}": outer + "{}.type"},
                             [outer + "{}.type"] if len(names) >= 30 else [], open=[outer + "{}.type"])


def dictionary(m):
    """Texts by name: lore, aliases, glossaries, at the root or beside the objects that have the names."""
    names = m.words(m.r.randint(60, 200))
    if m.r.random() < 0.5:
        return [{name: m.sentence(m.r.randint(10, 40)) for name in names}], truth([""])
    make = m.record()
    aliases = m.words(m.r.randint(24, 70), "snake")
    document = {"things": {name: make() for name in names}, "aliases": {alias: m.r.choice(names) for alias in aliases if alias not in names}, "sheet": {"cols": 61, "rows": 61}}
    return [document], truth(["things", "aliases"], ["", "sheet"])


def one_field(m):
    name = m.r.choice(["img", "uri", "label", "weight"])
    value = (lambda thing: m.r.randint(1, 99)) if name == "weight" else (lambda thing: f"/assets/{thing}.png")
    return [{thing: {name: value(thing)} for thing in m.words(m.r.randint(48, 150))}], truth([""])


def things(m):
    """Things of a game, a catalog, a configuration, by name."""
    make = m.record(3, 8)
    place = m.r.choice(["weapons", "units", "models", "plugins", "features"])
    made = {name: make() for name in m.words(m.r.randint(12, 60))}
    if m.r.random() < 0.4:
        return [made], truth([""])
    return [{"version": 3, "generated": "2024-01-01", place: made, "defaults": {"speed": 1, "mode": "fast"}}], truth([place], ["", "defaults"])


def few_of_one_shape(m):
    """Five to seven things in a file, all with the same fields, by names that are written as no field is; or sections that have little in common."""
    count, style = m.r.randint(5, 7), m.r.choice(["Title", "kebab", "Camel"])
    names = [f"{name}-{m.word()}" if style == "kebab" else name for name in m.words(count, style)]
    if m.r.random() < 0.4:
        return [dict(zip(names, m.different(count)))], truth([], [""])
    make = m.record(2, 6, 0)
    return [{name: make() for name in names}], truth([""], ["{}"])


def tables(m):
    """Numbers by id, under words."""
    ids = m.ids(m.r.randint(8, 40), m.r.choice(["digits", "digits", "hex24"]))
    words = m.words(m.r.randint(10, 40), m.r.choice(["kebab", "snake", "small", "Title"]))
    made = {word: {key: round(m.r.uniform(0, 20), 1) for key in m.r.sample(ids, m.r.randint(0, min(9, len(ids))))} for word in words}
    if m.r.random() < 0.5:
        return [made], truth(["", "{}"])
    return [{"version": "1.2", "speeds": made, "note": m.sentence()}], truth(["speeds", "speeds{}"], [""])


def lock_file(m):
    names = [name.lower() for name in m.words(m.r.randint(24, 120), m.r.choice(["kebab", "small"]))]
    names = list(dict.fromkeys(names))
    version = lambda: "%d.%d.%d" % (m.r.randint(0, 20), m.r.randint(0, 30), m.r.randint(0, 9))
    packages = {}
    for name in names:
        one = {"version": version(), "resolved": f"https://registry.example.org/{name}.tgz", "integrity": "sha512-%064x" % m.r.getrandbits(256)}
        if m.r.random() < 0.5:
            one["requires"] = {other: "^" + version() for other in m.r.sample(names, m.r.randint(1, 5))}
        if m.r.random() < 0.3:
            one["dev"] = True
        packages[name] = one
    return [{"name": m.word(), "version": version(), "lockfileVersion": 1, "dependencies": packages}], truth(["dependencies", "dependencies{}.requires"], [""])


def api(m):
    """An API description: paths, responses by status, schemas by name with properties by name."""
    schemas = m.words(m.r.randint(12, 50), "Camel")
    ref = lambda: {"$ref": "#/components/schemas/" + m.r.choice(schemas)}

    def operation():
        return {"operationId": m.word(), "summary": m.sentence(5),
                **({"parameters": [{"name": m.word(), "in": m.r.choice(["query", "path"]), "required": m.r.random() < 0.5}]} if m.r.random() < 0.7 else {}),
                "responses": {code: {"description": m.sentence(3), "content": {"application/json": {"schema": ref()}}}
                              for code in m.r.sample(["200", "201", "204", "400", "401", "403", "404", "409", "500"], m.r.randint(1, 4))}}

    paths = {}
    while len(paths) < m.r.randint(12, 50):
        paths["/" + m.word() + m.r.choice(["", "/{id}", "/" + m.word()])] = {method: operation() for method in m.r.sample(["get", "post", "put", "delete"], m.r.randint(1, 3))}
    made = {}
    for name in schemas:
        made[name] = {"type": "object", "properties": {field: ref() if m.r.random() < 0.2 else {"type": m.r.choice(["string", "integer", "boolean"]), "description": m.sentence(4)}
                                                       for field in m.fields(m.r.randint(1, 8), 0.5)}}
        if m.r.random() < 0.5:
            made[name]["required"] = list(made[name]["properties"])[:1]
    document = {"openapi": "3.0.1", "info": {"title": m.word(), "version": "1.0"}, "paths": paths, "components": {"schemas": made}}
    return [document], truth(["paths", "components.schemas", "components.schemas{}.properties"], ["", "info", "components", "paths{}"],
                             open=["paths{}.get.responses", "paths{}.post.responses", "paths{}.put.responses", "paths{}.delete.responses", "components.schemas{}"])


def locales(m):
    """Texts by language, in sections."""
    sections = {section: m.fields(m.r.randint(4, 12), 0.6) for section in m.words(m.r.randint(2, 6), "small")}
    languages = m.r.sample(["en", "de", "fr", "es", "it", "pt", "nl", "sv", "pl", "cs"], m.r.randint(4, 9))
    return [{language: {section: {key: m.sentence(3) for key in keys} for section, keys in sections.items()} for language in languages}], \
        truth({"": "^[a-z]{2}$"}, ["{}"], open=["{}." + section for section in sections])


def rosters(m):
    """A few objects beside each other, each a small map of words: together they are enough to tell."""
    teams, make = m.words(m.r.randint(3, 6), "small"), m.record(2, 5, 0.1)
    people = m.words(60, m.r.choice(["small", "Title", "snake"]))
    sizes = [m.r.randint(4, 7) for _ in teams]
    while sum(sizes) < 18:
        sizes[m.r.randrange(len(sizes))] += 1
    made = {team: {people.pop(): make() for _ in range(size)} for team, size in zip(teams, sizes)}
    return [{"version": 1, "teams": made, "note": m.sentence()}], truth([f"teams.{team}" for team in teams], ["", "teams"])


def sections(m):
    """A few objects beside each other with the same or with different names, and values that differ: records."""
    names = m.words(m.r.randint(3, 6), "small")
    if m.r.random() < 0.5:
        fields, make = m.fields(m.r.randint(4, 8), 0.3), m.record(2, 4, 0)
        return [{"zones": {name: {field: make() for field in fields} for name in names}}], truth([], ["", "zones"] + [f"zones.{name}" for name in names])
    return [{"zones": {name: dict(zip(m.fields(5, 0.3), m.different(5))) for name in names}}], truth([], ["", "zones"] + [f"zones.{name}" for name in names])


def codes(m):
    """Codes of countries or currencies, some of them numbers, in one document."""
    length, made = m.r.choice([2, 3]), {}
    while len(made) < m.r.randint(24, 200):
        made["".join(m.r.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for _ in range(length))] = True
    if length == 3 and m.r.random() < 0.3:
        made.update({f"{m.r.randint(1, 420):03}": True for _ in range(40)})
    one = m.record(2, 4, 0.3)
    make = m.r.choice([one, lambda: m.r.choice(["mon", "sun", "sat"]), lambda: [m.word() for _ in range(m.r.randint(1, 3))], lambda: [one() for _ in range(m.r.randint(1, 3))], lambda: round(m.r.uniform(0.1, 99), 4)])
    table = {code: make() for code in made}
    if m.r.random() < 0.5:
        return [table], truth([""])
    return [{"version": {"number": "42", "revision": 7}, "base": "EUR", "table": table}], truth(["table"], ["", "version"])


def one_key_each(m):
    """Elements with one key of many; a few documents with keys of their own."""
    pool, make = [word.upper()[:3] + str(i % 9) for i, word in enumerate(m.words(150))], m.record(1, 3, 0.5)
    if m.r.random() < 0.5:
        return [{"_id": m.oid(i), "spans": [{m.r.choice(pool): {"from": i, **make()}} for _ in range(m.r.randint(1, 6))]} for i in range(m.r.randint(20, 60))], truth(["spans[]"], [""])
    words = m.words(160)
    return [{"_id": i, "label": m.word(), "num": i, **({"icons": {words.pop(): "s-" + m.word() for _ in range(m.r.randint(2, 9))}} if i % 9 == 0 and len(words) > 9 else {})} for i in range(150)], truth(["icons"], [""])


def popular_keys(m):
    """A few keys that are in many of the objects, beside many that are not; and a few objects with keys of their own."""
    pool, make = m.words(m.r.randint(30, 60), "Camel"), m.record(2, 4, 0.1)
    documents = []
    for i in range(m.r.randint(24, 70)):
        chosen = m.r.sample(pool[2:], m.r.randint(1, 4)) + [word for word in pool[:2] if m.r.random() < 0.6]
        documents.append({"_id": m.oid(i), "label": m.word(), "actions": {word: make() for word in chosen}})
    others = m.words(80, m.r.choice(["kebab", "small"]))
    for i in m.r.sample(range(len(documents)), m.r.randint(4, 7)):
        documents[i]["peers"] = {others.pop(): "^%d.0" % m.r.randint(0, 9) for _ in range(m.r.randint(3, 6))}
    return documents, truth(["actions", "peers"], [""])


def translations(m):
    """Objects by language in some documents, with a region in small or capital letters."""
    languages = m.r.sample(["de", "fr", "es", "ru", "it", "nl"], m.r.randint(3, 6)) + [m.r.choice(["pt-br", "pt-BR", "zh-cn", "zh_TW"])]
    return [{"_id": m.oid(i), "title": m.sentence(3), "translations": {language: {"title": m.sentence(3), "text": m.sentence(6)} for language in languages if m.r.random() < 0.35}} for i in range(m.r.randint(20, 90))], \
        truth(["translations"], [""])


def few_translations(m):
    """Texts by language in a few documents: each has all of the languages, or each some of many."""
    all_of_them, tags = m.r.random() < 0.5, ["de", "en", "fr", "es", "it", "nl", "ja", "ko", "zh", "ru", "pl", "sv"]
    languages = m.r.sample(tags, m.r.randint(4, 9)) if all_of_them else tags
    return [{"_id": m.oid(i), "texts": {language: m.sentence(3) for language in (languages if all_of_them else m.r.sample(languages, m.r.randint(2, 4)))}}
            for i in range(m.r.randint(3, 9))], truth([] if all_of_them else ["texts"], ["", "texts"] if all_of_them else [""])


def localized(m):
    """A record of which each field is written in some languages; the languages are a map or not, the record is none."""
    fields = m.fields(m.r.randint(4, 11), 0.8)
    return [{"id": 1, "texts": {field: {language: m.sentence(3) for language in ("en", "de", "fr")} for field in fields}}], truth([], ["", "texts"], open=["texts."])


# Records that look like maps, in one document.

def settings(m):
    names = m.words(m.r.randint(4, 14), "small")
    sections = dict(zip(names, m.different(len(names))))
    if m.r.random() < 0.5:
        inner = m.words(m.r.randint(2, 5), "small")
        sections[m.word()] = dict(zip(inner, m.different(len(inner))))
    return [sections], truth([], [""])


def same_type(m):
    """Differently named fields of one type, alone or with others."""
    names = m.fields(m.r.randint(5, 28), m.r.choice([0.1, 0.5]))
    make = m.r.choice([lambda: m.r.randint(0, 1000), lambda: round(m.r.uniform(0, 9), 2), lambda: m.r.random() < 0.5, m.word])
    made = {name: make() for name in names}
    if m.r.random() < 0.5:
        return [made], truth([], [""])
    return [{"name": m.word(), "at": "2024-05-01", "values": made, "tags": [m.word()]}], truth([], ["", "values"])


def fixed_sets(m):
    sets = [["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"],
            ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"], ["min", "max", "mean", "median", "std", "p95", "p99", "count"],
            ["small", "medium", "large", "thumb"], ["red", "green", "blue", "alpha"], ["primary", "secondary", "success", "danger", "warning", "info"],
            ["admin", "editor", "viewer"], ["cpu", "memory", "disk", "network"]]
    names = m.r.choice(sets)
    make = m.record(2, 4, 0) if m.r.random() < 0.5 else lambda: m.r.randint(0, 99)
    made = {name: make() for name in names}
    return [{"title": m.word(), "data": made, "unit": "x", "year": 2020}], truth([], ["", "data"])


def package(m):
    version = lambda: "^%d.%d.%d" % (m.r.randint(0, 20), m.r.randint(0, 30), m.r.randint(0, 9))
    document = {"name": m.word(), "version": "1.0.0", "description": m.sentence(5), "main": "index.js", "license": "MIT", "author": m.word(), "homepage": "https://example.org",
                "scripts": {"build": "make", "test": "make check", "lint": "lint ."}, "repository": {"type": "git", "url": "git://example.org"},
                "dependencies": {name: version() for name in m.words(m.r.randint(3, 20), "kebab")}, "engines": {"node": ">=18"}}
    document = {key: document[key] for key in document if key in ("name", "version") or m.r.random() < 0.8}
    return [document], truth([], [""] + [key for key in ("repository", "scripts") if key in document], open=["dependencies"])


def addresses(m):
    """Texts of an interface: `…_url`, or lines of settings that are texts."""
    ending = m.r.choice(["_url", "_path", "Url", "_template"])
    return [{name + ending: f"https://api.example.org/{name}" for name in m.words(m.r.randint(8, 34), "snake")}], truth([], [""])


# Collections of documents.

MONTH, DAY = "(0[1-9]|1[0-2])", "(0[1-9]|[12][0-9]|3[01])"


def days(m):
    """Numbers, or objects, by day, week or month."""
    form, regex = m.r.choice([("day", f"^[0-9]{{4}}-{MONTH}-{DAY}$"), ("month", f"^[0-9]{{4}}-{MONTH}$"), ("week", "^[0-9]{4}-W(0[1-9]|[1-4][0-9]|5[0-3])$"),
                              ("hour", f"^[0-9]{{4}}-{MONTH}-{DAY}[T ][0-9]{{2}}(:[0-9]{{2}}){{0,2}}(\\.[0-9]+)?(Z|[+-][0-9]{{2}}:?[0-9]{{2}})?$"),
                              ("plain", "^[0-9]{4}-[0-9]{2}$"), ("slashes", f"^[0-9]{{4}}/{MONTH}/{DAY}$")])

    def key():
        year, month, day = m.r.randint(1990, 2025), m.r.randint(1, 12), m.r.randint(1, 28)
        return {"day": f"{year}-{month:02}-{day:02}", "month": f"{year}-{month:02}", "week": f"{year}-W{m.r.randint(1, 52):02}", "slashes": f"{year}/{month:02}/{day:02}",
                "hour": f"{year}-{month:02}-{day:02}T{m.r.randint(0, 23):02}:00:00Z", "plain": f"{year - 100}-{m.r.randint(1, 52):02}"}[form]

    make = m.record(2, 4) if m.r.random() < 0.5 else lambda: m.r.randint(0, 500)
    documents = [{"_id": m.oid(i), "series": m.word(), "byDay": {key(): make() for _ in range(m.r.randint(0, 9))}} for i in range(m.r.randint(15, 60))]
    return documents, truth({"byDay": regex}, [""])


def ratings(m):
    """A few of many words in each document, to scalars."""
    pool = m.words(m.r.randint(24, 60))
    make = m.r.choice([lambda: m.r.randint(1, 10), lambda: round(m.r.uniform(0, 1), 3), m.word, lambda: True])
    documents = [{"_id": i, "title": m.sentence(4), "price": m.r.randint(1, 50), "scores": {word: make() for word in m.r.sample(pool, m.r.randint(0, 5))}} for i in range(m.r.randint(40, 150))]
    return documents, truth(["scores"], [""])


def new_names(m):
    """Each document has one or two names of its own."""
    pool = m.words(200)
    text = m.r.random() < 0.5
    documents = []
    for i in range(m.r.randint(20, 90)):
        document = {"_id": m.oid(i), "label": m.word(), "num": i}
        if m.r.random() < 0.6:
            document["forms"] = {pool.pop() if pool else m.word(): m.word() if text else m.r.randint(1, 9) for _ in range(m.r.randint(1, 2))}
        documents.append(document)
    return documents, truth(["forms"], [""])


def stock(m):
    """A few of many words in each document, to objects."""
    pool, make = m.words(m.r.randint(12, 50)), m.record(2, 5)
    documents = [{"_id": i, "owner": m.word(), "items": {word: make() for word in m.r.sample(pool, m.r.randint(0, max(1, len(pool) // 8)))}} for i in range(m.r.randint(30, 100))]
    return documents, truth(["items"], [""])


def by_id(m):
    ids = m.ids(m.r.randint(10, 80))
    make = m.r.choice([lambda: True, lambda: m.r.randint(0, 9), m.record(2, 4)])
    documents = [{"_id": m.oid(i), "name": m.word(), "seen": {key: make() for key in m.r.sample(ids, m.r.randint(0, 4))}} for i in range(m.r.randint(20, 80))]
    return documents, truth(["seen"], [""])


def optional_fields(m):
    """Records with optional fields, of one type or of several; no map."""
    names = m.fields(m.r.randint(5, 14), 0.5)
    same = m.word if m.r.random() < 0.5 else None
    plan = [(name, same or m.scalar(), m.r.uniform(0.15, 1)) for name in names]
    documents = [{"_id": i, "name": m.word(), "details": {name: make() for name, make, chance in plan if m.r.random() < chance}} for i in range(m.r.randint(30, 120))]
    return documents, truth([], ["", "details"])


def statistics(m):
    """Many fields that each document has; no map, however many."""
    names = m.fields(m.r.randint(12, 60), 0.2)
    make = m.record(2, 3, 0) if m.r.random() < 0.3 else lambda: m.r.randint(0, 99)
    documents = [{"_id": m.oid(i), "player": m.word(), "stats": {name: make() for name in names if m.r.random() < 0.98}} for i in range(m.r.randint(12, 60))]
    return documents, truth([], ["", "stats"])


def geojson(m):
    def feature():
        ring = [[round(m.r.uniform(-99, 99), 4), round(m.r.uniform(-60, 60), 4)] for _ in range(4)]
        return {"type": "Feature", "id": m.r.randint(1, 999), "properties": {"NAME": m.word(), "ISO": m.word()[:2].upper(), "POP": m.r.randint(1, 10**6)},
                "geometry": {"type": "Polygon", "coordinates": [ring]}}
    return [{"type": "FeatureCollection", "features": [feature() for _ in range(m.r.randint(10, 60))]}], truth([], ["", "features[].properties", "features[].geometry"])


# Objects of several kinds.

def discriminator(m):
    name = m.r.choice(["type", "kind", "eventType", "item_type", "recordKind", "@type", "_class", "class"])
    return name, m.words(m.r.randint(2, 6), m.r.choice(["small", "Camel"]))


def kinds_of(m, values, least=1):
    """For each kind the fields that it alone has, always."""
    pool = m.fields(len(values) * 4, 0.1)
    return {value: [pool.pop() for _ in range(m.r.randint(least, 4))] for value in values}


def noise(m, count):
    """Optional fields that go with nothing."""
    return [(name + "_opt", m.scalar(), m.r.uniform(0.15, 0.85)) for name in m.words(count, "small")]


def put(m, plan):
    return {name: make() for name, make, chance in plan if m.r.random() < chance}


def place_objects(m, make, count, name):
    """Puts objects into documents: as documents, elements, values of a map, or in a field."""
    place = m.r.choice(["root", "elements", "values", "field"])
    objects = [make() for _ in range(count)]
    if place == "root":
        return [{"_id": m.oid(i), **one} for i, one in enumerate(objects)], ""
    if place == "field":
        return [{"_id": m.oid(i), "at": i, "payload": one} for i, one in enumerate(objects)], "payload"
    if place == "elements":
        return [{"_id": m.oid(i), "entries": objects[3 * i:3 * i + 3]} for i in range((count + 2) // 3)], "entries[]"
    if m.r.random() < 0.5:
        return [{"version": 2, "things": dict(zip(m.words(count, "Camel"), objects))}], "things{}"
    keys = m.ids(count)
    return [{"_id": m.oid(i), "things": dict(list(zip(keys, objects))[4 * i:4 * i + 4])} for i in range((count + 3) // 4)], "things{}"


def join(place, name):
    return name if place == "" else f"{place}.{name}"


def maps_of(place):
    return [place[:-2]] if place.endswith("{}") else []


def kinds(m):
    """Each kind has fields of its own."""
    name, values = discriminator(m)
    own, shared, rest = kinds_of(m, values), m.record(1, 4, 0), noise(m, m.r.randint(0, 4))
    scalars = {field: m.scalar() for fields in own.values() for field in fields}

    def make():
        value = m.r.choice(values)
        return {name: value, **shared(), **{field: scalars[field]() for field in own[value]}, **put(m, rest)}

    documents, place = place_objects(m, make, m.r.randint(12, 50) * len(values), name)
    return documents, truth(maps_of(place), [""] if place != "" else [], {place: join(place, name)}, open=[place])


def named_kinds(m):
    """Each kind has fields of its own, and is told by the name, or the name and the number, in an object, or by a code that is called so; or objects have a person in them, by whom nothing is decided."""
    values, has_number = m.words(m.r.randint(2, 6), "Camel"), m.r.random() < 0.5
    name, is_flat = m.r.choice(["type", "kind", "eventType", "class"]), m.r.random() < 0.3
    name += m.r.choice(["_id", "Id", "_code"]) if is_flat else ""
    own, shared, rest = kinds_of(m, values), m.record(1, 3, 0), noise(m, m.r.randint(0, 3))
    scalars = {field: m.scalar() for fields in own.values() for field in fields}
    people, decides = m.words(12, "Title"), m.r.random() < 0.7

    def make():
        value, who = m.r.choice(values), m.r.choice(people)
        told = {"id": 30 + values.index(value), "name": value} if has_number else {"name": value}
        mine = own[value] if decides else own[m.r.choice(values)]
        return {name: value if is_flat else told, "taker": {"id": people.index(who) * 77 + 5, "name": who}, **shared(), **{field: scalars[field]() for field in mine}, **put(m, rest)}

    documents = [{"_id": m.oid(i), **make()} for i in range(m.r.randint(20, 60) * len(values))]
    return documents, truth([], [""], {"": name + ("" if is_flat else ".name")} if decides else {})


def added(m):
    """One kind only adds one or two fields, and there are other optional fields."""
    name, values = m.r.choice(["evolution_type", "kind", "accountType", "type"]), m.words(2, "small")
    extra, shared, rest = m.fields(m.r.randint(1, 2), 0), m.record(1, 5, 0), noise(m, m.r.randint(0, 5))
    share, scalars = m.r.uniform(0.2, 0.8), {field: m.scalar() for field in extra}

    def make():
        value = values[m.r.random() < share]
        return {name: value, **shared(), **put(m, rest), **({field: scalars[field]() for field in extra} if value == values[1] else {})}

    documents, place = place_objects(m, make, m.r.randint(60, 250), name)
    return documents, truth(maps_of(place), [""] if place != "" else [], {place: join(place, name)}, open=[place])


def coded(m):
    """Kinds told apart by a switch or by a number."""
    switch = m.r.random() < 0.5
    name = m.r.choice(["isCompany", "external", "is_group"] if switch else ["type", "kind", "version", "schema_version"])
    values = [False, True] if switch else list(range(1, m.r.randint(3, 5)))
    own, shared, rest = kinds_of(m, values, 2), m.record(1, 3, 0), noise(m, m.r.randint(0, 2))
    scalars = {field: m.scalar() for fields in own.values() for field in fields}

    def make():
        value = m.r.choice(values)
        return {"name": m.word(), name: value, **shared(), **{field: scalars[field]() for field in own[value]}, **put(m, rest)}

    documents, place = place_objects(m, make, m.r.randint(25, 60) * len(values), name)
    return documents, truth(maps_of(place), [""] if place != "" else [], {place: join(place, name)}, open=[place])


def no_kinds(m):
    """Optional fields by chance, also some that come together, beside fields with few values; states that add a date."""
    rest, pair = noise(m, m.r.randint(2, 6)), m.fields(2, 0)
    statuses, groups = ["new", "paid", "sent", "closed"], m.words(m.r.randint(2, 7), "small")
    with_states, group_name, together = m.r.random() < 0.4, m.r.choice(["color", "team", "type", "category"]), m.r.uniform(0.2, 0.8)

    def make():
        one = {"label": m.word(), group_name: m.r.choice(groups), "ref": m.r.randint(1, 5), **put(m, rest)}
        if m.r.random() < together:
            one.update({field: m.r.randint(0, 9) for field in pair})
        if with_states:
            state = m.r.randint(0, 3)
            one["status"] = statuses[state]
            one.update({date: 1700000000 + m.r.randint(0, 10**6) for date in ["paidAt", "sentAt", "closedAt"][:state]})
        return one

    documents, place = place_objects(m, make, m.r.randint(20, 200), "label")
    return documents, truth(maps_of(place), [""] if place != "" else [])


def kinds_with_keys(m):
    """Each kind has fields of its own, beside names that are data."""
    name, values = discriminator(m)
    own, shared = kinds_of(m, values), m.record(1, 3, 0)
    scalars = {field: m.scalar() for fields in own.values() for field in fields}
    ids, count = m.ids(m.r.randint(6, 150), m.r.choice(["hex24", "uuid"])), m.r.randint(20, 60) * len(values)

    def make():
        value = m.r.choice(values)
        return {name: value, **shared(), **{field: scalars[field]() for field in own[value]}, **{key: {"at": m.r.randint(1, 99), "by": m.word()} for key in m.r.sample(ids, m.r.randint(0, 3))}}

    if m.r.random() < 0.5:
        return [{"_id": m.oid(i), **make()} for i in range(count)], truth([""], [], {"": name}, open=[""])
    return [{"_id": m.oid(i), "state": make()} for i in range(count)], truth(["state"], [""], {"state": "state." + name}, open=["state"])


def few_things(m):
    """A few things that are met again and again, each with its own optional fields: their id tells no kinds."""
    things = []
    for i in range(m.r.randint(3, 12)):
        things.append({"id": 1000 + i * m.r.randint(1, 99), "node": "%016x" % m.r.getrandbits(64), "login": m.word(), **put(m, noise(m, 4)), **put(m, [(name, m.scalar(), 0.5) for name in ["site", "bio", "hireable", "plan", "gists"]])})
    return [{"_id": m.oid(i), "n": i, "sender": m.r.choice(things)} for i in range(m.r.randint(40, 200))], truth([], ["", "sender"])


# Enumerations.

def vocabularies(m):
    """Closed vocabularies, called by what they are, of many words for as few documents; and what is none."""
    count = m.r.randint(40, 120)
    name = m.r.choice(["category", "type", "status", "kind", "dmgType", "membership_level", "role"])
    words = m.words(m.r.randint(3, max(4, min(19, count // 3))), "snake")
    bag = words * 2 + [m.r.choice(words) for _ in range(count - 2 * len(words))]
    m.r.shuffle(bag)
    codes = m.r.sample(range(1, 30), m.r.randint(2, 6))
    people, cities = m.words(m.r.randint(count // 4, count), "Title"), m.words(m.r.randint(count // 5, count // 2), "Title")
    owner_ids = m.ids(m.r.randint(6, 18), "token")
    documents = [{"_id": m.oid(i), name: bag[i], "code": m.r.choice(codes), "author": m.r.choice(people), "city": m.r.choice(cities), "remark": m.sentence(), "node_id": m.r.choice(owner_ids)} for i in range(count)]
    if m.r.random() < 0.4:
        documents[m.r.randint(0, count - 1)][name] = {"at": 3, "by": "x"} if m.r.random() < 0.5 else None
    return documents, truth([], [""], {}, [name, "code"], ["author", "city", "remark", "node_id"])


def large_vocabularies(m):
    """Many words, each of which comes often; names and sentences are none, and rare words neither."""
    words, count = m.words(m.r.randint(21, 55), "kebab"), m.r.randint(600, 900)
    towns, tags, notes = m.words(m.r.randint(30, 60), "Title"), m.words(250), [m.sentence(9) for _ in range(40)]
    name = m.r.choice(["award", "license", "department", "engine", "format"])
    return [{"_id": i, name: m.r.choice(words), "town": m.r.choice(towns), "note": m.r.choice(notes), "tag": m.r.choice(tags)} for i in range(count)], \
        truth([], [""], {}, [name], ["town", "note", "tag"])


def small_categories(m):
    """Two or three kinds in less than twenty documents, called so; other words are not believed so soon."""
    words, count = m.words(m.r.randint(2, 3), "Title"), m.r.randint(14, 19)
    name = m.r.choice(["type", "pay_type", "status", "kind", "accountRole", "classification"])
    return [{"_id": i, name: words[i % len(words)] if i < 6 else m.r.choice(words), "label": m.word(), "shade": m.r.choice(["p", "q", "r", "s", "t", "u", "v"])} for i in range(count)], truth([], [""], {}, [name], ["label", "shade"])


def numbered_kinds(m):
    """Objects with the number and the name of a kind, which a few of the documents have; and those of persons, of which others will come."""
    count, have = m.r.randint(120, 400), m.r.randint(24, 45)
    kinds, people = m.words(m.r.randint(3, 4), "Title"), m.words(m.r.randint(8, 14), "Title")
    first, ids = m.r.randint(1, 140), m.r.sample(range(5000, 90000), len(people))
    place = m.r.choice(["body_part", "outcome", "technique", "type"])
    documents = [{"_id": m.oid(i), "at": i} for i in range(count)]
    for at, i in enumerate(m.r.sample(range(count), have)):
        which = at % len(kinds) if at < 3 * len(kinds) else m.r.randrange(len(kinds))
        documents[i]["shot"] = {place: {"id": first + which, "name": kinds[which]}}
    for at, i in enumerate(m.r.sample(range(count), have)):
        which = at % len(people) if at < 2 * len(people) else m.r.randrange(len(people))
        documents[i]["taker"] = {"id": ids[which], "name": people[which]}
    return documents, truth([], [""], {}, [f"shot.{place}.name"], ["taker.name"])


def codes_called_ids(m):
    """A few codes of which each comes often, called the id of what is nowhere kept; and ids: of persons, numbers of a series, of many values, in few documents."""
    count = m.r.randint(60, 400)
    ending = m.r.choice(["ID", "_id", "Id"])
    subjects = m.r.sample(["zone", "way", "league", "shift", "grade_track", "wing", "lane", "tariff"], 4)
    called = [subject + ending for subject in subjects]
    codes = m.r.choice([["E", "W", "C"], ["0", "1"], ["N", "S"], ["AA", "AL", "FL", "NL", "PL", "UA"], ["day", "night", "late"], [word[:5] for word in m.words(4, "small")]])
    rare = m.r.random() < 0.3
    bag = list(codes) * (4 if rare else 8)
    bag += [codes[0] if rare else m.r.choice(codes) for _ in range(count - len(bag))]
    m.r.shuffle(bag)
    persons, serials, many = [word[:4] for word in m.words(4, "small")], ["%s%04d" % (m.r.choice("AXK"), m.r.randint(1, 9999)) for _ in range(4)], [word[:6] for word in m.words(30, "small")]
    documents = [{"_id": m.oid(i), called[0]: bag[i], "customer" + ending: m.r.choice(persons), called[1]: m.r.choice(serials), called[2]: m.r.choice(many), "label": m.sentence(4)} for i in range(count)]
    for i in range(m.r.randint(8, 20)):
        documents[m.r.randrange(count)][called[3]] = m.r.choice(persons)
    return documents, truth([], [""], {}, [called[0]], ["customer" + ending, called[1], called[2], called[3], "label"])


def rare_numbers(m):
    """A few numbers of many names in each of some objects, often the ids of a list; or optional measures, each with a range of its own."""
    listed, record = m.r.random() < 0.6, m.r.random() < 0.3
    names = m.words(m.r.randint(16, 36), "small")
    scale = {name: 10 ** (at % 9) for at, name in enumerate(names)}
    measure = m.r.choice([lambda: m.r.choice([1.5, -1.5]), lambda: round(m.r.uniform(0, 9), 2)])
    groups = [{"title": m.sentence(2), "parts": {name: round(m.r.uniform(1, 2) * scale[name], 3) if record else measure()
                                                 for name in m.r.sample(names, m.r.randint(2, max(3, len(names) // 3)))}} for _ in range(m.r.randint(18, 50))]
    document = {"version": "1.0", **({"features": [{"id": name, "label": m.sentence(2)} for name in names]} if listed and not record else {}), "groups": groups}
    return [document], truth([] if record else ["groups[].parts"], ["groups[].parts"] if record else [""])


MAPS = [definitions, dictionary, one_field, things, few_of_one_shape, tables, lock_file, api, locales, rosters, sections, codes, one_key_each, popular_keys, translations, few_translations, localized, settings, same_type, fixed_sets, package, addresses, days, ratings, new_names, stock, by_id, optional_fields,
        statistics, geojson]
OTHERS = [kinds, named_kinds, added, coded, kinds_with_keys, no_kinds, few_things, vocabularies, large_vocabularies, small_categories, numbered_kinds, codes_called_ids, rare_numbers]

FAMILIES = {family.__name__.replace("_", " "): family for family in MAPS + OTHERS}


def make_case(name, seed):
    return FAMILIES[name](Maker(name, seed))
