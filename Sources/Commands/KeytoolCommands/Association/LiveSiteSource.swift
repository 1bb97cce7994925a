internal import CommandShell
internal import SiteAssociation
internal import SiteFetcher

/// The options of commands that fetch, and the way to a live site's file.
struct LiveSiteSource {
  static let authorities = Option("authorities", value: .file("PEM"), "trust these roots instead of the system's")
  static let resolve = Option("resolve", value: .text("HOST:PORT:ADDRESS"), "use this address instead of DNS")
  static let timeout = Option("timeout", value: .duration(), "the longest time for one request (default: 20s)")
  static let copies = Option(
    "cdn", value: .text("URL"), "where Apple's copies are (default: https://app-site-association.cdn-apple.com/a/v1)")
  static let noCopy = Flag("no-cdn", "do not look at Apple's copy")

  static var options: [any Argument] { [authorities, resolve, timeout, copies, noCopy] }

  /// The options of commands that only want the file.
  static var fetching: [any Argument] { [authorities, resolve, timeout] }

  /// The site's address without a path: `https://host` or `https://host:port`.
  private let origin: String
  private let host: String
  private let path: String
  private let fetcher: SiteFetcher
  private let copies: String?

  /// `place` is the path of the file if the address names none.
  init(_ word: String, _ context: CommandContext, at place: String = LiveSite.wellKnownPath) throws(Failure) {
    let address = try webAddress(word)
    guard address.scheme == "https" else {
      throw Failure(
        .badData, kind: "not-https", what: "devices fetch the file over https only", at: .text(word),
        advice: "write https://\(address.host)")
    }
    if let fault = SiteFetcher.fault {
      throw Failure(
        .unavailable, kind: "no-libcurl", what: "nothing can be fetched", at: .text(fault),
        advice: "install Debian's package libcurl4")
    }
    host = address.host
    origin = "https://\(address.host)" + (address.port.map { port in ":\(port)" } ?? "")
    path = address.path.isEmpty || address.path == "/" ? place : address.path
    fetcher = SiteFetcher(
      authorities: context.invocation[Self.authorities].map { name in context.surroundings.path(of: name) },
      resolve: context.invocation[Self.resolve], timeout: context.invocation[Self.timeout] ?? .seconds(20))
    // Apple has no copy for a host that is named with a port: an entitlement cannot name one.
    let base = context.invocation[Self.copies]
    copies =
      context.invocation[Self.noCopy] || (address.port != nil && base == nil)
      ? nil : base ?? "https://app-site-association.cdn-apple.com/a/v1"
  }

  /// Fetches everything that is needed to judge the site.
  func fetchSite() async throws(Failure) -> LiveSite {
    let device = await fetcher.fetch(origin + path, as: .device)
    if device.isOutOfReach { throw .outOfReach(host, device) }
    let crawler = device.status == 200 ? await fetcher.fetch(origin + path, as: .crawler) : nil
    var oldPlace: SiteResponse?
    if path == LiveSite.wellKnownPath, let status = device.status, status >= 400 {
      oldPlace = await fetcher.fetch(origin + LiveSite.oldPath, as: .device)
    }
    var copy: SiteResponse?
    if let copies { copy = await fetcher.fetch(copies + "/" + host, as: .device) }
    return LiveSite(host: host, device: device, crawler: crawler, oldPlace: oldPlace, copy: copy)
  }

  /// Fetches the file alone.
  func file() async throws(Failure) -> SiteResponse {
    let response = await fetcher.fetch(origin + path, as: .device)
    if response.isOutOfReach { throw .outOfReach(host, response) }
    return response
  }

  /// Fetches Apple's copy alone.
  func copy() async throws(Failure) -> SiteResponse {
    guard let copies else {
      throw Failure(
        .usage, kind: "no-cdn", what: "Apple keeps copies for hosts without a port only", at: .text(origin),
        advice: "leave the port out")
    }
    let response = await fetcher.fetch(copies + "/" + host, as: .device)
    if response.isOutOfReach { throw .outOfReach(host, response) }
    return response
  }
}

extension Failure {
  /// The site does not answer: because of its name, its address, or the network here.
  fileprivate static func outOfReach(_ host: String, _ response: SiteResponse) -> Failure {
    switch response.outcome {
    case .timedOut:
      Failure(
        .timedOut, kind: "timed-out", what: "no answer in time", at: .text(host), advice: "try again, or give --timeout"
      )
    case .notResolved:
      Failure(
        .unavailable, kind: "not-resolved", what: "the name has no address", at: .text(host),
        advice: "check the name and this computer's network")
    default:
      Failure(
        .unavailable, kind: "not-connected", what: "nothing answers there", at: .text(response.url),
        advice: "check the server and this computer's network")
    }
  }
}

extension LiveSite {
  var fetchJSON: JSONValue {
    .members([
      "url": .string(device.url), "status": device.status.map { JSONValue($0) },
      "content_type": device[header: "content-type"].map { .string($0) }, "octets": JSONValue(device.body.count),
      "address": device.address.map { .string($0) }, "milliseconds": JSONValue(device.milliseconds),
      "certificate_ends": device.certificateEnds.map { .string($0) },
      "location": device[header: "location"].map { .string($0) },
      "crawler_status": crawler?.status.map { JSONValue($0) },
      "cdn": copy.map { copy in
        .members([
          "url": .string(copy.url), "status": copy.status.map { JSONValue($0) },
          "failure_reason": copy[header: "apple-failure-reason"].map { .string($0) },
          "failure_details": copy[header: "apple-failure-details"].map { .string($0) },
          "from": copy[header: "apple-from"].map { .string($0) }, "age": copy[header: "age"].map { .string($0) },
          "cache_control": copy[header: "cache-control"].map { .string($0) },
          "try_direct": copy[header: "apple-try-direct"].map { .string($0) },
          "origin_format": copy[header: "apple-origin-format"].map { .string($0) },
        ])
      },
    ])
  }

  var fetchLines: [String] {
    var parts: [String] = []
    if let status = device.status { parts.append("status \(status)") }
    if device.status == 200 { parts.append("\(device.body.count) bytes") }
    if let address = device.address { parts.append("from \(address)") }
    parts.append("in \(device.milliseconds) ms")
    if let ends = device.certificateEnds { parts.append("certificate until \(oneLine(ends))") }
    var lines = ["\(oneLine(device.url)): \(parts.joined(separator: ", "))"]
    if let copy, let status = copy.status { lines.append("Apple's copy: status \(status)") }
    return lines
  }
}
