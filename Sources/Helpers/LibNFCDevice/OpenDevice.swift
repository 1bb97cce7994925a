internal import CNFC
internal import LibNFCWire

/// A device that libnfc has opened. Its calls block: at most 350 ms on a line that went mute, 500 ms for an exchange
/// with a card.
@safe struct OpenDevice: ~Copyable {
  private let context: OpaquePointer
  private let device: OpaquePointer
  private let claim: DeviceClaim

  private init(_ context: OpaquePointer, _ device: OpaquePointer, _ claim: consuming DeviceClaim) {
    unsafe self.context = unsafe context
    unsafe self.device = unsafe device
    self.claim = claim
    unsafe focuskey_nfc_stop_ends(device)
  }

  /// Claims and opens the device of a connection string and makes it a card reader.
  static func open(_ connection: String) throws(DeviceError) -> OpenDevice {
    let claim = try DeviceClaim(connection)
    var context: OpaquePointer?
    unsafe nfc_init(&context)
    guard let context = unsafe context else { throw .mute }
    guard let device = unsafe nfc_open(context, connection) else {
      unsafe nfc_exit(context)
      throw .mute
    }
    let opened = unsafe OpenDevice(context, device, claim)
    // nfc_open succeeds even when the chip's description came damaged; the first select would then fail an assertion.
    guard opened.readsISO14443A else { throw .unfit }
    guard unsafe nfc_initiator_init(device) == 0 else { throw .mute }
    return opened
  }

  /// Whether libnfc understood what the chip said about itself.
  private var readsISO14443A: Bool {
    var list: UnsafePointer<nfc_modulation_type>?
    guard unsafe nfc_device_get_supported_modulation(device, N_INITIATOR, &list) == 0 else { return false }
    while let kind = unsafe list?.pointee, kind.rawValue != 0 {
      if kind == NMT_ISO14443A { return true }
      unsafe list = unsafe list?.successor()
    }
    return false
  }

  var name: String {
    unsafe nfc_device_get_name(device).map { unsafe String(cString: $0) } ?? "nameless"
  }

  /// Sets whether a select waits for a card, up to libnfc's 300 ms, instead of looking three times.
  func selectsEndlessly(_ endlessly: Bool) -> Int32 {
    unsafe nfc_device_set_property_bool(device, NP_INFINITE_SELECT, endlessly)
  }

  enum Selection {
    case card(CardIdentity)
    case nothing
    /// libnfc's error: -6 says that no card came while it waited endlessly, else that the chip is mute.
    case error(Int32)
  }

  /// Selects an ISO 14443 A card: any, or the one of that UID.
  func selectISO14443A(uid: [UInt8] = []) -> Selection {
    var target = nfc_target()
    let modulation = nfc_modulation(nmt: NMT_ISO14443A, nbr: NBR_106)
    let count = unsafe nfc_initiator_select_passive_target(device, modulation, uid, uid.count, &target)
    if count < 0 { return .error(count) }
    if count == 0 { return .nothing }
    let card = unsafe target.nti.nai
    let length = min(card.szUidLen, 10)
    let atsLength = min(card.szAtsLen, 254)
    return .card(
      CardIdentity(
        uid: unsafe withUnsafeBytes(of: card.abtUid) { unsafe Array($0.prefix(length)) },
        family: .isoA(
          atqa: UInt16(card.abtAtqa.0) << 8 | UInt16(card.abtAtqa.1), sak: card.btSak,
          ats: unsafe withUnsafeBytes(of: card.abtAts) { unsafe Array($0.prefix(atsLength)) })))
  }

  /// Selects a FeliCa card of any system at 212 kbit/s.
  func selectFeliCa() -> Selection {
    var target = nfc_target()
    let modulation = nfc_modulation(nmt: NMT_FELICA, nbr: NBR_212)
    let count = unsafe nfc_initiator_select_passive_target(device, modulation, nil, 0, &target)
    if count < 0 { return .error(count) }
    if count == 0 { return .nothing }
    let card = unsafe target.nti.nfi
    return .card(
      CardIdentity(
        uid: unsafe withUnsafeBytes(of: card.abtId) { unsafe Array($0) },
        family: .felica(pmm: unsafe withUnsafeBytes(of: card.abtPad) { unsafe Array($0) })))
  }

  /// Sends the selected card to sleep, so that another one can be heard.
  func deselect() -> Int32 {
    unsafe nfc_initiator_deselect_target(device)
  }

  /// Switches the field; each call goes to the chip, so it also shows whether that still answers.
  func field(_ on: Bool) -> Int32 {
    unsafe nfc_device_set_property_bool(device, NP_ACTIVATE_FIELD, on)
  }

  /// Whether the selected card still answers: 0, or libnfc's error.
  func presence() -> Int32 {
    unsafe nfc_initiator_target_is_present(device, nil)
  }

  /// Sends octets to the selected card; returns the answer, or libnfc's error.
  func exchange(_ octets: [UInt8], _ carriage: DeviceRequest.Carriage) -> (answer: [UInt8], code: Int32) {
    // Framing is remembered by libnfc alone; the presence check wants it on.
    unsafe nfc_device_set_property_bool(device, NP_EASY_FRAMING, carriage == .framed)
    defer { unsafe nfc_device_set_property_bool(device, NP_EASY_FRAMING, true) }
    guard carriage == .acknowledged else { return transceive(octets) }
    // The chip takes the four bits of an acknowledge for a frame with a bad checksum, so both sides do without its
    // help.
    var frame = octets + [0, 0]
    unsafe frame.withUnsafeMutableBufferPointer { frame in
      guard let start = frame.baseAddress else { return }
      unsafe iso14443a_crc(start, octets.count, start + octets.count)
    }
    let off = unsafe nfc_device_set_property_bool(device, NP_HANDLE_CRC, false)
    if off < 0 { return ([], off) }
    let outcome = transceive(frame)
    let on = unsafe nfc_device_set_property_bool(device, NP_HANDLE_CRC, true)
    return on < 0 ? ([], on) : outcome
  }

  private func transceive(_ octets: [UInt8]) -> (answer: [UInt8], code: Int32) {
    // libnfc's largest answer has 264 octets; it copies nothing beyond what it is told.
    var answer = [UInt8](repeating: 0, count: 264)
    let count = unsafe nfc_initiator_transceive_bytes(device, octets, octets.count, &answer, answer.count, 500)
    return count < 0 ? ([], count) : (Array(answer.prefix(Int(count))), 0)
  }

  deinit {
    focuskey_nfc_stop_ends(nil)
    unsafe nfc_close(device)
    unsafe nfc_exit(context)
  }
}
