/// Why a text is not one of our links: the cause, and the part of the text that it is about.
public struct LinkError: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Cause: Equatable, Sendable {
    /// There is nothing.
    case empty
    /// It is longer than ``RouteTable/longestLink``.
    case tooLong(octets: Int)
    /// A character that no URL holds: a blank, a control character, a backslash, a quote ...
    case illegalCharacter(Unicode.Scalar)
    /// The octets are not UTF-8.
    case notUTF8
    /// There is no scheme.
    case noScheme
    /// The scheme is neither `https` nor ours.
    case foreignScheme(String)
    /// `http`: the right host perhaps, but anybody on the way can read and change it.
    case insecureScheme
    /// The two slashes behind the scheme are missing.
    case missingSlashes
    /// The host is not ours.
    case foreignHost(String)
    /// A name or a password before the host, which is how links pretend to lead elsewhere.
    case userInfo
    /// A port.
    case port
    /// A fragment: devices and servers do not see the same link then.
    case fragment
    /// A percent sign without two hex digits behind it.
    case badEscape
    /// An escaped control character.
    case controlCharacter
    /// Two slashes side by side.
    case emptySegment
    /// `.` or `..` in the path.
    case dotSegment
    /// No route has this path.
    case unknownPath(String)
    /// The route knows no parameter of this name.
    case unknownParameter(String, route: String)
    /// A parameter appears twice.
    case repeatedParameter(String)
    /// A parameter without a value.
    case emptyValue(String)
    /// Not a whole number.
    case badNumber(parameter: String, value: String)
    /// A number that is too small or too large.
    case numberOutOfRange(parameter: String, value: String, allowed: ClosedRange<Int>)
    /// Not one of the words that the parameter takes.
    case unknownWord(parameter: String, value: String, expected: [String])
    /// No profile has this name.
    case unknownProfile(String)
  }

  /// What is wrong.
  public let cause: Cause
  /// Which octets of the link it is about; empty where something is missing.
  public let range: Range<Int>

  init(_ cause: Cause, _ range: Range<Int>) {
    self.cause = cause
    self.range = range
  }

  /// Whether the link is somebody else's, rather than ours with a fault.
  public var isForeign: Bool {
    switch cause {
    case .empty, .noScheme, .foreignScheme, .foreignHost, .userInfo: true
    default: false
    }
  }
}
