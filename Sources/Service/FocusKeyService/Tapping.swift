internal import FocusEngine
internal import FocusPorts
internal import FocusSession
internal import LinuxRuntime
internal import ServiceContract

/// The readers of a service, and what taps there mean.
struct Tapping: Sendable {
  let leases: ReaderLeases
  let counted: CountedCards
  let readers: Readers
  let reading: TapReading
  let proofs: TapProofs
  /// The hand at the simulated reader, where there is one.
  let simulated: SimulatedTaps?

  init(on ground: Ground, _ engine: FocusEngine, _ words: ServiceLog) async {
    let configuration = ground.configuration
    let leases = ReaderLeases()
    let counted = CountedCards()
    counted.follow(await engine.snapshot.machine.settings)
    let proofs = TapProofs(configuration.signingCards, SigningCardFile(path: ground.home.signingCards))
    let readers = Readers(
      configuration.readers, ground.options.simulatedReader, words, ground.loop, leases, counted,
      memory: ground.home.simulatedCards)
    self.proofs = proofs
    self.leases = leases
    self.counted = counted
    self.readers = readers
    reading = TapReading(
      links: configuration.links, may: { readers.names.role(of: $0).allows }, proof: { proofs.proof(of: $0, link: $1) },
      keepsSignedLinks: { [path = ground.home.sync] in Files.exists(path) })
    simulated = readers.simulated.map { SimulatedTaps(reader: $0, loop: ground.loop) }
  }

  /// The counter that a card signed when it arrived, if it did.
  func signedCounter(of outcome: ReaderOutcome) -> UInt32? {
    guard case .arrived(_, let card, false) = outcome.event else { return nil }
    let shown = proofs.proof(of: card, link: outcome.link)
    return shown.proof == .sun ? shown.counter : nil
  }
}
