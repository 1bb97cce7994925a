import FocusSession
import Glibc
import LinuxRuntime
import ShieldProtocol

/// What changes the shield from outside, noticed on a thread of its own that sleeps while nothing does: the helper
/// comes, goes or says something, a browser's extension does, or files of the extension or entries of apps come and go.
final class ShieldEvents: Sendable {
  enum Event: Sendable {
    case helperChanged
    case entriesChanged
    case layersChanged
  }

  let stream: AsyncStream<Event>
  private let box: AsyncStream<Event>.Continuation
  private let bell = WakeEvent()
  private let isOver = Locked(false)

  /// `reporter` is told what the helper refused and put back.
  init(_ options: SystemShield.Options, telling reporter: AttemptReporter) {
    (stream, box) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(16))
    try? Files.makeFolder(BrowserCall.folder(in: options.notes))
    let isOver = isOver
    let bell = bell
    let box = box
    startThread(named: "shield-watch") {
      var places = Places(options)
      var listener = HelperListener(path: options.helper)
      var entries = FolderWatch(of: InstalledApplications.Surroundings().entryFolders)
      while !isOver.withLock({ $0 }) {
        let watched =
          [bell.descriptor, listener.descriptor, listener.placeDescriptor, entries.descriptor ?? -1]
          + places.descriptors
        var waiting = watched.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        unsafe poll(&waiting, nfds_t(waiting.count), listener.pause)
        switch listener.turn(heard: waiting[1].revents != 0, placeChanged: waiting[2].revents != 0, telling: reporter) {
        case .nothing: break
        case .layersChanged: box.yield(.layersChanged)
        case .helperChanged: box.yield(.helperChanged)
        }
        if waiting[3].revents != 0 {
          // A package brings many at once.
          usleep(50_000)
          if entries.forget() {
            // One that was missing may be there.
            entries = FolderWatch(of: InstalledApplications.Surroundings().entryFolders)
            box.yield(.entriesChanged)
          }
        }
        if places.take(waiting[4...].map { $0.revents != 0 }) { box.yield(.layersChanged) }
      }
      box.finish()
    }
  }

  func end() {
    isOver.withLock { $0 = true }
    bell.ring()
  }

  /// The places where files tell of browsers: their programs' notes, and the extension's files.
  private struct Places: ~Copyable {
    private let options: SystemShield.Options
    private let browsers: FolderWatch
    /// Watches this person's own extension, and everybody's.
    private var own: FileWatch
    private var machine: FileWatch

    init(_ options: SystemShield.Options) {
      self.options = options
      browsers = FolderWatch(of: BrowserCall.folder(in: options.notes))
      own = Self.own(options)
      machine = FileWatch(of: MachineExtension().package)
    }

    var descriptors: [Int32] { [browsers.descriptor ?? -1, own.descriptor ?? -1, machine.descriptor ?? -1] }

    /// Takes in which of the descriptors could be read; returns whether any could.
    mutating func take(_ changed: [Bool]) -> Bool {
      if changed[0] {
        // A program's lock on its note goes a moment after the note was closed.
        usleep(5000)
        browsers.forget()
      }
      // What is awaited next on the way to the file may be another folder now.
      if changed[1] { own = Self.own(options) }
      if changed[2] { machine = FileWatch(of: MachineExtension().package) }
      return changed.contains(true)
    }

    private static func own(_ options: SystemShield.Options) -> FileWatch {
      FileWatch(of: BrowserExtension(home: "", dataFolder: options.dataFolder, configurationRoot: "").manifest)
    }
  }
}
