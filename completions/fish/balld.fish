# SPDX-License-Identifier: MIT
# Made from balld's option table; `make manual` makes it anew.
complete -c balld -f
complete -c balld -l source -x -a 'auto iio evdev client log:' -d 'where the samples come from: auto (the default), iio, iio:NAME, iio:ip:HOST, evdev, evdev:PATH, client, log:FILE, or log:FILE+FILE'
complete -c balld -l table -r -F -d 'the table: a name (marble is the default), maze:COLUMNSxROWS:SEED for a random one, or a table file'
complete -c balld -l list-tables -d 'print the names and titles of the tables, and exit'
complete -c balld -l config -r -F -d 'read the settings from this file, in place of those in /etc/balld'
complete -c balld -l runtime-dir -x -a '(__fish_complete_directories)' -d 'make the sockets in this directory'
complete -c balld -l state-dir -x -a '(__fish_complete_directories)' -d 'keep runs, best times, levels and calibrations in this directory'
complete -c balld -l speed -x -a 'max' -d 'play a recording N times as fast, or as fast as possible'
complete -c balld -l print -d 'print what a client would get, and make no socket'
complete -c balld -l record -r -F -d 'write all that enters the session into a new file, which --source=log:FILE replays'
complete -c balld -l require-sensor -d 'end at once, with the status 69, when no sensor is found'
complete -c balld -l set -x -d 'change one setting'
complete -c balld -l list-sensors -d 'list the sensors that are there and what balld would take, and exit'
complete -c balld -l check-config -d 'say whether the settings are valid, and exit'
complete -c balld -l print-config -d 'print the settings in force and where they come from, and exit'
complete -c balld -l help -s h -d 'print this help and exit'
complete -c balld -l version -s V -d 'print the version and exit'
