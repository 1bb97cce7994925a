internal import CommandShell
internal import Glibc
internal import LibNFCReader
internal import PCSCReader
internal import Spelling
internal import TagFormats

extension Failure {
  static var noReader: Failure {
    Failure(
      .unavailable, kind: "no-reader", what: "no reader is plugged in", at: .text("PC/SC"),
      advice: "plug one in; if one is, ask: focuskey doctor")
  }

  static func noSuchReader(_ wanted: String, _ names: [String]) -> Failure {
    let near = nearestWord(to: wanted, among: names)
    return Failure(
      .unavailable, kind: "no-such-reader", what: "no reader has this name", at: .text("--reader \(wanted)"),
      advice: near.map { "did you mean '\($0)'?" } ?? "there is \(names.joined(separator: ", "))")
  }

  /// No usable card came in time; `obstacle` is what was last in the way.
  static func noCard(within limit: Duration, because obstacle: String? = nil) -> Failure {
    let time = "within \(limit.components.seconds) s"
    guard let obstacle else {
      return Failure(
        .timedOut, kind: "no-card", what: "no card came \(time)", at: .text("reader"),
        advice: "hold the card on the reader, or wait longer with --timeout")
    }
    return Failure(
      .timedOut, kind: "no-card", what: "no card could be worked with \(time)", at: .text("reader"), advice: obstacle)
  }

  static func pcsc(_ fault: PCSCError, reader: String?) -> Failure {
    let place = Place.text(reader ?? "PC/SC")
    switch fault.code {
    case .securityViolation:
      return Failure(
        .notAllowed, kind: "not-allowed", what: "this user may not use the reader", at: place,
        advice: "ask: focuskey doctor")
    case .sharingViolation:
      return Failure(
        .timedOut, kind: "reader-busy", what: "another program is using the card", at: place,
        advice: "end that program or take the card away, and try again")
    case .unknownReader, .readerUnavailable:
      return Failure(
        .unavailable, kind: "reader-gone", what: "the reader is gone", at: place, advice: "plug it in again")
    case .protocolMismatch, .unresponsiveCard:
      return Failure(
        .no, kind: "unknown-card", what: "the reader cannot make out what card this is", at: place,
        advice: "hold it flat and still, or use another card")
    default:
      if fault.code.meansServiceIsGone {
        return Failure(
          .unavailable, kind: "no-pcscd", what: "pcscd is not running", at: place,
          advice: ["/usr/sbin/pcscd", "/usr/bin/pcscd"].contains { Files.exists($0) }
            ? "start it with: sudo systemctl start pcscd.socket; more by: focuskey doctor"
            : "install it with: sudo apt-get install pcscd libccid; more by: focuskey doctor")
      }
      if fault.code.meansCardIsGone { return .cardLeft }
      return Failure(
        .brokenIO, kind: "pcsc-failed", what: "\(fault.call) answered \(fault.code.hex)", at: place,
        advice: "take the card away and try again")
    }
  }

  /// Why waiting for a libnfc device is useless; `nil` if it may still come.
  static func unreachable(_ device: LibNFCDevice, why: String) -> Failure? {
    guard let path = device.path, Files.exists(path) else {
      return Failure(
        .unavailable, kind: "reader-gone", what: why, at: .text(device.connection),
        advice: "plug it in, or name another")
    }
    if unsafe access(path, R_OK | W_OK) == 0 { return nil }
    return Failure(
      .notAllowed, kind: "not-allowed", what: why, at: .text(device.connection), advice: "ask: focuskey doctor")
  }

  static var cardLeft: Failure {
    Failure(
      .brokenIO, kind: "card-left", what: "the card left before it was done", at: .text("reader"),
      advice: "hold it still and try again")
  }

  static func reading(_ error: TagError, at reader: String) -> Failure {
    switch error {
    case .cardLeft: return .cardLeft
    case .unknownKind:
      return Failure(
        .no, kind: "unknown-card", what: "unknown card: it may not be able to hold a link", at: .text(reader),
        advice: "use an NTAG213, 215 or 216")
    case .notCarried:
      return Failure(
        .no, kind: "reader-cannot", what: "this reader cannot speak with this kind of card", at: .text(reader),
        advice: "use another reader or an NTAG card")
    case .layout(let fault):
      return Failure(
        .no, kind: "damaged-card", what: "the card's layout is damaged: \(Failure.faulty(fault).what)",
        at: .text(reader),
        advice: "format it again with: keytool format")
    case .notAsWritten:
      return Failure(
        .brokenIO, kind: "not-as-written", what: "what was written does not read back the same", at: .text(reader),
        advice: "try again; if it happens again, the card is worn out")
    case .status(0x91AE, _):
      return Failure(
        .notAllowed, kind: "wrong-key", what: "the card has another key than the factory gave it", at: .text(reader),
        advice: "use another card, or the program that set its key")
    case .refused, .status:
      return Failure(
        .notAllowed, kind: "card-refused", what: "the card refused", at: .text(reader),
        advice: "it is locked or needs its password: keytool read says more")
    case .noAnswer, .badAnswer, .endless:
      return Failure(
        .brokenIO, kind: "no-answer", what: "the card does not answer properly", at: .text(reader),
        advice: "hold it flat and still, and try again")
    }
  }

  /// Writing was cut off: says in what state the card is, and how to go on.
  static func cutOff(_ error: TagError, at reader: String, during work: String) -> Failure {
    switch error {
    case .cardLeft, .noAnswer, .badAnswer:
      Failure(
        .brokenIO, kind: "cut-off",
        what: "the card left while it was being \(work): it reads as before, as empty or as new",
        at: .text(reader), advice: "hold it there again and repeat the command; that repairs it")
    default: .reading(error, at: reader)
    }
  }

  static func refused(_ refusal: PlanRefusal, at reader: String) -> Failure {
    func no(_ kind: String, _ what: String, _ advice: String, _ code: ExitCode = .no) -> Failure {
      Failure(code, kind: kind, what: what, at: .text(reader), advice: advice)
    }
    switch refusal {
    case .doesNotFit(let octets, let capacity, let enough):
      return no(
        "does-not-fit", "the message has \(bytes(octets)) and the card takes \(capacity)",
        enough.map { "use an \($0.name) or a shorter link" } ?? "no common card takes that much; shorten it")
    case .notFormatted: return no("not-formatted", "the card is not formatted for NDEF", "do first: keytool format")
    case .damaged(let fault):
      return no(
        "damaged-card", "the card's layout is damaged: \(Failure.faulty(fault).what)",
        "format it again with: keytool format")
    case .hidden:
      return no("hidden", "the card is protected against reading", "give its password with --password", .notAllowed)
    case .barrier(.readOnly): return no("read-only", "the card is read-only for good", "use another card", .notAllowed)
    case .barrier(.locked): return no("locked", "the card is locked for good", "use another card", .notAllowed)
    case .barrier(.restricted):
      return no("restricted", "the card needs a key before it is written", "use another card", .notAllowed)
    case .barrier(.password(let page)):
      return no(
        "password-needed", "the card is protected by a password from page \(page) on",
        "give it with --password", .notAllowed)
    case .notPossible(let chip): return no("not-possible", "\(chip.name) cannot do that", "use an NTAG213, 215 or 216")
    case .configurationFrozen:
      return no("frozen", "the card's configuration is locked for good", "use another card", .notAllowed)
    case .mirrorOutsideMessage:
      return no("mirror-outside", "the mirrored digits would not be within the link", "use a longer link")
    case .notRead(let address):
      return no("not-read", "the card's memory was not read far enough (byte \(address))", "try again", .brokenIO)
    case .lengthNotAtOnce:
      return no(
        "not-safe", "this card's length cannot be written at once, so an interruption would spoil it",
        "use another card")
    }
  }
}
