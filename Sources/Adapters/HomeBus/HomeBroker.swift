/// Where a home's messages go, and as whom.
package struct HomeBroker: Equatable, Sendable {
  /// How the connection is encrypted.
  package enum Encryption: Equatable, Sendable {
    /// Not at all.
    case none
    /// By TLS; the broker's certificate must be for its name and signed by somebody whom this computer trusts.
    case trusted
    /// By TLS; the certificate must be signed by an authority of that file.
    case authorities(String)
  }

  /// Its host's name or address.
  package var host: String
  package var port: UInt16
  /// How the connection is encrypted.
  package var encryption: Encryption
  /// The user who logs in; nobody without.
  package var user: String?
  /// The file whose first line is the password.
  package var passwordFile: String?
  /// What this client calls itself there; a second one of that name would push it out.
  package var client: String

  /// A broker.
  package init(
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
package struct HomeMessage: Equatable, Sendable {
  package let topic: String
  /// What it says.
  package let payload: [UInt8]
  /// Whether the broker keeps it for those who come later, or kept it.
  package let isRetained: Bool

  /// A message.
  package init(topic: String, payload: [UInt8], isRetained: Bool = false) {
    self.topic = topic
    self.payload = payload
    self.isRetained = isRetained
  }
}

/// How the connection to a broker is.
package enum HomeLink: Equatable, Sendable {
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
  package var word: String {
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
  package var why: String? {
    switch self {
    case .connecting, .online: nil
    case .unreachable(let why), .refused(let why), .untrusted(let why): why
    case .noLibrary: "libmosquitto is not installed: sudo apt install libmosquitto1"
    }
  }
}
