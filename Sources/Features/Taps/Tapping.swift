package import FeaturePorts
internal import SimulatedReader

package struct Tapping: Sendable {
  package let leases: ReaderLeases
  package let counted: CountedCards
  package let readers: Readers
  package let reading: TapReading
  package let proofs: TapProofs
  package let simulated: SimulatedTaps?

  package init(
    of home: Home, _ configuration: ServiceConfiguration, _ use: SimulatedReaderUse, _ engine: FocusEngine,
    _ words: ServiceLog, on loop: EventLoop
  ) async {
    let leases = ReaderLeases()
    let counted = CountedCards()
    counted.follow(await engine.snapshot.machine.settings)
    let proofs = TapProofs(configuration.signingCards, SigningCardFile(path: home.signingCards))
    let readers = await Readers(configuration.readers, use, words, loop, leases, counted, memory: home.simulatedCards)
    self.proofs = proofs
    self.leases = leases
    self.counted = counted
    self.readers = readers
    reading = TapReading(
      links: configuration.links, may: { readers.names.role(of: $0).allows }, proof: { proofs.proof(of: $0, link: $1) },
      keepsSignedLinks: { [path = home.sync] in Files.exists(path) })
    simulated = readers.simulated.map { SimulatedTaps(reader: $0, loop: loop) }
  }

  package func passOn(_ outcome: ReaderOutcome, from reader: any TagReader) async {
    if reader is SimulatedReader { await simulated?.passOn(outcome.answer, to: outcome.event) }
  }

  package func signedCounter(of outcome: ReaderOutcome) -> UInt32? {
    guard case .arrived(_, let card, false) = outcome.event else { return nil }
    let shown = proofs.proof(of: card, link: outcome.link)
    return shown.proof == .sun ? shown.counter : nil
  }
}
