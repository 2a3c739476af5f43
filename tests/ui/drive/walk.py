# SPDX-License-Identifier: Apache-2.0
"""Keys, clicks, drags, texts and sizes at random, by a seed: no crash, no critical, no warning.

SQUILL_WALK_SEED chooses the walk, SQUILL_WALK_SECONDS how long it takes; without the latter it is a
short one of a fixed number of steps. What was done is written to stderr, if SQUILL_WALK_TRACE is set.
"""

import os
import random
import re
import shutil
import sys
import time

from driver import Ended, Failure, get_gtk_version, main, xdotool

STEPS = 40
# Of one step: enough to have a menu open while something else happens.
ACTIONS = 6
KEYS = (['ctrl+n', 'F2', 'Return', 'Escape', 'Tab', 'shift+Tab', 'Up', 'Down', 'Left', 'Right',
         'Delete', 'ctrl+z', 'ctrl+shift+z', 'space'] * 3 +
        ['ctrl+a', 'ctrl+c', 'ctrl+x', 'ctrl+v', 'ctrl+f', 'ctrl+s', 'ctrl+e', 'ctrl+i', 'ctrl+r',
         'F6', 'F7', 'F8', 'F9', 'F10', 'F1', 'alt+1', 'alt+2', 'alt+3', 'alt+4', 'alt+5', 'Menu',
         'shift+F10', 'Home', 'End', 'Prior', 'Next', 'plus', 'minus', 'ctrl+plus', 'ctrl+minus',
         'ctrl+0', 'ctrl+Return', 'shift+Up', 'shift+Down', 'ctrl+w', 'ctrl+shift+n', 'alt+Left',
         'BackSpace', 'e', 'f', 'r', 'n', 'a'])
TEXTS = ['name: string', '0..3..inf', '12', '-1', '[int]', 'a.b.c', '{}', '"', '1e300', '100/s',
         'x' * 300, 'größe', '<b>&amp;', '%s%n', '2026-01-31', 'true', '']
EXAMPLES = ['cms', 'movies', 'parts', 'students', 'traffic']

# What GTK warns of in any program, and the first version of GTK that is known not to.
TOOLKIT_FAULTS = (
    # A press on the edge or the title bar, which begins to resize or to move the window, is ended
    # twice where X11 breaks its grab: handle_pointing_event() takes it back at the broken grab and
    # when it is released. A window with nothing in it does so, as do other programs:
    # https://github.com/litehtml/litebrowser-linux/issues/26. GTK 4.18 has the same code.
    ('Gtk-WARNING .*Broken accounting of active state for widget ', None),
    # Ctrl+F in the list of a file chooser: gtk_tree_view_ensure_interactive_directory() puts the
    # popover behind the buttons of the columns, which are in another CSS node. GTK 4.10 has no tree
    # view there.
    ('Gtk-CRITICAL .*gtk_css_node_insert_after: assertion .previous_sibling ', (4, 10)),
    # A popup at a place that is on no screen: gdk_x11_surface_layout_popup() asks no monitor for its
    # size. GTK 4.18 takes the first one then.
    ('Gdk-CRITICAL .*gdk_monitor_get_geometry: assertion .GDK_IS_MONITOR ', (4, 18)),
    # A tooltip that is due when the popover below the pointer was just removed: until the next frame
    # the window keeps the popover, which has no surface anymore. GTK 4.18 forgets it when it closes.
    ('Gdk-CRITICAL .*gdk_surface_get_device_position: assertion .GDK_IS_SURFACE ', (4, 18)),
    ('Gtk-CRITICAL .*_gtk_widget_find_at_coords: assertion .GDK_IS_SURFACE ', (4, 18)),
    # The trough of a scrollbar, when a text view finds out how high it is between layout and drawing:
    # https://github.com/sonnyp/Commit/issues/109.
    ('Gtk-WARNING .*Trying to snapshot GtkGizmo 0x[0-9a-f]+ without a current allocation', None),
    # A drag that began at the line numbers and goes on above the first line that is drawn:
    # gtk_source_gutter_snapshot() of GtkSourceView 5.6 highlights the line of the pointer unchecked.
    ('GtkSourceView-CRITICAL .*gtk_source_gutter_lines_add_qclass: assertion .line >= ', None),
)


def make_action(rand, width, height):
    point = rand.randrange(width), rand.randrange(height)
    move = ['mousemove', *point]
    what = rand.randrange(100)
    if what < 40:
        return ['key', '--delay', 2, rand.choice(KEYS)]
    if what < 60:
        return [*move, 'click', 1]
    if what < 66:
        return [*move, 'click', '--repeat', 2, '--delay', 20, 1]
    if what < 72:
        return [*move, 'click', 3]
    if what < 82:
        return [*move, 'mousedown', 1, 'mousemove', rand.randrange(width), rand.randrange(height),
                'mousemove', rand.randrange(width), rand.randrange(height), 'mouseup', 1]
    if what < 90:
        return [*move, 'click', '--repeat', rand.randrange(1, 6), '--delay', 2,
                rand.choice([4, 5])]
    return [*move, 'click', 1, 'type', '--delay', 2, rand.choice(TEXTS)]


def is_in_file_chooser(desk, program):
    """Whether the toolkit's own dialog for files is open, which is not ours to test. That of GTK 4.8 crashed twice
    in g_file_equal(), below what it does when a row of its list changes, with nothing of Squill on the stack; perhaps
    because of a file that was renamed in it. GTK 4.10 has another list of files."""
    if get_gtk_version() >= (4, 10):
        return False
    # Those with a title: no menus. The program is asked, which makes it wait, only where there are
    # several.
    if len(xdotool('search', '--onlyvisible', '--all', '--pid', program.process.pid,
                   '--name', '.')) < 2:
        return False
    try:
        others = program.look(closed=('frame',))
    except (Ended, Failure):
        # It just came to its end, or stands still, which is found where that is looked for.
        return False
    return bool(others.all('panel', 'GtkFileChooserWidget'))


def resize(rand, program):
    windows = program.desk.windows(program.process.pid)
    if windows:
        xdotool('windowsize', windows[0], rand.choice([360, 500, 700, 900, 1200, 1440]),
                rand.choice([294, 400, 600, 880]))


def look_for_faults(program, trace):
    ended = program.process.poll()
    what = program.find_fault() or (ended and 'Squill ended with %d' % ended)
    if what:
        raise Failure('%s:\n%s\nafter\n%s' % (what, program.said()[-4000:], '\n'.join(trace[-12:])))


def start(desk, rand):
    example = os.path.join(desk.source, 'data', 'examples', rand.choice(EXAMPLES) + '.squill')
    path = desk.path('walk.squill')
    shutil.copyfile(example, path)
    shutil.rmtree(desk.path('state', 'squill', 'drafts'), ignore_errors=True)
    # Each fault is found in what the program says; those of the toolkit are not to end it.
    return desk.start(*([path] if rand.randrange(4) else []), G_DEBUG='gc-friendly')


def random_walk(desk):
    seed = int(os.environ.get('SQUILL_WALK_SEED', '1'))
    seconds = float(os.environ.get('SQUILL_WALK_SECONDS', '0'))
    rand = random.Random(seed)
    trace = []
    desk.toolkit_faults = [re.compile(text) for text, mended in TOOLKIT_FAULTS
                           if mended is None or get_gtk_version() < mended]
    program = start(desk, rand)
    begin = time.monotonic()
    steps = programs = 0
    while time.monotonic() - begin < seconds if seconds else steps < STEPS:
        if program.process.poll() is not None or steps % 400 == 399:
            look_for_faults(program, trace)
            if program.process.poll() is None:
                program.kill()
            program.log.close()
            desk.programs.remove(program)
            program = start(desk, rand)
            programs += 1
        if rand.randrange(12) == 0:
            resize(rand, program)
        # There is no window manager that would keep a window on the screen.
        for window in desk.windows(program.process.pid)[:1]:
            xdotool('windowmove', window, 0, 0)
        for _ in range(ACTIONS):
            words = make_action(rand, 1440, 900)
            if is_in_file_chooser(desk, program):
                words = ['key', '--delay', 2, rand.choice(['Escape', 'Escape', 'Return'])]
            trace.append(' '.join(str(word) for word in words))
            xdotool(*words)
        if os.environ.get('SQUILL_WALK_TRACE'):
            print(trace[-ACTIONS:], file=sys.stderr)
        desk.rest()
        look_for_faults(program, trace)
        steps += 1
    print('# seed %d: %d steps of %d actions in %d s, %d programs' %
          (seed, steps, ACTIONS, time.monotonic() - begin, programs + 1), flush=True)
    # However it ends: the questions of a window that is closed are another test.
    if program.process.poll() is None:
        program.kill()


def shortcuts_are_shown_without_a_warning(desk):
    program = desk.start()
    for size in ((1440, 880), (500, 400), (360, 294)):
        xdotool('windowsize', desk.windows(program.process.pid)[0], *size)
        xdotool('key', 'F1')
        desk.rest()
        xdotool('key', 'Escape')
        desk.rest()
    program.kill()


main(shortcuts_are_shown_without_a_warning, random_walk)
