import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing

@testable import HomeBus

/// The line to a broker, with a real one.
@Suite(.realParts, .timeLimit(.minutes(2))) struct HomeBusTests {
  /// A line, and what it told.
  private final class Trial: Sendable {
    let loop: EventLoop
    let bus: HomeBus
    private let told = Locked<[HomeLink]>([])

    init(_ broker: HomeBroker, listensTo topics: [String] = ["t/do"]) async throws {
      loop = try EventLoop()
      bus = HomeBus(
        broker, will: HomeMessage(topic: "t/online", payload: Array("0".utf8), isRetained: true), listensTo: topics,
        loop: loop
      ) { [told] link in told.withLock { $0.append(link) } }
      await bus.keep("t/online", Array("1".utf8))
      await bus.open()
    }

    var links: [HomeLink] { told.withLock { $0 } }

    func close() async {
      await bus.close(HomeMessage(topic: "t/online", payload: Array("0".utf8), isRetained: true))
      loop.close()
    }
  }

  private func broker(_ port: UInt16) -> HomeBroker { HomeBroker(host: "127.0.0.1", port: port, client: "t-\(port)") }

  @Test func whatIsKeptAndWhatHappensArrive() async throws {
    let folder = TemporaryFolder()
    let mosquitto = try MosquittoBroker(in: folder)
    let listener = try mosquitto.listen("t/#")
    let trial = try await Trial(broker(mosquitto.port))
    #expect(await eventually { listener.heard("t/online") == ["1"] })
    for number in 0..<300 { await trial.bus.post("t/event", Array("\(number)".utf8)) }
    #expect(await eventually { listener.heard("t/event").count == 300 })
    #expect(listener.heard("t/event") == (0..<300).map { "\($0)" })
    // Of what is kept only the latest matters.
    for number in 0..<300 { await trial.bus.keep("t/status", Array("\(number)".utf8)) }
    #expect(await eventually { listener.heard("t/status").last == "299" })
    #expect(try mosquitto.listen("t/status").heardSoon() == "299")
    #expect(trial.links == [.online])
    await trial.close()
    #expect(await eventually { listener.heard("t/online") == ["1", "0"] })
  }

  @Test func whatOthersSayArrivesWithItsFlag() async throws {
    let folder = TemporaryFolder()
    let mosquitto = try MosquittoBroker(in: folder)
    try mosquitto.publish("t/do", "old", isRetained: true)
    let trial = try await Trial(broker(mosquitto.port))
    var messages = trial.bus.messages().makeAsyncIterator()
    #expect(await messages.next() == HomeMessage(topic: "t/do", payload: Array("old".utf8), isRetained: true))
    try mosquitto.publish("t/do", "new")
    #expect(await messages.next() == HomeMessage(topic: "t/do", payload: Array("new".utf8)))
    // More than we want at once is kept from us by the broker.
    try mosquitto.publish("t/do", String(repeating: "x", count: 70_000))
    try mosquitto.publish("t/do", "last")
    #expect(await messages.next()?.payload == Array("last".utf8))
    await trial.close()
  }

  @Test func aLostOneIsTold() async throws {
    let folder = TemporaryFolder()
    let mosquitto = try MosquittoBroker(in: folder)
    let listener = try mosquitto.listen("t/online")
    let trial = try await Trial(broker(mosquitto.port))
    #expect(await eventually { listener.heard("online") == ["1"] })
    // Another of the same name pushes us out, as a crash would: the broker says our last will, and we come back.
    let rival = try await Trial(broker(mosquitto.port))
    #expect(await eventually { listener.heard("online").contains("0") })
    await rival.close()
    #expect(await eventually { listener.heard("online").last == "1" })
    await trial.close()
  }

  /// The broker forgets everything, and the right state is there again within two seconds.
  @Test func aBrokerThatStartsAgainIsToldEverything() async throws {
    let folder = TemporaryFolder()
    let mosquitto = try MosquittoBroker(in: folder)
    let trial = try await Trial(broker(mosquitto.port))
    await trial.bus.keep("t/status", Array("focusing".utf8))
    #expect(await eventually { trial.links == [.online] })
    mosquitto.kill()
    #expect(await eventually { trial.links.count == 2 })
    await trial.bus.keep("t/status", Array("idle".utf8))
    await trial.bus.post("t/event", Array("while away".utf8))
    try mosquitto.start()
    let listener = try mosquitto.listen("t/#")
    #expect(await eventually { listener.heard("status").last == "idle" })
    #expect(await eventually { listener.heard("online").last == "1" })
    #expect(await eventually { listener.heard("event") == ["while away"] })
    #expect(await eventually { trial.links.count == 3 && trial.links.last == .online })
    await trial.close()
  }

  @Test func somebodyElsesBrokersAreSaidOnce() async throws {
    let folder = TemporaryFolder()
    let port = try FreePort.take()
    let nobody = try await Trial(broker(port))
    #expect(await eventually { !nobody.links.isEmpty })
    guard case .unreachable(let why) = nobody.links.first else { return #expect(Bool(false), "\(nobody.links)") }
    #expect(why.contains("refused"))
    try await Task.sleep(for: .milliseconds(500))
    #expect(nobody.links.count == 1, "tried again, and told once")
    await nobody.close()

    try Files.replace(folder("users"), with: [])
    let made = try BuiltProgram(at: "/usr/bin/mosquitto_passwd").run(["-b", folder("users"), "anna", "right"])
    #expect(made.exitCode == 0)
    let mosquitto = try MosquittoBroker(in: folder, ["allow_anonymous false", "password_file \(folder("users"))"])
    try Files.replace(folder("password"), with: Array("wrong\n".utf8))
    var known = broker(mosquitto.port)
    known.user = "anna"
    known.passwordFile = folder("password")
    let stranger = try await Trial(known)
    #expect(await eventually { !stranger.links.isEmpty })
    #expect(stranger.links.first?.word == "refused", "\(stranger.links)")
    await stranger.close()
    try Files.replace(folder("password"), with: Array("right\n".utf8))
    let friend = try await Trial(known)
    #expect(await eventually { friend.links == [.online] }, "\(friend.links)")
    await friend.close()
    known.passwordFile = folder("none")
    let forgetful = try await Trial(known)
    #expect(await eventually { forgetful.links.first?.word == "refused" })
    await forgetful.close()
  }

  @Test func onlyTheRightCertificateIsTrusted() async throws {
    let folder = TemporaryFolder()
    let right = try certificate(folder, "right", for: "IP:127.0.0.1,DNS:localhost")
    let mosquitto = try MosquittoBroker(
      in: folder, ["allow_anonymous true", "certfile \(right.certificate)", "keyfile \(right.key)"])
    var known = broker(mosquitto.port)
    known.host = "localhost"
    known.encryption = .authorities(right.certificate)
    let trial = try await Trial(known)
    #expect(await eventually { trial.links == [.online] }, "\(trial.links)")
    for number in 0..<300 { await trial.bus.post("t/event", Array("\(number)".utf8)) }
    await trial.close()
    // Nobody vouches for it.
    known.encryption = .trusted
    let careful = try await Trial(known)
    #expect(await eventually { careful.links.first?.word == "untrusted" }, "\(careful.links)")
    #expect(careful.links.first?.why?.contains("authority") == true, "\(careful.links)")
    await careful.close()

    let wrong = try certificate(folder, "wrong", for: "DNS:elsewhere.example")
    let other = try MosquittoBroker(
      in: folder, ["allow_anonymous true", "certfile \(wrong.certificate)", "keyfile \(wrong.key)"])
    known.port = other.port
    known.encryption = .authorities(wrong.certificate)
    let misled = try await Trial(known)
    #expect(await eventually { misled.links.first?.why?.contains("another name") == true }, "\(misled.links)")
    await misled.close()
  }

  private func certificate(
    _ folder: TemporaryFolder, _ name: String, for names: String
  ) throws -> (certificate: String, key: String) {
    let files = (folder("\(name).pem"), folder("\(name).key"))
    let made = try BuiltProgram(at: "/usr/bin/openssl").run([
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
      "/CN=test", "-addext", "subjectAltName=\(names)", "-keyout", files.1, "-out", files.0,
    ])
    #expect(made.exitCode == 0, "\(made.errors)")
    return files
  }

  /// Nobody is woken while nothing is said.
  @Test func silenceWakesNobody() async throws {
    let folder = TemporaryFolder()
    let mosquitto = try MosquittoBroker(in: folder)
    let trial = try await Trial(broker(mosquitto.port))
    #expect(await eventually { trial.links == [.online] })
    // Those who listen get two seconds; after that nothing is left to do.
    try await Task.sleep(for: .seconds(3))
    let thread = await trial.bus.threadOfTheLoop()
    let before = thread.wakeups
    try await Task.sleep(for: .seconds(2))
    #expect(thread.wakeups - before <= 1, "one may be left of asking which thread it is")
    await trial.close()
  }
}

extension MosquittoListener {
  /// The first message, when it is there.
  fileprivate func heardSoon() -> String? {
    for _ in 0..<2000 {
      if let first = heard.first { return first.payload }
      usleep(5000)
    }
    return nil
  }
}

extension HomeBus {
  fileprivate func threadOfTheLoop() -> ProcessEntry { .current() }
}
