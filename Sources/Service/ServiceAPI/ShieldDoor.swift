package import FeaturePorts
internal import LoopbackHTTP

/// The local port that blocked sites lead to in browsers that follow the desktop's proxy setting.
package struct ShieldDoor: Sendable {
  private let server: DashboardServer

  /// Opens it.
  ///
  /// - Parameters:
  ///   - report: is told what was asked for.
  ///   - proxyScript: gives the script if it is at that path now.
  ///   - use: is told where the door is.
  package init(
    _ access: DashboardAccess, on loop: EventLoop, _ words: ServiceLog, report: @escaping @Sendable (Attempt) -> Bool,
    proxyScript: @escaping @Sendable (String) -> String?, use: (String) async -> Void
  ) async {
    var place = ListeningPlace.loopback
    // A browser needs a few at once: each is answered as soon as it has asked.
    place.mostConnections = 64
    server = DashboardServer(loop: loop, place: place, port: 0, isForOneUser: true, standsInForOthers: true) {
      request in
      ShieldSite.answerAtDoor(report: report, proxyScript: proxyScript, to: request, dashboard: access.address)
    }
    do throws(SystemError) {
      await use("127.0.0.1:\(try await server.open())")
    } catch {
      // The other layers of the shield block without it; only the page in the place of a site is missing.
      words.write(.warning, "blocked sites show no page of FocusKey's: \(error.call): \(error.reason)")
    }
  }

  package func close() async { await server.close() }
}
