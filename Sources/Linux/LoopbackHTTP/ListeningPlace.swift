/// Where a server listens, and within which limits.
package struct ListeningPlace: Sendable {
  /// The address; `0.0.0.0` for all of IPv4 of this computer, `::` for all of both families.
  package var address: String
  /// The most octets of a request's head, and of its body.
  package var longestHead, longestBody: Int
  /// How long a connection may be silent, in seconds.
  package var patience: Int32
  /// How many connections are open at once: most systems let a process have 1,024 files, and the log and the shield
  /// need theirs.
  package var mostConnections: Int

  /// Whether it may be an address that this computer does not have now, and has again in another network.
  package var mayComeLater = false

  package init(
    address: String, longestHead: Int, longestBody: Int, patience: Int32 = 30, mostConnections: Int = 640
  ) {
    self.address = address
    self.longestHead = longestHead
    self.longestBody = longestBody
    self.patience = patience
    self.mostConnections = mostConnections
  }

  /// Where only this computer comes. A head holds a link of 2,048 octets and what browsers send beside it; an import of
  /// profiles is the largest body.
  package static let loopback = ListeningPlace(address: "127.0.0.1", longestHead: 16 << 10, longestBody: 1 << 20)
}
