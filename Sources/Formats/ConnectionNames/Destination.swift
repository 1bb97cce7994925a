package enum NamedDestination: Sendable, Equatable {
  /// A name, as it was on the wire.
  case name([UInt8])
  /// A protocol that hides or lacks a name where one could be.
  case unnamed
  case other
  /// One of the protocols that are read, said in a way that no program has a reason for: what a server makes of it is
  /// anybody's guess.
  case broken
}

package struct Destination: Sendable, Equatable {
  package let what: NamedDestination
  /// The port that a proxy was asked for; `nil` if it is the connection's own.
  package let port: UInt16?
  /// Whether that port was asked for with a request, which a server at the connection's own port may answer as well.
  package let isRequest: Bool
  /// Whether it was named in a hello that says that it holds an encrypted one (RFC 9849). Browsers say so to every
  /// server.
  package let isMarked: Bool

  package init(_ what: NamedDestination, port: UInt16? = nil, isRequest: Bool = false, isMarked: Bool = false) {
    self.what = what
    self.port = port
    self.isRequest = isRequest
    self.isMarked = isMarked
  }
}
