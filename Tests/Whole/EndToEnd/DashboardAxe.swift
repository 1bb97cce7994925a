import Glibc
import JSONText
import LinuxRuntime
import TestSupport
import Testing

/// The whole text of axe-core, where the environment names its file.
///
/// `Tests/LongRuns/Axe/run.sh` fetches it and names it; it is nothing that the page or the tests need otherwise.
private let axe: String? = {
  guard let path = unsafe getenv("FOCUSKEY_AXE").map({ unsafe String(cString: $0) }) else { return nil }
  return (try? Files.read(path, limit: 1 << 21)).map { String(decoding: $0, as: UTF8.self) } ?? "no file at \(path)"
}()

extension DashboardVisits {
  /// axe-core finds nothing against what is shown, where it is asked. Links to places of the page are taken for links
  /// that skip something where they are out of sight; there is one such link.
  func expectNothingFromAxe(on page: ChromiumPage, _ place: Comment) async throws {
    guard let axe else { return }
    if try await page.evaluate("typeof axe")?.string != "object" { try await page.evaluate("\(axe)\n;true") }
    let found = try await page.evaluate(
      """
      axe.run(document, { resultTypes: ['violations'] }).then(({ violations, passes }) =>
        [passes.length > 5 ? '' : 'axe looked at nothing', ...violations.flatMap(({ id, help, nodes }) =>
          nodes.filter(node => id !== 'skip-link' || node.html.includes('id="skip"')).map(node => `${id} (${help}): ${node.target.join(' ')} ${node.html.slice(0, 120)} ${node.any.map(one => one.message).join(' ').slice(0, 160)}`))].filter(Boolean))
      """)
    #expect(found?.array?.compactMap { $0.string } == [], place)
  }
}
