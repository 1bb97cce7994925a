/// Searching in texts octet by octet. The standard library's own search brings its engine of regular expressions, a
/// megabyte in each program.
extension StringProtocol {
  package func includes(_ part: some StringProtocol) -> Bool { place(of: part) != nil }

  package func place(of part: some StringProtocol) -> Range<Index>? {
    let wanted = Array(part.utf8)
    guard !wanted.isEmpty else { return startIndex..<startIndex }
    var start = utf8.startIndex
    while start != utf8.endIndex {
      if utf8[start...].starts(with: wanted) { return start..<utf8.index(start, offsetBy: wanted.count) }
      utf8.formIndex(after: &start)
    }
    return nil
  }

  package func exchanging(_ character: Character, for other: String) -> String {
    reduce(into: "") { text, one in
      if one == character { text += other } else { text.append(one) }
    }
  }
}
