// Requests and their answers are JSON.
@_exported public import JSONText
