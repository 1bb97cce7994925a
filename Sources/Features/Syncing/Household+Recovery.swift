package import FocusSession
package import JSONText
internal import LinuxRuntime
internal import Sealing
internal import SyncProtocol

extension Household {
  package static func isSheet(_ link: String) -> Bool {
    guard let start = link.utf8.firstIndex(where: { $0 > 0x20 }) else { return false }
    return link[start...].hasPrefix(RecoverySheet.linkStart)
  }

  /// Makes a sheet with its words; it lets computers in until the next sheet or revocation.
  package func printSheet(at wall: Timestamp) throws(SyncFault) -> JSONValue {
    // A sheet with an old key would let nobody in.
    _ = try sync(at: wall)
    let (note, sodium) = (try note(), try sodium())
    // Over in millions of years, and never at the moment of another sheet: a ticket follows from its invitation.
    let mark = sodium.chance(6).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let invitation = try invitation(of: note, until: .max - mark)
    let words = sodium.recoveryWords()
    let sheet = try renaming(SyncFault.sealing, sodium.print(invitation, under: words))
    let mailbox = try mailbox(of: note)
    try SyncFault.asking { () throws(MailboxError) in
      try mailbox.keepSheet(Self.ticket(of: invitation, sodium))
    }
    return ["ok": true, "link": .string(sheet.link), "words": .string(words.text)]
  }

  /// Checks that the sheet can be read and this home can join, before anybody types words.
  package func check(sheet link: String) throws(SyncFault) {
    try mustBeOff()
    _ = try Self.sheet(link)
  }

  package func join(
    sheet link: String, words text: String, called name: String?, url: String? = nil
  ) throws(SyncFault) -> JSONValue {
    try mustBeOff()
    let sheet = try Self.sheet(link)
    guard let words = RecoveryWords(text: text) else { throw .badWords }
    let sodium = try sodium()
    let read = try renaming(SyncFault.sealing, sodium.read(sheet, under: words))
    guard let invitation = read else { throw .wrongWords }
    do throws(SyncFault) {
      return try join(invitation, called: name, url: url)
    } catch .mailbox(.usedInvitation) { throw .oldSheet }
  }

  private static func sheet(_ link: String) throws(SyncFault) -> RecoverySheet {
    return try renaming(SyncFault.invitation, RecoverySheet(link: link))
  }
}
