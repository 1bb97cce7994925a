internal import LibNFCWire
internal import LinuxRuntime
internal import TagFormats

/// Why a device's process has to end.
enum Ending {
  /// The service stops.
  case stopping
  /// Another program is to have the device.
  case lent
  /// The process said why.
  case failed(DeviceError)
  /// It is gone without a word.
  case ended
  /// It says nothing any more.
  case hangs
}

/// The conversation with a device's process: what it reports, and what it carries to a card.
struct DeviceConversation: ~Copyable {
  /// A process at rest speaks every 350 ms. One that is silent for so long hangs.
  private static let patience = 1500
  /// Opening a dead line takes libnfc 1.46 s.
  private static let patienceToOpen = 1900

  /// How much later than asked for this thread may wake before the machine counts as overburdened.
  private static let oversleep = 250

  /// Why it is over, if it is.
  private(set) var ending: Ending?

  private var process: DeviceProcess
  private let mailbox: DeviceMailbox
  private var heardAt = monotonicMilliseconds()
  private var isOpen = false
  private var exchanges: UInt32 = 0
  /// Reports that came while an answer was awaited.
  private var waiting: [DeviceReport] = []

  init(with process: consuming DeviceProcess, mailbox: DeviceMailbox) {
    self.process = process
    self.mailbox = mailbox
  }

  /// The next report; `nil` if none came until then, if there is work in the mailbox, or if the talk is over.
  mutating func report(until: Int) -> DeviceReport? {
    if mailbox.isStopping { ending = .stopping } else if mailbox.isLent { ending = .lent }
    if ending != nil { return nil }
    if !waiting.isEmpty { return waiting.removeFirst() }
    let patience = isOpen ? Self.patience : Self.patienceToOpen
    let start = monotonicMilliseconds()
    let end = max(start, min(heardAt + patience, until))
    switch process.next(within: end - start, bell: mailbox.bell.descriptor) {
    case .report(.failed(let fault)): ending = .failed(fault)
    case .report(let report):
      heardAt = monotonicMilliseconds()
      if case .ready = report { isOpen = true }
      return report
    case .called: mailbox.bell.hush()
    case .silent:
      let now = monotonicMilliseconds()
      if now - end > Self.oversleep {
        // The whole machine stood still, and with it the process: that does not mean that it hangs.
        heardAt = now
      } else if now - heardAt >= patience {
        ending = .hangs
      }
    case .ended: ending = .ended
    }
    return nil
  }

  /// Sends one command to a card and waits for the answer. When the talk is over, the card counts as gone.
  mutating func exchange(_ command: CardCommand, with card: UInt32, _ identity: CardIdentity) -> CardAnswer {
    guard ending == nil else { return .gone }
    exchanges &+= 1
    switch CarriedCommand(command, to: identity) {
    case .none: return .notCarried
    case .reselect: process.say(.reselect(exchanges, card: card))
    case .frame(let carriage, let octets): process.say(.exchange(exchanges, card: card, carriage, octets))
    }
    while ending == nil {
      switch process.next(within: Self.patience, bell: mailbox.bell.descriptor) {
      case .report(.answer(exchanges, let outcome)):
        heardAt = monotonicMilliseconds()
        return CarriedCommand.answer(outcome, to: command)
      case .report(.failed(let fault)): ending = .failed(fault)
      case .report(let report): waiting.append(report)
      case .called:
        mailbox.bell.hush()
        if mailbox.isStopping { ending = .stopping }
      case .silent: ending = .hangs
      case .ended: ending = .ended
      }
    }
    return .gone
  }

  /// Ends the process: politely if it is well, at once else.
  ///
  /// - Returns: its exit code, or 128 and the signal that ended it.
  @discardableResult
  consuming func close() -> Int32? {
    switch ending {
    case .stopping, .lent:
      process.stop()
      return nil
    case .failed, .ended, .hangs, nil: return process.kill()
    }
  }
}
