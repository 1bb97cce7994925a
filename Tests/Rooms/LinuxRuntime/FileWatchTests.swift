import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing

@Suite(.realParts) struct PlaceWatchTests {
  let folder = TemporaryFolder()

  /// Waits for a file while something happens beside it or on the way to it.
  private func waits(for path: String, atMost milliseconds: Int, while change: @escaping @Sendable () -> Void) throws
    -> Duration
  {
    let place = FileWatch(of: path)
    startThread(named: "change") {
      usleep(20_000)
      change()
    }
    return ContinuousClock().measure { place.wait(atMost: milliseconds, bell: WakeEvent()) }
  }

  @Test func whatComesIsHeard() throws {
    let path = folder("file")
    #expect(try waits(for: path, atMost: 10_000) { try? Files.replace(path, with: [1]) } < .seconds(5))
    #expect(try waits(for: path, atMost: 10_000) { unsafe unlink(path) } < .seconds(5))
  }

  @Test func aFolderOnTheWayIsHeard() throws {
    let path = folder("one/two/file")
    let one = folder("one")
    #expect(try waits(for: path, atMost: 10_000) { try? Files.makeFolder(one) } < .seconds(5))
    #expect(try waits(for: path, atMost: 10_000) { try? Files.makeFolder("\(one)/two") } < .seconds(5))
    #expect(try waits(for: path, atMost: 10_000) { try? Files.replace(path, with: [1]) } < .seconds(5))
  }

  /// In a folder where much comes and goes, as in /tmp, anyone who waits for one file sleeps.
  @Test(arguments: ["file", "one/two/file"]) func neighboursAreNoNews(path: String) throws {
    let neighbour = folder("neighbour")
    let time = try waits(for: folder(path), atMost: 300) {
      for _ in 0..<10 {
        try? Files.replace(neighbour, with: [1])
        unsafe unlink(neighbour)
      }
    }
    #expect(time >= .milliseconds(300))
    let place = FileWatch(of: folder(path))
    try Files.replace(neighbour, with: [1])
    var isConcerned = place.forget()
    #expect(!isConcerned)
    try Files.replace(folder(path.contains("/") ? "one" : path), with: [1])
    isConcerned = place.forget()
    #expect(isConcerned)
  }

  @Test func whoIsNotReadAnyMoreWaitsForNothing() throws {
    let pipe = try makePipe()
    defer { close(pipe.writing) }
    #expect(isRead(pipe.writing))
    let place = FileWatch(of: folder("file"))
    startThread(named: "change") {
      usleep(20_000)
      close(pipe.reading)
    }
    let time = ContinuousClock().measure { place.wait(atMost: 10_000, bell: WakeEvent(), whileReadOn: pipe.writing) }
    #expect(time < .seconds(5))
    #expect(!isRead(pipe.writing))
  }
}
