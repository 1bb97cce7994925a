/// Names another device of the person's for ever: 32 hex digits.
public typealias DeviceName = Name<SyncFact>

/// One message of another device.
public struct SyncSource: Hashable, Sendable {
  /// Who sent it.
  public var device: DeviceName
  /// The device's own count.
  public var number: UInt64

  /// A message.
  public init(device: DeviceName, number: UInt64) {
    self.device = device
    self.number = number
  }
}

/// What happens because there are other devices.
public enum SyncFact: Equatable, Sendable {
  /// The break that begins next is the one that this message tells of.
  case breakFollowed(SyncSource)
  /// Another device took break time: it is spent here too.
  case breakElsewhere(SyncSource, [ProfileID], today: Lapse, thisWeek: Lapse, BudgetPeriods)
  /// The visits of this day took so much more on another device.
  case visitElsewhere(SyncSource, today: Lapse, dayEnds: Tick)
  /// Another device used an emergency exit then: there is one count over all devices.
  case exitElsewhere(SyncSource, at: Tick)
  /// The card that is about to end the session signed the tap: with the link that it showed, another device can
  /// check it.
  case cardSigned(CardUID, counter: UInt32, link: String)
}

/// What is remembered about other devices.
public struct DeviceLedger: Equatable, Sendable {
  /// The last message of each device that added to a sum.
  public var heard: [SyncSource] = []
  /// The message of the break that was followed last.
  public var followedBreak: SyncSource?
  /// Sessions of other devices that are over here: they never begin again.
  public var over: [SessionID] = []

  /// How many ended sessions are remembered.
  static let mostOver = 64

  /// Nothing yet.
  public init() {}

  /// Whether a message was not added to a sum before.
  func isNew(_ source: SyncSource) -> Bool {
    heard.first { $0.device == source.device }.map { source.number > $0.number } ?? true
  }

  fileprivate mutating func hear(_ source: SyncSource) {
    guard isNew(source) else { return }
    heard.removeAll { $0.device == source.device }
    heard.append(source)
  }

  mutating func end(_ session: SessionID) {
    over.append(session)
    if over.count > Self.mostOver { over.removeFirst() }
  }
}

extension SessionMachine {
  mutating func apply(_ found: SyncFact) {
    switch found {
    case .breakFollowed(let source): ledger.devices.followedBreak = source
    case .breakElsewhere(let source, let profiles, let today, let thisWeek, let periods):
      guard ledger.devices.isNew(source) else { return }
      ledger.devices.hear(source)
      ledger.enter(periods)
      for profile in profiles {
        ledger.change(profile) { spending in
          spending.today = spending.today + today
          spending.thisWeek = spending.thisWeek + thisWeek
        }
      }
    case .visitElsewhere(let source, let today, let dayEnds):
      guard ledger.devices.isNew(source) else { return }
      ledger.devices.hear(source)
      ledger.visits.pay(today, inDayThatEnds: dayEnds)
    case .exitElsewhere(let source, let tick):
      guard ledger.devices.isNew(source) else { return }
      ledger.devices.hear(source)
      // Rules look at them in order.
      ledger.exits.insert(tick, at: ledger.exits.firstIndex { $0 > tick } ?? ledger.exits.endIndex)
    case .cardSigned: break
    }
  }
}
