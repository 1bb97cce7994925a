import JSONText
import LinuxRuntime
import TestSupport
import Testing

@testable import FocusKeyCommands

/// What the doctor finds of the way from a phone to this computer, on a system made of files.
@Suite struct PhoneExaminationTests {
  private let root = TemporaryFolder()
  private let here = NetworkAddress("192.168.1.20")!

  private func file(_ path: String, _ content: String = "") throws {
    let slash = path.lastIndex(of: "/")!
    try Files.makeFolder(root.path + String(path[..<slash]))
    try Files.replace(root.path + path, with: Array(content.utf8))
  }

  private func found(
    hosts: [String] = ["192.168.1.20"], port: String = "4367", taps: Int = 3, revoked: Bool = false
  ) throws -> [Finding] {
    let names = hosts.map { "\"\($0)\"" }.joined(separator: ",")
    let answer = """
      {"phones":[{"phone":"anna","way":"page","revoked":\(revoked),"taps":\(taps)}],"port":\(port),"hosts":[\(names)],"code":null}
      """
    return spoken(
      PhoneExamination(
        system: SystemView(root: root.path), phones: try JSONDocument(answer).root, addresses: [here]
      ).findings())
  }

  @Test func withoutAPhoneNothingIsSaid() throws {
    #expect(try found(revoked: true).isEmpty)
  }

  @Test func withNameAndAddressNothingIsWrong() throws {
    try file("/run/avahi-daemon/socket")
    #expect(try found(hosts: ["desk.local", "192.168.1.20"]).isEmpty)
    // The name leads to the new address too.
    #expect(try found(hosts: ["desk.local", "10.9.9.9"]).isEmpty)
  }

  @Test func theAddressChanged() throws {
    let findings = try found(hosts: ["10.9.9.9"])
    let changed = try #require(findings.first { $0.kind == "phone-address-changed" })
    #expect(changed.level == .problem && changed.what.includes("10.9.9.9") && changed.what.includes("192.168.1.20"))
    #expect(changed.lines.first?.hasSuffix("phone pair --name anna") == true)
  }

  @Test func nobodyAnswersForTheName() throws {
    #expect(try found().first { $0.kind == "phone-no-name" }?.level == .note)
    let told = try found(hosts: ["desk.local", "192.168.1.20"])
    #expect(told.first { $0.kind == "phone-no-name" }?.level == .problem)
  }

  @Test func aPhoneThatNeverTapped() throws {
    try file("/run/avahi-daemon/socket")
    let findings = try found(taps: 0)
    #expect(findings.map(\.kind) == ["phone-never-tapped"])
    #expect(findings[0].lines == ["http://192.168.1.20:4367/"] && findings[0].meaning.includes("client isolation"))
  }

  @Test func nothingListens() throws {
    #expect(try found(port: "null").map(\.kind) == ["phone-port-taken"])
  }

  private func firewall() throws -> Finding? {
    try file("/run/avahi-daemon/socket")
    let findings = try found()
    #expect(findings.count <= 1)
    return findings.first
  }

  @Test func ufw() throws {
    try file("/etc/ufw/ufw.conf", "# on\nENABLED=yes\nLOGLEVEL=low\n")
    #expect(try firewall()?.level == .note, "only root sees the rules")
    try file("/etc/ufw/user.rules", "*filter\n### tuple ### allow tcp 22 0.0.0.0/0 any 0.0.0.0/0 in\n")
    let finding = try #require(try firewall())
    #expect(finding.level == .problem && finding.kind == "phone-firewall")
    #expect(finding.lines == ["sudo ufw allow 4367/tcp"] && finding.isFixable)
    try file("/etc/ufw/user.rules", "### tuple ### allow tcp 4367 0.0.0.0/0 any 0.0.0.0/0 in\n")
    #expect(try firewall() == nil)
    try file("/etc/ufw/user.rules", "*filter\n")
    try file("/etc/default/ufw", "DEFAULT_INPUT_POLICY=\"ACCEPT\"\n")
    #expect(try firewall() == nil)
  }

  @Test func firewalld() throws {
    try file("/etc/systemd/system/dbus-org.fedoraproject.FirewallD1.service")
    #expect(try firewall()?.level == .note)
    try file("/etc/firewalld/firewalld.conf", "DefaultZone=home\n")
    try file("/usr/lib/firewalld/zones/home.xml", "<zone>\n<service name=\"ssh\"/>\n</zone>\n")
    let finding = try #require(try firewall())
    #expect(finding.level == .problem)
    #expect(
      finding.lines == ["sudo firewall-cmd --permanent '--add-port=4367/tcp'", "sudo firewall-cmd --reload"])
    try file("/etc/firewalld/zones/home.xml", "<zone>\n<port port=\"4367\" protocol=\"tcp\"/>\n</zone>\n")
    #expect(try firewall() == nil)
  }

  @Test(arguments: [
    ("type filter hook input priority 0; policy drop;\n tcp dport 22 accept", false),
    ("type filter hook input priority filter;\n tcp dport { 22, 4367 } accept\n drop", true),
    ("type filter hook input priority filter;\n tcp dport 22 accept\n reject with icmpx admin-prohibited", false),
    ("type filter hook input priority 0; policy drop;\n tcp dport 4000-5000 accept", true),
    ("type filter hook input priority 0; policy drop;\n # tcp dport 4367 accept", false),
    ("type filter hook input priority 0; policy accept;\n ct state invalid drop", true),
  ])
  func nftables(chain: String, isFine: Bool) throws {
    try file("/etc/systemd/system/sysinit.target.wants/nftables.service")
    try file("/etc/nftables.conf", "flush ruleset\ntable inet house {\n chain coming {\n \(chain)\n }\n}\n")
    let finding = try firewall()
    #expect((finding == nil) == isFine)
    if !isFine {
      #expect(finding?.lines == ["sudo nft insert rule inet house coming tcp dport 4367 accept"])
    }
  }
}
