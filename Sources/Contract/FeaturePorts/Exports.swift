// Features work on the engine, and answer with failures of the contract.
@_exported public import FocusEngine
@_exported public import ServiceContract
