# SPDX-License-Identifier: Apache-2.0
"""Drives Squill from outside: it finds things as a screen reader does, by what they are and what
they are called, and touches them as a person does, with the pointer and the keys.

A scenario is a function that gets a Desk. Each has a folder of its own for all that the program
keeps, and whatever it started is ended after it. All scenarios of one file share an X server, a
session bus and an accessibility bus, which no one else uses.

Nothing here waits for a time to pass. wait_for() asks again and again until something is so, and
fails, with a picture of the screen, when it has not become so for a long time: SQUILL_DRIVE_PATIENCE
seconds and MIN_LOOKS looks, which take longer on a machine that is slow or busy. Before something is
touched, the program has to be at rest, so that nothing moves away under the pointer.
"""

import ast
import ctypes
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback

from activity import wait_for_rest
from display import Display, die_with_parent, save_picture

PATIENCE = float(os.environ.get('SQUILL_DRIVE_PATIENCE', '60'))
# As many as fit into the patience of an idle machine, by half.
MIN_LOOKS = 200
# For what never comes back, rather than slowly.
MAX_PATIENCE = 10 * PATIENCE
NEEDED = ('Xvfb', 'dbus-run-session', 'xdotool')
# No place of the window has more things that take the keys.
MAX_TABS = 150
LOOK_EVERY_TABS = 8
ACCESSIBLE = 'org.a11y.atspi.Accessible'
COMPONENT = 'org.a11y.atspi.Component'
LABELLED_BY = 2
# By how much a place can be wrong: see has_exact_extents().
MOST_PADDING = 16

# Numbers of the protocol (AtspiRole, AtspiStateType), of what is looked for. What GTK 4.8 calls a
# filler or a panel is a panel or a grouping in newer ones, what it calls a button a toggle button.
ROLES = {
    2: 'alert', 4: 'arrow', 6: 'canvas', 7: 'check box', 8: 'check menu item', 11: 'combo box',
    16: 'dialog', 19: 'file chooser', 20: 'panel', 23: 'frame', 27: 'image', 29: 'label',
    31: 'list', 32: 'list item', 33: 'menu', 34: 'menu bar', 35: 'menu item', 37: 'page tab',
    38: 'page tab list', 39: 'panel', 40: 'password text', 41: 'popup menu', 42: 'progress bar',
    43: 'button', 44: 'radio button', 45: 'radio menu item', 48: 'scroll bar', 49: 'scroll pane',
    50: 'separator', 51: 'slider', 52: 'spin button', 54: 'status bar', 55: 'table',
    56: 'table cell', 57: 'column header', 61: 'text', 62: 'button', 63: 'tool bar',
    64: 'tool tip', 65: 'tree', 66: 'tree table', 67: 'unknown', 69: 'window', 75: 'application',
    79: 'entry', 83: 'heading', 85: 'section', 88: 'link', 90: 'table row', 91: 'tree item',
    98: 'list box', 99: 'panel', 101: 'notification', 102: 'info bar', 103: 'level bar',
    110: 'landmark', 116: 'static', 129: 'menu button',
}
STATES = {
    'active': 1, 'checked': 4, 'editable': 7, 'expandable': 9, 'expanded': 10, 'focusable': 11,
    'focused': 12, 'modal': 16, 'pressed': 20, 'selected': 23, 'sensitive': 24, 'invalid': 36,
    'checkable': 41, 'read-only': 43,
}


# As in tests/library-warnings.c; the last is of GTK 4.24, on a server without hardware.
LIBRARY_WARNING = re.compile('Trying to measure (GtkLabel|AdwMessageDialog) |'
                             'gdk_frame_timings_submitted')

FAULT = re.compile(r'-(WARNING|CRITICAL|ERROR) \*\*|AddressSanitizer|runtime error|LeakSanitizer')

# The places of the window, each large enough to be looked at alone.
OUTLINE = ('panel', 'Outline')
DIAGRAM = ('panel', 'Diagram')
TOOLS = ('tool bar', 'Drawing tools')
INSPECTOR = ('panel', 'Inspector')
PANEL = ('panel', 'Panel')
PLACES = (OUTLINE, DIAGRAM, TOOLS, INSPECTOR, PANEL)
# What to look within for all that is in none of the places.
NOWHERE = ('', '')

# An item of the program's cache, as GVariant writes it: its own path, then those of others, how many
# children it has, what it is called, what it is, what is said of it, and its states.
STRING = r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
ITEM = re.compile(r"\(\('[^']*', '([^']*)'\), \('[^']*', '[^']*'\), \('[^']*', '[^']*'\), -?\d+, "
                  r"(-?\d+), \[[^\]]*\], " + STRING + r", (\d+), " + STRING +
                  r", \[(\d+), (\d+)\]\)")


class Skip(Exception):
    """What a scenario needs is not there."""


class Failure(AssertionError):
    """Something did not become so."""


def get_gtk_version():
    """As a pair of numbers."""
    gtk = ctypes.CDLL('libgtk-4.so.1')
    return gtk.gtk_get_major_version(), gtk.gtk_get_minor_version()


def has_exact_extents():
    """GTK 4.18 forgets the borders and paddings of what is around a thing: 11 pixels at most of them,
    and more deep within what scrolls."""
    return get_gtk_version() < (4, 10)


def wait_for(condition, what):
    """Asks until condition() gives something that is true, and gives that."""
    start = time.monotonic()
    looks = 0
    pause = 0.01
    last = None
    while True:
        try:
            found = condition()
            last = None
            if found:
                return found
        except Failure as failure:
            last = failure
        looks += 1
        waited = time.monotonic() - start
        if waited > (PATIENCE if looks >= MIN_LOOKS else MAX_PATIENCE):
            raise Failure('waited %d s in vain for %s%s' % (waited, what, ': %s' % last if last else ''))
        time.sleep(pause)
        pause = min(pause * 1.5, 0.1)


def check(truth, what):
    if not truth:
        raise Failure(what)


def check_equal(found, wanted, what):
    if found != wanted:
        raise Failure('%s: %r, not %r' % (what, found, wanted))


def xdotool(*words):
    words = ('xdotool',) + tuple(str(word) for word in words)
    try:
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              timeout=MAX_PATIENCE)
    except subprocess.TimeoutExpired:
        raise Failure('waited %d s in vain for %s' % (MAX_PATIENCE, ' '.join(words))) from None
    return done.stdout.split()


class Thing:
    """What a screen reader sees of something, at the time it was looked at."""

    def __init__(self, bus, owner, path, parent=None):
        self.bus = bus
        self.owner = owner
        self.path = path
        self.parent = parent
        self.children = []
        self.count = -1
        self.name = ''
        self.description = ''
        self.role = ''
        self.states = 0

    def get_kind(self):
        return self.role, self.name

    def has(self, state):
        return bool(self.states >> STATES[state] & 1)

    def walk(self):
        yield self
        for child in self.children:
            yield from child.walk()

    def above(self):
        thing = self.parent
        while thing is not None:
            yield thing
            thing = thing.parent

    def matches(self, role, name, description=None):
        def fits(pattern, text):
            if pattern is None:
                return True
            if hasattr(pattern, 'search'):
                return pattern.search(text) is not None
            return pattern == text

        if role is not None and self.role not in (role if isinstance(role, tuple) else (role,)):
            return False
        return fits(name, self.name) and fits(description, self.description)

    def all(self, role=None, name=None, description=None):
        return [thing for thing in self.walk() if thing.matches(role, name, description)]

    def text(self):
        """What stands in it, for texts and entries; else its name."""
        text = 'org.a11y.atspi.Text'
        try:
            length = self.bus.call(self.owner, self.path, 'org.freedesktop.DBus.Properties', 'Get',
                                   '(ss)', (text, 'CharacterCount'))[0]
            return self.bus.call(self.owner, self.path, text, 'GetText', '(ii)', (0, length))[0]
        except Failure:
            return self.name

    def ask_states(self):
        """Whether it is still there; its states are those of now, then."""
        try:
            low, high = self.bus.call(self.owner, self.path, ACCESSIBLE, 'GetState')[0]
        except Failure:
            return False
        self.states = low | high << 32
        return True

    def is_seen(self):
        """Whether it has a place; what is on a page that is not open has none."""
        try:
            x, y, width, height = self.extents()
        except Failure:
            return False
        return width > 0 and height > 0

    def extents(self):
        """Left, top, width and height, in its window."""
        return self.bus.call(self.owner, self.path, COMPONENT, 'GetExtents',
                             '(u)', (1,))[0]

    def activate(self):
        """Does its first action, as a screen reader's user asks for it."""
        self.bus.call(self.owner, self.path, 'org.a11y.atspi.Action', 'DoAction', '(i)', (0,))

    def do(self, action, ends=False):
        """Does the action of that name. One that ends the program need not be answered."""
        actions = [row[0] for row in
                   self.bus.call(self.owner, self.path, 'org.a11y.atspi.Action', 'GetActions')[0]]
        check(action in actions, '%s cannot %s, only %s' % (self, action, actions))
        try:
            done = self.bus.call(self.owner, self.path, 'org.a11y.atspi.Action', 'DoAction', '(i)',
                                 (actions.index(action),))[0]
        except Failure:
            if not ends:
                raise
            return
        check(done, '%s did not %s' % (self, action))

    def set_text(self, text):
        """Puts a text into an entry, as dictation does."""
        check(self.bus.call(self.owner, self.path, 'org.a11y.atspi.EditableText',
                            'SetTextContents', '(s)', (text,))[0], '%s takes no text' % self)

    def grab_keys(self):
        """Asks for the keys."""
        check(self.bus.call(self.owner, self.path, COMPONENT, 'GrabFocus')[0],
              '%s does not take the keys' % self)

    def __str__(self):
        states = ' '.join(state for state in STATES if self.has(state) and state != 'sensitive')
        return '%s "%s"%s%s' % (
            self.role, self.name, ' (%s)' % self.description if self.description else '',
            ' {%s}' % states if states else '')

    def outline(self, depth=0):
        lines = ['  ' * depth + str(self)]
        for child in self.children:
            lines.append(child.outline(depth + 1))
        return '\n'.join(lines)


class AccessibilityBus:
    """The bus that screen readers talk on. Nothing is kept: each look asks the program."""

    def __init__(self):
        from gi.repository import Gio, GLib
        self.Gio = Gio
        self.GLib = GLib
        session = Gio.bus_get_sync(Gio.BusType.SESSION, None)
        address = session.call_sync('org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Bus', 'GetAddress',
                                    None, None, Gio.DBusCallFlags.NONE, -1, None).unpack()[0]
        # Without this the program does not tell anybody anything, as on a desktop without a
        # screen reader.
        session.call_sync('org.a11y.Bus', '/org/a11y/bus', 'org.freedesktop.DBus.Properties', 'Set',
                          GLib.Variant('(ssv)', ('org.a11y.Status', 'IsEnabled',
                                                 GLib.Variant('b', True))),
                          None, Gio.DBusCallFlags.NONE, -1, None)
        self.connection = Gio.DBusConnection.new_for_address_sync(
            address, Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT |
            Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)

    def call_packed(self, owner, path, interface, method, parameters=None):
        try:
            return self.connection.call_sync(owner, path, interface, method, parameters, None,
                                             self.Gio.DBusCallFlags.NONE, int(PATIENCE * 1000),
                                             None)
        except self.GLib.Error as error:
            raise Failure('%s.%s: %s' % (interface, method, error.message)) from None

    def call(self, owner, path, interface, method, signature=None, arguments=None):
        parameters = self.GLib.Variant(signature, arguments) if signature else None
        return self.call_packed(owner, path, interface, method, parameters).unpack()

    def call_all(self, calls):
        """Several calls at once; gives the answers, None for those that failed."""
        answers = [None] * len(calls)
        if not calls:
            return answers
        context = self.GLib.MainContext.default()
        left = len(calls)

        def on_answer(connection, result, index):
            nonlocal left
            left -= 1
            try:
                answers[index] = connection.call_finish(result).unpack()
            except self.GLib.Error:
                pass

        for index, (owner, path, interface, method, parameters) in enumerate(calls):
            self.connection.call(owner, path, interface, method, parameters, None,
                                 self.Gio.DBusCallFlags.NONE, int(PATIENCE * 1000), None,
                                 on_answer, index)
        while left > 0:
            context.iteration(True)
        return answers

    def find_program(self, pid):
        """The program's root, or None."""
        try:
            roots = self.call('org.a11y.atspi.Registry', '/org/a11y/atspi/accessible/root',
                              ACCESSIBLE, 'GetChildren')[0]
        except Failure:
            return None
        for owner, path in roots:
            try:
                found = self.call('org.freedesktop.DBus', '/org/freedesktop/DBus',
                                  'org.freedesktop.DBus', 'GetConnectionUnixProcessID', '(s)',
                                  (owner,))[0]
            except Failure:
                continue
            if found == pid:
                return Thing(self, owner, path)
        return None

    def look(self, root, within=None, places=PLACES, closed=()):
        """All there is below a thing, one level after the other; of the places of a window only
        the one that is wanted, where one is, and nothing in what has one of the closed roles."""
        known = self.get_items(root.owner)
        root.children = []
        level = [root]
        while level:
            self.ask([thing for thing in level if thing.path not in known], known)
            level = [thing for thing in level if self.tell(thing, known[thing.path]) and
                     (thing.count != 0 or thing is root) and thing.role not in closed and
                     (within in (None, thing.get_kind()) or thing.get_kind() not in places)]
            answers = self.call_all([(thing.owner, thing.path, ACCESSIBLE, 'GetChildren', None)
                                     for thing in level])
            following = []
            for thing, children in zip(level, answers):
                for owner, path in children[0] if children else ():
                    if path != '/org/a11y/atspi/null':
                        thing.children.append(Thing(self, owner, path, thing))
                following += thing.children
            level = following
        for thing in root.walk():
            if thing.role.endswith('menu item') and not thing.name:
                thing.name = self.get_label(thing)
        return root

    def get_label(self, thing):
        """The text that a thing is labelled by, as items of menus are in GTK 4.18."""
        for relation, targets in self.call(thing.owner, thing.path, ACCESSIBLE, 'GetRelationSet')[0]:
            if relation == LABELLED_BY:
                return ' '.join(Thing(self, *target).text() for target in targets)
        return ''

    def get_items(self, owner):
        """By path, what the program tells of all its things at once: much faster than to ask for
        each, but some of them are not shown any more."""
        answer = self.call_packed(owner, '/org/a11y/atspi/cache', 'org.a11y.atspi.Cache',
                                  'GetItems')
        items = {}
        # Thousands of small values are slow to unpack one by one.
        for path, count, name, role, description, low, high in ITEM.findall(answer.print_(False)):
            items[path] = int(count), name, int(role), description, int(low) | int(high) << 32
        return items

    def get_children(self, thing):
        return [Thing(self, owner, path, thing) for owner, path in
                self.call(thing.owner, thing.path, ACCESSIBLE, 'GetChildren')[0]
                if path != '/org/a11y/atspi/null']

    def ask(self, things, known):
        """Asks for what the cache does not have, or not yet."""
        name_of = self.GLib.Variant('(s)', (ACCESSIBLE,))
        answers = self.call_all([
            call for thing in things for call in (
                (thing.owner, thing.path, 'org.freedesktop.DBus.Properties', 'GetAll', name_of),
                (thing.owner, thing.path, ACCESSIBLE, 'GetRole', None),
                (thing.owner, thing.path, ACCESSIBLE, 'GetState', None))])
        for index, thing in enumerate(things):
            properties, role, states = answers[index * 3:index * 3 + 3]
            known[thing.path] = None
            if None not in (properties, role, states):
                known[thing.path] = (-1, repr(properties[0].get('Name', '')), role[0],
                                     repr(properties[0].get('Description', '')),
                                     states[0][0] | states[0][1] << 32)

    def tell(self, thing, item):
        if item is None:
            # It went while it was looked at.
            if thing.parent is not None:
                thing.parent.children.remove(thing)
            return False
        thing.count, name, role, description, thing.states = item
        thing.name = ast.literal_eval(name)
        thing.description = ast.literal_eval(description)
        thing.role = ROLES.get(role, str(role))
        return True


class Program:
    """Squill, running."""

    def __init__(self, desk, arguments, environment):
        self.desk = desk
        self.log_path = os.path.join(desk.folder, 'log-%d' % len(desk.programs))
        self.log = open(self.log_path, 'wb')
        self.process = subprocess.Popen([desk.squill] + [str(a) for a in arguments],
                                        stdin=subprocess.DEVNULL, stdout=self.log,
                                        stderr=subprocess.STDOUT, cwd=desk.folder,
                                        env=environment)
        self.root = None
        self.focused = None
        # Says a text of the program in the language that it was started in.
        self.translate = str

    def said(self):
        with open(self.log_path, encoding='utf-8', errors='replace') as file:
            return file.read()

    def find_fault(self):
        """The first line in which it warned of something, but for what is the toolkit's."""
        for line in self.said().splitlines():
            if (FAULT.search(line) and not LIBRARY_WARNING.search(line) and
                    not any(fault.search(line) for fault in self.desk.toolkit_faults)):
                return line
        return None

    # Looking.

    def look(self, within=None, places=PLACES, closed=()):
        """The windows of the program as they are now, as things below one root."""
        if self.process.poll() is not None:
            raise Ended('Squill ended with %d' % self.process.returncode)
        if self.root is None:
            self.root = self.desk.bus.find_program(self.process.pid)
            if self.root is None:
                raise Failure('Squill is not on the accessibility bus')
        return self.desk.bus.look(Thing(self.desk.bus, self.root.owner, self.root.path), within,
                                  [self.get_place(place) for place in places], closed)

    def say(self, name):
        """What is called so in English, in the language of the program; patterns are its own."""
        return self.translate(name) if isinstance(name, str) and name else name

    def get_place(self, place):
        """A place of the window by the name that it has in the language of the program."""
        return place[0], self.say(place[1])

    def find_all(self, role=None, name=None, description=None, within=None):
        name = self.say(name)
        within = within and self.get_place(within)
        root = self.look(within)
        places = root.all(*within) if within else [root]
        return [thing for place in places for thing in place.all(role, name, description)
                if thing.is_seen()]

    def find(self, role=None, name=None, description=None, **more):
        """The first such thing that can be seen; waits for it."""
        found = wait_for(lambda: self.find_all(role, name, description, **more),
                         '%s %s' % (role or 'something', name or description))
        return found[0]

    def wait_gone(self, role=None, name=None, description=None, **more):
        """Waits until such a thing cannot be seen, be it because the program came to its end."""
        def is_gone():
            try:
                return not self.find_all(role, name, description, **more)
            except Ended:
                return self.process.returncode == 0
        wait_for(is_gone, 'the end of %s %s' % (role, name))

    def place(self, thing):
        """Left, top, width and height of a thing on the screen."""
        self.desk.rest()
        x, y, width, height = thing.extents()
        top = next(above for above in [thing, *thing.above()] if above.parent.parent is None)
        window, left, top = self.desk.find_window(self.process.pid, top)
        return x + left, y + top, width, height

    # Touching.

    def point(self, thing, at=(0.5, 0.5)):
        x, y, width, height = self.place(thing)
        return int(x + width * at[0]), int(y + height * at[1])

    def header(self, card):
        """A point of the header of a card, which is as high however many rows the card has."""
        x, y, width, height = self.place(card)
        return x + width // 2, y + min(12, height // 2)

    def click(self, thing, at=(0.5, 0.5), times=1):
        self.desk.click(self.point(thing, at), times)

    def press(self, role, name, **more):
        """Clicks on something once it is there."""
        self.click(self.find(role, name, **more))

    def has_keys(self, role, name, **more):
        """Waits until such a thing has the keys, and gives it."""
        return wait_for(lambda: next((thing for thing in self.find_all(role, name, **more)
                                      if thing.has('focused')), None), 'the keys at %s' % name)

    def editing(self, name):
        """Waits until the text of that name has the keys, and gives it."""
        return self.has_keys(('text', 'entry'), name)

    def reveal(self, role, name, **more):
        """Scrolls until a thing can be clicked on, and gives it."""
        def look():
            thing = self.find(role, name, **more)
            pane = next((above for above in thing.above() if above.role == 'scroll pane'), None)
            if pane is None:
                return thing
            x, y, width, height = self.place(thing)
            left, top, pane_width, pane_height = self.place(pane)
            below = y + height - top - pane_height
            if y >= top and below <= 0:
                return thing
            self.desk.scroll((left + MOST_PADDING, top + pane_height // 2), below > 0)
            return None

        return wait_for(look, '%s %s to come into view' % (role, name))

    def fill(self, name, text, **more):
        """Types something into a row of the inspector, and keeps it."""
        self.click(self.reveal('text', name, **more))
        self.editing(name)
        self.key('ctrl+a')
        self.type(text)
        self.key('Return')

    def grab_focus(self):
        """Focuses the newest window, as there is no window manager."""
        top = self.desk.bus.get_children(self.root)[-1]
        if top.path == self.focused:
            return
        window = self.desk.find_window(self.process.pid, top)[0]
        xdotool('windowfocus', '--sync', window)
        self.focused = top.path

    def key(self, *keys):
        self.grab_focus()
        self.desk.key(*keys)

    def type(self, text):
        self.grab_focus()
        self.desk.type(text)

    def tab_to(self, role, name, back=False, **more):
        """Goes with Tab from one thing to the next until this one has the keys, and gives it."""
        things = []
        for step in range(MAX_TABS):
            # To look at the whole window takes long. What was found is asked, and looked for again
            # when it went, and now and then for what came.
            if step % LOOK_EVERY_TABS == 0 or not things or not all([t.ask_states() for t in things]):
                things = self.find_all(role, name, **more)
            for thing in things:
                if thing.has('focused'):
                    return thing
            self.key('shift+Tab' if back else 'Tab')
            self.desk.rest()
        raise Failure('%d times Tab in vain for %s %s' % (MAX_TABS, role, name))

    def can(self, button):
        """Whether a button of the header can be pressed."""
        return self.find('button', button).has('sensitive')

    def press_until(self, key, button):
        """Presses a key until the button that does the same has nothing left to do."""
        def press():
            if not self.can(button):
                return True
            self.key(key, key, key)
            return False

        wait_for(press, 'the last step of ' + button)

    # What is where.

    def card(self, name, description=None):
        """The card of an entity on the diagram."""
        return self.find('panel', name, description, within=DIAGRAM)

    def documents(self):
        """What the page of sample documents says."""
        return self.find('text', 'Sample document', within=PANEL).text()

    # Ending.

    def wait_end(self, code=0):
        """Waits for the program to end by itself, as it should."""
        wait_for(lambda: self.process.poll() is not None, 'the end of the program')
        check_equal(self.process.returncode, code, 'how Squill ended')

    def kill(self):
        self.process.kill()
        self.process.wait()


class Ended(Exception):
    """The program ended when it should not have."""


class Desk:
    """A screen, a pointer and keys, and a folder: what one scenario has."""

    def __init__(self, name, bus):
        self.name = name
        self.bus = bus
        self.build = os.environ['SQUILL_BUILD_ROOT']
        self.source = os.environ['SQUILL_SOURCE_ROOT']
        self.squill = os.path.join(self.build, 'ui', 'squill')
        self.cli = os.path.join(self.build, 'app', 'cli', 'squill-cli')
        self.folder = tempfile.mkdtemp(prefix='squill-drive-')
        self.programs = []
        # What a scenario makes the toolkit warn of, whatever the program does.
        self.toolkit_faults = ()
        self.found = {}
        # How often a button of the pointer was pressed.
        self.clicks = 0
        self.screen = os.environ['SQUILL_DRIVE_SCREEN']
        self.server = int(os.environ['SQUILL_DRIVE_SERVER'])

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def dataset(self, *parts):
        """Real data; the scenario is skipped where it is missing."""
        path = os.path.join(os.environ.get('SQUILL_DATASETS', ''), *parts)
        if not os.path.exists(path):
            raise Skip('%s is not there' % '/'.join(parts))
        return path

    def start(self, *arguments, **changes):
        environment = dict(os.environ)
        for key, folder in (('HOME', 'home'), ('XDG_STATE_HOME', 'state'),
                            ('XDG_DATA_HOME', 'data'), ('XDG_CONFIG_HOME', 'config'),
                            ('XDG_CACHE_HOME', 'cache')):
            environment[key] = self.path(folder)
            os.makedirs(environment[key], exist_ok=True)
        # A cursor that blinks would keep the program from ever being at rest.
        os.makedirs(self.path('config', 'gtk-4.0'), exist_ok=True)
        with open(self.path('config', 'gtk-4.0', 'settings.ini'), 'w', encoding='utf-8') as file:
            file.write('[Settings]\ngtk-cursor-blink=false\n')
        environment.update({
            'GTK_A11Y': 'atspi',
            'GDK_BACKEND': 'x11',
            'GSETTINGS_SCHEMA_DIR': os.path.join(self.build, 'data'),
            'XDG_DATA_DIRS': self.source + ':/usr/local/share:/usr/share',
            'SQUILL_LAYOUT_PROGRAM': os.path.join(self.build, 'app', 'diagram', 'squill-layout'),
        })
        environment.update(changes)
        program = Program(self, arguments, environment)
        self.programs.append(program)
        wait_for(lambda: program.look().children, 'a window of Squill')
        program.grab_focus()
        return program

    def windows(self, pid):
        """The X windows of a program that can be seen."""
        return xdotool('search', '--onlyvisible', '--pid', pid)

    def find_window(self, pid, top):
        """The X window of a window, and where on the screen its content begins."""
        width, height = self.bus.get_children(top)[0].extents()[2:]
        key = pid, top.path, width, height
        if key not in self.found:
            self.found[key] = wait_for(lambda: self.find_window_of_size(pid, width, height),
                                       'a window on the screen that is %s' % top)
        return self.found[key]

    def find_window_of_size(self, pid, width, height):
        best = None
        for window in self.windows(pid):
            found = dict(line.split('=') for line in
                         xdotool('getwindowgeometry', '--shell', window))
            if len(found) < 5:
                continue
            x, y, outer_width, outer_height = (int(found[key])
                                               for key in ('X', 'Y', 'WIDTH', 'HEIGHT'))
            # Around the content is a border, the same on all sides.
            border = outer_width - width
            if border == outer_height - height and 0 <= border and (best is None or
                                                                    border <= best[0]):
                best = border, window, x + border // 2, y + border // 2
        return best and best[1:]

    # Pointer and keys.

    def rest(self):
        """Waits until neither the programs nor the X server have anything to do: all that was asked
        for is drawn, and stays where it is."""
        wait_for_rest([program.process.pid for program in self.programs] + [self.server])

    def move(self, point):
        self.rest()
        xdotool('mousemove', *point)

    def click(self, point, times=1, button=1):
        self.rest()
        self.clicks += times
        xdotool('mousemove', *point, 'click', '--repeat', times, '--delay', 40, button)

    def drag(self, start, end, steps=8):
        self.rest()
        self.clicks += 1
        words = ['mousemove', *start, 'mousedown', 1]
        for step in range(1, steps + 1):
            words += ['mousemove', start[0] + (end[0] - start[0]) * step // steps,
                      start[1] + (end[1] - start[1]) * step // steps]
        xdotool(*words, 'mouseup', 1)

    def scroll(self, point, down):
        self.rest()
        xdotool('mousemove', *point, 'click', 5 if down else 4)

    def type(self, text):
        self.rest()
        xdotool('type', '--delay', 5, text)

    def key(self, *keys):
        self.rest()
        xdotool('key', '--delay', 5, *keys)

    def run_cli(self, *arguments):
        return subprocess.run([self.cli] + [str(a) for a in arguments], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=MAX_PATIENCE)

    def show(self, path):
        """What a model's file says, by names."""
        shown = self.run_cli('show', '--format', 'json', path)
        check_equal(shown.returncode, 0, 'how show ended')
        return json.loads(shown.stdout)

    # After all.

    def report(self):
        """Keeps what helps to understand a failure, in the build directory."""
        picture = os.path.join(os.environ['G_TEST_BUILDDIR'], self.name + '.png')
        save_picture(self.screen, picture)
        lines = ['the screen is kept in ' + picture]
        for program in self.programs:
            try:
                lines.append(program.look().outline())
            except (Failure, Ended) as failure:
                lines.append(str(failure))
            lines += ['it said:', program.said()]
        return '\n'.join(lines)

    def clear(self):
        for program in self.programs:
            if program.process.poll() is None:
                program.kill()
            program.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def check_programs(self):
        """None may have ended in another way than it should, or warned of something."""
        for program in self.programs:
            fault = program.find_fault()
            if fault:
                raise Failure('Squill said: ' + fault)


def run(scenarios):
    bus = AccessibilityBus()
    failed = 0
    wanted = sys.argv[1:]
    scenarios = [s for s in scenarios if not wanted or s.__name__ in wanted]
    print('1..%d' % len(scenarios), flush=True)
    for number, scenario in enumerate(scenarios, 1):
        name = scenario.__name__.replace('_', '-')
        desk = Desk(name, bus)
        started = time.monotonic()
        try:
            scenario(desk)
            desk.check_programs()
            print('ok %d %s' % (number, name))
        except Skip as skip:
            print('ok %d %s # SKIP %s' % (number, name, skip))
        except Exception:
            failed += 1
            print('not ok %d %s' % (number, name))
            for line in (traceback.format_exc() + desk.report()).splitlines():
                print('# ' + line)
        finally:
            desk.clear()
        print('# took %.1f s' % (time.monotonic() - started), flush=True)
    return 1 if failed else 0


def skip_all(reason):
    print('1..0 # SKIP %s' % reason)
    sys.exit(0)


def run_on_new_display():
    """Runs this file again on an X server and a session bus of its own."""
    folder = tempfile.mkdtemp(prefix='squill-session-')
    display = inner = None

    def on_signal(number, frame):
        sys.exit(128 + number)

    signal.signal(signal.SIGTERM, on_signal)
    signal.signal(signal.SIGHUP, on_signal)
    try:
        display = Display(folder)
        if not display.name:
            skip_all('Xvfb does not start')
        # The buses say this and that, which would be taken for results.
        output = os.dup(sys.stdout.fileno())
        environment = dict(os.environ, DISPLAY=display.name, XDG_RUNTIME_DIR=folder,
                           SQUILL_DRIVE_OUTPUT=str(output), SQUILL_DRIVE_SCREEN=display.screen,
                           SQUILL_DRIVE_SERVER=str(display.server.pid))
        for name in ('WAYLAND_DISPLAY', 'DBUS_SESSION_BUS_ADDRESS', 'AT_SPI_BUS_ADDRESS'):
            environment.pop(name, None)
        inner = subprocess.Popen(['dbus-run-session', '--', sys.executable] + sys.argv,
                                 env=environment, preexec_fn=die_with_parent,
                                 start_new_session=True, pass_fds=[output],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return inner.wait()
    finally:
        if inner is not None:
            try:
                os.killpg(inner.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        if display is not None:
            display.end()
        shutil.rmtree(folder, ignore_errors=True)


def main(*scenarios):
    output = os.environ.pop('SQUILL_DRIVE_OUTPUT', None)
    if output is not None:
        die_with_parent()
        os.dup2(int(output), sys.stdout.fileno())
        os.dup2(int(output), sys.stderr.fileno())
        os.close(int(output))
        sys.exit(run(scenarios))
    for tool in NEEDED:
        if shutil.which(tool) is None:
            skip_all('%s is not installed' % tool)
    try:
        import gi  # noqa: F401
    except ImportError:
        skip_all('python3-gi is not installed')
    if not any(os.path.exists(os.path.join(folder, 'dbus-1/services/org.a11y.Bus.service'))
               for folder in os.environ.get('XDG_DATA_DIRS', '/usr/local/share:/usr/share')
               .split(':')):
        skip_all('at-spi2-core is not installed')
    sys.exit(run_on_new_display())
