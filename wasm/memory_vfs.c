/* What SQLite needs of an operating system when all its databases are in memory: time and random bytes. */
#include <sqlite3.h>
#include <stddef.h>
#include <string.h>

#include "host.h"

static int no_file(sqlite3_vfs* vfs, sqlite3_filename name, sqlite3_file* file, int flags, int* out_flags) {
  (void)vfs, (void)name, (void)flags, (void)out_flags;
  file->pMethods = NULL;
  return SQLITE_CANTOPEN;
}

static int no_delete(sqlite3_vfs* vfs, const char* name, int sync_directory) {
  (void)vfs, (void)name, (void)sync_directory;
  return SQLITE_IOERR_DELETE;
}

static int no_access(sqlite3_vfs* vfs, const char* name, int flags, int* out) {
  (void)vfs, (void)name, (void)flags;
  *out = 0;
  return SQLITE_OK;
}

static int full_path(sqlite3_vfs* vfs, const char* name, int size, char* out) {
  (void)vfs;
  if ((int)strlen(name) >= size) return SQLITE_CANTOPEN;
  strcpy(out, name);
  return SQLITE_OK;
}

static int randomness(sqlite3_vfs* vfs, int size, char* out) {
  (void)vfs;
  host_random(out, size);
  return size;
}

/* Nobody to wait for: no other connection can hold a lock on a database in memory. */
static int no_sleep(sqlite3_vfs* vfs, int microseconds) {
  (void)vfs;
  return microseconds;
}

static int current_time(sqlite3_vfs* vfs, sqlite3_int64* out) {
  (void)vfs;
  /* Milliseconds of the Julian day, which began 210866760000000 ms before 1970. */
  *out = 210866760000000LL + (sqlite3_int64)host_now();
  return SQLITE_OK;
}

static int current_time_in_days(sqlite3_vfs* vfs, double* out) {
  sqlite3_int64 milliseconds = 0;
  current_time(vfs, &milliseconds);
  *out = (double)milliseconds / 86400000.0;
  return SQLITE_OK;
}

static int last_error(sqlite3_vfs* vfs, int size, char* out) {
  (void)vfs, (void)size, (void)out;
  return 0;
}

static sqlite3_vfs memory_vfs = {
    .iVersion = 2,
    .szOsFile = sizeof(sqlite3_file),
    .mxPathname = 512,
    .zName = "restante-memory",
    .xOpen = no_file,
    .xDelete = no_delete,
    .xAccess = no_access,
    .xFullPathname = full_path,
    .xRandomness = randomness,
    .xSleep = no_sleep,
    .xCurrentTime = current_time_in_days,
    .xGetLastError = last_error,
    .xCurrentTimeInt64 = current_time,
};

int sqlite3_os_init(void) {
  return sqlite3_vfs_register(&memory_vfs, 1);
}

int sqlite3_os_end(void) {
  return SQLITE_OK;
}
