# SPDX-License-Identifier: Apache-2.0
"""Work that is not saved is never lost without a question."""

import os
import re

from driver import check, main

QUESTION = 'Save Changes?'


def draw_something(desk):
    program = desk.start()
    program.key('ctrl+n')
    program.editing('Name')
    program.type('hosts')
    program.key('Return')
    program.card('hosts')
    return program


def answer(program, word):
    program.find('label', QUESTION)
    program.press('button', re.compile(word + '$'), within=('dialog', None))
    program.wait_gone('label', QUESTION)


def work_that_is_not_saved_is_asked_about(desk):
    program = draw_something(desk)
    # Whether by the keys or by the window's own button.
    program.key('ctrl+w')
    answer(program, 'Cancel')
    program.card('hosts')
    program.press('button', 'Close')
    program.find('label', QUESTION)
    program.key('Escape')
    program.wait_gone('label', QUESTION)
    program.card('hosts')
    check(program.process.poll() is None, 'it goes on')
    program.key('ctrl+w')
    answer(program, 'Discard')
    program.wait_end()


def work_can_be_saved_when_asked(desk):
    path = desk.path('kept.squill')
    program = draw_something(desk)
    program.key('ctrl+w')
    answer(program, 'Save')
    program.editing('Name:')
    program.key('ctrl+a')
    program.type(path)
    program.key('Return')
    program.wait_end()
    check(os.path.getsize(path) > 0, 'the file was written')

    # What is saved is not asked about, nor what was changed back.
    program = desk.start(path)
    program.card('hosts')
    program.key('ctrl+n')
    program.editing('Name')
    program.type('other')
    program.key('Return')
    program.card('other')
    program.find('label', re.compile('edited'))
    program.press_until('ctrl+z', 'Undo')
    program.wait_gone('label', re.compile('edited'))
    program.key('ctrl+w')
    program.wait_end()


main(work_that_is_not_saved_is_asked_about, work_can_be_saved_when_asked)
