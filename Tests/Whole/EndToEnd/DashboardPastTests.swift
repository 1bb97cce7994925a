import JSONText
import LinuxRuntime
import Octets
import TestSupport
import Testing

/// A collection of Anki that the page takes in.
extension DashboardDaysTests {
  @Test func aCollectionBringsItsReviewsAlongOnThePageToo() async throws {
    let desk = try DashboardAPITests.Desk(language: "de")
    let script = try #require(PythonPeer("Tests/Kit/Peers/anki_past.py", needing: "sqlite3"))
    _ = try script([desk.home.path, "12"])
    let package = Base64URLText.text(of: try Files.read(desk.home("collection-2026-11-20.colpkg")))
    try await visiting("learn", at: desk) { desk, page in
      #expect(await page.waits(for: "document.getElementById('deck-file')"))
      try await page.evaluate(
        """
        (() => {
          const letters = atob('\(package)'.replaceAll('-', '+').replaceAll('_', '/'));
          const given = new DataTransfer();
          given.items.add(new File([Uint8Array.from(letters, (letter) => letter.charCodeAt(0))], 'mine.colpkg'));
          const input = document.getElementById('deck-file');
          input.files = given.files;
          input.dispatchEvent(new Event('change'));
        })()
        """)
      #expect(await page.waits(for: "document.body.textContent.includes('27 Wiederholungen sind mitgekommen')"))
      #expect(await page.waits(for: "document.body.textContent.includes('wie in Anki: 5')"))
    }
    let again = try desk.service("deck", "import", desk.home("collection-2026-11-27.colpkg"), "--json").output
    #expect(again.contains(#""reviews":9,"reviews_known":27"#), "\(again)")
    #expect(try desk.service("deck", "limit", "mine", "--json").output.contains(#""new":5"#))
  }
}
