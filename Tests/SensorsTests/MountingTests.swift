// SPDX-License-Identifier: MIT

import KeyValue
import Sensors
import Testing

@Suite("how the sensor sits in the device") struct MountingTests {
  @Test("the matrix takes sensor axes to device axes, row by row")
  func rows() throws {
    let mounting = try Mounting("0, 1, 0; -1, 0, 0; 0, 0, 1")
    #expect(mounting.device(Vector3(1, 2, 3)) == Vector3(2, -1, 3))
    #expect(Mounting.identity.device(Vector3(1, 2, 3)) == Vector3(1, 2, 3))
    #expect(try Mounting("1 0 0 0 1 0 0 0 1") == .identity)
    // Typed with two decimals: 45° about z.
    #expect(throws: Never.self) { try Mounting("0.71 -0.71 0, 0.71 0.71 0, 0 0 1") }
  }

  @Test(
    "a matrix that isn't a rotation is refused, and its row is named",
    arguments: [
      (
        "0 0 0; 0 1 0; 0 0 1",
        "found a mount matrix whose row 1 (0, 0, 0) has the length 0, expected the length 1 within 0.01"
      ),
      (
        "1 0 0; 0 1 0.2; 0 0 1",
        "found a mount matrix whose row 2 (0, 1, 0.2) has the length 1.02, expected the length 1 "
          + "within 0.01"
      ),
      (
        "1 0 0; 0 1 0; 1 0 0",
        "found a mount matrix whose rows 1 and 3 are not perpendicular (their product is 1), expected "
          + "a product of 0 within 0.01"
      ),
      (
        "1 0 0; 0 1 0; 0 0 -1",
        "found a mount matrix that mirrors: row 3 (0, 0, -1) has the wrong sign, expected a rotation, "
          + "with row 3 (0, 0, 1)"
      ),
      (
        "1 0 0; 0 1 0; 0 0",
        "found `1 0 0; 0 1 0; 0 0`, expected nine numbers, such as `1, 0, 0; 0, 1, 0; 0, 0, 1`"
      ),
      (
        "1 0 0; 0 1 0; 0 0 nan",
        "found `1 0 0; 0 1 0; 0 0 nan`, expected nine numbers, such as `1, 0, 0; 0, 1, 0; 0, 0, 1`"
      ),
    ] as [(String, String)])
  func refused(text: String, message: String) {
    do throws(ValueError) {
      _ = try Mounting(text)
      Issue.record("\(text) passed")
    } catch {
      #expect(error.description == message)
    }
  }

  @Test("NaN is no rotation")
  func notANumber() {
    #expect(throws: ValueError.self) {
      try Mounting(rows: Vector3(.nan, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1))
    }
    #expect(throws: ValueError.self) {
      try Mounting(rows: Vector3(1, 0, 0), Vector3(0, .infinity, 0), Vector3(0, 0, 1))
    }
  }
}

/// An edge of the device, as one looks at its screen in its natural orientation.
private enum Edge: CaseIterable {
  case right, top, left, bottom

  /// The unit vector from the middle to the edge, in device axes.
  var direction: Vector3 {
    switch self {
    case .right: Vector3(1, 0, 0)
    case .top: Vector3(0, 1, 0)
    case .left: Vector3(-1, 0, 0)
    case .bottom: Vector3(0, -1, 0)
    }
  }

  /// What an accelerometer in device axes reads with this edge lowered by 10°.
  ///
  /// At rest the specific force points up. Up leans away from the lowered edge.
  var specificForce: Vector3 {
    let sine = 0.17364817766693033
    let cosine = 0.98480775301220802
    return 9.80665 * (Vector3(0, 0, cosine) - sine * direction)
  }

  /// The edge of the picture that lies along this edge of the device, for a picture turned clockwise.
  ///
  /// Turned by 90°, the picture's top has come to the right, its left to the top, and so on.
  func ofPicture(_ rotation: ScreenRotation) -> Edge {
    let order: [Edge] = [.top, .right, .bottom, .left]
    let place = order.firstIndex(of: self) ?? 0
    return order[(place + 4 - rotation.rawValue / 90) % 4]
  }
}

@Suite("the ball rolls to the physically lower edge") struct EdgeTests {
  @Test(
    "for each edge and each screen rotation", arguments: Edge.allCases, ScreenRotation.allCases)
  private func edges(edge: Edge, rotation: ScreenRotation) throws {
    for mounting in [Mounting.identity, try Mounting("0 1 0; -1 0 0; 0 0 1")] {
      for feel in [Feel.normal, .direct, .gentle] {
        var pipeline = TiltPipeline(
          settings: try TiltSettings(mounting: mounting, screenRotation: rotation, feel: feel))
        let sample = Sample(time: 0, acceleration: sensor(edge.specificForce, mounting))
        let tilt = pipeline.enter(sample)
        // The table's y runs down, so its top is at −y.
        switch edge.ofPicture(rotation) {
        case .right: #expect(tilt.x > 0.1 && abs(tilt.y) < 1e-12)
        case .left: #expect(tilt.x < -0.1 && abs(tilt.y) < 1e-12)
        case .top: #expect(tilt.y < -0.1 && abs(tilt.x) < 1e-12)
        case .bottom: #expect(tilt.y > 0.1 && abs(tilt.x) < 1e-12)
        }
        #expect(tilt.z > 9)
      }
    }
  }

  @Test("a device with the right edge lowered reads a negative x, and the ball goes right")
  func sign() {
    // The conventions of docs/tilt.md, in numbers.
    #expect(Edge.right.specificForce.x < 0)
    let tilt = Tilt(specificForce: Vector3(-1.5, 0.25, 9))
    #expect(tilt == Tilt(x: 1.5, y: 0.25, z: 9))
  }

  /// What the sensor reads in its own axes: the inverse of a rotation is its transpose.
  private func sensor(_ device: Vector3, _ mounting: Mounting) -> Vector3 {
    device.x * mounting.x + device.y * mounting.y + device.z * mounting.z
  }
}
