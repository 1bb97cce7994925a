import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// Hooks and routes of the person's own in the real service.
@Suite(.realParts) struct HookTests {
  private func lines(_ path: String) -> [String] {
    (try? Files.read(path)).map { String(decoding: $0, as: UTF8.self).split(separator: "\n").map(String.init) } ?? []
  }

  private func configure(_ folder: TemporaryFolder, _ text: String) throws {
    try Files.replace(folder("config.json5"), with: Array("{ port: 0, \(text) }".utf8))
  }

  @Test func aSessionCallsItsHooksInOrder() async throws {
    let folder = TemporaryFolder()
    try configure(
      folder,
      """
      hooks: [
        { on: ["session-started", "question-opened"], run: ["sh", "-c", "cat >> \(folder("out"))"] },
        { on: "session-started", run: ["sh", "-c", "echo $FOCUSKEY_EVENT $FOCUSKEY_PROFILE >> \(folder("out"))"] },
        { on: "session-started", run: ["false"] },
      ]
      """)
    let service = try RunningService(home: folder.path)
    #expect(try service("start", "work").exitCode == 0)
    #expect(try service("stop").exitCode == 0)
    #expect(await eventually { lines(folder("out")).count == 3 })
    let out = lines(folder("out"))
    #expect(try JSONDocument(out[0]).root["event"]?.string == "session-started")
    #expect(out[1] == "session-started work")
    #expect(try JSONDocument(out[2]).root["event"]?.string == "question-opened")
    #expect(service.stop() == 0)
    let log = lines(folder("service.log")).joined(separator: "\n")
    #expect(log.contains("info hook hooks[0]: done for session-started"))
    #expect(log.contains("warning hook hooks[2]: failed for session-started: it ended with exit code 1"))
  }

  /// A session's end comes while the computer is off. It is worked off as the service comes up, before anybody can
  /// listen to it.
  @Test func whatFellDueWhileNothingRanCallsItsHooksOnce() async throws {
    let folder = TemporaryFolder()
    try configure(folder, #"hooks: [{ on: "session-ended", run: ["sh", "-c", "cat >> \#(folder("out"))"] }]"#)
    let service = try RunningService(home: folder.path)
    #expect(try service("start", "work", "--minutes", "10").exitCode == 0)
    service.kill()
    let off = try BuiltProgram(at: "/usr/bin/sqlite3").run([
      folder("focuskey.sqlite"),
      """
      UPDATE facts SET wall = wall - 3600000,
        body = json_set(body, '$.at', json_extract(body, '$.at') - 3600000, '$.boot', 'another')
      """,
    ])
    #expect(off.exitCode == 0, "\(off.errors)")
    for _ in 0..<2 {
      let again = try RunningService(home: folder.path)
      #expect(try again("status", "--json").output.contains(#""state":"idle""#))
      #expect(await eventually { lines(folder("out")).count == 1 })
      #expect(again.stop() == 0)
    }
    #expect(lines(folder("out")).count == 1)
    let told = try JSONDocument(lines(folder("out"))[0]).root
    #expect(told["event"]?.string == "session-ended" && told["why"]?.string == "completed")
    let log = lines(folder("service.log"))
    #expect(log.count { $0.contains("info session-ended") } == 1, "\(log)")
  }

  /// A card carries a path; what that does is in the configuration. A link that anybody can send does it only where
  /// that was allowed.
  @Test func aRouteOfOnesOwnActsFromACard() async throws {
    let folder = TemporaryFolder()
    try configure(
      folder,
      """
      routes: [
        { name: "lights", path: "/lights/:room", parameters: ["level"], run: ["sh", "-c", "cat >> \(folder("out"))"] },
        { name: "bell", path: "/bell", whenSoft: "acts", run: ["sh", "-c", "cat >> \(folder("out"))"] },
      ]
      """)
    let service = try RunningService(home: folder.path)
    let tap = try service("tap", "--link", "https://focuskey.app/lights/kitchen?level=50%25")
    #expect(tap.exitCode == 0, "\(tap.errors)")
    #expect(tap.output.hasPrefix("lights: "))
    #expect(await eventually { lines(folder("out")).count == 1 })
    let told = try JSONDocument(lines(folder("out"))[0]).root
    #expect(told["route"]?.string == "lights")
    #expect(told["arguments"]?["room"]?.string == "kitchen")
    #expect(told["arguments"]?["level"]?.string == "50%")
    #expect(told["by"]?.string == "card")

    let soft = try service("open", "focuskey://lights/kitchen")
    #expect(soft.exitCode == 1)
    #expect(soft.errors.contains("only from a card"))
    #expect(soft.errors.split(separator: "\n").count == 1)
    #expect(try service("open", "focuskey://bell").exitCode == 0)
    #expect(await eventually { lines(folder("out")).count == 2 })
    #expect(try JSONDocument(lines(folder("out"))[1]).root["by"]?.string == "link")
    // Nothing of it concerns the session.
    #expect(try service("status", "--json").output.contains(#""state":"idle""#))
    #expect(try service("open", "focuskey://light/kitchen").errors.contains("/lights/:room"))
  }

  @Test func aHookThatHangsHoldsUpNothing() async throws {
    let folder = TemporaryFolder()
    try configure(
      folder,
      """
      hooks: [
        { on: "session-started", run: ["sleep", "600"], within: "5m" },
        { on: "session-started", run: ["sh", "-c", "cat >> \(folder("out"))"] },
      ]
      """)
    let service = try RunningService(home: folder.path)
    #expect(try service("start", "work").exitCode == 0)
    #expect(try service("status", "--json").output.contains(#""state":"focusing""#))
    #expect(await eventually { lines(folder("out")).count == 1 })
    #expect(service.stop() == 0)
  }

  @Test func aConfigurationThatCannotBeFollowedIsNamedAtTheStart() throws {
    let folder = TemporaryFolder()
    try configure(folder, "routes: [{ name: 'mine', path: '/start', run: ['x'] }]")
    let outcome = try BuiltProgram.focuskey("serve", "--home", folder.path)
    #expect(outcome.exitCode == 65)
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(outcome.errors.contains("mine: the route start also matches /start"), "\(outcome.errors)")
  }
}
