#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/syscall.h>
#endif

/* Swift does not import the macro SQLITE_TRANSIENT, by which SQLite takes a copy of its own. */

static inline int csqlite_bind_text(
    sqlite3_stmt *statement, int index, const char *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_text64(
      statement, index, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int csqlite_bind_blob(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  if (count == 0) return sqlite3_bind_zeroblob(statement, index, 0);
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/* Swift does not import functions with a variable number of arguments. */

static inline int csqlite_keep_log_on_close(sqlite3 *connection, int keeps) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps, (int *)0);
}

/* Swift imports neither of the calls by which a file gets room on its disk without growing.
   Gives 0 where there is that room now, otherwise the error's number. */

static inline int csqlite_reserve(int file, sqlite3_int64 offset, sqlite3_int64 count) {
  int result = -1;
  errno = ENOTSUP;
#if defined(__linux__) && defined(__LP64__)
  /* 1 is FALLOC_FL_KEEP_SIZE. */
  result = (int)syscall(SYS_fallocate, file, 1, offset, count);
#elif defined(__APPLE__)
  fstore_t store = {F_ALLOCATEALL, F_PEOFPOSMODE, 0, count, 0};
  (void)offset;
  result = fcntl(file, F_PREALLOCATE, &store);
#endif
  return result == -1 ? errno : 0;
}

#endif
