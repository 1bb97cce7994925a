/// Lets in only requests that were meant for this server.
///
/// A page anywhere can make a browser send requests to loopback under a name of its own (DNS rebinding). Such a request
/// carries that name in `Host`; only names of loopback pass. A request that another site's page makes carries its
/// `Origin`; only our own passes.
struct HostGate: Sendable {
  private let standsInForOthers: Bool
  private let names: [String]
  private let forwarded: [String]
  private let origins: [String]

  /// - Parameters:
  ///   - port: the port that is listened on.
  ///   - more: names beside those of loopback that somebody had lead here.
  ///   - isEncrypted: whether it is `https` that is spoken.
  ///   - isForwardedTo: whether `more` may come with any port, as through somebody's forward to this one.
  ///   - standsInForOthers: whether requests that are meant for other hosts are expected, as a proxy gets them.
  init(
    port: UInt16, more: [String] = [], isEncrypted: Bool = false, isForwardedTo: Bool = false,
    standsInForOthers: Bool = false
  ) {
    self.standsInForOthers = standsInForOthers
    forwarded = isForwardedTo ? more.map { name in name.lowercased() } : []
    let hosts = ["127.0.0.1", "localhost", "[::1]"] + more.map { name in name.lowercased() }
    names = hosts.map { host in "\(host):\(port)" } + (port == (isEncrypted ? 443 : 80) ? hosts : [])
    origins = names.map { name in (isEncrypted ? "https://" : "http://") + name }
  }

  func refusal(of request: HTTPRequest) -> HTTPAnswer? {
    guard !standsInForOthers else { return nil }
    let hosts = request.headers.filter { header in header.name == "host" }
    guard hosts.count == 1, let host = hosts.first?.value.lowercased(), names.contains(host) || isForwarded(host) else {
      return .plain(421, "This server answers only to 127.0.0.1 and localhost.")
    }
    if isForwarded(host) { return nil }
    if let origin = request.header("origin"), !origins.contains(origin.lowercased()) {
      return .plain(403, "Requests from other sites are refused.")
    }
    return nil
  }

  /// Whether the host is a name under which somebody's forwarded port leads here.
  private func isForwarded(_ host: String) -> Bool {
    forwarded.contains { name in
      host == name || host.hasPrefix(name + ":") && UInt16(host.dropFirst(name.count + 1)) != nil
    }
  }
}
