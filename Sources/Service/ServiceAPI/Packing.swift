internal import LinuxRuntime
internal import LoopbackHTTP
internal import PackedOctets

/// Files packed with gzip: each when it is first asked for, and then kept.
final class Packing: Sendable {
  private let kept = Locked<[String: [UInt8]]>([:])

  /// The content of the file of that path, packed; `nil` where that makes it no smaller, or zlib is missing.
  func packed(_ content: [UInt8], at path: String) -> [UInt8]? {
    kept.withLock { kept in
      let packed = kept[path] ?? PackedOctets.gzip(content) ?? []
      kept[path] = packed
      return packed.isEmpty ? nil : packed
    }
  }
}

extension HTTPRequest {
  /// Whether the browser takes what gzip packed (RFC 9110, 12.5.3).
  var takesGzip: Bool {
    guard let accepted = header("accept-encoding") else { return false }
    return accepted.split(separator: ",").contains { choice in
      let parts = choice.split(separator: ";").map { part in part.filter { $0 != " " && $0 != "\t" } }
      guard let name = parts.first, name.lowercased() == "gzip" || name == "*" else { return false }
      // A weight of nothing is a refusal.
      return !parts.dropFirst().contains { weight in
        weight.lowercased().hasPrefix("q=0") && !weight.contains { "123456789".contains($0) }
      }
    }
  }
}
