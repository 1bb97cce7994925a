internal import ExtensionPacking
import Glibc
import JSONText
package import LinuxRuntime

/// The browser's extension on this computer: its files, and the small files by which browsers find the program that
/// it talks to.
package struct BrowserExtension: Sendable {
  /// The extension's id in browsers of Chromium's kind, which follows from the key in its manifest.
  package static let id = "acmipbipajgijjlhbdcfkmcbffpoafgm"
  static let firefoxID = "focuskey@focuskey.app"
  /// The name under which the extension asks for its program.
  static let hostName = "app.focuskey.shield"

  /// The folder that a browser loads.
  package let folder: String
  private let wrapper: String
  private let hostFolders: [(path: String, isFirefox: Bool)]

  package init(home: String, dataFolder: String, configurationRoot: String) {
    folder = "\(dataFolder)/focuskey/extension"
    wrapper = "\(dataFolder)/focuskey/browser-host"
    let chromiums = [
      "chromium", "google-chrome", "google-chrome-beta", "BraveSoftware/Brave-Browser", "microsoft-edge", "vivaldi",
    ]
    hostFolders =
      chromiums.map { ("\(configurationRoot)/\($0)/NativeMessagingHosts", false) }
      + [("\(home)/.mozilla/native-messaging-hosts", true)]
  }

  /// `home` is the service's folder, if it is not the usual one.
  package func install(program: String, home: String?) throws(SystemError) {
    try Files.makeFolder(folder)
    for file in ExtensionFiles.all { try Files.replace("\(folder)/\(file.name)", with: file.content, mode: 0o644) }
    let words = [program] + (home.map { ["--home", $0] } ?? []) + ["shield", "browser-host"]
    try Files.replace(wrapper, with: Self.script(starting: words), mode: 0o755)
    for host in hostFolders {
      try Files.makeFolder(host.path)
      let manifest = Self.manifest(
        named: Self.hostName, path: wrapper, for: host.isFirefox ? .firefox : .chromium(Self.id))
      try Files.replace("\(host.path)/\(Self.hostName).json", with: manifest, mode: 0o644)
    }
  }

  var manifest: String { "\(folder)/manifest.json" }
  package var isInstalled: Bool { Files.exists(manifest) }

  /// Removes the files; folders that others use stay.
  package func remove() {
    for host in hostFolders { _ = unsafe unlink("\(host.path)/\(Self.hostName).json") }
    for file in ExtensionFiles.all { _ = unsafe unlink("\(folder)/\(file.name)") }
    _ = unsafe rmdir(folder)
    _ = unsafe unlink(wrapper)
  }

  enum Asker {
    /// The id by which browsers of Chromium's kind know an extension.
    case chromium(String)
    /// Firefox knows our extension by an id of its own.
    case firefox
  }

  /// What a browser reads to learn that an extension may talk to a program.
  static func manifest(named name: String, path: String, for asker: Asker) -> [UInt8] {
    let who: (String, JSONValue) =
      switch asker {
      case .chromium(let id): ("allowed_origins", [.string("chrome-extension://\(id)/")])
      case .firefox: ("allowed_extensions", [.string(firefoxID)])
      }
    var object: JSONObject = [
      "name": .string(name), "description": "FocusKey's shield", "path": .string(path), "type": "stdio",
    ]
    object.append(who.0, who.1)
    return JSONValue.object(object).octets
  }

  /// A script for browsers to start, because they pass on no arguments of ours.
  static func script(starting words: [String]) -> [UInt8] {
    let call = words.map(quoted).joined(separator: " ")
    return Array("#!/bin/sh\n\(starterVariable)=\"$0\" exec \(call) \"$@\"\n".utf8)
  }

  /// Names the script that a browser started; once that is gone, so is the installation.
  package static let starterVariable = "FOCUSKEY_BROWSER_HOST"

  /// Quotes a word for a shell.
  private static func quoted(_ word: String) -> String {
    "'" + word.exchanging("'", for: #"'\''"#) + "'"
  }
}
