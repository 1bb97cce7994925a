/// An Xfce desktop setting for one monitor and workspace, read and set by Xfce's own program.
struct XfceSetting: Equatable {
  /// Where it is among the settings: `/backdrop/screen0/monitorHDMI-1/workspace0/last-image`.
  let property: String

  static let tool = "/usr/bin/xfconf-query"
  private static let picture = "/last-image"
  private static let black = "0.000000 0.000000 0.000000 1.000000"

  /// xfdesktop's pictures by monitor and workspace, as it wrote them down; `nil` if unreadable.
  static func all(_ environment: [String]) -> [XfceSetting]? {
    guard let list = run(["-l"], environment) else { return nil }
    let pictures = list.split(separator: "\n").filter { $0.hasPrefix("/backdrop/") && $0.hasSuffix(picture) }
    return pictures.flatMap { path in
      [picture, "/image-style", "/color-style", "/rgba1"].map {
        XfceSetting(property: path.dropLast(picture.utf8.count) + $0)
      }
    }
  }

  private var name: Substring { property[(property.lastIndex(of: "/") ?? property.startIndex)...] }

  /// The value that shows the whole eye on black.
  func value(showing picture: String) -> String {
    switch name {
    case "/image-style": "4"
    case "/color-style": "0"
    case "/rgba1": Self.black
    default: picture
    }
  }

  /// The value, a color as numbers in a row; empty if unset, `nil` if it cannot be read.
  func get(_ environment: [String]) -> String? {
    guard let text = Self.run(["-p", property], environment) else {
      // A setting that is not there is no failure. No settings at all are one: so it looks without Xfce's service.
      let others = Self.run(["-l"], environment) ?? ""
      return others.split(separator: "\n").contains { $0.hasPrefix("/") } ? "" : nil
    }
    guard name == "/rgba1" else { return text }
    return text.split(separator: "\n").dropFirst().joined(separator: " ")
  }

  /// Sets or removes it; returns whether it is so now.
  func set(_ value: String?, _ environment: [String]) -> Bool {
    guard let value else { return Self.run(["-p", property, "-r"], environment) != nil }
    let words =
      switch name {
      case "/image-style", "/color-style": ["-t", "int", "-s", value]
      case "/rgba1": ["--force-array"] + value.split(separator: " ").flatMap { ["-t", "double", "-s", String($0)] }
      default: ["-t", "string", "-s", value]
      }
    return Self.run(["-p", property, "-n"] + words, environment) != nil && get(environment) == value
  }

  private static func run(_ words: [String], _ environment: [String]) -> String? {
    // It writes numbers in the person's language.
    let lines = environment.filter { !$0.hasPrefix("LC_ALL=") } + ["LC_ALL=C"]
    return DesktopTool.run(tool, ["-c", "xfce4-desktop"] + words, lines)
  }
}
