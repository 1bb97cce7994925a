package import JSONText

/// Why `config.json5` cannot be followed.
package enum ConfigurationError: Error, Sendable {
  /// It cannot be read.
  case unreadable(path: String, reason: String)
  /// It is not JSON5.
  case notJSON5(path: String, JSONError)
  /// It says something that nobody understands.
  case doesNotFit(path: String, JSONShapeError)
}
