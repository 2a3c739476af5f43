# SPDX-License-Identifier: Apache-2.0
"""When the program ends against its will, the work comes back."""

import os
import re
import signal

from driver import check_equal, main, wait_for

OFFER = 'Recover Unsaved Work?'


def draw_something(desk, name):
    program = desk.start()
    program.key('ctrl+n')
    program.editing('Name')
    program.type(name)
    program.key('Return')
    program.card(name)
    return program


def find_drafts(desk, holding=''):
    """The copies of unsaved work that hold some text."""
    folder = desk.path('state', 'squill', 'drafts')
    found = []
    for name in os.listdir(folder) if os.path.isdir(folder) else []:
        try:
            with open(os.path.join(folder, name), encoding='utf-8') as file:
                if name.endswith('.squill') and holding in file.read():
                    found.append(name)
        except FileNotFoundError:
            continue
    return found


def work_comes_back_after_a_crash(desk):
    program = draw_something(desk, 'hosts')
    wait_for(lambda: find_drafts(desk, '"hosts"'), 'a copy of the work')
    program.kill()

    # Put off, it is offered again; taken, it is as it was, and not saved.
    program = desk.start()
    program.find('label', OFFER)
    program.press('button', re.compile('Later$'))
    program.wait_gone('label', OFFER)
    program.key('ctrl+w')
    program.wait_end()
    program = desk.start()
    program.find('label', OFFER)
    program.press('button', re.compile('Recover$'))
    program.card('hosts')
    program.find('label', re.compile('edited'))
    program.key('ctrl+w')
    program.press('button', re.compile('Discard$'))
    program.wait_end()
    check_equal(find_drafts(desk), [], 'copies that are left')


def work_comes_back_when_the_session_ends(desk):
    program = draw_something(desk, 'hosts')
    program.process.send_signal(signal.SIGTERM)
    program.wait_end()
    program = desk.start()
    program.find('label', OFFER)
    program.press('button', re.compile('Discard$'))
    program.wait_gone('label', OFFER)
    wait_for(lambda: not find_drafts(desk), 'the copy to go')
    program.key('ctrl+w')
    program.wait_end()
    program = desk.start()
    program.find('button', re.compile('^New entity'))
    check_equal(program.find_all('label', OFFER), [], 'offers')
    program.key('ctrl+w')
    program.wait_end()


def asking_leaves_no_window(desk):
    program = draw_something(desk, 'hosts')
    wait_for(lambda: find_drafts(desk, '"hosts"'), 'a copy of the work')
    program.kill()

    # It is offered in a window of its own beside the file that was asked for.
    file = os.path.join(desk.source, 'data', 'examples', 'books.squill')
    for answer in 'Later', 'Discard':
        program = desk.start(file)
        program.find('label', OFFER)
        wait_for(lambda: len(desk.windows(program.process.pid)) == 3, 'the window of the question')
        program.press('button', re.compile(answer + '$'))
        wait_for(lambda: len(desk.windows(program.process.pid)) == 1, 'one window to be left')
        program.card('book')
        program.key('ctrl+w')
        program.wait_end()


main(work_comes_back_after_a_crash, work_comes_back_when_the_session_ends, asking_leaves_no_window)
