import LinuxRuntime
import Testing

@testable import SystemShield

/// Where the helper is, by what is there.
@Suite struct HelperInstallationTests {
  private static let copy = "/usr/local/libexec/focuskey/focuskey-shield"
  private static let package = "/usr/libexec/focuskey/focuskey-shield"
  private static let start = "/etc/systemd/system/multi-user.target.wants/focuskey-shield.service"
  private static let systemd = "/run/systemd/system"

  private func found(_ paths: String...) -> HelperInstallation? { HelperInstallation.found { paths.contains($0) } }
  private func fix(_ paths: String...) -> String { HelperInstallation.fix { paths.contains($0) } }

  @Test("what is there decides, and a copy wins")
  func whichOne() {
    #expect(found() == nil)
    #expect(found(Self.copy) == .copied)
    #expect(found(Self.package) == .packaged)
    #expect(found(Self.copy, Self.package) == .copied)
  }

  @Test("the fix is what works here")
  func fixes() {
    let copyUnit = "/etc/systemd/system/focuskey-shield.service"
    let packageUnit = "/usr/lib/systemd/system/focuskey-shield.service"
    let install = "\(Environment.sudoCommand) shield install"
    #expect(fix() == install)
    #expect(fix(Self.copy, copyUnit) == "sudo -b \(Self.copy)")
    #expect(fix(Self.copy, copyUnit, Self.systemd) == "sudo systemctl restart focuskey-shield")
    #expect(fix(Self.package, packageUnit) == "sudo -b \(Self.package)")
    #expect(fix(Self.package, packageUnit, Self.systemd) == install)
    #expect(fix(Self.package, packageUnit, Self.systemd, Self.start) == "sudo systemctl restart focuskey-shield")
  }
}
