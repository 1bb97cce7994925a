package import FeaturePorts
import Glibc
internal import LoopbackHTTP
internal import SocketOwners

/// The port of the dashboard: the one that is configured, or the next free one.
package struct DashboardPort: Sendable {
  /// How many ports are tried, from the one that is configured on.
  private static let portsTried = 10

  /// The configured port; 0 for no pages.
  private let wanted: UInt16

  package init(wanted: UInt16) { self.wanted = wanted }

  /// Serves the pages. Without them everything else works, so this ends nothing.
  ///
  /// - Returns: what closes the port; `nil` where none is open.
  package func open(
    _ site: DashboardSite, _ access: DashboardAccess, on loop: EventLoop, _ words: ServiceLog
  ) async -> (@Sendable () async -> Void)? {
    guard wanted != 0 else { return nil }
    for port in wanted...UInt16(clamping: Int(wanted) + Self.portsTried - 1) {
      let server = DashboardServer(loop: loop, port: port, isForOneUser: true) { request in
        await site.answer(to: request)
      }
      do throws(SystemError) {
        access.port = try await server.open()
        if port != wanted { words.write(.warning, "the dashboard is at http://127.0.0.1:\(port)/ instead") }
        return { await server.close() }
      } catch {
        guard error.code == EADDRINUSE else {
          words.write(.warning, "the dashboard is off: \(error.call): \(error.reason)")
          return nil
        }
        let holder = SocketTable.listener(on: port).map { " by \($0.name) (process \($0.id))" } ?? ""
        words.write(.warning, "port \(port) is in use\(holder): set another port in config.json5")
      }
    }
    words.write(.warning, "the dashboard is off: no port from \(wanted) is free")
    return nil
  }
}
