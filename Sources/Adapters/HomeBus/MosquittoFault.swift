internal import CMosquitto
internal import LinuxRuntime

struct MosquittoFault {
  let link: HomeLink
  /// Whether it lasts until somebody changes something.
  let isLasting: Bool

  init(_ code: Int32, errno: Int32, complaint: String?, _ broker: HomeBroker) {
    let place = "\(broker.host):\(broker.port)"
    switch code {
    case MOSQ_ERR_EAI.rawValue:
      self.init(.unreachable("no computer of the name \(broker.host) was found"))
    case MOSQ_ERR_TLS.rawValue, MOSQ_ERR_TLS_HANDSHAKE.rawValue, MOSQ_ERR_OCSP.rawValue:
      self.init(.untrusted(Self.words(complaint, broker)), isLasting: true)
    case MOSQ_ERR_ERRNO.rawValue where errno != 0:
      self.init(.unreachable("\(place): \(SystemError("connect", errno).reason)"))
    case MOSQ_ERR_CONN_LOST.rawValue, MOSQ_ERR_NO_CONN.rawValue, MOSQ_ERR_ERRNO.rawValue, MOSQ_ERR_KEEPALIVE.rawValue:
      self.init(.unreachable("\(place) ended the connection"))
    default: self.init(.unreachable("\(place): \(MosquittoClient.words(code))"))
    }
  }

  private init(_ link: HomeLink, isLasting: Bool = false) {
    (self.link, self.isLasting) = (link, isLasting)
  }

  static let lost = MOSQ_ERR_CONN_LOST.rawValue

  /// Whether this is how a broker that only knows MQTT 3.1.1 answers.
  static func isOfVersion(_ code: Int32) -> Bool {
    code == MOSQ_ERR_PROTOCOL.rawValue || code == MOSQ_ERR_MALFORMED_PACKET.rawValue
      || code == MOSQ_ERR_CONN_LOST.rawValue
  }

  private static func words(_ complaint: String?, _ broker: HomeBroker) -> String {
    guard let complaint else { return "no encrypted connection to \(broker.host):\(broker.port)" }
    if complaint.includes("host name verification") {
      return "the certificate of \(broker.host) is for another name"
    }
    if complaint.includes("certificate verify failed") {
      return "the certificate of \(broker.host) is not signed by an authority that this computer trusts"
    }
    return "no encrypted connection to \(broker.host):\(broker.port): \(complaint)"
  }
}
