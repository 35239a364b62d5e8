// SPDX-License-Identifier: MIT

internal import Game
internal import Posix
internal import Sensors

/// Settings that were read anew: all that can be wrong with them has been looked at, and all that they
/// name has been read.
struct RenewedSettings: Sendable {
  /// What was read.
  var configuration: Configuration
  /// What is wrong with it and hinders nothing.
  var remarks: [String]
  /// What it comes to.
  var prepared: PreparedSettings
  /// What is wanted of this computer's devices.
  var requests: SensorRequests
  /// The settings that differ from those in force.
  var changes: [Setting]
  /// The tables and demos, where other ones are wanted.
  var playing: Playing?

  /// What is played.
  struct Playing: Sendable {
    /// The tables that follow each other.
    var playlist: [Table]
    /// What plays while nobody does; nil for nothing.
    var demos: Attract.Program?
    /// The tables and demos that can't be had, and why.
    var passedOver: [String]
  }

  /// Looks at what `configuration` comes to where `current` is in force, and reads the tables and demos
  /// that it names; those can be large, and a disk slow.
  ///
  /// - Parameters:
  ///   - configuration: what was read.
  ///   - current: the settings in force.
  ///   - source: where the samples come from, which no change of the settings changes.
  ///   - isReplaying: whether a recorded session is played, which has its own tables.
  ///   - log: told of what is passed over.
  /// - Throws: what is wrong with the settings; nothing of them is to be taken then.
  init(
    _ configuration: Configuration, after current: Configuration, source: SourceSpecification,
    isReplaying: Bool, log: Log
  ) throws(Failure) {
    self.configuration = configuration
    remarks = configuration.remarks
    for remark in remarks { log(.warning, remark) }
    prepared = try configuration.prepared()
    requests = try configuration.sensorRequests(source)
    changes = Setting.all.filter {
      $0.read(configuration.settings) != $0.read(current.settings)
    }
    guard !isReplaying, changes.contains(where: \.isOfTables) else { return }
    prepared.library.tellReplaced(log: log)
    let passedOver = NotedWarnings(log)
    let playlist = configuration.followingTables(in: prepared.library, log: passedOver.log)
    let demos = try configuration.demos(in: prepared.library, log: passedOver.log)
    playing = Playing(playlist: playlist, demos: demos, passedOver: passedOver.texts)
  }
}
