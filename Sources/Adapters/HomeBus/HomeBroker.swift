package struct HomeBroker: Equatable, Sendable {
  package enum Encryption: Equatable, Sendable {
    case none
    /// TLS; the certificate must match the broker's name and be signed by a trusted authority.
    case trusted
    /// TLS; the certificate must be signed by an authority in this file.
    case authorities(String)
  }

  package var host: String
  package var port: UInt16
  package var encryption: Encryption
  /// The user who logs in; `nil` for none.
  package var user: String?
  /// The file whose first line is the password.
  package var passwordFile: String?
  /// Our client name there; a second client with it would push this one out.
  package var client: String

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

package struct HomeMessage: Equatable, Sendable {
  package let topic: String
  package let payload: [UInt8]
  /// Whether the broker keeps it for later subscribers, or kept it.
  package let isRetained: Bool

  package init(topic: String, payload: [UInt8], isRetained: Bool = false) {
    self.topic = topic
    self.payload = payload
    self.isRetained = isRetained
  }
}

package enum HomeLink: Equatable, Sendable {
  /// It was not tried yet.
  case connecting
  case online
  case unreachable(String)
  case refused(String)
  /// The certificate is not trusted, or encryption is missing; the reason.
  case untrusted(String)
  /// libmosquitto is not installed.
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

  /// Why it does not work; `nil` if it works or nothing is known yet.
  package var why: String? {
    switch self {
    case .connecting, .online: nil
    case .unreachable(let why), .refused(let why), .untrusted(let why): why
    case .noLibrary: "libmosquitto is not installed: sudo apt install libmosquitto1"
    }
  }
}
