/// Why a dump cannot be used. Lines are counted from 1, offsets from 0.
package enum DumpError: Error, Equatable, Sendable {
  /// A line is not what its name promises.
  case line(Int)
  /// The member of a JSON file with this name is not what it should be.
  case member(String)
  /// The text breaks the rules of JSON at this offset.
  case notJSON(at: Int)
  /// A line says again what an earlier one said: two files in one, or two versions of one.
  case repeated(line: Int)
  /// A part that must be there is not; the line is the first behind it.
  case missing(String, line: Int)
  /// A text ends before all is said that it announces; the line is its last.
  case cutShort(line: Int)
  /// A memory ends in the middle.
  case cutShortAt(Int, needed: Int)
  /// The file goes on behind the memory, at this offset: two files in one.
  case doubled(at: Int)
  /// The file holds a card of this kind, and no memory of it up to its last line.
  case noMemory(String, line: Int)
  /// The file holds the memory of a card of this kind, and in it nothing that is NDEF's.
  case noMessageApplication(String)
}
