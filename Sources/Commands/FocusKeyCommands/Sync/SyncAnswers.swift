internal import CommandShell
internal import FocusKeyService
internal import FocusPorts
internal import JSONText
internal import LinuxRuntime
internal import PostgresMailbox
internal import ServiceContract

/// The SQL as it is.
struct MailboxSchemaAnswer: CommandShell.Answer {
  let sql: String

  var text: String { sql.hasSuffix("\n") ? String(sql.dropLast()) : sql }
  var json: JSONValue { ["sql": .string(sql)] }
}

/// The devices of the household, and how syncing goes.
struct HouseholdAnswer: CommandShell.Answer {
  let json: JSONValue

  /// - Parameter said: what a running service says of its line; without one nothing is live.
  init(json: JSONValue, said: JSONNode? = nil) {
    guard case .object(var object) = json else {
      self.json = json
      return
    }
    if let sync = said?["sync"], let state = sync["state"]?.string, object["state"] != "off", state != "off" {
      object["state"] = .string(state)
      object["why"] = .string(sync["why"]?.string ?? "")
    } else if said == nil, object["state"] == "live" {
      object["state"] = "offline"
      object["why"] = "FocusKey is not running."
    }
    self.json = .object(object)
  }

  var text: String {
    guard case .object(let object) = json, case .string(let state)? = object["state"],
      case .string(let why)? = object["why"], case .integer(let pending)? = object["pending"],
      case .array(let devices)? = object["devices"]
    else { return "" }
    let word =
      switch state {
      case "off": "Syncing is off. Begin with: focuskey sync init URL"
      case "live": "Syncing: news arrives at once."
      case "polling": "Synced from time to time, and by: focuskey sync now"
      default: "Not syncing now."
      }
    var lines = [why.isEmpty ? word : "\(word) \(why)"]
    for case .object(let device) in devices {
      guard case .string(let name)? = device["name"], case .integer(let head)? = device["head"] else { continue }
      let isMe = device["me"] == .bool(true)
      let isRevoked = device["revoked"] == .bool(true)
      lines.append("  \(name)\(isMe ? " (this device)" : ""): \(head) messages\(isRevoked ? ", left" : "")")
    }
    if pending > 0 { lines.append("\(pending) messages are not sent yet.") }
    return lines.joined(separator: "\n")
  }
}

/// A link for one device.
struct DeviceInvitationAnswer: CommandShell.Answer {
  let json: JSONValue

  var text: String {
    guard case .object(let object) = json, case .string(let link)? = object["link"],
      case .string(let until)? = object["expires_at"]
    else { return "" }
    let code = QRCode(link).map { $0.text + "\n" } ?? ""
    return code + "On the other device, until \(until), once:\n\nfocuskey sync join '\(link)'"
  }
}

/// This device is in no household any more.
struct LeftHouseholdAnswer: CommandShell.Answer {
  let isTold: Bool

  var json: JSONValue { ["ok": true, "told": .bool(isTold)] }
  var text: String {
    isTold
      ? "This device left the household. Its keys are deleted."
      : "The keys are deleted here. The database could not be told: the other devices still list this one."
  }
}

/// Nothing of the household is left.
struct ForgottenHouseholdAnswer: CommandShell.Answer {
  var json: JSONValue { ["ok": true, "left": 0] }
  var text: String { "Everything was deleted. The database holds nothing of the household any more." }
}

extension CommandError {
  static func sync(_ fault: SyncFault, _ home: Home) -> CommandError {
    switch fault {
    case .off:
      CommandError(
        .noInput, kind: "sync-off", what: "this computer is in no household", at: .text(home.sync),
        advice: "begin one or join one: focuskey sync init URL, focuskey sync join LINK")
    case .joined:
      CommandError(
        .notAllowed, kind: "sync-on", what: "this computer is in a household already", at: .text(home.sync),
        advice: "leave it first: focuskey sync leave")
    case .mailbox(let error): mailbox(error)
    case .sealing:
      CommandError(
        .unavailable, kind: "no-libsodium", what: fault.what, at: .text("libsodium.so.23"),
        advice: "sudo apt install libsodium23")
    case .envelope:
      CommandError(
        .badData, kind: "not-sealed", what: fault.what, at: .text(home.database), advice: "report this")
    case .invitation:
      CommandError(
        .badData, kind: "bad-invitation", what: fault.what, at: .text("LINK"),
        advice: "make another: focuskey sync invite")
    case .over:
      CommandError(
        .no, kind: "invitation-over", what: "the invitation is over", at: .text("LINK"),
        advice: "make another on a device that is in: focuskey sync invite")
    case .broken(let path):
      CommandError(
        .badData, kind: "sync-broken", what: "this file cannot be read any more", at: .text(path),
        advice: "leave and join again: focuskey sync leave")
    case .system(let error):
      CommandError(
        .brokenIO, kind: "sync-not-written", what: error.reason, at: .text(error.subject),
        advice: "fix the folder's rights")
    case .store:
      CommandError(
        .brokenIO, kind: "sync-store", what: fault.what, at: .text(home.syncStore),
        advice: "fix the folder's rights, or leave and join again")
    case .log(let error): .log(error, home)
    }
  }

  private static func mailbox(_ error: MailboxError) -> CommandError {
    let (code, kind): (ExitCode, String) =
      switch error {
      case .noLibrary: (.unavailable, "no-libpq")
      case .badAddress: (.usage, "bad-address")
      case .pooled: (.usage, "pooled-address")
      case .away: (.unavailable, "database-away")
      case .refused: (.notAllowed, "database-refuses")
      case .noSchema: (.unavailable, "no-schema")
      case .newerSchema: (.unavailable, "newer-schema")
      case .notAllowed: (.notAllowed, "no-right")
      case .noHousehold: (.no, "no-household")
      case .needsInvitation: (.notAllowed, "needs-invitation")
      case .usedInvitation: (.no, "invitation-over")
      case .unknownDevice: (.no, "unknown-device")
      case .revoked: (.no, "revoked")
      case .gap, .forked: (.brokenIO, "log-differs")
      case .cancelled: (.interrupted, "cancelled")
      case .unexpected: (.brokenIO, "database-error")
      }
    return CommandError(code, kind: kind, what: error.what, at: .text("database"), advice: error.advice)
  }
}
