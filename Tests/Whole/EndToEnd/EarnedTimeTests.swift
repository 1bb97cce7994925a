import Glibc
import JSONText
import LinuxRuntime
import Movement
import MovementRehearsal
import RealParts
import TestSupport
import Testing

/// Minutes a day in the live service: what is in front uses them up, movement gives more, and no trick does.
@Suite(.realParts, .serialized, .timeLimit(.minutes(3))) struct EarnedTimeTests {
  private let folder = TemporaryFolder()

  private static let allowances = """
    { allowances: [{ id: "games", blocks: { apps: ["Game"] }, minutesPerDay: 0, lift: { by: ["move"], most: 600 },
        overrides: [{ name: "ill", perMonth: 1, wait: "0s" }] }] }
    """

  private func makeHome(_ signals: String, port: UInt16 = 0) throws -> String {
    try Files.makeFolder(folder("home"))
    try Files.replace(folder("home/config.json5"), with: Array("{port: \(port), signals: \(signals)}".utf8))
    try Files.replace(folder("allowances.json5"), with: Array(Self.allowances.utf8))
    return folder("home")
  }

  private func poses() throws -> String {
    let stream = MovementStream(.squat, Condition("plain"), seed: 30_000_003)
    var text = JSONValue.members([
      "exercise": "squat", "joints": JSONValue(Joint.allCases.map(\.name)),
    ]).text
    for pose in stream.poses {
      let frame: JSONValue = [
        "t": .number(pose.time), "xy": .array(pose.places.map { [.number($0.x), .number($0.y)] }), "c": .null,
      ]
      text += "\n" + frame.text
    }
    try Files.replace(folder("poses"), with: Array(text.utf8))
    return folder("poses")
  }

  private func state(_ service: RunningService) throws -> String? {
    try JSONDocument(service("allowance", "list", "--json").output).root["state"]?.string
  }

  /// The page in a blocked thing's place says what opens it, and so does the list.
  private func checkOffer(_ service: RunningService, _ page: () async -> String) async throws {
    #expect(await eventually { await page().contains("10 jumping jacks open this for 30 minutes.") })
    let shown = await page()
    #expect(shown.contains("Game is blocked: today&#39;s minutes of games are used up."))
    #expect(shown.contains("<code>focuskey move jumping_jack --reps 10</code>"))
    #expect(shown.contains("It opens again at 04:00.") && !shown.contains("while you focus"))
    let offered = try JSONDocument(service("allowance", "list", "--json").output).root["opens_by"]?.array
    #expect(offered?.first?["command"]?.string == "focuskey move jumping_jack --reps 10")
  }

  @Test func aSetOpensWhatIsUsedUpAndNothingElseDoes() async throws {
    let screen = try HiddenScreen()
    let places: [String: String?] = [
      "DISPLAY": screen.name, "WAYLAND_DISPLAY": nil, "SWAYSOCK": nil, "FOCUSKEY_CAMERA": "/bin/true",
    ]
    let lines = ["DISPLAY=\(screen.name)", "PATH=/usr/bin:/bin", "HOME=\(folder.path)", "LANG=C.UTF-8"]
    let manager = try ChildProcess.start(
      "/usr/bin/openbox", [], environment: lines, output: .nothing, errors: .nothing, ownSession: true)
    let port = try FreePort.take()
    let home = try makeHome("{front: true}", port: port)
    var service = try RunningService(home: home, environment: places)
    #expect(try await eventually { try service("signals").output.contains("in force (x11)") })
    let window = try ChildProcess.start(
      "/usr/bin/xterm", ["-class", "Game", "-e", "sleep", "600"], environment: lines, output: .nothing,
      errors: .nothing, ownSession: true)
    defer {
      for child in [window, manager] {
        child.signal(SIGKILL)
        child.wait()
      }
    }
    // An allowance that comes while the app is in front counts from then on; without minutes it is used up at once.
    #expect(try service("allowance", "import", folder("allowances.json5")).exitCode == 0)
    #expect(try await eventually { try state(service) == "shut" })
    // A setting that is changed, a service that is killed, a claim of proof: all of it stays blocked.
    let edited = try service("allowance", "edit", "games", "--minutes", "60")
    #expect(edited.exitCode == 1 && edited.errors.contains("used up"))
    #expect(try service("allowance", "remove", "games").exitCode == 1)
    #expect(try service("coach", "pin", "challenge", "1").exitCode == 1)
    service.kill()
    service = try RunningService(home: home, environment: places)
    #expect(try state(service) == "shut")
    func page() async -> String { await Browser.get("/shield?app=Game", port: port) }
    try await checkOffer(service, page)
    // A set of two is not worth anything, one of five is.
    let poses = try poses()
    let short = try service("move", "squat", "--poses", poses, "--reps", "2", "--json")
    #expect(try JSONDocument(short.lines.last ?? "").root["recorded"]?.bool == false)
    #expect(try state(service) == "shut")
    let set = try JSONDocument(
      try service("move", "squat", "--poses", poses, "--reps", "5", "--json").lines.last ?? ""
    ).root
    #expect(set["recorded"]?.bool == true && set["booked"]?.integer == 5)
    let told = set["events"]?.array?.compactMap { $0["event"]?.string } ?? []
    #expect(told.contains("moved") && told.contains("allowance-lifted"), "\(told)")
    // Opened in the same decision in which the last repetition was recorded: nothing waits in between.
    let at = set["events"]?.array?.compactMap { $0["at"]?.string } ?? []
    #expect(Set(at).count == 1)
    #expect(try state(service) != "shut")
    #expect(await page().contains("Game is no longer blocked."))
    let challenge = try JSONDocument(service("challenge", "--json").output).root
    #expect(challenge["done"]?.integer == 5 && challenge["repetitions"]?.integer == 5)
    let day = try JSONDocument(service("move", "history", "--since", "today", "--json").output).root
    #expect(day["exercises"]?["squat"]?.integer == 5 && day["challenge"]?["target"]?.integer == 20)
    let status = try JSONDocument(service("status", "--json").output).root
    #expect(status["challenge"]?["done"]?.integer == 5)
  }

  /// A zone in which it is that hour now.
  private static func zone(at hour: Int) -> String {
    let utc = Int(time(nil)) / 3600 % 24
    let ahead = (hour - utc + 36) % 24 - 12
    return ahead == 0 ? "Etc/UTC" : "Etc/GMT\(ahead > 0 ? "-" : "+")\(abs(ahead))"
  }

  /// Between midnight and four it is still the evening before.
  @Test(arguments: [2, 14]) func todaysMovementIsThereAtAnyHour(hour: Int) throws {
    let zone = Self.zone(at: hour)
    let service = try RunningService(home: try makeHome("{}"), environment: ["TZ": zone])
    func run(_ words: String...) throws -> BuiltProgram.Outcome {
      try BuiltProgram.focuskey.run(words + ["--json", "--home", service.home], environment: ["TZ=\(zone)"])
    }
    #expect(try run("move", "squat", "--poses", try poses(), "--reps", "5").exitCode == 0)
    let day = try JSONDocument(try run("move", "history", "--since", "today").lines.last ?? "").root
    #expect(day["exercises"]?["squat"]?.integer == 5)
    #expect(try JSONDocument(try run("challenge").output).root["date"]?.string == day["date"]?.string)
  }

  @Test func predictionsAreExplainedAndCanBeChosen() throws {
    let service = try RunningService(home: try makeHome("{}"))
    // One without any minutes would be shut, and then no challenge can be chosen.
    let open = Self.allowances.replacing("minutesPerDay: 0", with: "minutesPerDay: 5")
    try Files.replace(folder("allowances.json5"), with: Array(open.utf8))
    // What would not be counted is said.
    let imported = try service("allowance", "import", folder("allowances.json5"))
    #expect(imported.exitCode == 0 && imported.errors.contains("minutes are not counted"), "\(imported.errors)")
    func why() throws -> JSONNode { try JSONDocument(service("coach", "why", "--json").output).root }
    #expect(try why()["hour"]?["hour"]?.number == 18 && why()["hour"]?["pinned"]?.bool == false)
    #expect(try why()["challenge"]?["reason"]?.string == "The first challenge is 20.")
    #expect(try service("coach", "pin", "hour", "7:15").exitCode == 0)
    #expect(try service("coach", "pin", "challenge", "30").exitCode == 0)
    #expect(try why()["hour"]?["reason"]?.string == "You chose 7:15." && why()["hour"]?["from"]?.string == "06:45")
    #expect(try service("challenge").output.hasPrefix("0 of 30 repetitions today. You chose 30."))
    #expect(try service("coach", "unpin", "hour").exitCode == 0)
    #expect(try why()["hour"]?["hour"]?.number == 18 && why()["challenge"]?["pinned"]?.bool == true)
    for wrong in [["hour", "24:00"], ["challenge", "0"], ["message", "3"]] {
      #expect(try service("coach", "pin", wrong[0], wrong[1]).exitCode == 64, "\(wrong)")
    }
    #expect(try service("move", "history").output.isEmpty)
    #expect(try service("move", "history", "--since", "someday").exitCode == 64)
    #expect(try service("laps").output.hasPrefix("No readers are named"))
    #expect(try service("laps", "calibrate").exitCode == 1)
    #expect(service.stop() == 0)
    for command in ["challenge", "laps"] { #expect(try service(command).exitCode == 69) }
    #expect(try service("coach", "why").exitCode == 69)
    // Without a service a set is counted, and the person is told that it is not recorded.
    let alone = try service("move", "squat", "--poses", try poses(), "--reps", "3")
    #expect(alone.exitCode == 0 && alone.errors.contains("not recorded"))
  }

  /// Hours that are far from the chosen ones come nearer day by day, and the person is told to where.
  @Test func hoursOnTheirWaySayWhereTo() throws {
    let service = try RunningService(home: try makeHome("{}"), environment: ["TZ": Self.zone(at: 12)])
    func why() throws -> [String] { try service("coach", "why").lines.map { String($0) } }
    let waits = Self.allowances.replacing("minutesPerDay: 0", with: #"minutesPerDay: 5, window: "exercise""#)
    try Files.replace(folder("allowances.json5"), with: Array(waits.utf8))
    #expect(try service("allowance", "import", folder("allowances.json5")).exitCode == 0)
    #expect(try why().first?.hasPrefix("Exercise from 17:30 to 19:30: ") == true)
    #expect(try !why().contains { $0.hasPrefix("The predicted hours are") })
    #expect(try service("coach", "pin", "hour", "7:15").exitCode == 0)
    let towards = "The predicted hours are 06:45 to 08:45; these move there by at most 30 min a day."
    #expect(try why().prefix(2) == ["Exercise from 17:00 to 19:00: You chose 7:15.", towards])
  }
}
