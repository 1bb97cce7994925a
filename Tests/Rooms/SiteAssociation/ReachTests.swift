import JSONText
import RealParts
import SiteAssociation
import TestSupport
import Testing

/// Rules without a chance are found by what patterns mean, not by how they look.
@Suite struct ReachTests {
  private func unreachable(_ components: String, _ more: String = "") -> [Int] {
    let file =
      "{\"applinks\":{\(more)\"details\":[{\"appIDs\":[\"\(AppLinks.testApp)\"],\"components\":[\(components)]}]}}"
    return AssociationReport(reading: Array(file.utf8)).findings.filter { $0.kind == .ruleUnreachable }.compactMap {
      $0.pointer.text.split(separator: "/").last.flatMap { Int($0) }
    }
  }

  @Test(arguments: [
    // A wider beginning, a slash twin, a star twin; `?` can be the slash that every path ends with.
    (#"{"/":"/a/*"},{"/":"/a/b/*"}"#, [1]), (#"{"/":"/a"},{"/":"a/"},{"/":"//a//"}"#, [1, 2]),
    (#"{"/":"/*"},{"/":"*"}"#, [1]), (#"{"/":"*"},{"/":"/*"}"#, [1]), (#"{"/":"/a/*"},{"/":"/a"}"#, [1]),
    (#"{"/":"*a*"},{"/":"*b*a*c*"}"#, [1]), (#"{"/":"/a*"},{"/":"/a?*"}"#, [1]), (#"{"/":"/a?*"},{"/":"/a*"}"#, [1]),
    (#"{"/":"/ab*"},{"/":"/a*"}"#, []),
    (#"{"/":"/a/*"},{"/":"/ab/*"}"#, []), (#"{"/":"/?"},{"/":"/ab"}"#, []), (#"{"/":"/??"},{"/":"/ab"}"#, [1]),
    // Variables.
    (#"{"/":"/$(alnum)"},{"/":"/$(digit)"}"#, [1]), (#"{"/":"/$(digit)"},{"/":"/$(alnum)"}"#, []),
    (#"{"/":"/$(digit)"},{"/":"/$(alpha)"},{"/":"/$(alnum)"}"#, [2]), (#"{"/":"/$(lang)/a"},{"/":"/en/a"}"#, [1]),
    (#"{"/":"/$(lang)/a"},{"/":"/xx/a"}"#, []), (#"{"/":"/??"},{"/":"/$(region)"}"#, [1]),
    (#"{"/":"/$(region)"},{"/":"/??"}"#, []), (#"{"/":"/$(xdigit)"},{"/":"/a"},{"/":"/g"}"#, [1]),
    // Several rules together.
    (#"{"/":"/a"},{"/":"/a?*"},{"/":"/a*"}"#, [2]), (#"{"/":"/a"},{"/":"/b"},{"/":"/?"}"#, []),
    // Case.
    (#"{"/":"/A*","caseSensitive":false},{"/":"/ab"}"#, [1]), (#"{"/":"/ab"},{"/":"/AB","caseSensitive":false}"#, []),
    // Query and fragment.
    (#"{"/":"/a","?":{"x":"1"}},{"/":"/a"}"#, []), (#"{"/":"/a"},{"/":"/a","?":{"x":"1"}}"#, [1]),
    (#"{"/":"/a*","?":{"x":"*1*"}},{"/":"/a","?":{"x":"?1?","y":"2"}}"#, [1]),
    (#"{"/":"/a","?":{"x":"1"}},{"/":"/a","?":{"y":"1"}}"#, []),
    (#"{"/":"/a","?":{"x":"*"}},{"/":"/a"}"#, [1]), (#"{"?":"a=*"},{"?":"a=1"},{"?":"b=1"}"#, [1]),
    (##"{"#":"a*"},{"#":"ab"},{"#":"b"}"##, [1]), (##"{"/":"*","#":"a"},{"/":"/x"}"##, []),
    // Excluding rules take links too.
    (#"{"/":"/a/*","exclude":true},{"/":"/a/b"},{"/":"*"}"#, [1]),
    // What never fits anything is somebody else's finding.
    (#"{"/":"/a"},{"/":"/$(nothing)"}"#, []),
    (#"{"/":"/ä*","percentEncoded":false},{"/":"/äb","percentEncoded":false}"#, [1]),
  ])
  func rulesWithoutAChance(components: String, expected: [Int]) {
    #expect(unreachable(components) == expected)
  }

  @Test func variablesOfTheFileAreReasonedAbout() {
    let variables = #""substitutionVariables":{"v":["a","b*"],"w":["b","bc"]},"#
    #expect(unreachable(#"{"/":"/$(v)"},{"/":"/$(w)"}"#, variables) == [1])
    #expect(unreachable(#"{"/":"/$(w)"},{"/":"/$(v)"}"#, variables) == [])
  }

  /// A rule that is called unreachable never decides about a link, whatever the link.
  @Test func whatIsFoundIsTrue() throws {
    var random = Dice(seed: 5)
    var found = 0
    for _ in 0..<150 {
      let rules = (0..<5).map { _ in MatchingModelTests.pattern(&random) }
      let components = rules.map { "{\"/\":\"\($0)\"}" }.joined(separator: ",")
      let file =
        "{\"applinks\":{\"substitutionVariables\":{\"v\":[\"a\",\"ab\",\"a/b\",\"\"],\"w\":[\"*\",\"b?\"],\"empty\":[]},"
        + "\"details\":[{\"appIDs\":[\"\(AppLinks.testApp)\"],\"components\":[\(components)]}]}}"
      let report = AssociationReport(reading: Array(file.utf8))
      let shadowed = Set(
        report.findings.filter { $0.kind == .ruleUnreachable }.compactMap { $0.pointer.text.last?.wholeNumberValue })
      found += shadowed.count
      for _ in 0..<100 {
        let address = try #require(WebAddress("https://example.com/" + MatchingModelTests.text(&random)))
        guard let rule = report.links.decision(for: address).rule else { continue }
        #expect(!shadowed.contains(rule.index), "\(rules) \(address.path)")
      }
    }
    #expect(found > 20)
  }

  /// Of hundreds of rules each is still compared with those that can take its paths, whatever their paths begin with.
  @Test func amongHundredsOfRules() {
    let beginnings = (0..<300).map { "/\(String(repeating: "p", count: $0 % 40))\($0)/" }
    let rules =
      beginnings.map { "{\"/\":\"\($0)*\"}" } + [#"{"/":"*/last"}"#]
      + beginnings.enumerated().map { index, beginning in
        switch index % 3 {
        case 0: "{\"/\":\"\(beginning)b\"}"
        case 1: "{\"/\":\"\(beginning.dropLast())x\"}"
        default: "{\"/\":\"/other\(index)/last\"}"
        }
      }
    let expected = (0..<300).filter { $0 % 3 != 1 }.map { 301 + $0 }
    #expect(unreachable(rules.joined(separator: ",")) == expected)
  }

  /// Patterns that are hard to reason about cost a bounded time, and are left alone.
  @Test(.longWork) func hardPatternsAreGivenUp() {
    let hard = (0..<6).map { "{\"/\":\"*a\(String(repeating: "?", count: 14 + $0))\"}" }.joined(separator: ",")
    _ = unreachable(hard + "," + hard)
    #expect(unreachable(hard + #",{"/":"*"},{"/":"/b"}"#).last == 7)
  }
}
