import Hooks
import RealParts
import ServiceContract
import TestSupport
import Testing

@testable import AtHome

@Suite(.realParts) struct HookConfigurationTests {
  private func read(_ text: String) throws -> HookBook {
    let folder = TemporaryFolder()
    try Files.replace(folder("config.json5"), with: Array(text.utf8))
    return try HookBook(ServiceConfiguration(path: folder("config.json5")))
  }

  @Test func aRouteOfTheFileMayStandBesideEverythingThatAHookMaySay() {
    #expect(ServiceConfiguration.actionNames == HookBook.actionNames)
  }

  /// What a newcomer's file says is what holds without it; and each of its comments shows what can be read.
  @Test func theSampleSaysWhatHoldsWithoutIt() throws {
    #expect(try read(ServiceConfiguration.sample) == HookBook())
    let examples = ServiceConfiguration.sample.split(separator: "\n").compactMap { line in
      line.split(separator: "//   ").last.flatMap { $0.hasPrefix("{ ") && !$0.contains("match:") ? String($0) : nil }
    }
    try #require(examples.count == 4)
    let used = try read("{ routes: [\(examples[0])], hooks: [\(examples.dropFirst().joined())] }")
    #expect(used.hooks.map(\.name) == ["routes.lights", "hooks[0]", "hooks[1]", "hooks[2]"])
  }

  @Test func aRouteIsAHook() throws {
    let hooks = try read(
      """
      { routes: [{ name: "lights", path: "/lights/:room", run: ["true"] },
                 { name: "door", path: "/door", mqtt: "mqtt://127.0.0.1/door" }] }
      """)
    #expect(hooks.hooks(for: .route("lights")) == [0])
    #expect(hooks.hooks(for: .route("door")) == [1])
  }

  @Test(arguments: [
    ("{ routes: [{ name: 'a', path: '/a' }] }", "run, post or mqtt"),
    ("{ hooks: [{ on: 'sesion-ended', run: ['x'] }] }", "session-ended"),
  ])
  func whatCannotBeFollowedIsNamed(text: String, words: String) throws {
    #expect {
      try read(text)
    } throws: { error in
      guard let mismatch = error as? JSONShapeError else { return false }
      #expect(mismatch.message.contains(words), "\(mismatch.message)")
      return true
    }
  }
}
