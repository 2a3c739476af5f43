# SPDX-License-Identifier: Apache-2.0
"""A database on a server becomes a model; it changes, and the model follows, but what was moved stays
where it stands."""

import json
import os
import re
import shutil
import subprocess

from driver import DIAGRAM, Skip, check, check_equal, main, wait_for

DATABASE = 'squill_test_drive'
SKIPPED = 77


class Server:
    """A fresh server, and the side that writes to it."""

    def __init__(self, desk):
        self.writer = os.path.join(desk.build, 'tests', 'server', 'live-writer')
        self.process = subprocess.Popen([self.writer, 'serve'], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.uri = self.process.stdout.readline().strip()
        if not self.uri:
            reason = self.process.communicate()[1].strip().replace('\n', ' ')
            if self.process.returncode == SKIPPED:
                raise Skip('skipped: ' + reason)
            raise AssertionError(reason)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.stdin.close()
        self.process.wait()

    def call(self, *arguments, text=None):
        done = subprocess.run([self.writer] + [str(a) for a in arguments], input=text,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        check_equal(done.returncode, 0, done.stderr.decode())
        return done.stdout.decode().strip()

    def load(self, collection, lines):
        """Inserts documents of Extended JSON, one a line."""
        count = self.call('load', self.uri, DATABASE, collection, text=lines)
        self.call('settle', self.uri, DATABASE, collection, count)

    def run(self, command):
        self.call('run', self.uri, DATABASE, json.dumps(command))


def unpack(desk, collection):
    if shutil.which('xz') is None:
        raise Skip('xz is not installed')
    path = desk.dataset('atlas-sample', 'json', 'sample_analytics', collection + '.json.xz')
    return subprocess.run(['xz', '-dc', path], stdout=subprocess.PIPE, check=True).stdout


def find_positions(path):
    """Where each entity stands, by its name, as the model's file has it."""
    places = {}

    def look(part):
        if isinstance(part, dict):
            for key, value in part.items():
                if isinstance(value, dict) and 'x' in value and 'y' in value:
                    places[names.get(key, key)] = value['x'], value['y']
                look(value)
        elif isinstance(part, list):
            for value in part:
                look(value)

    with open(path, encoding='utf-8') as file:
        model = json.load(file)
    names = {key: entity.get('name') for key, entity in model['entities'].items()}
    look(model)
    return places


def import_database(program, server):
    """Through the assistant, from the address to the picture."""
    program.key('ctrl+i')
    program.click(program.find('text', 'Address'))
    program.type('%s%s' % (server.uri, DATABASE))
    wait_for(lambda: program.find('button', 'Connect').has('sensitive'), 'the address to be one')
    program.key('Return')
    program.press('button', 'Read')
    # What could be read whole is shown at once.
    program.find(('radio button', 'toggle button', 'page tab', 'button'), re.compile('^References'))
    program.press('button', 'Draw')
    program.card('customers')
    program.card('accounts')


def move(program, name, by):
    x, y = program.header(program.card(name))
    program.desk.drag((x, y), (x + by[0], y + by[1]))


def save_as(program, path):
    program.key('ctrl+s')
    program.editing('Name:')
    program.key('ctrl+a')
    program.type(path)
    program.key('Return')
    wait_for(lambda: os.path.exists(path), 'the file')


def save(program, path):
    inode = os.stat(path).st_ino
    program.key('ctrl+s')
    wait_for(lambda: os.stat(path).st_ino != inode, 'the file to be replaced')


def a_database_that_changes_is_followed(desk):
    accounts = unpack(desk, 'accounts')
    customers = unpack(desk, 'customers')
    with Server(desk) as server:
        server.run({'dropDatabase': 1})
        server.load('accounts', accounts)
        server.load('customers', customers)
        program = desk.start()
        path = desk.path('analytics.squill')
        import_database(program, server)

        before = program.place(program.card('customers'))
        move(program, 'customers', (60, 90))
        wait_for(lambda: program.place(program.card('customers')) != before, 'the card to move')
        save_as(program, path)
        placed = find_positions(path)
        check_equal(sorted(placed), ['accounts', 'customers'], 'the entities that have a place')

        # Another field, and another collection that refers to the first.
        server.load('customers', b'{"_id": 1, "username": "new", "nickname": "n"}\n')
        server.load('visits', b'\n'.join(b'{"_id": %d, "username": "user%d", "pages": %d}' % (n, n, n % 7)
                                         for n in range(50)))
        program.press('button', 'Menu')
        program.find('menu item', re.compile('^Refresh from the Database')).activate()
        program.find(None, re.compile('visits'))
        program.key('Escape')
        program.card('visits')
        save(program, path)
        after = find_positions(path)
        check_equal(after['customers'], placed['customers'], 'where customers stand')
        check_equal(after['accounts'], placed['accounts'], 'where accounts stand')
        check('visits' in after, 'the new collection has a place')
        with open(path, encoding='utf-8') as file:
            check('nickname' in file.read(), 'the new field')

        # Now they say the same.
        check_equal(desk.run_cli('drift', path, server.uri + DATABASE).returncode, 0,
                    'how they differ')
        program.key('ctrl+w')
        program.wait_end()
        server.run({'dropDatabase': 1})


main(a_database_that_changes_is_followed)
