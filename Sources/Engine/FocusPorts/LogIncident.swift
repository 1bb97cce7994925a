/// Damage to the log's file, done under a running service or before it, and its outcome.
package struct LogIncident: Sendable, Equatable {
  package enum Cause: String, Sendable {
    /// The file, or one of the files beside it that belong to it, is gone.
    case deleted
    case replaced
    case overwritten
    /// Entries that it had are gone.
    case cut
    case altered
    case unwritable
    /// Nothing tells where the log ended.
    case unanchored
  }

  package enum Outcome: Sendable, Equatable {
    /// Everything that was known is in a new file; `kept` is the old one, if there was one.
    case restored(kept: String?)
    /// A new file has the current state, after what the old one has if it is a log.
    case rebuilt(kept: String)
    /// The disk or the folder above was exchanged: recording goes on in the old file.
    case away
    /// The log cannot be written: nothing more is decided until it can.
    case failed(String)
    /// Entries are missing, found at the start or since; the service goes on with what there is.
    case incomplete(String)
  }

  package var cause: Cause
  package var outcome: Outcome
  /// When it was noticed.
  package var at: Timestamp

  package init(cause: Cause, outcome: Outcome, at: Timestamp) {
    self.cause = cause
    self.outcome = outcome
    self.at = at
  }

  /// The name under which a bypass of the log is recorded, as if it were a layer of the shield.
  package static let layer = "log"

  /// The word for it in JSON.
  package var word: String {
    switch outcome {
    case .restored: "restored"
    case .rebuilt: "rebuilt"
    case .away: "away"
    case .failed: "failed"
    case .incomplete: cause == .unanchored ? "unproven" : "incomplete"
    }
  }

  package var sentence: String {
    switch outcome {
    case .restored(nil): "The log was \(cause.rawValue) while FocusKey was running. It was restored, with nothing lost."
    case .restored(let kept?):
      "The log was \(cause.rawValue) while FocusKey was running. It was restored, with nothing lost; the other file is \(kept)."
    case .rebuilt(let kept):
      "The log was overwritten while FocusKey was running. A new one has your settings and the current session. Earlier sessions are in it only if the other file had them; that file is kept as \(kept)."
    case .away:
      "The disk of the log is not where it was; mount it again. FocusKey continues with the log that it has open."
    case .incomplete(let what): what
    case .failed(let why) where cause == .unwritable: "The log cannot be written: \(why). Nothing changes until it can."
    case .failed(let why): "The log was \(cause.rawValue) and cannot be restored: \(why). Nothing changes until it can."
    }
  }
}
