#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Hands exports to the programs in Python that they are for: check-exports.py JOBS RESULTS, as check-exports.mjs."""

import csv
import json
import sys


def check_pdf(job):
    import pypdf

    for file in job['files']:
        reader = pypdf.PdfReader(file, strict=True)
        if not reader.pages:
            raise ValueError('no page')
        for page in reader.pages:
            page.extract_text()


def check_png(job):
    from PIL import Image

    for file in job['files']:
        with Image.open(file) as image:
            image.load()


def check_csv(job):
    """Rows of equal length, and no cell that a spreadsheet computes."""
    for file in job['files']:
        with open(file, newline='', encoding='utf-8') as stream:
            rows = list(csv.reader(stream, strict=True))
        for row in rows:
            if len(row) != len(rows[0]):
                raise ValueError('%d cells in %r' % (len(row), row[:3]))
            for cell in row:
                if cell[:1] in ('=', '+', '@', '-', '\t', '\r') and not cell.lstrip('-').replace('.', '').isdigit():
                    raise ValueError('a formula: %r' % cell)


def check_pydantic(job):
    """Classes that are complete, and take each sample as PyMongo gives it. Documents of Beanie want a server for that."""
    import importlib.util
    import os
    import re
    import warnings

    import bson.json_util

    options = bson.json_util.JSONOptions(json_mode=bson.json_util.JSONMode.CANONICAL)
    for file in job['files']:
        name = 'exported_%s' % re.sub(r'\W', '_', file)
        spec = importlib.util.spec_from_file_location(name, file)
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        sys.dont_write_bytecode = True
        with warnings.catch_warnings():
            warnings.simplefilter('error')
            spec.loader.exec_module(module)
            for model in module.COLLECTIONS.values():
                model.model_rebuild()
        for collection, model in module.COLLECTIONS.items():
            samples = os.path.join(job['samples'], collection.replace('/', '_') + '.ndjson')
            if 'beanie' in job['label'] or not os.path.exists(samples):
                continue
            with open(samples, encoding='utf-8') as stream:
                for line in stream:
                    if '$undefined' in line or '$dbPointer' in line or '$symbol' in line:
                        continue
                    document = bson.decode(bson.encode(bson.json_util.loads(line, json_options=options)))
                    model.model_validate(document)


def check_csharp(job):
    """Its grammar, as no compiler of its newer versions can be had everywhere."""
    import tree_sitter
    import tree_sitter_c_sharp

    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_c_sharp.language()))
    for file in job['files']:
        with open(file, 'rb') as stream:
            source = stream.read()
        open_nodes = [parser.parse(source).root_node]
        while open_nodes:
            node = open_nodes.pop()
            if node.is_error or node.is_missing:
                raise ValueError('line %d: %r' % (node.start_point[0] + 1, source[node.start_byte:node.end_byte][:200]))
            if node.has_error:
                open_nodes += node.children


def check_graphml(job):
    import networkx

    for file in job['files']:
        graph = networkx.read_graphml(file, force_multigraph=True)
        if not graph.nodes or not all('name' in data for _, data in graph.nodes(data=True)):
            raise ValueError('nodes without names')


def check_mongodump(job):
    """BSON that PyMongo decodes, and beside each file what mongorestore makes the collection of."""
    import bson
    import bson.json_util

    names = {file for file in job['files'] if file.endswith('.metadata.json')}
    if not names or len(names) * 2 != len(job['files']):
        raise ValueError('files of documents and of metadata do not pair: %d of %d' % (len(names), len(job['files'])))
    for file in job['files']:
        if file in names:
            with open(file, encoding='utf-8') as stream:
                metadata = bson.json_util.loads(stream.read())
            for index in metadata['indexes']:
                if not index['key'] or not index['name'] or index['v'] != 2:
                    raise ValueError('an index without keys, name or version: %r' % index)
        else:
            with open(file, 'rb') as stream:
                bson.decode_all(stream.read())


CHECKS = {'pdf': check_pdf, 'png': check_png, 'csv': check_csv, 'pydantic': check_pydantic, 'csharp': check_csharp,
          'graphml': check_graphml, 'mongodump': check_mongodump}


def main():
    with open(sys.argv[1], encoding='utf-8') as file:
        jobs = json.load(file)
    with open(sys.argv[2], 'w', encoding='utf-8') as results:
        for i, job in enumerate(jobs):
            if job['tool'] not in CHECKS:
                continue
            result = {'job': i}
            try:
                CHECKS[job['tool']](job)
            except Exception as fault:  # noqa: whatever a tool throws is what it says
                result['fault'] = ('%s: %s' % (type(fault).__name__, fault))[:1000]
            results.write(json.dumps(result) + '\n')


if __name__ == '__main__':
    main()
