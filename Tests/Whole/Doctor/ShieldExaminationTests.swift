import FocusPorts
import LinuxRuntime
import TestSupport
import Testing

@testable import FocusKeyCommands
@testable import SystemShield

/// What the doctor finds of the shield, on a system made of files.
@Suite struct ShieldExaminationTests {
  private let root = TemporaryFolder()
  private static let up = ["sites", "connections", "ech", "dns", "app-starts"].map {
    ShieldLayer(layer: $0, state: .down, why: "nothing to block")
  }

  private func make(_ paths: String...) throws {
    for path in paths {
      let slash = path.lastIndex(of: "/")!
      try Files.makeFolder(root.path + String(path[..<slash]))
      try Files.replace(root.path + path, with: [])
    }
  }

  private func found(
    _ layers: [ShieldLayer]?, _ installed: [InstalledBrowser] = [], hasExtension: Bool = true
  ) -> [Finding] {
    spoken(
      ShieldExamination(
        system: SystemView(root: root.path), program: "/opt/my programs/focuskey", layers: layers,
        hasExtension: hasExtension, installed: installed
      ).findings())
  }

  private let helper = "/usr/local/libexec/focuskey/focuskey-shield"
  private let unit = "/etc/systemd/system/focuskey-shield.service"
  private let atBoot = "/etc/systemd/system/multi-user.target.wants/focuskey-shield.service"

  @Test("a helper that is missing is the one thing to be said, with the program's whole path")
  func missing() {
    let findings = found(nil, hasExtension: false)
    #expect(findings.map(\.kind) == ["shield-missing"])
    #expect(findings.first?.lines == ["sudo '/opt/my programs/focuskey' shield install"])
    #expect(findings.first?.isFixable == true)
  }

  @Test("a helper that runs, is started at boot and has its extension is nothing to be said")
  func well() throws {
    try make(helper, unit, atBoot, "/run/systemd/system/x", "/usr/bin/chromium")
    #expect(found(Self.up).isEmpty)
  }

  @Test("a dead helper is started by systemd where systemd runs, by hand elsewhere")
  func dead() throws {
    try make(helper, unit, atBoot)
    #expect(found(nil).map(\.lines) == [["sudo setsid -f \(helper)"]])
    try make("/run/systemd/system/x")
    #expect(found(nil).map(\.kind) == ["shield-dead"])
    #expect(found(nil).map(\.lines) == [["sudo systemctl restart focuskey-shield.service"]])
  }

  @Test("what starts the helper at boot is looked for: systemd, else cron, else nobody")
  func boot() throws {
    try make(helper)
    #expect(found(Self.up).map(\.kind) == ["shield-not-at-boot"])
    #expect(found(Self.up).first?.level == .note)
    try make("/usr/sbin/cron")
    #expect(
      found(Self.up).first?.lines == ["printf '@reboot root \(helper)\\n' | sudo tee /etc/cron.d/focuskey-shield"])
    try make(unit, "/run/systemd/system/x")
    #expect(found(Self.up).first?.lines == ["sudo systemctl enable focuskey-shield.service"])
    #expect(found(Self.up).first?.isFixable == true)
  }

  @Test("each layer that the kernel lacks is a problem with what it needs", arguments: 0..<3)
  func kernel(lacking index: Int) throws {
    try make(helper, unit, atBoot)
    var layers = Self.up
    layers[index].state = .unavailable
    layers[index].why = "packet queue: bind: Operation not permitted"
    let findings = found(layers)
    #expect(findings.map(\.kind) == ["kernel-lacks-\(layers[index].layer)"])
    #expect(findings.first?.what.contains("Operation not permitted") == true)
    #expect(findings.first?.lines.first?.hasPrefix("sudo ") == true)
  }

  @Test("what a container forbids is not mended by another kernel")
  func container() throws {
    try make(helper, unit, atBoot)
    var layers = Self.up
    let index = try #require(layers.firstIndex { $0.layer == "app-starts" })
    layers[index].state = .unavailable
    layers[index].why = "exec permission events: fanotify_init: Operation not permitted"
    let findings = found(layers)
    #expect(findings.map(\.kind) == ["kernel-forbids-app-starts"])
    #expect(findings.first?.lines == [])
  }

  @Test("a browser that reads no policy of FocusKey's is told by its name, as no problem")
  func policies() throws {
    try make(helper, unit, atBoot)
    func browser(_ policy: InstalledBrowser.Policy, _ origin: String) -> InstalledBrowser {
      InstalledBrowser(name: "Vivaldi", origin: origin, sites: .wire, policy: policy, page: .none)
    }
    let browsers = [browser(.ours, "package"), browser(.unread, "flatpak"), browser(.missing, "package")]
    let findings = found(Self.up, browsers)
    #expect(findings.map(\.kind) == ["browser-policy", "browser-policy"])
    #expect(findings.allSatisfy { $0.level == .note })
    #expect(findings.first?.what.hasPrefix("Vivaldi (Flatpak): ") == true && findings.first?.lines == [])
    #expect(findings.last?.lines == ["sudo '/opt/my programs/focuskey' shield install"])
  }

  @Test("a browser without the extension is a problem; no browser is none")
  func browser() throws {
    try make(helper, unit, atBoot)
    #expect(found(Self.up, hasExtension: false).isEmpty)
    try make("/usr/bin/firefox-esr")
    #expect(found(Self.up, hasExtension: false).map(\.kind) == ["extension-missing"])
  }

  private let packaged = "/usr/libexec/focuskey/focuskey-shield"
  private let packagedUnit = "/usr/lib/systemd/system/focuskey-shield.service"

  @Test("the package's helper is off until it is turned on, and then started as any other")
  func packagedHelper() throws {
    try make(packaged, packagedUnit, "/run/systemd/system/x")
    #expect(found(nil).map(\.kind) == ["shield-off"])
    #expect(found(nil).first?.lines == ["sudo '/opt/my programs/focuskey' shield install"])
    #expect(found(Self.up).first?.lines == ["sudo systemctl enable focuskey-shield.service"])
    try make(atBoot)
    #expect(found(Self.up).isEmpty)
    #expect(found(nil).map(\.lines) == [["sudo systemctl restart focuskey-shield.service"]])
  }

  @Test("without systemd the package's helper is started by hand, from where the package has it")
  func packagedHelperWithoutSystemd() throws {
    try make(packaged, packagedUnit)
    #expect(found(nil).map(\.kind) == ["shield-dead", "shield-not-at-boot"])
    #expect(found(nil).allSatisfy { $0.lines == ["sudo setsid -f \(packaged)"] })
  }

  @Test("a copy that root made wins over the package's helper, as its unit does")
  func both() throws {
    try make(packaged, packagedUnit, helper)
    #expect(found(nil).first?.lines == ["sudo setsid -f \(helper)"])
  }
}
