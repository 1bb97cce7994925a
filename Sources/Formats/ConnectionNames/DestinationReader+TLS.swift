/// The records of TLS (RFC 8446 5.1).
extension DestinationReader {
  /// The most content that a server skips when it does not want early data.
  static let mostEarlyContent = 1 << 16
  private static let longestRecord = 1 << 14 + 256

  /// Whether a hello was read, and the server may still ask for it a second time (RFC 8446 4.1.4).
  var isBehindHello: Bool {
    switch phase {
    case .record, .inRecord: true
    case .hello: !isBeginning
    default: false
    }
  }

  mutating func readHello(_ found: inout [Destination]) -> Bool {
    let before = hello.length
    let reading = hello.read(unread.rest)
    unread.drop(hello.length - before)
    switch reading {
    case .needsMore: return false
    case .hello(let words):
      found.append(
        Destination(
          words.serverName.map { .name($0) } ?? .unnamed, port: port, isMarked: words.carriesEncryptedHello))
      if isBeginning, words.offersEarlyData { earlyLeft = Self.mostEarlyContent }
      isBeginning = false
      hello = HelloReader()
      phase = .record
      return true
    case .malformed: found.append(Destination(.broken, port: port))
    case .notTLS where isBeginning:
      // No client begins with another message of TLS.
      found.append(Destination(hello.length > 5 ? .broken : .other, port: port))
    case .notTLS: break
    }
    return stop()
  }

  /// What follows a hello: the same once more where the server wants another key, a record that says nothing, content
  /// that came early, or words of which none can be read any more.
  mutating func readRecord(_ found: inout [Destination]) -> Bool {
    guard let kind = unread.first else { return false }
    if kind == 22 {
      phase = .hello
      return true
    }
    guard kind == 20 || kind == 23 && earlyLeft > 0 else { return stop() }
    let header = Array(unread.rest.prefix(5))
    guard header.count == 5 else { return false }
    let length = Int(header[3]) << 8 | Int(header[4])
    guard length <= Self.longestRecord else { return stop() }
    if kind == 23 { earlyLeft -= length } else { recordsLeft -= 1 }
    guard recordsLeft > 0 else {
      found.append(Destination(.broken, port: port))
      return stop()
    }
    unread.drop(5)
    phase = .inRecord(length)
    return true
  }

  /// Reads a record of TLS that is not a hello: no client begins with one.
  mutating func readOtherRecord(_ found: inout [Destination]) -> Bool {
    let header = Array(unread.rest.prefix(5))
    if header.count < 2 || header.count < 5 && header[1] == 3 { return false }
    let isRecord = header[1] == 3 && header[2] <= 4 && Int(header[3]) << 8 | Int(header[4]) <= Self.longestRecord
    found.append(Destination(isRecord ? .broken : .other, port: port))
    return stop()
  }
}
