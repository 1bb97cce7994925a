/// Why a text of ours cannot be read, and where: a file of profiles and keys, which is refused whole, or a line of an
/// exported log.
package struct TextError: Error, Equatable, Sendable {
  package let place: JSONPlace
  /// The path in the document; empty for faults of the text itself.
  package let path: String
  /// What is wrong, in one sentence without the place.
  package let message: String

  private init(_ place: JSONPlace, _ path: String, _ message: String) {
    self.place = place
    self.path = path
    self.message = message
  }

  init(_ fault: JSONError) { self.init(fault.place, "", fault.message) }

  init(_ mismatch: JSONShapeError) { self.init(mismatch.place, mismatch.pointer.text, mismatch.message) }

  init(_ fault: FactError, in item: JSONItem) {
    switch fault {
    case .notJSON(let fault): self.init(fault)
    case .notAFact(let mismatch): self.init(mismatch)
    case .fromTheFuture(let version):
      self.init(item.node.place, "/v", "a newer FocusKey wrote it (format \(version))")
    }
  }
}
