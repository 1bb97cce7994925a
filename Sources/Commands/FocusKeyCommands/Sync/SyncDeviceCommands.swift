internal import CommandShell
internal import FocusKeyService
internal import ServiceContract
internal import Session
internal import Syncing
internal import SystemClock

private let device = Operand<String>(.text("DEVICE"), "a name in sync status, or an id")
private let gone = Option("device", value: .text("DEVICE"), "what a device sent that is out")
private let all = Flag("all", "everything that any device sent")
private let yes = Flag("yes", "do not ask")
private let goal = Operand<String>(.text("PLACE"), "folder:PATH, a database's address, a link, or -")
private let newName = Operand<String>(.text("NAME"), "what this computer is called from now on")

let syncDeviceCommands = [
  ProgramCommand(
    "revoke", "Remove another device from the household",
    discussion: """
      For a computer that was lost or sold. From now on the database refuses it, and the other devices seal what they
      send with a new key, which each takes at its next sync. A folder refuses nobody: there the new key alone keeps
      that computer from reading what is sent. What the computer has read before stays with it. Links of
      sync invite that nobody has used yet, and the sheet of sync recovery, are void.
      """, takes: [device]
  ) { context throws(Failure) in
    let wish = try context.require(device)
    let now = SystemTime.wall()
    let done = try context.household { (household) throws(SyncFault) in try household.revoke(wish, at: now) }
    try context.answer(RevokedDeviceAnswer(json: done))
    return .done
  },
  ProgramCommand(
    "move", "Move the household to a folder or database",
    discussion: """
      The household stays the same: its computers, its keys, and all that they sent. The other computers are told by
      the folder or database until now, and follow when they sync next, however long they were away. Into a folder
      they follow by themselves where it has the same path; elsewhere, say on each of them where it is with this
      command. sync status lists those that did not follow yet; leave what carried the household until now in place
      until there are none.

      To a database it moves as init begins there: as the database's owner, or with a login in role focuskey_device.
      A computer that was not told, because what carried the household is lost, follows with a link of sync invite. A
      sheet that sync recovery printed before names the old place: print another.

      $ focuskey sync move folder:Sync/FocusKey
      """, takes: [goal]
  ) { context throws(Failure) in
    let given = try context.require(goal)
    let text = try context.secret(given, asking: "The folder, the address or the link:")
    let now = SystemTime.wall()
    let status = try context.household { (household) throws(SyncFault) in try household.move(to: text, at: now) }
    if given != "-", hasPassword(given) { context.tellSeen("the password") }
    try context.answer(HouseholdAnswer(json: status, said: nil, isMove: true))
    return .done
  },
  ProgramCommand("rename", "Give this computer another name", takes: [newName]) { context throws(Failure) in
    let wish = try context.checked(deviceName: context.require(newName))
    let now = SystemTime.wall()
    let status = try context.household { (household) throws(SyncFault) in try household.rename(to: wish, at: now) }
    try context.answer(HouseholdAnswer(json: status, said: try? ServiceCall(context).ask(SessionRequests.status())))
    return .done
  },
]

var syncForgetCommand: ProgramCommand {
  ProgramCommand(
    "forget", "Delete what devices sent",
    discussion: """
      With --all everything that any device sent, and the household with it. With --device what one sent that has left or
      was revoked: in the database at once, on the other computers at their next sync, out of the statistics of all.
      """, takes: [all, gone, yes]
  ) { context throws(Failure) in
    let wish = context.invocation[gone]
    guard context.invocation[all] != (wish != nil) else {
      throw Failure(
        .usage, kind: "missing-option", what: "say what to delete", at: .text("--all"),
        advice: "focuskey sync forget --all, or --device DEVICE; to leave alone: focuskey sync leave")
    }
    // Who is in no household hears that before being asked.
    _ = try context.household { (household) throws(SyncFault) in try household.mustBeIn() }
    let what = wish.map { "everything that \($0) sent" } ?? "what every device of the household sent"
    try context.mustAgree(context.invocation[yes], to: "delete \(what)", word: "forget")
    guard let wish else {
      let carrier = try context.household { (household) throws(SyncFault) in try household.forgetAll() }
      try context.answer(ForgottenHouseholdAnswer(carrier: carrier))
      return .done
    }
    let now = SystemTime.wall()
    let done = try context.household { (household) throws(SyncFault) in try household.forget(device: wish, at: now) }
    try context.answer(ForgottenDeviceAnswer(json: done))
    return .done
  }
}

private struct ForgottenDeviceAnswer: PrintedAnswer {
  let json: JSONValue

  var text: String {
    guard case .object(let object) = json, case .string(let name)? = object["device"] else { return "" }
    return "What \(name) sent was deleted. The other computers delete it at their next sync."
  }
}

struct RevokedDeviceAnswer: PrintedAnswer {
  let json: JSONValue

  var text: String {
    guard case .object(let object) = json, case .string(let name)? = object["device"] else { return "" }
    let sheet =
      object["sheet_void"] == .bool(true) ? "\nThe printed sheet is void; print another: focuskey sync recovery" : ""
    if object["carrier"] == .string("folder") {
      return """
        \(name) was revoked. A folder locks nobody out: the other devices go on with a new key, which it does not have.
        What it read before stays with it.
        """ + sheet + successors(object["goes_on_as"])
    }
    return """
      \(name) was revoked: it can read and send nothing more. The other devices go on with a new key.
      What it read before stays with it.
      """ + sheet + successors(object["goes_on_as"])
  }

  /// Names the copies of a lost device, which a person would not look for under another name.
  private func successors(_ list: JSONValue?) -> String {
    guard case .array(let names)? = list else { return "" }
    return names.map { name in
      guard case .string(let name) = name else { return "" }
      return """

        “\(name)” was restored or copied from it, and is still in the household. To remove it as well: focuskey sync revoke \
        \(Environment.quoted(name))
        """
    }.joined()
  }
}
