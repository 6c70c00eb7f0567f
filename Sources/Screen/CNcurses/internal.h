#ifndef CNCURSES_INTERNAL_H
#define CNCURSES_INTERNAL_H

#include "CNcurses.h"

#include <signal.h>
#include <stdbool.h>
#include <termios.h>

// Set by signal handlers, taken by cnc_wait.
extern volatile sig_atomic_t cnc_window_changed;
extern volatile sig_atomic_t cnc_interrupts;
extern volatile sig_atomic_t cnc_terminations;
extern volatile sig_atomic_t cnc_hung_up;
extern volatile sig_atomic_t cnc_stop_wanted;
extern volatile sig_atomic_t cnc_continued;

// The reading end of the pipe into which every handler writes, so that no signal is slept through.
int cnc_wake_descriptor(void);

// Installs the handlers; `saved` and the prepared text are what a dying process restores.
bool cnc_signals_install(const struct termios *saved);
void cnc_signals_remove(void);

// Says that a request to end was taken: the process does not have to die of it any more.
void cnc_signals_noticed(void);

// Adds bytes to what a dying process writes to the terminal.
void cnc_farewell_reset(void);
int cnc_farewell_add(int byte);
void cnc_farewell_add_text(const char *text);
void cnc_farewell_add_terminfo(void);

// Tells whether a dying process must restore the terminal.
void cnc_farewell_arm(bool armed);

// Whether there is a screen.
bool cnc_is_open(void);

// Prepares colours for a new screen, or for none.
void cnc_colours_begin(bool colour);

// Asks the terminfo database whether the terminal will do, and prepares what gives it back.
CNCStatus cnc_terminfo_check(void);

// Stops the process as Ctrl-Z would without us, and returns when it goes on.
void cnc_stop_self(void);

// Keeps what is written to standard error until the terminal is free again, and says it then.
void cnc_messages_hold(void);
void cnc_messages_say(void);

// Says what was set by cnc_set_last_words.
void cnc_messages_last_words(void);

// Writes all of a text to the terminal.
void cnc_write_text(const char *text);

#endif
