internal import CommandShell
internal import FocusKeyService
internal import FocusPorts
internal import PostgresMailbox
internal import QRCodes
internal import ServiceAPI
internal import ServiceContract
internal import Spelling
internal import SyncProtocol
internal import Syncing

struct MailboxSchemaAnswer: PrintedAnswer {
  let sql: String

  var text: String { sql.hasSuffix("\n") ? String(sql.dropLast()) : sql }
  var json: JSONValue { ["sql": .string(sql)] }
}

struct HouseholdAnswer: PrintedAnswer {
  let json: JSONValue

  /// `said` is what a running service says of its connection; without it nothing is live.
  init(json: JSONValue, said: JSONNode? = nil, isMove: Bool = false) {
    guard case .object(var object) = json else {
      self.json = json
      return
    }
    if let sync = said?["sync"], let state = sync["state"]?.string, object["state"] != "off", state != "off" {
      object["state"] = .string(state)
      object["why"] = .string(sync["why"]?.string ?? "")
    } else if said == nil, !isMove, object["state"] == "live" {
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
    let isFolder = object["carrier"] == .string(MailboxCarrier.folder.rawValue)
    let word =
      switch state {
      case "off": "Syncing is off. Begin with: focuskey sync init folder:PATH, or focuskey sync init URL"
      case "live" where isFolder: "Syncing by a folder: news is read when it is there."
      case "polling" where isFolder: "Synced by a folder from time to time, and by: focuskey sync now"
      case _ where isFolder: "Not syncing now by the folder."
      case "live": "Syncing: news arrives at once."
      case "polling": "Synced from time to time, and by: focuskey sync now"
      default: "Not syncing now."
      }
    var lines = [why.isEmpty ? word : "\(word) \(why)"]
    if case .string(let folder)? = object["folder"] { lines.append("Folder: \(folder)") }
    for case .object(let device) in devices {
      guard case .string(let name)? = device["name"], case .integer(let head)? = device["head"] else { continue }
      let isMe = device["me"] == .bool(true)
      let isRevoked = device["revoked"] == .bool(true)
      let sent = counted(head, "message") + (isRevoked ? ", no longer in" : "")
      lines.append("  \(name)\(isMe ? " (this device)" : ""): \(sent)")
    }
    lines += moveLines(object, isFolder)
    if pending > 0 { lines.append("\(counted(pending, "message is", "messages are")) not sent yet.") }
    if case .object(let settings)? = object["settings"], settings["shared"] == true {
      lines.append("Settings are shared\(settings["keys"] == true ? ", with the secret keys of cards" : "").")
      if case .array(let waiting)? = settings["waiting"], !waiting.isEmpty {
        let items = waiting.compactMap { if case .string(let item) = $0 { item } else { nil } }
        lines.append("Not yet as on another device: \(items.joined(separator: ", ")).")
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension HouseholdAnswer {
  /// The devices that have not followed the household yet, and what a person can do about it.
  private func moveLines(_ object: JSONObject, _ isFolder: Bool) -> [String] {
    var lines: [String] = []
    if case .array(let awaited)? = object["awaited"], !awaited.isEmpty {
      let names = awaited.compactMap { if case .string(let name) = $0 { name } else { nil } }.joined(separator: ", ")
      lines.append("Not here yet since the household moved: \(names).")
      let isOne = awaited.count == 1
      let follows = isOne ? "It follows by itself" : "They follow by themselves"
      if object["told"] == false {
        let way = "focuskey sync move \(isFolder ? "folder:PATH" : "LINK")"
        lines.append("\(isOne ? "It could not be told. On it" : "They could not be told. On each of them"): \(way)")
      } else if isFolder {
        lines.append("\(follows) where the folder has the same path.")
        lines.append("Elsewhere, once the folder is there: focuskey sync move folder:PATH")
      } else {
        lines.append("\(follows) when \(isOne ? "it syncs" : "they sync") next.")
      }
    }
    return lines
  }
}

struct DeviceInvitationAnswer: PrintedAnswer {
  let json: JSONValue

  var text: String {
    guard case .object(let object) = json, case .string(let link)? = object["link"],
      case .string(let until)? = object["expires_at"]
    else { return "" }
    let code = QRCode(link).map { $0.text + "\n" } ?? ""
    return code + "On the other device, until \(until), once:\n\nfocuskey sync join '\(link)'"
  }
}

struct LeftHouseholdAnswer: PrintedAnswer {
  let isTold: Bool

  var json: JSONValue { ["ok": true, "told": .bool(isTold)] }
  var text: String {
    isTold
      ? "This device left the household. Its keys are deleted."
      : "The keys are deleted here. The other devices could not be told: they still list this one."
  }
}

struct ForgottenHouseholdAnswer: PrintedAnswer {
  let carrier: MailboxCarrier

  var json: JSONValue { ["ok": true, "left": 0, "carrier": .string(carrier.rawValue)] }
  var text: String {
    switch carrier {
    case .database: "Everything was deleted. The database holds nothing of the household any more."
    case .folder:
      """
      Everything that was sent was deleted. A small file stays in the folder, so that no other computer writes it again.
      """
    }
  }
}

extension Failure {
  static func sync(_ fault: SyncFault, _ home: Home) -> Failure {
    if case .log(let error) = fault { return .log(error, home) }
    return fault.failure(home)
  }
}
