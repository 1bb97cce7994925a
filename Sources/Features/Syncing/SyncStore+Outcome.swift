internal import SQLiteFiles

/// How syncing went, for a person who asks while no service runs.
extension SyncStore {
  /// How the last sync went.
  struct Outcome: Equatable {
    var state: String
    var why: String
    /// The process that syncs by itself; 0 where it was a command.
    var process: Int64
  }

  func outcome() throws(SQLiteError) -> Outcome {
    let row = try database.prepare("SELECT state, why, process FROM state")
    guard try row.step() else { return Outcome(state: "offline", why: "", process: 0) }
    return Outcome(state: row.text(0) ?? "offline", why: row.text(1) ?? "", process: row.integer(2))
  }

  func set(_ outcome: Outcome) throws(SQLiteError) {
    let row = try database.prepare("UPDATE state SET state = ?, why = ?, process = ?")
    try row.bind(outcome.state, at: 1)
    try row.bind(outcome.why, at: 2)
    try row.bind(outcome.process, at: 3)
    try row.run()
  }
}
