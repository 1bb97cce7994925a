internal import JSONText

/// What KDE Plasma shows on one monitor, as its scripts report it.
struct PlasmaDesktop: Equatable {
  /// Its number in Plasma's configuration.
  var id: Int64
  /// The wallpaper plugin: pictures, a slide show, a color.
  var plugin: String
  /// The picture, how it fills the monitor, and the color around it; empty where they were never set.
  var image: String
  var fill: String
  var color: String

  private static let pictures = "org.kde.image"
  private static let group =
    "d.currentConfigGroup = ['Wallpaper', '\(pictures)', 'General'];"

  /// All monitors; `nil` where Plasma does not run or does not answer.
  static func all(_ environment: [String]) -> [PlasmaDesktop]? {
    let said = run(
      """
      print(JSON.stringify(desktops().map(function (d) { \(group)
        return [d.id, d.wallpaperPlugin].concat(['Image', 'FillMode', 'Color'].map(function (key) {
          return String(d.readConfig(key)); })); })))
      """, environment)
    guard let said, let list = try? JSONDocument(said).root.array else { return nil }
    return list.compactMap { PlasmaDesktop($0) }
  }

  func shows(_ picture: String) -> Bool {
    plugin == Self.pictures && image == DesktopTool.address(of: picture)
  }

  /// Shows a picture whole on black on all monitors, also over an older one of that name.
  static func show(_ picture: String, _ environment: [String]) -> Bool {
    let address = JSONValue.string(DesktopTool.address(of: picture)).text
    return run(
      """
      desktops().forEach(function (d) { d.wallpaperPlugin = '\(pictures)'; \(group)
        d.writeConfig('Image', ''); d.reloadConfig();
        d.writeConfig('FillMode', 1); d.writeConfig('Color', '0,0,0'); d.writeConfig('Image', \(address)); })
      """, environment) != nil
  }

  /// Restores each monitor that still shows our picture.
  static func restore(_ before: [PlasmaDesktop], insteadOf picture: String, _ environment: [String]) -> Bool {
    let address = JSONValue.string(DesktopTool.address(of: picture)).text
    let known = JSONValue.array(before.map(\.json)).text
    // One that came meanwhile has Plasma's own picture.
    return run(
      """
      var before = \(known);
      desktops().forEach(function (d) { \(group)
        if (d.wallpaperPlugin != '\(pictures)' || d.readConfig('Image') != \(address)) return;
        var own = before.filter(function (one) { return one[0] == d.id; })[0] || [0, '\(pictures)', '', '', ''];
        d.writeConfig('Image', own[2]); d.writeConfig('FillMode', own[3] || 2);
        d.writeConfig('Color', own[4] || '0,0,0'); d.wallpaperPlugin = own[1]; })
      """, environment) != nil
  }

  // MARK: Values

  var json: JSONValue { .array([.integer(id)] + [plugin, image, fill, color].map { .string($0) }) }

  init?(_ node: JSONNode) {
    let list = node.array ?? []
    guard list.count == 5, let id = list[0].integer, let plugin = list[1].string, let image = list[2].string,
      let fill = list[3].string, let color = list[4].string
    else { return nil }
    (self.id, self.plugin, self.image, self.fill, self.color) = (id, plugin, image, fill, color)
  }

  private static func run(_ script: String, _ environment: [String]) -> String? {
    let words = [
      "--user", "--json=short", "--auto-start=no", "call", "org.kde.plasmashell", "/PlasmaShell",
      "org.kde.PlasmaShell", "evaluateScript", "s", script,
    ]
    guard let answer = DesktopTool.run("/usr/bin/busctl", words, environment) else { return nil }
    return (try? JSONDocument(answer).root)?["data"]?.array?.first?.string
  }
}
