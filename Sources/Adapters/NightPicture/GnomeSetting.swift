/// A setting of GNOME, read and set by the program that GNOME has for that.
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

  /// What it has to be for the eye to be seen whole.
  func value(showing picture: String) -> String {
    key == "picture-options" ? "'scaled'" : "'\(DesktopTool.address(of: picture))'"
  }

  /// What it is, as GVariant writes it; `nil` where that cannot be asked.
  func get(_ environment: [String]) -> String? { run("get", [schema, key], environment) }

  /// What it is for those who never set it.
  func usual(_ environment: [String]) -> String? {
    let lines = environment.filter { !$0.hasPrefix("GSETTINGS_BACKEND=") }
    return run("get", [schema, key], lines + ["GSETTINGS_BACKEND=memory"])
  }

  /// Sets it, or takes what the person set away.
  ///
  /// - Returns: whether it is so now.
  func set(_ value: String?, _ environment: [String]) -> Bool {
    guard let value else { return run("reset", [schema, key], environment) != nil }
    return run("set", [schema, key, value], environment) != nil && get(environment) == value
  }

  private func run(_ verb: String, _ words: [String], _ environment: [String]) -> String? {
    DesktopTool.run(Self.tool, [verb] + words, environment)
  }
}
