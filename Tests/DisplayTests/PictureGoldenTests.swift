// SPDX-License-Identifier: MIT

import CCairo
import Foundation
import Testing
import Wire

@testable import Display

/// Whole pictures against files in Goldens/pictures, of which large ones are kept reduced.
///
/// Versions of Cairo differ in the last bits of edges and letters: so the bounds. With RECORD=1 the files
/// are written anew, and the test fails, so that nobody forgets to look at them.
@Suite("Golden pictures")
struct PictureGoldenTests {
  private struct View: Sendable {
    var width: Int
    var height: Int
    /// By how much the kept picture is smaller.
    var reduction = 1
  }

  /// The mean and the largest difference of a channel that are allowed, of 255.
  private static let allowed = (mean: 0.75, largest: 24)

  private static let views: [View] = [
    View(width: 8, height: 8), View(width: 64, height: 64),
    View(width: 240, height: 240, reduction: 2), View(width: 320, height: 240, reduction: 2),
    View(width: 800, height: 480, reduction: 4), View(width: 1920, height: 1080, reduction: 8),
  ]

  private static let tables: [(name: String, scene: Scene)] = [
    ("marble", Examples.scene()), ("maze", Examples.mazeScene()),
    ("holes", Examples.holesScene()), ("balls", Examples.threeBalls()),
  ]

  private static let phases: [(name: String, scene: Scene)] = [
    ("paused", Examples.scene(phase: .paused)), ("won", Examples.mazeScene(phase: .won)),
    ("lost", Examples.holesScene(phase: .lost)),
    ("captured", Examples.holesScene(phase: .captured)),
    ("finished", Examples.scene(phase: .finished)), ("stalled", Examples.scene(phase: .stalled)),
    ("countdown", countdown), ("no-daemon", noDaemon), ("no-sensor", noSensor),
    ("demo", demo),
    ("menu", menu(Menu(mayControl: true, hasKeys: false, hasMovableBlocks: true))),
    ("held", held), ("list", list), ("notice", notice),
  ]

  private static var countdown: Scene {
    var scene = Examples.mazeScene(phase: .countdown)
    scene.countdown = 3
    return scene
  }

  private static func menu(_ menu: Menu) -> Scene {
    var scene = Examples.mazeScene(phase: .paused)
    scene.menu = menu
    return scene
  }

  /// The board has been held still for seven tenths of the time that selects.
  private static var held: Scene {
    var menu = Menu(mayControl: true, hasKeys: false)
    _ = menu.take(.down)
    menu.stillness = 7
    return Self.menu(menu)
  }

  /// Forty tables, of which the twenty-third is marked.
  private static var list: Scene {
    var menu = Menu(mayControl: true, hasKeys: false, current: "table23")
    menu.take(
      TableList(
        tables: (1...40).map { number in
          TableList.Entry(
            name: "table\(number)",
            title: number % 5 == 0 ? "A table with a title that takes all the room" : nil,
            game: "maze", best: number % 3 == 0 ? nil : BestRun(time: 12.3))
        }))
    _ = menu.take(.pick(2))
    return Self.menu(menu)
  }

  private static var notice: Scene {
    var scene = Examples.mazeScene(phase: .won)
    scene.notice = "that was the best so far"
    return scene
  }

  private static var demo: Scene {
    var scene = Examples.mazeScene()
    scene.isDemo = true
    return scene
  }

  private static var noDaemon: Scene {
    var scene = Scene()
    scene.link = .lost("balld is not running")
    return scene
  }

  private static var noSensor: Scene {
    var scene = Examples.scene(phase: .noSensor)
    scene.sensor = Scene.Sensor(
      SensorReport(
        source: "auto", health: .waiting,
        message: "cannot open /dev/iio:device0: permission denied",
        hint: "add balld to the group that owns it"))
    return scene
  }

  private static let pictures: [(name: String, scene: Scene, view: View)] =
    views.flatMap { view in
      tables.map { ("\($0.name)-\(view.width)x\(view.height)", $0.scene, view) }
    }
    + views.flatMap { view in
      phases.map { ("\($0.name)-\(view.width)x\(view.height)", $0.scene, view) }
    }

  @Test("each picture is the recorded one within the bounds", arguments: pictures.map(\.name))
  func picture(name: String) throws {
    let (_, scene, view) = try #require(Self.pictures.first { $0.name == name })
    let painter = PicturePainter(width: view.width, height: view.height)
    _ = painter.paint(scene)
    let picture = reduced(painter.picture, by: view.reduction)
    let file = goldenFile("pictures/\(name).png")
    if ProcessInfo.processInfo.environment["RECORD"] != nil
      || !FileManager.default.fileExists(atPath: file.path)
    {
      try Data(picture.png()).write(to: file)
      Issue.record("recorded \(file.path): look at it, and run the test again")
      return
    }
    let recorded = try #require(read(file.path))
    let change = try #require(difference(picture, recorded), "another size than \(file.path)")
    #expect(
      change.mean <= Self.allowed.mean && change.largest <= Self.allowed.largest,
      "\(change) from \(file.path); RECORD=1 records what is drawn now")
  }

  @Test("the bounds notice a ball that is a pixel off")
  func probe() throws {
    let scene = Examples.scene()
    var moved = scene
    moved.balls[0].x += 0.001
    let views = [scene, moved].map { scene -> Picture in
      let painter = PicturePainter(width: 320, height: 240)
      _ = painter.paint(scene)
      return reduced(painter.picture, by: 2)
    }
    let change = try #require(difference(views[0], views[1]))
    #expect(change.largest > Self.allowed.largest)
  }

  /// The mean of each square of pixels.
  private func reduced(_ picture: Picture, by factor: Int) -> Picture {
    if factor == 1 { return picture }
    let small = Picture(width: picture.width / factor, height: picture.height / factor)
    for y in 0..<small.height {
      for x in 0..<small.width {
        var (red, green, blue) = (0, 0, 0)
        for row in 0..<factor {
          for column in 0..<factor {
            let value = picture[x * factor + column, y * factor + row]
            red += Int(value >> 16 & 255)
            green += Int(value >> 8 & 255)
            blue += Int(value & 255)
          }
        }
        let count = factor * factor
        small[x, y] = UInt32(red / count) << 16 | UInt32(green / count) << 8 | UInt32(blue / count)
      }
    }
    small.pixelsChanged()
    return small
  }

  private func read(_ path: String) -> Picture? {
    let surface = cairo_image_surface_create_from_png(path)
    defer { cairo_surface_destroy(surface) }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
      let data = cairo_image_surface_get_data(surface)
    else { return nil }
    let (width, height) = (
      Int(cairo_image_surface_get_width(surface)), Int(cairo_image_surface_get_height(surface))
    )
    let stride = Int(cairo_image_surface_get_stride(surface))
    let picture = Picture(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        picture[x, y] = UnsafeRawPointer(data).load(
          fromByteOffset: y * stride + 4 * x, as: UInt32.self)
      }
    }
    return picture
  }

  private func difference(_ first: Picture, _ second: Picture) -> (mean: Double, largest: Int)? {
    guard first.width == second.width, first.height == second.height else { return nil }
    var (sum, largest) = (0, 0)
    for index in 0..<first.width * first.height {
      for shift in [0, 8, 16] as [UInt32] {
        let (a, b) = (first.pixels[index] >> shift & 255, second.pixels[index] >> shift & 255)
        let distance = abs(Int(a) - Int(b))
        sum += distance
        largest = max(largest, distance)
      }
    }
    return (Double(sum) / Double(3 * first.width * first.height), largest)
  }
}
