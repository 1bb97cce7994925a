import DesktopEntries
import FocusPorts
import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing

@testable import SystemShield

@Suite(.realParts) struct OwnLayersTests {
  private let folder = TemporaryFolder()
  private let entry =
    "[Desktop Entry]\nType=Application\nName=Chat\nName[de]=Plausch\nTryExec=chat\nExec=chat %U\n"
    + "DBusActivatable=true\n[Desktop Action new]\nExec=chat --new\n"

  private func text(_ path: String) throws -> String { String(decoding: try Files.read(path), as: UTF8.self) }

  /// A browser that shows the page and could not be made to let go of what it had open.
  @Test func whatStaysConnectedIsSaidOfThePageToo() throws {
    guard var presence = BrowserPresence(folder: folder.path) else { throw SystemError("flock", EIO, on: folder.path) }
    presence.tell()
    presence.hear(rules: 3, tried: nil)
    let page = BrowserPage(folder: folder.path, dataFolder: folder("data"))
    #expect(page.layer(isOrdered: true).why?.contains("goes on") == false)
    try Files.replace(
      FollowersConnections.note(in: folder.path), with: Array("pidfd_getfd: Operation not permitted".utf8))
    #expect(
      page.layer(isOrdered: true).why?.contains("open connections continue: pidfd_getfd: Operation not permitted")
        == true)
    // What is told again begins again.
    presence.hear(rules: 3, tried: nil)
    var followers = FollowersConnections(note: FollowersConnections.note(in: folder.path))
    followers.forget()
    #expect(followers.words == nil)
  }

  /// A browser that is told another order goes on closing parts while it takes it up; one that was told none does not.
  @Test func aBrowserSeesPartsWhileItIsToldOthers() throws {
    guard var presence = BrowserPresence(folder: folder.path) else { throw SystemError("flock", EIO, on: folder.path) }
    func call() throws -> BrowserCall { try #require(BrowserCall.all(in: folder.path).first) }
    presence.tell()
    #expect(try !call().seesParts)
    presence.hear(rules: 0, parts: 0, tried: nil)
    #expect(try call().seesParts && BrowserCall.closingParts(in: folder.path).isEmpty)
    presence.tell()
    #expect(try !call().seesParts)
    presence.hear(rules: 4, parts: 2, tried: nil)
    #expect(try call().seesParts && BrowserCall.closingParts(in: folder.path).count == 1)
    presence.tell()
    #expect(try call().rules == nil && call().seesParts && BrowserCall.closingParts(in: folder.path).count == 1)
    presence.hear(rules: 0, parts: 0, tried: nil)
    #expect(BrowserCall.closingParts(in: folder.path).isEmpty)
  }

  @Test func aStandInStartsTheShieldInEveryOneOfTheEntrysActions() {
    let text = String(
      decoding: StandIns.text(Array(entry.utf8), command: ["/opt/it's \"$5\" \\ 100%/focuskey", "stand-in"]),
      as: UTF8.self)
    let exec = #"Exec="/opt/it's \\"\\$5\\" \\\\ 100%%/focuskey" "stand-in""#
    #expect(
      text
        == "[Desktop Entry]\nX-FocusKey-Shield=true\nType=Application\nName=Chat\nName[de]=Plausch\n\(exec)\n[Desktop Action new]\n\(exec)\n"
    )
    #expect(StandIns.isOne(Array(text.utf8)) && !StandIns.isOne(Array(entry.utf8)))
  }

  @Test func aFolderIsAsItWasAfterwardsAlsoWhenSomebodyElseTakesTheStandInsAway() throws {
    let standIns = StandIns(dataFolder: folder("data"))
    // A folder that was not there goes again.
    try standIns.put("chat", entry: Array(entry.utf8), command: ["x"])
    #expect(standIns.standing == ["chat"])
    standIns.restore()
    #expect(!Files.exists(standIns.folder))

    try Files.makeFolder(standIns.folder)
    try Files.replace("\(standIns.folder)/mine.desktop", with: Array(entry.utf8))
    var before = stat()
    #expect(unsafe stat("\(standIns.folder)/mine.desktop", &before) == 0)
    for _ in 0..<2 {
      try standIns.put("mine", entry: Array(entry.utf8), command: ["x"])
      try standIns.put("chat", entry: Array(entry.utf8), command: ["x"])
    }
    #expect(standIns.standing == ["chat", "mine"])
    standIns.restore(except: ["mine"])
    #expect(standIns.standing == ["mine"])
    // Another one, of the same folder, knows all it needs from the folder.
    StandIns(dataFolder: folder("data")).restore()
    #expect(Folder.names(in: standIns.folder) == ["mine.desktop"])
    var after = stat()
    #expect(unsafe stat("\(standIns.folder)/mine.desktop", &after) == 0)
    #expect(before.st_ino == after.st_ino && before.st_mtim.tv_nsec == after.st_mtim.tv_nsec)

    try standIns.put("mine", entry: Array(entry.utf8), command: ["x"])
    try Files.replace("\(standIns.folder)/mine.desktop", with: Array("[Desktop Entry]\nName=New\n".utf8))
    standIns.restore()
    #expect(Folder.names(in: standIns.folder) == ["mine.desktop"])
    #expect(try text("\(standIns.folder)/mine.desktop").contains("New"))
  }

  @Test func whatStandsBehindAStandInIsTheApplication() throws {
    let surroundings = InstalledApplications.Surroundings { name in
      switch name {
      case "HOME": folder("")
      case "XDG_DATA_HOME": folder("own")
      case "XDG_DATA_DIRS": folder("system")
      default: nil
      }
    }
    try Files.makeFolder(folder("system/applications"))
    try Files.replace(folder("system/applications/chat.desktop"), with: Array(entry.utf8))
    try StandIns(dataFolder: folder("own")).put("chat", entry: Array(entry.utf8), command: ["x"])
    let installed = InstalledApplications(surroundings)
    #expect(installed.entries.map(\.command) == [["chat"]])
    #expect(installed.text(of: "chat") == Array(entry.utf8))
  }

  @Test func theProxyOfADesktopIsBorrowedAndBroughtBack() throws {
    // Stands in for gsettings: a folder with a file for each key, and `reset` to what ships.
    try Files.makeFolder(folder("bin"))
    try Files.replace(
      folder("bin/gsettings"),
      with: Array(
        """
        #!/bin/sh
        cd '\(folder(""))' || exit 1
        case "$1" in
        get) cat "key-$3" 2>/dev/null || case "$3" in mode) echo "'none'";; *) echo "''";; esac ;;
        set) echo "$4" > "key-$3" ;;
        reset) rm -f "key-$3" ;;
        esac

        """.utf8), mode: 0o755)
    let settings = GnomeProxy { name in
      switch name {
      case "PATH": "\(folder("bin")):/usr/bin:/bin"
      case "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"
      default: nil
      }
    }
    let proxy = DesktopProxy(note: folder("before"), settings: settings)
    let address = "http://127.0.0.1:5000/focuskey-aa.pac"
    #expect(proxy.find() == .free)
    #expect(proxy.lead(to: address))
    #expect(proxy.find() == .ours(address))
    // A service that comes after a crash leads elsewhere, and still knows what was there before.
    #expect(proxy.lead(to: "http://127.0.0.1:5001/focuskey-bb.pac"))
    proxy.restore()
    #expect(proxy.find() == .free)
    // Not even a setting that says what ships.
    #expect(Folder.names(in: folder("")).filter { $0.hasPrefix("key-") || $0 == "before" }.isEmpty)

    // An address that waited while no proxy was used comes back.
    try Files.replace(folder("key-autoconfig-url"), with: Array("'http://wpad/'\n".utf8))
    #expect(proxy.lead(to: address))
    proxy.restore()
    #expect(try text(folder("key-autoconfig-url")) == "'http://wpad/'\n")

    // Chosen otherwise meanwhile: that stays.
    #expect(proxy.lead(to: address))
    try Files.replace(folder("key-autoconfig-url"), with: Array("'http://elsewhere/'\n".utf8))
    proxy.restore()
    #expect(try text(folder("key-autoconfig-url")) == "'http://elsewhere/'\n")

    // A proxy of the desktop's own is not touched.
    try Files.replace(folder("key-mode"), with: Array("'manual'\n".utf8))
    #expect(!proxy.lead(to: address))
    #expect(try text(folder("key-mode")) == "'manual'\n")
    #expect(!Files.exists(folder("before")))
  }

  @Test func withoutADesktopTheProxyIsUnavailable() {
    for proxy in DesktopProxy.all(note: folder("before"), variable: { _ in nil }) {
      #expect(proxy.find() == .unavailable("no GNOME or KDE session is running, so the browser proxy cannot be set"))
      #expect(!proxy.lead(to: "http://127.0.0.1:1/focuskey-a.pac"))
    }
  }

  @Test func aListTooLongForBrowsersIsCutAndSaysSo() throws {
    let plan = ShieldPlan(
      ShieldOrder(profiles: ["work"], blocks: [Blocks(sites: (0..<60_000).map { "a\($0).example" } + ["!b.example"])]),
      installed: InstalledApplications(InstalledApplications.Surroundings { _ in folder("") }))
    let script = ProxyScript(plan.sections, door: "127.0.0.1:9")
    #expect(script.text.utf8.count < 1 << 20)
    #expect(script.leftOut > 0 && script.text.contains(#"exceptions:{"b.example":1}"#))
  }
}
