/// A number with its noun: `1 break`, `2 breaks`, `0 entries`.
///
/// - Parameters:
///   - count: how many there are.
///   - one: the noun for one.
///   - many: the noun for any other number; by default `one` with an s.
public func counted(_ count: some BinaryInteger, _ one: String, _ many: String? = nil) -> String {
  "\(count) \(count == 1 ? one : many ?? one + "s")"
}
