"""Shows bytes on a terminal that is not ours, the emulator pyte, and tells what is in its cells.

Called with the columns and the rows; the bytes come on standard input. Each row is a line, its cells
stand between tabs, and the second half of a wide character is empty.
"""

import sys

try:
    import pyte
except ImportError:
    sys.exit(3)

columns, rows = int(sys.argv[1]), int(sys.argv[2])
screen = pyte.Screen(columns, rows)
stream = pyte.Stream(screen)
# One by one: after a character that it does not know pyte leaves out the rest of what it was given.
for character in sys.stdin.buffer.read().decode():
    stream.feed(character)
for row in range(rows):
    print("\t".join(screen.buffer[row][column].data for column in range(columns)))
