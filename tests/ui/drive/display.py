# SPDX-License-Identifier: Apache-2.0
"""An X server without a screen, and pictures of what it shows. Needs nothing but Xvfb."""

import ctypes
import os
import signal
import struct
import subprocess
import zlib

PR_SET_PDEATHSIG = 1


def die_with_parent():
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class Display:
    """A running Xvfb. Its name is empty where the server did not start."""

    def __init__(self, folder, size=(1440, 900)):
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ['Xvfb', '-displayfd', str(write), '-screen', '0', '%dx%dx24' % size, '-fbdir', folder,
             '-nolisten', 'tcp', '-noreset'], pass_fds=[write], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=die_with_parent)
        os.close(write)
        with os.fdopen(read) as numbers:
            number = numbers.readline().strip()
        self.name = ':' + number if number else ''
        self.screen = os.path.join(folder, 'Xvfb_screen0')

    def end(self):
        self.server.kill()
        self.server.wait()


def read_screen(screen):
    """Width, height and the rows of pixels (blue, green, red and nothing, a byte each) of the file
    in which Xvfb keeps what it shows, which is a window dump as of xwd."""
    with open(screen, 'rb') as file:
        dump = file.read()
    header = struct.unpack('>25I', dump[:100])
    width, height, row_bytes = header[4], header[5], header[12]
    start = header[0] + header[19] * 12
    return width, height, [dump[start + row * row_bytes:start + row * row_bytes + width * 4]
                           for row in range(height)]


def count_colors(screen):
    return len({pixel for row in read_screen(screen)[2] for pixel in memoryview(row).cast('I')})


def save_picture(screen, path):
    """Writes what the server shows as PNG."""
    width, height, rows = read_screen(screen)
    lines = bytearray()
    for row in rows:
        line = bytearray(width * 3)
        line[0::3], line[1::3], line[2::3] = row[2::4], row[1::4], row[0::4]
        lines += b'\0' + line

    def chunk(kind, content):
        return (struct.pack('>I', len(content)) + kind + content +
                struct.pack('>I', zlib.crc32(kind + content)))

    with open(path, 'wb') as file:
        file.write(b'\x89PNG\r\n\x1a\n' +
                   chunk(b'IHDR', struct.pack('>2I5B', width, height, 8, 2, 0, 0, 0)) +
                   chunk(b'IDAT', zlib.compress(bytes(lines), 1)) + chunk(b'IEND', b''))
