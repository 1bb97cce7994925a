internal import CNFC
internal import Glibc
internal import LibNFCWire

/// A device's work: waits for a card, reports it, carries frames to it, reports when it leaves.
struct DeviceLoop: ~Copyable {
  private let device: OpenDevice
  private var line: ServiceLine
  /// Errors in a row. libnfc gives -1 for one damaged frame as well as for an unplugged device, so up to three tries
  /// tell them apart.
  private var errors = 0
  /// How many select calls ended without a card since the chip last proved that it answers.
  private var unproven = 0
  private var cards: UInt32 = 0

  /// Whether to look for FeliCa too: then each kind gets a look in turn instead of one long wait.
  private let wantsFeliCa: Bool

  init(_ device: consuming OpenDevice, _ line: consuming ServiceLine, wantsFeliCa: Bool) {
    self.device = device
    self.line = line
    self.wantsFeliCa = wantsFeliCa
  }

  private var isOver: Bool {
    focuskey_nfc_stopping() || line.isOver
  }

  /// Runs until told to stop, or until the device breaks: then reports and returns the reason.
  mutating func run() -> DeviceError? {
    do throws(DeviceError) {
      try serve()
      return nil
    } catch {
      line.say(.failed(error))
      return error
    }
  }

  private mutating func serve() throws(DeviceError) {
    try lookAtOnce()
    while !isOver {
      // If the service is gone and libnfc hangs, nobody is left to end this process but the kernel.
      alarm(5)
      switch look() {
      case .card(let card):
        errors = 0
        try serve(card, atOnce: false)
      case .nothing:
        errors = 0
        // A chip that lost its settings no longer waits; without them this loop would spin.
        if !wantsFeliCa { try selectEndlessly(true) }
      case .error(NFC_ETIMEOUT) where !wantsFeliCa:
        // Nothing came in the 300 ms that libnfc waits. A dead line looks the same, so every second time the chip has
        // to answer.
        unproven += 1
        if unproven >= 2 { try proveAlive() }
      case .error(let code): try count(code)
      }
      // Nothing is there to carry a frame to; a caller that still asks learns it at once.
      let pause: Int32 = wantsFeliCa ? 80 : 0
      while let request = line.request(within: pause) { line.say(.answer(request.number, .gone)) }
      line.sayAlive()
    }
  }

  /// Looks briefly before the device is ready: a card that is there already is not a tap.
  private mutating func lookAtOnce() throws(DeviceError) {
    try selectEndlessly(false)
    while !isOver {
      switch look() {
      case .card(let card):
        line.say(.ready(device.name))
        return try serve(card, atOnce: true)
      case .nothing:
        try selectEndlessly(!wantsFeliCa)
        line.say(.ready(device.name))
        return line.say(.empty)
      case .error(let code): try count(code)
      }
    }
  }

  private func look() -> OpenDevice.Selection {
    let found = device.selectISO14443A()
    guard wantsFeliCa, case .nothing = found else { return found }
    return device.selectFeliCa()
  }

  /// Counts an error; three in a row end the loop.
  private mutating func count(_ code: Int32) throws(DeviceError) {
    if isOver { return }
    errors += 1
    guard errors < 3 else { throw .broken }
    line.say(.trouble(code))
  }

  /// Counts a failed command that need not be repeated.
  private mutating func check(_ code: Int32) throws(DeviceError) {
    if code < 0 { try count(code) }
  }

  /// Switches the field off and on: cards that sleep wake up. A field that stayed on would leave them asleep, and
  /// without field no card would ever be seen again, so neither is left at a try.
  private mutating func renewField() throws(DeviceError) {
    try insist { device in device.field(false) }
    try insist { device in device.field(true) }
  }

  /// Sets how a select waits; insists until the chip has confirmed it.
  private mutating func selectEndlessly(_ endlessly: Bool) throws(DeviceError) {
    try insist { device in device.selectsEndlessly(endlessly) }
  }

  /// Repeats a command until the chip has confirmed it.
  private mutating func insist(on command: (borrowing OpenDevice) -> Int32) throws(DeviceError) {
    while !isOver {
      let code = command(device)
      if code >= 0 { return }
      try count(code)
    }
  }

  /// A command that the chip must answer at once, and that brings back a field which it lost by itself. The second
  /// failure ends the loop: each took 350 ms of the two seconds in which the service wants to know.
  private mutating func proveAlive() throws(DeviceError) {
    unproven = 0
    let first = device.field(true)
    guard first < 0, !isOver else { return }
    line.say(.trouble(first))
    if device.field(true) < 0, !isOver { throw .broken }
  }

  // MARK: - While a card is there

  private mutating func serve(_ card: CardIdentity, atOnce: Bool) throws(DeviceError) {
    if !atOnce, !wantsFeliCa { try selectEndlessly(false) }
    if try isAlone(card) {
      try carry(to: card, atOnce: atOnce)
      // If it is still there and only slept when it was asked for, it hears nobody; without field it forgets that.
      try renewField()
    } else {
      line.say(.several)
      try waitUntilEmpty()
    }
    // The chip took commands all the while.
    unproven = 0
    try selectEndlessly(!wantsFeliCa)
  }

  private mutating func carry(to card: CardIdentity, atOnce: Bool) throws(DeviceError) {
    cards &+= 1
    line.say(.card(cards, card, atOnce: atOnce))
    var selectedAnew = false
    while !isOver {
      alarm(5)
      // Looking after the card ten times a second is quick enough for a hand and leaves line and processor alone.
      guard let request = line.request(within: 100) else {
        if isOver { return }
        guard try isThere(card) else { return line.say(.empty) }
        errors = 0
        selectedAnew = false
        line.sayAlive()
        continue
      }
      let outcome: ExchangeOutcome
      switch request {
      case _ where request.card != cards:
        outcome = .gone
      case .reselect:
        let found = if selectedAnew { true } else { try select(card) }
        outcome = found ? .data([]) : .gone
        selectedAnew = false
      case .exchange(_, _, let carriage, let octets):
        (outcome, selectedAnew) = try carry(octets, carriage, to: card)
      }
      line.say(.answer(request.number, outcome))
      // The program that asked takes it for gone, so it may only come back as an arrival.
      if outcome == .gone, request.card == cards { return line.say(.empty) }
    }
  }

  /// Sends octets to the card and finds out what an error means.
  private mutating func carry(
    _ octets: [UInt8], _ carriage: DeviceRequest.Carriage, to card: CardIdentity
  ) throws(DeviceError) -> (ExchangeOutcome, selectedAnew: Bool) {
    let (answer, code) = device.exchange(octets, carriage)
    switch code {
    case 0:
      errors = 0
      guard carriage == .acknowledged else { return (.data(answer), false) }
      // ISO 14443-3 and NXP's data sheets: A is yes, any other four bits are no.
      if answer == [0x0A] { return (.data([]), false) }
      return try select(card) ? (.refused, true) : (.gone, false)
    case NFC_EIO, NFC_ETIMEOUT:
      try count(code)
      return (.spoilt, false)
    case NFC_ERFTRANS where carriage == .unanswered:
      return (.silent, false)
    default:
      // A card that said no and a card that left look alike here; whether it can be selected again tells.
      return try select(card) ? (.refused, true) : (.gone, false)
    }
  }

  private mutating func select(_ card: CardIdentity) throws(DeviceError) -> Bool {
    while !isOver {
      switch selection(of: card) {
      case .card(let found): return found.uid == card.uid
      case .nothing: return false
      case .error(let code): try count(code)
      }
    }
    return false
  }

  private func selection(of card: CardIdentity) -> OpenDevice.Selection {
    switch card.family {
    case .isoA: device.selectISO14443A(uid: card.uid)
    case .felica: device.selectFeliCa()
    }
  }

  /// Whether the card is still there; one that only ignores the chip's question is searched for.
  private mutating func isThere(_ card: CardIdentity) throws(DeviceError) -> Bool {
    if device.presence() == 0 { return true }
    return try select(card)
  }

  /// Whether no second card answers while the first sleeps; afterwards the first is awake again.
  private mutating func isAlone(_ card: CardIdentity) throws(DeviceError) -> Bool {
    // FeliCa cards know no sleep, so a second one cannot be heard.
    guard case .isoA = card.family else { return true }
    try check(device.deselect())
    switch device.selectISO14443A() {
    case .card(let other): return other.uid == card.uid
    case .nothing: break
    case .error(let code): try count(code)
    }
    // If it left meanwhile, the next look tells.
    _ = try select(card)
    return true
  }

  private mutating func waitUntilEmpty() throws(DeviceError) {
    while !isOver {
      alarm(5)
      try renewField()
      switch look() {
      case .card: errors = 0
      case .nothing: return line.say(.empty)
      case .error(let code): try count(code)
      }
      if let request = line.request(within: 200) { line.say(.answer(request.number, .gone)) }
      line.sayAlive()
    }
  }
}
