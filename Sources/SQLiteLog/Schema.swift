/// The database's layout and how an older one becomes today's.
///
/// Steps are only ever added: each runs once, in one transaction with the number that says that it ran (`user_version`).
enum Schema {
  /// Marks the file as ours: "FKEY" (sqlite.org/pragma.html#pragma_application_id).
  static let applicationID: Int64 = 0x464B_4559

  /// The steps from an empty file to today's layout.
  static let steps: [String] = [
    """
    CREATE TABLE facts (
      seq INTEGER PRIMARY KEY,
      wall INTEGER NOT NULL,
      session TEXT,
      kind TEXT NOT NULL,
      version INTEGER NOT NULL,
      body TEXT NOT NULL
    ) STRICT;
    CREATE INDEX facts_of_session ON facts (session) WHERE session IS NOT NULL;
    """
  ]

  /// The version of today's layout.
  static var current: Int64 { Int64(steps.count) }
}
