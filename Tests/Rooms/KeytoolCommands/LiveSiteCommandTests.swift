import CommandShell
import KeytoolCommands
import RealParts
import TLSSite
import TestSupport
import Testing

/// `aasa validate` and `aasa fetch` against sites on loopback.
@Suite(.realParts) struct LiveSiteCommandTests {
  let keytool = Rehearsal(Keytool.program)
  static let path = "/.well-known/apple-app-site-association"
  static let file =
    #"{"applinks":{"apps":[],"details":[{"appIDs":["QZ7WK3M9PD.com.example.app"],"components":[{"/":"/start"}]}]}}"#
  static let good: JSONValue = ["headers": ["Content-Type": "application/json"], "body": .string(file)]

  private func validate(_ site: TLSSite, _ more: String...) async throws -> (
    exitCode: ExitCode, kinds: [String], root: JSONNode
  ) {
    let outcome = try await keytool.run(
      ["aasa", "validate", site.origin, "--authorities", site.authorities, "--timeout", "10s", "--json"] + more)
    let root = try JSONDocument(outcome.output).root
    let kinds = (root["findings"]?.array ?? []).compactMap { finding in finding["kind"]?.string }
    return (outcome.exitCode, kinds.filter { kind in kind != "site.private-address" }, root)
  }

  @Test func aGoodSiteIsGood() async throws {
    let site = try await TLSSite([Self.path: Self.good])
    let (exitCode, kinds, root) = try await validate(site)
    #expect(exitCode == .done)
    #expect(kinds.isEmpty)
    #expect(root["fetch"]?["status"]?.integer == 200)
    #expect(root["fetch"]?["crawler_status"]?.integer == 200)
    #expect(root["findings"]?.array?.first?["kind"]?.string == "site.private-address")
  }

  @Test func whatASiteDoesWrongIsFound() async throws {
    let cases: [(answers: JSONValue, kinds: [String])] = [
      ([Self.path: ["status": 302, "headers": ["Location": "https://www.example.com/"]]], ["site.redirect"]),
      ([:], ["site.status"]), ([Self.path: ["status": 500]], ["site.status"]),
      ([Self.path: ["status": 403]], ["site.status"]),
      (["/apple-app-site-association": Self.good], ["site.status", "site.only-at-old-place"]),
      ([Self.path: Self.good, Self.path + " AASA-Bot": ["status": 403]], ["site.crawler-blocked"]),
      ([Self.path: ["body": " ", "repeat": 200_000]], ["site.too-large"]),
      (
        [Self.path: ["headers": ["Content-Type": "text/html"], "body": "<!DOCTYPE html>"]],
        ["site.content-type", "file.not-json"]
      ),
    ]
    for (answers, expected) in cases {
      let (exitCode, kinds, _) = try await validate(try await TLSSite(answers))
      #expect(kinds == expected)
      #expect(exitCode == .no)
    }
  }

  @Test func theCopyOfAppleIsCompared() async throws {
    let reordered = Self.file.replacing(#"{"apps":[],"details":"#, with: #"{ "details":"#).replacing(
      "]}]}}", with: "]}],\"apps\":[]}}")
    let other = Self.file.replacing("/start", with: "/old")
    let failed: JSONValue = [
      "status": 404,
      "headers": ["Apple-Failure-Reason": "SWCERR00401 Bad JSON content", "Apple-From": "https://localhost/"],
    ]
    let cases: [(copy: JSONValue, kinds: [String], exitCode: ExitCode)] = [
      (["body": .string(reordered)], [], .done), (["body": .string(other)], ["site.cdn-differs"], .done),
      (failed, ["site.cdn-failed"], .no), (["status": 404], ["site.cdn-unknown"], .done),
    ]
    for (copy, expected, expectedCode) in cases {
      let site = try await TLSSite([Self.path: Self.good, "/a/v1/localhost": copy])
      let (exitCode, kinds, root) = try await validate(site, "--cdn", site.origin + "/a/v1")
      #expect(kinds == expected)
      #expect(exitCode == expectedCode)
      #expect(root["fetch"]?["cdn"]?["status"] != nil)
    }
  }

  @Test func anUntrustedCertificateIsAFinding() async throws {
    let site = try await TLSSite([Self.path: Self.good])
    let outcome = try await keytool("aasa", "validate", site.origin)
    #expect(outcome.exitCode == .no)
    #expect(outcome.output.contains("[site.certificate, documented]"))
  }

  @Test func withoutANetworkThereIsOneClearLine() async throws {
    let outcome = try await keytool("aasa", "validate", "https://focuskey.invalid")
    #expect(outcome.exitCode == .unavailable)
    #expect(
      outcome.errors
        == "keytool: the name has no address: focuskey.invalid: check the name and this computer's network\n")
    let closed = try await keytool("aasa", "validate", "https://127.0.0.1:1", "--json")
    #expect(closed.exitCode == .unavailable)
    #expect(closed.output.contains(#""kind":"not-connected""#))
    #expect(try await keytool("aasa", "validate", "http://focuskey.app").exitCode == .badData)
    let slow = try await TLSSite([Self.path: ["wait": 20]])
    let late = try await keytool(
      "aasa", "validate", slow.origin, "--authorities", slow.authorities, "--timeout", "600ms")
    #expect(late.exitCode == .timedOut)
  }

  @Test func fetchGivesTheFile() async throws {
    let site = try await TLSSite([Self.path: Self.good, "/a/v1/localhost": ["body": "copy"]])
    let trust = ["--authorities", site.authorities, "--cdn", site.origin + "/a/v1"]
    #expect(try await keytool.run(["aasa", "fetch", site.origin] + trust).output == Self.file)
    #expect(try await keytool.run(["aasa", "fetch", site.origin, "--copy"] + trust).output == "copy")
    let saved = try await keytool.run(["aasa", "fetch", site.origin, "--out", "saved"] + trust)
    #expect(saved.output.hasSuffix("bytes to saved\n"))
    #expect(try Files.read(keytool.folder("saved")) == Array(Self.file.utf8))
    let missing = try await keytool.run(["aasa", "fetch", site.origin + "/missing"] + trust)
    #expect(missing.exitCode == .no)
    #expect(missing.errors.hasPrefix("keytool: The answer is 404"))
  }
}
