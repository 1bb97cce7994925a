public import FocusLinks
public import JSONText

/// Routes of the person's own as they stand in a file:
///
/// ```json5
/// routes: [{ name: "lights", path: "/lights/:room", parameters: ["level"], whenSoft: "acts" }],
/// ```
public struct OwnRoutes: Sendable {
  /// A route with the value that defines it, where more may stand.
  public struct Entry: Sendable {
    /// The route.
    public let route: Route
    /// The value.
    public let members: JSONMembers
  }

  /// The routes in the order of the file.
  public let entries: [Entry]
  private let item: JSONItem?

  /// Reads the routes of a file.
  ///
  /// - Parameters:
  ///   - item: the list; `nil` where the file has none.
  ///   - more: names that may stand beside those of a route.
  public init(_ item: JSONItem?, besides more: [String] = []) throws(JSONShapeError) {
    self.item = item
    var entries: [Entry] = []
    for element in try item?.array() ?? [] {
      let members = try element.members(among: ["name", "path", "parameters", "whenSoft"] + more)
      entries.append(Entry(route: try Self.route(members), members: members))
    }
    self.entries = entries
  }

  /// The table of FocusKey's routes and these; refuses, at its place, the first that cannot stand beside the others.
  public func table(hosts: [String]) throws(JSONShapeError) -> RouteTable {
    do throws(RouteTableError) {
      return try RouteTable(hosts: hosts, own: entries.map { entry in entry.route })
    } catch {
      guard let problem = error.problems.first, let item else { return RouteTable(hosts: hosts) }
      let entry = entries.last { entry in entry.route.name == problem.route }
      throw (entry?.members.item ?? item).refusal("\(problem.route): \(problem.what): \(problem.advice)")
    }
  }

  private static func route(_ members: JSONMembers) throws(JSONShapeError) -> Route {
    let path = try members.required("path")
    let nameItem = try members.required("name")
    let name = try nameItem.string()
    guard !name.isEmpty else { throw nameItem.refusal("a route needs a name") }
    let whenSoft = try members["whenSoft"]?.word(among: ["acts", "refused"])
    let pattern = try path.string()
    let parameters = try members["parameters"]?.strings() ?? []
    do throws(RouteError) {
      return try Route(
        own: name, path: pattern, parameters: parameters, whenSoft: whenSoft == "acts" ? .acts : .refused)
    } catch {
      throw path.refusal("\(error.what): \(error.advice)")
    }
  }
}
