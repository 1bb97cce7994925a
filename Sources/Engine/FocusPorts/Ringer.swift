package protocol Ringer: Sendable {
  /// Rings once at that volume, in percent of what the speakers are set to; it never unmutes and never raises them.
  func ring(volume: Int) async
  func stop() async
  /// Whether another program records, as in a call: then nothing rings.
  func isCallOn() async -> Bool
}
