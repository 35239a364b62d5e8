// SPDX-License-Identifier: MIT

internal import Glibc
internal import HardwareProbes
internal import Probes

/// What takes something from outside, under libFuzzer; `BALLD_FUZZ` names it.
enum Target: String, CaseIterable {
  /// The CSV of loggers.
  case csv
  /// Recordings of evemu.
  case evemu
  /// Version 1 of balld's own.
  case own
  /// Recorded sessions, with state and inputs.
  case session
  /// The lines of the socket: requests and messages.
  case lines
  /// What clients ask a server for, and the samples in between.
  case commands
  /// Configuration files.
  case configuration
  /// Table files.
  case tables
  /// What IIO devices say of themselves, and what is read of them.
  case attributes
  /// The layouts of scans, and their bytes.
  case layouts
  /// Input devices' axes and keys, and their events.
  case input
  /// What a server sends to a display, and what people do meanwhile.
  case messages
  /// What a server sends to `ballctl`.
  case answers
  /// What a terminal sends.
  case keys
  /// What a framebuffer's driver says of it.
  case screens
  /// Command lines and the environment.
  case options
  /// What is kept of a sensor.
  case memory
  /// The database of runs.
  case runs
  /// IIO devices by the real libiio.
  case sysfs
  /// Input devices by the real libevdev.
  case evdev

  /// The one that was asked for.
  static let chosen: Target = {
    let name = getenv("BALLD_FUZZ").map { String(cString: $0) } ?? ""
    guard let target = Target(rawValue: name) else {
      let names = allCases.map(\.rawValue).joined(separator: ", ")
      print("fuzz: set BALLD_FUZZ to one of \(names)")
      exit(64)
    }
    return target
  }()

  private static let answerProbe: AnswerProbe = {
    do {
      return try AnswerProbe()
    } catch {
      print("fuzz: \(error)")
      exit(71)
    }
  }()

  private static let stateProbe: StateProbe = {
    do {
      return try StateProbe()
    } catch {
      print("fuzz: \(error)")
      exit(71)
    }
  }()

  private static let commandProbe: CommandProbe = {
    do {
      return try CommandProbe(tables: "../tables")
    } catch {
      print("fuzz: \(error)")
      exit(66)
    }
  }()

  /// A die from 0 to 31 for what takes longer than all the rest, so that most inputs aren't put to it.
  ///
  /// It follows from the bytes (FNV-1a): what is found is found again.
  private static func die(of bytes: [UInt8]) -> UInt32 {
    let hash = bytes.reduce(0x811c_9dc5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    return (hash ^ hash >> 16) % 32
  }

  /// Most sessions aren't verified by a replay.
  private static func verification(of bytes: [UInt8]) -> CommandProbe.Verification {
    let die = die(of: bytes)
    return die == 0 ? .text : die < 3 ? .inputs : .none
  }

  /// One of eight balls rolls for long.
  private static func steps(of bytes: [UInt8], short: Int64, long: Int64) -> Int64 {
    die(of: bytes) % 8 == 0 ? long : short
  }

  /// Reads and plays; traps where a promise isn't kept.
  func run(_ bytes: [UInt8]) {
    switch self {
    case .csv: RecordingProbe.play(bytes, of: .csv)
    case .evemu: RecordingProbe.play(bytes, of: .evemu)
    case .own: RecordingProbe.play(bytes, of: .own)
    case .session:
      SessionProbe.replay(bytes, steps: Self.steps(of: bytes, short: 200, long: 2000))
    case .lines: LineProbe.read(bytes)
    case .commands:
      Self.commandProbe.carryOut(bytes, verification: Self.verification(of: bytes))
    case .configuration: ConfigurationProbe.read(bytes)
    case .tables: TableProbe.read(bytes, steps: Self.steps(of: bytes, short: 20, long: 200))
    case .attributes: AttributeProbe.read(bytes)
    case .layouts: LayoutProbe.read(bytes)
    case .input: InputProbe.read(bytes)
    case .messages: MessageProbe.read(bytes)
    case .answers: Self.answerProbe.read(bytes)
    case .keys: KeyProbe.read(bytes)
    case .screens: ScreenProbe.draw(bytes)
    case .options: OptionProbe.read(bytes)
    case .memory: StateProbe.readMemory(bytes)
    case .runs: Self.stateProbe.readRuns(bytes)
    case .sysfs: SysfsProbe.read(bytes)
    case .evdev: EvdevProbe.read(bytes)
    }
  }
}
