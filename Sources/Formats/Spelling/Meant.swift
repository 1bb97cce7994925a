/// What a person means by a word: by its id, by its id in other letters, or by its name (`?profile=Work`).
package func meant<Thing>(
  by text: String, among things: [Thing], id: (Thing) -> String?, name: (Thing) -> String?
) -> Thing? {
  let word = text.lowercased()
  return things.first { id($0) == text } ?? things.first { id($0)?.lowercased() == word }
    ?? things.first { name($0)?.lowercased() == word }
}
