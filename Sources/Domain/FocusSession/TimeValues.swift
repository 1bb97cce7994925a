/// All code about sessions needs the time values, too, so they are exported along with it.
@_exported public import SessionTime
