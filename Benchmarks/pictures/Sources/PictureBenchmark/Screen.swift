// SPDX-License-Identifier: MIT

internal import Glibc
internal import Wire

@testable internal import Display

/// A screen in memory, on which frames are drawn against the clock.
struct Screen {
  private let encoder: ScreenEncoder
  private let memory: UnsafeMutableRawBufferPointer

  init?(width: Int, height: Int, bits: Int) {
    func field(_ offset: Int, _ length: Int) -> PixelFormat.Field {
      PixelFormat.Field(offset: offset, length: length)
    }
    let found =
      bits == 16
      ? PixelFormat(bits: 16, red: field(11, 5), green: field(5, 6), blue: field(0, 5))
      : PixelFormat(bits: 32, red: field(16, 8), green: field(8, 8), blue: field(0, 8))
    let stride = width * bits / 8
    guard let format = found,
      let layout = ScreenLayout(
        width: width, height: height, stride: stride, size: stride * height, format: format)
    else { return nil }
    encoder = ScreenEncoder(layout: layout, rotation: .none)
    memory = .allocate(byteCount: stride * height, alignment: 64)
  }

  private func painter() -> PicturePainter {
    PicturePainter(width: encoder.layout.width, height: encoder.layout.height)
  }

  private func draw(_ scene: Scene, _ painter: PicturePainter) {
    for box in painter.paint(scene) {
      encoder.encodeAll(box, of: painter.picture, into: memory)
    }
  }

  /// The first frame of all, with a new painter.
  func first() -> Double {
    let painter = painter()
    return timed(1) { _ in draw(Scenes.maze, painter) }
  }

  /// A frame in which a block was put down or taken away: everything is painted again.
  func whole() -> Double {
    let painter = painter()
    var scene = Scenes.maze
    draw(scene, painter)
    return timed(5) { _ in
      scene.table?.blocks?[6, 6].toggle()
      draw(scene, painter)
    }
  }

  /// Frames in which the ball rolled on by 2 mm.
  func typical(frames: Int) -> Double {
    let painter = painter()
    var scene = Scenes.maze
    draw(scene, painter)
    return timed(frames) { frame in
      scene.balls[0].x = 0.02 + 0.002 * Double(frame % 100)
      scene.balls[0].orientation.roll(0.25, 0)
      draw(scene, painter)
    }
  }

  /// Frames in which the ball rolled on, and 22 holes turned as well.
  func turning(frames: Int) -> Double {
    let painter = painter()
    var scene = Scenes.holes
    draw(scene, painter)
    return timed(frames) { frame in
      scene.holesAngle = 0.004 * Double(frame)
      scene.balls[0].x = 0.02 + 0.002 * Double(frame % 100)
      scene.balls[0].orientation.roll(0.25, 0)
      draw(scene, painter)
    }
  }

  private func timed(_ frames: Int, _ frame: (Int) -> Void) -> Double {
    let start = now()
    for number in 0..<frames { frame(number + 1) }
    return Double(now() - start) / 1e6 / Double(frames)
  }
}

extension ScreenEncoder {
  func encodeAll(_ box: PixelBox, of picture: Picture, into memory: UnsafeMutableRawBufferPointer) {
    encode(box, of: picture) { bytes, offset in
      guard let from = bytes.baseAddress, let to = memory.baseAddress else { return }
      memcpy(to + offset, from, bytes.count)
    }
  }
}

/// Processor time in ns.
func now() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

enum Scenes {
  /// A maze of 12 by 12 cells.
  static var maze: Scene {
    scene(
      TableReport(
        name: "maze", hash: "", game: "maze", width: 0.28, height: 0.28, ballRadius: 0.00778,
        blocks: BlockGrid(rows: [
          "............", ".#.#.######.", ".#...#....#.", ".#####.##.#.", ".......#..#.",
          "######.#.##.", ".....#.#....", ".###.#.####.", ".#...#....#.", ".#.######.#.",
          ".#........#.", ".########.#.",
        ]),
        flag: TableReport.Flag(x: 0.257, y: 0.257, width: 0.023, height: 0.023)))
  }

  /// An empty table with a large ball.
  static var marble: Scene {
    scene(
      TableReport(
        name: "marble", hash: "", game: "marble", width: 0.32, height: 0.2, ballRadius: 0.012))
  }

  /// Two rings of holes.
  static var holes: Scene {
    let places: [(Double, Double)] = [
      (231.4, 144.2), (210.6, 167.0), (183.0, 180.8), (152.2, 183.6), (122.6, 175.2),
      (97.9, 156.6), (81.7, 130.3), (76.0, 100.0), (81.7, 69.7), (97.9, 43.4), (122.6, 24.8),
      (152.2, 16.4), (183.0, 19.2), (210.6, 33.0), (231.4, 55.8), (198.0, 100.0), (186.9, 126.9),
      (160.0, 138.0), (133.1, 126.9), (133.1, 73.1), (160.0, 62.0), (186.9, 73.1),
    ]
    return scene(
      TableReport(
        name: "holes", hash: "", game: "maze", width: 0.32, height: 0.2, ballRadius: 0.006,
        holes: places.map { TableReport.Hole(x: $0 / 1000, y: $1 / 1000, radius: 0.012) },
        pivot: XY(x: 0.16, y: 0.1)))
  }

  private static func scene(_ table: TableReport) -> Scene {
    var scene = Scene()
    scene.table = Scene.Table(table)
    scene.link = .view
    scene.show(
      State(
        seq: 1, t: 1, phase: .rolling, balls: [State.Ball(x: 0.02, y: 0.0117, vx: 0, vy: 0)],
        tilt: XY(x: 0, y: 0)))
    return scene
  }
}
