internal import CPCSC

/// A connection to pcscd. A call locks it, so each thread has its own.
struct PCSCContext: ~Copyable, Sendable {
  let handle: SCARDCONTEXT

  init() throws(PCSCError) {
    var handle: SCARDCONTEXT = 0
    try check("SCardEstablishContext", unsafe SCardEstablishContext(DWORD(SCARD_SCOPE_SYSTEM), nil, nil, &handle))
    self.handle = handle
  }

  /// The readers that pcscd knows; none is an empty list.
  func readers() throws(PCSCError) -> [String] {
    // The list may grow between the question for its length and the one for itself.
    for _ in 0..<5 {
      var length: DWORD = 0
      let sized = unsafe SCardListReaders(handle, nil, nil, &length)
      if code(of: sized) == .noReaders { return [] }
      try check("SCardListReaders", sized)
      var names = [CChar](repeating: 0, count: Int(length) + 1)
      var room = DWORD(names.count)
      let listed = unsafe SCardListReaders(handle, nil, &names, &room)
      if code(of: listed) == .noReaders { return [] }
      if code(of: listed) == PCSCCode(rawValue: 0x8010_0008) { continue }
      try check("SCardListReaders", listed)
      return Self.split(names.prefix(Int(room)))
    }
    return []
  }

  /// Splits names that each end with a zero.
  private static func split(_ list: some Sequence<CChar>) -> [String] {
    list.split(separator: 0).map { String(decoding: $0.map { UInt8(bitPattern: $0) }, as: UTF8.self) }
  }

  deinit { SCardReleaseContext(handle) }
}

func code(of result: LONG) -> PCSCCode { PCSCCode(rawValue: UInt32(truncatingIfNeeded: result)) }

func check(_ call: String, _ result: LONG) throws(PCSCError) {
  let code = code(of: result)
  if code != .success { throw PCSCError(call, code) }
}
