# SPDX-License-Identifier: Apache-2.0
"""Squill starts, whatever another one is doing."""

from driver import check_equal, main

NAME = 'io.github.squill.Squill'
DO_NOT_QUEUE = 4
PRIMARY_OWNER = 1


def one_that_ends_is_not_in_the_way(desk):
    from gi.repository import Gio, GLib
    bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)

    def call(method, signature, *arguments):
        return bus.call_sync('org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus',
                             method, GLib.Variant(signature, arguments), None,
                             Gio.DBusCallFlags.NONE, -1, None).unpack()[0]

    # As one that has withdrawn its objects from the bus, but not yet its name.
    check_equal(call('RequestName', '(su)', NAME, DO_NOT_QUEUE), PRIMARY_OWNER, 'the name')
    program = desk.start()
    program.find('button', 'New entity')
    call('ReleaseName', '(s)', NAME)
    program.key('ctrl+w')
    program.wait_end()


main(one_that_ends_is_not_in_the_way)
