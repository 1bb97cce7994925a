import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// Where phones come from: IPv6, both families, and addresses that this computer does not have now.
@Suite(.realParts, .enabled(if: Files.exists("/proc/net/if_inet6"), "needs IPv6")) struct PhoneNetworkTests {
  private static func service(
    _ home: TemporaryFolder, _ more: String = "", environment: [String: String?] = [:]
  ) throws -> RunningService {
    try Files.replace(home("config.json5"), with: Array("{ port: 0\(more) }".utf8))
    return try RunningService(home: home.path, environment: environment)
  }

  /// What avahi is told, by a stand-in at its calls on a bus of the test's own: no test announces anything in the
  /// network of the person who runs it.
  @Test func avahiKnowsThePortWhilePhonesAreHeard() async throws {
    let (home, folder) = (TemporaryFolder(), TemporaryFolder())
    let bus = try PrivateBus(in: folder)
    let service = try Self.service(home, environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    let page = try PhoneTests.paired(service, host: "localhost")
    #expect(await page.get(page.pairing(), host: "localhost:\(page.port)").status == "200")
    // It comes after the service, as after a restart of its own.
    let avahi = try DesktopPart("avahi", on: bus, in: folder)
    #expect(await eventually { avahi.lines.contains { $0.contains(#""port": \#(page.port)"#) } }, "\(avahi.lines)")
    #expect(avahi.lines.first?.contains(#""type": "_focuskey._tcp""#) == true, "\(avahi.lines)")
    #expect(try service("phone", "revoke", "annas-phone").exitCode == 0)
    #expect(await eventually { avahi.lines.last?.contains("forgotten") == true }, "\(avahi.lines)")
    // It was there before.
    let again = try PhoneTests.said("phone", "pair", by: service)?["link"]?.string ?? ""
    #expect(again.contains("~desk-2.local"), "avahi has another name for this computer: \(again)")
    #expect(await eventually { avahi.lines.filter { $0.contains("announced") }.count == 2 }, "\(avahi.lines)")
  }

  @Test(arguments: ["::1", "[0:0:0:0:0:0:0:1]"]) func aPhoneComesByIPv6(host: String) async throws {
    let home = TemporaryFolder()
    let service = try Self.service(home)
    var page = try PhoneTests.paired(service, host: host)
    #expect(page.parts[2] == "[::1]", "as a browser writes it in its requests")
    let here = "[::1]:\(page.port)"
    #expect(await page.get(page.pairing(), host: here, bySix: true).status == "200")
    let tap = page.tap("/start?profile=work", encoded: "%2Fstart%3Fprofile%3Dwork")
    #expect(await page.get(tap, host: here, bySix: true).mark == #"result="done""#)
    #expect(await page.get(tap, host: "[::2]:\(page.port)", bySix: true).status == "404", "another Host")
    #expect(await page.get(tap, host: here, bySix: true).mark == #"reason="replayed""#)
    #expect(await page.get("/").text == "no connection", "only that address was told to phones")
  }

  @Test func aNameIsReachedByBothFamilies() async throws {
    let home = TemporaryFolder()
    let service = try Self.service(home)
    let page = try PhoneTests.paired(service, host: "localhost")
    let here = "localhost:\(page.port)"
    #expect(await page.get(page.pairing(), host: here, bySix: true).status == "200")
    for bySix in [false, true] { #expect(await page.get("/nothing", host: here, bySix: bySix).status == "404") }
    let listed = try PhoneTests.said("phone", "list", by: service)
    #expect(listed?["hosts"]?.array?.map(\.string) == ["localhost"] && listed?["code"]?.isNull == true)
  }

  /// One household may use as many addresses as it likes: they count as one.
  @Test func aNetworkOfIPv6IsCountedAsOne() async throws {
    let home = TemporaryFolder()
    let service = try Self.service(home)
    let page = try PhoneTests.paired(service, host: "::1")
    var statuses: [String] = []
    for _ in 0..<62 {
      statuses.append(await page.get("/tap?p=nobody&n=1&t=1&r=x&m=00", host: "[::1]:\(page.port)", bySix: true).status)
    }
    #expect(statuses.prefix(60).allSatisfy { $0 == "403" } && statuses.last == "429")
  }

  /// A laptop that starts elsewhere: the address comes back with its network, and until then nothing is wrong.
  @Test func anAddressMayComeLater() async throws {
    let home = TemporaryFolder()
    let service = try Self.service(home, ", phone: { listen: ['192.0.2.77', '127.0.0.1', '::1'] }")
    var page = try PhoneTests.paired(service)
    #expect(await page.get(page.pairing()).status == "200")
    #expect(await page.get(page.tap("/status", encoded: "%2Fstatus")).status == "200")
    #expect(await page.get("/x", host: "[::1]:\(page.port)", bySix: true).status == "404")
  }
}
