import CardModels
import FocusLinks
import Glibc
import JSONText
import LinuxRuntime
import NDEF
import ProofOfTap
import RealParts
import TagFormats
import TestSupport
import Testing
import VirtualReader

/// Cards that put their own digits into their link, and cards that become keys of a running service.
@Suite(
  .realParts, .serialized, .enabled(if: PrivatePCSCD.isInstalled, "needs pcscd, libpcsclite-dev and gcc"),
  .timeLimit(.minutes(2)))
struct MirrorAndKeyTests {
  private static let uid = "04112233445501"

  /// The link as the card shows it now, read without keytool.
  private static func link(on bench: Bench) throws -> String? {
    let octets = try bench.contents().message.octets ?? []
    return LinkForecaster(table: RouteTable()).forecast(records: try NDEFMessage(decoding: octets).records).uri
  }

  @Test(arguments: [ReaderModel.Kind.acr122U, .acr1252U]) func theCardShowsItself(_ kind: ReaderModel.Kind) throws {
    let bench = try Bench(kind)
    bench.reader.place(blank())
    let written = try bench.keytool("write", startWork, "--mirror", "uid,counter")
    #expect(written.exitCode == 0, "\(written.errors)")
    #expect(written.output.contains("Shows its UID and tap counter"))
    let answer = try bench.answer("read")
    #expect(answer["mirror"]?["counter"]?.bool == true)
    let shown = try #require(answer["records"]?.array?.first?["uri"]?.string)
    #expect(shown.hasPrefix("\(startWork)&tap=\(Self.uid)x0000"), "\(shown)")
    // Each time it is laid down it counts.
    let card = try #require(bench.reader.pull())
    bench.reader.place(card)
    #expect(try Self.link(on: bench).map { $0 > shown } == true)
    // Another link takes its place, without digits.
    #expect(try bench.keytool("write", "https://focuskey.app/stop").exitCode == 0)
    #expect(try Self.link(on: bench) == "https://focuskey.app/stop")
    #expect(try bench.contents().mirror?.count == 0)
    // And another with the UID alone.
    #expect(try bench.keytool("write", "https://focuskey.app/stop", "--mirror", "uid").exitCode == 0)
    #expect(try Self.link(on: bench) == "https://focuskey.app/stop?tap=\(Self.uid)")
    #expect(try bench.keytool("write", "https://focuskey.app/stop", "--mirror", "uid").exitCode == 0)
    #expect(try Self.link(on: bench) == "https://focuskey.app/stop?tap=\(Self.uid)")
  }

  @Test func anNTAG424ShowsItself() throws {
    let bench = try Bench()
    var card = Type4Card(ntag424: [4, 0x11, 0x22, 0x33, 0x44, 0x55, 1])
    card.ciphers = .openSSL { count in [UInt8](repeating: 7, count: count) }
    bench.reader.place(.type4(card))
    let written = try bench.keytool("write", startWork, "--mirror", "uid", "--mirror", "counter")
    #expect(written.exitCode == 0, "\(written.errors)")
    #expect(try Self.link(on: bench)?.hasPrefix("\(startWork)&tap=\(Self.uid)x0000") == true)
    #expect(try bench.keytool("write", startWork).exitCode == 0)
    #expect(try Self.link(on: bench) == startWork)
  }

  @Test func whatCannotBeShownIsRefused() throws {
    let bench = try Bench()
    bench.reader.place(blank(.ntag210))
    let before = try bench.contents().message
    for more in [[], ["--dry-run"]] {
      let refused = try BuiltProgram.keytool.run(
        ["write", "https://focuskey.app/stop", "--mirror", "counter", "--json"] + more, environment: bench.environment)
      #expect(refused.exitCode == 1 && refused.output.contains(#""kind":"not-possible""#), "\(refused.output)")
      #expect(try bench.contents().message == before, "a card that cannot do it stays as it is")
    }
    #expect(try bench.keytool("write", "--hex", startWorkHex, "--mirror", "uid").exitCode == 65)
    #expect(try bench.keytool("write", startWork, "--mirror", "name").exitCode == 64)
  }

  @Test func aWrittenCardBecomesAKey() throws {
    let bench = try Bench()
    let home = TemporaryFolder()
    let service = try RunningService(home: home.path)
    defer { service.stop() }
    func keys() throws -> String { try service("key", "list").output }
    bench.reader.place(blank())
    let written = try bench.keytool(
      "write", startWork, "--key", "desk", "--may", "start,stop", "--home", home.path, "--json")
    #expect(written.exitCode == 0, "\(written.errors)")
    #expect(written.output.contains(#""key":"desk""#))
    #expect(try keys().contains("desk  \(Self.uid)  may start stop"))
    // The same card cannot be two keys, nor two cards one; either is said before anything is written.
    let standing = try bench.contents().message
    let twice = try bench.keytool(
      "write", "https://focuskey.app/stop", "--key", "other", "--home", home.path)
    #expect(twice.exitCode == 1 && twice.errors.contains("desk"), "\(twice.errors)")
    #expect(try bench.contents().message == standing)
    bench.reader.pull()
    bench.reader.place(blank(.ntag213, 2))
    let before = bench.reader.transmitted.count
    #expect(try bench.keytool("write", startWork, "--key", "desk", "--home", home.path).exitCode == 1)
    #expect(bench.reader.transmitted.count == before)
    // Proven by the counter; all that a key may do is what it may if nothing is said.
    let counted = try bench.keytool(
      "write", startWork, "--mirror", "uid,counter", "--key", "door", "--proof", "counter", "--home", home.path)
    #expect(counted.exitCode == 0, "\(counted.errors)")
    let shown = try service("key", "show", "door", "--json").output
    #expect(shown.contains(#""proof":"counter""#) && shown.contains("switch"), "\(shown)")
  }

  /// The service is there at the start and gone at the end: what is done and what is not is said, and repeating the
  /// command does the rest.
  @Test func aServiceThatEndsMeanwhile() throws {
    let bench = try Bench()
    let home = TemporaryFolder()
    let service = try RunningService(home: home.path)
    bench.reader.order { $0.delay = .milliseconds(50) }
    bench.reader.place(blank())
    // From the first UPDATE BINARY on, the service is not asked before all is written. A thread of its own does not
    // wait for other tests.
    startThread(named: "end of the service") { [reader = bench.reader, id = service.id] in
      while !reader.transmitted.contains(where: { $0.starts(with: [0xFF, 0xD6]) }) { usleep(1000) }
      kill(id, SIGKILL)
    }
    let cut = try bench.keytool("write", startWork, "--key", "desk", "--home", home.path, "--json")
    #expect(cut.exitCode == 69)
    let error = try JSONDocument(cut.output).root["error"]
    #expect(error?["kind"]?.string == "no-service")
    #expect(error?["message"]?.string?.contains("written but not registered") == true)
    #expect(try Self.link(on: bench) == startWork)
    let again = try RunningService(home: home.path)
    #expect(try bench.keytool("write", startWork, "--key", "desk", "--home", home.path).exitCode == 0)
    #expect(try again("key", "list").output.contains(Self.uid))
  }

  @Test func aKeyNeedsAServiceAndOneCard() throws {
    let bench = try Bench()
    let home = TemporaryFolder()
    bench.reader.place(blank())
    let before = bench.reader.transmitted.count
    let alone = try bench.keytool("write", startWork, "--key", "desk", "--home", home.path, "--json")
    #expect(alone.exitCode == 69)
    #expect(alone.output.contains(#""kind":"no-service""#))
    #expect(try bench.keytool("write", startWork, "--key", "desk", "--batch", "2").exitCode == 64)
    #expect(try bench.keytool("write", startWork, "--may", "start").exitCode == 64)
    #expect(try bench.keytool("write", startWork, "--key", "desk", "--proof", "counter").exitCode == 64)
    #expect(bench.reader.transmitted.count == before)
  }
}
