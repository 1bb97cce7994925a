import DesktopEntries
import Glibc
import LinuxRuntime
import RealParts
import TestSupport
import Testing

@testable import RunningApps

/// Real control groups, laid out as a person's service manager lays them out, below a group of the test's own.
@Suite(.realParts, .serialized, .enabled(if: Groups.canBeHad, "needs root and control groups of version 2"))
struct ScopeTests {
  /// A group of an application with two programs of its own in it.
  private final class Scope {
    let root: String
    let folder: String
    let children: [ChildProcess]
    private let folders: [String]

    init(_ unit: String, stubborn: Bool = false) throws {
      root = "\(Groups.above)/focuskey-trial-\(getpid())-\(SystemRandom.octets(4).map(String.init).joined())"
      let user = ControlGroups.currentUser
      var path = root
      var made = [path]
      for name in ["user.slice", "user-\(user).slice", "user@\(user).service", "app.slice", unit] {
        path += "/\(name)"
        made.append(path)
      }
      folder = path
      folders = made
      for folder in made { #expect(unsafe mkdir(folder, 0o755) == 0) }
      let words = (stubborn ? ["--ignore-signal=TERM"] : []) + ["sleep", "60"]
      children = try [ChildProcess.start("/usr/bin/env", words), ChildProcess.start("/usr/bin/env", words)]
      for child in children {
        while Files.target(of: "/proc/\(child.id)/exe")?.hasSuffix("/env") != false { sched_yield() }
        let group = try Descriptor.open("\(path)/cgroup.procs", O_WRONLY)
        try Files.write(Array("\(child.id)".utf8), to: group.number)
      }
    }

    var isFrozen: Bool {
      let events = (try? Files.read("\(folder)/cgroup.events")) ?? []
      return String(decoding: events, as: UTF8.self).contains("frozen 1")
    }

    var living: Int { children.count { kill($0.id, 0) == 0 && !Self.isOver($0.id) } }

    private static func isOver(_ id: Int32) -> Bool {
      String(decoding: (try? Files.read("/proc/\(id)/stat")) ?? [], as: UTF8.self).contains(") Z ")
    }

    deinit {
      ControlGroups.freeze(folder, false)
      for child in children {
        kill(child.id, SIGKILL)
        _ = child.wait()
      }
      for folder in folders.reversed() { while unsafe rmdir(folder) != 0, errno == EBUSY { sched_yield() } }
    }
  }

  private let folder = TemporaryFolder()

  private func chat() throws -> [(entry: DesktopEntry, programs: [String])] {
    let text = "[Desktop Entry]\nType=Application\nExec=chat\n"
    return [(try #require(DesktopEntry(file: "org.example.Chat.desktop", octets: Array(text.utf8))), [])]
  }

  private func running(_ scope: Scope) -> RunningApplications {
    RunningApplications(
      note: folder("frozen"), control: ControlGroups(root: scope.root), patience: .milliseconds(500))
  }

  @Test(arguments: ["app-gnome-org.example.Chat-1234.scope", "app-flatpak-org.example.Chat-99.scope"])
  func anApplicationsGroupStandsStillWholeAndGoesOn(unit: String) async throws {
    let scope = try Scope(unit)
    var running = running(scope)
    running.match(try chat(), choice: .freeze)
    #expect(await eventually { scope.isFrozen })
    #expect(running.standing == [.scope(scope.folder)])

    // Somebody thaws it: it is frozen again.
    ControlGroups.freeze(scope.folder, false)
    let isAnswered = running.repair()
    #expect(isAnswered)
    #expect(await eventually { scope.isFrozen })

    // The service is gone; who comes next lets go.
    var next = RunningApplications(note: folder("frozen"), control: ControlGroups(root: scope.root))
    next.releaseAll()
    #expect(await eventually { !scope.isFrozen })
    #expect(scope.living == 2)
  }

  /// One of several programs that are one application may hold the screen; all of them are asked of.
  @Test func aGroupsScreensAreThoseOfAllItsPrograms() async throws {
    let scope = try Scope("app-gnome-org.example.Chat-1.scope")
    struct Held: Screen {
      let isHeld: Locked<Bool>
      func obstacle() -> ScreenHindrance? { isHeld.withLock { $0 } ? .held("the pointer") : nil }
    }
    let isHeld = Locked(true)
    let last = scope.children[1].id
    var running = RunningApplications(note: folder("frozen"), control: ControlGroups(root: scope.root)) { processes in
      processes.contains(last) ? [Held(isHeld: isHeld)] : []
    }
    running.match(try chat(), choice: .freeze)
    #expect(running.standing.isEmpty && running.obstacles == [.held("the pointer")] && !scope.isFrozen)
    isHeld.withLock { $0 = false }
    running.match(try chat(), choice: .freeze)
    #expect(await eventually { scope.isFrozen })
    // It held the screen after all.
    isHeld.withLock { $0 = true }
    running.match(try chat(), choice: .freeze)
    #expect(running.standing.isEmpty)
    #expect(await eventually { !scope.isFrozen })
  }

  @Test func anotherApplicationsGroupIsLeftAlone() throws {
    let scope = try Scope("app-gnome-org.example.Chatter-1.scope")
    var running = running(scope)
    running.match(try chat(), choice: .freeze)
    #expect(running.standing.isEmpty && !scope.isFrozen)
  }

  @Test func aGroupThatIsAskedClosesWhole() async throws {
    let scope = try Scope("app-gnome-org.example.Chat-1.scope")
    var running = running(scope)
    running.match(try chat(), choice: .ask)
    #expect(await eventually { scope.living == 0 })
    #expect(!scope.isFrozen)
  }

  @Test func aGroupThatDoesNotHearIsFrozenOrEnded() async throws {
    let scope = try Scope("app-gnome-org.example.Chat-1.scope", stubborn: true)
    var running = running(scope)
    running.match(try chat(), choice: .ask)
    #expect(!scope.isFrozen && scope.living == 2)
    #expect(
      try await eventually {
        running.match(try chat(), choice: .ask)
        return scope.isFrozen
      })
    #expect(scope.living == 2)
    running.releaseAll()
    #expect(await eventually { !scope.isFrozen })
    #expect(
      try await eventually {
        running.match(try chat(), choice: .end)
        return scope.living == 0
      })
  }
}

private enum Groups {
  static let above =
    Files.exists("/sys/fs/cgroup/cgroup.controllers") ? "/sys/fs/cgroup" : "/sys/fs/cgroup/unified"
  static let canBeHad = geteuid() == 0 && Files.exists("\(above)/cgroup.procs")
}
