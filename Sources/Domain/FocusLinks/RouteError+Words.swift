extension RouteError {
  /// The kind in kebab case.
  public var kind: String {
    switch self {
    case .badPath: "bad-route-path"
    case .repeatedParameter: "repeated-route-parameter"
    case .namelessParameter: "nameless-route-parameter"
    case .repeatedName: "repeated-route-name"
    case .overlap: "overlapping-routes"
    }
  }

  /// The route that it is about.
  public var route: String {
    switch self {
    case .badPath(let route, _, _), .repeatedParameter(let route), .namelessParameter(let route),
      .repeatedName(let route), .overlap(let route, _, _):
      route
    }
  }

  /// What is wrong.
  public var what: String {
    switch self {
    case .badPath(_, let path, let fault): "\(path) is not a path: \(fault.reason)"
    case .repeatedParameter: "two of its parameters have the same name"
    case .namelessParameter: "a parameter has no name"
    case .repeatedName: "another route already has this name"
    case .overlap(_, let other, let example): "the route \(other) also matches \(example)"
    }
  }

  /// What to do about it.
  public var advice: String {
    switch self {
    case .badPath: "write it like /lights/:room"
    case .repeatedParameter, .namelessParameter: "give each parameter its own name"
    case .repeatedName: "give it another name"
    case .overlap: "begin its path with a different word"
    }
  }
}

extension RoutePath.PathError {
  fileprivate var reason: String {
    switch self {
    case .noSlash: "it does not begin with a slash"
    case .emptySegment: "there is nothing between two slashes, or after the last one"
    case .dotSegment: "browsers remove . and .."
    case .illegalCharacter(let letter): "it cannot contain \(letter)"
    case .badParameterName(let name): ":\(name) must be a name of letters, digits, - and _"
    case .tooManySegments: "it has more than \(RoutePath.mostSegments) parts"
    }
  }
}
