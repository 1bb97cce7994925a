internal import JSONText

enum DesktopSetting: Equatable {
  case gnome(GnomeSetting)
  case xfce(XfceSetting)
  case kde(KDESetting)

  /// The value that shows the eye.
  func value(showing picture: String) -> String {
    switch self {
    case .gnome(let setting): setting.value(showing: picture)
    case .xfce(let setting): setting.value(showing: picture)
    case .kde(let setting): setting.value(showing: picture)
    }
  }

  /// The current value; `nil` where it cannot be read.
  func get(_ environment: [String]) -> String? {
    switch self {
    case .gnome(let setting): setting.get(environment)
    case .xfce(let setting): setting.get(environment)
    case .kde(let setting): setting.get(environment)
    }
  }

  /// The default value.
  func usual(_ environment: [String]) -> String? {
    switch self {
    case .gnome(let setting): setting.usual(environment)
    case .xfce, .kde: ""
    }
  }

  /// Sets the value, or removes it for `nil`; returns whether it is so now.
  func set(_ value: String?, _ environment: [String]) -> Bool {
    switch self {
    case .gnome(let setting): setting.set(value, environment)
    case .xfce(let setting): setting.set(value, environment)
    case .kde(let setting): setting.set(value, environment)
    }
  }

  var place: PicturePlace {
    switch self {
    case .gnome(let setting): setting.schema == "org.gnome.desktop.screensaver" ? .lockScreen : .wallpaper
    case .xfce: .wallpaper
    case .kde: .lockScreen
    }
  }

  /// Its name for people, in messages that it cannot be read or set.
  var name: String {
    switch self {
    case .gnome(let setting): "GNOME's \(setting.key)"
    case .xfce(let setting): "Xfce's \(setting.property)"
    case .kde(let setting): "KDE's \(setting.path.last ?? "")"
    }
  }

  // MARK: Kept in the note

  func json(with more: [String: JSONValue]) -> JSONValue {
    var object = JSONObject()
    switch self {
    case .gnome(let setting):
      object.append("schema", .string(setting.schema))
      object.append("key", .string(setting.key))
    case .xfce(let setting): object.append("xfce", .string(setting.property))
    case .kde(let setting): object.append("kde", .array(setting.path.map { .string($0) }))
    }
    for (name, value) in more { object.append(name, value) }
    return .object(object)
  }

  init?(_ node: JSONNode) {
    if let schema = node["schema"]?.string, let key = node["key"]?.string {
      self = .gnome(GnomeSetting(schema: schema, key: key))
    } else if let property = node["xfce"]?.string {
      self = .xfce(XfceSetting(property: property))
    } else if let path = node["kde"]?.array {
      self = .kde(KDESetting(path: path.compactMap(\.string)))
    } else {
      return nil
    }
  }
}
