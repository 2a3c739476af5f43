# SPDX-License-Identifier: Apache-2.0
"""Documents that are there already become a model: read, arranged, warned of and shown."""

import re
import shutil

from driver import DIAGRAM, PANEL, check, check_equal, main, wait_for


def overlap(a, b):
    return (a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and
            a[1] < b[1] + b[3] and b[1] < a[1] + a[3])


def find_cards(program):
    """The cards are what on the diagram tells of itself."""
    return [thing for thing in program.find_all('panel', within=DIAGRAM)
            if thing.name and thing.get_kind() != DIAGRAM and
            thing.description.startswith(thing.name)]


def a_dump_that_is_opened_becomes_a_model(desk):
    folder = desk.path('OrderExample')
    shutil.copytree(desk.dataset('dbkoda', 'OrderExample'), folder)
    program = desk.start(folder)
    program.find('label', re.compile(r'^3 collections'))
    # All of them are in sight, each in a place of its own.
    wait_for(lambda: len(find_cards(program)) == 3, 'three cards')
    cards = find_cards(program)
    check_equal(sorted(card.name for card in cards), ['customers', 'orders', 'products'],
                'the cards')
    left, top, width, height = program.place(program.find('panel', 'Diagram'))
    places = [program.place(card) for card in cards]
    for i, place in enumerate(places):
        check(left <= place[0] and place[0] + place[2] <= left + width and
              top <= place[1] and place[1] + place[3] <= top + height,
              '%s is in sight' % cards[i])
        for other in places[:i]:
            check(not overlap(place, other), 'cards stand apart: %s, %s' % (place, other))

    # A document as they are, and what there is to say of them.
    desk.click(program.header(program.card('orders')))
    program.find('label', 'orders')
    wait_for(lambda: 'orderStatus' in program.documents(), 'a document of orders')
    program.press('page tab', re.compile('^Warnings'))
    wait_for(lambda: program.find_all('panel', re.compile('^(Error|Warning|Hint): '),
                                      within=PANEL) or
             program.find_all('label', 'No warnings', within=PANEL), 'the warnings')

    # It was never saved: that is asked about.
    program.key('ctrl+w')
    program.press('button', re.compile('Discard$'))
    program.wait_end()


main(a_dump_that_is_opened_becomes_a_model)
