# SPDX-License-Identifier: Apache-2.0
"""Whatever one can press, type into or choose from has a name for those who do not see it."""

import json
import os
import re

from driver import check_equal, get_gtk_version, main

CONTROLS = ('button', 'check box', 'combo box', 'entry', 'text', 'password text', 'radio button',
            'slider', 'spin button', 'switch', 'toggle button', 'page tab', 'link', 'menu item')

# GTK calls a thing without a name by the name of its type.
NO_NAME = re.compile(r'^(|(Gtk|Adw|Squill)[A-Z]\w*)$')


# What is named by itself and by its row, or with its mnemonic and without, is read twice.
DOUBLED = re.compile(r'^(.+) \1$')
# The row of an entry has its title twice, of which one is seen: newer versions of GTK read both.
IS_NAMED_BY_PARTS = get_gtk_version() >= (4, 10)


def find_nameless(program):
    return [str(thing) for thing in program.look().walk()
            if thing.has('focusable') and DOUBLED.match(thing.name.replace('_', '')) and
            not (IS_NAMED_BY_PARTS and thing.role == 'list item') and thing.is_seen()] + ['%s in %s' % (thing, ' in '.join(above.name for above in thing.above() if above.name))
            for thing in program.look().walk()
            if thing.role in CONTROLS and thing.has('focusable') and NO_NAME.match(thing.name) and
            # GTK's combo box has a button within that is never told apart from it.
            not (thing.parent.role == 'combo box' and not NO_NAME.match(thing.parent.name))]


def every_control_of_an_empty_window_has_a_name(desk):
    program = desk.start()
    check_equal(find_nameless(program), [], 'controls without a name')


def every_control_on_the_way_from_a_database_has_a_name(desk):
    with open(desk.path('books.json'), 'w', encoding='utf-8') as file:
        for number in range(20):
            file.write(json.dumps({'_id': number, 'author': number % 5, 'map':
                                   {'%024x' % (number * 7919 + i): i for i in range(9)}}) + '\n')
    with open(desk.path('authors.json'), 'w', encoding='utf-8') as file:
        for number in range(5):
            file.write(json.dumps({'_id': number, 'name': 'N%d' % number}) + '\n')
    settings = desk.path('config', 'glib-2.0', 'settings')
    os.makedirs(settings)
    with open(os.path.join(settings, 'keyfile'), 'w', encoding='utf-8') as file:
        file.write('[io/github/squill/Squill]\nrecent-connections=[%r]\n' % desk.folder)
    program = desk.start(GSETTINGS_BACKEND='keyfile')
    program.key('ctrl+i')
    program.find('label', 'Choose a source')
    check_equal(find_nameless(program), [], 'controls without a name')
    program.click(program.reveal('label', desk.folder))
    program.find('label', 'Choose collections')
    check_equal(find_nameless(program), [], 'controls without a name')
    program.press('button', 'Read')
    program.find('label', 'Review the findings')
    check_equal(find_nameless(program), [], 'controls without a name')


def every_control_of_an_export_has_a_name(desk):
    path = desk.path('cms.squill')
    with open(os.path.join(desk.source, 'data', 'examples', 'cms.squill'), 'rb') as source:
        with open(path, 'wb') as copy:
            copy.write(source.read())
    program = desk.start(path)
    check_equal(find_nameless(program), [], 'controls without a name')
    program.press('button', 'Export')
    program.find('radio button', 'SVG picture')
    check_equal(find_nameless(program), [], 'controls without a name')


def every_control_of_a_question_and_of_the_tour_has_a_name(desk):
    program = desk.start()
    program.press('button', re.compile('^Take a tour'))
    program.find('button', 'Next')
    check_equal(find_nameless(program), [], 'controls without a name')
    program.press('button', 'End Tour')
    program.key('ctrl+n', 'Return', 'ctrl+w')
    program.find('button', 'Cancel')
    check_equal(find_nameless(program), [], 'controls without a name')


main(every_control_of_a_question_and_of_the_tour_has_a_name, every_control_of_an_export_has_a_name, every_control_on_the_way_from_a_database_has_a_name, every_control_of_an_empty_window_has_a_name)
