import DesktopEntries
import Testing

@Suite struct DesktopEntryTests {
  static func entry(_ id: String, _ lines: String...) -> DesktopEntry? {
    DesktopEntry(
      file: "\(id).desktop",
      octets: Array((["[Desktop Entry]", "Type=Application"] + lines).joined(separator: "\n").utf8))
  }

  @Test func theMainGroupIsReadAndNoOther() throws {
    let text = """
      # a comment
      [Desktop Action new]
      Exec=/bin/other
      [Desktop Entry]
      Type=Application
      Name = Chat\\sRoom
      Name[de]=Plauderstube
      Exec=env A=b "/opt/chat room/chat" --url=%u %F 100%%
      Categories=Network;InstantMessaging;
      StartupWMClass=chat
      Exec=/bin/second
      [Desktop Action quit]
      Exec=/bin/third
      """
    let entry = try #require(DesktopEntry(file: "chat.desktop", octets: Array(text.utf8)))
    #expect(entry.id == "chat")
    #expect(entry.name == "Chat Room")
    #expect(entry.command == ["env", "A=b", "/opt/chat room/chat", "--url=", "100%"])
    #expect(entry.launch == .program("/opt/chat room/chat"))
    #expect(entry.categories == ["Network", "InstantMessaging"])
  }

  @Test(arguments: [
    "Exec=", "Exec=\"open", "Exec=%u", "Hidden=true\nExec=/bin/x", "Name=no command",
  ])
  func whatCannotBeStartedIsNoApplication(lines: String) {
    #expect(Self.entry("x", lines) == nil)
  }

  @Test(arguments: [
    (
      "Exec=/usr/bin/flatpak run --branch=stable --command=telegram org.telegram.desktop -- @@u %u @@",
      Launch.flatpak("org.telegram.desktop")
    ),
    ("Exec=env BAMF_DESKTOP_FILE_HINT=/x /snap/bin/telegram-desktop -- %u", .snap("telegram-desktop")),
    ("Exec=snap run spotify", .snap("spotify")),
    ("X-SnapInstanceName=spotify\nExec=/usr/bin/env x", .snap("spotify")),
    (
      "Exec=/home/me/Applications/Chat-1.0-x86_64.AppImage --no-sandbox %U",
      .appImage("/home/me/Applications/Chat-1.0-x86_64.AppImage")
    ),
    ("Exec=python3.11 -m /opt/tool/main.py", .interpreted(by: "python3.11", file: "/opt/tool/main.py")),
    ("Exec=java -jar /opt/a/a.jar", .interpreted(by: "java", file: "/opt/a/a.jar")),
    ("Exec=electron22 /usr/lib/app/app.asar", .interpreted(by: "electron22", file: "/usr/lib/app/app.asar")),
    ("Exec=env -u LD_PRELOAD gamemoderun chess", .program("chess")),
    ("Exec=gamemoderun chess", .program("chess")),
    ("Exec=chromium %U", .program("chromium")),
    ("Exec=env", .unknown),
  ])
  func theCommandTellsThePackage(lines: String, launch: Launch) {
    #expect(Self.entry("x", lines)?.launch == launch)
  }

  @Test func onePersonsWordMeansEveryPackagingOfIt() throws {
    let installed = [
      try #require(
        Self.entry(
          "org.telegram.desktop", "Name=Telegram", "X-Flatpak=org.telegram.desktop",
          "Exec=flatpak run org.telegram.desktop")),
      try #require(Self.entry("telegram-desktop_telegram-desktop", "Name=Telegram", "Exec=/snap/bin/telegram-desktop")),
      try #require(Self.entry("appimagekit-telegram", "Name=telegram", "Exec=/opt/Telegram.AppImage")),
      try #require(Self.entry("org.other.desktop", "Name=Other", "Exec=other")),
    ]
    for word in ["org.telegram.desktop", "org.telegram.desktop.desktop", "Telegram"] {
      let found = applications([word], among: installed)
      #expect(
        found[0].entries.map(\.id).sorted() == [
          "appimagekit-telegram", "org.telegram.desktop", "telegram-desktop_telegram-desktop",
        ], "\(word)")
    }
    #expect(applications(["nothing"], among: installed)[0].entries.isEmpty)
  }

  @Test(arguments: [
    "Categories=GTK;System;TerminalEmulator;\nExec=mine", "Exec=/usr/bin/orca", "Categories=Settings;\nExec=anything",
    "Exec=apt",
  ])
  func theProtectedAreNeverFound(lines: String) throws {
    let entry = try #require(Self.entry("app", lines))
    #expect(applications(["app"], among: [entry])[0].entries.isEmpty)
  }

  @Test(arguments: [
    "/bin/bash", "/usr/bin/python3.12", "/lib64/ld-linux-x86-64.so.2", "/usr/lib/systemd/systemd",
    "/usr/bin/focuskey-shield", "/usr/bin/bwrap",
  ])
  func noProtectedProgramIsRefused(path: String) {
    #expect(ProtectedApplications.contains(program: path))
  }

  @Test(arguments: ["/usr/lib/chromium/chromium", "/usr/bin/telegram-desktop", "/opt/game/game"])
  func othersMayBe(path: String) {
    #expect(!ProtectedApplications.contains(program: path))
  }
}
