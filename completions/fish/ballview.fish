# SPDX-License-Identifier: MIT
# Made from ballview's option table; `make manual` makes it anew.
complete -c ballview -f
complete -c ballview -l tty -d 'draw on the terminal, as without any of the next three'
complete -c ballview -l fb -d 'draw on a screen: a framebuffer, by its path or its driver\'s name'
complete -c ballview -l lamps -d 'draw on 8x8 lamps, those of a Sense HAT'
complete -c ballview -l png -r -F -d 'draw one frame into a PNG file (- is standard output) and exit'
complete -c ballview -l once -d 'print one frame as text and exit'
complete -c ballview -l size -x -d 'columns and rows of the terminal\'s picture, such as 80x24'
complete -c ballview -l rotate -x -d 'turn the picture clockwise: 0, 90, 180 or 270 (0)'
complete -c ballview -l fps -x -d 'draw at most N frames a second, 1 to 60 (30)'
complete -c ballview -l color -x -a 'auto truecolor 256 16 none' -d 'auto, truecolor, 256, 16 or none (auto)'
complete -c ballview -l glyphs -x -a 'auto half ascii' -d 'auto, half or ascii (auto)'
complete -c ballview -l runtime-dir -x -a '(__fish_complete_directories)' -d 'where balld\'s sockets are'
complete -c ballview -l help -s h -d 'print this help and exit'
complete -c ballview -l version -s V -d 'print the version and exit'
