package struct WebCall: Sendable {
  package struct Header: Sendable, Equatable {
    /// The name; in small letters in what came back.
    package let name: String
    /// The value without blanks around it.
    package let value: String

    package init(name: String, value: String) {
      (self.name, self.value) = (name, value)
    }
  }

  package var url: String
  /// The schemes that it may have; with another the call fails.
  package var schemes: [String]
  package var userAgent: String
  /// Lines of the head beside those that belong to every call.
  package var headers: [Header] = []
  /// What is sent; `nil` for a call that only asks.
  package var body: [UInt8]?
  /// A file with the roots to trust in place of the system's.
  package var authorities: String?
  /// `HOST:PORT:ADDRESS`, in place of asking DNS.
  package var resolve: String?
  package var timeout: Duration = .seconds(20)
  /// The most octets of an answer that are wanted; with more the call fails.
  package var mostOctets = 1 << 20

  package init(_ url: String, schemes: [String], userAgent: String) {
    self.url = url
    self.schemes = schemes
    self.userAgent = userAgent
  }
}

package struct WebReply: Sendable {
  package enum Outcome: Sendable, Equatable {
    /// An answer, whatever its status. MQTT knows no status: 0.
    case answer(status: Int)
    case tooLarge
    /// The server's certificate cannot be trusted, for a reason in the library's words.
    case badCertificate(String)
    case noEncryption(String)
    case notResolved(String)
    case notConnected(String)
    case timedOut
    case broken(String)
  }

  package let outcome: Outcome
  package let headers: [WebCall.Header]
  package let body: [UInt8]
  package let address: String?
  /// How long it took, in milliseconds.
  package let milliseconds: Int
  /// When the server's certificate ends, as the library writes it.
  package let certificateEnds: String?
}
