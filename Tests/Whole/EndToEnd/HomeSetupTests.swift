import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// `home setup` at a real broker that asks for a password.
@Suite(.realParts, .timeLimit(.minutes(2))) struct HomeSetupTests {
  private let home = TemporaryFolder()
  private let place = TemporaryFolder()
  private let text = "// Mine.\n{ port: 0, /* no page */ }\n"

  private func broker() throws -> MosquittoBroker {
    let passwords = place("passwords")
    let made = try BuiltProgram(at: "/usr/bin/mosquitto_passwd").run(["-b", "-c", passwords, "ada", "secret"])
    #expect(made.exitCode == 0)
    return try MosquittoBroker(in: place, ["password_file \(passwords)"])
  }

  private func setup(_ port: UInt16, _ more: [String] = [], says input: String = "") throws -> BuiltProgram.Outcome {
    try BuiltProgram.focuskey.run(
      ["home", "setup", "127.0.0.1", "--port", "\(port)", "--home", home.path] + more, input: Array(input.utf8))
  }

  private func configuration() throws -> String {
    String(decoding: try Files.read(home("config.json5")), as: UTF8.self)
  }

  @Test func writesABrokerThatAnswers() async throws {
    try Files.replace(home("config.json5"), with: Array(text.utf8))
    let broker = try broker()
    let service = try RunningService(home: home.path)
    let outcome = try setup(broker.port, ["--user", "ada"], says: "secret\n")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("The broker at 127.0.0.1:\(broker.port) answers"))
    let member =
      "mqtt: { host: \"127.0.0.1\", port: \(broker.port), user: \"ada\", passwordFile: \"mqtt.password\" },"
    #expect(
      try configuration() == "// Mine.\n{\n  // The broker of your home.\n  \(member) port: 0, /* no page */ }\n")
    #expect(try Files.names(inFolder: home.path).filter { $0.hasSuffix(".setup") }.isEmpty)
    // The running service reads its configuration again by itself.
    #expect(
      try await eventually {
        try service("home").output.contains("Your home hears of this computer at 127.0.0.1:\(broker.port)")
      })
    let again = try setup(broker.port)
    #expect(again.exitCode == 1)
    #expect(again.errors.contains("config.json5 names a broker already"))
  }

  @Test func changesNothingWhereTheBrokerRefuses() throws {
    try Files.replace(home("config.json5"), with: Array(text.utf8))
    let broker = try broker()
    let before = try Files.names(inFolder: home.path).sorted()
    for (arguments, input) in [([], ""), (["--user", "ada"], "wrong\n")] {
      let outcome = try setup(broker.port, arguments, says: input)
      #expect(outcome.exitCode == 69)
      #expect(outcome.errors.contains("Not authorized"))
    }
    broker.kill()
    let away = try setup(broker.port)
    #expect(away.exitCode == 69)
    #expect(away.errors.contains("Connection refused"))
    #expect(try configuration() == text)
    #expect(try Files.names(inFolder: home.path).sorted() == before)
  }

  @Test func badWordsAreNamed() throws {
    let run = BuiltProgram.focuskey.run
    let missing = try run(["home", "setup", "--home", home.path], [], nil)
    #expect(missing.exitCode == 64)
    #expect(missing.errors.contains("the broker's host is missing"))
    let bad = try run(["home", "setup", "bad host", "--home", home.path], [], nil)
    #expect(bad.exitCode == 64)
    #expect(bad.errors.contains("give the broker's host alone"))
    #expect(!Files.exists(home("config.json5")))
    try Files.replace(home("config.json5"), with: Array("{ port: ".utf8))
    let broken = try run(["home", "setup", "localhost", "--home", home.path], [], nil)
    #expect(broken.exitCode == 65)
    #expect(try configuration() == "{ port: ")
  }
}
