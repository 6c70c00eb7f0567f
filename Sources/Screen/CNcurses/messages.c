// What the process says on standard error while the screen is in use. It would spoil the picture and
// vanish with it, the reason of a crash included. So it waits in a file without a name and is said
// when the terminal has been given back.

#if defined(__linux__)
#define _GNU_SOURCE 1
#endif

#include "internal.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  // Of more than this, only the end is said.
  SAID_BYTES = 65536,
  PIECE_BYTES = 1024,
};

static char last_words[PIECE_BYTES];
static volatile sig_atomic_t last_words_length;
static int held_file = -1;
static int real_error = -1;

void cnc_messages_hold(void) {
  // Standard error that goes to a file or a pipe disturbs nobody.
  if (held_file >= 0 || !isatty(STDERR_FILENO)) return;
  const char *folder = getenv("TMPDIR");
  char path[1024];
  int length = snprintf(path, sizeof path, "%s/tagsim-XXXXXX", folder && *folder ? folder : "/tmp");
  if (length < 0 || length >= (int)sizeof path) return;
  int file = mkstemp(path);
  if (file < 0) return;
  unlink(path);
  real_error = dup(STDERR_FILENO);
  if (real_error < 0 || dup2(file, STDERR_FILENO) < 0) {
    if (real_error >= 0) close(real_error);
    close(file);
    return;
  }
  fcntl(file, F_SETFD, FD_CLOEXEC);
  fcntl(real_error, F_SETFD, FD_CLOEXEC);
  held_file = file;
}

void cnc_set_last_words(const char *text) {
  last_words_length = 0;
  size_t length = strlen(text);
  // Half of a command would be of no use.
  if (length >= sizeof last_words) return;
  memcpy(last_words, text, length);
  last_words_length = (sig_atomic_t)length;
}

// Calls only what is safe in a signal handler.
void cnc_messages_last_words(void) {
  ssize_t ignored = write(STDERR_FILENO, last_words, (size_t)last_words_length);
  (void)ignored;
}

// Calls only what is safe in a signal handler.
void cnc_messages_say(void) {
  if (held_file < 0) return;
  dup2(real_error, STDERR_FILENO);
  off_t end = lseek(held_file, 0, SEEK_END);
  lseek(held_file, end > SAID_BYTES ? end - SAID_BYTES : 0, SEEK_SET);
  char piece[PIECE_BYTES];
  ssize_t length;
  while ((length = read(held_file, piece, sizeof piece)) > 0) {
    if (write(STDERR_FILENO, piece, (size_t)length) < 0) break;
  }
  close(held_file);
  close(real_error);
  held_file = real_error = -1;
}
