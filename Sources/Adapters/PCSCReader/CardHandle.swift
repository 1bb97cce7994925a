internal import CPCSC

/// A card that is opened for shared use; it is left as it is when the handle goes.
struct CardHandle: ~Copyable {
  /// The number by which CCID drivers take commands for the reader itself (escape); 3500 on Windows, 1 here.
  private static let escape = DWORD(0x4200_0001)
  /// Longer than any short answer: 256 octets and the status word, and what ACR122-like readers put around it.
  private static let room = 300

  private let handle: SCARDHANDLE
  private var activeProtocol: DWORD
  private var isHeld = false

  enum Way {
    case card
    case readerOnly
  }

  init(_ reader: String, on context: borrowing PCSCContext, way: Way = .card) throws(PCSCError) {
    var handle: SCARDHANDLE = 0
    var active: DWORD = 0
    let share = DWORD(way == .card ? SCARD_SHARE_SHARED : SCARD_SHARE_DIRECT)
    let protocols = way == .card ? DWORD(SCARD_PROTOCOL_T0 | SCARD_PROTOCOL_T1) : 0
    try check("SCardConnect", unsafe SCardConnect(context.handle, reader, share, protocols, &handle, &active))
    self.handle = handle
    activeProtocol = active
  }

  func answerToReset() throws(PCSCError) -> [UInt8] {
    var atr = [UInt8](repeating: 0, count: Int(MAX_ATR_SIZE))
    var length = DWORD(atr.count)
    var nameLength: DWORD = 0
    var state: DWORD = 0
    var active: DWORD = 0
    try check("SCardStatus", unsafe SCardStatus(handle, nil, &nameLength, &state, &active, &atr, &length))
    return Array(atr.prefix(Int(length)))
  }

  func transmit(_ command: [UInt8]) throws(PCSCError) -> [UInt8] {
    var header = SCARD_IO_REQUEST(dwProtocol: activeProtocol, cbPciLength: DWORD(MemoryLayout<SCARD_IO_REQUEST>.size))
    var answer = [UInt8](repeating: 0, count: Self.room)
    var length = DWORD(answer.count)
    try check(
      "SCardTransmit",
      unsafe SCardTransmit(handle, &header, command, DWORD(command.count), nil, &answer, &length))
    return Array(answer.prefix(Int(length)))
  }

  /// Sends a command to the reader itself.
  func control(_ command: [UInt8]) throws(PCSCError) -> [UInt8] {
    var answer = [UInt8](repeating: 0, count: Self.room)
    var length: DWORD = 0
    try check(
      "SCardControl",
      unsafe SCardControl(
        handle, Self.escape, command, DWORD(command.count), &answer, DWORD(answer.count), &length))
    return Array(answer.prefix(Int(length)))
  }

  /// Keeps other programs off the card until the handle goes; waits while another has it.
  mutating func beginTransaction() throws(PCSCError) {
    try check("SCardBeginTransaction", SCardBeginTransaction(handle))
    isHeld = true
  }

  /// Reconnects after the card was reset or exchanged; it may be another card now.
  mutating func reconnect(reset: Bool) throws(PCSCError) {
    try check(
      "SCardReconnect",
      unsafe SCardReconnect(
        handle, DWORD(SCARD_SHARE_SHARED), DWORD(SCARD_PROTOCOL_T0 | SCARD_PROTOCOL_T1),
        DWORD(reset ? SCARD_RESET_CARD : SCARD_LEAVE_CARD), &activeProtocol))
  }

  deinit {
    if isHeld { SCardEndTransaction(handle, DWORD(SCARD_LEAVE_CARD)) }
    SCardDisconnect(handle, DWORD(SCARD_LEAVE_CARD))
  }
}
