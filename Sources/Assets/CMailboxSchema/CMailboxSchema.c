#include "CMailboxSchema.h"

static const char schema[] = {
#embed "../MailboxSchema/mailbox.sql" suffix(, 0)
};

const char *focuskey_mailbox_schema(void) { return schema; }
