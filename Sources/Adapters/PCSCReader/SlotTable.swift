internal import CPCSC
import Glibc

/// The readers that one wait watches, with the state in which each was last seen.
///
/// pcscd reports a reader when its state differs from the one handed in, so the last state of a reader is kept by its
/// name also when the list changes: to begin again with "unaware" would turn the card on the reader into a second tap.
@safe final class SlotTable {
  struct Sight: Equatable {
    /// Whether the reader itself is there.
    var isAvailable: Bool
    var hasCard: Bool
    /// Rises with every arrival and departure; starts again at 0 after FFFF (high word of dwEventState).
    var counter: UInt16
    var atr: [UInt8]
  }

  /// Before 2.5, pcscd has and watches at most this many readers.
  private static let mostBefore = 16
  /// A pseudo-reader that changes when readers come and go.
  private static let hotPlug = "\\\\?PnP?\\Notification"

  private var states: [SCARD_READERSTATE] = unsafe []
  private(set) var names: [String] = []
  /// How many can be watched, ``hotPlug`` included; known once pcscd refused a larger number.
  private var room = Int.max

  init() { watch([]) }

  /// The readers among these that can be watched at once. When they fill the room, no other one can come until one of
  /// them goes, and that one's own state shows it.
  func seats(for readers: [String]) -> [String] {
    readers.count <= room ? readers : Array(readers.prefix(room - 1))
  }

  /// Watches these readers; those watched before keep their state.
  func watch(_ readers: [String]) {
    let wanted = seats(for: readers)
    var next: [SCARD_READERSTATE] = unsafe []
    for name in wanted.count < room ? wanted + [Self.hotPlug] : wanted {
      let old = (names + [Self.hotPlug]).firstIndex(of: name)
      if let old, unsafe old < states.count {
        unsafe next.append(states[old])
        unsafe states[old].szReader = nil
      } else {
        var fresh = unsafe SCARD_READERSTATE()
        unsafe fresh.szReader = UnsafePointer(strdup(name))
        unsafe next.append(fresh)
      }
    }
    release()
    unsafe states = next
    names = wanted
  }

  /// Forgets every state, because pcscd was restarted.
  func forget() {
    release()
    unsafe states = []
    names = []
    room = .max
    watch([])
  }

  /// Sleeps until a watched reader or the list changes; `false` if the time ran out first.
  func wait(on context: borrowing PCSCContext, milliseconds: UInt32) throws(PCSCError) -> Bool {
    let count = unsafe states.count
    let result = unsafe SCardGetStatusChange(context.handle, DWORD(milliseconds), &states, DWORD(count))
    if code(of: result) == .timeout { return false }
    if code(of: result) == .invalidParameter, count > Self.mostBefore {
      room = Self.mostBefore
      watch(names)
      return try wait(on: context, milliseconds: milliseconds)
    }
    try check("SCardGetStatusChange", result)
    for index in unsafe states.indices {
      // Only what would wake the next wait for nothing is left out: that somebody uses the card does not matter,
      // and our own sessions do use it.
      let noise = DWORD(SCARD_STATE_CHANGED | SCARD_STATE_INUSE | SCARD_STATE_EXCLUSIVE)
      unsafe states[index].dwCurrentState = states[index].dwEventState & ~noise
    }
    return true
  }

  /// Looks again without waiting.
  func look(on context: borrowing PCSCContext) throws(PCSCError) {
    for index in unsafe states.indices { unsafe states[index].dwCurrentState = DWORD(SCARD_STATE_UNAWARE) }
    _ = try wait(on: context, milliseconds: 0)
  }

  /// Each watched reader at the end of the last wait.
  func sights() -> [(name: String, sight: Sight)] {
    names.indices.map { index in
      let state = unsafe states[index]
      let flags = unsafe Int32(truncatingIfNeeded: state.dwEventState)
      let length = unsafe min(Int(state.cbAtr), Int(MAX_ATR_SIZE))
      let atr = unsafe withUnsafeBytes(of: state.rgbAtr) { bytes in unsafe Array(bytes.prefix(length)) }
      let isAvailable = flags & (SCARD_STATE_UNKNOWN | SCARD_STATE_UNAVAILABLE | SCARD_STATE_IGNORE) == 0
      return (
        names[index],
        Sight(
          isAvailable: isAvailable, hasCard: isAvailable && flags & SCARD_STATE_PRESENT != 0,
          counter: unsafe UInt16(truncatingIfNeeded: state.dwEventState >> 16), atr: atr)
      )
    }
  }

  private func release() {
    for index in unsafe states.indices {
      unsafe free(UnsafeMutableRawPointer(mutating: states[index].szReader))
    }
  }

  deinit { release() }
}
