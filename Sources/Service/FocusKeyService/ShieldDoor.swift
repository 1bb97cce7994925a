internal import FeaturePorts
internal import LinuxRuntime
internal import LoopbackHTTP
internal import ServiceAPI
internal import ServiceContract
internal import SystemShield

/// The local port that blocked sites lead to in browsers that follow the desktop's proxy setting.
struct ShieldDoor: Sendable {
  private let server: DashboardServer

  /// Opens it and tells the shield where it is.
  init(to shield: SystemShield, _ access: DashboardAccess, on loop: EventLoop, _ words: ServiceLog) async {
    var place = ListeningPlace.loopback
    // A browser needs a few at once: each is answered as soon as it has asked.
    place.mostConnections = 64
    server = DashboardServer(loop: loop, place: place, port: 0, isForOneUser: true, standsInForOthers: true) {
      request in
      ShieldSite.answerAtDoor(
        report: { shield.note($0) }, proxyScript: shield.proxyScript, to: request, dashboard: access.address)
    }
    do throws(SystemError) {
      await shield.use(doorAt: "127.0.0.1:\(try await server.open())")
    } catch {
      // The other layers of the shield block without it; only the page in the place of a site is missing.
      words.write(.warning, "blocked sites show no page of FocusKey's: \(error.call): \(error.reason)")
    }
  }

  func close() async { await server.close() }
}
