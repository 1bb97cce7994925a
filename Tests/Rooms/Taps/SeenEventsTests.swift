import FocusPorts
import ServiceContract
import TestSupport
import Testing

@testable import Taps

/// How the service sees what readers tell: while they are lent, and under the person's names.
@Suite struct SeenEventsTests {
  private let reader = ReaderName(backend: "pcsc", name: "ACS ACR122U 00 00")
  private let other = ReaderName(backend: "pcsc", name: "ACS ACR1252U 00 00")
  private let card = PresentedCard(uid: [4, 1, 2, 3, 4, 5, 6])

  @Test func aCardOnALentReaderIsOneThatWasThereAlready() {
    let leases = ReaderLeases()
    let lease = leases.lend("ACR122U")
    let tap = ReaderEvent.arrived(reader, card, atStart: false)
    #expect(leases.seen(tap) == .arrived(reader, card, atStart: true))
    #expect(leases.seen(.unreadable(reader, uid: nil, why: "")) == nil)
    #expect(leases.seen(.left(reader, uid: card.uid)) == .left(reader, uid: card.uid))
    #expect(leases.seen(.arrived(other, card, atStart: false)) == .arrived(other, card, atStart: false))
    #expect(leases.seen(.unreadable(other, uid: nil, why: "w")) == .unreadable(other, uid: nil, why: "w"))
    withExtendedLifetime(lease) {}
  }

  @Test func whoeverLendsIsToldOfBothEnds() async {
    let leases = ReaderLeases()
    let told = LinuxRuntime.Locked<[Bool]>([])
    let reader = reader
    leases.onChange { isLent in
      let isNow = isLent(reader)
      told.withLock { $0.append(isNow) }
    }
    var lease: AsyncStream<[UInt8]>? = leases.lend("ACR122U")
    #expect(told.withLock { $0 } == [true])
    withExtendedLifetime(lease) {}
    lease = nil
    #expect(await eventually { told.withLock { $0 } == [true, false] })
    // A moment after its end, a card that came during the lease is still one.
    #expect(leases.seen(.arrived(reader, card, atStart: false)) == .arrived(reader, card, atStart: true))
  }

  @Test func eventsCarryThePersonsNames() {
    let names = ReaderNames([ReaderEntry(match: "ACR122U", name: "Front door")])
    let door = ReaderName(backend: "pcsc", name: "Front door")
    let events: [(ReaderEvent, ReaderEvent)] = [
      (.ready(reader), .ready(door)), (.lost(reader, why: "w"), .lost(door, why: "w")),
      (.arrived(reader, card, atStart: true), .arrived(door, card, atStart: true)),
      (.left(reader, uid: [1]), .left(door, uid: [1])), (.severalCards(reader), .severalCards(door)),
      (.unreadable(reader, uid: [1], why: "w"), .unreadable(door, uid: [1], why: "w")),
      (.ready(other), .ready(other)),
    ]
    for (told, seen) in events { #expect(names.named(told) == seen) }
  }
}
