package enum DeviceError: String, Error, CaseIterable, Equatable, Sendable {
  case absent
  case denied
  case busy
  /// It opens, and nothing answers on it.
  case mute
  /// What answers is not a chip that reads ISO 14443 A cards, or its answer was damaged.
  case unfit
  /// It was in use and broke off: unplugged, or its line is spoilt.
  case broken
  /// It is not libnfc's to drive: PC/SC has it, or no driver of ours fits its name.
  case foreign
}
