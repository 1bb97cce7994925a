internal import CLinux
internal import ExtensionPacking
import Glibc
import JSONText
package import LinuxRuntime

/// The browser's extension for everybody on this computer, put into browsers by their own policies, as root.
///
/// Policies of others stay as they are: ours lie in files of their own, and leave out what others' files say already.
package struct MachineExtension: Sendable {
  package struct Outcome: Sendable, Equatable {
    /// The extension's id in browsers of Chromium's kind, which follows from this computer's own key.
    package let id: String
    /// What was left as others had set it, in words.
    package let notes: [String]
  }

  /// The name under which this extension asks for its program; that of a person's own extension may be there too.
  static let hostName = "\(BrowserExtension.hostName).machine"
  package var isInstalled: Bool { Files.exists(at(package)) }

  static let share = "/usr/local/share/focuskey"
  let package = "\(Self.share)/focuskey.crx"
  private let archive = "\(Self.share)/focuskey.xpi"
  private let update = "\(Self.share)/update.xml"
  private let made = "\(Self.share)/made-folders"
  private let key = "/etc/focuskey/extension-key"
  private let wrapper = "/usr/local/libexec/focuskey/browser-host"
  private let root: String

  /// `root` replaces `/` in trials.
  package init(root: String = "") {
    self.root = root
  }

  /// Puts the extension and what belongs with it in place.
  ///
  /// - Parameters:
  ///   - program: the program `focuskey`, which nobody but root may be able to change.
  ///   - withUnsigned: whether Firefox gets it too, which takes an unsigned extension only with its check of signatures
  ///     off.
  package func install(program: String, withUnsigned: Bool) throws(SystemError) -> Outcome {
    for folder in [Self.share, "/etc/focuskey", "/usr/local/libexec/focuskey"] { try makeFolder(folder) }
    let key = try ownKey()
    let id = ExtensionPackage.id(of: key)
    let version = Self.version(at: focuskey_wall_milliseconds())
    let files = ZipArchive.octets(of: ExtensionFiles.packed(host: Self.hostName, version: version))
    try write(package, try ExtensionPackage.octets(of: files, signedBy: key))
    try write(
      update,
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gupdate xmlns="http://www.google.com/update2/response" protocol="2.0">
        <app appid="\(id)"><updatecheck codebase="file://\(package)" version="\(version)"/></app>
      </gupdate>

      """)
    try write(wrapper, BrowserExtension.script(starting: [program, "shield", "browser-host"]), mode: 0o755)
    var notes: [String] = []
    for browser in PolicyFolders.all {
      try write(
        "\(browser.hosts)/\(Self.hostName).json",
        BrowserExtension.manifest(named: Self.hostName, path: wrapper, for: .chromium(id)))
      notes += try placePolicy(of: browser, id)
    }
    notes += try placeFirefox(withUnsigned ? files : nil) + placeInFlatpaks()
    return Outcome(id: id, notes: notes)
  }

  /// Removes everything; returns the paths that could not be removed.
  package func remove() -> [String] {
    // The program that the extension talks to goes first: without it, the extension opens everything and brings tabs
    // back. It must still be there then, which it is not long after its policy.
    let talk = PolicyFolders.all.map(\.hosts) + [PolicyFolders.firefoxHosts]
    var left = removed(talk.map { "\($0)/\(Self.hostName).json" } + [wrapper])
    if isInstalled { usleep(500_000) }
    var files = [package, archive, update, key]
    for browser in PolicyFolders.all { files.append("\(browser.policies)/\(PolicyFolders.file)") }
    files.append(PolicyFolders.flatpakChromium)
    for file in [PolicyFolders.firefox, PolicyFolders.flatpakFirefox] {
      if let there = try? Files.read(at(file)), Self.isOurs(there) { files.append(file) }
    }
    let folders = (try? Files.read(at(made))).map { String(decoding: $0, as: UTF8.self).split(separator: "\n") } ?? []
    left += removed(files + [made])
    // The deepest first; one that somebody else has put something into is not empty, and stays.
    for folder in folders.reversed() { _ = unsafe rmdir(at(String(folder))) }
    return left
  }

  /// Removes files; returns those that could not be removed.
  func removed(_ files: [String]) -> [String] {
    files.filter { path in (try? Files.remove(at(path))) == nil }
  }

  // MARK: Policies

  private func placePolicy(of browser: PolicyFolders, _ id: String) throws(SystemError) -> [String] {
    let others = Folder.names(in: at(browser.policies)).filter { $0 != PolicyFolders.file }.map { name in
      String(decoding: (try? Files.read(at("\(browser.policies)/\(name)"))) ?? [], as: UTF8.self)
    }
    let isFree = { (policy: String) in !others.contains { $0.includes("\"\(policy)\"") } }
    var policy = JSONObject()
    var notes: [String] = []
    // A browser takes each policy from one file alone, so that ours would hide what another says by the same name.
    if isFree("EncryptedClientHelloEnabled") { policy.append("EncryptedClientHelloEnabled", false) }
    if isFree("ExtensionSettings") {
      let setting: JSONValue = ["installation_mode": "force_installed", "update_url": .string("file://\(update)")]
      policy.append("ExtensionSettings", .object(JSONObject([(id, setting)])))
    } else if isFree("ExtensionInstallForcelist") {
      policy.append("ExtensionInstallForcelist", [.string("\(id);file://\(update)")])
    } else {
      notes.append("\(browser.name) has other policies for extensions: install the extension there by hand")
    }
    try write("\(browser.policies)/\(PolicyFolders.file)", JSONValue.object(policy).octets)
    return notes
  }

  private func placeFirefox(_ files: [UInt8]?) throws(SystemError) -> [String] {
    // Firefox reads one file alone.
    if let there = try? Files.read(at(PolicyFolders.firefox)), !Self.isOurs(there) {
      return ["Firefox has other policies, which are not changed: encrypted site names can bypass the shield there"]
    }
    var policies = Self.plainPolicies
    if let files {
      try write(archive, files)
      try write(
        "\(PolicyFolders.firefoxHosts)/\(Self.hostName).json",
        BrowserExtension.manifest(named: Self.hostName, path: wrapper, for: .firefox))
      let setting: JSONValue = ["installation_mode": "force_installed", "install_url": .string("file://\(archive)")]
      policies.append(("ExtensionSettings", .object(JSONObject([(BrowserExtension.firefoxID, setting)]))))
      policies.append(("Preferences", ["xpinstall.signatures.required": ["Value": false, "Status": "locked"]]))
    }
    try write(PolicyFolders.firefox, Self.firefoxFile(policies))
    return []
  }

  /// The policies that Firefox always gets.
  static let plainPolicies: [(String, JSONValue)] = [
    ("DisableEncryptedClientHello", true),
    // What hides names from the queue comes with names asked over HTTPS, also in Firefoxes that do not know the line
    // above.
    ("DNSOverHTTPS", ["Enabled": false, "Locked": true]),
  ]

  static func firefoxFile(_ policies: [(String, JSONValue)]) -> [UInt8] {
    JSONValue.object(JSONObject([(mark, true), ("policies", .object(JSONObject(policies)))])).octets
  }

  /// Marks the file as ours: Firefox looks only at the policies beside it.
  private static let mark = "FocusKey"

  static func isOurs(_ octets: [UInt8]) -> Bool {
    (try? JSONDocument(octets).root)?[mark]?.bool == true
  }

  // MARK: Files

  func at(_ path: String) -> String { root + path }

  /// This computer's key, made when the first installation needs it and never readable to others.
  private func ownKey() throws(SystemError) -> PackageKey {
    if let kept = try? Files.read(at(key)), let key = try? PackageKey(kept) { return key }
    let new = try renaming({ (error: SystemError) in SystemError(error.call, error.code, on: key) }, PackageKey())
    try Files.replace(at(key), with: new.octets, mode: 0o600)
    return new
  }

  private func write(_ path: String, _ text: String) throws(SystemError) {
    try write(path, Array(text.utf8))
  }

  func write(_ path: String, _ content: [UInt8], mode: UInt32 = 0o644) throws(SystemError) {
    if let slash = path.lastIndex(of: "/") { try makeFolder(String(path[..<slash])) }
    try Files.replace(at(path), with: content, mode: mode)
    // Whatever root's own mask is: browsers read this as everybody.
    guard unsafe chmod(at(path), mode) == 0 else { throw .last("chmod", on: path) }
  }

  /// Makes a folder and its missing parents, and notes them; the first one contains the note.
  private func makeFolder(_ path: String) throws(SystemError) {
    let new = try missing(above: path)
    guard !new.isEmpty else { return }
    let file = try Descriptor.open(at(made), O_WRONLY | O_CREAT | O_APPEND, mode: 0o644)
    try Files.write(Array(new.map { "\($0)\n" }.joined().utf8), to: file.number)
  }

  private func missing(above path: String) throws(SystemError) -> [String] {
    guard !path.isEmpty, !Files.isFolder(at(path)) else { return [] }
    let above = try missing(above: String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
    guard unsafe mkdir(at(path), 0o755) == 0, unsafe chmod(at(path), 0o755) == 0 else { throw .last("mkdir", on: path) }
    return above + [path]
  }

  /// Rises with time, so that browsers install the newest: days, then half the day's seconds.
  private static func version(at milliseconds: Int64) -> String {
    let seconds = milliseconds / 1000
    return "0.1.\(seconds / 86_400).\(seconds % 86_400 / 2)"
  }
}

extension JSONObject {
  /// An object with names that are known only at run time.
  fileprivate init(_ members: [(String, JSONValue)]) {
    self.init()
    for (name, value) in members { append(name, value) }
  }
}
