# SPDX-License-Identifier: Apache-2.0
"""A database is chosen, read, reviewed and drawn with the pointer and the keys; what changes in it
comes into the model."""

import json
import os
import re

from driver import DIAGRAM, INSPECTOR, check, check_equal, main, wait_for


def write(path, documents):
    with open(path, 'w', encoding='utf-8') as file:
        for document in documents:
            file.write(json.dumps(document) + '\n')


def make_database(desk):
    folder = desk.path('shop')
    os.mkdir(folder)
    write(os.path.join(folder, 'customers.json'),
          [{'_id': 'c%03d' % i, 'name': 'N%d' % i} for i in range(40)])
    write(os.path.join(folder, 'orders.json'),
          [{'_id': i, 'customerId': 'c%03d' % (i % 40), 'total': i * 3} for i in range(200)])
    return folder


def start_with_recent(desk, source):
    """The program, which remembers a place."""
    settings = desk.path('config', 'glib-2.0', 'settings')
    os.makedirs(settings)
    with open(os.path.join(settings, 'keyfile'), 'w', encoding='utf-8') as file:
        file.write('[io/github/squill/Squill]\nrecent-connections=[%r]\n' % source)
    return desk.start(GSETTINGS_BACKEND='keyfile')


def a_database_becomes_a_diagram_and_stays_up_to_date(desk):
    folder = make_database(desk)
    program = start_with_recent(desk, folder)
    program.key('ctrl+i')
    program.find('label', 'Choose a source')
    # No address: it is told where it was typed, and the dialog stays.
    program.type('http://localhost')
    program.key('Return')
    program.find('label', 'The address of a server begins with mongodb:// or mongodb+srv://')
    program.key('ctrl+a', 'BackSpace')
    program.click(program.reveal('label', folder))
    program.find('label', '2 collections will be read')
    program.press('button', 'Read')
    program.find('label', 'Review the findings')
    program.find('label', 'orders.customerId → customers._id')

    # What speaks for it is there when it is asked for.
    program.press('button', re.compile('^Evidence for orders.customerId'))
    program.find('label', re.compile('Children per parent: 5'))
    program.press('button', 'Draw')
    program.find('label', re.compile('^2 collections'))
    program.card('orders')
    program.card('customers')

    # A field more in the database comes into the model.
    write(os.path.join(folder, 'customers.json'),
          [{'_id': 'c%03d' % i, 'name': 'N%d' % i, 'loyalty': i} for i in range(40)])
    program.key('ctrl+r')
    program.find('label', 'What Changed')
    # Its line selects it.
    program.press('label', re.compile('loyalty'))
    program.key('Escape')
    wait_for(lambda: not program.find_all('label', 'What Changed'), 'the end of the list')
    program.find('label', 'loyalty', within=INSPECTOR)
    program.key('ctrl+z')
    program.find('button', 'Redo')

    program.key('ctrl+w')
    program.press('button', re.compile('Discard$'))
    program.wait_end()


def what_is_rejected_is_not_drawn(desk):
    folder = make_database(desk)
    program = start_with_recent(desk, folder)
    program.key('ctrl+i')
    program.click(program.reveal('label', folder))
    program.press('button', 'Read')
    program.press('button', re.compile('^Reject orders.customerId'))
    program.find('label', re.compile('^Rejected · '))
    # Back and forth keeps what was read and decided.
    program.press('button', 'Back')
    program.find('label', 'Choose collections')
    program.key('Escape')
    wait_for(lambda: not program.find_all('label', 'Choose collections'), 'the end of the dialog')

    program.key('ctrl+i')
    program.click(program.reveal('label', folder))
    program.press('button', 'Read')
    program.press('button', re.compile('^Reject orders.customerId'))
    program.press('button', 'Draw')
    program.card('orders')
    check_equal(len([thing for thing in program.find_all('panel', within=DIAGRAM)
                     if thing.description.startswith(thing.name) and thing.name]), 2, 'the cards')
    check('→' not in program.card('orders').description, 'no reference was drawn')
    program.key('ctrl+w')
    program.press('button', re.compile('Discard$'))
    program.wait_end()


main(a_database_becomes_a_diagram_and_stays_up_to_date, what_is_rejected_is_not_drawn)
