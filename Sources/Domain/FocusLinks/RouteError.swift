/// Why routes cannot stand in one table.
public enum RouteError: Error, Equatable, Sendable {
  /// The path is not a path.
  case badPath(route: String, path: String, RoutePath.PathError)
  /// Two parameters of a route have the same name.
  case repeatedParameter(route: String)
  /// A parameter of a route has no name.
  case namelessParameter(route: String)
  /// Two routes have the same name.
  case repeatedName(route: String)
  /// A path exists that both routes would take.
  case overlap(route: String, with: String, example: String)
}

/// All that is wrong with a table of routes.
public struct RouteTableError: Error, Equatable, Sendable {
  /// The problems, each named, in the order of the routes.
  public let problems: [RouteError]
}
