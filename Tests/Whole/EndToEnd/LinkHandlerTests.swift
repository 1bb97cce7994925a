import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// The real program on a desktop of its own: private XDG folders, the real xdg-utils where they are installed.
struct Desktop {
  let folder = TemporaryFolder()

  var environment: [String] {
    [
      "HOME=\(folder.path)", "XDG_DATA_HOME=\(folder("data"))", "XDG_CONFIG_HOME=\(folder("config"))",
      "XDG_DATA_DIRS=\(folder("none"))", "XDG_CONFIG_DIRS=\(folder("none"))", "PATH=/usr/local/bin:/usr/bin:/bin",
      "DISPLAY=:99", "LANG=C.UTF-8",
    ]
  }

  var entry: String { folder("data/applications/focuskey-link.desktop") }
  var defaults: String { folder("config/mimeapps.list") }

  func focuskey(_ arguments: String...) throws -> BuiltProgram.Outcome {
    try BuiltProgram.focuskey.run(arguments, environment: environment)
  }

  func run(_ program: String, _ arguments: String...) throws -> BuiltProgram.Outcome {
    try BuiltProgram(at: program).run(arguments, environment: environment)
  }

  func write(defaults text: String) throws {
    try Files.makeFolder(folder("config"))
    try Files.replace(defaults, with: Array(text.utf8))
  }

  /// Every file and folder, with what is in it.
  func tree() throws -> [String] {
    let script = "find . -mindepth 1 -printf '%p %y %l ' \\( -type f -exec cksum {} \\; -o -printf '\\n' \\) | sort"
    return try BuiltProgram(at: "/bin/sh").run(["-c", "cd '\(folder.path)' && \(script)"]).lines
  }

  func text(of file: String) -> String? {
    (try? Files.read(file)).map { octets in String(decoding: octets, as: UTF8.self) }
  }
}

@Suite(.realParts) struct LinkHandlerTests {
  static let lists: [String?] = [
    nil, "[Default Applications]\n", "[Default Applications]\nx-scheme-handler/focuskey=other.desktop;third.desktop\n",
    "# mine\n[Added Associations]\ntext/plain=vim.desktop\n", "[Added Associations]\ntext/plain=vim.desktop",
    "[Added Associations]\ntext/plain=vim.desktop\n\n\n", "[Default Applications]\ntext/html=firefox.desktop",
    "[Default Applications]\ntext/html=firefox.desktop\n[Added Associations]\nx-scheme-handler/focuskey=no.desktop\n",
    "[Default Applications]\n\n# end\n\n[Removed Associations]\n",
    "[Default Applications]\nx-scheme-handler/focuskey=  other.desktop",
  ]

  @Test(arguments: lists)
  func whatIsInstalledIsTakenBackToTheOctet(list: String?) throws {
    let desktop = Desktop()
    if let list { try desktop.write(defaults: list) }
    #expect(try desktop.focuskey("link-handler", "install").exitCode == 0)
    let installed = desktop.text(of: desktop.defaults) ?? ""
    #expect(installed.contains("x-scheme-handler/focuskey=focuskey-link.desktop"))
    for line in (list ?? "").split(separator: "\n") where !line.contains("other.desktop") {
      #expect(installed.contains(line))
    }
    // Once more changes nothing, and forgets nothing.
    #expect(try desktop.focuskey("link-handler", "install").output.hasPrefix("The handler is already installed.\n"))
    #expect(desktop.text(of: desktop.defaults) == installed)
    #expect(try desktop.focuskey("link-handler", "remove").exitCode == 0)
    #expect(desktop.text(of: desktop.entry) == nil)
    #expect(desktop.text(of: desktop.defaults) == list?.replacing("=  other", with: "=other"))
    #expect(try desktop.focuskey("link-handler", "remove").output == "There is no handler to remove.\n")
  }

  /// Files of the person's, and what is left of them all.
  static let rooms: [[String: String]] = [
    [:], ["data/notes": "mine\n"], ["data/applications/mimeinfo.cache": "[MIME Cache]\n"],
    [
      "config/other": "1\n",
      "data/applications/other.desktop": "[Desktop Entry]\nType=Application\nName=Other\nExec=true\n",
    ],
  ]

  /// The desktop's cache and the folders go, too, unless the person has something in them.
  @Test(arguments: rooms)
  func whatWasMadeIsRemovedToTheLastFolder(files: [String: String]) throws {
    let desktop = Desktop()
    for (name, text) in files { try put(name, text, on: desktop) }
    let before = try desktop.tree()
    for _ in 0..<2 { #expect(try desktop.focuskey("link-handler", "install").exitCode == 0) }
    #expect(try desktop.focuskey("link-handler", "remove").exitCode == 0)
    #expect(try desktop.tree() == before)
  }

  @Test(.enabled(if: Files.exists("/usr/bin/update-desktop-database")))
  func aCacheThatNamesAnAppOfThePersonStays() throws {
    let desktop = Desktop()
    #expect(try desktop.focuskey("link-handler", "install").exitCode == 0)
    let theirs = "[Desktop Entry]\nType=Application\nName=Other\nExec=true\nMimeType=text/x-other;\n"
    try put("data/applications/other.desktop", theirs, on: desktop)
    #expect(try desktop.focuskey("link-handler", "remove").exitCode == 0)
    #expect(
      desktop.text(of: desktop.folder("data/applications/mimeinfo.cache"))
        == "[MIME Cache]\ntext/x-other=other.desktop;\n")
  }

  /// An entry that somebody wrote into asks for nothing but what is empty.
  @Test(arguments: ["cache entry99999999999999999999", "entry-3 list-1", "entry255 list255 cache cache", "x"])
  func tracesThatMakeNoSenseDoNoHarm(words: String) throws {
    let desktop = Desktop()
    try put("mine", "1\n", on: desktop)
    let before = try desktop.tree()
    try put("data/applications/focuskey-link.desktop", "[Desktop Entry]\nX-FocusKey-Made=\(words)\n", on: desktop)
    #expect(try desktop.focuskey("link-handler", "remove").exitCode == 0)
    #expect(try Set(before).isSubset(of: desktop.tree()))
  }

  private func put(_ name: String, _ text: String, on desktop: Desktop) throws {
    let path = desktop.folder(name)
    try Files.makeFolder(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
    try Files.replace(path, with: Array(text.utf8))
  }

  @Test func aDefaultThatSomebodyElseSetSinceStays() throws {
    let desktop = Desktop()
    _ = try desktop.focuskey("link-handler", "install")
    let theirs = "[Default Applications]\nx-scheme-handler/focuskey=theirs.desktop\n"
    try desktop.write(defaults: theirs)
    #expect(try desktop.focuskey("link-handler", "remove").exitCode == 0)
    #expect(desktop.text(of: desktop.defaults) == theirs)
  }

  @Test func aListThatIsALinkStaysOne() throws {
    let desktop = Desktop()
    try Files.makeFolder(desktop.folder("dotfiles"))
    try Files.makeFolder(desktop.folder("config"))
    try Files.replace(desktop.folder("dotfiles/list"), with: [])
    #expect(unsafe symlink(desktop.folder("dotfiles/list"), desktop.defaults) == 0)
    _ = try desktop.focuskey("link-handler", "install")
    #expect(desktop.text(of: desktop.folder("dotfiles/list"))?.contains("focuskey-link.desktop") == true)
  }

  @Test func theAnswerInJSON() throws {
    let desktop = Desktop()
    try desktop.write(defaults: "[Default Applications]\nx-scheme-handler/focuskey=other.desktop\n")
    #expect(
      try desktop.focuskey("link-handler", "install", "--json").output
        == #"{"changed":true,"defaults":"\#(desktop.defaults)","entry":"\#(desktop.entry)","installed":true,"#
        + #""ok":true,"previous":"other.desktop"}"# + "\n")
  }

  @Test func aFolderThatCannotBeWrittenIsSaid() throws {
    let desktop = Desktop()
    try Files.replace(desktop.folder("data"), with: [])
    let outcome = try desktop.focuskey("link-handler", "install")
    #expect([66, 74, 77].contains(outcome.exitCode))
    #expect(outcome.errors.hasPrefix("focuskey: ") && outcome.errors.split(separator: "\n").count == 1)
  }

  @Test(.enabled(if: Files.exists("/usr/bin/xdg-mime")))
  func theDesktopFindsTheHandler() throws {
    let desktop = Desktop()
    _ = try desktop.focuskey("link-handler", "install")
    let query = try desktop.run("/usr/bin/xdg-mime", "query", "default", "x-scheme-handler/focuskey")
    #expect(query.output == "focuskey-link.desktop\n")
    _ = try desktop.focuskey("link-handler", "remove")
    #expect(try desktop.run("/usr/bin/xdg-mime", "query", "default", "x-scheme-handler/focuskey").output == "")
  }

  @Test(.enabled(if: Files.exists("/usr/bin/desktop-file-validate")))
  func theEntryIsValid() throws {
    let desktop = Desktop()
    _ = try desktop.focuskey("link-handler", "install")
    #expect(try desktop.run("/usr/bin/desktop-file-validate", desktop.entry).output == "")
  }

  /// From the browser's hand to the session: a soft link starts one, and ends none.
  @Test(.enabled(if: Files.exists("/usr/bin/xdg-open")))
  func aLinkThatIsOpenedReachesTheService() async throws {
    let desktop = Desktop()
    let home = TemporaryFolder()
    let service = try RunningService(home: home.path)
    _ = try desktop.focuskey("link-handler", "install", "--home", home.path)
    _ = try desktop.run("/usr/bin/xdg-open", "focuskey://start?profile=work&minutes=50")
    #expect(
      try await eventually {
        let status = try service("status", "--json").output
        return status.contains(#""state":"focusing""#) && status.contains(#""profile":"work""#)
      })
    _ = try desktop.run("/usr/bin/xdg-open", "focuskey://stop")
    try await Task.sleep(for: .milliseconds(300))
    #expect(try service("status", "--json").output.contains(#""question":null"#))
  }
}
