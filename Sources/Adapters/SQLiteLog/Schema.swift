/// The database's layout and how an older one becomes today's.
///
/// Steps are only ever added: each runs once, in one transaction with the number that says that it ran
/// (`user_version`).
enum Schema {
  /// Marks the file as ours: "FKEY" (sqlite.org/pragma.html#pragma_application_id).
  static let applicationID: Int64 = 0x464B_4559

  /// The steps from an empty file to today's layout. Times are milliseconds since 1970.
  static let steps: [String] = [
    """
    -- What happened, for ever: rows are only added.
    CREATE TABLE facts (
      seq INTEGER PRIMARY KEY,
      wall INTEGER NOT NULL,
      kind TEXT NOT NULL,
      body TEXT NOT NULL
    ) STRICT;
    -- One line per session, made from the facts in the same transaction, so that history need not read them all.
    CREATE TABLE sessions (
      id TEXT PRIMARY KEY,
      profile TEXT NOT NULL,
      task TEXT,
      started INTEGER NOT NULL,
      ended INTEGER,
      planned_end INTEGER,
      why TEXT,
      focused INTEGER NOT NULL DEFAULT 0,
      breaks INTEGER NOT NULL DEFAULT 0,
      attempts INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX sessions_by_start ON sessions (started);
    -- What the person configured, with its history: the newest row holds.
    CREATE TABLE settings (
      seq INTEGER PRIMARY KEY,
      wall INTEGER NOT NULL,
      body TEXT NOT NULL
    ) STRICT;
    -- The last moment at which the service is known to have run: one row.
    CREATE TABLE alive (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      wall INTEGER NOT NULL,
      steady INTEGER NOT NULL,
      boot TEXT NOT NULL
    ) STRICT;
    """,
    """
    -- What is made from the facts is made anew with all that it holds now; the facts stay.
    DROP TABLE sessions;
    CREATE TABLE sessions (
      id TEXT PRIMARY KEY,
      profile TEXT NOT NULL,
      task TEXT,
      started INTEGER NOT NULL,
      ended INTEGER,
      planned_end INTEGER,
      why TEXT,
      focused INTEGER NOT NULL DEFAULT 0,
      breaks INTEGER NOT NULL DEFAULT 0,
      attempts INTEGER NOT NULL DEFAULT 0,
      details TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sessions_by_start ON sessions (started);
    -- Totals by civil day (days since 1970), lengths in milliseconds.
    CREATE TABLE days (
      day INTEGER PRIMARY KEY,
      focused INTEGER NOT NULL DEFAULT 0,
      sessions INTEGER NOT NULL DEFAULT 0,
      completed INTEGER NOT NULL DEFAULT 0,
      breaks INTEGER NOT NULL DEFAULT 0,
      break_time INTEGER NOT NULL DEFAULT 0,
      kept INTEGER NOT NULL DEFAULT 0,
      ended INTEGER NOT NULL DEFAULT 0,
      attempts INTEGER NOT NULL DEFAULT 0,
      emergencies INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    -- Focus by hour of the day.
    CREATE TABLE hours (hour INTEGER PRIMARY KEY, focused INTEGER NOT NULL) STRICT;
    -- Up to which fact all of this is made.
    CREATE TABLE projected (id INTEGER PRIMARY KEY CHECK (id = 1), seq INTEGER NOT NULL) STRICT;
    -- What the facts up to one came to, so that a start need not fold them all.
    CREATE TABLE checkpoint (id INTEGER PRIMARY KEY CHECK (id = 1), seq INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
    """,
    """
    -- A session's line, and what it adds to days and hours, is made when it ends; what was made otherwise is made anew.
    DELETE FROM sessions;
    DELETE FROM days;
    DELETE FROM hours;
    DELETE FROM checkpoint;
    DELETE FROM projected;
    -- What follows is made in the transaction of its facts: in a log without any, everything is up to date for ever.
    INSERT INTO projected (id, seq) SELECT 1, 9223372036854775807 WHERE NOT EXISTS (SELECT 1 FROM facts);
    """,
    """
    -- Episodes of straying are few among many facts.
    CREATE INDEX strays ON facts (seq) WHERE kind = 'stray-ended';
    """,
    """
    -- Sessions that are to be forgotten are few among many facts, too.
    CREATE INDEX forgotten ON facts (seq) WHERE kind = 'session-forgotten';
    """,
    """
    -- What is made from the facts is kept after them, up to a number. Here it is all there but for the session under way.
    UPDATE projected SET seq = (
      SELECT CASE WHEN began > over THEN began - 1 ELSE newest END FROM (
        SELECT coalesce(max(seq) FILTER (WHERE kind = 'session-started'), 0) began,
          coalesce(max(seq) FILTER (WHERE kind = 'session-ended'), 0) over,
          coalesce(max(seq), (SELECT seq FROM checkpoint), 0) newest
        FROM facts WHERE seq > coalesce((SELECT seq FROM checkpoint), 0)))
    WHERE seq = 9223372036854775807;
    """,
    """
    -- Rows from now on are chained: each has a digest of itself and of the one before. What came before has none.
    ALTER TABLE facts ADD COLUMN chain BLOB;
    ALTER TABLE settings ADD COLUMN chain BLOB;
    ALTER TABLE checkpoint ADD COLUMN chain BLOB;
    -- A sum over the rows that are made from the facts.
    ALTER TABLE projected ADD COLUMN sum INTEGER;
    -- Where the chain is known to begin again, and what was found there.
    CREATE TABLE seams (seq INTEGER PRIMARY KEY, wall INTEGER NOT NULL, flaw TEXT NOT NULL) STRICT;
    """,
    """
    -- Visits are counted by day as breaks are, and sleep is not focus any more: what is made from the facts is made again,
    -- where there are any.
    ALTER TABLE days ADD COLUMN visits INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE days ADD COLUMN visit_time INTEGER NOT NULL DEFAULT 0;
    DELETE FROM projected WHERE EXISTS (SELECT 1 FROM facts);
    """,
    """
    -- Later words that an episode was work are as few as the episodes.
    CREATE INDEX excused ON facts (seq) WHERE kind = 'stray-excused';
    CREATE INDEX taken_back ON facts (seq) WHERE kind = 'pledge-taken-back';
    """,
  ]

  static var current: Int64 { Int64(steps.count) }
}
