#include <sqlite3.h>

/// Binds bytes that SQLite copies: the mark for that is a macro which Swift can't import.
static inline int strokemill_bind_copy(sqlite3_stmt *statement, int column, const void *bytes,
                                       int count) {
  // A pointer to nothing would be NULL, which means something else.
  return sqlite3_bind_blob(statement, column, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}
