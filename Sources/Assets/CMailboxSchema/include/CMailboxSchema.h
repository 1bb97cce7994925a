// The mailbox of several devices in a PostgreSQL database, the same as in Sources/Assets/MailboxSchema.
#pragma once

/// The SQL that the database's owner runs once.
const char *focuskey_mailbox_schema(void);
