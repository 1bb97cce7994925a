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
    #expect(SiteLists.apps(of: "everything") == nil)
    #expect(CategoryContents(of: "everything", changedBy: nil) == nil)
  }

  @Test func listsHoldApplicationsToo() throws {
    for name in ["games", "messaging", "music", "news", "social", "video"] {
      let apps = try #require(SiteLists.apps(of: name))
      #expect(apps.count > 3)
      #expect(Set(apps).count == apps.count, "\(name) names an application twice")
      #expect(!apps.contains { $0.isEmpty || $0.contains { $0.isWhitespace } }, "\(name)")
    }
    #expect(SiteLists.apps(of: "gambling") == [])
  }

  @Test func whatAPersonChangedComesOnTopOfWhatShips() throws {
    let own = CategoryContents.Changes(
      sites: ["Chat.Example", "facebook.com", "!LinkedIn.com", "!help.instagram.com", "no site"],
      apps: ["org.example.Chat", "!org.kde.tokodon"])
    let contents = try #require(CategoryContents(of: "social", changedBy: own))
    let shipped = try #require(SiteLists.sites(of: "social"))
    #expect(contents.sites.count == shipped.count)
    #expect(contents.sites.last?.text == "chat.example")
    #expect(!contents.sites.contains { $0.text == "linkedin.com" })
    #expect(contents.exceptions.map(\.text) == ["help.instagram.com"])
    #expect(contents.others == ["no site"])
    #expect(contents.apps.contains("org.example.Chat") && !contents.apps.contains("org.kde.tokodon"))
  }

  @Test func aListOfOnesOwnHoldsWhatItSays() throws {
    let own = CategoryContents.Changes(sites: ["time.example"], apps: ["org.example.Game"])
    let contents = try #require(CategoryContents(of: "traps", changedBy: own))
    #expect(contents.sites.map(\.text) == ["time.example"])
    #expect(contents.apps == ["org.example.Game"])
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

  @Test(arguments: [
    (["Game", "ArcadeGame"], ["games"]), (["Network", "InstantMessaging"], ["messaging"]),
    (["AudioVideo", "Audio", "Player"], ["music"]), (["AudioVideo", "Video", "Player"], ["video"]),
    (["AudioVideo", "AudioVideoEditing", "Video"], []), (["Office"], []), ([], []),
  ])
  func menusSayWhereAnAppBelongs(categories: [String], lists: [String]) {
    #expect(MenuCategories.lists(of: categories) == lists)
    #expect(MenuCategories.names.allSatisfy { SiteLists.names.contains($0) })
  }
}
