import FocusSession
import Testing

@testable import SystemShield

extension ShieldPlanTests {
  @Test func partsOfSitesAreLeftToTheExtension() throws {
    var blocks = Blocks(sites: ["a.example/x", "!a.example/x/y", "b.example", "!b.example/z"])
    var plan = try plan(blocks)
    #expect(!lines(plan).contains("site a.example") && lines(plan).contains("site b.example"))
    #expect(plan.sections[0].parts.count == 3)
    #expect(!plan.isShutForParts && plan.notes.sites.isEmpty)
    blocks.paths = .whole
    plan = try self.plan(blocks)
    #expect(lines(plan).contains("site a.example") && plan.isShutForParts)
    // What counts is the entry, and only while it is closed.
    let names = BlockedNames(plan)
    #expect(names.counted(Attempt(kind: .site, name: "a.example/x/"))?.name == "a.example/x")
    #expect(names.counted(Attempt(kind: .site, name: "b.example/z")) == nil)
    #expect(names.counted(Attempt(kind: .site, name: "a.example/q")) == nil)
    #expect(names.blockers(ofSite: "a.example/x") == ["work"])
  }
}
