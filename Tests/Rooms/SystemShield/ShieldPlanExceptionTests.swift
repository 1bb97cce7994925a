import DesktopEntries
import FocusPorts
import RealParts
import SiteRules
import Testing

@testable import SystemShield

extension ShieldPlanTests {
  @Test("what an allowance excepts stays open, whatever its lists and names say")
  func exceptions() throws {
    var blocks = Blocks(
      sites: ["a.example", "deep.docs.a.example", "b.example"], apps: ["org.example.Chat", "editor"],
      categories: ["social"])
    blocks.except = ["docs.a.example", "old.reddit.com", "org.example.Chat.desktop"]
    let plan = try plan(blocks)
    let section = try #require(plan.sections.first)
    let names = section.sites.map(\.text)
    #expect(names.contains("a.example") && names.contains("b.example") && names.contains("reddit.com"))
    #expect(!names.contains("deep.docs.a.example"))
    #expect(section.exceptions.map(\.text).suffix(3).prefix(2) == ["docs.a.example", "old.reddit.com"])
    #expect(plan.applications.map(\.id) == ["kde-editor"])
    // Somebody's profile that blocks the same has no such exception.
    let both = try self.plan(blocks, Blocks(apps: ["org.example.Chat"]))
    #expect(Set(both.applications.map(\.id)) == ["kde-editor", "org.example.Chat"])
  }

  @Test("what a profile says of a site itself outweighs its lists, either way")
  func ownWord() throws {
    func decides(_ sites: [String], _ host: String, mode: Blocks.Mode = .block) throws -> Bool {
      let names = BlockedNames(try plan(Blocks(mode: mode, sites: sites, categories: ["social"])))
      return !names.blockers(ofSite: host).isEmpty
    }
    #expect(try decides([], "old.reddit.com"))
    #expect(try !decides(["!reddit.com"], "reddit.com"))
    #expect(try !decides(["!reddit.com"], "old.reddit.com"))
    #expect(try decides(["!reddit.com"], "facebook.com"))
    // It names one of the site's own, or the site as well.
    #expect(try decides(["!reddit.com", "old.reddit.com"], "old.reddit.com"))
    #expect(try decides(["!reddit.com", "reddit.com"], "reddit.com"))
    // Where only what is named opens, an exception shuts.
    #expect(try !decides([], "reddit.com", mode: .allow))
    #expect(try decides(["!reddit.com"], "reddit.com", mode: .allow))
  }
}
