// SPDX-License-Identifier: MIT

internal import CSQLite
internal import Posix

/// A connection to one database file: the only code that speaks to SQLite.
///
/// For the thread that made it alone.
final class SQLite {
  private let handle: OpaquePointer

  /// Why SQLite refused something.
  struct Refusal: Error, Equatable {
    /// The result code without its extension, such as SQLITE_FULL.
    var code: Int32
    /// What SQLite says, and the system's error behind it.
    var message: String

    /// The file isn't a database, or is damaged, or holds other tables than it should.
    var isDamage: Bool { [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR].contains(code) }
    /// No room is left.
    var isFull: Bool { code == SQLITE_FULL }
    /// The place can't be written, or the file can't even be opened.
    var isProtected: Bool {
      [SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH].contains(code)
    }
    /// Another program holds the file.
    var isLocked: Bool { [SQLITE_BUSY, SQLITE_LOCKED].contains(code) }
  }

  /// What is written is little and seldom, and memory is dear: set once, before the first use.
  private static let sparesMemory: Void = shim_sqlite3_spare_memory()

  /// Opens the file at `path`, and makes it where it is missing.
  ///
  /// What is in it is only seen by the first statement.
  init(path: String) throws(Refusal) {
    _ = Self.sparesMemory
    // SQLite follows each link by a recursion, of links in a circle until the stack is at its end.
    do throws(Errno) {
      _ = try Directory.isFile(path)
    } catch .tooManyLinks {
      throw Refusal(code: SQLITE_CANTOPEN, message: "\(Errno.tooManyLinks)")
    } catch {
      // Such as a file that isn't there yet; SQLite says what is wrong.
    }
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard let opened else {
      throw Refusal(code: SQLITE_NOMEM, message: "no memory is left")
    }
    // It has to be closed even when it couldn't be opened.
    handle = opened
    if code != SQLITE_OK { throw refusal(code) }
    // Another program that looks into the file, such as sqlite3(1), holds it for a moment only. Who
    // asks for runs waits several times so long, and gives up after 5 s.
    sqlite3_busy_timeout(handle, 500)
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs statements that give no rows.
  func execute(_ sql: String) throws(Refusal) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    if code != SQLITE_OK { throw refusal(code) }
  }

  /// Compiles one statement.
  func prepare(_ sql: String) throws(Refusal) -> Statement {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    guard code == SQLITE_OK, let statement else { throw refusal(code) }
    return Statement(consuming: statement, of: self)
  }

  /// The number in the first column of the first row.
  func number(_ sql: String) throws(Refusal) -> Int64? {
    let statement = try prepare(sql)
    return try statement.step() ? statement.integer(0) : nil
  }

  /// The text in the first column of the first row.
  func text(_ sql: String) throws(Refusal) -> String? {
    let statement = try prepare(sql)
    return try statement.step() ? statement.text(0) : nil
  }

  /// The number of the row that was inserted last.
  var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Whether a transaction is open: an error may have ended it.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Whether the file was renamed or removed under this connection.
  var hasMoved: Bool {
    var moved: Int32 = 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    return moved != 0
  }

  /// Gives back the memory that isn't needed between two uses.
  func releaseMemory() { sqlite3_db_release_memory(handle) }

  fileprivate func refusal(_ code: Int32) -> Refusal {
    let system = sqlite3_system_errno(handle)
    let text = sqlite3_errmsg(handle).map { String(cString: $0) } ?? "error \(code)"
    let errno = Errno(rawValue: system)
    let isBehind = [SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_FULL].contains(code & 0xff)
    return Refusal(
      code: code & 0xff, message: isBehind && system != 0 ? "\(text): \(errno)" : text)
  }

  /// A compiled statement; to be used again after `reset`.
  final class Statement {
    private let handle: OpaquePointer
    private let connection: SQLite

    fileprivate init(consuming handle: OpaquePointer, of connection: SQLite) {
      self.handle = handle
      self.connection = connection
    }

    deinit { sqlite3_finalize(handle) }

    /// Sets parameter number `index`, counted from 1, to a number, or to NULL.
    func bind(_ value: Int64?, at index: Int32) throws(Refusal) {
      try check(
        value.map { sqlite3_bind_int64(handle, index, $0) } ?? sqlite3_bind_null(handle, index))
    }

    /// Sets parameter number `index`, counted from 1, to a text, or to NULL.
    func bind(_ value: String?, at index: Int32) throws(Refusal) {
      guard var value else { return try check(sqlite3_bind_null(handle, index)) }
      let code = value.withUTF8 { utf8 in
        utf8.withMemoryRebound(to: CChar.self) { bytes in
          shim_sqlite3_bind_text(handle, index, bytes.baseAddress, Int32(clamping: bytes.count))
        }
      }
      try check(code)
    }

    /// Runs to the next row.
    ///
    /// - Returns: whether there is one.
    func step() throws(Refusal) -> Bool {
      let code = sqlite3_step(handle)
      if code == SQLITE_ROW { return true }
      if code == SQLITE_DONE { return false }
      let refusal = connection.refusal(code)
      sqlite3_reset(handle)
      throw refusal
    }

    /// Runs a statement without rows to its end, and makes it ready for the next time.
    func run() throws(Refusal) {
      _ = try step()
      reset()
    }

    /// Makes it ready for the next time; the parameters stay.
    func reset() { sqlite3_reset(handle) }

    /// The whole number in a column, counted from 0; nil for NULL.
    ///
    /// Other types are converted.
    func integer(_ column: Int32) -> Int64? {
      sqlite3_column_type(handle, column) == SQLITE_NULL
        ? nil : sqlite3_column_int64(handle, column)
    }

    /// The text in a column, counted from 0; nil for NULL.
    ///
    /// Other types are converted.
    func text(_ column: Int32) -> String? {
      guard let bytes = sqlite3_column_text(handle, column) else { return nil }
      let count = Int(sqlite3_column_bytes(handle, column))
      return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    private func check(_ code: Int32) throws(Refusal) {
      if code != SQLITE_OK { throw connection.refusal(code) }
    }
  }
}
