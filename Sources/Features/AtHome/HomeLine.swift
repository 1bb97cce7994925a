package import FeaturePorts
internal import HomeBus
internal import HomeTopics
package import HookRunner

/// The connection to the MQTT broker that is configured.
package struct HomeLine: Sendable {
  let bus: HomeBus
  let topics: HomeTopics
  let announcesTags: Bool
  /// The topic where Home Assistant discovers this computer; `nil` if it should not.
  let discoveryTopic: String?
  let deviceName: String
  let loop: EventLoop
  private let broker: HomeBroker

  /// `nil` if no broker is configured.
  package init?(of home: Home, _ configuration: ServiceConfiguration, on loop: EventLoop, _ words: ServiceLog) {
    guard let wanted = configuration.mqtt else { return nil }
    let topics = HomeTopics(id: wanted.id ?? Self.ownID(of: home))
    let broker = HomeBroker(wanted, client: "focuskey-\(topics.id)")
    let birth = wanted.discovery.map { HomeTopics.birth(under: $0) }
    bus = HomeBus(
      broker, will: HomeMessage(topic: topics.online, payload: Array("0".utf8), isRetained: true),
      listensTo: [topics.asked] + (birth.map { [$0] } ?? []), loop: loop
    ) { link in words.write(link, broker, topics) }
    self.topics = topics
    self.broker = broker
    announcesTags = wanted.announcesTags
    discoveryTopic = wanted.discovery.map { topics.discovery(under: $0) }
    deviceName = "FocusKey on \(ComputerNames.host.isEmpty ? "this computer" : ComputerNames.host)"
    self.loop = loop
  }

  package var hooks: HookBroker {
    HookBroker(host: broker.host, port: broker.port) { [bus] topic, payload, limit in
      await bus.deliver(topic, payload, within: limit)
    }
  }

  package var json: JSONValue {
    get async {
      let link = await bus.link
      return [
        "state": .string(link.word), "why": JSONValue(link.why), "broker": .string("\(broker.host):\(broker.port)"),
        "id": .string(topics.id),
      ]
    }
  }

  /// Distinct for homes and users: two clients of one name would disconnect each other.
  private static func ownID(of home: Home) -> String {
    let machine = (try? Files.read("/etc/machine-id", limit: 256)) ?? []
    var mixed: UInt64 = 0xCBF2_9CE4_8422_2325
    // FNV-1a, 64 bits.
    for octet in machine + Array(home.stateFolder.utf8) { mixed = (mixed ^ UInt64(octet)) &* 0x100_0000_01B3 }
    let digits = String((mixed ^ mixed >> 32) & 0xFFFF | 0x10000, radix: 16).dropFirst()
    return "\(ComputerNames.host)-\(digits)"
  }
}

extension ServiceLog {
  /// Logs the state of the connection to the broker, once for each change.
  fileprivate func write(_ link: HomeLink, _ broker: HomeBroker, _ topics: HomeTopics) {
    let place = "MQTT broker \(broker.host):\(broker.port)"
    switch link {
    case .connecting: break
    case .online: write(.info, "\(place): connected; topics begin with focuskey/\(topics.id)")
    case .unreachable(let why): write(.warning, "\(place): not reachable: \(why); it is tried again until it is there")
    case .refused(let why): write(.warning, "\(place): it refuses the connection: \(why)")
    case .untrusted(let why): write(.warning, "\(place): not trusted: \(why)")
    case .noLibrary: write(.warning, "\(place): \(link.why ?? "")")
    }
  }
}
