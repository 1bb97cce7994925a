import Glibc
import JSONText
import LinuxRuntime
import RealParts
import RealScreens
import TestSupport
import Testing

/// Minutes a day on the real service while its clocks are pushed about: the wall clock by hand, the clock of the boot
/// by a time namespace. Neither gives a minute, nor takes one.
@Suite(.realParts, .serialized, .timeLimit(.minutes(5))) struct AllowanceClockTests {
  /// Clocks of one process that a test puts forward and back, as somebody with the right to it does with the whole
  /// computer's: libc's wall clock is off by what a file says, and the descriptor that the kernel makes readable when
  /// the clock is set is a pipe.
  private final class Clocks {
    private let library: String
    private let offset: String
    private let bell: String
    private let belled: Descriptor

    init(in folder: TemporaryFolder) throws {
      (library, offset, bell) = (folder("clocks.so"), folder("offset"), folder("bell"))
      let source = """
        #define _GNU_SOURCE
        #include <errno.h>
        #include <fcntl.h>
        #include <stdint.h>
        #include <sys/syscall.h>
        #include <sys/timerfd.h>
        #include <time.h>
        #include <unistd.h>
        int clock_gettime(clockid_t id, struct timespec *now) {
          int answer = (int)syscall(SYS_clock_gettime, id, now);
          int64_t seconds = 0;
          int file = id == CLOCK_REALTIME ? open("\(offset)", O_RDONLY | O_CLOEXEC) : -1;
          if (file >= 0) {
            if (read(file, &seconds, sizeof seconds) == sizeof seconds) now->tv_sec += seconds;
            close(file);
          }
          return answer;
        }
        int timerfd_create(clockid_t id, int flags) {
          if (id == CLOCK_REALTIME) return open("\(bell)", O_RDWR | O_NONBLOCK | O_CLOEXEC);
          return (int)syscall(SYS_timerfd_create, id, flags);
        }
        """
      try Files.replace(folder("clocks.c"), with: Array(source.utf8))
      let built = try BuiltProgram(at: "/usr/bin/gcc").run(["-shared", "-fPIC", "-o", library, folder("clocks.c")])
      try #require(built.exitCode == 0, "\(built.errors)")
      try #require(unsafe mkfifo(bell, 0o600) == 0)
      belled = try Descriptor.open(bell, O_RDWR)
    }

    /// What leads a service to these clocks.
    var variables: [String: String?] { ["LD_PRELOAD": library] }

    /// The wall clock is this far ahead of the true time from now on, and who waits for that hears it.
    func set(ahead seconds: Int64) throws {
      let octets = unsafe withUnsafeBytes(of: seconds) { unsafe Array($0) }
      try Files.replace(offset, with: octets)
      try Files.write([1, 0, 0, 0, 0, 0, 0, 0], to: belled.number)
    }
  }

  private static let day: Int64 = 86_400

  private func allowance(_ service: RunningService) throws -> (state: String, used: Int64) {
    let outcome = try BuiltProgram.focuskey("allowance", "list", "--json", "--home", service.home)
    let root = try JSONDocument(outcome.output).root
    return try (#require(root["state"]?.string), #require(root["used_seconds"]?.integer))
  }

  /// What the service wrote last, by its wall clock, in seconds.
  private func lastWritten(_ home: String) throws -> Int64 {
    let lines = try BuiltProgram.focuskey("export", "--home", home).lines
    return try lines.compactMap { try JSONDocument($0).root["at"]?.integer }.last.map { $0 / 1000 } ?? 0
  }

  private func trueTime() -> Int64 { Int64(time(nil)) }

  @Test("A clock that is put forward or back by hand opens nothing: not at once, and not after a restart")
  func setWhileShut() async throws {
    let household = try AllowanceHousehold(used: 60)
    let clocks = try Clocks(in: household.folder)
    var service = try household.service(more: clocks.variables)
    #expect(try allowance(service) == ("shut", 60))
    for ahead in [Self.day, 3 * Self.day, -Self.day, 7200, -7200, 0] {
      try clocks.set(ahead: ahead)
      try await Task.sleep(for: .milliseconds(200))
      #expect(try allowance(service).state == "shut", "\(ahead) s ahead")
      service.kill()
      service = try household.service(more: clocks.variables)
      #expect(try allowance(service).state == "shut", "\(ahead) s ahead, started again")
      // The service does see the other time.
      #expect(abs(try lastWritten(service.home) - trueTime() - ahead) < 20)
    }
    service.kill()
    service = try household.service()
    #expect(try allowance(service) == ("shut", 60))
  }

  @Test("A clock that is put forward or back while a site is in front neither ends its use nor hides any of it")
  func setInUse() async throws {
    let screen = try HiddenScreen()
    let places: [String: String?] = ["DISPLAY": screen.name, "WAYLAND_DISPLAY": nil, "SWAYSOCK": nil]
    let household = try AllowanceHousehold(used: 20, environment: places)
    let clocks = try Clocks(in: household.folder)
    let crowd = Crowd(["DISPLAY=\(screen.name)", "PATH=/usr/bin:/bin", "HOME=\(household.folder.path)"])
    try crowd.start("/usr/bin/openbox")
    let service = try household.service(more: clocks.variables)
    #expect(try await eventually { try service("signals").output.contains("in force (x11)") })
    try crowd.start("/usr/bin/xterm", "-class", "Browser", "-e", "sleep", "600")
    let browser = try ExtensionStandIn(household.folder("home"), TrialEnvironment.lines(household.environment))
    #expect(await eventually { browser.hears(#"{"front":true}"#) })
    try await Task.sleep(for: .milliseconds(500))
    let began = ContinuousClock.now
    try browser.say("www.forum.example")
    #expect(try await eventually { try allowance(service).used > 20 })
    for ahead in [Self.day, -Self.day, 3600, 0] {
      try clocks.set(ahead: ahead)
      try await Task.sleep(for: .seconds(2))
      let used = try allowance(service).used
      let passed = (ContinuousClock.now - began).components.seconds
      #expect((20 + passed - 2...21 + passed).contains(used), "\(used) s used \(passed) s on, \(ahead) s ahead")
    }
    let shutWords = #""usedUp":true"#
    #expect(await eventually(within: .seconds(45)) { browser.hears(shutWords) })
    let shut = try #require(browser.hearing(of: shutWords))
    #expect(shut - began > .milliseconds(39_500))
    #expect(try allowance(service) == ("shut", 60))
  }

  @Test("A service in a time namespace days or hours ahead gives no minute back")
  func namespace() throws {
    let household = try AllowanceHousehold(used: 60)
    var service = try household.service()
    #expect(try allowance(service) == ("shut", 60))
    for ahead in ["172800", "7200"] {
      service.kill()
      let script = """
        #!/bin/sh
        exec unshare -U --map-root-user --time --boottime \(ahead) --monotonic 0 --fork --kill-child \
          '\(BuiltProgram.focuskey.path)' "$@"
        """
      try Files.replace(household.folder("ahead"), with: Array("\(script)\n".utf8), mode: 0o755)
      service = try household.service(BuiltProgram(at: household.folder("ahead")))
      #expect(try allowance(service) == ("shut", 60), "\(ahead) s ahead")
      service.kill()
      service = try household.service()
      #expect(try allowance(service) == ("shut", 60), "after one \(ahead) s ahead")
    }
  }
}
