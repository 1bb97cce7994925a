import FocusLinks
import LandingPages
import LinuxRuntime
import TestSupport
import Testing

/// The site that is published: files, and what hosts do with paths that are not files.
@Suite struct PublishedSiteTests {
  private static let assets = [PublishedSite.Asset(name: "tap.js", content: Array("// tap".utf8))]

  private static func site(_ own: [Route] = []) throws -> PublishedSite {
    PublishedSite(
      table: try RouteTable(own: own), association: Array("{}".utf8), assetLinks: Array("[]".utf8), assets: assets)
  }

  private static func text(_ page: WebPage) -> String { String(decoding: page.body, as: UTF8.self) }

  @Test(arguments: [
    ("/", 200, "<h1>FocusKey</h1>"), ("/start?profile=work&minutes=5", 200, "<h1>Start to focus</h1>"),
    ("/start/", 200, "<h1>Start to focus</h1>"), ("/stop", 200, "cannot end a session"),
    ("/focus/B%C3%BCro", 200, "<h1>Focus</h1>"), ("/pair", 200, "<h1>Pair this phone</h1>"),
    ("/shortcut", 200, "Generate Hash"), ("/desk", 200, "src=\"/desk.js\""), ("/privacy", 200, "<h1>Privacy</h1>"),
    ("/strat", 404, "src=\"/tap.js\""),
    ("/focus", 404, "src=\"/tap.js\""),
    ("/.well-known/apple-app-site-association", 200, "{}"), ("/apple-app-site-association", 200, "{}"),
    ("/.well-known/assetlinks.json", 200, "[]"),
    ("/tap.js", 200, "// tap"), ("/../tap.js", 404, ""), ("*", 404, ""), ("", 404, ""),
  ])
  func everyPathHasItsPage(target: String, status: Int, words: String) throws {
    let page = try Self.site().page(for: target)
    #expect(page.status == status)
    #expect(words.isEmpty || Self.text(page).contains(words), "\(Self.text(page))")
  }

  @Test func aPersonsOwnRoutesHavePagesAndTakeNoneOfOurs() throws {
    let own = [
      try Route(own: "lights", path: "/lights/:room", whenSoft: .acts),
      try Route(own: "scene", path: "/rooms/:room/on"), try Route(own: "mine", path: "/pair"),
    ]
    let site = try Self.site(own)
    #expect(Self.text(site.page(for: "/lights/hall")).contains("<h1>lights</h1>"))
    #expect(Self.text(site.page(for: "/rooms/hall/on")).contains("<h1>scene</h1>"))
    #expect(site.page(for: "/rooms//on").status == 404)
    #expect(site.page(for: "/rooms/hall/off").status == 404)
    #expect(Self.text(site.page(for: "/pair")).contains("<h1>Pair this phone</h1>"))
    let paths = site.files.map(\.path)
    #expect(Set(paths).count == paths.count, "\(paths)")
  }

  /// Nothing is fetched from elsewhere and nothing runs but our own modules, also on hosts that send no headers.
  @Test func pagesNeedNothingFromElsewhere() throws {
    for file in try Self.site().files where file.path.hasSuffix(".html") {
      let body = Self.text(file.page)
      for forbidden in ["http:", "https:", "style=", "onclick", "url(", "<script>"] {
        #expect(!body.contains(forbidden), "\(forbidden) in \(file.path)")
      }
      #expect(!body.contains("<script") || body.contains("Content-Security-Policy"), "\(file.path)")
    }
  }

  /// Old phones are held to cards, too: Safari 15 and Chrome 100 know nothing of these words, by the browsers'
  /// own release notes. A declaration that they pass over, such as `text-wrap`, does no harm.
  @Test func pagesWorkInSafari15AndChrome100() throws {
    let later = [
      // Safari 15.4
      ".at(", "structuredClone", "hasOwn(", "findLast", "randomUUID", "navigator.locks", "BroadcastChannel",
      "showModal", "<dialog", ":has(", "@layer", "dvh", "svh", "lvh",
      // Safari 16 to 17.5, Chrome 101 to 125
      "AbortSignal.timeout", "AbortSignal.any", "(?<=", "(?<!", "static {", "toSorted", "toReversed", "fromAsync",
      "withResolvers", "groupBy", "@container", "subgrid", "color-mix(", "oklab(", "oklch(", "light-dark(",
      "@property", "@starting-style", "popover", "import.meta.resolve",
    ]
    let folder = "Sources/Assets/PhonePages"
    let names = try Files.names(inFolder: Repository.path(folder)).filter { $0.hasSuffix(".js") }
    #expect(names.contains("tap.js") && names.contains("pair.js"))
    let scripts = try names.map { name in
      PublishedSite.Asset(name: name, content: try Files.read(Repository.path("\(folder)/\(name)")))
    }
    let site = PublishedSite(
      table: try RouteTable(own: []), association: Array("{}".utf8), assetLinks: Array("[]".utf8), assets: scripts)
    #expect(site.files.count > names.count + 5)
    for file in site.files {
      let text = Self.text(file.page)
      for word in later { #expect(!text.contains(word), "\(word) in \(file.path)") }
    }
  }

  @Test func hostsAreToldEverything() throws {
    let site = try Self.site()
    let files = Dictionary(uniqueKeysWithValues: site.hostFiles.map { ($0.path, $0.text) })
    for line in ["/focus/*  /focus/  200\n", "/pair  /pair/  200\n", "/start  /start/  200\n"] {
      #expect(files["_redirects"]?.contains(line) == true, "\(line)")
    }
    let headers = files["_headers"] ?? ""
    #expect(headers.contains("/.well-known/apple-app-site-association\n  Content-Type: application/json\n"))
    #expect(headers.contains("\n/apple-app-site-association\n  Content-Type: application/json\n"))
    for word in ["connect-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "nosniff", "no-referrer"] {
      #expect(headers.contains(word) && files[".htaccess"]?.contains(word) == true, "\(word)")
    }
    #expect(!headers.contains("unsafe"))
    #expect(files[".htaccess"]?.contains("RewriteRule ^focus/.*$ /focus/index.html [END]\n") == true)
  }
}
