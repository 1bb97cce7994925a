import BackupFiles
import Glibc
import LinuxRuntime
import Octets
import ProofOfTap
import RealParts
import TestSupport
import Testing

/// Archives on a real disk, made and read by the real libarchive.
@Suite(.realParts) struct BackupArchiveTests {
  private static func digest(_ octets: [UInt8]) -> String { HexText.text(of: SHA256.digest(of: octets)) }

  private func archive(in folder: String) throws -> (path: String, files: [String: [UInt8]]) {
    let files: [String: [UInt8]] = [
      "focuskey.sqlite": (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }, "tasks/tasks/ä.ics": Array("x".utf8),
      "config.json5": [],
    ]
    for (name, content) in files {
      let path = "\(folder)/from/\(name)"
      try Files.makeFolder(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
      try Files.replace(path, with: content)
    }
    let path = "\(folder)/backup.tar.gz"
    let named = files.keys.sorted().map { (name: $0, path: "\(folder)/from/\($0)") }
    let list = try BackupWriter(digest: Self.digest).write(path, named, made: "2026-11-22T10:00:00Z")
    #expect(list.entries.map { $0.name } == files.keys.sorted())
    return (path, files)
  }

  private func read(_ path: String) throws(BackupError) -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    _ = try BackupReader(digest: Self.digest).read(path) { name, octets throws(BackupError) in found[name] = octets }
    return found
  }

  @Test func whatIsSavedComesBack() throws {
    let folder = TemporaryFolder()
    let (path, files) = try archive(in: folder.path)
    #expect(try read(path) == files)
  }

  @Test("an archive that is cut off anywhere, or changed in one byte, is refused")
  func torn() throws {
    let folder = TemporaryFolder()
    let (path, files) = try archive(in: folder.path)
    let whole = try Files.read(path)
    let broken = "\(folder.path)/broken"
    for step in 0..<40 {
      try Files.replace(broken, with: Array(whole[..<(whole.count * step / 40)]))
      #expect(throws: BackupError.self) { _ = try read(broken) }
      var changed = whole
      changed[whole.count * step / 40] ^= 0x10
      try Files.replace(broken, with: changed)
      // A byte of gzip's own header may mean nothing; then all of the content is as it was.
      if let found = try? read(broken) { #expect(found == files) }
    }
  }

  @Test("somebody else's archive, and a name that leads elsewhere, are refused")
  func foreign() throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/foreign"
    try Files.replace(path, with: Array("hello".utf8))
    #expect(throws: BackupError.self) { _ = try read(path) }
    try Files.replace("\(folder.path)/a", with: Array("a".utf8))
    let tar = try ChildProcess.start("/usr/bin/env", ["tar", "-czf", path, "-C", folder.path, "a"])
    #expect(tar.wait() == 0)
    #expect(throws: BackupError.foreign) { _ = try read(path) }
    #expect(throws: BackupError.self) { _ = try read(folder.path) }
    #expect(throws: BackupError.self) { _ = try read("\(folder.path)/missing") }
  }
}
