internal import CommandShell
internal import FocusKeyService
internal import PostgresMailbox
internal import SyncProtocol
internal import Syncing

/// What keeps this computer and the person's others from hearing of each other.
enum SyncExamination {
  /// Returns nothing if this computer is not in a household. Waits for the database.
  static func findings(_ context: CommandContext) throws(Failure) -> [Finding] {
    let troubles = try context.household { (household) throws(SyncFault) in household.troubles() }
    return troubles.map { trouble in
      switch trouble {
      case .fault(let fault): finding(fault, context)
      case .unheard:
        Finding(
          kind: "sync-unheard", level: .note, what: "the database's notifications do not arrive on this connection",
          meaning: """
            a pool in transaction mode does that: FocusKey looks for news once a minute; to hear at once, leave and join \
            again at the database's own port, or at the pool's port for sessions
            """,
          fix: .byHand("focuskey sync leave"))
      case .clock(let shift): clock(shift)
      case .continued(let was, let now): continued(was, now)
      case .copies(let count): copies(count)
      case .lookedAt: lookedAt
      case .moved(let name, let carrier): moved(name, carrier)
      }
    }
  }

  private static func finding(_ fault: SyncFault, _ context: CommandContext) -> Finding {
    let error = Failure.sync(fault, context.home)
    return Finding(
      kind: "sync-\(error.kind)", level: .problem, what: error.what,
      meaning: "other devices and this one do not hear of each other meanwhile; \(error.advice)",
      fix: line(for: fault).map { .byHand($0) })
  }

  /// Returns the command to type once the advice was followed; `nil` if one command is not enough.
  private static func line(for fault: SyncFault) -> String? {
    guard case .mailbox(let error) = fault else { return nil }
    return switch error {
    case .noLibrary: "sudo apt install libpq5"
    case .away, .untrusted, .fullFolder: "focuskey sync now"
    case .noFolder(let path): "mkdir -p \(Environment.quoted(path))"
    case .readOnlyFolder(let path): "chmod u+rwx \(Environment.quoted(path))"
    case .noSchema, .olderSchema: "focuskey sync schema"
    case .refused, .notAllowed, .noHousehold, .unknownDevice, .revoked, .oldKey: "focuskey sync leave"
    case .badAddress, .pooled, .newerSchema, .needsInvitation, .usedInvitation, .gap, .forked, .raced, .cancelled,
      .unexpected, .folderTaken, .noRename, .folderFailed:
      nil
    }
  }

  private static func continued(_ was: String, _ now: String) -> Finding {
    Finding(
      kind: "sync-continued", level: .note, what: "this computer was restored or copied: it is now “\(now)”",
      meaning: """
        what “\(was)” sent stays in the history; if no other computer uses that name, revoke it
        """,
      fix: .byHand("focuskey sync revoke \(Environment.quoted(was))"))
  }

  private static func moved(_ name: String, _ carrier: MailboxCarrier) -> Finding {
    let (place, line) =
      switch carrier {
      case .folder: ("a folder", "focuskey sync move folder:PATH")
      case .database: ("a database", "focuskey sync now")
      }
    return Finding(
      kind: "sync-moved", level: .problem,
      what: "“\(name)” moved the household to \(place), and this computer has not followed",
      meaning: "it stays where the household was, and those that followed do not hear of it meanwhile",
      fix: .byHand(line))
  }

  private static func copies(_ count: Int) -> Finding {
    Finding(
      kind: "sync-copies", level: .note,
      what: count == 1 ? "the folder has a conflict copy" : "the folder has \(count) conflict copies",
      meaning: """
        what carries the folder made them; they harm nothing, but no file here is ever written by two computers: perhaps \
        two programs carry the same folder, or this home was copied
        """,
      fix: .byHand("focuskey sync status"))
  }

  private static var lookedAt: Finding {
    Finding(
      kind: "sync-polling", level: .note, what: "the system does not tell of changes in the household's folder",
      meaning: """
        shares on the network and some sticks are like that: FocusKey looks for news once a minute; a folder on this \
        computer's own disk is read at once
        """,
      fix: .byHand("focuskey sync now"))
  }

  private static func clock(_ shift: Int64) -> Finding {
    let seconds = Int(clamping: shift.magnitude / 1000)
    return Finding(
      kind: "sync-clock", level: .note,
      what: shift > 0
        ? "the database's clock is \(seconds) seconds ahead of this computer's"
        : "the database's clock is \(seconds) seconds behind this computer's",
      meaning:
        "what the computers say of when things happened differs by that; have this computer's clock set from the network",
      fix: .byHand("timedatectl set-ntp true"))
  }
}
