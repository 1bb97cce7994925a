internal import LibNFCWire
internal import LinuxRuntime
internal import TagFormats

enum Ending {
  case stopping
  /// Another program needs the device.
  case lent
  case failed(DeviceError)
  /// It ended without a word.
  case ended
  case hangs
}

/// Talks with a device's process: reads its reports, and carries commands to a card.
struct DeviceConversation: ~Copyable {
  /// An idle process reports every 350 ms; one silent for this many milliseconds hangs.
  private static let patience = 1500
  /// In milliseconds; libnfc needs 1.46 s to open a dead line.
  private static let patienceToOpen = 1900

  /// Waking this many milliseconds late means that the machine is overloaded.
  private static let oversleep = 250

  private(set) var ending: Ending?

  private var process: DeviceProcess
  private let mailbox: DeviceMailbox
  private var heardAt = monotonicMilliseconds()
  private var isOpen = false
  private var exchanges: UInt32 = 0
  /// Reports that arrived while an answer was awaited.
  private var waiting: [DeviceReport] = []

  init(with process: consuming DeviceProcess, mailbox: DeviceMailbox) {
    self.process = process
    self.mailbox = mailbox
  }

  /// The next report; `nil` at the time limit, if work is waiting, or if the talk is over.
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

  /// Sends a command and waits for the answer; the card counts as gone once the talk is over.
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

  /// Ends the process, politely if it is well; returns its exit code, or 128 plus the signal.
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
