/// Why a dump cannot be used. Lines are counted from 1, offsets from 0.
package enum DumpError: Error, Equatable, Sendable {
  /// A line does not contain what its name promises.
  case line(Int)
  /// A member of a JSON file is not what it should be.
  case member(String)
  case notJSON(at: Int)
  /// A line says again what an earlier one said: two files in one, or two versions of one.
  case repeated(line: Int)
  /// A necessary part is missing; the line is the first after its place.
  case missing(String, line: Int)
  /// A text ends before all that it announces; the line is its last.
  case cutShort(line: Int)
  case cutShortAt(Int, needed: Int)
  /// The file goes on after the memory, at this offset: two files in one.
  case doubled(at: Int)
  /// The file has a card of this kind, but up to its last line no memory of it.
  case noMemory(String, line: Int)
  /// The file has the memory of a card of this kind, but nothing of NDEF in it.
  case noMessageApplication(String)
}
