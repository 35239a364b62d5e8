// SPDX-License-Identifier: MIT
#include <sqlite3.h>

/// Lets connections do without what they would set aside at once: 120 KB for small blocks, 80 KB for
/// pages. Once, and before anything else is asked of SQLite.
static inline void shim_sqlite3_spare_memory(void) {
  sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
  sqlite3_config(SQLITE_CONFIG_PAGECACHE, (void *)0, 0, 0);
}

/// sqlite3_bind_text with SQLITE_TRANSIENT, a cast that Swift can't import: SQLite copies the bytes.
static inline int shim_sqlite3_bind_text(
    sqlite3_stmt *statement, int index, const char *bytes, int count) {
  return sqlite3_bind_text(statement, index, bytes, count, SQLITE_TRANSIENT);
}
