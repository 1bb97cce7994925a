import RealParts
import TestSupport
import Testing

/// The words that shells offer while a command line is typed come from the running service.
@Suite(.realParts) struct CompletionWordsTests {
  @Test func namesComeFromTheService() throws {
    let folder = TemporaryFolder()
    let service = try RunningService(home: folder.path)
    for refused in [
      try service("key", "add", "desk", "--uid", "04A1"), try service("tap", "--uid", "04A1B2C3D4"),
    ] {
      #expect(refused.exitCode == 64)
      #expect(refused.errors.contains("a UID has 4, 7 or 10 bytes"))
    }
    #expect(try service("key", "add", "desk", "--uid", "04A1B2C3D4E580").exitCode == 0)
    #expect(try service("words", "profiles").lines == ["work", "study", "sleep"])
    #expect(try service("words", "keys").lines == ["desk"])
    #expect(try service("words", "schedules").lines == ["nights"])
    // Without a service there is nothing to offer, and nothing to complain about.
    service.stop()
    for list in ["profiles", "keys", "schedules", "others"] {
      let outcome = try service("words", list)
      #expect(outcome.exitCode == 0)
      #expect(outcome.output + outcome.errors == "")
    }
  }
}
