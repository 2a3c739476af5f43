# SPDX-License-Identifier: Apache-2.0
"""Databases by chance: collections that refer to each other in the ways that people store it.

Everything follows from the seed. Documents are Extended JSON, as a file of them has it.
"""

import random

WORDS = "amber birch cedar delta ember fjord grove heron iris jade kite lotus maple north olive pearl quartz river sage topaz umber violet willow yarrow zinc".split()
KINDS = ["objectId", "int", "double", "code", "uuid", "word"]
WRITTEN = [None, None, None, "{kind}/{id}", "urn:{kind}:{id}", "/api/v1/{kind}/{id}", "https://example.org/{kind}/{id}"]


class Database:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.collections = {}
        self.keys = {}
        self.links = []
        names = self.random.sample(["users", "orders", "places", "events", "parts", "notes", "teams"], self.random.randint(2, 4))
        for name in names:
            self.keys[name] = self.make_keys(self.random.choice(KINDS), self.random.choice([self.random.randint(3, 20), self.random.randint(20, 60), self.random.randint(60, 250)]))
        for name in names:
            self.collections[name] = self.fill(name, self.plan(name, names))
        if self.random.random() < 0.3:
            self.add_keys(self.collections[self.random.choice(names)])

    def add_keys(self, documents):
        """Names that are data beside those that are not."""
        key, make = self.key_maker(), self.record()
        for i, document in enumerate(documents):
            document.update({key(): make(i) for _ in range(self.random.randint(0, 4))})

    # Keys.

    def make_keys(self, kind, count):
        made = {
            "objectId": lambda i: {"$oid": "%024x" % (0x65A0B1C2D3E4F50000000000 + 7 * i)},
            "int": lambda i: i + 1,
            "double": lambda i: {"$numberDouble": "%d.0" % (i + 100)},
            "code": lambda i: "P-%04d" % (i * 3),
            "uuid": lambda i: "%08x-0000-4000-8000-%012x" % (self.random.getrandbits(32), i),
            "word": lambda i: WORDS[i % len(WORDS)] + ("" if i < len(WORDS) else str(i // len(WORDS))),
        }[kind]
        return [made(i) for i in range(count)]

    def written(self, target, form, key):
        if form is None or not isinstance(key, str):
            return key
        return form.format(kind=target.rstrip("s").capitalize(), id=key)

    # What a document of a collection has: a list of (name, chance, function that makes the value).

    def plan(self, name, names):
        plan = [("_id", 1, lambda i: self.keys[name][i])]
        for number, make in enumerate(self.random.sample(self.parts(), self.random.randint(4, 9))):
            plan.append((f"{WORDS[number]}{'_' if number % 2 else 'Of'}", self.random.choice([1, 1, 0.8, 0.3]), make()))
        for number in range(self.random.randint(1, 3)):
            plan.append(self.link(name, self.random.choice(names), number))
        return plan

    def parts(self):
        return [self.scalar] * 4 + [self.record, self.records, self.words, self.map, self.map_of_records, self.map_and_fields,
                                    self.deep_records, self.long_records, self.odd, self.odd_types, self.kinds, self.records_of_kinds,
                                    self.tuples, self.empty, self.mixed]

    def scalar(self):
        r = self.random
        return r.choice([
            lambda i: r.randint(0, 9), lambda i: r.randint(-5, 10**6), lambda i: round(r.uniform(0, 9), 3), lambda i: r.random() < 0.5,
            lambda i: r.choice(WORDS), lambda i: r.choice(["new", "open", "done"]), lambda i: " ".join(r.sample(WORDS, 5)),
            lambda i: {"$date": "20%02d-%02d-11T10:00:00Z" % (r.randint(10, 24), r.randint(1, 12))},
            lambda i: {"$numberLong": str(2**40 + r.randint(0, 10**6))}, lambda i: {"$numberDecimal": "%d.25" % r.randint(1, 99)},
            lambda i: None, lambda i: {"$binary": {"base64": "AAECAw==", "subType": "00"}},
        ])

    def record(self):
        inner = [(WORDS[-1 - n], self.random.choice([1, 1, 0.7]), self.scalar()) for n in range(self.random.randint(1, 4))]
        return lambda i: self.object(inner, i)

    def object(self, plan, i):
        return {name: make(i) for name, chance, make in plan if self.random.random() < chance}

    def records(self):
        one, most = self.record(), self.random.choice([1, 3, 9])
        return lambda i: [one(i) for _ in range(self.random.randint(0, most))]

    def deep_records(self):
        one, inner = self.record(), self.records()
        return lambda i: [{**one(i), "parts": inner(i)} for _ in range(self.random.randint(0, 3))]

    def long_records(self):
        """Long at one level in one document, at another in another: never at all."""
        r = self.random
        where = {r.randrange(10): level for level in range(3)}

        def grow(i, level):
            count = 200 if where.get(i) == level else r.randint(0, 2)
            if level == 2:
                return [r.choice(WORDS) for _ in range(count)]
            return [{"name": r.choice(WORDS), "in": grow(i, level + 1)} for _ in range(count)]

        return lambda i: grow(i, 0)

    def empty(self):
        return lambda i: []

    def odd_types(self):
        make = self.random.choice([
            lambda i: {"$code": "f()"}, lambda i: {"$symbol": "s"}, lambda i: {"$regularExpression": {"pattern": "^a", "options": ""}},
            lambda i: {"$minKey": 1}, lambda i: {"$undefined": True}, lambda i: {"$timestamp": {"t": i, "i": 1}},
        ])
        return self.random.choice([make, lambda i: make(i) if i % 7 == 3 else i])

    def mixed(self):
        """Values of several forms in one place: words, other words, objects, arrays of words."""
        r = self.random
        forms = [lambda i: r.choice(["new", "open", "done"]), lambda i: r.choice(["lone", "sole"]), lambda i: False, self.words(), self.record(), self.records(),
                 lambda i: [r.choice(["new", "open", "done"]) for _ in range(r.randint(1, 3))], self.scalar()]
        forms = r.sample(forms, r.randint(2, 3))
        one = lambda i: r.choice(forms)(i)
        key = self.key_maker()
        return r.choice([one, one, lambda i: [one(i) for _ in range(r.randint(0, 3))], lambda i: {key(): one(i) for _ in range(r.randint(0, 3))}])

    def words(self):
        make = self.scalar()
        return lambda i: [make(i) for _ in range(self.random.randint(0, 5))]

    def tuples(self):
        return lambda i: [[round(self.random.uniform(-90, 90), 2), self.random.randint(0, 9)] for _ in range(self.random.randint(1, 3))]

    def key_maker(self):
        r = self.random
        return r.choice([
            lambda: "20%02d-%02d-%02d" % (r.randint(20, 24), r.randint(1, 12), r.randint(1, 28)),
            lambda: "%024x" % r.getrandbits(96), lambda: "%032x" % r.getrandbits(128), lambda: str(r.randint(1, 5000)),
        ])

    def map(self):
        key, make = self.key_maker(), self.scalar()
        return lambda i: {key(): make(i) for _ in range(self.random.randint(0, 6))}

    def map_of_records(self):
        key, make = self.key_maker(), self.record()
        return lambda i: {key(): make(i) for _ in range(self.random.randint(0, 5))}

    def map_and_fields(self):
        key, make, fixed = self.key_maker(), self.scalar(), self.scalar()
        return lambda i: {"total": self.random.randint(0, 99), "updated": fixed(i), **{key(): make(i) for _ in range(self.random.randint(0, 5))}}

    def kinds(self):
        forms = [[(WORDS[5 * k + n], 1, self.scalar()) for n in range(1 + k)] for k in range(self.random.randint(2, 4))]

        def make(i):
            kind = self.random.randrange(len(forms))
            return {"type": "kind" + str(kind), **self.object(forms[kind], i)}

        return make

    def records_of_kinds(self):
        make = self.kinds()
        return lambda i: [make(i) for _ in range(self.random.randint(0, 4))]

    def odd(self):
        """One document in all has another kind of value."""
        usual, other = self.random.choice([(self.words(), lambda i: None), (self.scalar(), self.record()), (lambda i: i, lambda i: "n/a"),
                                           (self.record(), lambda i: []), (lambda i: i, lambda i: 0.5)])
        which = self.random.randrange(20)
        return lambda i: other(i) if i == which else usual(i)

    # References: where they stand and what they look like.

    def link(self, name, target, number):
        form = self.random.choice(WRITTEN)
        shape = self.random.choice(["field", "field", "array", "either", "tree", "copies", "inner", "keys"])
        field = {"field": "{}Id", "array": "{}Ids", "either": "{}", "tree": "{}Thread", "copies": "{}", "inner": "the{}", "keys": "by{}"}[shape].format(target.rstrip("s")) + ("" if number == 0 else str(number))
        missing = self.random.choice([None, "", "absent"])
        # Few repeat where each comes once.
        pool = self.random.sample(self.keys[target], self.random.randint(len(self.keys[target]) // 2, len(self.keys[target])))

        most = self.random.choice([1, 4, 4])

        def one():
            return self.written(target, form, self.random.choice(pool))

        def several():
            return [self.written(target, form, key) for key in self.random.sample(pool, self.random.randint(0, min(most, len(pool))))]

        def grow(level):
            """Things of one shape in each other."""
            count = self.random.randint(0, 2) if level else 0
            return {"by": one(), "note": self.random.choice(WORDS), "votes": self.random.randint(0, 9), "replies": [grow(level - 1) for _ in range(count)]}

        twice = self.random.random() < 0.5
        as_objects = len(self.keys[target]) % 2 == 1

        def make(i):
            if shape == "field":
                return one() if self.random.random() < 0.9 or missing == "absent" else missing
            if shape == "array":
                return several()
            if shape == "either":
                return one() if self.random.random() < 0.7 else several()
            if shape == "tree":
                return [grow(2) for _ in range(self.random.randint(0, 2))]
            if shape == "copies":
                met = several()
                return [{"_id": key, "rank": n} for n, key in enumerate(met + met[:1] if twice else met)]
            if shape == "inner":
                return {"_id": one(), "since": self.random.randint(2000, 2024)}
            keys = [key["$oid"] if isinstance(key, dict) and "$oid" in key else str(key) for key in several() if not (isinstance(key, dict) and "$numberDouble" in key)]
            if as_objects:
                return {key: {"rank": self.random.randint(1, 9), "said": WORDS[len(key) % len(WORDS)]} for key in keys}
            return {key: self.random.randint(1, 9) for key in keys}

        return field, (0.85 if missing == "absent" else 1), make

    def fill(self, name, plan):
        return [self.object(plan, i) for i in range(len(self.keys[name]))]
