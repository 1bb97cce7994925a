internal import CGnomeFront
import Glibc
internal import LinuxRuntime

/// FocusKey's GNOME Shell extension in the person's folder: two files, loaded at the next login.
struct GnomeExtension {
  static let id = "focuskey-front@focuskey.app"

  /// The GNOME Shell version for which it is loaded; since 45, extensions are modules.
  let version: Int

  /// Returns one for the installed GNOME Shell, or for a recent version if none is installed.
  static func forThisComputer() -> GnomeExtension {
    GnomeExtension(version: installedVersion() ?? 46)
  }

  func files(below data: String) -> [InstalledFile] {
    let folder = "\(data)/gnome-shell/extensions/\(Self.id)"
    return [
      InstalledFile(
        what: "GNOME's description of the extension", path: "\(folder)/metadata.json",
        content: .text(unsafe String(cString: focuskey_gnome_metadata_text()))),
      InstalledFile(what: "the GNOME extension", path: "\(folder)/extension.js", content: .text(script)),
    ]
  }

  private var script: String {
    let front = unsafe String(cString: focuskey_gnome_front_text())
    guard version >= 45 else { return front + (unsafe String(cString: focuskey_gnome_script_text())) }
    return unsafe String(cString: focuskey_gnome_imports_text()) + front
      + String(cString: focuskey_gnome_module_text())
  }

  /// Returns 43 for `GNOME Shell 43.9`.
  private static func installedVersion() -> Int? {
    guard let program = Environment.program(named: "gnome-shell"), let pipe = try? makePipe() else { return nil }
    let source = Descriptor(owning: pipe.reading)
    let child = try? ChildProcess.start(program, ["--version"], output: .descriptor(pipe.writing), errors: .nothing)
    close(pipe.writing)
    guard let octets = try? Files.read(source, named: program, limit: 4096), child?.wait() == 0 else { return nil }
    let words = String(decoding: octets, as: UTF8.self).split(separator: " ")
    return words.last.flatMap { Int($0.prefix { $0.isNumber }) }
  }
}
