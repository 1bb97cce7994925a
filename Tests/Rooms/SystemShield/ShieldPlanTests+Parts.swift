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
    // What is below an entry is closed by it.
    #expect(names.counted(Attempt(kind: .site, name: "a.example/x/1"))?.name == "a.example/x")
    #expect(names.counted(Attempt(kind: .site, name: "m.b.example/1"))?.name == "b.example")
    #expect(names.counted(Attempt(kind: .site, name: "a.example/x/y/1")) == nil)
    #expect(names.counted(Attempt(kind: .site, name: "a.example/x?y")) == nil)
  }

  @Test("a part of a blocked site is open to browsers that see parts, and shut by its end whoever is still there")
  func visitedPartOfABlockedSite() throws {
    #expect(
      try visited(.site, "a.example/x/1", Blocks(sites: ["a.example", "m.a.example", "b.example", "!np.a.example"]))
        == [
          "order 30000 -", "section block", "site a.example", "site m.a.example", "site b.example", "left a.example",
          "left m.a.example", "except np.a.example", "later 7", "section block", "site a.example", "site m.a.example",
          "except np.a.example", "commit",
        ])
    #expect(
      try visited(.site, "b.example/x", Blocks(mode: .allow, sites: ["a.example"])) == [
        "order 30000 -", "section allow", "site a.example", "left b.example", "later 7", "section allow",
        "site a.example", "commit",
      ])
    // Where the helper closes nothing of the site, its end is nothing of the helper's.
    #expect(
      try visited(.site, "a.example/x/1", Blocks(sites: ["a.example/x"])) == [
        "order 30000 -", "section block", "left a.example", "later 7", "commit",
      ])
  }

  @Test("exactly the visited part opens, also where a nearer entry closes some of it")
  func visitedPartOfAPart() throws {
    let blocks = Blocks(sites: ["a.example/r/*", "a.example/r/*/top", "m.a.example/r", "!a.example/r/fun/no"])
    let names = BlockedNames(try visitedPlan(.site, "a.example/r/fun", [blocks]))
    func counted(_ name: String) -> String? { names.counted(Attempt(kind: .site, name: name))?.name }
    for open in ["a.example/r/fun", "a.example/r/fun/top/1", "m.a.example/r/fun", "a.example/r/fun/no"] {
      #expect(counted(open) == nil, "\(open)")
    }
    #expect(counted("a.example/r/other") == "a.example/r/*")
    #expect(counted("a.example/r/other/top") == "a.example/r/*/top")
    #expect(counted("m.a.example/r/else") == "m.a.example/r")
    let allowed = BlockedNames(try visitedPlan(.site, "b.example/x", [Blocks(mode: .allow, sites: ["a.example"])]))
    #expect(allowed.counted(Attempt(kind: .site, name: "b.example/x/1")) == nil)
    #expect(allowed.counted(Attempt(kind: .site, name: "b.example/y"))?.name == "b.example")
    #expect(allowed.counted(Attempt(kind: .site, name: "a.example/y")) == nil)
  }
}
