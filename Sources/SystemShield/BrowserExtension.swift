internal import CBrowserShield
import Glibc
import JSONText
public import LinuxRuntime

/// The browser's extension on this computer: its files, and the small files by which browsers find the program that
/// it talks to.
public struct BrowserExtension: Sendable {
  /// The extension's id in browsers of Chromium's kind, which follows from the key in its manifest.
  public static let id = "acmipbipajgijjlhbdcfkmcbffpoafgm"
  /// The name under which the extension asks for its program.
  static let hostName = "app.focuskey.shield"

  /// The folder that a browser loads.
  public let folder: String
  private let wrapper: String
  private let hostFolders: [(path: String, isFirefox: Bool)]

  /// The extension of the person with that home folder.
  public init(home: String, dataFolder: String, configurationRoot: String) {
    folder = "\(dataFolder)/focuskey/extension"
    wrapper = "\(dataFolder)/focuskey/browser-host"
    let chromiums = [
      "chromium", "google-chrome", "google-chrome-beta", "BraveSoftware/Brave-Browser", "microsoft-edge", "vivaldi",
    ]
    hostFolders =
      chromiums.map { ("\(configurationRoot)/\($0)/NativeMessagingHosts", false) }
      + [("\(home)/.mozilla/native-messaging-hosts", true)]
  }

  /// Puts the files in place.
  ///
  /// - Parameters:
  ///   - program: the program `focuskey`.
  ///   - home: the service's folder, where it is not the usual one.
  public func install(program: String, home: String?) throws(SystemFault) {
    try Files.makeFolder(folder)
    for index in 0..<focuskey_extension_files() {
      var length = 0
      let content = unsafe focuskey_extension_content(index, &length)
      let name = unsafe String(cString: focuskey_extension_name(index))
      let octets = unsafe Array(UnsafeBufferPointer(start: content, count: length))
      try Files.replace("\(folder)/\(name)", with: octets, mode: 0o644)
    }
    let words = [program] + (home.map { ["--home", $0] } ?? []) + ["shield", "browser-host"]
    let script = "#!/bin/sh\nexec \(words.map(Self.quoted).joined(separator: " ")) \"$@\"\n"
    try Files.replace(wrapper, with: Array(script.utf8), mode: 0o755)
    for host in hostFolders {
      try Files.makeFolder(host.path)
      try Files.replace("\(host.path)/\(Self.hostName).json", with: manifest(isFirefox: host.isFirefox), mode: 0o644)
    }
  }

  /// Takes the files away again; folders that others use stay.
  public func remove() {
    for host in hostFolders { _ = unsafe unlink("\(host.path)/\(Self.hostName).json") }
    for index in 0..<focuskey_extension_files() {
      _ = unsafe unlink("\(folder)/\(String(cString: focuskey_extension_name(index)))")
    }
    _ = unsafe rmdir(folder)
    _ = unsafe unlink(wrapper)
  }

  private func manifest(isFirefox: Bool) -> [UInt8] {
    let who: JSONValue = isFirefox ? ["focuskey@focuskey.app"] : [.string("chrome-extension://\(Self.id)/")]
    return JSONValue.members([
      "name": .string(Self.hostName), "description": "FocusKey's shield", "path": .string(wrapper), "type": "stdio",
      "allowed_extensions": isFirefox ? who : nil, "allowed_origins": isFirefox ? nil : who,
    ]).octets
  }

  /// A word as a shell takes it, whatever is in it.
  private static func quoted(_ word: String) -> String {
    "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}
