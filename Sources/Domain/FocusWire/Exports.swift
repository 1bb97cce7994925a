// The wire is what sessions are made of, as JSON.
@_exported public import FocusSession
@_exported public import JSONText
