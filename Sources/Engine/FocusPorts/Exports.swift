// Ports speak of sessions.
@_exported public import FocusSession
