/// A kind of link: its path, what it carries, and how it is read and written. From this one definition come the parser,
/// the printer, the association file of the site and the landing pages.
public struct Route: Sendable {
  /// What a link may do that was not read from a card on a local reader.
  public enum WhenSoft: Equatable, Sendable {
    /// It acts: it starts, tightens or only shows something.
    case acts
    /// It is refused, because it would loosen something.
    case refused
  }

  /// The name by which configuration, commands and pages call the route.
  public let name: String
  /// The path.
  public let path: RoutePath
  /// What the query may carry, in the order in which it is printed.
  public let parameters: [LinkParameter]
  /// What a soft link of this kind may do.
  public let whenSoft: WhenSoft
  /// What the link does, in a few words, for help and pages.
  public let summary: String

  let read: @Sendable (LinkFields) -> FocusLink
  let write: @Sendable (FocusLink) -> LinkFields?

  /// Defines a route of FocusKey's own.
  init(
    _ name: String, _ path: RoutePath, _ parameters: [LinkParameter] = [], whenSoft: WhenSoft, _ summary: String,
    read: @escaping @Sendable (LinkFields) -> FocusLink, write: @escaping @Sendable (FocusLink) -> LinkFields?
  ) {
    self.name = name
    self.path = path
    self.parameters = parameters
    self.whenSoft = whenSoft
    self.summary = summary
    self.read = read
    self.write = write
  }

  /// Defines a route that a person adds: a path that the configuration maps to a hook.
  ///
  /// - Parameters:
  ///   - name: the name under which the hook is configured.
  ///   - path: the path, for example `/lights/:room`; what begins with a colon is a text that the link carries.
  ///   - parameters: names that the query may carry; all are optional texts.
  ///   - whenSoft: whether a link from a browser fires the hook too.
  /// - Throws: what is wrong with the path.
  public init(
    own name: String, path: String, parameters: [String] = [], whenSoft: WhenSoft = .refused
  ) throws(RouteError) {
    do throws(RoutePath.PathError) {
      self.path = try RoutePath(path)
    } catch {
      throw .badPath(route: name, path: path, error)
    }
    self.name = name
    self.parameters = parameters.map { name in LinkParameter(name, .text) }
    self.whenSoft = whenSoft
    summary = "fires the hook \(name)"
    let order = (self.path.parameters + self.parameters).map { parameter in parameter.name }
    guard Set(order).count == order.count else { throw .repeatedParameter(route: name) }
    guard !order.contains("") else { throw .namelessParameter(route: name) }
    read = { fields in
      let arguments = order.compactMap { name in fields.others.first { argument in argument.name == name } }
      return .own(OwnLink(route: name, arguments: arguments))
    }
    write = { link in
      guard case .own(let own) = link, own.route == name else { return nil }
      return LinkFields(others: own.arguments)
    }
  }
}
