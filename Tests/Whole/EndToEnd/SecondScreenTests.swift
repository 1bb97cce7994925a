import Glibc
import JSONText
import LinuxRuntime
import RealParts
import RealScreens
import TestSupport
import Testing

/// Minutes a day of somebody with more than one screen: a second login, or a display in a window. Real servers of X11
/// with keys of their own, and real input.
@Suite(.realParts, .serialized, .timeLimit(.minutes(5))) struct SecondScreenTests {
  private static let game = "SecondScreenGame"
  private let folder = TemporaryFolder()

  /// A display that only its key opens, with a window manager and the game.
  private final class Table {
    let screen: HiddenScreen
    let crowd: Crowd

    /// - Parameter isKnown: whether programs that show where the key is use it.
    init(_ folder: TemporaryFolder, _ name: String, isKnown: Bool = true) throws {
      let file = folder(name)
      let key = SystemRandom.octets(16)
      func piece(_ octets: some Collection<UInt8>) -> [UInt8] { [0, UInt8(octets.count)] + octets }
      // Of any computer and any display (Xau(3), FamilyWild).
      let entry = [0xFF, 0xFF] + piece([]) + piece([]) + piece("MIT-MAGIC-COOKIE-1".utf8) + piece(key)
      try Files.replace(file, with: entry)
      screen = try HiddenScreen(authority: file)
      crowd = Crowd([
        "DISPLAY=\(screen.name)", "XAUTHORITY=\(file)", "PATH=/usr/bin:/bin", "HOME=\(folder.path)", "LANG=C.UTF-8",
      ])
      guard isKnown else { return }
      try crowd.start("/usr/bin/openbox")
      // A window that is there before the window manager is not given the focus.
      while try crowd.run("/usr/bin/xdotool", "get_num_desktops") != 0 { usleep(20_000) }
      try crowd.start("/usr/bin/xterm", "-class", SecondScreenTests.game, "-e", "sleep", "600")
    }

    /// Somebody presses a key.
    func touch() throws { try crowd.run("/usr/bin/xdotool", "key", "a") }

    /// Somebody types for so long.
    func type(for seconds: Int64) async throws { try await SecondScreenTests.type(for: seconds, at: self) }
  }

  /// Somebody types for so long at all of these: each key half a second after the last one, or as soon as it can be.
  private static func type(for seconds: Int64, at tables: Table...) async throws {
    let began = ContinuousClock.now
    for turn in 0..<2 * seconds {
      let due = began + .milliseconds(500 * turn)
      if due + .milliseconds(500) < .now { continue }
      for table in tables { try table.touch() }
      try await Task.sleep(until: due + .milliseconds(500), clock: .continuous)
    }
  }

  private func row(_ service: RunningService) throws -> JSONNode {
    try JSONDocument(service("allowance", "list", "--json").output).root
  }

  private func used(_ service: RunningService) throws -> Int64 {
    try #require(try row(service)["used_seconds"]?.integer)
  }

  /// Waits until nothing is counted any more.
  private func silence(_ service: RunningService) async throws -> Int64 {
    var last = try used(service)
    for _ in 0..<30 {
      try await Task.sleep(for: .seconds(2))
      let now = try used(service)
      if now == last { return now }
      last = now
    }
    return last
  }

  @Test("Use on a second screen counts, once where both are used, and not while nobody types there")
  func second() async throws {
    let first = try Table(folder, "first")
    let places: [String: String?] = [
      "DISPLAY": first.screen.name, "XAUTHORITY": folder("first"), "WAYLAND_DISPLAY": nil, "SWAYSOCK": nil,
    ]
    let household = try AllowanceHousehold(
      used: 0, apps: [Self.game], signals: "front: true, input: true", pause: "0s", environment: places)
    let service = try household.service()
    #expect(try await eventually { try service("signals").output.contains("in force (x11)") })
    var before = try await silence(service)
    // The second one comes later than the service.
    let second = try Table(folder, "second")
    #expect(try await eventually { try used(service) > before }, "not counted on \(second.screen.name)")
    before = try await silence(service)

    try await second.type(for: 6)
    var after = try await silence(service)
    #expect((5...8).contains(after - before), "\(after - before) s on the second screen")
    before = after

    try await Self.type(for: 6, at: first, second)
    after = try await silence(service)
    #expect((5...8).contains(after - before), "\(after - before) s on both screens")
    before = after

    // One after the other.
    try await first.type(for: 4)
    try await second.type(for: 4)
    after = try await silence(service)
    #expect((7...11).contains(after - before), "\(after - before) s on one after the other")
    #expect(try row(service)["why"]?.string?.contains("use on \(second.screen.name) ") != true)

    // What is used up on the second screen is used up.
    let end = ContinuousClock.now + .seconds(60)
    while try row(service)["state"]?.string != "shut", ContinuousClock.now < end { try await second.type(for: 1) }
    #expect(try row(service)["state"]?.string == "shut")
  }

  @Test("A screen that cannot be watched is named, wherever minutes are told")
  func unseen() async throws {
    let first = try Table(folder, "first")
    let places: [String: String?] = [
      "DISPLAY": first.screen.name, "XAUTHORITY": folder("first"), "WAYLAND_DISPLAY": nil, "SWAYSOCK": nil,
    ]
    let household = try AllowanceHousehold(used: 0, apps: [Self.game], environment: places)
    let service = try household.service()
    let hidden = try Table(folder, "hidden", isKnown: false)
    let words = "use on \(hidden.screen.name) is not counted: the display \(hidden.screen.name) cannot be reached"
    #expect(try await eventually { try service("signals").output.contains(words) })
    #expect(try row(service)["why"]?.string?.contains(words) == true)
    #expect(try service("allowance", "list").errors.contains(words))
    // Once it is known, it is watched.
    try hidden.crowd.start("/usr/bin/openbox")
    #expect(try await eventually { try !service("signals").output.contains("\(hidden.screen.name) is not counted") })
  }
}
