// What one cell shows: its character, within what the terminal can be trusted with, and its colours.

#if defined(__linux__)
#define _GNU_SOURCE 1
#endif
#if defined(__APPLE__)
#define _DARWIN_C_SOURCE 1
#endif
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1

#include "CNcurses.h"
#include "internal.h"

#include <ncurses.h>
#include <wchar.h>

// A theme needs a dozen pairs; two of them may be in use while one follows the other.
enum { PAIRS = 64 };

static bool has_colour;
static struct {
  uint16_t foreground;
  uint16_t background;
} pairs[PAIRS];
static short next_pair;

void cnc_colours_begin(bool colour) {
  next_pair = 1;
  has_colour = colour && has_colors() && start_color() == OK && use_default_colors() == OK;
}

int32_t cnc_colours(void) { return has_colour ? COLORS : 0; }

static short pair_of(uint16_t foreground, uint16_t background) {
  if (!has_colour || (foreground == 0 && background == 0)) return 0;
  if (foreground > COLORS || background > COLORS) return 0;
  for (short pair = 1; pair < next_pair; pair++) {
    if (pairs[pair].foreground == foreground && pairs[pair].background == background) return pair;
  }
  // A terminal with few pairs shows the first ones that are asked for.
  if (next_pair >= COLOR_PAIRS || next_pair >= PAIRS) return 0;
  if (init_pair(next_pair, (short)(foreground - 1), (short)(background - 1)) != OK) return 0;
  pairs[next_pair].foreground = foreground;
  pairs[next_pair].background = background;
  return next_pair++;
}

static void add_cell(int row, int column, const wchar_t *text, attr_t attributes, short pair) {
  cchar_t cell;
  if (setcchar(&cell, text, attributes, pair, NULL) == OK) mvadd_wch(row, column, &cell);
}

// Collects a base and its marks from scalars[at...]; returns the columns it takes, 0 for none.
static int take_piece(const uint32_t *scalars, int count, int *at, wchar_t *piece) {
  wchar_t base = (wchar_t)scalars[*at];
  int columns = scalars[*at] < 0x20 ? -1 : wcwidth(base);
  int length = 0;
  piece[length++] = columns > 0 ? base : L'?';
  (*at)++;
  while (*at < count && wcwidth((wchar_t)scalars[*at]) == 0) {
    if (length < CCHARW_MAX) piece[length++] = (wchar_t)scalars[*at];
    (*at)++;
  }
  piece[length] = L'\0';
  return columns > 0 ? columns : 1;
}

void cnc_put(int32_t row, int32_t column, const uint32_t *scalars, int32_t count, int32_t width,
             uint16_t foreground, uint16_t background, uint8_t attributes) {
  if (!cnc_is_open() || row < 0 || row >= LINES || column < 0 || column >= COLS) return;
  attr_t look = A_NORMAL;
  if (attributes & 1) look |= A_BOLD;
  if (attributes & 2) look |= A_DIM;
  if (attributes & 4) look |= A_UNDERLINE;
  if (attributes & 8) look |= A_REVERSE;
  short pair = pair_of(foreground, background);
  if (count > CNC_CELL_SCALARS) count = CNC_CELL_SCALARS;
  int end = column + width < COLS ? column + width : COLS;
  for (int at = 0; at < count && column < end;) {
    wchar_t piece[CCHARW_MAX + 1];
    int columns = take_piece(scalars, count, &at, piece);
    if (columns > end - column) {
      piece[0] = L'?';
      piece[1] = L'\0';
      columns = 1;
    }
    add_cell(row, column, piece, look, pair);
    column += columns;
  }
  for (; column < end; column++) add_cell(row, column, L" ", look, pair);
}
