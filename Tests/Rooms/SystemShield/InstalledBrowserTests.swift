import FocusPorts
import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing

@testable import SystemShield

/// What is found of browsers, and what is put into those from Flatpak, in a folder with the layout of a whole system.
@Suite(.realParts) struct InstalledBrowserTests {
  private let root = TemporaryFolder()
  private let home = TemporaryFolder()
  private var machine: MachineExtension { MachineExtension(root: root.path) }
  #if arch(arm64)
  private static let arch = "aarch64"
  #else
  private static let arch = "x86_64"
  #endif
  private static let firefox =
    "var/lib/flatpak/extension/org.mozilla.firefox.systemconfig/\(arch)/stable/policies/policies.json"
  private static let chromium =
    "var/lib/flatpak/extension/org.chromium.Chromium.Extension.focuskey/\(arch)/1/policies/managed/focuskey.json"

  private func make(_ files: String...) throws {
    for file in files {
      let path = root(file)
      try Files.makeFolder(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
      try Files.replace(path, with: Array("\u{7F}ELF".utf8), mode: 0o755)
    }
  }

  private func options() -> SystemShield.Options {
    var options = SystemShield.Options(runtimeFolder: home("run"), stateFolder: home("state"))
    options.dataFolder = home("data")
    return options
  }

  private func found(sites: ShieldLayer.State = .up) -> [String] {
    let layers = [ShieldLayer(layer: "sites", state: sites), ShieldLayer(layer: "browser-proxy", state: .down)]
    return InstalledBrowser.all(layers, options(), root: root.path, home: home.path).map {
      "\($0.name) \($0.origin) \($0.sites) \($0.policy) \($0.page)"
    }
  }

  private func install() throws -> [String] {
    try machine.install(program: "/opt/focuskey", withUnsigned: false).notes
  }

  /// What stands for the program that starts a sandbox: with this rule as its last line.
  private func makeFlatpak(_ rule: String) throws {
    try Files.makeFolder(root("usr/bin"))
    try Files.makeFolder(root("var/lib/flatpak/app/org.chromium.Chromium"))
    let script = "#!/bin/sh\necho \"$*\" >> \(root("starts"))\n\(rule)\n"
    try Files.replace(root("usr/bin/flatpak"), with: Array(script.utf8), mode: 0o755)
  }

  @Test func findsEachBrowserWhereItIsPacked() throws {
    #expect(found().isEmpty)
    try make("usr/bin/chromium", "usr/bin/firefox-esr", "snap/bin/brave", "usr/bin/falkon")
    try make("var/lib/flatpak/app/org.mozilla.firefox/x", "var/lib/flatpak/app/com.brave.Browser/x")
    try Files.makeFolder(home(".local/share/flatpak/app/com.vivaldi.Vivaldi"))
    #expect(
      found() == [
        "Firefox package wire missing none", "Firefox flatpak wire missing none", "Chromium package wire missing none",
        "Brave snap wire unread none", "Brave flatpak wire missing none", "Vivaldi flatpak wire unread none",
        "Falkon package wire unread none",
      ])
  }

  @Test func takesTheWayToASnapForNoProgram() throws {
    try make("snap/bin/firefox")
    try Files.makeFolder(root("usr/bin"))
    let script = "#!/bin/sh\nexec /snap/bin/firefox \"$@\"\n"
    try Files.replace(root("usr/bin/firefox"), with: Array(script.utf8), mode: 0o755)
    #expect(found() == ["Firefox snap wire missing none"])
  }

  @Test func saysWhatHoldsWithoutTheHelper() throws {
    try make("usr/bin/chromium", "usr/bin/falkon")
    #expect(
      found(sites: .unavailable) == ["Chromium package proxy missing none", "Falkon package proxy unread none"])
    _ = try install()
    #expect(found(sites: .unavailable) == ["Chromium package page ours installed", "Falkon package proxy unread none"])
    #expect(found() == ["Chromium package wire ours installed", "Falkon package wire unread none"])
  }

  @Test func flatpaksGetTheirPolicyWhereTheyReadIt() throws {
    try make("var/lib/flatpak/app/org.mozilla.firefox/x", "var/lib/flatpak/app/com.google.Chrome/x")
    try makeFlatpak("exit 0")
    #expect(try install().isEmpty)
    #expect(
      found() == [
        "Firefox flatpak wire ours none", "Chromium flatpak wire ours none", "Chrome flatpak wire ours none",
      ])
    let firefox = String(decoding: try Files.read(root(Self.firefox)), as: UTF8.self)
    #expect(firefox.contains(#""DisableEncryptedClientHello":true"#) && firefox.contains(#""DNSOverHTTPS""#))
    let chromium = String(decoding: try Files.read(root(Self.chromium)), as: UTF8.self)
    #expect(chromium == #"{"EncryptedClientHelloEnabled":false}"#)
    // Everybody reads them, and nobody but root changes them.
    var status = stat()
    #expect(unsafe stat(root(Self.firefox), &status) == 0 && status.st_mode & 0o777 == 0o644)
    #expect(machine.remove().isEmpty)
    #expect(Folder.names(in: root("var/lib/flatpak")) == ["app"])
    #expect(found().allSatisfy { $0.contains("missing") })
  }

  @Test func aSandboxThatDoesNotComeUpKeepsNoPolicy() throws {
    try makeFlatpak("[ ! -e \(root(Self.chromium)) ]")
    let notes = try install()
    #expect(notes == ["Chromium from Flatpak does not start with a policy here, so that it has none"])
    #expect(Folder.names(in: root("var/lib/flatpak/extension")) == ["org.mozilla.firefox.systemconfig"])
    let starts = String(decoding: try Files.read(root("starts")), as: UTF8.self)
    #expect(starts == String(repeating: "run --system --command=true org.chromium.Chromium\n", count: 2))
    // One that does not come up anyway is left alone.
    #expect(machine.remove().isEmpty)
    try makeFlatpak("exit 1")
    #expect(try install().isEmpty && !Files.exists(root(Self.chromium)))
  }

  @Test func othersPoliciesStay() throws {
    try make("var/lib/flatpak/app/org.mozilla.firefox/x")
    try Files.makeFolder(root(String(Self.firefox.dropLast("/policies.json".count))))
    try Files.replace(root(Self.firefox), with: Array(#"{"policies": {}}"#.utf8))
    #expect(try install() == ["Firefox from Flatpak has other policies, which are not changed"])
    #expect(found() == ["Firefox flatpak wire others none"])
    #expect(machine.remove().isEmpty)
    #expect(String(decoding: try Files.read(root(Self.firefox)), as: UTF8.self) == #"{"policies": {}}"#)
  }

  @Test func everyStateIsASentence() {
    for sites in [InstalledBrowser.Sites.wire, .page, .proxy, .open] {
      for policy in [InstalledBrowser.Policy.ours, .others, .missing, .unread] {
        for page in [InstalledBrowser.Page.active, .installed, .none] {
          let one = InstalledBrowser(name: "Firefox", origin: "flatpak", sites: sites, policy: policy, page: page)
          #expect(one.sentences.count == 3)
          #expect(one.sentences.allSatisfy { $0.hasSuffix(".") || $0.hasSuffix("shield install") })
        }
      }
    }
  }
}
