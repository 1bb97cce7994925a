internal import Octets

/// Links in the form in which ``RouteTable/print(_:as:)`` writes them onto cards, told apart at one look: one of our
/// hosts, a word, and at most one value that needs no escape.
///
/// Everything else is for ``RouteTable/parse(_:knowsProfile:)``, which also says what is wrong with it.
struct CanonicalLinks: Sendable {
  /// Which link it is, by its path and the name of its value.
  private enum Form {
    case startProfile, startMinutes, start, focus, breakMinutes, `break`, stop, resume, status
  }

  /// The range in ``letters`` of one beginning's octets.
  private struct Beginning {
    let form: Form
    let place: Range<Int>
  }

  /// The prefix of the links; their octets are passed on without it.
  private static var scheme: String { "https://" }

  /// Hosts and beginnings, concatenated, so that comparing one touches no reference count.
  private let letters: [UInt8]
  private let hosts: [Range<Int>]
  private let beginnings: [Beginning]

  /// The hosts must be in lower case.
  init(hosts: [[UInt8]]) {
    var letters: [UInt8] = []
    func place(_ octets: some Sequence<UInt8>) -> Range<Int> {
      let start = letters.count
      letters += octets
      return start..<letters.count
    }
    self.hosts = hosts.map { host in place(host + "/".utf8) }
    // Those first that begin with another.
    let forms: [(Form, Route, LinkParameter?)] = [
      (.startProfile, .start, .profile), (.startMinutes, .start, .minutes), (.start, .start, nil),
      (.focus, .focus, nil), (.breakMinutes, .break, .minutes), (.break, .break, nil), (.stop, .stop, nil),
      (.resume, .resume, nil), (.status, .status, nil),
    ]
    beginnings = forms.map { form, route, parameter in
      Beginning(form: form, place: place(Self.beginning(of: route, parameter).utf8))
    }
    self.letters = letters
  }

  private static func beginning(of route: Route, _ parameter: LinkParameter?) -> String {
    var text = ""
    for segment in route.path.segments {
      guard case .word(let word) = segment else { return text + "/" }
      text += text.isEmpty ? word : "/" + word
    }
    return parameter.map { "\(text)?\($0.name)=" } ?? text
  }

  /// The link whose octets after `https://` are in `range`; `nil` if it has another form.
  func link(in octets: Span<UInt8>, _ range: Range<Int>) -> FocusLink? {
    guard range.count <= RouteTable.longestLink - Self.scheme.utf8.count else { return nil }
    let link = octets.extracting(range)
    let letters = letters.span
    let hosts = hosts.span
    for index in hosts.indices where link.holds(letters.extracting(hosts[index]), at: 0) {
      return self.link(link.extracting(droppingFirst: hosts[index].count), letters)
    }
    return nil
  }

  private func link(_ path: Span<UInt8>, _ letters: Span<UInt8>) -> FocusLink? {
    let beginnings = beginnings.span
    for index in beginnings.indices where path.holds(letters.extracting(beginnings[index].place), at: 0) {
      let value = path.extracting(droppingFirst: beginnings[index].place.count)
      return Self.link(beginnings[index].form, value)
    }
    return nil
  }

  @inline(__always)
  private static func link(_ form: Form, _ value: Span<UInt8>) -> FocusLink? {
    switch form {
    case .startProfile: text(value).map { name in .start(profile: name, minutes: nil, task: nil) }
    case .startMinutes: minutes(value).map { minutes in .start(profile: nil, minutes: minutes, task: nil) }
    // A browser takes a segment of dots out of the path.
    case .focus:
      value.isEmpty || value[0] == UInt8(ascii: ".") ? nil : text(value).map { name in .focus(profile: name) }
    case .breakMinutes: minutes(value).map { minutes in .break(minutes: minutes) }
    case .start: value.isEmpty ? .start(profile: nil, minutes: nil, task: nil) : nil
    case .break: value.isEmpty ? .break(minutes: nil) : nil
    case .stop: value.isEmpty ? .stop : nil
    case .resume: value.isEmpty ? .resume : nil
    case .status: value.isEmpty ? .status : nil
    }
  }

  /// `nil` for an empty text, and for one with octets that would be escaped.
  private static func text(_ value: Span<UInt8>) -> String? {
    guard !value.isEmpty else { return nil }
    for position in value.indices where !LinkOctets.isUnreserved(value[position]) { return nil }
    guard let letters = try? UTF8Span(validating: value) else { return nil }
    return String(copying: letters)
  }

  /// `nil` for anything but a number that a link may carry.
  private static func minutes(_ value: Span<UInt8>) -> Int? {
    guard (1...4).contains(value.count), case .minutes(let allowed) = LinkParameter.minutes.kind else { return nil }
    var number = 0
    for position in value.indices {
      guard LinkOctets.isDigit(value[position]), position == 0 || number > 0 else { return nil }
      number = number * 10 + Int(value[position] - UInt8(ascii: "0"))
    }
    return allowed.contains(number) ? number : nil
  }
}
