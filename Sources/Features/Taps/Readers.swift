package import FeaturePorts
internal import LibNFCReader
internal import PCSCReader
internal import SimulatedReader

package enum SimulatedReaderUse: Sendable {
  case never
  /// Only where no other reader is there at the start.
  case asStandIn
  case always
}

package struct Readers: Sendable {
  package let technologies: [any TagReader]
  let simulated: SimulatedReader?
  package let names: ReaderNames
  private let leases: ReaderLeases
  private let words: ServiceLog

  /// How long the simulated hand holds a card away: as long as it must have been away to count again, and a little
  /// more, as hands do.
  private static let handAway = Duration.milliseconds(1050)

  init(
    _ configuration: ServiceConfiguration.Readers, _ use: SimulatedReaderUse, _ words: ServiceLog,
    _ loop: EventLoop, _ leases: ReaderLeases, _ counted: CountedCards, memory: String
  ) async {
    names = ReaderNames(configuration.named)
    self.words = words
    self.leases = leases
    var technologies: [any TagReader] = []
    if configuration.usesPCSC {
      var settings = PCSCReader.Settings()
      settings.isSilent = configuration.isSilent
      settings.counts = counted.contains
      let readers = PCSCReader(settings) { notice in words.write(notice) }
      technologies.append(readers)
    }
    let devices = configuration.libnfc
    if !devices.isEmpty {
      var settings = LibNFCReader.Settings()
      settings.counts = counted.contains
      let readers = LibNFCReader(devices, settings)
      // A device has one owner at a time.
      leases.onChange { isLent in readers.lend(isLent) }
      technologies.append(readers)
    }
    let isSimulated =
      switch use {
      case .never: false
      case .always: true
      case .asStandIn: await !Self.isAnyThere(configuration)
      }
    let pauses = LoopTimer(loop: loop)
    simulated = isSimulated ? SimulatedReader(memory: memory) { await pauses.pause(for: Self.handAway) } : nil
    if let simulated { technologies.append(simulated) }
    self.technologies = technologies
  }

  /// The event under the person's name for the reader; `nil` where another program works with it.
  package func seen(_ event: ReaderEvent) -> ReaderEvent? {
    guard event.reader != SimulatedReader.name else { return event }
    guard let event = leases.seen(event).map(names.named) else { return nil }
    words.write(event)
    return event
  }

  package func stop() async {
    for technology in technologies { await technology.stop() }
  }

  private static func isAnyThere(_ configuration: ServiceConfiguration.Readers) async -> Bool {
    guard configuration.libnfc.isEmpty else { return true }
    guard configuration.usesPCSC else { return false }
    // A pcscd that was only just started has a moment to find one, which is waited for on a thread of its own.
    return await withCheckedContinuation { continuation in
      startThread(named: "first readers") {
        let names: [ReaderName]
        do throws(PCSCError) { names = try PCSCReader.readers() } catch { names = [] }
        continuation.resume(returning: !names.isEmpty)
      }
    }
  }
}

extension ServiceLog {
  fileprivate func write(_ notice: PCSCNotice) {
    switch notice {
    case .serviceIsMissing:
      write(.warning, "pcscd cannot be reached, so USB readers are not found; see `focuskey doctor`")
    case .serviceIsBack: write(.info, "pcscd is running again")
    case .tooManyReaders(let names):
      write(.warning, "too many readers; these are not watched: \(names.joined(separator: ", "))")
    }
  }

  /// Logs what happens at the readers, apart from taps.
  func write(_ event: ReaderEvent) {
    switch event {
    case .ready(let reader): write(.info, "reader ready: \(reader.name)")
    case .lost(let reader, let why): write(.warning, "reader lost: \(reader.name): \(why)")
    case .unreadable(let reader, _, let why):
      write(.warning, "card not read: \(reader.name): \(why)")
    case .arrived, .left, .severalCards: break
    }
  }
}
