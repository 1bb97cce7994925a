import SiteAssociation
import Testing

/// Judging what was fetched, without a network.
@Suite struct LiveSiteTests {
  private func answer(
    _ status: Int, _ body: String = "{}", _ headers: [(String, String)] = [("content-type", "application/json")]
  ) -> SiteResponse {
    SiteResponse(
      url: "https://example.com" + LiveSite.wellKnownPath, outcome: .answer(status: status),
      headers: headers.map { SiteResponse.Header(name: $0.0, value: $0.1) }, body: Array(body.utf8),
      address: "192.0.2.1")
  }

  private func response(_ outcome: SiteResponse.Outcome, address: String? = nil) -> SiteResponse {
    SiteResponse(url: "https://example.com", outcome: outcome, address: address)
  }

  private func kinds(
    _ device: SiteResponse, crawler: SiteResponse? = nil, oldPlace: SiteResponse? = nil, copy: SiteResponse? = nil
  ) -> [SiteFindingKind] {
    LiveSite(host: "example.com", device: device, crawler: crawler, oldPlace: oldPlace, copy: copy).findings.map(\.kind)
  }

  @Test func everyKindHasItsAnswer() {
    #expect(kinds(answer(200)).isEmpty)
    #expect(kinds(answer(200, "{}", [("content-type", "text/plain")])) == [.contentType])
    #expect(kinds(answer(200, "{}", [("content-type", "Application/JSON; charset=utf-8")])).isEmpty)
    for status in [301, 302, 303, 307, 308] { #expect(kinds(answer(status)) == [.redirect]) }
    for status in [204, 400, 401, 403, 404, 500, 503] { #expect(kinds(answer(status)) == [.status]) }
    #expect(kinds(response(.tooLarge)) == [.tooLarge])
    #expect(kinds(response(.badCertificate("x"))) == [.certificate])
    #expect(kinds(response(.noEncryption("x"))) == [.noEncryption])
    #expect(kinds(response(.broken("x"))) == [.broken])
    #expect(kinds(answer(404), oldPlace: answer(200)) == [.status, .onlyAtOldPlace])
    #expect(kinds(answer(404), oldPlace: answer(404)) == [.status])
    #expect(kinds(answer(200), crawler: answer(403)) == [.crawlerBlocked])
    #expect(kinds(answer(200), crawler: response(.timedOut)) == [.crawlerBlocked])
    #expect(kinds(answer(200), crawler: answer(200, "[]")) == [.crawlerGetsOther])
    #expect(kinds(answer(200, #"{"a":1,"b":[]}"#), copy: answer(200, #"{ "b": [], "a": 1 }"#)).isEmpty)
    #expect(kinds(answer(200, #"{"a":1}"#), copy: answer(200, #"{"a":2}"#)) == [.copyDiffers])
    #expect(kinds(answer(200), copy: answer(404, "", [])) == [.copyUnknown])
    #expect(kinds(answer(200), copy: response(.notConnected("x"))) == [.copyOutOfReach])
    #expect(
      kinds(answer(200), copy: answer(404, "", [("apple-failure-reason", "SWCERR00301 Timeout")])) == [.copyFailed])
  }

  @Test(arguments: [
    ("SWCERR00101 Bad HTTP Response: 403", "bot wall"), ("SWCERR00202 private", "private network"),
    ("SWCERR00301 Timeout", "slow start"), ("SWCERR00401 Bad JSON content", "web page"),
  ])
  func theCodesOfTheStoreAreExplained(reason: String, cause: String) throws {
    let site = LiveSite(
      host: "example.com", device: answer(200), copy: answer(404, "", [("apple-failure-reason", reason)]))
    let finding = try #require(site.findings.first)
    #expect(finding.message.contains(reason) && finding.message.contains(cause))
    #expect(finding.basis == .observed)
  }

  @Test(arguments: [
    ("10.1.2.3", true), ("127.0.0.1", true), ("172.16.0.1", true), ("172.32.0.1", false), ("192.168.1.1", true),
    ("169.254.0.1", true), ("100.64.0.1", true), ("100.128.0.1", false), ("8.8.8.8", false), ("::1", true),
    ("fe80::1", true),
    ("FD00::1", true), ("2001:db8::1", false),
  ])
  func privateAddressesAreKnown(address: String, isPrivate: Bool) {
    let device = SiteResponse(url: "", outcome: .answer(status: 404), address: address)
    #expect(kinds(device).contains(.privateAddress) == isPrivate)
  }

  @Test func theRemarkAboutRedirectsIsMade() throws {
    let finding = try #require(
      LiveSite(host: "a", device: answer(301, "", [("location", "https://b/")])).findings.first)
    #expect(finding.level == .error)
    #expect(finding.message.contains("https://b/") && finding.message.contains("seen to follow one"))
  }
}
