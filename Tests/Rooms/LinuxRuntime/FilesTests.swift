import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing

@Suite(.realParts) struct FilesTests {
  @Test func whatIsWrittenIsReadBackWhole() throws {
    let folder = TemporaryFolder()
    let content = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try Files.replace(folder("a"), with: content)
    #expect(try Files.read(folder("a")) == content)
    try Files.replace(folder("a"), with: [1, 2])
    #expect(try Files.read(folder("a")) == [1, 2])
    #expect(!Files.exists(folder("a.new")))
  }

  @Test("Of several who replace a file at once each succeeds, and a reader sees one of their contents whole.")
  func severalWriters() async throws {
    let folder = TemporaryFolder()
    let path = folder("a")
    try Files.replace(path, with: [UInt8](repeating: 0, count: 1000))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 1...4 {
        group.addTask {
          for _ in 0..<100 {
            try Files.replace(path, with: [UInt8](repeating: UInt8(writer), count: 1000 * writer))
            let seen = try Files.read(path)
            let first = try #require(seen.first)
            #expect(seen.count == 1000 * Int(first) && seen.allSatisfy { $0 == first })
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(!Files.exists(folder("a.new")))
  }

  @Test func aFileIsForItsUserAlone() throws {
    let folder = TemporaryFolder()
    try Files.replace(folder("secret"), with: [1])
    var status = stat()
    #expect(unsafe stat(folder("secret"), &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func aPipeIsWrittenToAndStaysOne() throws {
    let folder = TemporaryFolder()
    #expect(unsafe mkfifo(folder("pipe"), 0o600) == 0)
    let reader = try Descriptor.open(folder("pipe"), O_RDWR)
    try Files.replace(folder("pipe"), with: [1, 2, 3])
    var octets = [UInt8](repeating: 0, count: 8)
    #expect(unsafe read(reader.number, &octets, 8) == 3)
    var status = stat()
    #expect(unsafe stat(folder("pipe"), &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFIFO)
    #expect(Folder.names(in: folder.path) == ["pipe"])
  }

  @Test func aFileThatIsTooLargeIsRefused() throws {
    let folder = TemporaryFolder()
    try Files.replace(folder("a"), with: [UInt8](repeating: 0, count: 1000))
    #expect(throws: SystemError("read", EFBIG, on: folder("a"))) { try Files.read(folder("a"), limit: 999) }
  }

  @Test func faultsNameTheCallAndTheFile() {
    #expect(throws: SystemError("open", ENOENT, on: "/nowhere/at/all")) { try Files.read("/nowhere/at/all") }
    #expect(SystemError("open", ENOENT).reason == "No such file or directory")
  }

  @Test func foldersAreMadeWithThoseAboveThem() throws {
    let folder = TemporaryFolder()
    try Files.makeFolder(folder("a/b/c"))
    #expect(Files.isFolder(folder("a/b/c")))
    try Files.makeFolder(folder("a/b/c"))
    try Files.replace(folder("file"), with: [])
    #expect(throws: SystemError.self) { try Files.makeFolder(folder("file/below")) }
  }
}
