// What the terminfo database says. Its header defines macros like `columns` and `lines`, which is why
// nothing else is in this file.

#if defined(__linux__)
#define _GNU_SOURCE 1
#endif

#include "CNcurses.h"
#include "internal.h"

#include <ncurses.h>
#include <term.h>
#include <unistd.h>

CNCStatus cnc_terminfo_check(void) {
  int found = 0;
  // With a place for its answer setupterm returns instead of ending the process.
  if (setupterm(NULL, STDOUT_FILENO, &found) != OK) return CNC_UNKNOWN_TYPE;
  bool can_move = cursor_address != NULL;
  // The one who opens the screen may be ended before ncurses has told what gives it back.
  cnc_farewell_reset();
  if (can_move) cnc_farewell_add_terminfo();
  del_curterm(cur_term);
  return can_move ? CNC_OK : CNC_NO_CURSOR_MOVES;
}

void cnc_farewell_add_terminfo(void) {
  const char *const strings[] = {exit_attribute_mode, orig_pair, keypad_local, cursor_normal,
                                 exit_ca_mode};
  for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++) {
    if (strings[i]) tputs(strings[i], 1, cnc_farewell_add);
  }
}
