// SPDX-License-Identifier: MIT

internal import KeyValue

/// Which columns of a CSV file hold what, by the names in its header.
struct CSVColumns {
  /// What the row reader does with a column.
  enum Role: Int {
    case ignored = -1
    case time = 0
    case accelerationX, accelerationY, accelerationZ
    case angularVelocityX, angularVelocityY, angularVelocityZ
  }

  /// The names, as they stand in the file.
  private(set) var names: [String]
  /// What each column is for; the time's is set when the first row has been seen.
  private(set) var roles: [Role]
  let hasAccelerometer: Bool
  let hasGyro: Bool
  let acceleration: UnitOfMeasure?
  let angularVelocity: UnitOfMeasure?
  private(set) var time: UnitOfMeasure?
  /// Whether the time column holds dates.
  private(set) var timeIsDate = false
  /// What had to be decided, for people.
  private(set) var conclusions: [String] = []
  private var columns: [CSVColumnName]

  /// Whether these are the names of a gyro's columns, and of no accelerometer's.
  static func areOfGyroAlone(_ names: [String]) -> Bool {
    let meanings = names.map { CSVColumnName($0).meaning }
    return meanings.contains { if case .angularVelocity = $0 { true } else { false } }
      && !meanings.contains { meaning in
        switch meaning {
        case .acceleration, .linearAcceleration, .axisAlone: true
        default: false
        }
      }
  }

  /// Sorts the columns; the error is a reason, to which the caller adds file and line.
  init(
    names: [String], _ sensor: RecordedSensor, dialect: CSVDialect?
  ) throws(ValueError) {
    self.names = names
    columns = names.map { CSVColumnName($0) }
    roles = [Role](repeating: .ignored, count: names.count)
    let timeless = !columns.contains { $0.meaning == .time }
    let rateRoles: [Role] = [.angularVelocityX, .angularVelocityY, .angularVelocityZ]

    if sensor == .gyro {
      var chosen = try Self.axes(of: columns, "gyro") { axis in .angularVelocity(axis) }
      if chosen.isEmpty { chosen = try Self.axes(of: columns, "") { axis in .axisAlone(axis) } }
      guard chosen.count == 3, !timeless else {
        throw ValueError(
          found: "the columns \(Self.list(names))",
          expected: "a header that names a time column and the gyro's x, y and z")
      }
      guard
        let unit = try Self.unit(of: chosen, columns, .angularVelocity) ?? dialect?.angularVelocity
      else {
        throw ValueError(
          found: "no unit in \(Self.list(chosen.map { names[$0] }))",
          expected: "one, such as `gx (rad/s)` or `gx (deg/s)`")
      }
      hasAccelerometer = false
      hasGyro = true
      acceleration = nil
      angularVelocity = unit
      for (column, role) in zip(chosen, rateRoles) { roles[column] = role }
      return
    }

    let forces = try Self.axes(of: columns, "accelerometer") { axis in .acceleration(axis) }
    let alone = try Self.axes(of: columns, "") { axis in .axisAlone(axis) }
    let linear = try Self.axes(of: columns, "linear acceleration") { axis in
      .linearAcceleration(axis)
    }
    if forces.isEmpty, alone.isEmpty, let first = linear.first {
      throw ValueError(
        found: "\(quoted(names[first])), from which gravity has been removed",
        expected: "the accelerometer's own readings, with gravity")
    }
    if Self.areOfGyroAlone(names) {
      throw ValueError(
        found: "a gyro's columns and no accelerometer's",
        expected: "both: name the accelerometer's file and this one, as `log:FILE+FILE`")
    }
    let chosen = forces.isEmpty ? alone : forces
    guard chosen.count == 3 else {
      throw ValueError(
        found: "the columns \(Self.list(names))",
        expected: "a header that names a time column and the accelerometer's x, y and z")
    }
    guard !timeless else {
      throw ValueError(
        found: "no time column among \(Self.list(names))",
        expected: "one named time, timestamp or the like")
    }
    hasAccelerometer = true
    acceleration = try Self.unit(of: chosen, columns, .acceleration) ?? dialect?.acceleration

    let rates = try Self.axes(of: columns, "gyro") { axis in .angularVelocity(axis) }
    let rateUnit =
      rates.count == 3
      ? try Self.unit(of: rates, columns, .angularVelocity) ?? dialect?.angularVelocity : nil
    angularVelocity = rateUnit
    hasGyro = rateUnit != nil
    if !rates.isEmpty, !hasGyro {
      conclusions.append(
        rates.count == 3
          ? "the gyro's unit isn't written: its columns are ignored"
          : "the gyro hasn't three axes: its columns are ignored")
    }

    let forceRoles: [Role] = [.accelerationX, .accelerationY, .accelerationZ]
    for (column, role) in zip(chosen, forceRoles) { roles[column] = role }
    if hasGyro {
      for (column, role) in zip(rates, rateRoles) { roles[column] = role }
    }
  }

  /// Decides on the time column, by what its cells hold in the first row.
  ///
  /// A number is preferred to a date, and among numbers a column that says its unit, so that the
  /// milliseconds beside a date are taken.
  mutating func settleTime(
    _ cells: [UnsafeBufferPointer<UInt8>], point: UInt8
  ) throws(ValueError) {
    let candidates = columns.indices.filter { columns[$0].meaning == .time && $0 < cells.count }
    let numeric = candidates.filter { parseDecimal(cells[$0], point: point) != nil }
    if let best = numeric.first(where: { columns[$0].unit?.quantity == .time }) ?? numeric.first {
      time = columns[best].unit.flatMap { $0.quantity == .time ? $0 : nil }
      roles[best] = .time
    } else if let date = candidates.first(where: { CSVDate.nanoseconds(cells[$0]) != nil }) {
      time = .nanoseconds
      timeIsDate = true
      roles[date] = .time
    } else {
      throw ValueError(
        found: "no number and no date in \(Self.list(candidates.map { names[$0] }))",
        expected: "the time")
    }
  }

  /// Lets `count` columns without a name stand before the others, or behind them.
  mutating func addUnnamed(_ count: Int, inFront: Bool) {
    let place = inFront ? 0 : names.count
    roles.insert(contentsOf: [Role](repeating: .ignored, count: count), at: place)
    names.insert(contentsOf: [String](repeating: "", count: count), at: place)
    columns = names.map { CSVColumnName($0) }
    conclusions.append(
      "each row has \(count) more cell\(count == 1 ? "" : "s") than the header: "
        + "taken as unnamed columns \(inFront ? "before" : "behind") the others")
  }

  /// The columns of the three axes, in the axes' order; fewer when some aren't there.
  private static func axes(
    of columns: [CSVColumnName], _ what: String,
    _ meaning: (CSVColumnName.Axis) -> CSVColumnName.Meaning
  ) throws(ValueError) -> [Int] {
    var found: [Int] = []
    for axis in CSVColumnName.Axis.allCases {
      let matching = columns.indices.filter { columns[$0].meaning == meaning(axis) }
      if matching.count > 1 {
        throw ValueError(
          found: "\(list(matching.map { columns[$0].text })) for the same axis",
          expected: what.isEmpty ? "one column" : "one \(what) column")
      }
      found += matching
    }
    return found
  }

  /// The unit that the three columns share; nil when none of them says one.
  private static func unit(
    of chosen: [Int], _ columns: [CSVColumnName], _ quantity: UnitOfMeasure.Quantity
  ) throws(ValueError) -> UnitOfMeasure? {
    let units = chosen.map { columns[$0].unit }
    for (column, unit) in zip(chosen, units) {
      let isRight = unit.map { $0.quantity == quantity } ?? true
      guard isRight, unit == units[0] else {
        throw ValueError(
          found: "\(list(chosen.map { columns[$0].text })), of which "
            + "\(quoted(columns[column].text)) has "
            + (isRight ? "another unit" : "a unit of something else"),
          expected: quantity == .acceleration ? "m/s² or g for all" : "deg/s or rad/s for all")
      }
    }
    return units.first ?? nil
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(12).map { quoted($0) }.joined(separator: ", ")
    return names.count > 12 ? shown + ", …" : shown
  }
}
