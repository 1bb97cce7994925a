package import SiteAssociation
internal import WebCalls

/// Fetches files of live sites as devices and as Apple's crawler do: https only, no redirect, no more than a device
/// reads.
package struct SiteFetcher: Sendable {
  /// Who the request claims to come from.
  package enum Client: Sendable {
    /// A device in developer mode.
    case device
    case crawler

    var userAgent: String {
      switch self {
      case .device: "swcd (unknown version) CFNetwork/1494.0.7 Darwin/23.4.0"
      case .crawler: "AASA-Bot/1.0.0"
      }
    }
  }

  private let caller = WebCaller(named: "fetch")
  private let authorities: String?
  private let resolve: String?
  private let timeout: Duration

  /// `authorities` is a file of roots to trust; `resolve` is `HOST:PORT:ADDRESS`, instead of DNS.
  package init(authorities: String? = nil, resolve: String? = nil, timeout: Duration = .seconds(20)) {
    self.authorities = authorities
    self.resolve = resolve
    self.timeout = timeout
  }

  /// Why nothing can be fetched on this machine; `nil` where it can.
  package static var fault: String? { WebCaller.fault }

  package func fetch(_ url: String, as client: Client) async -> SiteResponse {
    var call = WebCall(url, schemes: ["https"], userAgent: client.userAgent)
    call.authorities = authorities
    call.resolve = resolve
    call.timeout = timeout
    call.mostOctets = AssociationReport.deviceLimit
    let reply = await caller.make(call)
    return SiteResponse(
      url: url, outcome: SiteResponse.Outcome(reply.outcome),
      headers: reply.headers.map { header in SiteResponse.Header(name: header.name, value: header.value) },
      body: reply.body, address: reply.address, milliseconds: reply.milliseconds,
      certificateEnds: reply.certificateEnds)
  }
}

extension SiteResponse.Outcome {
  fileprivate init(_ outcome: WebReply.Outcome) {
    switch outcome {
    case .answer(let status): self = .answer(status: status)
    case .tooLarge: self = .tooLarge
    case .badCertificate(let reason): self = .badCertificate(reason)
    case .noEncryption(let reason): self = .noEncryption(reason)
    case .notResolved(let reason): self = .notResolved(reason)
    case .notConnected(let reason): self = .notConnected(reason)
    case .timedOut: self = .timedOut
    case .broken(let reason): self = .broken(reason)
    }
  }
}
