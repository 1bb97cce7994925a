/// One call: whom, what is sent, and how long it may take.
package struct WebCall: Sendable {
  /// A line of the head.
  package struct Header: Sendable, Equatable {
    /// The name; in small letters in what came back.
    package let name: String
    /// The value without blanks around it.
    package let value: String

    /// Names a value.
    package init(name: String, value: String) {
      (self.name, self.value) = (name, value)
    }
  }

  /// The address.
  package var url: String
  /// The schemes that it may have; with another the call fails.
  package var schemes: [String]
  /// What the caller calls itself.
  package var userAgent: String
  /// Lines of the head beside those that belong to every call.
  package var headers: [Header] = []
  /// What is sent; without it something is only asked for.
  package var body: [UInt8]?
  /// A file with the roots to trust in place of the system's.
  package var authorities: String?
  /// `HOST:PORT:ADDRESS`, in place of asking DNS.
  package var resolve: String?
  /// How long the call may take.
  package var timeout: Duration = .seconds(20)
  /// The most octets of an answer that are wanted; with more the call fails.
  package var mostOctets = 1 << 20

  /// A call.
  package init(_ url: String, schemes: [String], userAgent: String) {
    self.url = url
    self.schemes = schemes
    self.userAgent = userAgent
  }
}

/// What came of a call.
package struct WebReply: Sendable {
  /// What came of it in one word.
  package enum Outcome: Sendable, Equatable {
    /// An answer, whatever its status. MQTT knows no status: 0.
    case answer(status: Int)
    /// More octets than were wanted.
    case tooLarge
    /// The server's certificate is not to be trusted; the reason in the words of the library.
    case badCertificate(String)
    /// No encrypted connection came about.
    case noEncryption(String)
    /// The name has no address.
    case notResolved(String)
    /// Nobody answers at the address.
    case notConnected(String)
    /// It took too long.
    case timedOut
    /// Something else.
    case broken(String)
  }

  /// What came of it.
  package let outcome: Outcome
  /// The lines of the head in their order.
  package let headers: [WebCall.Header]
  /// The content.
  package let body: [UInt8]
  /// The network address of the server.
  package let address: String?
  /// How long it took, in milliseconds.
  package let milliseconds: Int
  /// When the server's certificate ends, as the library writes it.
  package let certificateEnds: String?
}
