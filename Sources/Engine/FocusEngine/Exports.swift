// The engine is assembled from ports.
@_exported public import FocusPorts
