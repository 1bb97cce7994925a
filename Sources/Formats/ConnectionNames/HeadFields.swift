internal import Octets

/// The fields of a request's head that say where it goes and how long its body is.
struct HeadFields: Sendable {
  private(set) var hosts: [[UInt8]] = []
  /// Whether a line goes on with the value of a Host field, which some servers read and others not (RFC 9112 5.2).
  private(set) var isFolded = false
  private var lengths: [[UInt8]] = []
  private var codings: [[UInt8]] = []
  private var isBehindHost = false

  /// In octets.
  var size: Int { [hosts, lengths, codings].reduce(0) { $0 + $1.reduce(0) { $0 + $1.count } } }

  mutating func add(_ line: [UInt8]) {
    if line[0] == 0x20 || line[0] == 0x09 {
      isFolded = isFolded || isBehindHost
      return
    }
    isBehindHost = false
    if let value = value(of: line, named: "host") {
      isBehindHost = true
      // A third one says no more than the second.
      if hosts.count < 2 { hosts.append(value) }
    } else if let value = value(of: line, named: "content-length") {
      lengths.append(value)
    } else if let value = value(of: line, named: "transfer-encoding") {
      codings.append(value)
    }
  }

  /// A coding counts before a length (RFC 9112 6.3).
  var body: RequestHead.Body {
    if let last = codings.last {
      return last.suffix(7).map { $0.asciiLowercased } == Array("chunked".utf8) ? .chunked : .unknown
    }
    guard let first = lengths.first else { return .octets(0) }
    guard lengths.allSatisfy({ $0 == first }), !first.isEmpty, first.count <= 15,
      first.allSatisfy({ (0x30...0x39).contains($0) })
    else { return .unknown }
    return .octets(first.reduce(0) { $0 * 10 + Int($1 - 0x30) })
  }

  /// The value of a field of that name; blanks in front of the colon are forbidden, and read by some.
  private func value(of line: [UInt8], named name: StaticString) -> [UInt8]? {
    let length = name.utf8CodeUnitCount
    guard line.count > length else { return nil }
    let word = line.prefix(length).map { $0.asciiLowercased }
    guard word == Array(name.description.utf8) else { return nil }
    let rest = line.dropFirst(length).drop { $0 == 0x20 || $0 == 0x09 }
    guard rest.first == UInt8(ascii: ":") else { return nil }
    var value = rest.dropFirst().drop { $0 == 0x20 || $0 == 0x09 }
    while let last = value.last, last == 0x20 || last == 0x09 { value = value.dropLast() }
    return Array(value)
  }
}
