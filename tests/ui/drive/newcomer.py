# SPDX-License-Identifier: Apache-2.0
"""The newcomer's way: a blog from nothing, its warning seen and mended, saved. With the pointer in no
more than 12 clicks, with the keys alone, and by the names that a screen reader says alone."""

import os
import re

from driver import (DIAGRAM, INSPECTOR, Skip, check, check_equal, has_exact_extents, main,
                    wait_for)

MAX_CLICKS = 12
PLACEMENT = ('radio button', 'check box')


def type_name(program, name, field='Name'):
    program.editing(field)
    program.type(name)
    program.key('Return')


def type_fields(program, *fields):
    """From the card that has the keys, which has nothing but its `_id`."""
    program.key('Return')
    for field in fields:
        program.editing('New field')
        program.type(field)
        program.key('Return')
    program.editing('New field')
    program.key('Escape')


def go_to(program, start, end):
    """From one card to another that stands beside, above, or below it."""
    from_x, from_y = program.point(program.card(start))
    to_x, to_y = program.point(program.card(end))
    if abs(to_x - from_x) > abs(to_y - from_y):
        program.key('ctrl+Right' if to_x > from_x else 'ctrl+Left')
    else:
        program.key('ctrl+Down' if to_y > from_y else 'ctrl+Up')
    program.has_keys('panel', end, within=DIAGRAM)


def fill_focused(program, name, text):
    """Walks with Tab to a row of the inspector and types into it."""
    program.tab_to('text', name, within=INSPECTOR)
    program.key('ctrl+a')
    program.type(text)
    program.key('Return')


def check_saved(desk, path):
    """What is in the file is what a reader of the tutorial has in mind."""
    shown = desk.show(path)
    check_equal([entity['name'] for entity in shown['entities']], ['posts', 'comments'], 'entities')
    check_equal(len(shown['relationships']), 1, 'the number of relationships')
    relationship = shown['relationships'][0]
    check_equal((relationship['parent'], relationship['child']), ('posts', 'comments'), 'its ends')
    check_equal(relationship['children_per_parent'], {'min': 0, 'likely': 35, 'max': 'inf'},
                'comments per post')
    check(relationship['placement'] not in ('embed-one', 'embed-many', 'child-references'),
          'no array without end: ' + relationship['placement'])
    checked = desk.run_cli('check', path)
    check_equal(checked.returncode, 0, 'how the check ended')
    check(b'unbounded-array' not in checked.stdout, 'the warning is mended')


def save_as(program, path):
    program.key('ctrl+s')
    program.editing('Name:')
    program.key('ctrl+a')
    program.type(path)
    program.key('Return')
    wait_for(lambda: os.path.exists(path), 'the file')


def end(program):
    program.key('ctrl+w')
    program.wait_end()


def with_the_pointer(desk):
    if not has_exact_extents():
        raise Skip('this version of GTK tells wrong places of things')
    program = desk.start()
    path = desk.path('blog.squill')

    program.press('button', re.compile('^New entity'))
    type_name(program, 'posts')
    type_fields(program, 'title: string', 'text: string')

    # The other card and the line at once: dragged from the card into the empty diagram.
    program.key('r')
    x, y, width, height = program.place(program.card('posts'))
    desk.drag((x + width // 2, y + 14), (x + width + 200, y + 14))
    type_name(program, 'comments')
    x, y, width, height = program.place(program.card('comments', re.compile('2 fields')))
    # Its line ends at the card's last row.
    desk.click((x - 20, y + height - 16))
    program.find('label', re.compile('^Relationship · posts → comments'))

    program.fill('Comments per post', '0..35..inf')
    program.fill('Growth · per post and year', '40')
    program.click(program.find(PLACEMENT, re.compile('^Embedded in posts')))
    warning = program.find('panel', re.compile('^(Error|Warning|Hint): .*comments'), within=INSPECTOR)
    check('16' in warning.description, 'the warning names the limit: ' + warning.description)
    program.click(program.reveal('button', re.compile('^Store the reference in comments'),
                                 within=INSPECTOR))
    program.wait_gone('panel', re.compile('^(Error|Warning|Hint): .*comments'), within=INSPECTOR)
    save_as(program, path)
    check(desk.clicks <= MAX_CLICKS, '%d clicks' % desk.clicks)
    check_saved(desk, path)
    end(program)


def with_the_keys_alone(desk):
    program = desk.start()
    path = desk.path('blog.squill')

    program.key('ctrl+n')
    type_name(program, 'posts')
    type_fields(program, 'title: string', 'text: string')
    program.key('ctrl+n')
    type_name(program, 'comments')
    go_to(program, 'comments', 'posts')
    program.key('r')
    program.type('comments')
    program.key('Return')
    program.editing('Name')
    program.key('Return')
    program.find('label', re.compile('^Relationship · posts → comments'))

    fill_focused(program, 'Comments per post', '0..35..inf')
    fill_focused(program, 'Growth · per post and year', '40')
    # Tab goes to the placement that is chosen, the arrows to the others.
    program.tab_to(PLACEMENT, re.compile('^Reference in comments'), within=INSPECTOR)
    program.key('Up', 'Up')
    program.has_keys(PLACEMENT, re.compile('^Embedded in posts'), within=INSPECTOR)
    program.key('space')
    program.find('panel', re.compile('^(Error|Warning|Hint): .*comments'), within=INSPECTOR)
    program.tab_to('button', re.compile('^Store the reference in comments'), back=True,
                   within=INSPECTOR)
    program.key('Return')
    program.wait_gone('panel', re.compile('^(Error|Warning|Hint): .*comments'), within=INSPECTOR)
    save_as(program, path)
    check_equal(desk.clicks, 0, 'clicks')
    check_saved(desk, path)
    end(program)


def with_names_alone(desk):
    """Neither pointer nor keys: what a screen reader, a switch or dictation can do. What is typed in
    place is kept by going elsewhere."""
    program = desk.start()
    path = desk.path('blog.squill')

    def find_line():
        return program.find('panel', re.compile('^comments: .*→'), within=DIAGRAM)

    program.find('button', re.compile('^New entity')).do('Click')
    program.editing('Name').set_text('posts')
    program.card('entity').do('select')
    for field in ('title', 'text'):
        program.card('posts').do('add-field')
        program.editing('New field').set_text(field + ': string')
        program.card('posts').do('select')
        program.find('list item', field, 'string', within=DIAGRAM)

    program.card('posts').do('draw-relationship')
    program.editing('The other end').set_text('comments')
    program.find('list item', re.compile('comments')).do('choose')
    check_equal(program.editing('Name').text(), 'comments', 'the name that is proposed')
    find_line().do('edit-start')
    program.editing('Cardinality').set_text('0..35..inf')
    find_line().do('select')
    program.find('panel', re.compile(re.escape('comments.posts (0..35..∞) → posts')), within=DIAGRAM)
    find_line().do('embed-or-store-separately')
    program.find('list item', 'comments', '0..35..∞, embedded', within=DIAGRAM)

    program.find('panel', re.compile('^(Error|Warning|Hint): .*comments'), within=INSPECTOR)
    program.find('button', re.compile('^Store the reference in comments'),
                 within=INSPECTOR).do('Click')
    program.wait_gone('panel', re.compile('^(Error|Warning|Hint): .*comments'), within=INSPECTOR)
    program.find('frame').do('win.save-as')
    program.editing('Name:').set_text(path)
    # GTK's own dialog does not name its buttons.
    program.find(None, 'Save the Model').do('default.activate')
    wait_for(lambda: os.path.exists(path), 'the file')
    check_equal(desk.clicks, 0, 'clicks')
    check_saved(desk, path)
    program.find('frame').do('win.close', ends=True)
    program.wait_end()


main(with_the_pointer, with_the_keys_alone, with_names_alone)
