# SPDX-License-Identifier: Apache-2.0
"""Whether programs have something to do. What they draw stays where it is when they have not."""

import glob
import time

# How long a program that does nothing is at rest: longer than a frame of an animation.
REST = 0.06
# What never rests, such as a spinner, is not waited for.
MAX_UNREST = 10


def get_activity(pid):
    """What a program and those that it started have done so far, and whether any of their threads
    would do more if it were given a processor."""
    done, busy = [], False
    for task in glob.glob('/proc/%d/task/*' % pid):
        try:
            with open(task + '/schedstat', encoding='ascii') as file:
                done.append((task, file.read().split()[0]))
            with open(task + '/stat', encoding='ascii', errors='replace') as file:
                busy = busy or file.read().rpartition(')')[2].split()[0] in 'RD'
            with open(task + '/children', encoding='ascii') as file:
                children = file.read().split()
        except OSError:
            continue
        for child in children:
            more, more_busy = get_activity(int(child))
            done += more
            busy = busy or more_busy
    return done, busy


def wait_for_rest(pids):
    end = time.monotonic() + MAX_UNREST
    quiet_since = 0
    before = None
    while time.monotonic() < end:
        activity = [get_activity(pid) for pid in pids]
        now = time.monotonic()
        if activity != before or any(busy for done, busy in activity):
            quiet_since = now
            before = activity
        elif now - quiet_since >= REST:
            return
        time.sleep(0.01)
