import JSONText

/// Reads JSON5 with typed errors that know their place, and writes JSON with sorted names.
func jsonTextExample() throws -> String {
  let document = try JSONDocument("{ minutes: 25, /* a comment */ profile: 'work' }", grammar: .json5)
  let members = try JSONItem(document.root).members("minutes", "profile")
  let minutes = try members.required("minutes").integer(in: 1...180)
  let profile = try members.required("profile").string()
  return JSONValue.members(["profile": .string(profile), "minutes": .integer(minutes)]).text
}
