internal import Octets

/// What a device needs to join: handed over by light (a QR code, a link typed by hand), sealed on a card, or
/// printed.
package struct Invitation: Equatable, Sendable {
  package struct Key: Equatable, Sendable {
    package var epoch: Epoch
    /// The group's key: 32 octets.
    package var group: [UInt8]

    package init(epoch: Epoch, group: [UInt8]) {
      self.epoch = epoch
      self.group = group
    }
  }

  /// The group's keys, the oldest first: what was sealed before can be read too. One epoch may have several.
  package var keys: [Key]
  package var owner: OwnerID
  /// The password of the login that was made for the joining device: 24 octets; ``passwordText`` is what libpq
  /// gets.
  package var password: [UInt8]
  /// Until when it can be used, in seconds since 1970.
  package var expires: UInt64
  /// The database's address in libpq's form, with the login's name and without a password.
  package var url: String
  /// SHA-256 of the certificate authority's certificate, where it is not one of the system's.
  package var authority: [UInt8]?

  /// `nil` unless every part has its size.
  package init?(
    keys: [Key], owner: OwnerID, password: [UInt8], expires: UInt64, url: String, authority: [UInt8]? = nil
  ) {
    guard (1...Self.mostKeys).contains(keys.count), keys.allSatisfy({ $0.group.count == 32 && $0.epoch.number > 0 }),
      zip(keys, keys.dropFirst()).allSatisfy({ $0.epoch <= $1.epoch }), password.count == Self.passwordCount,
      url.utf8.count <= Self.longestURL, authority.map({ $0.count == 32 }) ?? true
    else { return nil }
    self.keys = keys
    self.owner = owner
    self.password = password
    self.expires = expires
    self.url = url
    self.authority = authority
  }

  package static let mostKeys = 64
  package static let passwordCount = 24
  /// The longest address, in octets.
  package static let longestURL = 1024
  /// The rest of a link is in the fragment, which never leaves the browser that opens it.
  package static let linkStart = "https://focuskey.app/join#v1."

  /// The password as text: 32 characters of the base64url alphabet.
  package var passwordText: String { Base64URLText.text(of: password) }

  package func isOver(at seconds: UInt64) -> Bool { seconds >= expires }

  /// Version (1), count of keys (1), epoch (4) and key (32) of each, owner (16), password (24), expiry (8), length
  /// of the address (2), address, length of the authority's digest (1: 0 or 32), digest.
  package var octets: [UInt8] {
    var octets: [UInt8] = [1, UInt8(keys.count)]
    for key in keys { octets += BigEndian.octets(of: key.epoch.number) + key.group }
    octets += owner.octets + password + BigEndian.octets(of: expires) + shortText(url)
    return octets + (authority.map { [32] + $0 } ?? [0])
  }

  package init(octets: [UInt8]) throws(InvitationError) {
    var reader = OctetReader(octets)
    guard let version = reader.number(octets: 1) else { throw .damaged }
    guard version == 1 else { throw .version(UInt8(version)) }
    guard let count = reader.number(octets: 1) else { throw .damaged }
    var keys: [Key] = []
    for _ in 0..<count {
      guard let epoch = reader.word(), let group = reader.take(32) else { throw .damaged }
      keys.append(Key(epoch: Epoch(epoch), group: Array(group)))
    }
    guard let owner = reader.identity(OwnerID.self), let password = reader.take(Self.passwordCount),
      let expires = reader.wide(), let url = reader.shortText(), let size = reader.number(octets: 1),
      size == 0 || size == 32, let digest = reader.take(size), reader.isAtEnd,
      let invitation = Invitation(
        keys: keys, owner: owner, password: Array(password), expires: expires, url: url,
        authority: size == 0 ? nil : Array(digest))
    else { throw .damaged }
    self = invitation
  }

  /// The link that a QR code shows. Everything is in the fragment, so that it is never sent to a server.
  package var link: String { Self.linkStart + Base64URLText.text(of: octets) }

  /// Reads a link; blanks around it are ignored.
  package init(link: String) throws(InvitationError) {
    let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    let text = Array(link.utf8.drop { blanks.contains($0) })
    let end = text.lastIndex { !blanks.contains($0) }.map { $0 + 1 } ?? 0
    let start = Array(Self.linkStart.utf8)
    guard text.starts(with: start), end > start.count else { throw .notALink }
    guard let octets = Base64URLText.octets(of: String(decoding: text[start.count..<end], as: UTF8.self)) else {
      throw .damaged
    }
    try self.init(octets: octets)
  }
}

package enum InvitationError: Error, Equatable, Sendable {
  case notALink
  /// Something is missing or too much, or a character is wrong.
  case damaged
  case version(UInt8)

  package var sentence: String {
    switch self {
    case .notALink: "This is not an invitation: it begins with \(Invitation.linkStart)."
    case .damaged: "The invitation is damaged or incomplete; copy all of it."
    case .version(let version):
      "A later version of FocusKey made this invitation (\(version)); update FocusKey here."
    }
  }
}

/// The short form for cards with little room (NTAG213): the newest key and the owner, 48 octets. The address and
/// the password are typed.
package struct ShortInvitation: Equatable, Sendable {
  /// The group's newest key.
  package var group: [UInt8]
  package var owner: OwnerID

  /// `nil` unless the key has 32 octets.
  package init?(group: [UInt8], owner: OwnerID) {
    guard group.count == 32 else { return nil }
    self.group = group
    self.owner = owner
  }

  package var octets: [UInt8] { group + owner.octets }

  package init(octets: [UInt8]) throws(InvitationError) {
    guard octets.count == 48, let owner = OwnerID(octets: octets[32...]) else { throw .damaged }
    group = Array(octets[..<32])
    self.owner = owner
  }
}
