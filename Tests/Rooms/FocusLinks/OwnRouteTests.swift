import FocusLinks
import TestSupport
import Testing

@Suite struct OwnRouteTests {
  static func routes(_ paths: [(String, String)]) throws -> [Route] {
    try paths.map { name, path in try Route(own: name, path: path) }
  }

  @Test func ownRoutesReadAndPrint() throws {
    let table = try RouteTable(own: [
      Route(own: "lights", path: "/lights/:room", parameters: ["level", "scene"]),
      Route(own: "scene", path: "/scene/evening"), Route(own: "home", path: "/"),
      Route(own: "deep", path: "/scene/:name/off", whenSoft: .acts),
    ])
    let links: [(String, OwnLink)] = [
      ("https://focuskey.app/lights/kitchen", OwnLink(route: "lights", arguments: [.init("room", "kitchen")])),
      (
        "https://focuskey.app/lights/K%C3%BCche?level=5&scene=a%20b",
        OwnLink(
          route: "lights", arguments: [.init("room", "Küche"), .init("level", "5"), .init("scene", "a b")])
      ),
      ("https://focuskey.app/scene/evening", OwnLink(route: "scene")),
      ("https://focuskey.app/", OwnLink(route: "home")),
      ("https://focuskey.app/scene/evening/off", OwnLink(route: "deep", arguments: [.init("name", "evening")])),
    ]
    for (text, link) in links {
      #expect(try table.parse(text) == .own(link))
      #expect(try table.print(.own(link)) == text)
    }
    #expect(try table.parse("https://focuskey.app") == .own(OwnLink(route: "home")))
    #expect(try table.parse("https://focuskey.app/stop") == .stop)
    #expect(table.route(of: .own(links[4].1))?.whenSoft == .acts)
    #expect(table.route(named: "lights")?.whenSoft == .refused)
    #expect(throws: PrintError.missing(parameter: "room")) { try table.print(.own(OwnLink(route: "lights"))) }
    #expect(throws: PrintError.unknownParameter("roof")) {
      try table.print(.own(OwnLink(route: "lights", arguments: [.init("room", "a"), .init("roof", "b")])))
    }
    #expect(throws: PrintError.repeatedParameter("room")) {
      try table.print(.own(OwnLink(route: "lights", arguments: [.init("room", "a"), .init("room", "b")])))
    }
    let error = #expect(throws: LinkError.self) { try table.parse("https://focuskey.app/lights/a?level=1&level=2") }
    #expect(error?.cause == .repeatedParameter("level"))
  }

  static let badPaths: [(String, RoutePath.PathError)] = [
    ("lights", .noSlash), ("", .noSlash), ("//", .emptySegment), ("/lights/", .emptySegment), ("/a//b", .emptySegment),
    ("/a/..", .dotSegment), ("/.", .dotSegment), ("/a*", .illegalCharacter("*")), ("/a b", .illegalCharacter(" ")),
    ("/a?b", .illegalCharacter("?")), ("/a%20", .illegalCharacter("%")), ("/{a}", .illegalCharacter("{")),
    ("/(.*)", .illegalCharacter("(")), ("/:", .badParameterName("")), ("/:a.b", .badParameterName("a.b")),
    ("/a:b", .illegalCharacter(":")), ("/1/2/3/4/5/6/7/8/9", .tooManySegments),
  ]

  @Test(arguments: badPaths)
  func pathsThatAreNone(path: String, fault: RoutePath.PathError) {
    #expect(throws: RouteError.badPath(route: "own", path: path, fault)) { try Route(own: "own", path: path) }
  }

  @Test func namesMustDiffer() throws {
    #expect(throws: RouteError.repeatedParameter(route: "own")) { try Route(own: "own", path: "/:a/:a") }
    #expect(throws: RouteError.repeatedParameter(route: "own")) {
      try Route(own: "own", path: "/:a", parameters: ["a"])
    }
    #expect(throws: RouteError.namelessParameter(route: "own")) {
      try Route(own: "own", path: "/x", parameters: [""])
    }
    let twice = try Self.routes([("own", "/a"), ("own", "/b"), ("stop", "/c")])
    #expect(
      throws: RouteTableError.self, performing: { _ = try RouteTable(own: twice) })
  }

  static let overlaps: [(String, String)] = [
    ("/stop", "stop: /stop"),
    (
      "/:anything",
      "start: /start, stop: /stop, break: /break, resume: /resume, status: /status, task: /task, learn: /learn, "
        + "bed: /bed, up: /up, excuse: /excuse"
    ),
    ("/focus/today", "focus: /focus/today"), ("/focus/:name", "focus: /focus/x"),
    ("/:verb/work", "visit: /visit/work, focus: /focus/work"),
    ("/:verb/:name", "visit: /visit/x, focus: /focus/x"), ("/focus", ""), ("/focus/work/now", ""), ("/start/:what", ""),
    ("/Stop", ""),
  ]

  @Test(arguments: overlaps)
  func routesThatTakeTheSamePathAreNamed(path: String, rivals: String) throws {
    let route = try Route(own: "own", path: path)
    var found: [String] = []
    do throws(RouteTableError) {
      _ = try RouteTable(own: [route])
    } catch {
      for problem in error.problems {
        if case .overlap(route: "own", with: let other, example: let example) = problem {
          found.append("\(other): \(example)")
        }
      }
    }
    #expect(found.joined(separator: ", ") == rivals)
  }

  /// The table says the same as trying all patterns one after the other, for every path over a small alphabet.
  @Test func theTableAgreesWithTryingEveryPattern() throws {
    let segments = ["a", "b", ":x"]
    var patterns: [[String]] = []
    for one in segments {
      patterns.append([one])
      for two in segments {
        patterns.append([one, two])
        for three in segments { patterns.append([one, two, three]) }
      }
    }
    func takes(_ pattern: [String], _ path: [String]) -> Bool {
      pattern.count == path.count
        && zip(pattern, path).allSatisfy { pattern, word in pattern == ":x" || pattern == word }
    }
    let words = ["a", "b", "c"]
    let paths = words.flatMap { one in
      [[one]] + words.flatMap { two in [[one, two]] + words.map { three in [one, two, three] } }
    }
    var dice = Dice(seed: 3)
    for _ in 0..<300 {
      let chosen = Array(patterns.shuffled(using: &dice).prefix(Int.random(in: 1...8, using: &dice)))
      let routes = try chosen.enumerated().map { index, pattern in
        let names = pattern.enumerated().map { place, word in word == ":x" ? ":x\(place)" : word }
        return try Route(own: "r\(index)", path: "/own/" + names.joined(separator: "/"))
      }
      let clash = paths.contains { path in chosen.filter { pattern in takes(pattern, path) }.count > 1 }
      guard let table = try? RouteTable(own: routes) else {
        #expect(clash)
        continue
      }
      #expect(!clash)
      for path in paths {
        let expected = chosen.firstIndex { pattern in takes(pattern, path) }.map { index in "r\(index)" }
        let link = try? table.parse("focuskey://own/" + path.joined(separator: "/"))
        var found: String?
        if case .own(let own) = link { found = own.route }
        #expect(found == expected)
      }
    }
  }

  @Test func fourThousandRoutes() throws {
    let routes = try (0..<4000).map { number in
      try Route(own: "r\(number)", path: "/group\(number % 40)/route\(number)/:text")
    }
    let table = try RouteTable(own: routes)
    for number in [0, 1, 39, 40, 2777, 3999] {
      let link = FocusLink.own(OwnLink(route: "r\(number)", arguments: [.init("text", "x")]))
      #expect(try table.parse(table.print(link)) == link)
    }
    #expect(throws: LinkError.self) { try table.parse("https://focuskey.app/group1/route2/x") }
  }
}
