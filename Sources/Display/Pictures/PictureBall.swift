// SPDX-License-Identifier: MIT

internal import Wire

/// A ball of polished steel on the table: a mirror for the lamp above, the ceiling, and the wood
/// below, with fine grooves that show how it rolls.
///
/// The lamp hangs at a fixed place over the table, so that its light wanders over the ball as the ball
/// crosses the table. Each pixel is shaded by itself; edges are mixed in linear light by the area that
/// is covered.
struct PictureBall: Hashable {
  let center: Point
  /// In pixels.
  let radius: Double
  let orientation: Orientation
  /// Counted from 0.
  let number: Int
  /// Whether its number stands on it: colours alone don't tell balls apart.
  let isNumbered: Bool
  /// Where the lamp hangs, from the ball's centre, in pixels; z towards the viewer.
  let lamp: SIMD3<Float>

  /// Steel, brass, copper, blued steel: in this order also from light to dark.
  private static let metals = [
    Light(1.0, 1.0, 1.02), Light(1.0, 0.8, 0.38), Light(0.86, 0.5, 0.34), Light(0.34, 0.46, 0.72),
  ]

  /// A ball of a scene; at least so large that it can be seen, in a narrow corridor that it fits.
  init(
    _ ball: Scene.Ball, number: Int, of table: Scene.Table, layout: PictureLayout,
    isNumbered: Bool
  ) {
    let area = layout.area
    let cell = table.blocks.map { Double(area.width) / Double($0.columns) } ?? .infinity
    let least = min(1.2, max(0.55, 0.45 * cell))
    center = layout.point(ball.x, ball.y, of: table)
    radius = max(least, table.ballRadius * layout.scaleOfLengths(of: table))
    // What can't be seen doesn't change the picture.
    orientation = radius < 4 ? Orientation() : ball.orientation
    self.number = number
    self.isNumbered = isNumbered
    let height = Float(max(area.width, area.height)) * 0.8
    lamp = SIMD3(
      Float(area.columns.lowerBound) + 0.3 * Float(area.width) - Float(center.x),
      Float(area.rows.lowerBound) + 0.1 * Float(area.height) - Float(center.y), height)
  }

  /// The shadow's centre on the floor: the lamp, the ball's centre and it are in line.
  private var shadowCenter: Point {
    // At a low angle it would leave the ball.
    let reach = 0.75 * radius
    func shift(_ part: Float) -> Double {
      min(reach, max(-reach, -Double(part / lamp.z) * radius * 1.3))
    }
    return Point(center.x + shift(lamp.x) + 0.1 * radius, center.y + shift(lamp.y) + 0.1 * radius)
  }

  /// The pixels in which it or its shadow may be.
  var box: PixelBox {
    let shadow = shadowCenter
    return PixelBox(around: center.x, center.y, reachX: radius + 1, reachY: radius + 1).union(
      PixelBox(
        around: shadow.x, shadow.y, reachX: radius * 1.35 + 1, reachY: radius * 1.35 + 1))
  }

  /// Darkens what is below, where the clip allows.
  func paintShadow(on picture: Picture) {
    guard radius >= 1.5 else { return }
    let shadow = shadowCenter
    picture.circle(shadow, radius: radius * 1.35)
    picture.fillRadial(
      from: shadow, radius * 0.35, to: shadow, radius * 1.35,
      stops: [
        (0, PictureTheme.shadow, 0.72), (0.5, PictureTheme.shadow, 0.45),
        (1, PictureTheme.shadow, 0),
      ])
  }

  /// Paints the ball inside of a box of pixels.
  func paint(on picture: Picture, within clip: PixelBox) {
    let reach = PixelBox(around: center.x, center.y, reachX: radius + 1, reachY: radius + 1)
    let box = reach.intersection(clip).intersection(picture.bounds)
    if box.isEmpty { return }
    picture.finishDrawing()
    let samples = radius < 8 ? 4 : (radius < 24 ? 2 : 1)
    let shading = Shading(lamp: lamp, metal: Self.metals[number % Self.metals.count])
    let (x, y, r) = (Float(center.x), Float(center.y), Float(radius))
    for row in box.rows {
      for column in box.columns {
        let (dx, dy) = (Float(column) + 0.5 - x, Float(row) + 0.5 - y)
        let distance = (dx * dx + dy * dy).squareRoot()
        if distance > r + 0.75 { continue }
        var sum = Light.zero
        var hits: Float = 0
        let isEdge = distance > r - 0.75
        for sampleY in 0..<samples {
          for sampleX in 0..<samples {
            let u = (dx + (Float(sampleX) + 0.5) / Float(samples) - 0.5) / r
            let v = (dy + (Float(sampleY) + 0.5) / Float(samples) - 0.5) / r
            let square = u * u + v * v
            if square > 1, samples > 1 { continue }
            // A pixel of the edge whose middle is outside takes the edge's light.
            let w = max(0, 1 - square).squareRoot()
            sum += shading.light(u, v, w, orientation, showsGrooves: r >= 4)
            hits += 1
          }
        }
        if hits == 0 { continue }
        // The area of a disc in a pixel at its edge is nearly its reach over the pixel's middle.
        let covered =
          samples == 1 ? min(1, max(0, r - distance + 0.5)) : hits / Float(samples * samples)
        let light = sum / hits
        if !isEdge || covered >= 1 {
          picture[column, row] = Color(light: light).packed
        } else {
          let below = Color(packed: picture[column, row]).light
          picture[column, row] = Color(light: below.mixed(with: light, covered)).packed
        }
      }
    }
    picture.pixelsChanged()
    if isNumbered, radius >= 5 { paintNumber(on: picture) }
  }

  private func paintNumber(on picture: Picture) {
    let text = String(number + 1)
    let size = radius * 1.2
    let width = picture.textWidth(text, size: size)
    let place = Point(center.x - width / 2, center.y + size * 0.35)
    picture.circle(center, radius: radius * 0.62)
    picture.fill(PictureTheme.flagLight)
    picture.write(
      text, at: place, size: size, color: PictureTheme.depth, weight: max(0.6, radius * 0.1))
  }

  /// The light that a point of the sphere throws to the viewer.
  private struct Shading {
    /// Towards the lamp, of length 1; z towards the viewer.
    let toLamp: SIMD3<Float>
    let metal: Light
    let ceiling = Light(0.66, 0.68, 0.70)
    let horizon = Light(0.10, 0.10, 0.11)
    let wood = PictureTheme.floor.light

    init(lamp: SIMD3<Float>, metal: Light) {
      toLamp = lamp / (lamp * lamp).sum().squareRoot()
      self.metal = metal
    }

    /// The light at (u, v), in radii from the centre, w of the sphere's depth towards the viewer.
    func light(
      _ u: Float, _ v: Float, _ w: Float, _ orientation: Orientation, showsGrooves: Bool
    ) -> Light {
      // The way of a ray from the viewer after the mirror: 2(n·z)n − z.
      let ray = SIMD3<Float>(2 * w * u, 2 * w * v, 2 * w * w - 1)
      let towardsLamp = max(0, (ray * toLamp).sum())
      var light: Light
      if ray.z >= 0 {
        // The room: dark at the walls, light at the ceiling, lightest around the lamp.
        light = horizon.mixed(with: ceiling, smooth(0, 0.85, ray.z))
        let glow = towardsLamp * towardsLamp
        light += glow * glow * 0.28
      } else {
        // The table: as far away as the mirrored ray is flat, in the ball's own shadow below.
        let flat = 1 + ray.z
        light = wood * (0.25 + 1.5 * flat)
        light = light.mixed(with: horizon, smooth(0.75, 1, flat))
      }
      // Steel isn't a perfect mirror: some of the light spreads.
      let facing = max(0, u * toLamp.x + v * toLamp.y + w * toLamp.z)
      light = light * 0.72 + (0.05 + 0.3 * facing)
      light *= metal
      if showsGrooves { light *= groove(orientation.body(SIMD3(u, v, -w))) }
      // The lamp itself, as bright on every metal.
      return light + smooth(0.955, 0.985, towardsLamp) * 0.9
    }

    /// Three fine grooves around the ball, at right angles to each other, darker than polished steel:
    /// one at least is seen from everywhere.
    private func groove(_ place: SIMD3<Float>) -> Float {
      let nearest = min(abs(place.x), abs(place.y), abs(place.z))
      return 1 - 0.55 * (1 - smooth(0.035, 0.075, nearest))
    }

    /// 0 below the first place, 1 above the second, 3t² − 2t³ between them.
    private func smooth(_ from: Float, _ to: Float, _ value: Float) -> Float {
      let t = min(1, max(0, (value - from) / (to - from)))
      return t * t * (3 - 2 * t)
    }
  }
}
