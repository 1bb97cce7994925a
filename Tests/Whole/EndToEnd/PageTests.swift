import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// The pages of the real service, asked for as a browser does.
@Suite(.realParts) struct PageTests {
  /// A socket that takes connections on a port of loopback and never says a word; `nil` if the port is taken.
  static func listens(on port: UInt16) -> Int32? {
    guard let socket = bound(to: port, again: true)?.socket else { return nil }
    return listen(socket, 16) == 0 ? socket : nil
  }

  /// Ports in a row that this process holds.
  private static func heldPorts(_ count: UInt16) throws -> (first: UInt16, sockets: [Int32]) {
    let first = try FreePort.take(count)
    return (first, try (first..<first + count).map { try #require(bound(to: $0)?.socket) })
  }

  /// A socket on loopback that has a port for itself, any free one for 0; `nil` where somebody else has it.
  ///
  /// - Parameter again: whether it may have been somebody's a moment ago.
  private static func bound(to port: UInt16, again: Bool = false) -> (socket: Int32, port: UInt16)? {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var reuse: Int32 = again ? 1 : 0
    unsafe setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe bind(number, pointer, size) == 0 && listen(number, 1) == 0 && getsockname(number, pointer, &size) == 0
      }
    }
    if isBound { return (number, UInt16(bigEndian: address.sin_port)) }
    close(number)
    return nil
  }

  @Test func theServiceShowsWhatIsBehindALink() async throws {
    let home = TemporaryFolder()
    let port = try FreePort.take()
    try Files.replace(home("config.json5"), with: Array("{ port: \(port) }".utf8))
    let service = try RunningService(home: home.path)
    let start = await Browser.get("/start?profile=work&minutes=50", port: port)
    #expect(Browser.status(start) == "200")
    #expect(start.contains("Content-Type: text/html; charset=utf-8\r\n"))
    #expect(start.contains("href=\"focuskey://start?profile=work&amp;minutes=50\""))
    for target in ["/stop", "/break", "/focus/work", "/landing.css"] {
      #expect(Browser.status(await Browser.get(target, port: port)) == "200", "\(target)")
    }
    #expect(Browser.status(await Browser.get("/nowhere", port: port)) == "404")
    #expect(Browser.status(await Browser.get("/start", method: "POST", port: port)) == "405")
    #expect(Browser.status(await Browser.get("/start", host: "focuskey.app", port: port)) == "421")
    // To look at a page changes nothing.
    #expect(try service("status", "--json").output.contains(#""state":"idle""#))
  }

  @Test func aTakenPortGivesWayToTheNext() throws {
    let (first, second) = (TemporaryFolder(), TemporaryFolder())
    let port = try FreePort.take()
    for home in [first, second] {
      try Files.replace(home("config.json5"), with: Array("{ port: \(port) }".utf8))
    }
    let one = try RunningService(home: first.path)
    let two = try RunningService(home: second.path)
    let words = String(decoding: try Files.read(second("service.log")), as: UTF8.self)
    #expect(words.contains("port \(port) is in use by focuskey (process \(one.id))"))
    let status = try two("status", "--json").output
    let place = try #require(status.firstRange(of: #""url":"http://127.0.0.1:"#))
    let taken = status[place.upperBound...].prefix { $0.isNumber }
    #expect(UInt16(taken).map { $0 > port } ?? false)
    #expect(words.contains("the dashboard is at http://127.0.0.1:\(taken)/ instead"))
    #expect(try two("open", "--print").output.hasPrefix("http://127.0.0.1:\(taken)/enter?code="))
    // The address of the calendar is that of the port that was taken, too.
    #expect(try two("task", "calendar").output.hasPrefix("http://127.0.0.1:\(taken)/calendar.ics?token="))
  }

  /// Ten ports in a row are tried; where all of them are taken, it is said and everything else works.
  @Test func whereEveryPortIsTakenEverythingElseWorks() throws {
    let home = TemporaryFolder()
    let (port, sockets) = try Self.heldPorts(10)
    defer { for socket in sockets { close(socket) } }
    try Files.replace(home("config.json5"), with: Array("{ port: \(port) }".utf8))
    let service = try RunningService(home: home.path)
    let words = String(decoding: try Files.read(home("service.log")), as: UTF8.self)
    for taken in port..<port + 10 { #expect(words.contains("port \(taken) is in use by ")) }
    #expect(words.contains("the dashboard is off: no port from \(port) is free"))
    #expect(try service("start", "work").exitCode == 0)
    #expect(try service("status", "--json").output.contains(#""dashboard":null"#))
    #expect(try service("open").exitCode == 69)
  }

  @Test func withoutAPortThereIsNoDashboard() throws {
    let home = TemporaryFolder()
    try Files.replace(home("config.json5"), with: Array("{ port: 0 }".utf8))
    let service = try RunningService(home: home.path)
    #expect(try service("status", "--json").output.contains(#""dashboard":null"#))
    let outcome = try service("open")
    #expect(outcome.exitCode == 69)
    #expect(outcome.errors.contains("this service has no dashboard"))
  }

  /// Where there is no screen, the link is put out and that is all; where there is one, the desktop is asked to show it
  /// as well.
  @Test func theLinkGoesToABrowserWhereThereIsAScreen() async throws {
    let home = TemporaryFolder()
    let port = try FreePort.take()
    try Files.replace(home("config.json5"), with: Array("{ port: \(port) }".utf8))
    let service = try RunningService(home: home.path)
    try Files.makeFolder(home("bin"))
    let opener = "#!/bin/sh\necho \"$@\" >> '\(home("opened"))'\n"
    try Files.replace(home("bin/xdg-open"), with: Array(opener.utf8), mode: 0o755)
    func open(_ display: String...) throws -> String {
      let outcome = try service.program.run(
        ["open", "--home", home.path], environment: ["PATH=\(home("bin")):/usr/bin:/bin", "LANG=C.UTF-8"] + display)
      #expect(outcome.exitCode == 0 && outcome.errors == "", "\(outcome.errors)")
      #expect(outcome.output.hasPrefix("http://127.0.0.1:\(port)/enter?code="))
      return outcome.output
    }
    _ = try open()
    #expect(!Files.exists(home("opened")))
    let link = try open("DISPLAY=:99")
    #expect(await eventually { (try? Files.read(home("opened"))) == Array(link.utf8) })
  }

  /// What the service serves as it ships is what the committed definition gives.
  @Test func theAssociationFilesAreTheCommittedOnes() async throws {
    let home = TemporaryFolder()
    let port = try FreePort.take()
    try Files.replace(home("config.json5"), with: Array("{ port: \(port) }".utf8))
    let service = try RunningService(home: home.path)
    for name in ["apple-app-site-association", "assetlinks.json"] {
      let answer = await Browser.get("/.well-known/\(name)", port: port)
      #expect(Browser.status(answer) == "200")
      #expect(answer.contains("Content-Type: application/json\r\n"))
      let committed = String(decoding: try Files.read(Repository.path("aasa/.well-known/\(name)")), as: UTF8.self)
      #expect(answer.hasSuffix("\r\n\r\n" + committed))
    }
    _ = service
  }

  @Test func aSiteOfOnesOwn() async throws {
    let home = TemporaryFolder()
    let port = try FreePort.take()
    try Files.replace(home("config.json5"), with: Array("{ port: \(port), site: 'site.json5' }".utf8))
    #expect(throws: RunningService.NotReady.self) { try RunningService(home: home.path) }
    let definition = "{ domain: 'focus.example', apple: { team: 'ABCDE12345', apps: ['example.focus'] } }"
    try Files.replace(home("site.json5"), with: Array(definition.utf8))
    let service = try RunningService(home: home.path)
    let answer = await Browser.get("/.well-known/apple-app-site-association", port: port)
    #expect(answer.contains("ABCDE12345.example.focus"))
    #expect(Browser.status(await Browser.get("/.well-known/assetlinks.json", port: port)) == "404")
    _ = service
  }
}
