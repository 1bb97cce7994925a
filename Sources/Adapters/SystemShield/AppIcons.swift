import DesktopEntries
import LinuxRuntime

/// Where the icons of apps are (Icon Theme Specification, as far as apps' own icons go: every app has one in
/// `hicolor`, or in the folder of before there were themes).
struct AppIcons {
  /// The largest icon that is read, in octets.
  private static let longest = 256 << 10
  /// Sizes in order of preference: icons drawn for small sizes come first.
  private static let sizes = ["48x48", "64x64", "scalable", "96x96", "128x128", "32x32", "256x256", "512x512"]
  private static let themes = ["hicolor", "Adwaita", "breeze", "gnome", "Papirus"]

  private let surroundings: InstalledApplications.Surroundings

  init(_ surroundings: InstalledApplications.Surroundings) {
    self.surroundings = surroundings
  }

  /// Finds a picture by name or path; its first octets tell PNG from SVG.
  func picture(named name: String) -> (type: String, octets: [UInt8])? {
    for path in paths(of: name) {
      guard let octets = try? Files.read(path, limit: Self.longest) else { continue }
      if octets.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return ("image/png", octets) }
      // Only what is text begins so; scripts in it are not run within a picture.
      if octets.first == UInt8(ascii: "<"), path.hasSuffix(".svg") { return ("image/svg+xml", octets) }
    }
    return nil
  }

  private func paths(of name: String) -> [String] {
    if name.hasPrefix("/") { return [name] }
    // A name is one file's.
    guard !name.isEmpty, !name.contains("/"), name.utf8.count <= 200 else { return [] }
    let bare = [".png", ".svg", ".xpm"].contains { name.hasSuffix($0) } ? String(name.dropLast(4)) : name
    let endings = ["\(bare).png", "\(bare).svg"]
    var paths: [String] = []
    for folder in ["\(surroundings.home)/.icons"] + surroundings.dataFolders.map({ "\($0)/icons" }) {
      for theme in Self.themes {
        for size in Self.sizes { paths += endings.map { "\(folder)/\(theme)/\(size)/apps/\($0)" } }
      }
    }
    for folder in surroundings.dataFolders { paths += endings.map { "\(folder)/pixmaps/\($0)" } }
    return paths
  }
}
