import Glibc
import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// The morning after a night: shown once to the person who is there, asked about, and answered from anywhere.
@Suite(.realParts, .timeLimit(.minutes(3))) struct MorningTests {
  /// A home in which a night was over at seven, while no service ran; now it is two in the afternoon.
  struct Home {
    let folder = TemporaryFolder()
    let zone: String
    let night: String

    init() throws {
      let utc = Int(time(nil)) / 3600 % 24
      let ahead = (14 - utc + 36) % 24 - 12
      zone = ahead == 0 ? "Etc/UTC" : "Etc/GMT\(ahead > 0 ? "-" : "+")\(abs(ahead))"
      let date = BuiltProgram(at: "/bin/date")
      let variables = ["TZ": zone]
      night = try date.run(["+%F"], environment: ["TZ=\(zone)"]).lines[0]
      let bed = try #require(Int(try date.run(["-d", "\(night) 02:10", "+%s"], environment: ["TZ=\(zone)"]).lines[0]))
      func fact(_ minutes: Int, _ rest: String) -> String {
        let at = (bed + minutes * 60) * 1000
        return #"{"at":\#(at),"boot":"b","steady":\#(at),"tick":\#(at),"v":4,\#(rest)}"#
      }
      let began = bed * 1000
      let facts = [
        fact(2, #""fact":"awake","began":\#(began),"night":"\#(night)""#),
        fact(12, #""fact":"awake-ended","began":\#(began),"ended":\#(began + 12 * 60_000)"#),
      ]
      let settings = #"{"profiles":[{"id":"work","name":"Work"}],"bedtime":{"from":"02:00","to":"07:00"}}"#
      let head = [#"{"export":"focuskey","v":1}"#, #"{"at":\#(began),"settings":\#(settings)}"#]
      let lines = head + facts + [#"{"end":{"facts":2,"settings":1}}"#]
      try Files.makeFolder(folder("home"))
      try Files.replace(folder("home/config.json5"), with: Array("{port: 0}".utf8))
      try Files.replace(folder("log.jsonl"), with: Array(lines.joined(separator: "\n").utf8) + [0x0A])
      let outcome = try BuiltProgram.focuskey("import", folder("log.jsonl"), "--home", folder("home"))
      #expect(outcome.exitCode == 0, "\(outcome.errors) \(variables)")
    }

    /// A service of this home, on that desktop.
    func service(_ desktop: [String: String?] = [:]) throws -> RunningService {
      try RunningService(home: folder("home"), environment: desktop.merging(["TZ": zone]) { $1 })
    }
  }

  @Test func itIsShownOnceAndAnsweredThere() async throws {
    let home = try Home()
    let bus = try PrivateBus(in: home.folder)
    let daemon = try DesktopPart("daemon", on: bus, in: home.folder)
    var service = try home.service(bus.variables)
    #expect(await eventually { daemon.lines.contains { $0.contains(#""title": "Good morning""#) } })
    let shown = try #require(daemon.lines.last)
    #expect(shown.contains("12 min, in 1 stretch. How do your eyes feel?"), "\(shown)")
    #expect(
      shown.contains(
        #""actions": ["eyes-0", "Fine", "eyes-1", "A little tired", "eyes-2", "Tired", "eyes-3", "Sore"]"#))
    // It is not news a second time.
    service.kill()
    let known = daemon.lines.count
    service = try home.service(bus.variables)
    #expect(try service("start", "work").exitCode == 0)
    #expect(await eventually { daemon.lines.contains { $0.contains("Work") } })
    #expect(!daemon.lines.dropFirst(known).contains { $0.contains("Good morning") })
  }

  @Test func aButtonOfTheDesktopAnswers() async throws {
    let home = try Home()
    let bus = try PrivateBus(in: home.folder)
    let dunst = try Dunst(on: bus, in: home.folder)
    let service = try home.service(bus.variables)
    #expect(try await eventually { try dunst.press("Tired") })
    #expect(try await eventually { try Self.eyes(service, home) == 2 })
    #expect(try await eventually { try dunst.shown() == 0 })
  }

  private static func eyes(_ service: RunningService, _ home: Home) throws -> Int? {
    let answer = try BuiltProgram.focuskey.run(
      ["night", home.night, "--json", "--home", service.home], environment: ["TZ=\(home.zone)"])
    return try JSONDocument(answer.output).root["eyes"]?.integer.map { Int($0) }
  }

  @Test func theCommandAnswersAndTheFileFollows() async throws {
    let home = try Home()
    var service = try home.service()
    let file = home.folder("home/nights/\(home.night).json")
    #expect(await eventually { Files.exists(file) })
    let morning = try JSONDocument(service("status", "--json").output).root["morning"]
    #expect(morning?["night"]?.string == home.night && morning?["minutes"]?.integer == 12)
    #expect(morning?["eyes"]?.isNull == true)
    #expect(try service("night", "feel", "3").output == "Your eyes feel sore.\n")
    #expect(try service("night", "feel", "1", "--json").output.contains(#""event":"eyes-felt","eyes":1"#))
    #expect(try Self.eyes(service, home) == 1)
    #expect(await eventually { (try? JSONDocument(Files.read(file)).root)?["eyes"]?.integer == 1 })
    // A crash keeps it, and the files are made again byte for byte.
    let written = try Files.read(file)
    service.kill()
    service = try home.service()
    #expect(try JSONDocument(service("status", "--json").output).root["morning"]?["eyes"]?.integer == 1)
    try Files.remove(file)
    let rebuilt = try BuiltProgram.focuskey.run(
      ["night", "rebuild", "--home", service.home], environment: ["TZ=\(home.zone)"])
    #expect(try rebuilt.exitCode == 0 && Files.read(file) == written)
    for wrong in [["4"], ["-1"], ["tired"], []] {
      #expect(
        try service.program.run(["night", "feel"] + wrong + ["--home", service.home]).exitCode == 64, "\(wrong)")
    }
    #expect(service.stop() == 0)
    #expect(try service("night", "feel", "1").exitCode == 69)
  }

  @Test func thereIsNothingToAskWithoutANight() throws {
    let folder = TemporaryFolder()
    try Files.replace(folder("config.json5"), with: Array("{port: 0}".utf8))
    let service = try RunningService(home: folder.path)
    let refused = try service("night", "feel", "1", "--json")
    #expect(refused.exitCode == 1 && refused.output.contains(#""kind":"not-morning""#), "\(refused.output)")
    #expect(try JSONDocument(service("status", "--json").output).root["morning"]?.isNull == true)
  }
}
