public import JSONText

/// Why a text is not a deck, and where.
public struct DeckError: Error, Equatable, Sendable {
  /// What was found wrong.
  public enum Cause: Equatable, Sendable {
    /// The text is not JSON.
    case json(JSONError)
    /// The JSON is not a deck.
    case shape(JSONShapeError)
    /// Not UTF-8.
    case notText
    /// A quoted cell has no end.
    case unterminatedCell
    /// Something follows the closing quotation mark of a cell.
    case behindCell
    /// A row has more cells than there are columns.
    case tooManyCells(columns: Int)
    /// `#separator:` or a column number of the header means nothing.
    case badHeader(String)
    /// No column can be the title.
    case noTitleColumn
    /// A card has no title.
    case noTitle
    /// Two cards have the same ID.
    case repeatedID(String)
    /// A field is longer than the limit.
    case tooLong(limit: Int)
    /// There are more cards than the limit.
    case tooManyCards(limit: Int)
    /// There is no card.
    case empty
  }

  /// Where in the text.
  public let place: JSONPlace
  /// What was found wrong there.
  public let cause: Cause

  /// Creates a fault.
  public init(_ cause: Cause, at place: JSONPlace) {
    self.place = place
    self.cause = cause
  }

  /// What is wrong, in one sentence without the place and without a full stop.
  public var message: String {
    switch cause {
    case .json(let fault): fault.message
    case .shape(let mismatch): mismatch.message
    case .notText: "this is not UTF-8 text"
    case .unterminatedCell: "a quoted cell has no closing quotation mark"
    case .behindCell: "a cell continues after its closing quotation mark"
    case .tooManyCells(let columns): "this row has more than \(columns) cells"
    case .badHeader(let word): "the header \u{201C}\(word)\u{201D} has no value that can be used"
    case .noTitleColumn: "no column is the title"
    case .noTitle: "a card has no title"
    case .repeatedID(let id): "the ID \u{201C}\(id)\u{201D} is there twice"
    case .tooLong(let limit): "a field is longer than \(limit) bytes"
    case .tooManyCards(let limit): "there are more than \(limit) cards"
    case .empty: "there is no card"
    }
  }
}
