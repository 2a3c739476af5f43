# SPDX-License-Identifier: Apache-2.0
"""Pictures of the window in its states, kept as NAME.png in the build directory, to be looked at. What can be said
without looking is checked: the window is drawn, nothing that is outside of what scrolls is cut off, and each state shows
what it is about."""

import json
import os
import re

from display import count_colors, save_picture
from driver import (DIAGRAM, INSPECTOR, MOST_PADDING, NOWHERE, OUTLINE, PANEL, TOOLS, check,
                    has_exact_extents, main, xdotool)
from locales import get_translate, make_locale

# Of a window that is drawn: text alone has that many.
MIN_COLORS = 40
# What can be pressed or typed into, and must be whole.
WHOLE = ('button', 'check box', 'radio button', 'menu button', 'entry')

# Of these ui-narrow tells what went into a menu.
OVERFLOWING = (DIAGRAM, PANEL, TOOLS)


def resize(program, width, height):
    window = program.desk.find_window(program.process.pid,
                                      program.desk.bus.get_children(program.root)[-1])[0]
    xdotool('windowmove', window, 0, 0)
    xdotool('windowsize', '--sync', window, width, height)
    program.desk.found.clear()
    program.desk.rest()


def check_whole(program, name):
    """Nothing is cut off at the edges of the window, but for what scrolls and what is on the diagram."""
    program.desk.rest()
    # Nothing is looked for in what scrolls, nor on the diagram, which have most of all things.
    root = program.look(within=NOWHERE, places=OVERFLOWING, closed=('scroll pane',))
    slack = 1 if has_exact_extents() else MOST_PADDING
    n = 0
    for top in root.children:
        left, above, width, height = top.extents()
        for thing in top.walk():
            if thing.role not in WHOLE or not thing.is_seen():
                continue
            x, y, thing_width, thing_height = thing.extents()
            # A place that is folded away waits beside the window.
            if x + thing_width <= 0 or x >= width:
                continue
            n += 1
            check(x >= -slack and x + thing_width <= left + width + slack and
                  y + thing_height <= above + height + slack,
                  '%s: %s is cut off: %r of %r' % (name, thing, (x, y, thing_width, thing_height),
                                                    (width, height)))
    check(n >= 4, '%s: %d things were looked at' % (name, n))


def keep(program, name):
    """Keeps a picture of the state."""
    program.desk.rest()
    folder = os.path.join(os.environ['G_TEST_BUILDDIR'], 'screens')
    os.makedirs(folder, exist_ok=True)
    save_picture(program.desk.screen, os.path.join(folder, name + '.png'))
    check(count_colors(program.desk.screen) >= MIN_COLORS, name + ' is drawn')
    check_whole(program, name)


def open_example(desk, name, width=1280, height=800, language=None, **changes):
    path = desk.path(name + '.squill')
    with open(os.path.join(desk.source, 'data', 'examples', name + '.squill'), 'rb') as source:
        with open(path, 'wb') as copy:
            copy.write(source.read())
    program = desk.start(path, **changes)
    if language is not None:
        program.translate = get_translate(language, changes)
    resize(program, width, height)
    program.find_all('panel', within=DIAGRAM)
    return program


def end(program):
    program.key('ctrl+w')
    program.wait_end()


def empty_and_gallery(desk):
    program = desk.start()
    resize(program, 1280, 800)
    program.find('button', re.compile('^New entity'))
    keep(program, 'empty')
    program.press('button', re.compile('^Open an example'))
    program.find(None, re.compile('^Shop'))
    keep(program, 'gallery')


def small_shop_and_large(desk):
    program = open_example(desk, 'cms')
    program.card('posts')
    keep(program, 'small')
    program.click(program.card('posts'), at=(0.5, 0.05))
    program.find('label', re.compile('^Entity'), within=INSPECTOR)
    keep(program, 'selection')
    program.press('page tab', re.compile('^Warnings'))
    program.desk.move(program.point(program.find('button', re.compile('^Add an index'), within=PANEL)))
    keep(program, 'preview')
    end(program)
    program = open_example(desk, 'shop', 1440, 900)
    program.find(None, re.compile('^order'), within=OUTLINE)
    keep(program, 'shop')
    end(program)

    folder = desk.path('large')
    os.makedirs(folder)
    for number in range(120):
        with open(os.path.join(folder, 'things%d.json' % number), 'w', encoding='utf-8') as file:
            for key in range(12):
                document = {'_id': number * 1000 + key, 'name': 'thing %d' % key,
                            'things%d_id' % (number // 3): number // 3 * 1000 + key}
                file.write(json.dumps(document) + '\n')
    path = desk.path('large.squill')
    inferred = desk.run_cli('infer', folder, '-o', path)
    check(os.path.exists(path), 'a large model: %r' % inferred.stderr)
    program = desk.start(path)
    resize(program, 1440, 900)
    program.find(None, re.compile('^things'), within=OUTLINE)
    program.key('1')
    keep(program, 'large')
    program.key('minus', 'minus')
    keep(program, 'zoomed-out')
    end(program)


def styles(desk):
    for name, changes in (('dark', {'ADW_DEBUG_COLOR_SCHEME': 'prefer-dark'}),
                          ('high-contrast', {'ADW_DEBUG_HIGH_CONTRAST': '1'})):
        program = open_example(desk, 'cms', 1280, 800, **changes)
        program.click(program.card('posts'), at=(0.5, 0.05))
        program.find('label', re.compile('^Entity'), within=INSPECTOR)
        keep(program, name)
        end(program)


def views(desk):
    program = open_example(desk, 'shop', 1440, 900)
    program.click(program.card('orders'), at=(0.5, 0.05))
    n_all = len(program.find_all('panel', within=DIAGRAM))
    program.key('3')
    program.wait_gone('panel', 'brands', within=DIAGRAM)
    program.key('ctrl+k')
    program.editing(None)
    program.type('New View')
    program.key('Return')
    program.find('label', re.compile('^View'), within=INSPECTOR)
    check(len(program.find_all('panel', within=DIAGRAM)) < n_all, 'a view has less than everything')
    program.key('1')
    keep(program, 'view')
    program.key('ctrl+w')
    program.press('button', re.compile('Discard$'), within=('dialog', None))
    program.wait_end()


def german(desk):
    changes = make_locale(desk, 'de_DE')
    program = open_example(desk, 'cms', language='de', **changes)
    program.click(program.card('posts'), at=(0.5, 0.05))
    program.find('label', re.compile('^Entität'), within=INSPECTOR)
    keep(program, 'german')
    program.press('page tab', re.compile('^Warnungen'))
    keep(program, 'german-warnings')
    resize(program, 360, 640)
    keep(program, 'german-narrow')
    end(program)


def right_to_left(desk):
    """Texts are in English where there is no translation, but the window is mirrored."""
    program = open_example(desk, 'cms', **make_locale(desk, 'he_IL'))
    program.click(program.card('posts'), at=(0.5, 0.05))
    keep(program, 'right-to-left')
    outline, inspector = (program.place(program.find(*place)) for place in (OUTLINE, INSPECTOR))
    check(outline[0] > inspector[0], 'the outline stands at the right: %r, %r' % (outline, inspector))
    # The diagram is the same in every language.
    posts, users = (program.place(program.card(name)) for name in ('posts', 'users'))
    check(posts[0] < users[0], 'the diagram is not mirrored: %r, %r' % (posts, users))
    end(program)


def sizes(desk):
    program = open_example(desk, 'cms', 900, 600)
    program.card('posts')
    keep(program, 'small-window')
    resize(program, 360, 640)
    keep(program, 'narrow-window')
    resize(program, 1280, 800)
    end(program)
    # What xrdb would say: texts twice as large.
    with open(desk.path('home', '.Xdefaults'), 'w', encoding='utf-8') as resources:
        resources.write('Xft.dpi: 192\n')
    program = open_example(desk, 'cms', 1440, 900)
    program.card('posts')
    keep(program, 'large-text')
    end(program)


main(empty_and_gallery, small_shop_and_large, views, german, right_to_left, styles, sizes)
