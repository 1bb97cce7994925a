package protocol FactLog: Sendable {
  /// Returns everything that the live state is made from; called once, at the start.
  func recall() async throws(LogError) -> Recollection
  /// Keeps facts, and settings where a command changed them, all or nothing. When it returns they outlive a power cut.
  ///
  /// - Parameter moment: when the command came; settings hold from then on.
  func record(_ facts: [Fact], settings: Settings?, at moment: Moment) async throws(LogError)
  func noteAlive(at moment: Moment) async throws(LogError)
  /// Notes that the service ran until now and stopped on purpose.
  func noteStop(at moment: Moment) async throws(LogError)
}

package struct Recollection: Sendable {
  /// The sum of all earlier facts; `nil` if ``facts`` are all there are.
  package var checkpoint: Checkpoint?
  /// The facts after those of the checkpoint, oldest first.
  package var facts: [Fact]
  /// What the person configured; `nil` in a new log.
  package var settings: Settings?
  /// The last moment at which the service is known to have run; `nil` in a new log.
  package var lastAlive: Moment?

  package init(facts: [Fact], settings: Settings?, lastAlive: Moment?, checkpoint: Checkpoint? = nil) {
    self.checkpoint = checkpoint
    self.facts = facts
    self.settings = settings
    self.lastAlive = lastAlive
  }
}
