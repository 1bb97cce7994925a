/// Which of the lists an app is on by what the menus of desktops say about it (Desktop Menu Specification, "Registered
/// Categories"): so that a game that is installed tomorrow is a game.
package enum MenuCategories {
  private static let lists: [(list: String, any: [Set<String>])] = [
    ("games", [["Game"]]), ("messaging", [["InstantMessaging"], ["Chat"], ["IRCClient"]]),
    ("music", [["Music", "Player"], ["Audio", "Player"]]), ("news", [["News"]]),
    ("video", [["TV"], ["Video", "Player"]]), ("diversions", [["Amusement"]]),
  ]

  package static var names: [String] { lists.map(\.list) }

  package static func lists(of categories: [String]) -> [String] {
    let own = Set(categories)
    return lists.filter { list in list.any.contains { $0.isSubset(of: own) } }.map(\.list)
  }
}
