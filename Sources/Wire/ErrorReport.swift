// SPDX-License-Identifier: MIT

/// `{"class":"error",…}`: why a request was refused, and what to do about it.
///
/// `Request.decode` throws it, and the daemon sends it as it is.
public struct ErrorReport: Error, Hashable, Sendable {
  /// What went wrong, for programs: stable from version to version.
  public var code: Code
  /// The request's field that is at fault.
  public var field: String?
  /// What went wrong, for people: one sentence.
  public var message: String
  /// What to do about it, for people.
  public var hint: String?
  /// The request's `id`, if it had one that could be read.
  public var id: Int64?

  /// Makes a report.
  public init(
    code: Code, field: String? = nil, message: String, hint: String? = nil, id: Int64? = nil
  ) {
    self.code = code
    self.field = field
    self.message = message
    self.hint = hint
    self.id = id
  }

  /// A stable word for programs.
  ///
  /// A newer server may know more.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The word on the wire.
    public let rawValue: String

    /// Wraps a word of the wire.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The line isn't JSON, or has the same key twice.
    public static let badJSON = Code(rawValue: "bad-json")
    /// The line is JSON, but no object.
    public static let notAnObject = Code(rawValue: "not-an-object")
    /// A field is lacking that the command needs.
    public static let missingField = Code(rawValue: "missing-field")
    /// A field has another type than it should.
    public static let badType = Code(rawValue: "bad-type")
    /// A number is too large, too small, or not one of those that are allowed.
    public static let outOfRange = Code(rawValue: "out-of-range")
    /// `do` names no command.
    public static let unknownCommand = Code(rawValue: "unknown-command")
    /// The line is longer than `Limits.requestLine`.
    public static let lineTooLong = Code(rawValue: "line-too-long")
    /// The daemon serves as many clients as it may.
    public static let tooManyClients = Code(rawValue: "too-many-clients")
    /// This socket doesn't take this command from this client.
    public static let notPermitted = Code(rawValue: "not-permitted")
    /// The rules or the state of the table don't allow it now, such as a block on a ball.
    public static let refused = Code(rawValue: "refused")
    /// There is no table of this name.
    public static let noSuchTable = Code(rawValue: "no-such-table")
    /// The board moves, and should lie still or be held quietly.
    public static let moving = Code(rawValue: "moving")
    /// Another client has a menu open, and buttons are told to that one.
    public static let menuElsewhere = Code(rawValue: "menu-elsewhere")
  }
}

/// `{"class":"ok",…}`: a request that carried an `id` has been done.
public struct Confirmation: Hashable, Sendable {
  /// The command, as in the request's `do`.
  public var command: String
  /// The request's `id`.
  public var id: Int64

  /// Makes a confirmation.
  public init(command: String, id: Int64) {
    self.command = command
    self.id = id
  }
}
