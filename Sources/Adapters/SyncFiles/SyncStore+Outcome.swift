/// How syncing went, for a person who asks while no service runs.
extension SyncStore {
  package struct Outcome: Equatable {
    package var state: String
    package var why: String
    /// The process that syncs by itself; 0 where it was a command.
    package var process: Int64

    package init(state: String, why: String, process: Int64) {
      (self.state, self.why, self.process) = (state, why, process)
    }
  }

  package func outcome() throws(SQLiteError) -> Outcome {
    let row = try database.prepare("SELECT state, why, process FROM state")
    guard try row.step() else { return Outcome(state: "offline", why: "", process: 0) }
    return Outcome(state: row.text(0) ?? "offline", why: row.text(1) ?? "", process: row.integer(2))
  }

  package func set(_ outcome: Outcome) throws(SQLiteError) {
    let row = try database.prepare("UPDATE state SET state = ?, why = ?, process = ?")
    try row.bind(outcome.state, at: 1)
    try row.bind(outcome.why, at: 2)
    try row.bind(outcome.process, at: 3)
    try row.run()
  }
}
