#define _GNU_SOURCE
#include "CPostgres.h"
#include "../LateLibrary.h"
#include <errno.h>
#include <poll.h>
#include <time.h>

// libpq brings Kerberos and LDAP along; only a person who turned sync on needs it.
static struct late_library library = {.name = "libpq.so.5"};

LATE(PGconn *, PQconnectStartParams, (const char *const *keywords, const char *const *values, int expand),
     (keywords, values, expand), NULL)
LATE(PostgresPollingStatusType, PQconnectPoll, (PGconn *connection), (connection), PGRES_POLLING_FAILED)
LATE(int, PQsocket, (const PGconn *connection), (connection), -1)
LATE(ConnStatusType, PQstatus, (const PGconn *connection), (connection), CONNECTION_BAD)
LATE_VOID(PQfinish, (PGconn *connection), (connection))
LATE(char *, PQerrorMessage, (const PGconn *connection), (connection), "libpq cannot be loaded")
LATE(int, PQsendQueryParams,
     (PGconn *connection, const char *statement, int count, const Oid *types, const char *const *values,
      const int *lengths, const int *formats, int result),
     (connection, statement, count, types, values, lengths, formats, result), 0)
LATE(int, PQsendQuery, (PGconn *connection, const char *statement), (connection, statement), 0)
LATE(int, PQsetnonblocking, (PGconn *connection, int is_on), (connection, is_on), -1)
LATE(int, PQflush, (PGconn *connection), (connection), -1)
LATE(int, PQconsumeInput, (PGconn *connection), (connection), 0)
LATE(int, PQisBusy, (PGconn *connection), (connection), 0)
LATE(PGresult *, PQgetResult, (PGconn *connection), (connection), NULL)
LATE(PGnotify *, PQnotifies, (PGconn *connection), (connection), NULL)
LATE_VOID(PQfreemem, (void *memory), (memory))
LATE(PQnoticeProcessor, PQsetNoticeProcessor, (PGconn *connection, PQnoticeProcessor heed, void *with),
     (connection, heed, with), NULL)
LATE(ExecStatusType, PQresultStatus, (const PGresult *result), (result), PGRES_FATAL_ERROR)
LATE(char *, PQresultErrorField, (const PGresult *result, int field), (result, field), NULL)
LATE_VOID(PQclear, (PGresult *result), (result))
LATE(int, PQnfields, (const PGresult *result), (result), 0)
LATE(int, PQntuples, (const PGresult *result), (result), 0)
LATE(char *, PQgetvalue, (const PGresult *result, int row, int column), (result, row, column), "")
LATE(int, PQgetlength, (const PGresult *result, int row, int column), (result, row, column), 0)
LATE(int, PQgetisnull, (const PGresult *result, int row, int column), (result, row, column), 1)
LATE(PQconninfoOption *, PQconninfoParse, (const char *text, char **fault), (text, fault), NULL)
LATE_VOID(PQconninfoFree, (PQconninfoOption *options), (options))
LATE(char *, PQencryptPasswordConn,
     (PGconn *connection, const char *password, const char *user, const char *algorithm),
     (connection, password, user, algorithm), NULL)

static long long now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

/// 1 when the connection's socket is ready, 0 when the time is over or the waiting is called off.
static int wait_until(PGconn *connection, short events, long long deadline, int cancel)
{
    for (;;) {
        long long left = deadline - now();
        struct pollfd wanted[2] = {{.fd = PQsocket(connection), .events = events}, {.fd = cancel, .events = POLLIN}};
        if (left <= 0 || wanted[0].fd < 0) return 0;
        int ready = poll(wanted, cancel < 0 ? 1 : 2, left > 1 << 30 ? 1 << 30 : (int)left);
        if (ready < 0 && errno != EINTR) return 0;
        if (ready > 0 && cancel >= 0 && wanted[1].revents) return 0;
        if (ready > 0) return 1;
    }
}

static void say_nothing(void *with, const char *message)
{
    (void)with, (void)message;
}

PGconn *focuskey_pg_connect(const char *const *keywords, const char *const *values, int milliseconds, int cancel)
{
    long long deadline = now() + milliseconds;
    PGconn *connection = PQconnectStartParams(keywords, values, 0);
    if (!connection) return NULL;
    PostgresPollingStatusType wanted = PGRES_POLLING_WRITING;
    while (PQstatus(connection) != CONNECTION_BAD && wanted != PGRES_POLLING_OK && wanted != PGRES_POLLING_FAILED) {
        if (!wait_until(connection, wanted == PGRES_POLLING_READING ? POLLIN : POLLOUT, deadline, cancel)) break;
        wanted = PQconnectPoll(connection);
    }
    PQsetNoticeProcessor(connection, say_nothing, NULL);
    PQsetnonblocking(connection, 1);
    return connection;
}

/// Whether all of a statement is sent and all of its answer here.
static int finish(PGconn *connection, long long deadline, int cancel)
{
    for (;;) {
        int left = PQflush(connection);
        if (left < 0) return 0;
        if (!left && !PQisBusy(connection)) return 1;
        if (!wait_until(connection, left ? POLLIN | POLLOUT : POLLIN, deadline, cancel)) return 0;
        if (!PQconsumeInput(connection)) return 0;
    }
}

PGresult *focuskey_pg_run(
    PGconn *connection, const char *statement, int count, const char *const *values, int milliseconds, int cancel)
{
    long long deadline = now() + milliseconds;
    // Without parameters there may be several statements in one.
    int is_sent = count ? PQsendQueryParams(connection, statement, count, NULL, values, NULL, NULL, 0)
                        : PQsendQuery(connection, statement);
    if (!is_sent) return NULL;
    PGresult *last = NULL;
    for (;;) {
        if (!finish(connection, deadline, cancel)) break;
        PGresult *next = PQgetResult(connection);
        if (!next) return last;
        // Of several statements the first that fails is told; those behind it are not run.
        PQclear(last);
        last = next;
    }
    PQclear(last);
    return NULL;
}

int focuskey_pg_wait(PGconn *connection, int milliseconds, int cancel)
{
    long long deadline = now() + milliseconds;
    int is_notified = 0;
    for (;;) {
        for (PGnotify *one; (one = PQnotifies(connection)); is_notified = 1) PQfreemem(one);
        if (is_notified) return 1;
        if (PQstatus(connection) != CONNECTION_OK) return -1;
        if (!wait_until(connection, POLLIN, deadline, cancel)) return 0;
        if (!PQconsumeInput(connection)) return -1;
    }
}
