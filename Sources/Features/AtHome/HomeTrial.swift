internal import HomeBus
package import ServiceContract

/// A test of the connection to a home's broker, before anybody relies on it.
package struct HomeTrial: Sendable {
  private static let patience = Duration.seconds(15)

  /// The outcome, in the status's own word for it.
  package let state: String
  /// Why it did not work; `nil` if it did.
  package let why: String?

  package var isGood: Bool { state == HomeLink.online.word }

  /// Connects once as a client of its own, so that a running service stays connected.
  package static func greet(_ wanted: ServiceConfiguration.MQTT, on loop: EventLoop) async -> HomeTrial {
    await withTaskExecutorPreference(loop) { await greetHere(wanted, loop) }
  }

  private static func greetHere(_ wanted: ServiceConfiguration.MQTT, _ loop: EventLoop) async -> HomeTrial {
    let (links, told) = AsyncStream.makeStream(of: HomeLink.self)
    let broker = HomeBroker(wanted, client: "focuskey-setup-\(SinceBoot.milliseconds)")
    let bus = HomeBus(broker, will: nil, listensTo: [], loop: loop) { told.yield($0) }
    let limit = loop.watchTime(patience) { told.yield(.unreachable("it does not answer")) }
    await bus.open()
    var link = HomeLink.connecting
    for await next in links where next != .connecting {
      link = next
      break
    }
    _ = limit
    await bus.close(nil)
    return HomeTrial(state: link.word, why: link.why)
  }
}

extension HomeBroker {
  init(_ wanted: ServiceConfiguration.MQTT, client: String) {
    self.init(
      host: wanted.host, port: wanted.port,
      encryption: wanted.usesTLS ? wanted.authorities.map { .authorities($0) } ?? .trusted : .none,
      user: wanted.user, passwordFile: wanted.passwordFile, client: client)
  }
}
