import LinuxRuntime
import TestSupport
import Testing

/// What somebody reads first.
@Suite struct ReadmeTests {
  @Test func theReadmeNamesEveryPart() throws {
    let text = String(decoding: try Files.read(Repository.path("README.md")), as: UTF8.self)
    let parts = [
      "Plan", "Limits", "Parts of a site", "Visits", "Learn", "Nights", "Movement", "Screen time", "Straying",
      "Several computers", "your home",
    ]
    for part in parts { #expect(text.contains("*\(part)*"), "\(part)") }
    let pictures = text.split(separator: "src=\"").dropFirst().compactMap { $0.split(separator: "\"").first }
    #expect(pictures.count >= 5)
    for picture in pictures { #expect(Files.exists(Repository.path(String(picture))), "\(picture)") }
  }
}
