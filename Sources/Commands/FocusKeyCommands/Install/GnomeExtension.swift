internal import CGnomeFront
import Glibc
internal import LinuxRuntime

/// FocusKey's extension of GNOME Shell, in the person's own folder: two files that GNOME Shell loads at the next login.
struct GnomeExtension {
  static let id = "focuskey-front@focuskey.app"

  /// The version of GNOME Shell whose way of loading is used; 45 made extensions modules.
  let version: Int

  /// The extension for the GNOME Shell of this computer, or for a recent one where none is installed.
  static func forThisComputer() -> GnomeExtension {
    GnomeExtension(version: installedVersion() ?? 46)
  }

  /// The files of the extension, below the folder of a person's data.
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

  /// `GNOME Shell 43.9` says 43.
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
