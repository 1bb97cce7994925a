import FocusPorts
import PCSCReader
import RealParts
import TestSupport
import Testing
import VirtualReader

extension RealPCSCD {
  /// Readers that a real pcscd lists under other numbers than before.
  @Suite(.realParts) struct Renumbering {
    private struct Readers {
      let daemon: PrivatePCSCD
      let product: PCSCReader
      let told = Told<ReaderEvent>()

      init() throws {
        daemon = try PrivatePCSCD.ofThisProcess.get()
        var settings = PCSCReader.Settings.unhurried
        settings.only = "ACS"
        product = PCSCReader(settings)
        let events = product.events()
        Task(executorPreference: Spare.threads) { [told] in for await event in events { told.add(event) } }
      }

      func hear(_ words: String...) async -> Bool {
        let isSo = await eventually { told.all.map { "\($0.word) \($0.reader.name.suffix(5))" } == words }
        if !isSo { print("told: \(told.all)") }
        return isSo
      }

      func unplug(_ reader: VirtualReader) async {
        daemon.unplug(reader)
        let look = reader.model.look.name
        #expect(await eventually { (try? PCSCReader.readers().contains { $0.name.hasPrefix(look) }) == false })
      }
    }

    /// The numbers are those of the driver, whatever the model: the second reader is the first one now.
    @Test func readersKeepTheirNamesInAnotherOrder() async throws {
      let readers = try Readers()
      let (first, second) = (VirtualReader(.acr122U), VirtualReader(.acr1252U))
      try readers.daemon.plug(first)
      #expect(await readers.hear("ready 00 00"))
      try readers.daemon.plug(second)
      #expect(await readers.hear("ready 00 00", "ready 01 00"))
      await readers.unplug(first)
      #expect(await readers.hear("ready 00 00", "ready 01 00", "lost 00 00"))
      await readers.unplug(second)
      #expect(await readers.hear("ready 00 00", "ready 01 00", "lost 00 00", "lost 01 00"))
      let losses = readers.told.all.compactMap { if case .lost(_, let why) = $0 { why } else { nil } }
      #expect(losses == ["unplugged", "unplugged"])
      try readers.daemon.plug(second)
      let listed = try PCSCReader.readers().map(\.name).filter { $0.hasPrefix(second.model.look.name) }
      #expect(listed.map { String($0.suffix(5)) } == ["00 00"])
      #expect(await readers.hear("ready 00 00", "ready 01 00", "lost 00 00", "lost 01 00", "ready 01 00"))
      // It is read where it is now.
      second.place(card(7))
      #expect(
        await readers.hear(
          "ready 00 00", "ready 01 00", "lost 00 00", "lost 01 00", "ready 01 00", "arrived 7 01 00"))
      await readers.product.stop()
      await readers.unplug(second)
    }

    /// One of a model that is there already may be the same before it was pulled out, for a while.
    @Test func aSecondReaderOfAModelIsAnother() async throws {
      let readers = try Readers()
      let (first, second) = (VirtualReader(.acr122U), VirtualReader(.acr122U))
      try readers.daemon.plug(first)
      #expect(await readers.hear("ready 00 00"))
      let begin = ContinuousClock.now
      try readers.daemon.plug(second)
      #expect(await readers.hear("ready 00 00", "ready 01 00"))
      #expect(ContinuousClock.now - begin > .seconds(3))
      second.place(card(2))
      #expect(await readers.hear("ready 00 00", "ready 01 00", "arrived 2 01 00"))
      await readers.product.stop()
      readers.daemon.unplug(second)
      await readers.unplug(first)
    }
  }
}
