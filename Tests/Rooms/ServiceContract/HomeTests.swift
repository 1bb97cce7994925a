import RealParts
import ServiceContract
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
}
