import Glibc
import JSONText
import LinuxRuntime
import Movement
import MovementRehearsal
import TestSupport
import Testing

/// A set that is begun on the page, with a program in the place of the camera's helper.
extension DashboardTests {
  private static let lift = #", "lift": {"by": ["move"], "trust": "measured", "pointsPerMinute": 5, "most": 60}"#
  private static let words = "document.querySelector('dialog.whole')?.textContent"

  /// A helper that shows ten jumping jacks, faster than anybody does them, or as many pictures of them, and then does
  /// something.
  static func helper(
    _ folder: TemporaryFolder, _ ending: String, pace: String = "0.02", pictures: Int = .max
  ) throws -> String {
    let stream = MovementStream(.jumpingJack, Condition("camera") { $0.framesPerSecond = 15 }, seed: 30_000_011)
    var text = JSONValue.members(["joints": JSONValue(Joint.allCases.map(\.name))]).text
    for pose in stream.poses.prefix(pictures) {
      let places: [JSONValue] = pose.places.map { [.number($0.x), .number($0.y)] }
      text += "\n" + (["t": .number(pose.time), "xy": .array(places), "c": .null] as JSONValue).text
    }
    try Files.replace(folder("lines"), with: Array((text + "\n").utf8))
    let script = """
      #!/bin/sh
      echo $$ > '\(folder("process"))'
      while read -r line; do echo "$line"; sleep \(pace); done < '\(folder("lines"))'
      \(ending)
      """
    try Files.replace(folder("helper"), with: Array((script + "\n").utf8), mode: 0o755)
    return folder("helper")
  }

  /// A desk whose limit a set opens.
  static func limited(_ camera: String) throws -> DashboardAPITests.Desk {
    var desk = try DashboardAPITests.Desk()
    try usedUp("[]", lift: lift, camera: camera, for: &desk)
    return desk
  }

  @Test func aSetIsDoneBeforeTheCameraAndOpensTheLimit() async throws {
    let folder = TemporaryFolder()
    let desk = try Self.limited(try Self.helper(folder, "exec sleep 1000"))
    try await visiting(at: desk) { desk, page in
      #expect(await page.waits(for: "document.querySelector('.limit .begin')"))
      try await page.evaluate("document.querySelector('.limit .begin').click()")
      #expect(await page.waits(for: "\(Self.words)?.includes('10 jumping jacks')"))
      #expect(await page.waits(for: "\(Self.words)?.includes('4 of 10')"))
      // What is recorded is worth something, from the third on.
      #expect(await page.waits(for: "/^\\d+0 points$/.test(document.getElementById('set-points').textContent)"))
      let bone = "document.querySelector('.figure line').getAttribute('x1')"
      #expect(await page.waits(for: "\(bone) > 0"))
      try await onEveryScreen(page, "a set under way")
      #expect(await page.waits(for: "\(Self.words)?.includes('Done: 10.')"))
      #expect(try await page.evaluate("\(Self.words)")?.string?.contains("You earned") == true)
      #expect(try await page.evaluate("document.activeElement.id")?.string == "end-set")
      try await page.evaluate("document.getElementById('end-set').click()")
      #expect(await page.waits(for: "!document.querySelector('dialog') && !document.querySelector('.limit .begin')"))
      #expect(await desk.get("status").body?["allowances"]?.array?.first?["state"]?.string == "open")
      #expect(try desk.service("move", "history", "--json").output.contains("\"jumping_jack\":10"))
    }
  }

  @Test func aSetIsStoppedWithItsCamera() async throws {
    let folder = TemporaryFolder()
    let desk = try Self.limited(try Self.helper(folder, "exec sleep 1000", pace: "0.2"))
    try await visiting(at: desk) { desk, page in
      #expect(await page.waits(for: "document.querySelector('.limit .begin')"))
      try await page.evaluate("document.querySelector('.limit .begin').click()")
      #expect(await page.waits(for: "document.querySelector('.figure line')?.getAttribute('x1') > 0"))
      // There is one camera.
      let other = await desk.command(#"{"command":"move","reps":3}"#, cookie: try await desk.cookie())
      #expect(other.body?["error"]?["kind"]?.string == "set-under-way", "\(other)")
      let process = try #require(Int32(String(decoding: try Files.read(folder("process")), as: UTF8.self).dropLast()))
      #expect(kill(process, 0) == 0)
      // The service counts by itself: the camera's helper is the only program of a set.
      let standing = String(decoding: try Files.read("/proc/\(process)/status"), as: UTF8.self)
      #expect(standing.contains("PPid:\t\(desk.service.id)\n"))
      try await page.evaluate("document.getElementById('stop-set').click()")
      #expect(await page.waits(for: "!document.querySelector('dialog')"))
      #expect(await eventually { kill(process, 0) != 0 })
      // Another can begin at once.
      try await page.evaluate("document.querySelector('.limit .begin').click()")
      #expect(await page.waits(for: "document.querySelector('.figure line')?.getAttribute('x1') > 0"))
    }
  }

  /// A step of movement has its button also where it is about a break.
  @Test func aStepOfAGateIsDoneBeforeTheCamera() async throws {
    let folder = TemporaryFolder()
    let desk = try DashboardAPITests.Desk(
      environment: ["FOCUSKEY_CAMERA": try Self.helper(folder, "exec sleep 1000")])
    try await visiting(at: desk) { desk, page in
      try await desk.configure(
        #"{"profiles": [{"id": "work", "name": "Work", "gate": {"break": [{"move": 4}]}, "breaks": {"minutes": 5}}]}"#)
      _ = try desk.service("start", "work")
      let begin = "document.querySelector('.steps li[data-state=open] .begin')"
      #expect(await page.waits(for: begin))
      // Only what the camera shows can be counted: these are jumping jacks, whatever was asked for at random.
      try await page.evaluate("\(begin).click()")
      #expect(await page.waits(for: "/^4 /.test(document.querySelector('dialog.whole .exercise')?.textContent)"))
      try await onEveryScreen(page, "a step of movement")
      try await page.evaluate("document.querySelector('dialog.whole .close').click()")
      #expect(await page.waits(for: "!document.querySelector('dialog')"))
      let done = await desk.command(
        #"{"command":"move","exercise":"jumping_jack","reps":4}"#, cookie: try await desk.cookie())
      #expect(done.status == "200")
      #expect(await page.waits(for: "!\(begin) && document.querySelector('.steps li[data-state=done]')"))
    }
  }

  @Test func aCameraThatCannotBeUsedSaysSo() async throws {
    let folder = TemporaryFolder()
    try Files.replace(
      folder("helper"),
      with: Array(
        "#!/bin/sh\necho 'focuskey-camera: cannot open the camera: /dev/video0: it is in use' >&2\nexit 69\n".utf8),
      mode: 0o755)
    let desk = try Self.limited(folder("helper"))
    try await visiting(at: desk) { _, page in
      #expect(await page.waits(for: "document.querySelector('.limit .begin')"))
      try await page.evaluate("document.querySelector('.limit .begin').click()")
      #expect(await page.waits(for: "\(Self.words)?.includes('Cannot open the camera: /dev/video0: it is in use')"))
      try await onEveryScreen(page, "a camera in use")
      try await page.evaluate("document.getElementById('end-set').click()")
      #expect(await page.waits(for: "!document.querySelector('dialog') && document.querySelector('.limit .begin')"))
    }
  }

  @Test func aBadSetIsRefused() async throws {
    let desk = try DashboardAPITests.Desk()
    let cookie = try await desk.cookie()
    for (request, kind) in [
      (#"{"command":"move"}"#, "not-a-request"), (#"{"command":"move","reps":0}"#, "not-a-request"),
      (#"{"command":"move","reps":3,"exercise":"dance"}"#, "unknown-exercise"),
    ] {
      let answer = await desk.command(request, cookie: cookie)
      #expect(answer.body?["ok"]?.bool == false && answer.body?["error"]?["kind"]?.string == kind, "\(answer)")
    }
  }
}
