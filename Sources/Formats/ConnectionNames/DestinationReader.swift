/// What a connection said about its destination.
public enum NamedDestination: Sendable, Equatable {
  /// A name, as it was on the wire.
  case name([UInt8])
  /// A protocol that hides or lacks a name where one could be.
  case unnamed
  /// None of the protocols that are read.
  case other
}

/// A place that a connection leads to.
public struct Destination: Sendable, Equatable {
  /// What was said about it.
  public let what: NamedDestination
  /// The port that a proxy was asked for; `nil` if it is the connection's own.
  public let port: UInt16?

  /// A destination.
  public init(_ what: NamedDestination, port: UInt16? = nil) {
    self.what = what
    self.port = port
  }
}

/// Reads where a connection goes out of what its client sends: past what is said to proxies, and request after request.
///
/// TLS names one host, and then nothing more can be heard. Plain HTTP names a host with each request. A proxy is told
/// a host or an address, and what goes through it is read like a connection of its own.
public struct DestinationReader: Sendable {
  private enum Phase: Sendable {
    /// Any of the protocols begins.
    case beginning
    /// A request was read to its end, and another one may follow.
    case nextRequest
    /// So many octets of a body are to come.
    case body(Int)
    /// The size of a chunk is to come, or behind the last one the trailers.
    case chunkSize
    case trailers
    /// Nothing more will be said that can be read.
    case over
  }

  private var phase = Phase.beginning
  private var pending: [UInt8] = []
  private var proxies = 0
  private var port: UInt16?

  /// Proxies behind proxies: more than anybody has.
  static let mostProxies = 4
  private static let longestSize = 1024

  /// A reader of a connection of which nothing was seen yet.
  public init() {}

  /// Whether nothing more can be heard of it.
  public var isOver: Bool {
    if case .over = phase { true } else { false }
  }

  /// Takes the next octets, and gives the destinations that are known by them.
  public mutating func read(_ octets: some Collection<UInt8>) -> [Destination] {
    if isOver { return [] }
    pending += octets
    var found: [Destination] = []
    while step(&found) {}
    return found
  }

  /// Goes on by one phase; `false` if more octets are needed or nothing follows.
  private mutating func step(_ found: inout [Destination]) -> Bool {
    switch phase {
    case .over: return false
    case .beginning: return begin(&found)
    case .nextRequest:
      skipEmptyLines()
      return !pending.isEmpty && readRequest(&found, .any)
    case .body(let left):
      let count = min(left, pending.count)
      pending.removeFirst(count)
      phase = left == count ? phaseAfterBody : .body(left - count)
      return left == count
    case .chunkSize: return readChunkSize()
    case .trailers:
      guard let line = nextLine(longest: RequestHead.longest) else { return false }
      if line.isEmpty { phase = .nextRequest }
      return true
    }
  }

  private mutating func begin(_ found: inout [Destination]) -> Bool {
    skipEmptyLines()
    switch pending.first {
    case nil: return false
    case 22: return readHello(&found)
    case 4, 5: return readProxyRequest(&found)
    default: return readRequest(&found, .usual)
    }
  }

  private mutating func readHello(_ found: inout [Destination]) -> Bool {
    switch ClientHello.read(pending) {
    case .needsMore: return false
    case .hello(let hello): found.append(Destination(hello.serverName.map { .name($0) } ?? .unnamed, port: port))
    case .malformed: found.append(Destination(.unnamed, port: port))
    case .notTLS: found.append(Destination(.other, port: port))
    }
    return end()
  }

  private mutating func readProxyRequest(_ found: inout [Destination]) -> Bool {
    switch ProxyRequest.read(pending) {
    case .needsMore: return false
    case .notSOCKS:
      found.append(Destination(.other, port: port))
      return end()
    case .request(let request):
      if let host = request.host { found.append(Destination(.name(host), port: request.port)) }
      return enterTunnel(to: request.port, behind: request.length, &found)
    }
  }

  private mutating func readRequest(_ found: inout [Destination], _ methods: RequestHead.Methods) -> Bool {
    switch RequestHead.read(pending, methods: methods) {
    case .needsMore: return false
    case .malformed:
      found.append(Destination(.unnamed, port: port))
      return end()
    case .notHTTP:
      // What follows a request and is none, such as another protocol that both agreed on, belongs to its destination.
      if case .beginning = phase { found.append(Destination(.other, port: port)) }
      return end()
    case .request(let head):
      found.append(Destination(head.host.map { .name($0) } ?? .unnamed, port: head.port ?? port))
      if head.isTunnel { return enterTunnel(to: head.port, behind: head.length, &found) }
      pending.removeFirst(head.length)
      switch head.body {
      case .octets(let count): phase = count == 0 ? .nextRequest : .body(count)
      case .chunked: phase = .chunkSize
      case .unknown: return end()
      }
      isInChunk = false
      return true
    }
  }

  private mutating func enterTunnel(to port: UInt16?, behind length: Int, _ found: inout [Destination]) -> Bool {
    pending.removeFirst(length)
    self.port = port
    proxies += 1
    phase = .beginning
    if proxies <= Self.mostProxies { return true }
    found.append(Destination(.unnamed, port: port))
    return end()
  }

  private var isInChunk = false
  private var phaseAfterBody: Phase { isInChunk ? .chunkSize : .nextRequest }

  /// The size of a chunk in hex, perhaps with more behind a semicolon (RFC 9112 7.1).
  private mutating func readChunkSize() -> Bool {
    guard let line = nextLine(longest: Self.longestSize) else { return false }
    let digits = String(decoding: line.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 }, as: UTF8.self)
    guard digits.utf8.count <= 12, let size = Int(digits, radix: 16), size >= 0 else { return end() }
    isInChunk = size > 0
    // A chunk ends with an end of line of its own.
    phase = size == 0 ? .trailers : .body(size + 2)
    return true
  }

  /// The next line without its end; `nil` if it is not whole yet, or too long ever to be, which ends the reading.
  private mutating func nextLine(longest: Int) -> [UInt8]? {
    guard let lineEnd = pending.firstIndex(of: 0x0A) else {
      if pending.count > longest { _ = end() }
      return nil
    }
    var line = pending[..<lineEnd]
    if line.last == 0x0D { line = line.dropLast() }
    defer { pending.removeFirst(lineEnd + 1) }
    return Array(line)
  }

  /// A server passes over empty lines in front of a request (RFC 9112 2.2).
  private mutating func skipEmptyLines() {
    pending.removeFirst(pending.prefix { $0 == 0x0D || $0 == 0x0A }.count)
  }

  private mutating func end() -> Bool {
    phase = .over
    pending = []
    return false
  }
}
