import JSONText
import LinuxRuntime
import SiteAssociation
import TestSupport

/// Association files: a match costs no more than 1 µs, a thousand rules against ten thousand links a second at most,
/// and nothing in a pattern makes it slower than pattern times text.
func associationBenchmarks(_ run: BenchmarkRun) throws {
  try oneMatch(run)
  try manyRules(run)
  try adversaries(run)
  try wholeFiles(run)
  try validateProcess(run)
  try differences(run)
}

private let app = "QZ7WK3M9PD.com.example.app"

private func links(_ components: [JSONObject], variables: [String: [String]] = [:]) throws -> AppLinks {
  AppLinks(try JSONDocument(file(components, variables: variables).octets).root)
}

private func file(_ components: [JSONObject], variables: [String: [String]] = [:]) -> JSONValue {
  var table = JSONObject()
  for (name, values) in variables { table.append(name, JSONValue(values)) }
  return [
    "applinks": [
      "substitutionVariables": .object(table),
      "details": [["appIDs": [.string(app)], "components": .array(components.map { .object($0) })]],
    ]
  ]
}

/// What a site of middling size has: paths, some with queries, fragments, variables and exclusions.
private func twentyRules() -> [JSONObject] {
  (0..<20).map { number in
    switch number % 5 {
    case 0: ["/": "/help/\(JSONValue.integer(Int64(number)).text)/*", "exclude": true]
    case 1: ["/": .string("/shop/\(number)/*"), "?": ["item": "?*"]]
    case 2: ["/": .string("/$(lang)/page\(number)/?*")]
    case 3: ["/": .string("/user/*/post\(number)"), "caseSensitive": false]
    default: ["/": .string("/a\(number)*"), "#": "top*"]
    }
  }
}

private func oneMatch(_ run: BenchmarkRun) throws {
  let links = try links(twentyRules())
  let texts = [
    "https://example.com/shop/16/shoes?item=7&color=red", "https://example.com/en/page17/contents",
    "https://example.com/user/somebody/POST18", "https://example.com/nothing/of/the/kind?x=y",
  ]
  let domain = AssociatedDomain("example.com")
  let time = try run.nanoseconds {
    for text in texts {
      guard let address = WebAddress(text) else { throw Broken.noAddress }
      keep(links.decision(for: address, domain: domain, app: app))
    }
  }
  run.promise("association-match-20-rules", time / Double(texts.count), atMost: 1_000, "ns")
}

private func manyRules(_ run: BenchmarkRun) throws {
  let rules = run.isSmoke ? 100 : 1_000
  let count = run.isSmoke ? 100 : 10_000
  let plain = try links((0..<rules).map { ["/": .string("/section\($0 % 40)/part\($0)/*")] })
  let mixed = try links(
    (0..<rules).map { number in
      switch number % 4 {
      case 0: ["/": .string("*/part\(number)/?*")]
      case 1: ["/": .string("/$(lang)/part\(number)/*")]
      case 2: ["/": .string("/section/part\(number)"), "?": ["a": "?*", "b": "*x*"]]
      default: ["/": .string("/Section/*/part\(number)/"), "caseSensitive": false]
      }
    })
  let addresses = (0..<count).compactMap { number in
    WebAddress(
      "https://example.com/\(["section", "en", "section7"][number % 3])/part\(number % 1500)/x?a=1&b=\(number)")
  }
  for (name, links) in [("plain", plain), ("mixed", mixed)] {
    let time = run.nanoseconds(samples: 3) { for address in addresses { keep(links.decision(for: address)) } }
    run.promise("association-1000-rules-10000-links-\(name)", time / 1e9, atMost: 1, "s")
  }
}

/// Twice the text may cost twice the time, not four times.
private func adversaries(_ run: BenchmarkRun) throws {
  let stars = String(repeating: "*a", count: 60) + "*b"
  let questions = "*" + String(repeating: "?", count: 100) + "b"
  let values = (1...40).map { String(repeating: "a", count: $0) }
  let cases: [(name: String, links: AppLinks)] = [
    ("stars", try links([["/": .string("/" + stars)]])),
    ("question-marks", try links([["/": .string(questions)]])),
    (
      "variables",
      try links([["/": .string("/" + String(repeating: "$(v)", count: 60) + "b")]], variables: ["v": values])
    ),
    ("codes", try links([["/": .string("/*" + String(repeating: "$(lang)", count: 60) + "b")]])),
  ]
  for (name, links) in cases {
    var times: [Double] = []
    for length in [1000, 2000] {
      guard let address = WebAddress("https://example.com/" + String(repeating: "a", count: length)) else {
        throw Broken.noAddress
      }
      times.append(run.nanoseconds(samples: 9) { keep(links.decision(for: address)) })
    }
    run.report("association-adversary-\(name)", times[1] / 1e3, "us")
    // Sets of places are handled by words of 64, so that a little more than twice is not a sign of worse.
    run.promise("association-adversary-\(name)-twice-the-text", times[1] / times[0], atMost: 2.6, "ratio")
  }
}

private func wholeFiles(_ run: BenchmarkRun) throws {
  let small = file(twentyRules()).octets
  run.report("association-file-20-rules-bytes", Double(small.count), "bytes")
  run.report(
    "association-read-20-rules", try run.nanoseconds { keep(AppLinks(try JSONDocument(small).root)) } / 1e3, "us")
  run.report("association-report-20-rules", run.nanoseconds { keep(AssociationReport(reading: small)) } / 1e3, "us")
  let large = file((0..<2_000).map { ["/": .string("/section\($0 % 40)/part\($0)/*")] }).octets
  let time = run.nanoseconds(samples: 3) { keep(AssociationReport(reading: large)) }
  run.promise("association-report-2000-rules", time / 1e6, atMost: 1_000, "ms")
}

/// `keytool aasa validate` as a process, start included, on a file near the size that devices read.
private func validateProcess(_ run: BenchmarkRun) throws {
  let folder = TemporaryFolder()
  let rules: [JSONObject] = (0..<2_600).map { ["/": .string("/section\($0 % 40)/part\($0)/*")] }
  try Files.replace(folder("file"), with: file(rules).octets)
  var times: [Double] = []
  for _ in 0..<(run.isSmoke ? 1 : 21) {
    let time = try ContinuousClock().measure {
      guard try BuiltProgram.keytool.run(["aasa", "validate", folder("file")]).exitCode == 0 else {
        throw Broken.noAddress
      }
    }
    times.append(Double(time / .microseconds(1)) / 1e3)
  }
  run.promise("association-validate-100-kB-process", times.sorted()[times.count / 2], atMost: 10, "ms")
}

/// Thousands of rules are compared within a second, and so is what cannot be compared wholly.
private func differences(_ run: BenchmarkRun) throws {
  let plain: [JSONObject] = (0..<3_000).map {
    ["/": .string("/section\($0 % 40)/part\($0)/*"), "exclude": .bool($0 % 3 == 0)]
  }
  let stars: [JSONObject] = (100..<140).map {
    ["/": .string("*a\($0)*b\($0)*c\($0)*"), "exclude": .bool($0 % 2 == 0)]
  }
  for (name, rules) in [("3000-rules", plain), ("intricate", stars)] {
    let before = try links(rules)
    let after = try links(rules.reversed())
    let time = run.nanoseconds(samples: 3) {
      keep(AssociationDiff(before: before, after: after, host: "example.com"))
    }
    run.promise("association-diff-\(name)", time / 1e6, atMost: 1_000, "ms")
  }
}

private enum Broken: Error {
  case noAddress
}
