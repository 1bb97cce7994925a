import FocusPorts
import Glibc
import PCSCReader
import RealParts
import TestSupport
import Testing
import VirtualReader

extension RealPCSCD {
  /// pcscd stops, dies, comes back.
  @Suite(.realParts) struct Service {
    @Test(arguments: [SIGKILL, SIGTERM])
    func itComesBackByItselfAndSaysSoOnce(_ signal: Int32) async throws {
      let table = try await Table()
      table.daemon.end(signal)
      #expect(await table.hears("ready", "lost"))
      try table.daemon.start()
      #expect(await table.hears("ready", "lost", "ready"))
      table.reader.place(card(3))
      #expect(await table.hears("ready", "lost", "ready", "arrived 3"))
      #expect(table.notices.count == 2)
      guard case .serviceIsMissing = table.notices.first else { return }
      #expect(table.notices.last == .serviceIsBack)
      await table.clear()
    }

    @Test func aCardThatLayThereThroughARestartIsNoTap() async throws {
      let table = try await Table()
      table.reader.place(card(3))
      #expect(await table.hears("ready", "arrived 3"))
      table.daemon.end()
      try table.daemon.start()
      #expect(await table.hears("ready", "arrived 3", "lost", "ready", "arrived 3 at start"))
      await table.clear()
    }

    @Test func anotherCardThanBeforeTheRestartIsATap() async throws {
      let table = try await Table()
      table.reader.place(card(3))
      #expect(await table.hears("ready", "arrived 3"))
      table.daemon.end()
      table.reader.pull()
      table.reader.place(card(4))
      try table.daemon.start()
      #expect(await table.hears("ready", "arrived 3", "lost", "ready", "left 3", "arrived 4"))
      await table.clear()
    }

    @Test func aCardThatIsPutOnDuringARestartIsATap() async throws {
      let table = try await Table()
      table.daemon.end()
      table.reader.place(card(5))
      try table.daemon.start()
      #expect(await table.hears("ready", "lost", "ready", "arrived 5"))
      await table.clear()
    }

    @Test func notYetThereIsSaidOnceAndWaitedFor() async throws {
      let daemon = try PrivatePCSCD.ofThisProcess.get()
      let reader = VirtualReader(.acr122U)
      try daemon.plug(reader)
      daemon.end()
      let notices = Told<PCSCNotice>()
      let product = PCSCReader { notices.add($0) }
      var events = product.events().makeAsyncIterator()
      #expect(await eventually { notices.all.count == 1 })
      try daemon.start()
      guard case .ready = await events.next() else {
        Issue.record("the reader is not told")
        return
      }
      #expect(notices.all.count == 2)
      await product.stop()
      daemon.unplug(reader)
    }

    @Test func stoppingIsQuickAtAnyMoment() async throws {
      for _ in 0..<20 {
        let product = PCSCReader()
        _ = product.events()
        await product.stop()
      }
    }
  }
}
