// The screen and the input. The macros and globals of ncurses stay inside this target.

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

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <ncurses.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define PASTE_ON "\033[?2004h"
#define PASTE_OFF "\033[?2004l"
#define MOUSE_ON "\033[?1000h\033[?1006h"
#define MOUSE_OFF "\033[?1006l\033[?1000l"
#define TITLE_SAVE "\033[22;2t"
#define TITLE_RESTORE "\033[23;2t"

static SCREEN *screen;
static struct termios first_modes;
static bool wants_mouse, title_saved, close_at_exit;

// No signal is to find half of it.
static void prepare_farewell(void) {
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, &before);
  cnc_farewell_reset();
  if (wants_mouse) cnc_farewell_add_text(MOUSE_OFF);
  cnc_farewell_add_text(PASTE_OFF);
  if (title_saved) cnc_farewell_add_text(TITLE_RESTORE);
  cnc_farewell_add_terminfo();
  sigprocmask(SIG_SETMASK, &before, NULL);
}

static void enter_private_modes(void) {
  cnc_write_text(PASTE_ON);
  if (wants_mouse) cnc_write_text(MOUSE_ON);
}

static void leave_private_modes(void) {
  if (wants_mouse) cnc_write_text(MOUSE_OFF);
  cnc_write_text(PASTE_OFF);
}

void cnc_set_mouse(bool mouse) {
  if (!screen || mouse == wants_mouse) return;
  wants_mouse = mouse;
  // Whatever ends the process gives the mouse back; once too often does no harm.
  if (mouse) prepare_farewell();
  cnc_write_text(mouse ? MOUSE_ON : MOUSE_OFF);
}

static CNCStatus check_terminal(void) {
  if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return CNC_NO_TERMINAL;
  if (tcgetattr(STDIN_FILENO, &first_modes) != 0) return CNC_NO_TERMINAL;
  const char *type = getenv("TERM");
  if (!type || !*type) return CNC_UNKNOWN_TYPE;
  return cnc_terminfo_check();
}

static void set_modes(void) {
  cbreak();
  noecho();
  nonl();
  intrflush(stdscr, FALSE);
  struct termios modes;
  if (tcgetattr(STDIN_FILENO, &modes) == 0) {
    // Ctrl-C is a key: as a signal it would also end the shell script around the program. Ctrl-Z
    // and Ctrl-\ stay signals, so that they work even while the program computes. Ctrl-S, Ctrl-Q
    // and Ctrl-V are keys.
    modes.c_cc[VINTR] = _POSIX_VDISABLE;
    modes.c_iflag &= (tcflag_t) ~(IXON | ICRNL | INLCR | IGNCR | ISTRIP);
    modes.c_lflag &= (tcflag_t) ~(IEXTEN);
    tcsetattr(STDIN_FILENO, TCSANOW, &modes);
  }
  // What ncurses comes back to after the program was suspended.
  def_prog_mode();
}

CNCStatus cnc_open(bool colour, bool mouse) {
  if (screen) return CNC_ALREADY_OPEN;
  CNCStatus status = check_terminal();
  if (status != CNC_OK) return status;
  // From here on every signal finds what gives the terminal back.
  if (!cnc_signals_install(&first_modes)) return CNC_FAILED;
  cnc_farewell_arm(true);
  // Only the character set: numbers must not change their look with the user's language.
  setlocale(LC_CTYPE, "");
  screen = newterm(NULL, stdout, stdin);
  if (!screen) {
    cnc_farewell_arm(false);
    cnc_signals_remove();
    return CNC_FAILED;
  }
  set_term(screen);
  wants_mouse = mouse;
  title_saved = false;
  set_modes();
  cnc_colours_begin(colour);
  scrollok(stdscr, FALSE);
  // Looking for input while drawing would disturb the one reader of it.
  typeahead(-1);
  set_escdelay(25);
  prepare_farewell();
  cnc_messages_hold();
  if (!close_at_exit) close_at_exit = atexit(cnc_close) == 0;
  cnc_resize();
  refresh();
  enter_private_modes();
  return CNC_OK;
}

static void leave_screen(void) {
  sigset_t blocked, before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTTOU);
  sigprocmask(SIG_BLOCK, &blocked, &before);
  leave_private_modes();
  if (title_saved) cnc_write_text(TITLE_RESTORE);
  title_saved = false;
  curs_set(1);
  endwin();
  tcsetattr(STDIN_FILENO, TCSANOW, &first_modes);
  cnc_messages_say();
  sigprocmask(SIG_SETMASK, &before, NULL);
}

void cnc_close(void) {
  if (!screen) return;
  leave_screen();
  cnc_farewell_arm(false);
  cnc_signals_remove();
  delscreen(screen);
  screen = NULL;
}

bool cnc_is_open(void) { return screen != NULL; }

bool cnc_is_utf8(void) {
  setlocale(LC_CTYPE, "");
  return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

void cnc_size(int32_t *columns, int32_t *rows) {
  *columns = screen ? COLS : 1;
  *rows = screen ? LINES : 1;
}

static void take_size(void) {
  struct winsize window;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_row > 0 && window.ws_col > 0) {
    resizeterm(window.ws_row, window.ws_col);
  }
}

void cnc_resize(void) {
  if (!screen) return;
  take_size();
  erase();
  clearok(curscr, TRUE);
}

void cnc_show(int32_t cursor_row, int32_t cursor_column) {
  if (!screen) return;
  bool is_visible = cursor_row >= 0 && cursor_row < LINES && cursor_column >= 0 &&
                    cursor_column < COLS;
  if (is_visible) move(cursor_row, cursor_column);
  refresh();
  curs_set(is_visible ? 1 : 0);
  // curs_set writes through ncurses' buffer, which only drawing empties.
  doupdate();
}

void cnc_send(const char *sequence) {
  if (screen) cnc_write_text(sequence);
}

void cnc_title(const char *text) {
  static const char *const with_title[] = {"xterm", "tmux", "screen", "alacritty",
                                           "foot",  "rxvt", "konsole"};
  const char *type = getenv("TERM");
  if (!screen || !type) return;
  for (size_t i = 0; i < sizeof with_title / sizeof with_title[0]; i++) {
    if (strncmp(type, with_title[i], strlen(with_title[i])) != 0) continue;
    if (!title_saved) {
      cnc_write_text(TITLE_SAVE);
      title_saved = true;
      prepare_farewell();
    }
    cnc_write_text("\033]2;");
    cnc_write_text(text);
    cnc_write_text("\033\\");
    return;
  }
}

static void stop(void) {
  leave_screen();
  // A process that dies while it is stopped must not touch the terminal, which is the shell's now.
  cnc_farewell_arm(false);
  cnc_stop_self();
}

static void resume(void) {
  prepare_farewell();
  cnc_farewell_arm(true);
  cnc_messages_hold();
  reset_prog_mode();
  // A busy program draws nothing new for a while, so it shows what it did before.
  take_size();
  clearok(curscr, TRUE);
  refresh();
  enter_private_modes();
}

bool cnc_obey_stop(void) {
  if (!screen) return false;
  if (cnc_stop_wanted) {
    cnc_stop_wanted = 0;
    stop();
    cnc_continued = 1;
  }
  if (!cnc_continued) return false;
  cnc_continued = 0;
  resume();
  return true;
}

uint32_t cnc_take_signals(void) {
  if (!screen) return 0;
  uint32_t found = cnc_obey_stop() ? CNC_RESUMED : 0;
  if (cnc_window_changed) found |= CNC_RESIZED;
  if (cnc_interrupts) found |= CNC_INTERRUPTED;
  if (cnc_terminations) found |= CNC_TERMINATED;
  if (cnc_hung_up) found |= CNC_ENDED;
  if (cnc_interrupts || cnc_terminations || cnc_hung_up) cnc_signals_noticed();
  cnc_window_changed = cnc_interrupts = cnc_terminations = cnc_hung_up = 0;
  return found;
}

static int64_t now_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static uint32_t read_input(uint8_t *bytes, int32_t capacity, int32_t *count) {
  ssize_t length = read(STDIN_FILENO, bytes, (size_t)capacity);
  if (length > 0) *count = (int32_t)length;
  bool again = length < 0 && (errno == EINTR || errno == EAGAIN);
  return length > 0 || again ? 0 : CNC_ENDED;
}

uint32_t cnc_wait(int32_t timeout_milliseconds, uint8_t *bytes, int32_t capacity, int32_t *count) {
  *count = 0;
  if (!screen || capacity <= 0) return CNC_ENDED;
  int64_t deadline = now_milliseconds() + timeout_milliseconds;
  for (;;) {
    uint32_t found = cnc_take_signals();
    if (found) return found;
    int64_t left = deadline - now_milliseconds();
    int wait = timeout_milliseconds < 0 ? -1 : left > 0 ? (int)left : 0;
    struct pollfd sources[2] = {{STDIN_FILENO, POLLIN, 0}, {cnc_wake_descriptor(), POLLIN, 0}};
    int ready = poll(sources, 2, wait);
    if (ready < 0 && errno != EINTR) return CNC_ENDED;
    if (ready == 0) return cnc_take_signals();
    if (ready < 0) continue;
    if (sources[1].revents & POLLIN) {
      uint8_t drained[64];
      while (read(cnc_wake_descriptor(), drained, sizeof drained) > 0) continue;
      continue;
    }
    if (sources[0].revents) {
      found = read_input(bytes, capacity, count);
      if (found || *count > 0) return found;
    }
  }
}
