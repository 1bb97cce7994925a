import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// The real service at a real MQTT broker. `LongRuns/Home` has Home Assistant itself judge it.
@Suite(.realParts, .timeLimit(.minutes(2))) struct HomeNetworkTests {
  /// A service at a broker, and somebody who listens there.
  private struct Trial {
    let folder: TemporaryFolder
    let broker: MosquittoBroker
    let listener: MosquittoListener
    let service: RunningService

    /// - Parameter hook: whether an event is also a hook's, at the same broker.
    init(_ more: String = "", hook: Bool = false) throws {
      let (home, place) = (TemporaryFolder(), TemporaryFolder())
      folder = home
      broker = try MosquittoBroker(in: place)
      listener = try broker.listen("focuskey/#", "homeassistant/#")
      let mqtt = "mqtt: { host: '127.0.0.1', port: \(broker.port), id: 'desk', \(more) }"
      let url = "mqtt://127.0.0.1:\(broker.port)/focuskey/h%6Fok"
      let hooks = hook ? "hooks: [{ on: 'session-started', mqtt: '\(url)' }]" : ""
      try Files.replace(home("config.json5"), with: Array("{ port: 0, \(mqtt), \(hooks) }".utf8))
      service = try RunningService(home: home.path)
    }

    /// The last that was heard under a topic of this computer.
    func last(_ topic: String) throws -> JSONNode? {
      try listener.heard("focuskey/desk/\(topic)").last.map { try JSONDocument($0).root }
    }

    func state(_ wanted: String) async throws -> Bool {
      try await eventually { try last("status")?["state"]?.string == wanted }
    }

    /// All events of a name.
    func events(_ name: String) throws -> [JSONNode] {
      try listener.heard("focuskey/desk/event").map { try JSONDocument($0).root }.filter { $0["event"]?.string == name }
    }
  }

  @Test func aHomeHearsOfASessionAndOfTaps() async throws {
    let trial = try Trial("announceTags: true")
    #expect(await eventually { trial.listener.heard("desk/online") == ["1"] })
    #expect(try await trial.state("idle"))
    let device = try #require(try trial.listener.heard("/config").last.map { try JSONDocument($0).root })
    #expect(device["device"]?["identifiers"]?.array?.first?.string == "focuskey_desk")
    #expect(device["components"]?["start_work"] != nil && device["components"]?["tag"] != nil)
    let name = "Simulated reader"
    #expect(try await eventually { try trial.last("reader")?["readers"]?.array?.first?["name"]?.string == name })

    #expect(try trial.service("start", "work", "--minutes", "30").exitCode == 0)
    #expect(try await trial.state("focusing"))
    #expect(try trial.last("status")?["profile"]?.string == "work")
    #expect(try await eventually { try trial.last("today")?["sessions"]?.number == 1 })
    #expect(try await eventually { try !trial.events("session-started").isEmpty })
    #expect(try trial.service("tap", "--uid", "04A1B2C3D4E580").exitCode == 0)
    #expect(try await eventually { try trial.last("tag")?["uid"]?.string == "04A1B2C3D4E580" })
    #expect(try await eventually { try trial.last("tapped")?["reader"]?.string == name })
    #expect(try trial.last("tapped")?["uid"] == nil)
    #expect(try trial.service("status", "--json").output.contains(#""state":"online""#))

    // A service that is gone is told by the broker, however it went.
    trial.service.kill()
    #expect(await eventually { trial.listener.heard("desk/online").last == "0" })
    let again = try RunningService(home: trial.folder.path)
    #expect(await eventually { trial.listener.heard("desk/online").last == "1" })
    #expect(try await trial.state("focusing"))
    #expect(again.stop() == 0)
    #expect(await eventually { trial.listener.heard("desk/online").last == "0" })
  }

  @Test func nothingThatIsAskedForLoosens() async throws {
    let trial = try Trial()
    func ask(_ text: String, isRetained: Bool = false) throws {
      try trial.broker.publish("focuskey/desk/do", text, isRetained: isRetained)
    }
    #expect(try await trial.state("idle"))
    try ask(#"{"do":"start","profile":"work"}"#, isRetained: true)
    // What the broker kept reaches only those who come later, and does nothing there.
    #expect(try await trial.state("focusing"))
    try ask(#"{"do":"add","profile":"study"}"#)
    #expect(try await eventually { try trial.last("status")?["layers"]?.array?.count == 2 })
    for wish in ["stop", "break", "confirm", "emergency"] { try ask(#"{"do":"\#(wish)"}"#) }
    try ask("[")
    #expect(try await eventually { try trial.events("refused").count == 5 })
    #expect(
      try trial.events("refused").map { $0["rule"]?.string } == Array(repeating: "soft", count: 4) + ["not-understood"])
    let status = try JSONDocument(try trial.service("status", "--json").output).root
    #expect(status["state"]?.string == "focusing" && status["question"]?.isNull == true)
    // A message that was kept is not a start, even for a service that comes up beside it.
    #expect(try trial.service("stop").exitCode == 0)
    #expect(try await eventually { try trial.service("confirm").exitCode == 0 })
    #expect(try await trial.state("idle"))
    #expect(trial.service.stop() == 0)
    let again = try RunningService(home: trial.folder.path)
    #expect(await eventually { trial.listener.heard("desk/online").last == "1" })
    try ask(#"{"do":"stop"}"#)
    let isSoft = { (event: JSONNode) in event["rule"]?.string == "soft" }
    #expect(try await eventually { try trial.events("refused").filter(isSoft).count == 5 })
    #expect(try again("status", "--json").output.contains(#""state":"idle""#))
    // Cards stay unnamed unless that was chosen.
    #expect(try again("tap", "--uid", "04A1B2C3D4E580").exitCode == 0)
    #expect(try await eventually { try trial.last("tapped") != nil })
    #expect(try await eventually { try !trial.events("tap-ignored").isEmpty })
    #expect(trial.listener.heard.allSatisfy { !$0.payload.contains("04A1B2C3D4E580") })
  }

  @Test func hooksAtTheSameBrokerGoThroughItsLine() async throws {
    let trial = try Trial("discovery: false", hook: true)
    #expect(await eventually { trial.listener.heard("desk/online") == ["1"] })
    // What an earlier configuration had announced is taken from the broker.
    #expect(await eventually { trial.listener.heard("/config") == [""] })
    // Its own line would need a broker; this one waits until there is one again.
    trial.broker.kill()
    #expect(try trial.service("start", "work").exitCode == 0)
    try trial.broker.start()
    let listener = try trial.broker.listen("#")
    #expect(await eventually { !listener.heard("focuskey/hook").isEmpty })
    let told = try JSONDocument(try #require(listener.heard("focuskey/hook").first)).root
    #expect(told["event"]?.string == "session-started")
    #expect(trial.service.stop() == 0)
    let log = String(decoding: try Files.read(trial.folder("service.log")), as: UTF8.self)
    #expect(log.contains("info hook hooks[0]: done for session-started"), "\(log)")
  }

  @Test func aBrokerThatIsAwayHoldsUpNothing() async throws {
    let folder = TemporaryFolder()
    let port = try FreePort.take()
    try Files.replace(
      folder("config.json5"), with: Array("{ port: 0, mqtt: { host: '127.0.0.1', port: \(port) } }".utf8))
    let service = try RunningService(home: folder.path)
    #expect(try service("start", "work").exitCode == 0)
    #expect(
      try await eventually { try service("status", "--json").output.contains(#""state":"unreachable""#) })
    let doctor = try service("doctor", "--json")
    #expect(doctor.output.contains("mqtt-unreachable"))
    #expect(service.stop() == 0)
    let log = String(decoding: try Files.read(folder("service.log")), as: UTF8.self)
    #expect(log.split(separator: "\n").filter { $0.contains("not reachable") }.count == 1, "said once: \(log)")
  }
}
