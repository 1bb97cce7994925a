import Glibc
import JSONText
import LinuxRuntime

/// Browsers from Flatpak, which see nothing of this computer's folders and have their policies in places of their own.
extension MachineExtension {
  /// Places policies for browsers from Flatpak, if that is installed; returns what stays as it is.
  func placeInFlatpaks() throws(SystemError) -> [String] {
    guard Files.isFolder(at(PolicyFolders.flatpaks)) else { return [] }
    return try placeFlatpakFirefox() + placeFlatpakChromium()
  }

  private func placeFlatpakFirefox() throws(SystemError) -> [String] {
    if let there = try? Files.read(at(PolicyFolders.flatpakFirefox)), !Self.isOurs(there) {
      return ["Firefox from Flatpak has other policies, which are not changed"]
    }
    try write(PolicyFolders.flatpakFirefox, Self.firefoxFile(Self.plainPolicies))
    return []
  }

  /// Some versions of Chromium from Flatpak do not start at all with a policy beside them
  /// (flathub/org.chromium.Chromium, issue 388): what is put there stays only if one does.
  private func placeFlatpakChromium() throws(SystemError) -> [String] {
    let app = "\(PolicyFolders.flatpaks)/app/\(PolicyFolders.flatpakChromiumID)"
    guard Files.isFolder(at(app)), Files.exists(at(Self.flatpak)) else { return [] }
    guard startsChromium() else { return [] }
    try write(PolicyFolders.flatpakChromium, JSONValue.object(["EncryptedClientHelloEnabled": false]).octets)
    guard !startsChromium() else { return [] }
    _ = removed([PolicyFolders.flatpakChromium])
    // An extension without anything in it has the browser complain.
    var folder = PolicyFolders.flatpakChromium
    while let slash = folder.lastIndex(of: "/"), folder.count > PolicyFolders.flatpaks.count {
      folder = String(folder[..<slash])
      guard unsafe rmdir(at(folder)) == 0 else { break }
    }
    return ["Chromium from Flatpak does not start with a policy here, so that it has none"]
  }

  private static let flatpak = "/usr/bin/flatpak"
  /// How long a sandbox may take to come up, in tenths of a second.
  private static let patience = 300

  /// Whether Chromium's sandbox starts, with a harmless program in the browser's place.
  private func startsChromium() -> Bool {
    let words = ["run", "--system", "--command=true", PolicyFolders.flatpakChromiumID]
    // On no terminal of anybody's, with nothing of what is open here.
    guard
      let child = try? ChildProcess.start(
        at(Self.flatpak), words, output: .nothing, errors: .nothing, ownSession: true, onlyStreams: true)
    else { return false }
    for _ in 0..<Self.patience {
      if let code = child.outcomeIfEnded() { return code == 0 }
      usleep(100_000)
    }
    child.signal(SIGKILL)
    _ = child.wait()
    return false
  }
}
