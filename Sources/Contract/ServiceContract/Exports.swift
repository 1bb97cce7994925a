// What both ends say is requests.
@_exported public import Requests
