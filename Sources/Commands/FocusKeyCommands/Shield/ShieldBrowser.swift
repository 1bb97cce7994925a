internal import CommandShell
internal import ServiceContract
internal import SystemShield

private let remove = Flag("remove", "remove the extension's files")

var shieldBrowserCommand: ProgramCommand {
  ProgramCommand(
    "browser", "Install the extension that shows your promise",
    discussion: """
      The extension shows your promise on blocked sites. Its files go into your own folders, and the browser asks you once. In Chromium, \
      Chrome, Brave or Edge: open chrome://extensions, turn on "Developer mode", choose "Load unpacked" and the folder that this command \
      prints. In Firefox: about:debugging, "This Firefox", "Load Temporary Add-on", the manifest in that folder; it stays until Firefox ends.
      """, takes: [remove]
  ) { context throws(Failure) in
    let home = context.surroundings.variable("HOME") ?? "/"
    let browser = BrowserExtension(
      home: home, dataFolder: context.surroundings.variable("XDG_DATA_HOME") ?? "\(home)/.local/share",
      configurationRoot: context.surroundings.variable("XDG_CONFIG_HOME") ?? "\(home)/.config")
    if context.invocation[remove] {
      browser.remove()
      try context.answer(ShieldBrowserAnswer(folder: nil))
      return .done
    }
    do throws(SystemError) {
      try browser.install(program: Environment.programPath() ?? "focuskey", home: context.home.folder)
    } catch {
      throw Failure(
        .brokenIO, kind: "not-installed", what: "cannot install the extension", at: .text(error.subject),
        advice: "\(error.call): \(error.reason)")
    }
    try context.answer(ShieldBrowserAnswer(folder: browser.folder))
    return .done
  }
}

private struct ShieldBrowserAnswer: PrintedAnswer {
  let folder: String?

  var text: String {
    guard let folder else { return "Removed the extension's files. Remove the extension in the browser, too." }
    return """
      The extension is in \(folder)
      Chromium, Chrome, Brave, Edge: chrome://extensions, Developer mode, Load unpacked, that folder.
      Firefox: about:debugging, This Firefox, Load Temporary Add-on, the manifest.json in it.
      """
  }

  var json: JSONValue { .members(["ok": true, "folder": folder.map(JSONValue.string)]) }
}
