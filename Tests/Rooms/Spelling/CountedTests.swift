import Spelling
import Testing

@Suite struct CountedTests {
  @Test(arguments: [(0, "0 breaks"), (1, "1 break"), (2, "2 breaks"), (-1, "-1 breaks"), (1000, "1000 breaks")])
  func oneIsSingularAndEverythingElseIsPlural(count: Int, text: String) {
    #expect(counted(count, "break") == text)
  }

  @Test(arguments: [(0, "0 entries"), (1, "1 entry"), (2, "2 entries")])
  func anIrregularPluralIsGivenByTheCaller(count: Int64, text: String) {
    #expect(counted(count, "entry", "entries") == text)
  }

  @Test(arguments: [
    (-5, "0 s", "0 s"), (0, "0 s", "0 s"), (1, "1 s", "1 s"), (59, "59 s", "59 s"), (60, "1 min", "1 min"),
    (61, "1 min", "2 min"), (120, "2 min", "2 min"), (3599, "59 min", "1 h"), (3600, "1 h", "1 h"),
    (3601, "1 h", "1 h 1 min"), (4800, "1 h 20 min", "1 h 20 min"), (7200, "2 h", "2 h"), (360_000, "100 h", "100 h"),
  ])
  func aDurationInWordsRoundsDownWhatHasPassedAndUpWhatIsLeft(seconds: Int64, elapsed: String, left: String) {
    #expect(durationWords(seconds: seconds) == elapsed)
    #expect(durationWords(seconds: seconds, .left) == left)
  }

  @Test(arguments: [
    (0, "0m", "0m"), (1, "0m", "1m"), (60, "1m", "1m"), (61, "1m", "2m"), (3600, "1h", "1h"), (4800, "1h20m", "1h20m"),
  ])
  func aStatusBarGetsMinutesWithoutSpaces(seconds: Int64, elapsed: String, left: String) {
    #expect(shortDuration(seconds: seconds) == elapsed)
    #expect(shortDuration(seconds: seconds, .left) == left)
  }
}
