/// One call: whom, what is sent, and how long it may take.
public struct WebCall: Sendable {
  /// A line of the head.
  public struct Header: Sendable, Equatable {
    /// The name; in small letters in what came back.
    public let name: String
    /// The value without blanks around it.
    public let value: String

    /// Names a value.
    public init(name: String, value: String) {
      (self.name, self.value) = (name, value)
    }
  }

  /// The address.
  public var url: String
  /// The schemes that it may have; with another the call fails.
  public var schemes: [String]
  /// What the caller calls itself.
  public var userAgent: String
  /// Lines of the head beside those that belong to every call.
  public var headers: [Header] = []
  /// What is sent; without it something is only asked for.
  public var body: [UInt8]?
  /// A file with the roots to trust in place of the system's.
  public var authorities: String?
  /// `HOST:PORT:ADDRESS`, in place of asking DNS.
  public var resolve: String?
  /// How long the call may take.
  public var timeout: Duration = .seconds(20)
  /// The most octets of an answer that are wanted; with more the call fails.
  public var mostOctets = 1 << 20

  /// A call.
  public init(_ url: String, schemes: [String], userAgent: String) {
    self.url = url
    self.schemes = schemes
    self.userAgent = userAgent
  }
}

/// What came of a call.
public struct WebReply: Sendable {
  /// What came of it in one word.
  public enum Outcome: Sendable, Equatable {
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
  public let outcome: Outcome
  /// The lines of the head in their order.
  public let headers: [WebCall.Header]
  /// The content.
  public let body: [UInt8]
  /// The network address of the server.
  public let address: String?
  /// How long it took, in milliseconds.
  public let milliseconds: Int
  /// When the server's certificate ends, as the library writes it.
  public let certificateEnds: String?
}
