internal import JSONText
internal import LinuxRuntime
internal import Octets
package import PhoneTaps

/// What a service keeps of phones across restarts: who is paired, and where they reach us.
package struct PhoneBook: Equatable, Sendable {
  /// This computer's name in proofs.
  package var desk: PhoneName
  package var port: UInt16
  /// The names and addresses that phones were told.
  package var hosts: [String]
  package var phones: [Phone]

  package init(desk: PhoneName, port: UInt16, hosts: [String] = [], phones: [Phone] = []) {
    self.desk = desk
    self.port = port
    self.hosts = hosts
    self.phones = phones
  }

  /// Reads the file; `nil` if there is none.
  package static func read(_ path: String) throws(PhoneDoorError) -> PhoneBook? {
    guard Files.exists(path) else { return nil }
    let octets = try renaming(
      { (error: SystemError) in PhoneDoorError.unreadable(path: path, reason: error.reason) },
      Files.read(path, limit: 1 << 20))
    let root = try renaming(
      { (error: JSONError) in
        PhoneDoorError.unreadable(path: path, reason: "\(error.place.inWords): \(error.message)")
      }, JSONDocument(octets).root)
    return try renaming(
      { (error: JSONShapeError) in PhoneDoorError.unreadable(path: path, reason: error.message) },
      PhoneBook(JSONItem(root)))
  }

  private init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("desk", "port", "hosts", "phones")
    desk = try Self.name(try members.required("desk"))
    port = UInt16(truncatingIfNeeded: try members.required("port").integer(in: 1...Int64(UInt16.max)))
    hosts = try members.required("hosts").strings()
    phones = []
    for item in try members.required("phones").array() {
      let members = try item.members("name", "way", "key", "number", "revoked", "paired_at")
      let key = try members.required("key")
      guard let octets = Base64URLText.octets(of: try key.string()), octets.count == 32 else {
        throw key.refusal("this is not a key")
      }
      let way = try members.required("way").word(among: Phone.Way.allCases.map(\.rawValue))
      phones.append(
        Phone(
          name: try Self.name(try members.required("name")), way: Phone.Way(rawValue: way) ?? .page, key: octets,
          counter: UInt64(try members.required("number").integer(in: 0...Int64.max)),
          isRevoked: try members.required("revoked").bool(),
          pairedAt: try members.required("paired_at").integer()))
    }
  }

  private static func name(_ item: JSONItem) throws(JSONShapeError) -> PhoneName {
    guard let name = PhoneName(try item.string()) else { throw item.refusal("this is not a name") }
    return name
  }

  var octets: [UInt8] { json.octets }

  private var json: JSONValue {
    [
      "desk": .string(desk.text), "port": .integer(Int64(port)), "hosts": JSONValue(hosts),
      "phones": .array(
        phones.map { phone in
          [
            "name": .string(phone.name.text), "way": .string(phone.way.rawValue),
            "key": .string(Base64URLText.text(of: phone.key)), "number": .integer(Int64(clamping: phone.counter)),
            "revoked": .bool(phone.isRevoked), "paired_at": .integer(phone.pairedAt),
          ]
        }),
    ]
  }
}

/// The book's file, on a thread of its own: each tap waits until its number is on disk.
actor PhoneFile {
  private let path: String
  private let thread = ThreadExecutor(named: "phones")

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  init(path: String) {
    self.path = path
  }

  /// Writes the book so that it survives a power cut.
  func write(_ book: PhoneBook) throws(SystemError) {
    try Files.replace(path, with: book.octets)
    if let slash = path.lastIndex(of: "/") { try Files.syncFolder(String(path[..<slash])) }
  }

  func close() { thread.close() }
}
