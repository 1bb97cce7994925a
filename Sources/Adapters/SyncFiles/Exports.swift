// What is kept are messages of the protocol, and what fails is SQLite.
@_exported public import SQLiteFiles
@_exported public import SyncProtocol
