package import FocusSession

/// What somebody did to the log's file, under a running service or before it, and what became of the log.
package struct LogIncident: Sendable, Equatable {
  /// What was found.
  package enum Cause: String, Sendable {
    /// The file, or one of the files beside it that belong to it, is gone.
    case deleted
    /// Another file is in its place.
    case replaced
    /// Something else was written into it.
    case overwritten
    /// Entries that it had are gone.
    case cut
    /// Entries are not those that were written.
    case altered
    /// The disk does not take what is to be written.
    case unwritable
    /// Nothing says where it ended.
    case unanchored
  }

  /// What became of the log.
  package enum Outcome: Sendable, Equatable {
    /// Everything that was known is in a new file; where the other one is kept, if there was one.
    case restored(kept: String?)
    /// What is configured and what is going on is in a new file, after what the other one holds if it is a log; where
    /// the other one is kept.
    case rebuilt(kept: String)
    /// The disk, or the folder above, is another one now: what happens goes on being written to the old one.
    case away
    /// It cannot be written: nothing more is decided until it can.
    case failed(String)
    /// What was found at the start, or since; the service goes on with what there is.
    case incomplete(String)
  }

  /// What was found.
  package var cause: Cause
  /// What became of the log.
  package var outcome: Outcome
  /// When it was noticed.
  package var at: Timestamp

  /// Something that was noticed.
  package init(cause: Cause, outcome: Outcome, at: Timestamp) {
    self.cause = cause
    self.outcome = outcome
    self.at = at
  }

  /// What a bypass of it is called in the log, as a layer of the shield is.
  package static let layer = "log"

  /// One word for it, as JSON has it.
  package var word: String {
    switch outcome {
    case .restored: "restored"
    case .rebuilt: "rebuilt"
    case .away: "away"
    case .failed: "failed"
    case .incomplete: cause == .unanchored ? "unproven" : "incomplete"
    }
  }

  /// What people are told.
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
