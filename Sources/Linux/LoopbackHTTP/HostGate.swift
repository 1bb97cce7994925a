import Glibc
internal import SocketOwners

/// Lets in only requests that were meant for this server.
///
/// A page anywhere can make a browser send requests to loopback under a name of its own (DNS rebinding). Such a request
/// carries that name in `Host`; only names of loopback pass. A request that another site's page makes carries its
/// `Origin`; only our own passes.
///
/// Loopback belongs to everybody who is logged in here, so a service of one user lets in only connections that this
/// user or root opened, as on the control socket. That also takes the worth from a cookie that a browser shows to other
/// servers on loopback: cookies know no ports. All of 127.0.0.0/8 is loopback, and only 127.0.0.1 and ::1 are where a
/// browser comes from.
struct HostGate: Sendable {
  /// 127.0.0.1 and ::1.
  private static let homes: [[UInt8]] = [[127, 0, 0, 1], [UInt8](repeating: 0, count: 15) + [1]]

  private let isForOneUser: Bool
  private let standsInForOthers: Bool
  private let names: [String]
  private let origins: [String]

  /// - Parameters:
  ///   - port: the port that is listened on.
  ///   - more: names beside those of loopback that somebody had lead here.
  ///   - isEncrypted: whether it is `https` that is spoken.
  ///   - isForOneUser: whether only this user's programs, and root's, may come.
  ///   - standsInForOthers: whether requests that are meant for other hosts are expected, as a proxy gets them.
  init(
    port: UInt16, more: [String] = [], isEncrypted: Bool = false, isForOneUser: Bool = false,
    standsInForOthers: Bool = false
  ) {
    self.standsInForOthers = standsInForOthers
    self.isForOneUser = isForOneUser
    let hosts = ["127.0.0.1", "localhost", "[::1]"] + more.map { name in name.lowercased() }
    names = hosts.map { host in "\(host):\(port)" } + (port == (isEncrypted ? 443 : 80) ? hosts : [])
    origins = names.map { name in (isEncrypted ? "https://" : "http://") + name }
  }

  /// Why a request is refused, or `nil` if it may pass.
  ///
  /// - Parameter ends: the connection that it came by, as the one who opened it sees it.
  func refusal(of request: HTTPRequest, by ends: ConnectionEnds?) -> HTTPAnswer? {
    if !standsInForOthers, let refusal = refusalOfNames(in: request) { return refusal }
    guard isForOneUser else { return nil }
    guard let ends, Self.homes.contains(ends.source), let user = SocketOwners.user(of: ends),
      user == getuid() || user == 0
    else {
      return .plain(403, "This server is for the user who runs it.")
    }
    return nil
  }

  private func refusalOfNames(in request: HTTPRequest) -> HTTPAnswer? {
    let hosts = request.headers.filter { header in header.name == "host" }
    guard hosts.count == 1, let host = hosts.first?.value.lowercased(), names.contains(host) else {
      return .plain(421, "This server answers only to 127.0.0.1 and localhost.")
    }
    if let origin = request.header("origin"), !origins.contains(origin.lowercased()) {
      return .plain(403, "Requests from other sites are refused.")
    }
    return nil
  }
}
