# SPDX-License-Identifier: Apache-2.0
"""Files that are not as they should be: what is wrong is told, and nothing is lost."""

import json
import os
import re

from driver import check, check_equal, main, wait_for


def a_broken_file_is_told_with_its_place(desk):
    path = desk.path('broken.squill')
    with open(path, 'w', encoding='utf-8') as file:
        file.write('{\n  "format": "squill/model",\n  "version": 1,\n  "entities": [}\n}\n')
    program = desk.start(path)
    program.find('label', '“broken.squill” could not be opened')
    program.find('label', re.compile(r'Line 4, column \d+'))
    program.key('Escape')
    program.wait_gone('label', '“broken.squill” could not be opened')
    # The window is there, and empty.
    program.find('button', re.compile('^New entity'))
    program.key('ctrl+w')
    program.wait_end()


def a_file_of_a_newer_version_can_only_be_looked_at(desk):
    path = desk.path('newer.squill')
    with open(os.path.join(desk.source, 'data', 'examples', 'hosts.squill'),
              encoding='utf-8') as file:
        model = json.load(file)
    model['version'] = 1000
    with open(path, 'w', encoding='utf-8') as file:
        json.dump(model, file)
    with open(path, 'rb') as file:
        before = file.read()
    program = desk.start(path)
    program.find('label', re.compile('newer version of Squill'))
    program.click(program.card('hosts'), at=(0.5, 0.2))
    wait_for(lambda: 'ipaddr' in program.documents(), 'its documents')
    # Neither keys nor the tool change anything.
    program.key('Delete', 'ctrl+n', 'F2')
    program.key('1')
    program.card('hosts')
    check(not program.can('Undo'), 'nothing was changed')
    check_equal([card.name for card in program.find_all('panel', 'entity')], [], 'new entities')
    program.key('ctrl+w')
    program.wait_end()
    with open(path, 'rb') as file:
        check_equal(file.read(), before, 'the file')


main(a_broken_file_is_told_with_its_place, a_file_of_a_newer_version_can_only_be_looked_at)
