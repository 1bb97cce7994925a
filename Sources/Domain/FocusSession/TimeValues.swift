/// Everybody who speaks of sessions speaks of time: the time values come along with them.
@_exported public import SessionTime
