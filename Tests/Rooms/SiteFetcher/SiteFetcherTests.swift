import JSONText
import RealParts
import SiteAssociation
import SiteFetcher
import TLSSite
import Testing

@Suite(.realParts) struct SiteFetcherTests {
  static let path = LiveSite.wellKnownPath

  private func fetch(_ site: TLSSite, _ path: String = path, as client: SiteFetcher.Client = .device) async
    -> SiteResponse
  {
    await SiteFetcher(authorities: site.authorities, timeout: .seconds(10)).fetch(site.origin + path, as: client)
  }

  @Test func aFileComesWithAllThatIsToldAboutIt() async throws {
    let site = try await TLSSite([
      Self.path: ["headers": ["Content-Type": "application/json", "X-Odd": "a:b"], "body": "{}"]
    ])
    let response = await fetch(site)
    #expect(response.outcome == .answer(status: 200))
    #expect(response.body == Array("{}".utf8))
    #expect(response[header: "content-type"] == "application/json")
    #expect(response[header: "x-odd"] == "a:b")
    #expect(response.address == "127.0.0.1")
    #expect(response.certificateEnds?.contains("GMT") == true)
  }

  @Test func noRedirectIsFollowed() async throws {
    let site = try await TLSSite([
      Self.path: ["status": 301, "headers": ["Location": "/elsewhere"]], "/elsewhere": ["body": "{}"],
    ])
    let response = await fetch(site)
    #expect(response.status == 301)
    #expect(response[header: "location"] == "/elsewhere")
    #expect(response.body.isEmpty)
  }

  @Test func noMoreIsReadThanADeviceReads() async throws {
    let site = try await TLSSite([
      Self.path: ["body": "0123456789", "repeat": 20_000], "/fits": ["body": "01234567", "repeat": 16_384],
    ])
    #expect(await fetch(site).outcome == .tooLarge)
    #expect(await fetch(site, "/fits").body.count == 131_072)
  }

  @Test func theCrawlerNamesItself() async throws {
    let site = try await TLSSite(["/a": ["body": "all"], "/a AASA-Bot": ["status": 403]])
    #expect(await fetch(site, "/a").status == 200)
    #expect(await fetch(site, "/a", as: .crawler).status == 403)
  }

  @Test func certificatesThatNobodyTrustsAreRefused() async throws {
    let site = try await TLSSite([Self.path: ["body": "{}"]])
    let other = try await TLSSite([:], name: "other.example")
    for authorities in [nil, other.authorities] {
      let response = await SiteFetcher(authorities: authorities).fetch(site.origin + Self.path, as: .device)
      guard case .badCertificate(let reason) = response.outcome else {
        Issue.record("\(response.outcome)")
        continue
      }
      #expect(!reason.isEmpty)
    }
    // Trusted, but made out to somebody else.
    let response = await fetch(other)
    guard case .badCertificate = response.outcome else {
      Issue.record("\(response.outcome)")
      return
    }
  }

  /// What is wrong with a certificate is said in words that name it.
  @Test(arguments: [
    ("localhost", "20200101000000Z", "20210101000000Z", true, "expired"),
    ("localhost", "20700101000000Z", "20710101000000Z", true, "not yet valid"),
    ("other.example", nil, nil, true, "subject name"),
    ("localhost", nil, nil, false, "self-signed"),
  ])
  func whatIsWrongWithACertificateIsNamed(
    name: String, begin: String?, end: String?, isTrusted: Bool, word: String
  ) async throws {
    let certificate = try TestCertificate(name: name, from: begin, until: end)
    let site = try await TLSSite([Self.path: ["body": "{}"]], certificate: certificate)
    let fetcher = SiteFetcher(authorities: isTrusted ? site.authorities : nil, timeout: .seconds(10))
    let response = await fetcher.fetch(site.origin + Self.path, as: .device)
    guard case .badCertificate(let reason) = response.outcome else {
      Issue.record("\(response.outcome)")
      return
    }
    #expect(reason.contains(word), "\(reason)")
  }

  @Test func aNameIsAskedWhereTheCallerSays() async throws {
    let site = try await TLSSite([Self.path: ["body": "{}"]], name: "focus.example")
    let fetcher = SiteFetcher(
      authorities: site.authorities, resolve: "focus.example:\(site.port):127.0.0.1", timeout: .seconds(10))
    #expect(await fetcher.fetch("https://focus.example:\(site.port)\(Self.path)", as: .device).status == 200)
  }

  @Test func plainTextIsNoEncryption() async throws {
    let site = try await TLSSite([:], isPlain: true)
    guard case .noEncryption = await fetch(site).outcome else {
      Issue.record("\(await fetch(site).outcome)")
      return
    }
    let plain = await SiteFetcher().fetch("http://localhost:\(site.port)/", as: .device)
    guard case .broken = plain.outcome else {
      Issue.record("\(plain.outcome)")
      return
    }
  }

  @Test func whatIsOutOfReachIsNamed() async throws {
    let slow = try await TLSSite([Self.path: ["wait": 20]])
    let impatient = SiteFetcher(authorities: slow.authorities, timeout: .milliseconds(600))
    #expect(await impatient.fetch(slow.origin + Self.path, as: .device).outcome == .timedOut)
    let nobody = await SiteFetcher().fetch("https://127.0.0.1:1/", as: .device)
    #expect(nobody.isOutOfReach)
    guard case .notConnected = nobody.outcome else {
      Issue.record("\(nobody.outcome)")
      return
    }
    let nowhere = await SiteFetcher().fetch("https://nowhere.invalid/", as: .device)
    guard case .notResolved = nowhere.outcome else {
      Issue.record("\(nowhere.outcome)")
      return
    }
  }
}
