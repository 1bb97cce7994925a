extension Household {
  /// Whether other devices can show it as a name.
  package static func isName(_ wish: String) -> Bool {
    (1...64).contains(wish.utf8.count) && wish.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
  }
}
