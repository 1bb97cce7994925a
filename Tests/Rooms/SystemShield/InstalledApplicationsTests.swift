import DesktopEntries
import FocusPorts
import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing

@testable import SystemShield

/// One application in every packaging, in trees that are laid out as the packagers lay them out.
@Suite(.realParts) struct InstalledApplicationsTests {
  private let folder = TemporaryFolder()

  private func put(_ path: String, _ text: String = "x", mode: UInt32 = 0o755) throws {
    let path = folder(path)
    try Files.makeFolder(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
    try Files.replace(path, with: Array(text.utf8), mode: mode)
  }

  private func link(_ path: String, to target: String) throws {
    #expect(unsafe symlink(target, folder(path)) == 0)
  }

  private func entry(_ path: String, _ lines: String) throws {
    try put(path, "[Desktop Entry]\nType=Application\nName=Chat\n\(lines)\n", mode: 0o644)
  }

  private func installed() -> InstalledApplications {
    InstalledApplications(
      InstalledApplications.Surroundings(root: folder("")) { name in
        switch name {
        case "HOME": folder("home")
        case "XDG_DATA_DIRS": folder("usr/share")
        case "PATH": folder("usr/bin")
        default: nil
        }
      })
  }

  private func programs(_ words: String...) -> [String] {
    let plan = ShieldPlan(ShieldOrder(profiles: ["p"], blocks: [Blocks(apps: words)]), installed: installed())
    #expect(plan.notes.apps.isEmpty)
    return plan.programs.map { $0.path.replacing("//", with: "/") }
  }

  private func native() throws -> [String] {
    try entry("usr/share/applications/chat-desktop.desktop", "Exec=chat-desktop %u")
    try put("usr/bin/chat-desktop", "#!/bin/sh\nexec /usr/lib/chat-desktop/chat-desktop\n")
    try put("usr/lib/chat-desktop/chat-desktop")
    return [folder("usr/bin/chat-desktop"), folder("usr/lib/chat-desktop/chat-desktop")]
  }

  /// As flatpak-deploy lays it out: the deployment under its commit, two links to it, and links inside that say the
  /// sandbox's paths.
  private func flatpak(below share: String) throws -> String {
    let id = "org.example.Chat"
    try entry(
      "\(share)/flatpak/exports/share/applications/\(id).desktop",
      "Exec=/usr/bin/flatpak run --branch=stable --command=chat \(id) @@u %u @@\nX-Flatpak=\(id)")
    let deployment = "\(share)/flatpak/app/\(id)/x86_64/stable/0123abcd"
    try put("\(deployment)/metadata", "[Application]\nname=\(id)\ncommand=chat\n", mode: 0o644)
    try put("\(deployment)/files/lib/chat/chat")
    try Files.makeFolder(folder("\(deployment)/files/bin"))
    try link("\(deployment)/files/bin/chat", to: "/app/lib/chat/chat")
    try link("\(share)/flatpak/app/\(id)/x86_64/stable/active", to: "0123abcd")
    try link("\(share)/flatpak/app/\(id)/current", to: "x86_64/stable")
    return folder("\(share)/flatpak/app/\(id)/current/active/files/lib/chat/chat")
  }

  private func snap(_ mounts: String) throws -> String {
    try entry(
      "var/lib/snapd/desktop/applications/chat-desktop_chat-desktop.desktop",
      "X-SnapInstanceName=chat-desktop\nExec=env BAMF_DESKTOP_FILE_HINT=x /snap/bin/chat-desktop %u")
    try put(
      "\(mounts)/chat-desktop/42/meta/snap.yaml",
      "name: chat-desktop\napps:\n  chat-desktop:\n    command: usr/bin/chat --quiet\n", mode: 0o644)
    try put("\(mounts)/chat-desktop/42/usr/bin/chat")
    try link("\(mounts)/chat-desktop/current", to: "42")
    return folder("\(mounts)/chat-desktop/current/usr/bin/chat")
  }

  private func appImage() throws -> String {
    let file = folder("home/Applications/Chat-1.2-x86_64.AppImage")
    try put("home/Applications/Chat-1.2-x86_64.AppImage")
    try entry("home/.local/share/applications/appimagekit_1-chat.desktop", "Exec=\(file) --no-sandbox %U")
    return file
  }

  @Test func aNativePackageIsItsStarterAndTheProgramBehindIt() throws {
    let files = try native()
    #expect(programs("chat-desktop") == files)
  }

  @Test(arguments: ["var/lib", "home/.local/share"])
  func aFlatpakIsTheFileBehindItsCommand(share: String) throws {
    let file = try flatpak(below: share)
    #expect(programs("org.example.Chat") == [file])
  }

  @Test(arguments: ["snap", "var/lib/snapd/snap"])
  func aSnapIsTheFileInsideItsMount(mounts: String) throws {
    let file = try snap(mounts)
    #expect(programs("chat-desktop") == [file])
  }

  @Test func anAppImageIsItsOneFile() throws {
    let file = try appImage()
    #expect(programs("appimagekit_1-chat") == [file])
  }

  @Test(arguments: ["Chat", "chat-desktop", "org.example.Chat", "appimagekit_1-chat"])
  func oneWordMeansAllFour(word: String) throws {
    let files = try native() + [flatpak(below: "var/lib"), snap("snap"), appImage()]
    #expect(programs(word).sorted() == files.sorted())
  }

  @Test func anUpdatedFlatpakIsFoundUnderTheSamePath() throws {
    let file = try flatpak(below: "var/lib")
    let before = try #require(Files.real(file))
    try put("var/lib/flatpak/app/org.example.Chat/x86_64/stable/4567cdef/files/lib/chat/chat")
    try link("var/lib/flatpak/app/org.example.Chat/x86_64/stable/new", to: "4567cdef")
    let stable = folder("var/lib/flatpak/app/org.example.Chat/x86_64/stable")
    #expect(unsafe rename("\(stable)/new", "\(stable)/active") == 0)
    // The helper follows the links of what was said at the start.
    #expect(Files.real(file) != before)
  }
}
