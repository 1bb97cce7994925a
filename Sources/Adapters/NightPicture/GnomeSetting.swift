/// A GNOME setting, read and set by GNOME's own program.
struct GnomeSetting: Equatable {
  let schema: String
  let key: String

  static let tool = "/usr/bin/gsettings"

  /// What GNOME shows behind its windows; since version 3.36 its lock screen shows the same, blurred.
  static func all(of place: PicturePlace) -> [GnomeSetting] {
    switch place {
    case .wallpaper:
      ["picture-uri", "picture-uri-dark", "picture-options"].map { key in
        GnomeSetting(schema: "org.gnome.desktop.background", key: key)
      }
    case .lockScreen:
      ["picture-uri", "picture-options"].map { key in
        GnomeSetting(schema: "org.gnome.desktop.screensaver", key: key)
      }
    }
  }

  /// The value that shows the whole eye.
  func value(showing picture: String) -> String {
    key == "picture-options" ? "'scaled'" : "'\(DesktopTool.address(of: picture))'"
  }

  /// The value in GVariant's text form; `nil` if it cannot be read.
  func get(_ environment: [String]) -> String? { run("get", [schema, key], environment) }

  /// The default value.
  func usual(_ environment: [String]) -> String? {
    let lines = environment.filter { !$0.hasPrefix("GSETTINGS_BACKEND=") }
    return run("get", [schema, key], lines + ["GSETTINGS_BACKEND=memory"])
  }

  /// Sets the value, or removes it for `nil`; returns whether it is so now.
  func set(_ value: String?, _ environment: [String]) -> Bool {
    guard let value else { return run("reset", [schema, key], environment) != nil }
    return run("set", [schema, key, value], environment) != nil && get(environment) == value
  }

  private func run(_ verb: String, _ words: [String], _ environment: [String]) -> String? {
    DesktopTool.run(Self.tool, [verb] + words, environment)
  }
}
