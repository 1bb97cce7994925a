internal import CommandShell
internal import CommandSpec
internal import JSONText
internal import PostgresMailbox

/// `sync`
let syncCommand = ProgramCommand(
  group: "sync", "Share one session among your computers",
  discussion: """
    Your computers can tell each other of their sessions through a PostgreSQL database of your own. Everything is
    sealed before it leaves this computer: the database sees that something was sent, never what.

    $ focuskey sync schema | psql mydatabase
    """,
  [
    ProgramCommand(
      CommandSpec(
        "schema", "Print the SQL for the database",
        discussion: """
          The owner of the database runs it once; running it again changes nothing. It needs PostgreSQL 13 or later.

          $ focuskey sync schema | psql mydatabase
          """)
    ) { context throws(CommandError) in
      try context.answer(SchemaAnswer(sql: PostgresMailbox.schema))
      return .done
    }
  ])

/// The SQL as it is.
private struct SchemaAnswer: CommandShell.Answer {
  let sql: String

  var text: String { sql.hasSuffix("\n") ? String(sql.dropLast()) : sql }
  var json: JSONValue { ["sql": .string(sql)] }
}
