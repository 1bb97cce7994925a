internal import CommandShell
internal import FocusLinks

/// The options that say which links are ours; the same for all commands about links.
enum LinkTable {
  static let host = Option("host", value: .text("HOST"), "a FocusKey host (default: focuskey.app)", mayRepeat: true)
  static let route = Option(
    "route", value: .text("NAME=PATH"), "a route of your own, such as lights=/lights/:room", mayRepeat: true)

  static var options: [any Argument] { [host, route] }

  static func table(_ context: CommandContext) throws(Failure) -> RouteTable {
    let hosts = context.invocation.all(host)
    var own: [Route] = []
    for definition in context.invocation.all(route) { own.append(try read(definition)) }
    do throws(RouteTableError) {
      return try RouteTable(hosts: hosts.isEmpty ? ["focuskey.app"] : hosts, own: own)
    } catch {
      throw .about(error.problems[0])
    }
  }

  private static func read(_ definition: String) throws(Failure) -> Route {
    guard let equals = definition.firstIndex(of: "="), equals != definition.startIndex else {
      throw Failure(
        .usage, kind: "bad-route", what: "not a route", at: .text("--route \(definition)"),
        advice: "write it like lights=/lights/:room")
    }
    return try renaming(
      Failure.about,
      Route(own: String(definition[..<equals]), path: String(definition[definition.index(after: equals)...])))
  }
}

extension Failure {
  fileprivate static func about(_ problem: RouteError) -> Failure {
    Failure(
      .usage, kind: problem.kind, what: problem.what, at: .text("--route \(problem.route)"), advice: problem.advice)
  }
}
