import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing
import VirtualReader

/// How keytool ends while a thread of its own is still within libpcsclite.
@Suite(
  .realParts, .enabled(if: PrivatePCSCD.isInstalled, "needs pcscd, libpcsclite-dev and gcc"), .timeLimit(.minutes(2)))
struct EndingTests {
  /// A library that is loaded last, so that its destructor runs behind libpcsclite's, and takes its time.
  private static let slow = """
    #include <unistd.h>
    __attribute__((destructor)) static void end(void) {
        (void)!write(2, "taken down\\n", 11);
        for (unsigned left = 3; left;) left = sleep(left);
    }
    """
  /// What loads it.
  private static let loader = """
    #include <dlfcn.h>
    __attribute__((constructor)) static void begin(void) { dlopen(SLOW, RTLD_NOW | RTLD_GLOBAL); }
    """

  private func build(_ source: String, _ name: String, in folder: TemporaryFolder, _ more: String...) throws -> String {
    try Files.replace(folder("\(name).c"), with: Array(source.utf8))
    let outcome = try BuiltProgram(at: "/usr/bin/gcc").run(
      ["-shared", "-fPIC", folder("\(name).c"), "-o", folder("\(name).so")] + more, environment: ["PATH=/usr/bin:/bin"])
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
    return folder("\(name).so")
  }

  /// The thread that waits for a mute card cannot be called back. libpcsclite's destructor frees what that thread
  /// returns to, so a card that is pulled while libraries are taken down would end the program by a signal; the slow
  /// library makes that moment long enough to be met.
  @Test func aCardThatIsPulledAtTheLastMoment() async throws {
    let bench = try Bench()
    let folder = TemporaryFolder()
    let slow = try build(Self.slow, "slow", in: folder)
    let loader = try build(Self.loader, "loader", in: folder, "-DSLOW=\"\(slow)\"")
    bench.reader.order { $0.isMute = true }
    bench.reader.place(blank())
    let errors = try Descriptor.open(folder("errors"), O_RDWR | O_CREAT)
    let keytool = try ChildProcess.start(
      BuiltProgram.keytool.path, ["read", "--timeout", "300ms"],
      environment: bench.environment + ["LD_PRELOAD=\(loader)"], output: .nothing, errors: .descriptor(errors.number))
    func said(_ words: String) -> Bool {
      ((try? Files.read(folder("errors"))).map { String(decoding: $0, as: UTF8.self) } ?? "").contains(words)
    }
    #expect(await eventually { said("no card") })
    _ = await eventually(within: .seconds(1)) { said("taken down") }
    bench.reader.pull()
    #expect(keytool.wait() == 75)
    #expect(!said("Signal 11"))
  }
}
