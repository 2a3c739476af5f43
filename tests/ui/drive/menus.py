# SPDX-License-Identifier: Apache-2.0
"""What a menu did is done, and the keys go on where they were."""

import os

from driver import main


def open_example(desk):
    return desk.start(os.path.join(desk.source, 'data', 'examples', 'cms.squill'))


def choose(program, *names):
    """By what a screen reader's user does: the menu, its submenu, and what is in that."""
    program.key('F10')
    for name in names:
        program.reveal('menu item', name).activate()
    program.wait_gone('menu item', names[-1])


def the_keys_work_after_a_submenu(desk):
    program = open_example(desk)
    choose(program, 'View', 'Outline')
    program.key('F10')
    program.find('menu item', 'New Window')
    program.key('Escape')
    program.wait_gone('menu item', 'New Window')

    program.key('ctrl+f')
    program.find('entry', 'Find fields, types, warnings')


def the_keys_work_after_a_window_of_a_submenu(desk):
    program = open_example(desk)
    choose(program, 'Help', 'Rules')
    program.find('entry', 'Search rules')
    program.key('Escape')
    program.wait_gone('entry', 'Search rules')

    program.key('F10')
    program.find('menu item', 'New Window')


main(the_keys_work_after_a_submenu, the_keys_work_after_a_window_of_a_submenu)
