#pragma once

/// A layer of SQLite's own between it and the system, in which calls fail as they do on a disk that breaks: for files
/// below one folder, and for all others nothing. It is there for every database that this process opens from now on.
enum faulty_call {
    FAULTY_WRITE,
    FAULTY_SYNC,
    FAULTY_TRUNCATE,
    FAULTY_OPEN,
    /// A sync, and from then on all that changes anything.
    FAULTY_DEATH,
};

/// Puts the layer in place; the second time nothing. Gives SQLite's result code.
int faulty_disk_install(void);

/// From now on the call of that number fails that is of that kind, counted from 1; where it `lasts`, all after it too.
///
/// `full` is for a disk that has no room: writes and opens say so, and nothing else fails.
void faulty_disk_arm(const char *folder, enum faulty_call call, int number, int lasts, int full);

/// Nothing fails any more. Gives how many calls of the kind there were.
int faulty_disk_disarm(void);
