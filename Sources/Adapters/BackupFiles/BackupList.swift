internal import JSONText

/// The list of a backup's files, which is the first file in the archive.
package struct BackupList: Sendable, Equatable {
  static let name = "focuskey-backup.json"
  /// The version of the format that is written; earlier ones are read too.
  static let version: Int64 = 1
  /// The longest list that is read, in octets.
  static let limit = 16 << 20

  package struct Entry: Sendable, Equatable {
    /// Its name in the archive, with slashes between folders.
    package let name: String
    package let size: Int
    /// The SHA-256 of the content, in hex.
    package let digest: String
  }

  /// When it was made, as a text.
  package let made: String
  package let entries: [Entry]

  var json: JSONValue {
    [
      "format": "focuskey-backup", "version": .integer(Self.version), "made_at": .string(made),
      "files": .array(
        entries.map { ["name": .string($0.name), "size": JSONValue($0.size), "sha256": .string($0.digest)] }),
    ]
  }

  init(made: String, entries: [Entry]) {
    self.made = made
    self.entries = entries
  }

  init(_ octets: [UInt8]) throws(BackupError) {
    do {
      let members = JSONItem(try JSONDocument(octets).root)
      guard members.node["format"]?.string == "focuskey-backup", let version = members.node["version"]?.integer else {
        throw BackupError.foreign
      }
      guard version <= Self.version else { throw BackupError.fromTheFuture(version: version) }
      let list = try members.members("format", "version", "made_at", "files")
      made = try list.required("made_at").string()
      var entries: [Entry] = []
      for item in try list.required("files").array() {
        let file = try item.members("name", "size", "sha256")
        entries.append(
          Entry(
            name: try file.required("name").string(), size: Int(try file.required("size").integer(in: 0...(1 << 40))),
            digest: try file.required("sha256").string()))
      }
      self.entries = entries
    } catch let error as BackupError {
      throw error
    } catch {
      throw .damaged("its list cannot be read")
    }
    guard Set(entries.map { $0.name }).count == entries.count else { throw .damaged("its list names a file twice") }
  }
}
