/// The routes that are known here, and the hosts whose links are ours.
///
/// ```swift
/// let table = RouteTable()
/// let link = try table.parse("https://focuskey.app/start?profile=work&minutes=50")
/// let text = try table.print(link)
/// ```
public struct RouteTable: Sendable {
  /// The longest link in octets: what all browsers and all but the smallest tags carry.
  public static let longestLink = 2048
  /// The scheme that desktops hand to us.
  public static let scheme = "focuskey"

  /// The hosts whose links are ours, in lower case; links are printed with the first.
  public let hosts: [String]
  /// All routes: FocusKey's own first, then those that were added.
  public let routes: [Route]
  let hostOctets: [[UInt8]]
  let trie: RouteTrie
  let canonical: CanonicalLinks
  private let numbers: [String: Int]

  /// The table of FocusKey's own routes.
  public init(hosts: [String] = ["focuskey.app"]) {
    var problems: [RouteError] = []
    self.init(hosts: hosts, own: [], problems: &problems)
  }

  /// A table with routes that the person added.
  ///
  /// - Throws: every route that cannot stand beside the others, named together with the one it collides with.
  public init(hosts: [String] = ["focuskey.app"], own: [Route]) throws(RouteTableError) {
    var problems: [RouteError] = []
    self.init(hosts: hosts, own: own, problems: &problems)
    guard problems.isEmpty else { throw RouteTableError(problems: problems) }
  }

  private init(hosts: [String], own: [Route], problems: inout [RouteError]) {
    let routes = Route.standard + own
    var builder = RouteTrie.Builder()
    var numbers: [String: Int] = [:]
    for (number, route) in routes.enumerated() {
      if numbers[route.name] != nil { problems.append(.repeatedName(route: route.name)) }
      numbers[route.name] = number
      let rivals = builder.routes(overlapping: route.path)
      for rival in rivals {
        problems.append(
          .overlap(
            route: route.name, with: routes[rival].name, example: route.path.example(with: routes[rival].path)))
      }
      if rivals.isEmpty { builder.insert(route.path, route: number) }
    }
    self.hosts = hosts.map { host in host.lowercased() }
    self.routes = routes
    hostOctets = self.hosts.map { host in Array(host.utf8) }
    trie = builder.trie()
    canonical = CanonicalLinks(hosts: hostOctets)
    self.numbers = numbers
  }

  /// The route that prints a link, or `nil` if the link belongs to a route that is not in the table.
  public func route(of link: FocusLink) -> Route? {
    if case .own(let own) = link {
      guard let number = numbers[own.route], number >= Route.standard.count else { return nil }
      return routes[number]
    }
    return Route.standard.first { route in route.write(link) != nil }
  }

  /// The route of that name.
  public func route(named name: String) -> Route? {
    numbers[name].map { number in routes[number] }
  }
}

extension RoutePath {
  /// A path that both this one and another match.
  func example(with other: RoutePath) -> String {
    var text = ""
    for (one, two) in zip(segments, other.segments) {
      switch (one, two) {
      case (.word(let word), _), (.parameter, .word(let word)): text += "/" + word
      case (.parameter, .parameter): text += "/x"
      }
    }
    return text.isEmpty ? "/" : text
  }
}
