import FocusLinks
import FocusSession
import Glibc
import HookRunner
import Hooks
import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// Hooks with real programs, a web server and a broker of the test's own.
@Suite(.realParts) struct HookRunnerTests {
  /// A runner that runs, and what it told.
  final class Trial: Sendable {
    let loop: EventLoop
    let runner: HookRunner
    private let told = LinuxRuntime.Locked<[HookRunner.News]>([])

    var news: [HookRunner.News] { told.withLock { $0 } }

    init(_ hooks: [Hook], environment: [String] = Environment.lines, starter: HookStarter? = nil) throws {
      loop = try EventLoop()
      let told = told
      runner = HookRunner(HookBook(hooks), loop: loop, environment: environment, starter: starter) { news in
        told.withLock { $0.append(news) }
      }
      Task(executorPreference: loop) { [runner] in await runner.run() }
    }

    /// A tap that did not count, because it tells the reader's name.
    func happen(_ name: String) {
      let event = Event(at: Timestamp(milliseconds: 0), kind: .tapIgnored(.tooSoon, ReaderID(name), []))
      runner.call(for: HookEvent(event, in: .utc))
    }

    func end() async {
      await runner.stop()
      loop.close()
    }

    /// The lines of a file that programs add to.
    static func lines(_ path: String) -> [String] {
      (try? Files.read(path)).map { String(decoding: $0, as: UTF8.self).split(separator: "\n").map(String.init) } ?? []
    }
  }

  static func hook(_ name: String, _ action: Hook.Action, within limit: Lapse = .seconds(20)) -> Hook {
    Hook(name: name, causes: [.event("tap-ignored")], action: action, limit: limit)
  }

  static func shell(_ name: String, _ script: String, within limit: Lapse = .seconds(20)) -> Hook {
    hook(name, .run(["sh", "-c", script]), within: limit)
  }

  @Test func aProgramGetsWhatHappenedAsInputAndEnvironment() async throws {
    let folder = TemporaryFolder()
    let trial = try Trial(
      [
        Self.shell(
          "a", "read line; echo \"$line\" >> \(folder("out")); echo $FOCUSKEY_READER $OTHER >> \(folder("out"))")
      ], environment: ["OTHER=kept", "FOCUSKEY_READER=stale", "PATH=/usr/bin:/bin"])
    trial.happen("desk")
    #expect(await eventually { trial.news.count == 1 })
    let lines = Trial.lines(folder("out"))
    #expect(try JSONDocument(lines[0]).root["reader"]?.string == "desk")
    #expect(lines[1] == "desk kept")
    #expect(trial.news == [.done(hook: "a", event: "tap-ignored")])
    await trial.end()
  }

  /// One event after the other, and for each one hook after the other.
  @Test func hooksAreCalledInOrder() async throws {
    let folder = TemporaryFolder()
    let trial = try Trial([
      Self.shell("a", "sleep 0.02; echo a$FOCUSKEY_READER >> \(folder("out"))"),
      Self.shell("b", "echo b$FOCUSKEY_READER >> \(folder("out"))"),
    ])
    for index in 0..<5 { trial.happen("\(index)") }
    #expect(await eventually { trial.news.count == 10 })
    #expect(Trial.lines(folder("out")) == (0..<5).flatMap { ["a\($0)", "b\($0)"] })
    await trial.end()
  }

  /// The others go on while one hangs; in the end that one is cut off with all that it started.
  @Test func whatHangsHoldsUpNobody() async throws {
    let folder = TemporaryFolder()
    let trial = try Trial([
      Self.shell("hangs", "trap '' TERM; sleep 600 & echo $! >> \(folder("started")); wait", within: .minutes(5)),
      Self.shell("works", "echo $FOCUSKEY_READER >> \(folder("out"))"),
    ])
    trial.happen("0")
    trial.happen("1")
    #expect(await eventually { trial.news.count == 2 && Trial.lines(folder("started")).count == 1 })
    #expect(Trial.lines(folder("out")) == ["0", "1"])
    #expect(trial.news.allSatisfy { $0 == .done(hook: "works", event: "tap-ignored") })
    await trial.end()
    await expectGone(Trial.lines(folder("started")))
  }

  /// What takes longer than it may is ended with all that it started, each time, and told once.
  @Test func whatTakesTooLongIsCutOff() async throws {
    let folder = TemporaryFolder()
    let trial = try Trial([
      Self.shell("hangs", "sleep 600 & echo $! >> \(folder("started")); wait", within: .seconds(1)),
      Self.shell("works", "true"),
    ])
    trial.happen("0")
    trial.happen("1")
    #expect(await eventually(within: .seconds(30)) { Trial.lines(folder("started")).count == 2 })
    #expect(await eventually(within: .seconds(30)) { trial.news.count == 3 })
    await expectGone(Trial.lines(folder("started")))
    let failures = trial.news.filter { if case .failed = $0 { true } else { false } }
    #expect(failures == [.failed(hook: "hangs", event: "tap-ignored", why: .tookTooLong(1000))])
    await trial.end()
  }

  private func expectGone(_ processes: [String]) async {
    for line in processes {
      guard let id = Int32(line) else {
        Issue.record("\(line)")
        continue
      }
      #expect(await eventually(within: .seconds(30)) { kill(id, 0) != 0 || Self.isZombie(id) })
    }
  }

  private static func isZombie(_ id: Int32) -> Bool {
    (try? Files.read("/proc/\(id)/stat")).map { String(decoding: $0, as: UTF8.self).contains(") Z ") } ?? true
  }

  @Test func whatFailsIsToldOnceUntilItWorksAgain() async throws {
    let folder = TemporaryFolder()
    let trial = try Trial([
      Self.shell("fails", "test $FOCUSKEY_READER = good || exit 3"), Self.hook("none", .run(["no-such-program-here"])),
      Self.hook("folder", .run([folder.path])), Self.shell("killed", "kill -9 $$"),
    ])
    for name in ["bad", "bad", "good", "bad"] { trial.happen(name) }
    #expect(await eventually { trial.news.count == 6 })
    let failures = trial.news.compactMap { news -> String? in
      guard case .failed(let hook, _, let why) = news else { return nil }
      return "\(hook): \(why.sentence)"
    }
    #expect(failures.filter { $0 == "fails: it ended with exit code 3" }.count == 2)
    #expect(failures.contains("none: there is no program \u{201C}no-such-program-here\u{201D}"))
    #expect(failures.contains { $0.hasPrefix("folder: it could not be started: posix_spawn: ") })
    #expect(failures.contains("killed: it was ended by signal 9"))
    await trial.end()
  }

  @Test func whatIsTooFarBehindMissesSomething() async throws {
    let trial = try Trial([Self.shell("slow", "sleep 600", within: .minutes(5))])
    for index in 0..<70 { trial.happen("\(index)") }
    #expect(await eventually { trial.news.contains(.behind(hook: "slow")) })
    #expect(trial.news.count == 1)
    await trial.end()
  }

  // MARK: Web and broker

  /// A web server that answers each request with one status and keeps what came.
  private final class WebServer: Sendable {
    let port: UInt16
    private let listener: Int32
    private let kept = LinuxRuntime.Locked<[String]>([])

    var requests: [String] { kept.withLock { $0 } }

    init(status: Int = 204) throws {
      (listener, port) = try listenOnLoopback()
      startThread(named: "web") { [listener, kept] in
        while true {
          let client = accept(listener, nil, nil)
          guard client >= 0 else { return }
          var request = ""
          var chunk = [UInt8](repeating: 0, count: 65_536)
          while !request.hasSuffix("}") {
            let count = unsafe recv(client, &chunk, chunk.count, 0)
            if count <= 0 { break }
            request += String(decoding: chunk[..<count], as: UTF8.self)
          }
          kept.withLock { $0.append(request) }
          let answer = "HTTP/1.1 \(status) X\r\nLocation: /elsewhere\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
          _ = unsafe send(client, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
          close(client)
        }
      }
    }

    deinit {
      shutdown(listener, Int32(SHUT_RDWR))
      close(listener)
    }
  }

  @Test func aWebAddressGetsWhatHappened() async throws {
    let server = try WebServer()
    let trial = try Trial([
      Self.hook(
        "web", .post(url: "http://127.0.0.1:\(server.port)/hook?x=1", headers: [.init(name: "X-Key", value: "k")]))
    ])
    trial.happen("desk")
    #expect(await eventually { trial.news == [.done(hook: "web", event: "tap-ignored")] })
    let request = try #require(server.requests.first)
    #expect(request.hasPrefix("POST /hook?x=1 HTTP/1.1\r\n"))
    #expect(request.contains("\r\nContent-Type: application/json\r\n"))
    #expect(request.contains("\r\nX-Key: k\r\n"))
    let body = request.split(separator: "\r\n\r\n").last ?? ""
    #expect(try JSONDocument(String(body)).root["reader"]?.string == "desk")
    await trial.end()
  }

  @Test func whoRefusesOrRedirectsOrIsNotThereIsTold() async throws {
    let (refusing, redirecting) = (try WebServer(status: 500), try WebServer(status: 302))
    let trial = try Trial([
      Self.hook("refuses", .post(url: "http://127.0.0.1:\(refusing.port)/", headers: [])),
      Self.hook("redirects", .post(url: "http://127.0.0.1:\(redirecting.port)/", headers: [])),
      Self.hook("nobody", .post(url: "http://127.0.0.1:1/", headers: [])),
      Self.hook("no broker", .publish(url: "mqtt://127.0.0.1:1/topic")),
    ])
    trial.happen("desk")
    #expect(await eventually { trial.news.count == 4 })
    #expect(
      trial.news.prefix(2) == [
        .failed(hook: "refuses", event: "tap-ignored", why: .refused(status: 500)),
        .failed(hook: "redirects", event: "tap-ignored", why: .refused(status: 302)),
      ])
    for news in trial.news.dropFirst(2) {
      guard case .failed(_, _, .unreachable) = news else {
        Issue.record("\(news)")
        continue
      }
    }
    #expect(redirecting.requests.count == 1)
    await trial.end()
  }

  /// A server that accepts and says nothing is cut off by the end of the runner, long before its own time is over.
  @Test func aSilentServerHoldsUpNoEnd() async throws {
    let (listener, port) = try listenOnLoopback()
    let trial = try Trial([
      Self.hook("silent", .post(url: "http://127.0.0.1:\(port)/", headers: []), within: .minutes(5))
    ])
    trial.happen("desk")
    let client = accept(listener, nil, nil)
    await trial.end()
    #expect(trial.news.isEmpty)
    close(client)
    close(listener)
  }

  @Test func aBrokerGetsWhatHappened() async throws {
    let broker = try MQTTBroker()
    let trial = try Trial([Self.hook("broker", .publish(url: "mqtt://127.0.0.1:\(broker.port)/focuskey/events"))])
    trial.happen("desk")
    trial.happen("door")
    #expect(await eventually { broker.messages.count == 2 })
    #expect(broker.messages.map(\.topic) == ["focuskey/events", "focuskey/events"])
    let readers = try broker.messages.map { try JSONDocument($0.payload).root["reader"]?.string }
    #expect(readers == ["desk", "door"])
    #expect(await eventually { trial.news.count == 2 })
    #expect(trial.news.allSatisfy { $0 == .done(hook: "broker", event: "tap-ignored") })
    await trial.end()
  }
}
