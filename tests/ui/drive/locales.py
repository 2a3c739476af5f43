# SPDX-License-Identifier: Apache-2.0
"""Languages other than that of the tests, on machines that have none of them installed."""

import gettext
import os
import shutil
import subprocess

from driver import Skip

# A translation that has nothing but this. Where a program has none at all for a language, GTK does not use its own either,
# and so does not mirror the window.
HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'


def make_locale(desk, name):
    """What a program has to be started with to speak that language: a locale that is made here, as a minimal system
    has only C.UTF-8, in which newer C libraries translate nothing."""
    for tool in ('localedef', 'msgfmt'):
        if shutil.which(tool) is None:
            raise Skip('%s is not installed' % tool)
    folder = desk.path('locales')
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, name + '.UTF-8')
    # Warnings make it end with 1.
    made = subprocess.run(['localedef', '-i', name, '-f', 'UTF-8', path],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if not os.path.isdir(path):
        raise Skip('the locale %s cannot be made: %s' % (name, made.stdout.strip()))
    language = name.split('_')[0]
    translations = os.path.join(desk.build, 'po')
    if gettext.find('squill', translations, [language]) is None:
        translations = folder
        os.makedirs(os.path.join(folder, language, 'LC_MESSAGES'), exist_ok=True)
        subprocess.run(['msgfmt', '-o', os.path.join(folder, language, 'LC_MESSAGES', 'squill.mo'), '-'],
                       input=HEADER, text=True, check=True)
    return {'LOCPATH': folder, 'LC_ALL': name + '.UTF-8', 'LANGUAGE': language,
            'SQUILL_LOCALEDIR': translations}


def get_translate(language, changes):
    """The function that says a text of a program that was started with these changes, as the program itself does."""
    return gettext.translation('squill', changes['SQUILL_LOCALEDIR'], [language]).gettext
