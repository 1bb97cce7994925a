import SiteLists
import SiteRules
import Testing

@Suite struct SiteListsTests {
  @Test func everyListIsReadWhole() throws {
    #expect(SiteLists.names.count > 10)
    for name in ["social", "video", "news", "games", "shopping"] { #expect(SiteLists.names.contains(name)) }
    for name in SiteLists.names {
      let sites = try #require(SiteLists.sites(of: name))
      #expect(sites.count >= 20, "\(name)")
      #expect(Set(sites).count == sites.count, "\(name) names a site twice")
      #expect(!sites.contains { ProtectedSites.contains($0) }, "\(name)")
    }
  }

  @Test func aListThatIsNotThereIsNone() {
    #expect(SiteLists.sites(of: "everything") == nil)
  }

  @Test func listsOfOthersAreUnderstood() {
    let text = """
      # a hosts file
      127.0.0.1 Ads.Example # why
      0.0.0.0\ttracker.example
      *.wild.example
      bücher.example
      not a/name

      """
    let (names, others) = SiteListText.names(in: Array(text.utf8))
    #expect(names.map(\.text) == ["ads.example", "tracker.example", "wild.example", "xn--bcher-kva.example"])
    #expect(others == 1)
  }
}
