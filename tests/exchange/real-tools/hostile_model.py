# SPDX-License-Identifier: Apache-2.0
"""A model of all that can be in one: every BSON type, every option of collections, every kind of index, every placement,
and names that end quotes, comments, and lines, or are words of languages."""

TYPES = ('double string object array binData undefined objectId bool date null regex dbPointer javascript symbol '
         'javascriptWithScope int timestamp long decimal minKey maxKey').split()

NAMES = ['', ' ', 'a b', 'a.b', '$dollar', 'pri$ce', 'quote"double', "quote'single", 'back`tick', 'back\\slash', 'line\nbreak',
         'return\rhere', 'tab\there', 'end */ comment', '<!-- -->', '</script><b>&amp;', '-- dashes', '// slashes', '# hash',
         '{{brace}}', '{', '}', '[bracket]', '(paren)', 'semi;colon', 'comma,', 'pipe|pipe', '=1+1', '@at', '%percent%',
         '\U0001f600', 'größe', '数量', '\u202eright', 'nul\u2028line', '1digit', '_underscore', '__proto__', 'constructor',
         'prototype', 'hasOwnProperty', 'toString', 'then', 'type', 'id', 'Id', 'ID', 'save', 'errors', 'collection', 'model',
         'model_config', 'schema', 'json', 'dict', 'copy', 'fields', 'validate', 'construct', 'class', 'def', 'None', 'True', 'self',
         'import', 'from', 'async', 'await', 'null', 'true', 'enum', 'Table', 'Ref', 'Note', 'Project', 'String', 'Int', 'Json',
         'DateTime', 'Date', 'graph', 'node', 'edge', 'subgraph', 'strict', 'entity', 'one', 'many', 'to', 'end', 'style',
         'erDiagram', '@startuml', '@enduml', 'x' * 300, 'é' * 150, 'func', 'package', 'interface', 'int', 'public', 'namespace',
         'record', 'object', 'a-b', 'a_b', 'a b ', 'date', 'list', 'Any', 'Optional', 'ObjectId', 'Document', 'BaseModel', 'Field',
         '$$', '$ref', '~', '^', '*', '?', '!', '\\"', '"""', "'''", '\\', '${x}', '%s', '&', '<', '>', 'byte\ufefforder']

# What PCRE has, and JavaScript, Python, or neither; with "|" after it, any sample matches.
PATTERNS = ['(?i)^x', '(?>x)+', 'x++', '^(?=a)ab', '(?<!a)b', '(a)\\1', '[[:alpha:]_]+', '[a&&b~~c--d]', '\\p{Greek}+', '[[]', '\\h\\R',
            '^\\d{4}-\\w\\b', '[^\\s]{1,900}', '(?P<x>a)b', '\\Qa.b\\E', '(?m)^a$', '(?s).', 'a{2', ']', '(?#no)a', '\\x{1f388}', '/']

COLLATION = {'locale': 'de', 'strength': 2}


def _rank(number):
    return 'V%06dV' % number


class _Items(dict):
    """Items by id, in the order in which they are added."""

    def add(self, item_id, item):
        item['order'] = _rank(len(self))
        self[item_id] = item
        return item_id


def _types_entity():
    fields = _Items()
    fields.add('types-id', {'name': '_id', 'types': ['objectId'], 'required': True})
    for name in TYPES:
        fields.add('t-' + name, {'name': name, 'types': [name], 'description': 'One of "%s" */ \'\'\' """ ` \\ \n# line' % name})
        fields.add('l-' + name, {'name': name + 's', 'types': [name], 'array': True, 'required': True,
                                 'length': {'min': 0, 'likely': 2, 'max': 9}})
        fields.add('m-' + name, {'name': name + ' map', 'types': [name], 'map': True, 'length': {'likely': 2}})
        fields.add('n-' + name, {'name': name + '_or_null', 'types': sorted({name, 'null'})})
    fields.add('t-any', {'name': 'any'})
    fields.add('t-all', {'name': 'all', 'types': TYPES})
    fields.add('t-numbers', {'name': 'numbers', 'types': ['double', 'int', 'long'], 'minimum': 0.5, 'maximum': 1e300})
    fields.add('t-exact', {'name': 'exact', 'types': ['int'], 'exact_type': True, 'minimum': -5, 'maximum': 5, 'default': 0})
    fields.add('t-money', {'name': 'money', 'types': ['decimal'], 'minimum': {'$numberDecimal': '0.01'}})
    fields.add('t-since', {'name': 'since', 'types': ['date'], 'minimum': {'$date': '1960-01-01T00:00:00Z'}})
    fields.add('t-code', {'name': 'code', 'types': ['string'], 'required': True, 'min_length': 1, 'max_length': 20,
                          'pattern': '^[a-z"\'`/\\\\]{1,20}$', 'default': 'a"\'\\'})
    for i, pattern in enumerate(PATTERNS):
        fields.add('t-pattern-%d' % i, {'name': 'pattern %d' % i, 'types': ['string'], 'pattern': pattern + '|'})
    fields.add('t-enum', {'name': 'status', 'types': ['string'], 'enum': ['a', 'b c', '"', "'", '`', '\\', '*/', '1', 'None', 'a-b',
                                                                        'é', '', 'line\nbreak', '${x}'], 'default': 'b c'})
    fields.add('t-codes', {'name': 'codes', 'types': ['int'], 'enum': [1, 2, -3], 'array': True})
    fields.add('t-mixed', {'name': 'mixed_enum', 'types': ['string', 'int', 'null'], 'enum': ['a', 1, None]})
    fields.add('t-bool', {'name': 'yes', 'types': ['bool'], 'default': True})
    fields.add('t-ratio', {'name': 'ratio', 'types': ['double'], 'default': 0.1})
    fields.add('t-single', {'name': 'single', 'types': ['string', 'int'], 'array': True, 'single': True, 'nullable': True})
    fields.add('t-unique', {'name': 'unique', 'types': ['string'], 'unique': True, 'required': True, 'meaning': 'email',
                            'size': {'likely': 12}})
    fields.add('t-uuid', {'name': 'uuid', 'types': ['binData'], 'subtype': 4, 'meaning': 'uuid'})
    point = _Items()
    point.add('p-type', {'name': 'type', 'types': ['string'], 'required': True, 'enum': ['Point']})
    point.add('p-coordinates', {'name': 'coordinates', 'types': ['double'], 'array': True, 'required': True,
                                'length': {'min': 2, 'likely': 2, 'max': 2}})
    fields.add('t-place', {'name': 'place', 'types': ['object'], 'fields': point})
    deep, inner = 'level 9', {'name': 'leaf', 'types': ['string']}
    for level in range(9, 0, -1):
        inner = {'name': 'level %d' % level, 'types': ['object'], 'array': level % 2 == 0,
                 'fields': {'%s-%d' % ('deep', level + 1): {**inner, 'order': 'V'}}}
    fields.add('deep-1', inner)
    return {'name': 'types', 'fields': fields, 'closed': True, 'validation_level': 'moderate', 'validation_action': 'warn',
            'description': 'All types */ of BSON """ \'\'\' `', 'count': {'min': 1, 'likely': 1000, 'max': 100000}}


def _names_entity():
    fields = _Items()
    fields.add('names-id', {'name': '_id', 'types': ['string'], 'required': True})
    for i, name in enumerate(NAMES):
        fields.add('n%d' % i, {'name': name, 'types': ['string'], 'required': i % 2 == 0, 'description': name})
    inner = _Items()
    for i, name in enumerate(NAMES):
        inner.add('i%d' % i, {'name': name, 'types': ['int'], 'required': i % 3 == 0})
    fields.add('names-inner', {'name': 'inner object', 'types': ['object'], 'array': True, 'fields': inner})
    return {'name': 'names', 'fields': fields}


def _index(keys, **options):
    return {'keys': [{'path': path, 'how': how} for path, how in keys], **options}


def _indexed_entity():
    fields = _Items()
    for name in 'a b c d e f'.split():
        fields.add('x-' + name, {'name': name, 'types': ['string' if name in 'ab' else 'int'], 'required': True})
    place = _Items()
    place.add('x-place-type', {'name': 'type', 'types': ['string'], 'required': True})
    place.add('x-place-coordinates', {'name': 'coordinates', 'types': ['double'], 'array': True, 'required': True,
                                      'length': {'min': 2, 'likely': 2, 'max': 2}})
    fields.add('x-place', {'name': 'place', 'types': ['object'], 'fields': place})
    fields.add('x-flat', {'name': 'flat', 'types': ['double'], 'array': True, 'length': {'min': 2, 'likely': 2, 'max': 2}})
    fields.add('x-at', {'name': 'at', 'types': ['date'], 'required': True})
    fields.add('x-tags', {'name': 'tags', 'types': ['string'], 'array': True})
    indexes = _Items()
    indexes.add('k1', _index([('x-a', '1')], unique=True, name='it\'s "unique" */'))
    indexes.add('k2', _index([('x-a', '1'), ('x-b', '-1')], sparse=True))
    indexes.add('k3', _index([('x-b', 'text')], options={'weights': {'b': 5}, 'default_language': 'german'}))
    indexes.add('k4', _index([('x-c', 'hashed')]))
    indexes.add('k5', _index([('x-place', '2dsphere')]))
    indexes.add('k6', _index([('x-flat', '2d')]))
    indexes.add('k7', _index([('x-at', '1')], expire_after=3600))
    indexes.add('k8', _index([('x-d', '1')], partial={'d': {'$gt': 5}}, hidden=True))
    indexes.add('k9', _index([('=$**', '1')], options={'wildcardProjection': {'e': 1}}))
    indexes.add('k10', _index([('x-e', '1')], collation=COLLATION))
    indexes.add('k11', _index([('x-tags', '1'), ('x-f', '-1')], unique=True, partial={'f': {'$exists': True}}))
    return {'name': 'indexed', 'fields': fields, 'indexes': indexes, 'collation': COLLATION,
            'shard_key': [{'path': 'x-c', 'how': 'hashed'}]}


def _small(name, *more, **options):
    fields = _Items()
    fields.add(name + '-id', {'name': '_id', 'types': ['objectId'], 'required': True})
    fields.add(name + '-label', {'name': 'label', 'types': ['string'], 'required': True})
    for item_id, field in more:
        fields.add(item_id, field)
    return {'name': name, 'fields': fields, 'count': {'min': 1, 'likely': 100, 'max': 10000}, **options}


def make():
    """The model as what a .squill file holds."""
    entities, relationships, operations = _Items(), _Items(), _Items()
    entities.add('types', _types_entity())
    entities.add('names', _names_entity())
    entities.add('indexed', _indexed_entity())
    entities.add('capped', _small('capped', capped=True, capped_size=1048576, capped_documents=100))
    entities.add('clustered', _small('clustered', clustered=True, expire_after=86400))
    entities.add('series', _small('series', ('series-at', {'name': 'at', 'types': ['date'], 'required': True}),
                                  ('series-sensor', {'name': 'sensor', 'types': ['string'], 'required': True}),
                                  time_field='series-at', meta_field='series-sensor', granularity='minutes',
                                  expire_after=3600))
    entities.add('nothing', {'name': 'nothing'})
    for i, name in enumerate(["it's", 'say "it"', 'two words', 'a.dotted.name', '\U0001f600', 'class', 'Table', '0123', 'x' * 200,
                              'line\nbreak', 'end */ of', '--', 'String', 'Names', 'names_']):
        entities.add('e%d' % i, _small(name))
    placements = ['embed-one', 'embed-many', 'child-references', 'parent-reference', 'two-way', 'junction', 'subset', 'bucket']
    for i, placement in enumerate(placements):
        many = placement in ('two-way', 'junction')
        relationships.add('r%d' % i, {
            'name': 'line "%d" */ \'\'\'\n`' % i, 'parent': 'e%d' % i, 'child': 'e%d' % ((i + 1) % len(placements)),
            'placement': placement, 'children': {'min': 0, 'likely': 1 if placement == 'embed-one' else 5,
                                                 'max': 1 if placement == 'embed-one' else 50},
            'parents': {'min': 0, 'likely': 3, 'max': 20} if many else {'min': 1, 'likely': 1, 'max': 1},
            **({'bound': 5} if placement in ('subset', 'bucket') else {}),
            **({'ordering': 'time'} if placement in ('subset', 'bucket') else {})})
    relationships.add('tree', {'name': 'children', 'parent': 'e8', 'child': 'e8', 'placement': 'embed-many',
                               'children': {'min': 0, 'likely': 1, 'max': 3}, 'parents': {'min': 0, 'likely': 1, 'max': 1}})
    relationships.add('boss', {'name': 'boss', 'parent': 'e9', 'child': 'e9', 'placement': 'parent-reference',
                               'children': {'min': 0, 'likely': 5, 'max': 9}, 'parents': {'min': 0, 'likely': 1, 'max': 1}})
    relationships.add('one', {'name': 'one to one', 'parent': 'e10', 'child': 'e11', 'placement': 'parent-reference',
                              'children': {'min': 0, 'likely': 1, 'max': 1}, 'parents': {'min': 1, 'likely': 1, 'max': 1}})
    for kind in ('find', 'aggregate', 'insert', 'update', 'delete'):
        operations.add('o-' + kind, {'name': '%s "it" */\n' % kind, 'operation': kind, 'entity': 'names',
                                     'filter': [{'path': 'n6', 'how': 'eq'}], 'rate': 5, 'per': 'second'})
    return {'format': 'squill/model', 'version': 1, 'name': 'hostile "names" */ \'\'\' --> of\nthings', 'description': '*/ """',
            'entities': entities, 'relationships': relationships, 'operations': operations}


if __name__ == '__main__':
    import json
    import sys
    json.dump(make(), sys.stdout)
