internal import FocusPorts
package import ServiceContract
internal import SyncProtocol

extension SyncFault {
  package func failure(_ home: Home) -> Failure {
    switch self {
    case .off:
      Failure(
        .noInput, "sync-off", "this computer is in no household", at: home.sync,
        advice: "begin one or join one: focuskey sync init URL, focuskey sync join LINK")
    case .joined:
      Failure(
        .notAllowed, "sync-on", "this computer is in a household already", at: home.sync,
        advice: "leave it first: focuskey sync leave")
    case .mailbox(let error): Self.failure(error)
    case .sealing:
      Failure(.unavailable, "no-libsodium", what, at: "libsodium.so.23", advice: "sudo apt install libsodium23")
    case .envelope:
      Failure(.badData, "not-sealed", what, at: home.database, advice: "report this")
    case .invitation:
      Failure(.badData, "bad-invitation", what, at: "LINK", advice: "make another: focuskey sync invite")
    case .over:
      Failure(
        .no, "invitation-over", "the invitation is over", at: "LINK",
        advice: "make another on a device that is in: focuskey sync invite")
    case .broken(let path):
      Failure(
        .badData, "sync-broken", "this file cannot be read any more", at: path,
        advice: "leave and join again: focuskey sync leave")
    case .system(let error):
      Failure(.brokenIO, "sync-not-written", error.reason, at: error.subject, advice: "fix the folder's rights")
    case .store:
      Failure(
        .brokenIO, "sync-store", what, at: home.syncStore,
        advice: "fix the folder's rights, or leave and join again")
    case .log(let error):
      Failure(.brokenIO, "log-failed", "the log cannot be read", at: home.database, advice: error.sentence)
    case .badWords, .wrongWords, .oldSheet: sheetRefusal
    case .otherHousehold, .damagedCard, .usedCard, .busyCard, .strangersCard, .noRequest, .needsAddress, .smallCard:
      cardRefusal
    case .rekeyed:
      Failure(.timedOut, "new-key", what, at: home.sync, advice: "try again: focuskey sync now")
    case .continued:
      Failure(.timedOut, "new-device", what, at: home.sync, advice: "try again: focuskey sync now")
    case .moved, .householdThere, .strangersLink: moveRefusal
    case .badName(let wish):
      Failure(
        .usage, "bad-name", "not a name for a device", at: wish,
        advice: "use 1 to 64 bytes without control characters")
    case .noSuchDevice, .ambiguousDevice, .goneDevice, .presentDevice, .thisDevice: deviceRefusal
    }
  }

  private static func failure(_ error: MailboxError) -> Failure {
    if let failure = folderFailure(error) { return failure }
    let (exit, kind): (ExitCode, String) =
      switch error {
      case .noLibrary: (.unavailable, "no-libpq")
      case .badAddress: (.usage, "bad-address")
      case .pooled: (.usage, "pooled-address")
      case .away: (.unavailable, "database-away")
      case .refused: (.notAllowed, "database-refuses")
      case .untrusted: (.notAllowed, "database-untrusted")
      case .noSchema: (.unavailable, "no-schema")
      case .newerSchema: (.unavailable, "newer-schema")
      case .olderSchema: (.unavailable, "older-schema")
      case .notAllowed: (.notAllowed, "no-right")
      case .noHousehold: (.no, "no-household")
      case .needsInvitation: (.notAllowed, "needs-invitation")
      case .usedInvitation: (.no, "invitation-over")
      case .unknownDevice: (.no, "unknown-device")
      case .revoked: (.no, "revoked")
      case .raced: (.timedOut, "raced")
      case .oldKey: (.no, "old-key")
      case .gap, .forked: (.brokenIO, "log-differs")
      case .cancelled: (.interrupted, "cancelled")
      case .unexpected, .noFolder, .folderTaken, .readOnlyFolder, .fullFolder, .noRename, .folderFailed:
        (.brokenIO, "database-error")
      }
    return Failure(exit, kind, error.what, at: "database", advice: error.advice)
  }

  private static func folderFailure(_ error: MailboxError) -> Failure? {
    let (exit, kind, path): (ExitCode, String, String)
    switch error {
    case .noFolder(let folder): (exit, kind, path) = (.noInput, "no-folder", folder)
    case .folderTaken(let folder): (exit, kind, path) = (.notAllowed, "folder-taken", folder)
    case .readOnlyFolder(let folder): (exit, kind, path) = (.notAllowed, "read-only-folder", folder)
    case .fullFolder(let folder): (exit, kind, path) = (.brokenIO, "full-folder", folder)
    case .noRename(let folder): (exit, kind, path) = (.unavailable, "folder-no-rename", folder)
    case .folderFailed(let folder, _): (exit, kind, path) = (.brokenIO, "folder-failed", folder)
    default: return nil
    }
    return Failure(exit, kind, error.what, at: path, advice: error.advice)
  }
}

extension SyncFault {
  fileprivate var deviceRefusal: Failure {
    switch self {
    case .noSuchDevice(let wish):
      Failure(.noInput, "no-device", "no device is called that", at: wish, advice: "see focuskey sync status")
    case .ambiguousDevice(let wish, let ids):
      Failure(
        .noInput, "several-devices", "several devices are called that", at: wish,
        advice: "use one of these ids: " + ids.joined(separator: ", "))
    case .goneDevice(let wish):
      Failure(
        .no, "device-gone", "this device is not in the household any more", at: wish,
        advice: "see focuskey sync status")
    case .presentDevice(let wish):
      Failure(
        .notAllowed, "device-in", "this device is still in the household", at: wish,
        advice: "put it out first: focuskey sync revoke")
    case .thisDevice(let wish):
      Failure(
        .notAllowed, "this-device", "that is this computer", at: wish,
        advice: "to leave with it: focuskey sync leave")
    default:
      Failure(.no, "refused", what, at: "sync", advice: "")
    }
  }
}

extension SyncFault {
  fileprivate var cardRefusal: Failure {
    let (exit, kind, words, advice): (ExitCode, String, String, String) =
      switch self {
      case .otherHousehold:
        (
          .notAllowed, "other-household", "this database login is another household's",
          "use the address that sync invite --card showed"
        )
      case .damagedCard:
        (.badData, "damaged-card", "what the card holds is damaged", "erase it and begin again: keytool erase")
      case .usedCard:
        (.no, "somebody-elses", "the card holds something else", "use an empty card, or erase this one: keytool erase")
      case .busyCard:
        (
          .no, "card-busy", "the card carries another computer's request",
          "finish there, or erase the card: keytool erase"
        )
      case .strangersCard:
        (
          .badData, "not-for-this-computer", "the invitation on the card is for another computer",
          "take it there, or erase the card and begin again: keytool erase"
        )
      case .noRequest:
        (
          .noInput, "no-request", "no computer asks to join on this card",
          "first, at the new computer: focuskey sync join card"
        )
      case .needsAddress:
        (
          .usage, "missing-option", "this small card does not hold the database's address",
          "add --url with the address that sync invite --card showed"
        )
      case .smallCard(let needed, let capacity):
        (
          .no, "small-card", "the invitation needs \(needed) bytes and the card takes \(capacity)",
          "use an NTAG215 or NTAG216"
        )
      default:
        (.no, "refused", what, "")
      }
    return Failure(exit, kind, words, at: "card", advice: advice)
  }
}

extension SyncFault {
  fileprivate var sheetRefusal: Failure {
    switch self {
    case .badWords:
      Failure(
        .badData, "bad-words", "these are not the six words of a sheet, or one letter is wrong",
        at: "WORDS", advice: "compare them letter by letter")
    case .wrongWords:
      Failure(
        .notAllowed, "wrong-words", "these words do not open this sheet", at: "WORDS",
        advice: "find the words that were written down with it")
    case .oldSheet:
      Failure(
        .no, "old-sheet", "this sheet is void: another was printed, or a device was revoked",
        at: "LINK", advice: "use the latest sheet, or focuskey sync invite on a computer that is in")
    default:
      Failure(.no, "refused", what, at: "sync", advice: "")
    }
  }
}

extension SyncFault {
  fileprivate var moveRefusal: Failure {
    switch self {
    case .moved:
      Failure(.timedOut, "moved", what, at: "sync.json", advice: "try again: focuskey sync now")
    case .householdThere(let place):
      Failure(
        .notAllowed, "household-there",
        "the household is in this database already, and this computer has no login there",
        at: place, advice: "with a link of sync invite on a computer that is there: focuskey sync move LINK")
    case .strangersLink:
      Failure(
        .notAllowed, "other-household", "this link is of another household", at: "LINK",
        advice: "use one of this household: focuskey sync invite")
    default:
      Failure(.no, "refused", what, at: "sync", advice: "")
    }
  }
}
