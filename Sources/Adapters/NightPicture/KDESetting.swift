internal import LinuxRuntime

/// A setting of KDE's lock screen, in the file that it reads each time it locks.
struct KDESetting: Equatable {
  /// The groups that it is in, and its name.
  let path: [String]

  private static let picture = ["Greeter", "Wallpaper", "org.kde.image", "General"]

  /// What the lock screen shows behind its clock.
  static let all =
    [KDESetting(path: ["Greeter", "WallpaperPlugin"])]
    + ["Image", "FillMode", "Color"].map { KDESetting(path: picture + [$0]) }

  /// The value that shows the whole eye on black.
  func value(showing picture: String) -> String {
    switch path.last {
    case "WallpaperPlugin": "org.kde.image"
    case "FillMode": "1"
    case "Color": "0,0,0"
    default: DesktopTool.address(of: picture)
    }
  }

  /// The value; empty if unset, `nil` if it cannot be read.
  func get(_ environment: [String]) -> String? {
    Self.tool("kreadconfig").flatMap { DesktopTool.run($0, words, environment) }
  }

  /// Sets the value, or removes it for `nil`; returns whether it is so now.
  func set(_ value: String?, _ environment: [String]) -> Bool {
    guard let tool = Self.tool("kwriteconfig") else { return false }
    guard DesktopTool.run(tool, words + (value.map { [$0] } ?? ["--delete"]), environment) != nil else { return false }
    return get(environment) == value ?? ""
  }

  private var words: [String] {
    ["--file", "kscreenlockerrc"] + path.dropLast().flatMap { ["--group", $0] } + ["--key", path.last ?? ""]
  }

  /// The newest version's program; `nil` if none is installed.
  static func tool(_ name: String) -> String? { ["6", "5"].map { "/usr/bin/\(name)\($0)" }.first { Files.exists($0) } }
}
