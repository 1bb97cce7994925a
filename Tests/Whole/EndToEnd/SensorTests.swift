import Glibc
import JSONText
import LinuxRuntime
import Movement
import MovementRehearsal
import RealParts
import TestSupport
import Testing

/// Straps and foot pods over a real bus, from a scan to what is recorded. No computer that tests run on has Bluetooth:
/// bluetoothd itself is played, and everything on this side of its interface is real.
@Suite(.realParts, .timeLimit(.minutes(3))) struct SensorTests {
  private static let strap = "C0:11:22:33:44:55"
  private static let pod = "C0:11:22:33:44:66"

  /// A home, a bus and bluetoothd on it.
  private final class Room {
    let folder = TemporaryFolder()
    let bus: PrivateBus
    var bluetoothd: BlueZDouble?
    var service: RunningService

    /// - Parameter note: the minutes that an earlier service left.
    init(_ devices: String..., note: JSONValue? = nil) throws {
      bus = try PrivateBus(in: folder)
      try Files.makeFolder(folder("home"))
      try Files.replace(folder("home/config.json5"), with: Array("{ port: 0 }".utf8))
      if let note { try Files.replace(folder("home/active-minutes.json"), with: note.octets) }
      if !devices.isEmpty { bluetoothd = try BlueZDouble(devices, on: bus, in: folder) }
      service = try Self.start(folder, bus)
    }

    private static func start(_ folder: TemporaryFolder, _ bus: PrivateBus) throws -> RunningService {
      try RunningService(home: folder("home"), environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    }

    /// Kills the service, and starts it again.
    func restart() throws {
      service.kill()
      service = try Self.start(folder, bus)
    }

    func sensors() throws -> JSONNode { try JSONDocument(service("sensors", "--json").output).root }

    func sensor(_ address: String) throws -> JSONNode? {
      try sensors()["sensors"]?.array?.first { $0["address"]?.string == address }
    }

    func state(_ address: String, _ wanted: String) async throws -> Bool {
      try await eventually { try sensor(address)?["state"]?.string == wanted }
    }

    /// What is recorded of the day.
    func recorded() throws -> Int64 {
      let output = try service("move", "history", "--json").output
      guard !output.isEmpty else { return 0 }
      return try JSONDocument(output).root["exercises"]?["active_minutes"]?.integer ?? 0
    }

    /// Measures every quarter of a second until that is so.
    func measure(_ address: String, _ values: [String], until condition: () throws -> Bool) async throws -> Bool {
      var turn = 0
      return try await eventually {
        try bluetoothd?.act("value \(address) \(values[turn % values.count])")
        turn += 1
        try await Task.sleep(for: .milliseconds(250))
        return try condition()
      }
    }
  }

  /// 150 beats a minute on skin, with intervals that vary as those of hearts do.
  private static let running = ["1696 9a01", "1696 9c01", "1696 9801"].map { $0.filter { $0 != " " } }

  private static func note(bank: Int64, minutes: Int) throws -> JSONValue {
    let boot = String(decoding: try Files.read("/proc/sys/kernel/random/boot_id", limit: 64), as: UTF8.self)
    return [
      "boot": .string(boot.filter { !$0.isWhitespace }), "bank": .integer(bank), "minutes": JSONValue(minutes),
      "until": .integer(SinceBoot.milliseconds),
    ]
  }

  @Test func aStrapIsFoundAndItsMinutesAreRecordedOnce() async throws {
    let room = try Room(
      "device \(Self.strap) Strap heart", "device C0:00:00:00:00:01 Kettle other",
      note: try Self.note(bank: 58_000, minutes: 2))
    let scan = try room.service("sensors", "scan", "--seconds", "1", "--json")
    #expect(scan.exitCode == 0 && scan.output.contains(Self.strap) && !scan.output.contains("Kettle"), "\(scan)")
    // The search is ended behind the answer.
    #expect(await eventually { room.bluetoothd?.heard == ["filter 180d 1814", "scan", "scanned"] })
    let added = try room.service("sensors", "add", Self.strap.lowercased(), "--rest", "58", "--json")
    #expect(added.exitCode == 0, "\(added)")
    #expect(try JSONDocument(added.output).root["sensor"]?["paired"]?.bool == true)
    #expect(try await room.state(Self.strap, "live"))
    #expect(room.bluetoothd?.heard.contains("notify 2a37") == true)

    #expect(try await room.measure(Self.strap, Self.running) { try room.recorded() == 3 })
    let sensor = try #require(try room.sensor(Self.strap))
    #expect(sensor["pulse"]?.integer == 150 && sensor["active_from"]?.integer == 106)
    #expect(try JSONDocument(room.service("status", "--json").output).root["challenge"]?["done"]?.integer == 3)

    // Killed in the middle: it goes on where it was, and nothing is there twice.
    try room.restart()
    #expect(try await room.state(Self.strap, "live"))
    #expect(try room.recorded() == 3)
    #expect(try room.sensors()["active_minutes"]?.integer == 3)

    #expect(try room.service("sensors", "remove", Self.strap).exitCode == 0)
    #expect(try room.sensors()["state"]?.string == "off")
    #expect(await eventually { room.bluetoothd?.heard.contains("silence") == true })
    let again = try room.service("sensors", "remove", Self.strap, "--json")
    #expect(again.exitCode == 1 && (again.output + again.errors).contains("unknown-sensor"), "\(again)")
  }

  /// The service was killed between its own note and the log, or after the log and before its note.
  @Test(arguments: [(0, 3), (99, 0)] as [(Int, Int64)])
  func whatWasOnItsWayIsRecordedOnce(before: Int, expected: Int64) async throws {
    guard case .object(var note) = try Self.note(bank: 0, minutes: 3) else { return }
    note["amount"] = 3
    note["earlier"] = 0
    note["before"] = JSONValue(before)
    let room = try Room("device \(Self.strap) Strap heart", note: .object(note))
    #expect(try await eventually { try room.recorded() == expected })
    try room.restart()
    #expect(try room.service("sensors").exitCode == 0)
    #expect(try room.recorded() == expected)
  }

  @Test func aSensorSendsRubbishDiesAndComesAgain() async throws {
    let room = try Room("device \(Self.strap) Strap heart")
    #expect(try room.service("sensors", "add", Self.strap).exitCode == 0)
    #expect(try await room.state(Self.strap, "live"))
    for rubbish in ["", "ff", "01", "1896", "1696a0"] { try room.bluetoothd?.act("value \(Self.strap) \(rubbish)") }
    #expect(try await eventually { try room.sensor(Self.strap)?["misread"]?.integer == 5 })
    #expect(try await room.measure(Self.strap, Self.running) { try room.sensor(Self.strap)?["pulse"]?.integer == 150 })
    // The battery dies: it was away and does not answer.
    try room.bluetoothd?.act("refuse \(Self.strap)")
    try room.bluetoothd?.act("off \(Self.strap)")
    #expect(try await room.state(Self.strap, "away"))
    #expect(try room.sensor(Self.strap)?["pulse"]?.isNull == true)
    #expect(await eventually { room.bluetoothd?.heard.filter { $0.hasPrefix("connect") }.count == 2 })
    let refused = try room.service("sensors", "connect", "--json")
    #expect(refused.exitCode == 1 && (refused.output + refused.errors).contains("unreachable"), "\(refused)")
    // A new battery: somebody scans, the strap is heard, and it is connected without a word.
    try room.bluetoothd?.act("heard \(Self.strap)")
    #expect(try await room.state(Self.strap, "live"))
  }

  @Test func bluetoothdGoesAndComes() async throws {
    let room = try Room("device \(Self.strap) Strap heart")
    #expect(try room.service("sensors", "add", Self.strap).exitCode == 0)
    room.bluetoothd?.stop()
    #expect(try await eventually { try room.sensors()["state"]?.string == "lost" })
    let doctor = try room.service("doctor", "--json").output
    #expect(doctor.contains("sensors-lost") && doctor.contains("BlueZ does not run here"), "\(doctor)")
    room.bluetoothd = try BlueZDouble(["device \(Self.strap) Strap heart"], on: room.bus, in: room.folder)
    #expect(try await room.state(Self.strap, "live"))
  }

  /// The signals say of the sensors what is so, and the doctor says nothing else.
  @Test func theSignalsSayHowSensorsAreSeen() async throws {
    let room = try Room("device \(Self.strap) Strap heart")
    func told(_ state: String, _ why: String?) async throws -> Bool {
      try await eventually {
        let signals = try JSONDocument(room.service("signals", "--json").output).root["signals"]?.array ?? []
        let signal = signals.first { $0["name"]?.string == "sensors" }
        let isSo = signal?["state"]?.string == state
        return isSo && why.map { signal?["why"]?.string?.contains($0) == true } ?? (signal?["why"]?.string == nil)
      }
    }
    func doctorSays() throws -> Bool { try room.service("doctor", "--json").output.contains("sensors-lost") }
    #expect(try await told("off", "focuskey sensors add ADDRESS"))
    #expect(try room.service("sensors", "add", Self.strap).exitCode == 0)
    #expect(try await told("in-force", nil))
    #expect(try room.service("signals").output.contains("Sensors worn        in force (bluetooth)"))
    #expect(try !doctorSays())
    try room.bluetoothd?.act("refuse \(Self.strap)")
    try room.bluetoothd?.act("off \(Self.strap)")
    #expect(try await told("unavailable", "Strap is not connected"))
    #expect(try !doctorSays())
    room.bluetoothd?.stop()
    #expect(try await told("unavailable", "BlueZ does not run here"))
    #expect(try doctorSays())
  }

  @Test func twoSensorsAreOnePerson() async throws {
    let room = try Room("device \(Self.strap) Strap heart", "device \(Self.pod) Pod strides")
    for address in [Self.strap, Self.pod] { #expect(try room.service("sensors", "add", address).exitCode == 0) }
    #expect(try await room.state(Self.strap, "live"))
    #expect(try await room.state(Self.pod, "live"))
    let began = SinceBoot.milliseconds
    let pace = ["00800178"]
    let both = try await room.measure(Self.strap, Self.running) {
      try room.bluetoothd?.act("value \(Self.pod) \(pace[0])")
      return try room.sensors()["seconds"]?.integer ?? 0 >= 2
    }
    let counted = try room.sensors()["seconds"]?.integer ?? 0
    #expect(both && counted * 1000 <= SinceBoot.milliseconds - began)
    #expect(try room.sensor(Self.pod)?["cadence"]?.integer == 120)
    #expect(try room.sensor(Self.pod)?["steps"]?.integer ?? 0 >= 2)
  }

  @Test func aSetBeforeTheCameraIsNotCountedAgain() async throws {
    let room = try Room("device \(Self.strap) Strap heart", note: try Self.note(bank: 50_000, minutes: 2))
    #expect(try room.service("sensors", "add", Self.strap).exitCode == 0)
    #expect(try await room.state(Self.strap, "live"))
    #expect(try await room.measure(Self.strap, Self.running) { try room.sensors()["seconds"]?.integer ?? 0 >= 52 })
    var text = JSONValue.members([
      "exercise": "squat", "joints": JSONValue(Joint.allCases.map(\.name)),
    ]).text
    for pose in MovementStream(.squat, Condition("plain"), seed: 30_000_003).poses {
      let places = pose.places.map { JSONValue.array([.number($0.x), .number($0.y)]) }
      text += "\n" + (["t": .number(pose.time), "xy": .array(places), "c": .null] as JSONValue).text
    }
    try Files.replace(room.folder("poses"), with: Array(text.utf8))
    #expect(try room.service("move", "squat", "--poses", room.folder("poses")).exitCode == 0)
    // What the strap saw during the set is taken back, what it saw before the service's start is not.
    #expect(try await eventually { try room.sensors()["seconds"]?.integer == 50 })
    #expect(try room.recorded() == 0)
  }

  @Test func withoutBluetoothAPersonIsToldWhy() throws {
    let room = try Room()
    let list = try room.sensors()
    #expect(list["state"]?.string == "off" && list["why"]?.string == "BlueZ does not run here")
    for words in [["scan", "--seconds", "1"], ["add", Self.strap]] {
      let outcome = try room.service.program.run(["sensors"] + words + ["--json", "--home", room.service.home])
      #expect(outcome.exitCode == 1 && (outcome.output + outcome.errors).contains("no-bluetooth"), "\(outcome)")
    }
    let bad = try room.service("sensors", "add", "C0:11:22", "--json")
    #expect(bad.exitCode == 64 && (bad.output + bad.errors).contains("not-an-address"), "\(bad)")
    let near = try room.service("sensors", "add", Self.strap, "--rest", "90", "--max", "110", "--json")
    #expect(near.exitCode == 1 && (near.output + near.errors).contains("bad-pulse"), "\(near)")
  }
}

/// `Tests/Rooms/DesktopBus/bluez.py` on a bus.
private final class BlueZDouble {
  private let child: ChildProcess
  private let input: Descriptor
  private let output: String

  init(_ devices: [String], on bus: PrivateBus, in folder: TemporaryFolder) throws {
    let pipe = try makePipe()
    input = Descriptor(owning: pipe.writing)
    var name = "bluez"
    while Files.exists(folder(name)) { name += "+" }
    output = folder(name)
    let lines = try Descriptor.open(output, O_WRONLY | O_CREAT | O_APPEND)
    child = try ChildProcess.start(
      "/usr/bin/python3", [Repository.path("Tests/Rooms/DesktopBus/bluez.py")] + devices, environment: bus.environment,
      input: .descriptor(pipe.reading), output: .descriptor(lines.number))
    close(pipe.reading)
    while child.outcomeIfEnded() == nil, !told.contains("ready") { usleep(2000) }
  }

  private var told: String { (try? Files.read(output)).map { String(decoding: $0, as: UTF8.self) } ?? "" }

  /// What was asked of it.
  var heard: [String] { told.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("ready") } }

  func act(_ words: String) throws { try Files.write(Array("\(words)\n".utf8), to: input.number) }

  func stop() {
    child.signal(SIGKILL)
    child.wait()
  }

  deinit {
    stop()
  }
}
