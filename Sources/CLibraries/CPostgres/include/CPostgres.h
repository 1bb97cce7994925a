// libpq. Debian: libpq-dev.
//
// What waits for the network is here as one function each: it waits for the server, for a deadline and for somebody
// who calls it off.
#pragma once
#include <postgresql/libpq-fe.h>

/// Connects, within the time.
///
/// - cancel: a descriptor that becomes readable when the waiting is to end; -1 for none.
/// - Returns: a connection, good or not; NULL where libpq cannot be had. PQfinish() frees it.
PGconn *focuskey_pg_connect(const char *const *keywords, const char *const *values, int milliseconds, int cancel);

/// Sends one statement with its parameters as text, and waits for its end.
///
/// - Returns: the last result; NULL where the line broke, the time was over or it was called off: then the connection
///   is good for nothing any more. PQclear() frees it.
PGresult *focuskey_pg_run(
    PGconn *connection, const char *statement, int count, const char *const *values, int milliseconds, int cancel);

/// Waits until somebody notifies a channel that was listened to.
///
/// - Returns: 1 when notified, 0 when the time is over or it was called off, -1 where the line broke.
int focuskey_pg_wait(PGconn *connection, int milliseconds, int cancel);
