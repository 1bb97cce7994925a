// rooms: Spelling JSONText
import JSONText

/// Texts of any octets in both grammars: a fault is within the text, and what is read is written and read back as the
/// same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let octets = Array(UnsafeBufferPointer(start: start, count: count))
  for grammar in [JSONGrammar.strict, .json5] {
    do throws(JSONError) {
      let document = try JSONDocument(octets, grammar: grammar)
      _ = document.repeatedNames()
      let text = document.root.value.octets
      let again = try JSONDocument(text)
      precondition(again.root.value.octets == text)
      let indented = try JSONDocument(document.root.value.indentedText)
      precondition(indented.root.value.octets == text)
    } catch {
      precondition(error.place.offset >= 0 && error.place.offset <= octets.count)
      precondition(error.place.line >= 1 && error.place.column >= 1 && !error.message.isEmpty)
    }
  }
  return 0
}
