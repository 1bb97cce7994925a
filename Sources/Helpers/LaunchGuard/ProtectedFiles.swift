import DesktopEntries
import Glibc
import LinuxRuntime

/// The protected programs of this computer by their files, so that no other name for one of them, such as a hard link
/// or a mount of the asker's own, gets it refused.
enum ProtectedFiles {
  private static let folders = [
    "/usr/bin", "/usr/sbin", "/bin", "/sbin", "/usr/local/bin", "/usr/local/sbin", "/usr/libexec", "/usr/lib/systemd",
    "/lib64", "/usr/games",
  ]

  static func identities() -> Set<FileIdentity> {
    var seen: Set<FileIdentity> = []
    var found: Set<FileIdentity> = []
    for folder in folders {
      guard let own = FileIdentity(of: folder), seen.insert(own).inserted else { continue }
      for name in Folder.names(in: folder) where ProtectedApplications.contains(program: name) {
        if let file = FileIdentity(of: "\(folder)/\(name)") { found.insert(file) }
      }
    }
    return found
  }
}
