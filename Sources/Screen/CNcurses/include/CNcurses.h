#ifndef CNCURSES_H
#define CNCURSES_H

#include <stdbool.h>
#include <stdint.h>

/// Why the terminal could not be opened.
typedef enum {
  CNC_OK = 0,
  CNC_NO_TERMINAL,      // standard input or output is not a terminal
  CNC_UNKNOWN_TYPE,     // TERM is not set or not in the terminfo database
  CNC_NO_CURSOR_MOVES,  // the terminal cannot place its cursor
  CNC_ALREADY_OPEN,
  CNC_FAILED,
} CNCStatus;

/// What a wait ended with; several may be true at once.
enum {
  CNC_RESIZED = 1,
  CNC_INTERRUPTED = 2,
  CNC_TERMINATED = 4,
  CNC_RESUMED = 8,
  CNC_ENDED = 16,
};

/// The largest number of scalars of one cell that are looked at.
enum { CNC_CELL_SCALARS = 32 };

/// Opens the terminal. Nothing of the process has changed if it does not return CNC_OK.
CNCStatus cnc_open(bool colour, bool mouse);

/// Takes the mouse, or leaves it to the terminal.
void cnc_set_mouse(bool mouse);

/// Gives the terminal back as it was found; does nothing if it is not open.
void cnc_close(void);

/// Whether the locale of the environment says UTF-8. Without it everything but ASCII is drawn as '?'.
bool cnc_is_utf8(void);

/// The size of the screen, at least 1 by 1.
void cnc_size(int32_t *columns, int32_t *rows);

/// Takes over the terminal's new size and forgets what the screen shows.
void cnc_resize(void);

/// Puts a character into `width` cells. The base is the first scalar; what the terminal cannot be
/// trusted to draw in that width is replaced or left out, and the rest is filled with spaces.
/// Colours: 0 is the terminal's own, else one more than the palette's number. Attributes: 1 bold, 2 dim, 4 underline,
/// 8 reverse.
void cnc_put(int32_t row, int32_t column, const uint32_t *scalars, int32_t count, int32_t width,
             uint16_t foreground, uint16_t background, uint8_t attributes);

/// How many colours the terminal shows; 0 where it has none, or none are wanted.
int32_t cnc_colours(void);

/// Shows what was put since the last time. A negative row hides the cursor.
void cnc_show(int32_t cursor_row, int32_t cursor_column);

/// Sends a sequence that draws nothing and moves nothing. The caller guarantees that it is whole.
void cnc_send(const char *sequence);

/// Sets the window's title where the terminal is known to have one. The caller guarantees that the
/// text holds no controls. The old title comes back at the end.
void cnc_title(const char *text);

/// Sets what a process says on standard error that dies of a signal while there is a screen: at
/// most 1023 bytes, which hold no controls but ends of lines.
void cnc_set_last_words(const char *text);

/// Suspends the process if a signal has asked for it, and takes the screen back when the process
/// goes on; true if it was suspended. For whoever writes to the terminal while its owner is busy.
bool cnc_obey_stop(void);

/// What signals have asked for since the last time, without waiting. May suspend the process.
uint32_t cnc_take_signals(void);

/// Waits for input, a signal or the timeout (negative: without end), and returns what happened.
/// Up to `capacity` bytes of input go to `bytes`, their number to `count`.
uint32_t cnc_wait(int32_t timeout_milliseconds, uint8_t *bytes, int32_t capacity, int32_t *count);

#endif
