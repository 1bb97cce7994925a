/// One line from the service to the privileged helper: a fixed verb and data, never something to run.
///
/// An order is said in pieces (`order`, then sections with their sites, then programs; after `later` what is closed
/// beside those from some time on) and counts from `commit` on; it
/// is in force while it is renewed. The helper knows from the socket which process asks and whose it is: what it does
/// touches that user alone, and no process changes what another one ordered.
package enum ShieldRequest: Sendable, Equatable {
  /// Begins an order: how long it holds without being renewed, and when it ends whatever happens, both in milliseconds;
  /// the end on the clock that counts through suspend.
  case order(lease: Int64, until: Int64?)
  /// Says, once in an order, whether questions that tell how hellos are encrypted are answered with nothing, and hellos
  /// that are encrypted for a known front refused; they are unless it says otherwise.
  case answersECH(Bool)
  /// Begins one profile's sites.
  case section(allowsOnlyNamed: Bool)
  case site([UInt8], isException: Bool)
  /// Names a site, with all below it, in the section begun last: the browsers that `browsers` names see which part of
  /// it they open, and close its parts themselves.
  case left([UInt8])
  case program(application: String, path: String)
  /// What follows in the order is closed from that time on, whatever becomes of the service: the end of a visit.
  case later(from: Int64)
  /// Puts the order in force in place of the process's own before, and of those whose processes have ended.
  case commit
  /// Renews the order of that stamp for a lease; refused if it is another process's or not in force.
  case renew(stamp: Int64)
  /// Names the browsers that close parts of sites themselves, by their processes, for the order of that stamp and for
  /// some seconds; refused like a renewal.
  case browsers(stamp: Int64, processes: [Int32])
  /// Ends the order of that stamp, or without one all that the process may end: its own, and those whose processes
  /// have ended. Refused, and told to the owner, if only others' are in force.
  case lift(stamp: Int64?)
  /// Asks for the layers and their state, and what the helper's clock shows.
  case status
  /// Asks to be told of what was refused.
  case watch
  /// Ends every user's order; for root.
  case clear

  /// The stamp that no order has: who renews it learns whether there is one.
  package static let noStamp: Int64 = 0
  /// The longest line, its end not counted: a path of the kernel's longest and some words.
  package static let longestLine = 4096 + 512
  /// The longest lease: within this time after its service died, a shield is gone.
  package static let longestLease: Int64 = 60_000
  /// The longest that an order holds without being ordered again: a day.
  package static let longestOrder: Int64 = 24 * 3600 * 1000
  package static let mostSites = 1_000_000
  package static let mostPrograms = 4096
  /// The most octets of all those paths together: twice what as many usual ones need.
  package static let mostPathOctets = 1 << 20
  package static let mostBrowsers = 32
  /// The most profiles in an order.
  package static let mostSections = 16

  /// Reads a line without its end.
  package init(line: ArraySlice<UInt8>) throws(ShieldRequestError) {
    guard line.count <= Self.longestLine else { throw .tooLong }
    guard !line.contains(0), !line.contains(0x0A) else { throw .letter }
    let space = line.firstIndex(of: 0x20)
    let verb = line[..<(space ?? line.endIndex)]
    let rest = space.map { line[($0 + 1)...] }
    // Half a million of these may come in a row: they are looked at first, as octets.
    if verb.elementsEqual("site".utf8), let rest {
      self = .site(Array(rest), isException: false)
      return
    }
    if verb.elementsEqual("left".utf8), let rest {
      self = .left(Array(rest))
      return
    }
    if verb.elementsEqual("except".utf8), let rest {
      self = .site(Array(rest), isException: true)
      return
    }
    switch (String(decoding: verb, as: UTF8.self), rest) {
    case ("order", let rest?):
      self = try Self.order(rest)
    case ("ech", let rest?): self = .answersECH(try Self.isFirst(rest, of: "answer", "pass"))
    case ("section", let rest?): self = .section(allowsOnlyNamed: try Self.isFirst(rest, of: "allow", "block"))
    case ("program", let rest?):
      guard let space = rest.firstIndex(of: 0x20), space > rest.startIndex, space - rest.startIndex <= 255 else {
        throw .arguments
      }
      let path = rest[(space + 1)...]
      guard path.first == UInt8(ascii: "/"), path.count < 4096 else { throw .path }
      self = .program(
        application: String(decoding: rest[..<space], as: UTF8.self), path: String(decoding: path, as: UTF8.self))
    case ("later", let rest?):
      guard let from = number(rest) else { throw .arguments }
      self = .later(from: from)
    case ("commit", nil): self = .commit
    case ("renew", let rest?):
      guard let stamp = number(rest) else { throw .arguments }
      self = .renew(stamp: stamp)
    case ("browsers", let rest?):
      let numbers = rest.split(separator: 0x20, omittingEmptySubsequences: false).map { number($0) }
      guard numbers.count <= Self.mostBrowsers + 1, let stamp = numbers[0] else { throw .arguments }
      let processes = numbers.dropFirst().compactMap { $0.flatMap { Int32(exactly: $0) } }
      guard processes.count == numbers.count - 1 else { throw .arguments }
      self = .browsers(stamp: stamp, processes: processes)
    case ("lift", nil): self = .lift(stamp: nil)
    case ("lift", let rest?):
      guard let stamp = number(rest) else { throw .arguments }
      self = .lift(stamp: stamp)
    case ("status", nil): self = .status
    case ("watch", nil): self = .watch
    case ("clear", nil): self = .clear
    case ("commit", _), ("renew", _), ("browsers", _), ("left", _), ("status", _), ("watch", _), ("clear", _),
      ("order", _), ("section", _), ("program", _), ("ech", _), ("later", _):
      throw .arguments
    default: throw .verb
    }
  }

  /// Whether a word is the first of two; throws where it is neither.
  private static func isFirst(
    _ word: ArraySlice<UInt8>, of first: String, _ second: String
  ) throws(ShieldRequestError) -> Bool {
    if word.elementsEqual(first.utf8) { return true }
    guard word.elementsEqual(second.utf8) else { throw .arguments }
    return false
  }

  private static func order(_ rest: ArraySlice<UInt8>) throws(ShieldRequestError) -> ShieldRequest {
    let words = rest.split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count == 2, let lease = number(words[0]) else { throw .arguments }
    guard lease > 0, lease <= Self.longestLease else { throw .lease(lease) }
    if words[1].elementsEqual("-".utf8) {
      return .order(lease: lease, until: nil)
    } else if let until = number(words[1]) {
      return .order(lease: lease, until: until)
    } else {
      throw .arguments
    }
  }

  /// The line, without its end.
  package var line: String {
    switch self {
    case .order(let lease, let until): "order \(lease) \(until.map { "\($0)" } ?? "-")"
    case .answersECH(let isAnswered): isAnswered ? "ech answer" : "ech pass"
    case .section(let allowsOnlyNamed): allowsOnlyNamed ? "section allow" : "section block"
    case .site(let name, let isException): "\(isException ? "except" : "site") \(String(decoding: name, as: UTF8.self))"
    case .left(let name): "left \(String(decoding: name, as: UTF8.self))"
    case .browsers(let stamp, let processes):
      "browsers \(stamp)" + processes.map { " \($0)" }.joined()
    case .program(let application, let path): "program \(application) \(path)"
    case .later(let from): "later \(from)"
    case .commit: "commit"
    case .renew(let stamp): "renew \(stamp)"
    case .lift(let stamp): stamp.map { "lift \($0)" } ?? "lift"
    case .status: "status"
    case .watch: "watch"
    case .clear: "clear"
    }
  }
}

package enum ShieldRequestError: Error, Equatable, Sendable {
  case tooLong
  /// An octet that no request has.
  case letter
  /// An unknown verb.
  case verb
  /// Too few words after the verb, too many, or wrong ones.
  case arguments
  /// A lease of no time, or of more than the longest.
  case lease(Int64)
  /// A path that does not begin at the root, or is too long.
  case path

  package var word: String {
    switch self {
    case .tooLong: "too-long"
    case .letter: "letter"
    case .verb: "verb"
    case .arguments: "arguments"
    case .lease: "lease"
    case .path: "path"
    }
  }
}

/// A decimal number that fits, without a sign.
func number(_ octets: ArraySlice<UInt8>) -> Int64? {
  guard !octets.isEmpty, octets.count <= 18 else { return nil }
  var value: Int64 = 0
  for octet in octets {
    guard octet >= UInt8(ascii: "0"), octet <= UInt8(ascii: "9") else { return nil }
    value = value * 10 + Int64(octet - UInt8(ascii: "0"))
  }
  return value
}
