/// Where a home's messages go, and as whom.
public struct HomeBroker: Equatable, Sendable {
  /// How the connection is encrypted.
  public enum Encryption: Equatable, Sendable {
    /// Not at all.
    case none
    /// By TLS; the broker's certificate must be for its name and signed by somebody whom this computer trusts.
    case trusted
    /// By TLS; the certificate must be signed by an authority of that file.
    case authorities(String)
  }

  /// Its host's name or address.
  public var host: String
  /// Its port.
  public var port: UInt16
  /// How the connection is encrypted.
  public var encryption: Encryption
  /// The user who logs in; nobody without.
  public var user: String?
  /// The file whose first line is the password.
  public var passwordFile: String?
  /// What this client calls itself there; a second one of that name would push it out.
  public var client: String

  /// A broker.
  public init(
    host: String, port: UInt16, encryption: Encryption = .none, user: String? = nil, passwordFile: String? = nil,
    client: String
  ) {
    self.host = host
    self.port = port
    self.encryption = encryption
    self.user = user
    self.passwordFile = passwordFile
    self.client = client
  }
}

/// A message to the broker, or from it.
public struct HomeMessage: Equatable, Sendable {
  /// Its topic.
  public let topic: String
  /// What it says.
  public let payload: [UInt8]
  /// Whether the broker keeps it for those who come later, or kept it.
  public let isRetained: Bool

  /// A message.
  public init(topic: String, payload: [UInt8], isRetained: Bool = false) {
    self.topic = topic
    self.payload = payload
    self.isRetained = isRetained
  }
}

/// How the connection to a broker is.
public enum HomeLink: Equatable, Sendable {
  /// It was not tried yet.
  case connecting
  /// The broker answers.
  case online
  /// Nobody answers there; the reason.
  case unreachable(String)
  /// The broker does not let us in; the reason.
  case refused(String)
  /// The broker's certificate is not to be trusted, or there is no encryption; the reason.
  case untrusted(String)
  /// There is no libmosquitto on this computer.
  case noLibrary

  /// One word for scripts.
  public var word: String {
    switch self {
    case .connecting: "connecting"
    case .online: "online"
    case .unreachable: "unreachable"
    case .refused: "refused"
    case .untrusted: "untrusted"
    case .noLibrary: "no-library"
    }
  }

  /// Why it does not work; `nil` where it does, or nothing is known yet.
  public var why: String? {
    switch self {
    case .connecting, .online: nil
    case .unreachable(let why), .refused(let why), .untrusted(let why): why
    case .noLibrary: "libmosquitto is not installed: sudo apt install libmosquitto1"
    }
  }
}
