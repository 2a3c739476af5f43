# SPDX-License-Identifier: Apache-2.0
"""From nothing to a model that was drawn, warned of, mended, taken back, saved and opened again."""

import json
import os
import re

from driver import DIAGRAM, INSPECTOR, PANEL, TOOLS, check, check_equal, main, wait_for


def add_fields(program, *fields):
    """Goes on where a new field is being typed."""
    for field in fields:
        program.editing('New field')
        program.type(field)
        program.key('Return')
    program.editing('New field')
    program.key('Escape')


def draw_entities(program):
    desk = program.desk

    # With the button that stands on the empty page ...
    program.press('button', re.compile('^New entity'))
    check_equal(program.editing('Name').text(), 'entity', 'the name to be changed')
    program.type('hosts')
    program.key('Return')
    hosts = program.card('hosts')
    program.wait_gone('button', re.compile('^New entity'))

    # ... and on the empty diagram.
    x, y, width, height = program.place(hosts)
    desk.click((x + width + 120, y - 120), times=2)
    program.editing('Name')
    program.type('logmsg')
    program.key('Return')
    program.card('logmsg', re.compile('1 field'))

    # Fields by the row at the card's end, or from one to the next by Enter.
    x, y, width, height = program.place(hosts)
    program.click(hosts, at=(0.5, 0.2))
    desk.click((x + 60, y + height + 10))
    add_fields(program, 'ipaddr: string', 'name: string')
    program.card('hosts', re.compile('3 fields'))
    program.click(program.card('logmsg'), at=(0.5, 0.2))
    program.key('Return')
    add_fields(program, 'time: date', 'message: str')
    program.card('logmsg', re.compile('3 fields'))


def draw_and_delete(program):
    """With the tool: by a click, or with the keys alone."""
    x, y, width, height = program.place(program.card('hosts'))
    program.key('e')
    wait_for(lambda: program.find('button', 'Entity', within=TOOLS).has('pressed'),
             'the tool for entities')
    program.desk.click((x + 60, y + height + 80))
    program.editing('Name')
    program.type('one')
    program.key('Return')
    program.card('one')
    program.key('e', 'Down', 'Return')
    program.editing('Name')
    # A name that is taken is told of where it is typed, and not kept.
    program.type('one')
    program.key('Return')
    check(program.editing('Name').description != '', 'what is wrong with the name')
    program.key('ctrl+a')
    program.type('two')
    program.key('Return')
    program.card('two')
    program.key('Delete')
    program.wait_gone('panel', 'two', within=DIAGRAM)
    program.click(program.card('one'), at=(0.2, 0.3))
    program.key('Delete')
    program.wait_gone('panel', 'one', within=DIAGRAM)


def relate(program):
    desk = program.desk

    program.key('r')
    wait_for(lambda: program.find('button', 'Relationship', within=TOOLS)
             .has('pressed'), 'the tool for relationships')
    desk.drag(program.point(program.card('hosts'), (0.5, 0.2)),
              program.point(program.card('logmsg'), (0.5, 0.2)))
    program.editing('Name')
    program.type('logmsgs')
    program.key('Return')
    program.find('label', 'Relationship · hosts → logmsg')
    check(program.find('button', 'Select', within=TOOLS).has('pressed'),
          'the tool is put away')


def say_how_many(program):
    program.fill('Logmsg per host', '0..1000..inf')
    wait_for(lambda: program.find('text', 'Logmsg per host').text() == '0..1000..∞',
             'the triple to be understood')
    program.fill('Growth · per host and year', '1051200')
    # The line that decides is read out with the choice.
    program.click(program.find(('radio button', 'check box'), re.compile('^Embedded in hosts')))
    program.find('panel', re.compile('^Error: .*logmsgs'), within=INSPECTOR)


def find_error(program):
    return program.find('panel', re.compile('^Error: .*logmsgs'), within=PANEL)


def an_array_without_end_is_drawn_and_mended(desk):
    program = desk.start()
    path = desk.path('hosts.squill')
    draw_entities(program)
    draw_and_delete(program)
    relate(program)
    say_how_many(program)

    # The day that dates count from belongs to the model: nothing is selected.
    x, y, width, height = program.place(program.find('panel', 'Diagram'))
    desk.click((x + 30, y + 30))
    program.fill('Reference date', '2026-11-21')
    program.find('panel', re.compile('^Error: .*logmsgs'), within=INSPECTOR)
    program.click(program.card('hosts'), at=(0.5, 0.2))
    wait_for(lambda: 'logmsgs: [' in program.documents(), 'messages within the host')
    before = program.documents()

    program.press('page tab', re.compile('^Warnings'))
    error = find_error(program)
    check(re.search(r'16\sMiB on \d+\s\w+\s20\d\d', error.description),
          'the message has a date: ' + error.description)

    # Saved, another program says the same.
    program.key('ctrl+s')
    save_as(program, path)
    checked = desk.run_cli('check', '--format', 'json', path)
    check_equal(checked.returncode, 1, 'how the check ended')
    finding = next(f for f in json.loads(checked.stdout)['findings']
                   if f['rule'] == 'unbounded-array')
    check_equal(finding['message'], error.description, 'the message')

    # Mended, and taken back.
    # By its action: with GTK 4.18 a click on this button lands beside it, and why is not known yet.
    program.find('button', finding['fix']['label'], within=PANEL).activate()
    program.wait_gone('panel', re.compile('^Error: '), within=PANEL)
    program.press('page tab', 'Documents')
    wait_for(lambda: 'logmsgs: [' not in program.documents(), 'the array to go')
    after = program.documents()
    program.key('ctrl+z')
    wait_for(lambda: program.documents() == before, 'the documents as they were')
    program.key('ctrl+shift+z')
    wait_for(lambda: program.documents() == after, 'the documents mended again')

    # All the way back there is nothing, and all the way forth there is all of it.
    program.press_until('ctrl+z', 'Undo')
    program.find('button', re.compile('^New entity'))
    program.press_until('ctrl+shift+z', 'Redo')
    program.wait_gone('button', re.compile('^New entity'))
    program.click(program.card('hosts'), at=(0.5, 0.2))
    wait_for(lambda: program.documents() == after, 'the documents after all steps')

    # Saved where it was saved before, without a question.
    save(program, path)
    program.key('ctrl+w')
    program.wait_end()

    # And read again.
    with open(path, 'rb') as file:
        saved = file.read()
    check_equal(desk.run_cli('fmt', path).stdout, saved, 'the canonical form')
    program = desk.start(path)
    program.find('label', 'hosts')
    program.click(program.card('hosts'), at=(0.5, 0.2))
    wait_for(lambda: program.documents() == after, 'the same documents')
    save(program, path)
    with open(path, 'rb') as file:
        check_equal(file.read(), saved, 'the bytes saved again')
    program.key('ctrl+w')
    program.wait_end()


def save_as(program, path):
    program.editing('Name:')
    program.key('ctrl+a')
    program.type(path)
    program.key('Return')
    wait_for(lambda: os.path.exists(path), 'the file')


def save(program, path):
    inode = os.stat(path).st_ino
    program.key('ctrl+s')
    wait_for(lambda: os.stat(path).st_ino != inode, 'the file to be replaced')


main(an_array_without_end_is_drawn_and_mended)
