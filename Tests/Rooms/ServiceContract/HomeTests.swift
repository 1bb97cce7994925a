import Glibc
import RealParts
import ServiceContract
import TestSupport
import Testing

@Suite(.realParts) struct HomeTests {
  @Test("The folders of the desktop standard are used; without a session the socket lies beside the log.")
  func folders() {
    let home = Home { ["HOME": "/home/a", "XDG_RUNTIME_DIR": "/run/user/1"][$0] }
    #expect(home.database == "/home/a/.local/state/focuskey/focuskey.sqlite")
    #expect(home.configuration == "/home/a/.config/focuskey/config.json5")
    #expect(home.socket == "/run/user/1/focuskey/control.sock")
    #expect(home.runtimeFolder == "/run/user/1/focuskey")
    let bare = Home { ["HOME": "/home/a", "XDG_STATE_HOME": "/state"][$0] }
    #expect(bare.socket == "/state/focuskey/control.sock")
  }

  @Test("A draft of a new log is named after the process that makes it.")
  func drafts() {
    #expect(Home(folder: "/h").draft(by: 7) == "/h/focuskey.sqlite.import-7")
  }

  @Test("What others could read of a home is for its user alone afterwards, and that is told once.")
  func privacy() throws {
    let folder = TemporaryFolder()
    func mode(_ path: String) -> mode_t {
      var found = stat()
      return unsafe stat(path, &found) == 0 ? found.st_mode & 0o777 : 0
    }
    let home = Home { ["HOME": folder.path, "XDG_RUNTIME_DIR": folder("run")][$0] }
    try home.makeFolders()
    #expect(unsafe chmod(home.stateFolder, 0o755) == 0)
    for path in [home.database, home.sync, home.eye] { try Files.replace(path, with: [0], mode: 0o644) }
    try Files.replace(folder("elsewhere"), with: [0], mode: 0o644)
    #expect(unsafe symlink(folder("elsewhere"), home.configuration) == 0)
    let told = home.makePrivate()
    #expect(told.count == 2 && told[0].contains(home.stateFolder) && told[1].contains(home.database), "\(told)")
    #expect(mode(home.stateFolder) == 0o700 && mode(home.database) == 0o600 && mode(home.sync) == 0o600)
    #expect(mode(home.eye) == 0o644 && mode(folder("elsewhere")) == 0o644)
    #expect(home.makePrivate().isEmpty)
    // A folder that a person named is theirs.
    let named = Home(folder: folder("named"))
    try Files.makeFolder(folder("named"), mode: 0o755)
    try Files.replace(named.dashboardKey, with: [0], mode: 0o640)
    let advice = named.makePrivate()
    #expect(advice.count == 2 && advice[0].hasSuffix("chmod 700 \(folder("named"))"), "\(advice)")
    #expect(mode(folder("named")) == 0o755 && mode(named.dashboardKey) == 0o600)
  }
}
