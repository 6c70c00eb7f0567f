// Signals: some become events, the others restore the terminal before the process dies.

#if defined(__linux__)
#define _GNU_SOURCE 1
#endif

#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

volatile sig_atomic_t cnc_window_changed;
volatile sig_atomic_t cnc_interrupts;
volatile sig_atomic_t cnc_terminations;
volatile sig_atomic_t cnc_hung_up;
volatile sig_atomic_t cnc_stop_wanted;
volatile sig_atomic_t cnc_continued;

static const int event_signals[] = {SIGWINCH, SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT};
static const int fatal_signals[] = {SIGILL,  SIGTRAP, SIGABRT, SIGSEGV,
                                    SIGBUS,  SIGFPE,  SIGQUIT};
// All others end the process, but for these: they can be neither handled nor ignored, are ignored
// by themselves, or stop the process.
static const int harmless_signals[] = {SIGKILL, SIGSTOP, SIGCHLD, SIGURG, SIGTTIN, SIGTTOU};
enum {
  EVENT_SIGNALS = sizeof event_signals / sizeof event_signals[0],
  FATAL_SIGNALS = sizeof fatal_signals / sizeof fatal_signals[0],
  HARMLESS_SIGNALS = sizeof harmless_signals / sizeof harmless_signals[0],
  FAREWELL_BYTES = 512,
  // SIGSTKSZ is no constant on every system.
  SIGNAL_STACK_BYTES = 65536,
  // How long a busy program may take to look at a request to end, and then how long a terminal that
  // nobody reads may keep the process from giving it back: together less than two seconds.
  NOTICE_MICROSECONDS = 1400000,
  RESTORE_MICROSECONDS = 400000,
};

static struct sigaction old_event_actions[EVENT_SIGNALS];
static struct sigaction old_fatal_actions[FATAL_SIGNALS];
static sigset_t ending_signals;
static int wake_pipe[2] = {-1, -1};
static struct termios saved_modes;
static char farewell[FAREWELL_BYTES];
static volatile sig_atomic_t farewell_length;
static volatile sig_atomic_t farewell_armed;
// What the process dies of where it does not look at the request; 0 for none.
static volatile sig_atomic_t overdue;
static char signal_stack[SIGNAL_STACK_BYTES];

static void write_all(const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t written = write(STDOUT_FILENO, bytes, length);
    if (written > 0) {
      bytes += written;
      length -= (size_t)written;
    } else if (written == 0 || errno != EINTR) {
      return;
    }
  }
}

void cnc_write_text(const char *text) { write_all(text, strlen(text)); }

// Calls only what is safe in a signal handler.
static void restore_terminal(void) {
  if (!farewell_armed) return;
  farewell_armed = 0;
  // A background process that changes the modes would be stopped by SIGTTOU.
  sigset_t blocked, before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTTOU);
  sigprocmask(SIG_BLOCK, &blocked, &before);
  write_all(farewell, (size_t)farewell_length);
  tcsetattr(STDIN_FILENO, TCSANOW, &saved_modes);
  cnc_messages_say();
  cnc_messages_last_words();
  sigprocmask(SIG_SETMASK, &before, NULL);
}

// A thread that works for another one may have it blocked.
static void unblock(int signal_number) {
  sigset_t own;
  sigemptyset(&own);
  sigaddset(&own, signal_number);
  sigprocmask(SIG_UNBLOCK, &own, NULL);
}

static void die(int signal_number) {
  restore_terminal();
  signal(signal_number, SIG_DFL);
  unblock(signal_number);
  raise(signal_number);
}

static void set_timer(long microseconds) {
  struct itimerval timer;
  memset(&timer, 0, sizeof timer);
  timer.it_value.tv_sec = microseconds / 1000000;
  timer.it_value.tv_usec = microseconds % 1000000;
  setitimer(ITIMER_REAL, &timer, NULL);
}

// Has the process die of a signal where nobody takes it in time.
static void expect_notice(int signal_number) {
  if (overdue) return;
  overdue = signal_number;
  set_timer(NOTICE_MICROSECONDS);
}

void cnc_signals_noticed(void) {
  sigset_t requests, before;
  sigemptyset(&requests);
  sigaddset(&requests, SIGINT);
  sigaddset(&requests, SIGTERM);
  sigaddset(&requests, SIGHUP);
  sigprocmask(SIG_BLOCK, &requests, &before);
  if (overdue) set_timer(0);
  overdue = 0;
  sigprocmask(SIG_SETMASK, &before, NULL);
}

static void on_alarm(int signal_number) {
  int asked = overdue;
  if (!asked) {
    die(signal_number);
    return;
  }
  // Whoever reads the terminal no more would keep us writing to it.
  signal(SIGALRM, SIG_DFL);
  unblock(SIGALRM);
  set_timer(RESTORE_MICROSECONDS);
  die(asked);
}

static void on_event_signal(int signal_number) {
  int saved_errno = errno;
  switch (signal_number) {
    case SIGWINCH: cnc_window_changed = 1; break;
    case SIGHUP:
      // Both the system and the shell may say it, so the second one says nothing new.
      cnc_hung_up = 1;
      expect_notice(signal_number);
      break;
    case SIGTSTP: cnc_stop_wanted = 1; break;
    case SIGCONT: cnc_continued = 1; break;
    case SIGINT:
      // A program that has not even looked at the first request hangs, so the second one ends it.
      if (cnc_interrupts) die(signal_number);
      cnc_interrupts = 1;
      expect_notice(signal_number);
      break;
    case SIGTERM:
      if (cnc_terminations) die(signal_number);
      cnc_terminations = 1;
      expect_notice(signal_number);
      break;
  }
  ssize_t ignored = write(wake_pipe[1], "!", 1);
  (void)ignored;
  errno = saved_errno;
}

static void on_fatal_signal(int signal_number) {
  // Ctrl-\ is the user's wish and no fault: nobody is to print a backtrace for it.
  if (signal_number == SIGQUIT) {
    die(signal_number);
    return;
  }
  restore_terminal();
  // The one who handled the signal before us may print a backtrace. The signal is blocked here, so
  // it arrives after the return, at the very instruction that failed.
  for (int i = 0; i < FATAL_SIGNALS; i++) {
    if (fatal_signals[i] == signal_number) sigaction(signal_number, &old_fatal_actions[i], NULL);
  }
  raise(signal_number);
}

static bool is_among(int signal_number, const int *signals, int count) {
  for (int i = 0; i < count; i++) {
    if (signals[i] == signal_number) return true;
  }
  return false;
}

static int last_signal(void) {
#if defined(SIGRTMAX)
  return SIGRTMAX;
#else
  return NSIG - 1;
#endif
}

// Whoever handles or ignores a signal has a reason; where nobody does, it ends the process.
static void handle_ending_signals(void) {
  struct sigaction action, old;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_handler = die;
  action.sa_flags = SA_ONSTACK;
  sigemptyset(&ending_signals);
  for (int i = 1; i <= last_signal(); i++) {
    if (is_among(i, event_signals, EVENT_SIGNALS)) continue;
    if (is_among(i, fatal_signals, FATAL_SIGNALS)) continue;
    if (is_among(i, harmless_signals, HARMLESS_SIGNALS)) continue;
#if defined(SIGINFO)
    if (i == SIGINFO) continue;
#endif
    // The library keeps some numbers for itself, and refuses them.
    if (sigaction(i, NULL, &old) != 0 || old.sa_handler != SIG_DFL) continue;
    action.sa_handler = i == SIGALRM ? on_alarm : die;
    if (sigaction(i, &action, NULL) == 0) sigaddset(&ending_signals, i);
  }
}

// Whoever started the process may have left them blocked.
static void unblock_signals(void) {
  sigset_t ours = ending_signals;
  for (int i = 0; i < EVENT_SIGNALS; i++) sigaddset(&ours, event_signals[i]);
  for (int i = 0; i < FATAL_SIGNALS; i++) sigaddset(&ours, fatal_signals[i]);
  sigprocmask(SIG_UNBLOCK, &ours, NULL);
}

static bool open_wake_pipe(void) {
  if (wake_pipe[0] >= 0) return true;
  if (pipe(wake_pipe) != 0) return false;
  for (int i = 0; i < 2; i++) {
    fcntl(wake_pipe[i], F_SETFL, O_NONBLOCK);
    fcntl(wake_pipe[i], F_SETFD, FD_CLOEXEC);
  }
  return true;
}

int cnc_wake_descriptor(void) { return wake_pipe[0]; }

static void provide_signal_stack(void) {
  // A stack overflow leaves no room for its own handler.
  stack_t stack;
  if (sigaltstack(NULL, &stack) == 0 && (stack.ss_flags & SS_DISABLE)) {
    memset(&stack, 0, sizeof stack);
    stack.ss_sp = signal_stack;
    stack.ss_size = sizeof signal_stack;
    sigaltstack(&stack, NULL);
  }
}

bool cnc_signals_install(const struct termios *saved) {
  if (!open_wake_pipe()) return false;
  saved_modes = *saved;
  cnc_window_changed = cnc_interrupts = cnc_terminations = 0;
  cnc_hung_up = cnc_stop_wanted = cnc_continued = 0;
  overdue = 0;
  provide_signal_stack();
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_handler = on_event_signal;
  action.sa_flags = SA_RESTART;
  for (int i = 0; i < EVENT_SIGNALS; i++) {
    sigaction(event_signals[i], &action, &old_event_actions[i]);
  }
  action.sa_handler = on_fatal_signal;
  action.sa_flags = SA_ONSTACK;
  for (int i = 0; i < FATAL_SIGNALS; i++) {
    sigaction(fatal_signals[i], &action, &old_fatal_actions[i]);
  }
  handle_ending_signals();
  unblock_signals();
  return true;
}

void cnc_signals_remove(void) {
  cnc_signals_noticed();
  for (int i = 0; i < EVENT_SIGNALS; i++) {
    sigaction(event_signals[i], &old_event_actions[i], NULL);
  }
  for (int i = 0; i < FATAL_SIGNALS; i++) {
    sigaction(fatal_signals[i], &old_fatal_actions[i], NULL);
  }
  for (int i = 1; i <= last_signal(); i++) {
    if (sigismember(&ending_signals, i) == 1) signal(i, SIG_DFL);
  }
}

void cnc_stop_self(void) {
  struct sigaction plain, ours;
  memset(&plain, 0, sizeof plain);
  sigemptyset(&plain.sa_mask);
  plain.sa_handler = SIG_DFL;
  sigaction(SIGTSTP, &plain, &ours);
  unblock(SIGTSTP);
  raise(SIGTSTP);
  sigaction(SIGTSTP, &ours, NULL);
}

void cnc_farewell_reset(void) { farewell_length = 0; }

int cnc_farewell_add(int byte) {
  if (farewell_length < FAREWELL_BYTES) farewell[farewell_length++] = (char)byte;
  return byte;
}

void cnc_farewell_add_text(const char *text) {
  while (*text) cnc_farewell_add(*text++);
}

void cnc_farewell_arm(bool armed) { farewell_armed = armed; }
