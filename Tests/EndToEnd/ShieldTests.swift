import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// What the service does with its shield where no helper is, and what the browser's extension tells it.
@Suite struct ShieldTests {
  private let home = TemporaryFolder()

  private func service() throws -> RunningService {
    try Files.replace(home("config.json5"), with: Array("{ port: 0, readers: { pcsc: false } }".utf8))
    return try RunningService(home: home.path, environment: ["FOCUSKEY_SHIELD": home("no.sock")])
  }

  /// What the program that the extension talks to says to messages, until its input ends.
  private func tell(_ messages: [String]) throws -> String {
    let input = messages.flatMap { message in
      (0..<4).map { UInt8(truncatingIfNeeded: message.utf8.count >> ($0 * 8)) } + Array(message.utf8)
    }
    return try BuiltProgram.focuskey.run(["shield", "browser-host", "--home", home.path], input: input).output
  }

  @Test func theExtensionsNewsReachTheLogAndAFloodCountsOnce() throws {
    let service = try service()
    #expect(try service("promise", "edit", "the thesis").exitCode == 0)
    try Files.replace(
      home("profile.json5"),
      with: Array(#"{ profiles: [{ id: "deep", blocks: { sites: ["social.example", "!old.social.example"] } }] }"#.utf8)
    )
    #expect(try service("profile", "import", home("profile.json5")).exitCode == 0)
    #expect(try service("start", "deep").exitCode == 0)
    let said = try tell(
      [#"{"attempt":"www.social.example"}"#, #"{"attempt":"m.social.example"}"#, #"{"attempt":"old.social.example"}"#]
        + [#"{"attempt":"free.example"}"#, #"{"held":null}"#, "[", #"{"keepPromise":"social.example"}"#])
    #expect(said.contains(#""sites":["social.example"]"#))
    #expect(try service("status", "--json").output.contains(#""attempts":1"#))
    service.stop()
    let log = String(decoding: try Files.read(home("service.log")), as: UTF8.self)
    #expect(log.contains("promise-kept: A note to yourself: the thesis"))
  }

  @Test func aChangedPromiseStandsOnThePageOfASessionUnderWay() async throws {
    let service = try service()
    #expect(try service("start", "work").exitCode == 0)
    #expect(try service("promise", "edit", "the other thesis").exitCode == 0)
    #expect(try await eventually { try tell([]).contains("the other thesis") })
  }

  @Test func aConfigurationSaysWhatBecomesOfRunningApplications() throws {
    try Files.replace(home("config.json5"), with: Array(#"{ shield: { running: "feeze" } }"#.utf8))
    let outcome = try BuiltProgram.focuskey("serve", "--home", home.path)
    #expect(outcome.exitCode == 65)
    #expect(outcome.errors.contains("freeze"))
  }
}
