internal import JSONText
internal import LinuxRuntime

/// A part of the desktop that shows the eye for a night, and what it showed before.
enum Lent: Equatable {
  /// `before` is `nil` if the person never set it.
  case setting(DesktopSetting, before: String?, ours: String)
  /// sway's wallpapers; empty if there were none.
  case wallpaper([SwayBackground], ours: String)
  case plasma([PlasmaDesktop], ours: String)
  /// A lock screen's file; `before` is `nil` if there was none.
  case file(path: String, before: String?, ours: String)

  fileprivate var json: JSONValue {
    switch self {
    case .setting(let setting, let before, let ours):
      setting.json(with: ["before": JSONValue(before), "ours": .string(ours)])
    case .wallpaper(let before, let ours):
      ["wallpaper": .array(before.map { JSONValue($0.words) }), "ours": .string(ours)]
    case .plasma(let before, let ours):
      ["plasma": .array(before.map(\.json)), "ours": .string(ours)]
    case .file(let path, let before, let ours):
      ["file": .string(path), "before": JSONValue(before), "ours": .string(ours)]
    }
  }

  fileprivate init?(_ node: JSONNode) {
    guard let ours = node["ours"]?.string else { return nil }
    let before = node["before"]?.string
    if let setting = DesktopSetting(node) {
      self = .setting(setting, before: before, ours: ours)
    } else if let desktops = node["plasma"]?.array {
      self = .plasma(desktops.compactMap { PlasmaDesktop($0) }, ours: ours)
    } else if let path = node["file"]?.string {
      self = .file(path: path, before: before, ours: ours)
    } else if let backgrounds = node["wallpaper"]?.array {
      let words = backgrounds.map { $0.array?.compactMap(\.string) ?? [] }
      self = .wallpaper(words.flatMap { SwayBackground.all(in: $0) }, ours: ours)
    } else {
      return nil
    }
  }
}

/// What to restore, in a file that outlives a crash; written before anything is changed.
struct LentNote {
  private let path: String
  private(set) var items: [Lent] = []

  init(path: String) {
    self.path = path
    guard let octets = try? Files.read(path, limit: 1 << 20), let root = try? JSONDocument(octets).root else { return }
    items = (root.array ?? []).compactMap { Lent($0) }
  }

  /// Replaces the list; an empty one leaves no file.
  mutating func keep(_ items: [Lent]) throws(SystemError) {
    if items.isEmpty {
      try Files.remove(path)
    } else {
      try Files.replace(path, with: JSONValue.array(items.map(\.json)).octets)
    }
    self.items = items
  }
}
