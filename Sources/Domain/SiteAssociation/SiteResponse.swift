/// What a site, or Apple's store of sites' files, answered to one request.
public struct SiteResponse: Sendable {
  /// What came of the request.
  public enum Outcome: Sendable, Equatable {
    /// An answer, whatever its status.
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

  /// A header line.
  public struct Header: Sendable, Equatable {
    /// The name in small letters.
    public let name: String
    /// The value without blanks around it.
    public let value: String

    /// Names a value.
    public init(name: String, value: String) {
      (self.name, self.value) = (name, value)
    }
  }

  /// The address that was asked.
  public let url: String
  /// What came of it.
  public let outcome: Outcome
  /// The headers in their order.
  public let headers: [Header]
  /// The content.
  public let body: [UInt8]
  /// The network address of the server.
  public let address: String?
  /// How long it took, in milliseconds.
  public let milliseconds: Int
  /// When the server's certificate ends, as the library writes it.
  public let certificateEnds: String?

  /// Puts an answer together.
  public init(
    url: String, outcome: Outcome, headers: [Header] = [], body: [UInt8] = [], address: String? = nil,
    milliseconds: Int = 0, certificateEnds: String? = nil
  ) {
    self.url = url
    self.outcome = outcome
    self.headers = headers
    self.body = body
    self.address = address
    self.milliseconds = milliseconds
    self.certificateEnds = certificateEnds
  }

  /// The status, if there was an answer.
  public var status: Int? { if case .answer(let status) = outcome { status } else { nil } }

  /// The value of the last header of that name, in small letters.
  public subscript(header name: String) -> String? { headers.last { $0.name == name }?.value }

  /// Whether the network, rather than the site, may be at fault.
  public var isOutOfReach: Bool {
    switch outcome {
    case .notResolved, .notConnected, .timedOut: true
    default: false
    }
  }
}
