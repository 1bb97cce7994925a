/// Reads where a connection goes out of what its client sends: past what is said to proxies, and request after request.
///
/// TLS names one host, perhaps a second time when the server asks for that, and then nothing more can be heard. Plain
/// HTTP names a host with each request. A proxy is told a host or an address, and what goes through it is read like a
/// connection of its own.
package struct DestinationReader: Sendable {
  enum Phase: Sendable {
    case beginning
    case hello
    /// A hello was read; a record of TLS follows.
    case record
    /// How many octets of a meaningless record are still to come.
    case inRecord(Int)
    case head
    /// A request was read to its end, and another one may follow.
    case nextRequest
    /// How many octets of a body are still to come.
    case body(Int)
    /// The size of a chunk is to come, or after the last one the trailers.
    case chunkSize
    case trailers
    case over
  }

  var phase = Phase.beginning
  var unread = Unread()
  var hello = HelloReader()
  private var head = HeadReader()
  var port: UInt16?
  private var proxies = 0
  private var isInChunk = false
  /// Whether the next words are a connection's first, or the first behind a proxy.
  var isBeginning = true
  /// How many meaningless records, and octets of early content, may still follow a hello.
  var recordsLeft = 32
  var earlyLeft = 0

  /// Proxies behind proxies: more than anybody has.
  static let mostProxies = 4
  private static let longestSize = 1024

  package init() {}

  package var isOver: Bool {
    if case .over = phase { true } else { false }
  }

  /// Whether something began whose end is needed to understand it.
  var isUnfinished: Bool {
    switch phase {
    case .hello: true
    case .head: head.hasBegun || !unread.isEmpty
    default: !unread.isEmpty
    }
  }

  /// How many of the next octets are content that says nothing about a destination.
  var contentLeft: Int {
    switch phase {
    case .body(let left), .inRecord(let left): left
    default: 0
    }
  }

  /// In octets.
  var size: Int { unread.count + hello.size + head.size }

  /// Reads the next octets, and returns the destinations that they make known.
  package mutating func read(_ octets: some Collection<UInt8>) -> [Destination] {
    if isOver { return [] }
    unread.append(octets)
    var found: [Destination] = []
    while step(&found) {}
    return found
  }

  /// The server has answered before it was told where the connection goes: it speaks another protocol, or refuses.
  ///
  /// A proxy answers each step, so that behind one this says nothing.
  mutating func answered() -> [Destination] {
    guard isBeginning, proxies == 0, isUnfinished else { return [] }
    switch phase {
    case .hello: return finish(.broken)
    case .head: return finish(.other)
    case .beginning where unread.first.map { $0 > 5 } ?? false: return finish(.other)
    default: return []
    }
  }

  /// Called when the client has ended: some servers take that for the end of an unfinished head.
  mutating func end() -> [Destination] {
    var found: [Destination] = []
    switch phase {
    case .hello where isBeginning: found = finish(.broken)
    case .head where isUnfinished: found = read([0x0D, 0x0A, 0x0D, 0x0A])
    case .beginning: found = finish(.other)
    default: break
    }
    _ = stop()
    return found
  }

  private mutating func finish(_ what: NamedDestination) -> [Destination] {
    _ = stop()
    return [Destination(what, port: port)]
  }

  /// Goes on by one phase; `false` if more octets are needed or nothing follows.
  private mutating func step(_ found: inout [Destination]) -> Bool {
    switch phase {
    case .over: return false
    case .beginning: return begin(&found)
    case .hello: return readHello(&found)
    case .record: return readRecord(&found)
    case .inRecord(let left): return skip(left, of: { .inRecord($0) }, then: .record)
    case .nextRequest:
      skipEmptyLines()
      guard !unread.isEmpty else { return false }
      phase = .head
      return true
    case .head: return readRequest(&found)
    case .body(let left): return skip(left, of: { .body($0) }, then: isInChunk ? .chunkSize : .nextRequest)
    case .chunkSize: return readChunkSize()
    case .trailers:
      guard let line = nextLine(longest: RequestHead.longest) else { return false }
      if line.isEmpty { phase = .nextRequest }
      return true
    }
  }

  private mutating func skip(_ left: Int, of phase: (Int) -> Phase, then next: Phase) -> Bool {
    let count = min(left, unread.count)
    unread.drop(count)
    self.phase = left == count ? next : phase(left - count)
    return left == count
  }

  private mutating func begin(_ found: inout [Destination]) -> Bool {
    skipEmptyLines()
    switch unread.first {
    case nil: return false
    case 22:
      hello = HelloReader()
      phase = .hello
      return true
    case 20, 21, 23, 24: return readOtherRecord(&found)
    case 4, 5: return readProxyRequest(&found)
    default:
      phase = .head
      return true
    }
  }

  private mutating func readProxyRequest(_ found: inout [Destination]) -> Bool {
    switch ProxyRequest.read(Array(unread.rest)) {
    case .needsMore: return false
    case .notSOCKS:
      found.append(Destination(.other, port: port))
      return stop()
    case .request(let request):
      if let host = request.host { found.append(Destination(.name(host), port: request.port)) }
      return enterTunnel(to: request.port, behind: request.length, &found)
    }
  }

  private mutating func readRequest(_ found: inout [Destination]) -> Bool {
    switch head.read(&unread) {
    case .needsMore: return false
    case .malformed:
      found.append(Destination(.broken, port: port))
      return stop()
    case .notHTTP:
      // What follows a request and is none, such as another protocol that both agreed on, belongs to its destination.
      if isBeginning { found.append(Destination(.other, port: port)) }
      return stop()
    case .request(let request):
      head = HeadReader()
      isBeginning = false
      found.append(
        Destination(
          request.host.map { .name($0) } ?? .unnamed, port: request.port ?? port,
          isRequest: request.port != nil && !request.isTunnel))
      if let other = request.otherHost { found.append(Destination(.name(other), port: port)) }
      if request.isTunnel { return enterTunnel(to: request.port, behind: 0, &found) }
      switch request.body {
      case .octets(let count): phase = count == 0 ? .nextRequest : .body(count)
      case .chunked: phase = .chunkSize
      case .unknown: return stop()
      }
      isInChunk = false
      return true
    }
  }

  private mutating func enterTunnel(to port: UInt16?, behind length: Int, _ found: inout [Destination]) -> Bool {
    unread.drop(length)
    self.port = port
    proxies += 1
    isBeginning = true
    phase = .beginning
    if proxies <= Self.mostProxies { return true }
    found.append(Destination(.unnamed, port: port))
    return stop()
  }

  /// The size of a chunk in hex, perhaps with more behind a semicolon (RFC 9112 7.1).
  private mutating func readChunkSize() -> Bool {
    guard let line = nextLine(longest: Self.longestSize) else { return false }
    let digits = String(decoding: line.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 }, as: UTF8.self)
    guard digits.utf8.count <= 12, let size = Int(digits, radix: 16), size >= 0 else { return stop() }
    isInChunk = size > 0
    // A chunk ends with an end of line of its own.
    phase = size == 0 ? .trailers : .body(size + 2)
    return true
  }

  /// The next line without its end; `nil` if it is not whole yet, or too long ever to be, which ends the reading.
  private mutating func nextLine(longest: Int) -> [UInt8]? {
    if let line = unread.nextLine() { return line.text }
    if unread.count > longest { _ = stop() }
    return nil
  }

  /// Skips empty lines before a request, as servers do (RFC 9112 2.2).
  private mutating func skipEmptyLines() {
    unread.drop(unread.rest.prefix { $0 == 0x0D || $0 == 0x0A }.count)
  }

  mutating func stop() -> Bool {
    phase = .over
    unread = Unread()
    hello = HelloReader()
    head = HeadReader()
    return false
  }
}
