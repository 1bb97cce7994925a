package import FeaturePorts
internal import FocusHistory
internal import FocusWire
internal import Guarding

package enum NightRequests {
  package static let nights = Signature(question: "nights", "The nights, with their trend")
  package static let bed = Signature("bed", "Say good night")
  package static let up = Signature("up", "Say good morning")
  package static let feel = Signature(
    "feel", "How the eyes feel after the last night, from 0 (fine) to 3 (sore)", .whole("eyes", in: 0...3))

  package static func answers(by inbox: SessionInbox) -> [Request] {
    [
      bed.submits(to: inbox) { .bed }, up.submits(to: inbox) { .up },
      feel.submits(to: inbox) { .feel(EyeFeeling(rawValue: $0) ?? .fine) },
    ]
  }
}

/// Reads nights for pages, from the log on a thread of its own.
package actor NightReader {
  private let thread = ThreadExecutor(named: "nights")
  private let files: NightFiles
  private let zone: CivilZone

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  package init(_ home: Home, _ zone: CivilZone) {
    files = NightFiles(home: home, zone: zone)
    self.zone = zone
  }

  deinit { thread.close() }

  package nonisolated var requests: [Request] { [NightRequests.nights.answer { _ in await self.nights() }] }

  private func nights() -> JSONValue {
    let records = (try? files.records()) ?? []
    return [
      "ok": true, "nights": .array(records.map { $0.json(in: zone) }), "trend": NightTrend(records).json,
    ]
  }
}
