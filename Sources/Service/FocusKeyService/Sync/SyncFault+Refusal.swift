internal import FocusPorts
internal import LinuxRuntime
internal import PostgresMailbox
package import ServiceAPI
package import ServiceContract

extension SyncFault {
  /// The refusal as commands and pages give it.
  package func refusal(_ home: Home) -> HouseholdRefusal {
    switch self {
    case .off:
      HouseholdRefusal(
        66, kind: "sync-off", what: "this computer is in no household", at: home.sync,
        advice: "begin one or join one: focuskey sync init URL, focuskey sync join LINK")
    case .joined:
      HouseholdRefusal(
        77, kind: "sync-on", what: "this computer is in a household already", at: home.sync,
        advice: "leave it first: focuskey sync leave")
    case .mailbox(let error): Self.refusal(error)
    case .sealing:
      HouseholdRefusal(
        69, kind: "no-libsodium", what: what, at: "libsodium.so.23",
        advice: "sudo apt install libsodium23")
    case .envelope:
      HouseholdRefusal(
        65, kind: "not-sealed", what: what, at: home.database, advice: "report this")
    case .invitation:
      HouseholdRefusal(
        65, kind: "bad-invitation", what: what, at: "LINK",
        advice: "make another: focuskey sync invite")
    case .over:
      HouseholdRefusal(
        1, kind: "invitation-over", what: "the invitation is over", at: "LINK",
        advice: "make another on a device that is in: focuskey sync invite")
    case .broken(let path):
      HouseholdRefusal(
        65, kind: "sync-broken", what: "this file cannot be read any more", at: path,
        advice: "leave and join again: focuskey sync leave")
    case .system(let error):
      HouseholdRefusal(
        74, kind: "sync-not-written", what: error.reason, at: error.subject,
        advice: "fix the folder's rights")
    case .store:
      HouseholdRefusal(
        74, kind: "sync-store", what: what, at: home.syncStore,
        advice: "fix the folder's rights, or leave and join again")
    case .log(let error):
      HouseholdRefusal(
        74, kind: "log-failed", what: "the log cannot be read", at: home.database, advice: error.sentence)
    case .badWords, .wrongWords, .oldSheet: sheetRefusal
    case .otherHousehold, .damagedCard, .usedCard, .busyCard, .strangersCard, .noRequest, .needsAddress, .smallCard:
      cardRefusal
    case .rekeyed:
      HouseholdRefusal(
        75, kind: "new-key", what: what, at: home.sync, advice: "try again: focuskey sync now")
    case .continued:
      HouseholdRefusal(
        75, kind: "new-device", what: what, at: home.sync, advice: "try again: focuskey sync now")
    case .badName(let wish):
      HouseholdRefusal(
        64, kind: "bad-name", what: "not a name for a device", at: wish,
        advice: "use 1 to 64 bytes without control characters")
    case .noSuchDevice, .ambiguousDevice, .goneDevice, .presentDevice, .thisDevice: deviceRefusal
    }
  }

  private static func refusal(_ error: MailboxError) -> HouseholdRefusal {
    let (exit, kind): (Int32, String) =
      switch error {
      case .noLibrary: (69, "no-libpq")
      case .badAddress: (64, "bad-address")
      case .pooled: (64, "pooled-address")
      case .away: (69, "database-away")
      case .refused: (77, "database-refuses")
      case .untrusted: (77, "database-untrusted")
      case .noSchema: (69, "no-schema")
      case .newerSchema: (69, "newer-schema")
      case .olderSchema: (69, "older-schema")
      case .notAllowed: (77, "no-right")
      case .noHousehold: (1, "no-household")
      case .needsInvitation: (77, "needs-invitation")
      case .usedInvitation: (1, "invitation-over")
      case .unknownDevice: (1, "unknown-device")
      case .revoked: (1, "revoked")
      case .raced: (75, "raced")
      case .oldKey: (1, "old-key")
      case .gap, .forked: (74, "log-differs")
      case .cancelled: (130, "cancelled")
      case .unexpected: (74, "database-error")
      }
    return HouseholdRefusal(exit, kind: kind, what: error.what, at: "database", advice: error.advice)
  }
}

extension SyncFault {
  /// A device that is not meant, or not there.
  fileprivate var deviceRefusal: HouseholdRefusal {
    switch self {
    case .noSuchDevice(let wish):
      HouseholdRefusal(
        66, kind: "no-device", what: "no device is called that", at: wish,
        advice: "see focuskey sync status")
    case .ambiguousDevice(let wish, let ids):
      HouseholdRefusal(
        66, kind: "several-devices", what: "several devices are called that", at: wish,
        advice: "use one of these ids: " + ids.joined(separator: ", "))
    case .goneDevice(let wish):
      HouseholdRefusal(
        1, kind: "device-gone", what: "this device is not in the household any more", at: wish,
        advice: "see focuskey sync status")
    case .presentDevice(let wish):
      HouseholdRefusal(
        77, kind: "device-in", what: "this device is still in the household", at: wish,
        advice: "put it out first: focuskey sync revoke")
    case .thisDevice(let wish):
      HouseholdRefusal(
        77, kind: "this-device", what: "that is this computer", at: wish,
        advice: "to leave with it: focuskey sync leave")
    default:
      HouseholdRefusal(
        1, kind: "refused", what: what, at: "sync", advice: "")
    }
  }
}

extension SyncFault {
  /// A card that lets nobody in.
  fileprivate var cardRefusal: HouseholdRefusal {
    let (exit, kind, words, advice): (Int32, String, String, String) =
      switch self {
      case .otherHousehold:
        (
          77, "other-household", "this database login is another household's",
          "use the address that sync invite --card showed"
        )
      case .damagedCard:
        (
          65, "damaged-card", "what the card holds is damaged", "erase it and begin again: keytool erase"
        )
      case .usedCard:
        (
          1, "somebody-elses", "the card holds something else",
          "use an empty card, or erase this one: keytool erase"
        )
      case .busyCard:
        (
          1, "card-busy", "the card carries another computer's request",
          "finish there, or erase the card: keytool erase"
        )
      case .strangersCard:
        (
          65, "not-for-this-computer", "the invitation on the card is for another computer",
          "take it there, or erase the card and begin again: keytool erase"
        )
      case .noRequest:
        (
          66, "no-request", "no computer asks to join on this card",
          "first, at the new computer: focuskey sync join card"
        )
      case .needsAddress:
        (
          64, "missing-option", "this small card does not hold the database's address",
          "add --url with the address that sync invite --card showed"
        )
      case .smallCard(let needed, let capacity):
        (
          1, "small-card", "the invitation needs \(needed) bytes and the card takes \(capacity)",
          "use an NTAG215 or NTAG216"
        )
      default:
        (
          1, "refused", what, ""
        )
      }
    return HouseholdRefusal(exit, kind: kind, what: words, at: "card", advice: advice)
  }
}

extension SyncFault {
  /// A sheet that lets nobody in.
  fileprivate var sheetRefusal: HouseholdRefusal {
    switch self {
    case .badWords:
      HouseholdRefusal(
        65, kind: "bad-words", what: "these are not the six words of a sheet, or one letter is wrong",
        at: "WORDS", advice: "compare them letter by letter")
    case .wrongWords:
      HouseholdRefusal(
        77, kind: "wrong-words", what: "these words do not open this sheet", at: "WORDS",
        advice: "find the words that were written down with it")
    case .oldSheet:
      HouseholdRefusal(
        1, kind: "old-sheet", what: "this sheet is void: another was printed, or a device was revoked",
        at: "LINK", advice: "use the latest sheet, or focuskey sync invite on a computer that is in")
    default:
      HouseholdRefusal(
        1, kind: "refused", what: what, at: "sync", advice: "")
    }
  }
}
