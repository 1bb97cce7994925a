extension LinkFinding {
  /// The kind in kebab case.
  public var name: String {
    switch kind {
    case .noLink: "no-link"
    case .emptyLink: "empty-link"
    case .offerBeforeLink(.wiFi): "wifi-before-link"
    case .offerBeforeLink: "bluetooth-before-link"
    case .malformedURI: "malformed-uri"
    case .reservedPrefix: "reserved-prefix"
    case .linkNotFirst: "link-not-first"
    case .smartPosterOnly: "smart-poster-only"
    case .absoluteURI: "absolute-uri"
    case .moreLinks: "more-links"
    case .androidRecordFirst: "android-record-first"
    case .noAndroidRecord: "no-android-record"
    case .schemeNotOnIPhone: "scheme-not-on-iphone"
    case .schemeUnpromised: "scheme-unpromised"
    case .insecure: "http"
    case .notAssociated: "not-associated"
    case .excluded: "excluded"
    case .foreignHost: "foreign-host"
    case .shortener: "shortener"
    case .userInfo: "user-info"
    case .spelledOutPrefix: "spelled-out-prefix"
    case .capitals: "capitals"
    case .controlCharacter: "control-character"
    case .unescaped: "unescaped-character"
    case .unicodeHost: "unicode-host"
    case .unicodePath: "unicode-path"
    case .secret: "secret"
    case .faultyLink: "faulty-link"
    case .notCanonical: "not-canonical"
    case .tooLarge: "too-large"
    }
  }

  /// What it means and what to do about it.
  public func message(in table: RouteTable) -> String {
    switch kind {
    case .noLink(nil): "no record has a link, so phones open nothing; put a link first"
    case .noLink(let offer?): "no record holds a link: iPhones do nothing, Android \(offer.words); put a link first"
    case .emptyLink: "the link is empty; write one that leads somewhere"
    case .offerBeforeLink(let offer):
      "Android \(offer.words) and does not follow the link; give that a card of its own"
    case .malformedURI: "this record calls itself a link and breaks its rules, so iPhones pass over it; write it again"
    case .reservedPrefix(let code):
      "the link begins with the reserved code \(Int(code)); Android sees no link then; write it again"
    case .linkNotFirst:
      "the link is not the first record; Android and some iPhones look only at record 1; put the link first"
    case .smartPosterOnly:
      "the link is only inside a Smart Poster: Android opens it, for iPhones that is not documented; add a plain link first"
    case .absoluteURI:
      "the link is the type of the record, not its content; Android opens it, iPhones ignore it; write a plain link"
    case .moreLinks(let count): "\(count) more after the first; phones follow only the first"
    case .androidRecordFirst:
      "the Android Application Record is first, so Android starts the app without the link; move it to the end"
    case .noAndroidRecord:
      "without an Android Application Record, Android asks before it follows the link; add one at the end to start the app at once"
    case .schemeNotOnIPhone(""): "the scheme is missing, so no phone follows it; write https:// in front"
    case .schemeNotOnIPhone(let scheme):
      "iPhones do not follow a \(scheme): link from a card; use https"
    case .schemeUnpromised(let scheme): "iPhones were seen to follow \(scheme): links, but this is not documented"
    case .insecure: "http can be read and changed on the way, and costs a redirect; write https"
    case .notAssociated: "the site's association file does not give this path to an app, so an iPhone opens the browser"
    case .excluded: "the site's association file keeps this path in the browser"
    case .foreignHost(let host):
      "\(host) is not a FocusKey host: iPhones open the browser, and this computer ignores the link"
    case .shortener(let host):
      "\(host) only redirects: phones look for the app before they follow it, so the browser opens; write the long link"
    case .userInfo: "a name before the host makes the link lead elsewhere than it seems; leave it out"
    case .spelledOutPrefix(let octets):
      "the record spells out its beginning; one byte says the same and saves \(octets)"
    case .capitals(let normal): "capital letters in scheme or host are fragile; write \(normal)"
    case .controlCharacter: "a control character; readers discard such a link; leave it out"
    case .unescaped: "a character that must be escaped in a link; write it as percent and two hex digits"
    case .unicodeHost: "the host has letters beyond ASCII; write it in its xn-- form"
    case .unicodePath: "letters beyond ASCII; phones compare the escaped form, so write that"
    case .secret(let name):
      "\(name) looks like a secret, and anyone who reads the card gets it; use the UID and counter mirror, or an NTAG 424 DNA"
    case .faultyLink(let error):
      {
        let advice = error.advice(in: table)
        return advice.what + ": " + advice.advice
      }()
    case .notCanonical(let canonical): "the canonical form is \(canonical)"
    case .tooLarge(let octets, let capacity): "the message has \(octets) bytes, the card holds \(capacity)"
    }
  }
}

extension AndroidOffer {
  var words: String {
    switch self {
    case .wiFi: "offers to join the Wi-Fi network"
    case .bluetooth: "offers to connect the Bluetooth device"
    case .contact: "offers the contact to an app"
    case .app: "starts the app"
    }
  }
}
