// SPDX-License-Identifier: MIT

internal import Game
internal import KeyValue
internal import Options
internal import Posix
internal import Wire

/// The tables that can be had: files NAME.table in some directories, random mazes, and any file that
/// whoever starts the daemon names by its path; that one by its name, too.
struct TableLibrary: Sendable {
  /// Where names are looked for; the first place that has one wins.
  let directories: [String]
  /// Files that are had by their names as well, wherever they lie; they go before the directories.
  let files: [String: String]
  /// That of the directories in which the tables lie that come with balld.
  private let shipped: String?

  /// The most tables that are listed.
  static let listLimit = 1000

  /// What is around the entries of a list on the wire, and around the texts of an entry, bytes.
  private static let listOverhead = 64
  private static let entryOverhead = 160

  private static let suffix = ".table"

  /// A library of these directories, and behind them the one of the tables that come with balld.
  ///
  /// Of `named`, names and paths of tables, the files are had by their names, too: who has named a
  /// file can come back to it from another table. What can be read only once, such as a pipe, can't.
  init(directories: [String], shipped: String? = nil, named: [String] = []) {
    self.directories = directories + [shipped].compactMap { $0 }
    self.shipped = shipped
    var files: [String: String] = [:]
    // Looked at, and not opened: whoever writes into a pipe would take it for the reading. Why one can't
    // be had is told where it is laid out.
    for path in named where Self.isPath(path) && (try? Directory.isFile(path)) == true {
      let name = Self.name(ofFile: path)
      files[name] = files[name] ?? path
    }
    self.files = files
  }

  /// The library of the program at `executable`: a directory of the user's own, if there is one,
  /// and the shipped tables.
  init(own: String?, beside executable: String, named: [String] = []) {
    self.init(
      directories: [own].compactMap { $0 },
      shipped: Shipped.directory("tables", beside: executable), named: named)
  }

  // MARK: One table

  /// The table that `--table` or a setting names: a name, or a path, which has a slash in it or ends
  /// with .table.
  func table(namedOrAt text: String) throws(Failure) -> Table {
    guard Self.isPath(text) else { return try table(named: text) }
    // At the start it may come through a pipe.
    let table = try read(text, as: Self.name(ofFile: text)) { () throws(Errno) in
      try Descriptor.open(text, .reading)
    }
    guard let table else { throw Failure(.notFound, "there is no table file \(text)") }
    return table
  }

  private static func isPath(_ text: String) -> Bool {
    text.contains("/") || text.hasSuffix(suffix)
  }

  /// The table of this name, from a file or made at random.
  ///
  /// What comes from a socket is looked for here: never by a path.
  func table(named name: String) throws(Failure) -> Table { try find(name).table }

  /// The table of this name, and the file in which it lies, unless it came with balld or is made.
  private func find(_ name: String) throws(Failure) -> (table: Table, file: String?) {
    do throws(ValueError) {
      if let maze = try RandomMaze(name: name) { return (maze.table, nil) }
    } catch {
      throw Failure(.notFound, "no such table: \(error)")
    }
    if TableName(name) != nil {
      for path in paths(of: name) {
        if let table = try read(file: path, as: name) {
          return (table, path == shippedPath(of: name) ? nil : path)
        }
      }
    }
    if name.isEmpty {
      throw Failure(.notFound, "the table's name is empty; balld --list-tables lists them")
    }
    let survey = survey
    if let fault = survey.faults.first {
      throw Failure(.inputOutput, "no table \(quoted(name)) that can be seen: \(fault)")
    }
    throw Failure(.notFound, "no table \(quoted(name))\(others(of: survey.names))")
  }

  /// Where a table of this name may lie, the first that is there first.
  private func paths(of name: String) -> [String] {
    [files[name]].compactMap { $0 } + directories.map { "\($0)/\(name)\(Self.suffix)" }
  }

  private func shippedPath(of name: String) -> String? {
    shipped.map { "\($0)/\(name)\(Self.suffix)" }
  }

  /// Says which files take the place of tables that come with balld.
  func tellReplaced(log: Log) {
    for name in Table.shippedNames {
      guard let shipped = shippedPath(of: name), Self.isThere(shipped),
        let path = paths(of: name).first(where: Self.isThere), path != shipped
      else { continue }
      log(.notice, "\(path) takes the place of the table \(name) that comes with balld")
    }
  }

  private static func isThere(_ path: String) -> Bool {
    (try? Directory.status(of: path)) != nil
  }

  /// What there is in place of a table that there isn't.
  private func others(of names: [String]) -> String {
    if directories.isEmpty {
      return ": the tables that come with balld aren't where it lies, and daemon.tables names no "
        + "directory of others"
    }
    return names.isEmpty
      ? ", nor any other in \(directories.joined(separator: ", "))"
      : "; there are: \(names.joined(separator: ", "))"
  }

  /// The table in a file, for which nobody is to wait: a pipe or a device is refused.
  private func read(file path: String, as name: String) throws(Failure) -> Table? {
    try read(path, as: name) { () throws(Errno) in try Descriptor.openFile(path) }
  }

  /// What a table is called that lies in the file at `path`; "table" where that can't be a name.
  private static func name(ofFile path: String) -> String {
    var name = String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
    if name.hasSuffix(suffix) { name.removeLast(suffix.count) }
    return TableName(name) == nil ? "table" : name
  }

  private func read(
    _ path: String, as name: String, _ open: () throws(Errno) -> Descriptor
  ) throws(Failure) -> Table? {
    let bytes: [UInt8]
    do throws(Errno) {
      bytes = try open().readAll(atMost: Table.maximumFileLength)
    } catch .noSuchFile {
      // What has a name there, and leads nowhere, is listed and can't be had.
      guard let target = try? Directory.target(ofLink: path) else { return nil }
      throw Failure(
        .notFound, "the table \(path) is a link to \(quoted(target)), and there is no such file")
    } catch .notFile {
      throw Failure(.notFound, "the table \(path) is no file")
    } catch .fileTooLarge {
      throw Failure(
        .notUnderstood,
        "the table \(path) has more than \(Table.maximumFileLength) bytes, the most that are read")
    } catch .isDirectory {
      throw Failure(.notFound, "the table \(path) is a directory; name one of the files in it")
    } catch {
      throw Failure(
        error == .permissionDenied ? .permission : .inputOutput,
        "cannot read the table \(path): \(error)")
    }
    do throws(KeyValueError) {
      return try Table.parse(bytes, file: path, name: name)
    } catch {
      throw Failure(.notUnderstood, error.description)
    }
  }

  // MARK: All tables

  private static let misnamed =
    "a table's name has 1 to 64 letters, digits, '.', '_' and '-'; rename the file"

  /// The names of the tables in the directories: the shipped ones in their order, then the others
  /// by the alphabet.
  var names: [String] { survey.names }

  /// The names; those of files that can't be a table's; and for each directory that is there and
  /// can't be looked into the reason.
  private var survey: (names: [String], misnamed: [String], faults: [String]) {
    var found = Set(files.keys)
    var misnamed: Set<String> = []
    var faults: [String] = []
    for directory in directories {
      do throws(Errno) {
        for file in try Directory.names(in: directory) where file.hasSuffix(Self.suffix) {
          let name = String(file.dropLast(Self.suffix.count))
          if TableName(name) != nil {
            found.insert(name)
          } else if !name.hasPrefix(".") {
            misnamed.insert(name)
          }
        }
      } catch .noSuchFile, .notDirectory {
        // Of the settings' own directory that is said at the start.
      } catch {
        faults.append("cannot look for tables in \(directory): \(error)")
      }
    }
    let shipped = Table.shippedNames.filter(found.contains)
    let others = found.subtracting(shipped).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return (Array((shipped + others).prefix(Self.listLimit)), misnamed.sorted(), faults)
  }

  /// What there is to know of the tables before they are played, and which files can't be played and
  /// why, which is logged as well.
  ///
  /// As many as fit into a line of the socket, tables first; with the best run on each by its hash.
  func list(log: Log, best: (String) -> BestRun? = { _ in nil }) -> TableList {
    var list = TableList(tables: [])
    var size = Self.listOverhead
    let survey = survey
    for fault in survey.faults { log(.warning, fault) }
    var warnings = FewWarnings(log: log)
    defer { warnings.finish("leaving out tables") }
    var broken: [TableList.Broken] = []
    for name in survey.names {
      do throws(Failure) {
        let (table, file) = try find(name)
        let entry = Report.entry(
          of: table, best: table.flag == nil ? nil : best(table.hash), file: file)
        // Each byte of a text is six at the most as JSON writes it.
        size += Self.entryOverhead + entry.name.utf8.count
        size += 6 * ((entry.title ?? "").utf8.count + (file ?? "").utf8.count)
        if size > Limits.tableLine {
          log(.warning, "leaving out the tables from \(name) on: the list is too long for a line")
          break
        }
        list.tables.append(entry)
      } catch {
        broken.append(TableList.Broken(name: name, message: error.description))
      }
    }
    for name in survey.misnamed {
      broken.append(TableList.Broken(name: name, message: Self.misnamed))
    }
    for file in broken {
      warnings.add("leaving out the table \(quoted(file.name)): \(file.message)")
      size += Self.entryOverhead + 6 * (file.name.utf8.count + file.message.utf8.count)
      if size <= Limits.tableLine { list.broken.append(file) }
    }
    return list
  }

  /// The same as a text for people, a table a line.
  func listing(log: Log) -> String {
    let entries = list(log: log).tables
    let width = entries.map(\.name.count).max() ?? 0
    return entries.reduce(into: "") { text, entry in
      let padding = String(repeating: " ", count: width - entry.name.count)
      text += "\(entry.name)\(entry.title.map { "\(padding)  \($0)" } ?? "")\n"
    }
  }

  /// The tables that follow each other: those of `names`, or, if it names none, the shipped playlist as
  /// far as it is there.
  ///
  /// Of those that can't be had the log is told why, and the others are played.
  func playlist(
    _ names: [String], of setting: String = "daemon.playlist", log: Log
  ) -> [Table] {
    var wanted = names
    if names.isEmpty {
      let survey = survey
      for fault in survey.faults { log(.warning, fault) }
      wanted = Table.shippedPlaylist.filter(survey.names.contains)
    }
    return tables(wanted, of: setting, log: log)
  }

  /// Those of the tables that a setting names which can be had; the log is told of the others.
  func tables(_ names: [String], of setting: String, log: Log) -> [Table] {
    var tables: [Table] = []
    var warnings = FewWarnings(log: log)
    defer { warnings.finish(setting) }
    for name in names {
      do throws(Failure) {
        if Self.isPath(name) {
          guard let table = try read(file: name, as: Self.name(ofFile: name)) else {
            throw Failure(.notFound, "there is no such file")
          }
          tables.append(table)
        } else {
          tables.append(try table(named: name))
        }
      } catch {
        warnings.add("\(setting): passing over \(quoted(name)): \(error.description)")
      }
    }
    return tables
  }
}
