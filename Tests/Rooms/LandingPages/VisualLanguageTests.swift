import FocusLinks
import LandingPages
import LinuxRuntime
import TestSupport
import Testing

/// One visual language for everything that is shown in a browser, in which everything can be read.
@Suite struct VisualLanguageTests {
  private static let sources =
    Repository.path("Sources/Assets/")

  private static func source(_ path: String) throws -> String {
    String(decoding: try Files.read(sources + path), as: UTF8.self)
  }

  private static let tokens = String(decoding: WebPage.tokens.body, as: UTF8.self)

  /// The colours by their names, as they stand in a scheme.
  private static func colours(isDark: Bool) throws -> [Substring: [Double]] {
    let dark = try #require(tokens.firstRange(of: "@media (prefers-color-scheme: dark)"))
    let parts = [tokens[..<dark.lowerBound]] + (isDark ? [tokens[dark.lowerBound...]] : [])
    var colours: [Substring: [Double]] = [:]
    for match in parts.flatMap({ $0.matches(of: /--([a-z0-9-]+): #([0-9a-f]{6})/) }) {
      let number = try #require(Int(match.2, radix: 16))
      colours[match.1] = [16, 8, 0].map { Double(number >> $0 & 0xFF) / 255 }
    }
    return colours
  }

  /// WCAG 2.2, "contrast ratio" and "relative luminance".
  private static func contrast(_ one: [Double], _ other: [Double]) -> Double {
    func light(_ colour: [Double]) -> Double {
      let parts = colour.map { $0 <= 0.04045 ? $0 / 12.92 : power(($0 + 0.055) / 1.055) }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    let (one, other) = (light(one), light(other))
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  /// To the power of 2.4, the twelfth power's fifth root, by Newton's method.
  private static func power(_ base: Double) -> Double {
    let wanted = (0..<12).reduce(1.0) { product, _ in product * base }
    var root = base
    for _ in 0..<60 { root -= (root * root * root * root * root - wanted) / (5 * root * root * root * root) }
    return root
  }

  @Test func theFormulaGivesWhatIsKnown() {
    // Black on white is 21; #767676 is the palest grey that passes on white, at 4.54.
    #expect(abs(Self.contrast([0, 0, 0], [1, 1, 1]) - 21) < 0.0001)
    let grey = Double(0x76) / 255
    #expect(abs(Self.contrast([grey, grey, grey], [1, 1, 1]) - 4.5423) < 0.001)
  }

  @Test(arguments: [false, true])
  func everyTextStandsOutFromEveryGround(isDark: Bool) throws {
    let colours = try Self.colours(isDark: isDark)
    func expect(_ name: Substring, on ground: Substring, atLeast bound: Double) throws {
      let ratio = Self.contrast(try #require(colours[name]), try #require(colours[ground]))
      #expect(ratio >= bound, "\(name) on \(ground): \(ratio)")
    }
    let accents = (0..<6).map { Substring("accent-\($0)") } + ["accent"]
    for ground in ["ground", "surface", "sunk"] as [Substring] {
      for text in ["ink", "ink-soft", "good", "warn", "bad"] + accents { try expect(text, on: ground, atLeast: 4.5) }
      // The edge of what can be pressed or typed into (1.4.11).
      try expect("edge", on: ground, atLeast: 3)
    }
    // In a session the room wears a tint of the profile's hue; trouble is told on amber.
    for place in 0..<6 {
      for text in ["ink", "ink-soft", "accent-\(place)"] as [Substring] {
        try expect(text, on: "tint-\(place)", atLeast: 4.5)
      }
    }
    try expect("ink", on: "amber", atLeast: 4.5)
    for accent in accents { try expect("on-accent", on: accent, atLeast: 4.5) }
    try expect("on-bad", on: "bad", atLeast: 4.5)
    // What is said at the edge of the page is on ink.
    try expect("ground", on: "ink", atLeast: 4.5)
    #expect(
      accents.dropLast().allSatisfy { colours[$0] != nil } && Set(accents.dropLast().map { colours[$0] }).count == 6)
    #expect(colours["accent"] == colours["accent-0"] && colours["tint"] == colours["tint-0"])
  }

  @Test func theExtensionSpeaksTheSameLanguage() throws {
    #expect(try Self.source("BrowserExtension/tokens.css") == Self.tokens)
  }

  /// Colours, sizes of letters and their kinds come from the tokens alone; shades of black, through which the page
  /// shows, are not colours.
  @Test(arguments: ["Dashboard/dashboard.css", "BrowserExtension/shield.css", "landing.css"])
  func everySheetUsesTheTokens(path: String) throws {
    let pages = SitePages(table: RouteTable())
    let sheet =
      path == "landing.css"
      ? String(decoding: pages.page(for: "/landing.css").body, as: UTF8.self) : try Self.source(path)
    for match in sheet.matches(of: /#[0-9a-fA-F]{3,8}\b/) {
      let rule = sheet[..<match.range.lowerBound].suffix(60)
      #expect(match.0.hasPrefix("#000") && match.0.count == 5, "\(rule)\(match.0)")
    }
    for match in sheet.matches(of: /[ :](rgb\(|hsl\(|oklch\(|white\b[^-]|black\b|Canvas|system-ui)/) {
      #expect(Bool(false), "\(sheet[..<match.range.lowerBound].suffix(60))\(match.0)")
    }
    for match in sheet.matches(of: /font-size: ([^;]+);/) {
      #expect(match.1.contains("var(--text-") || match.1.hasSuffix("em") && !match.1.hasSuffix("rem"), "\(match.0)")
    }
    for match in sheet.matches(of: /(?:padding|margin|gap): ([^;}]+)[;}]/) {
      // Whole steps; hair lines and what is as large as its letters may stand beside them.
      for part in match.1.split(separator: " ") where part.hasSuffix("rem") && !part.hasPrefix("-") {
        #expect(Bool(false), "\(match.0)")
      }
    }
    #expect(sheet.contains(":focus-visible"))
    for name in sheet.matches(of: /var\((--[a-z0-9-]+)[,)]/).map(\.1) {
      let isOwn =
        sheet.contains("\(name): ")
        || ["--from", "--size", "--part", "--count", "--at", "--top", "--lane", "--lanes", "--much", "--left"].contains(
          name)
      #expect(Self.tokens.contains("\(name): ") || isOwn, "\(name)")
    }
  }
}
