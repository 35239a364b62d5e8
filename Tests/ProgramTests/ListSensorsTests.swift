// SPDX-License-Identifier: MIT

import Support
import Testing

@Suite("balld --list-sensors") struct ListSensorsTests {
  private func list(_ fake: FakeIIO, _ arguments: [String] = []) throws -> String {
    let result = try Program.run(
      "balld", ["--list-sensors"] + arguments, environment: fake.environment)
    #expect(result.code == 0)
    return result.output
  }

  @Test("two sensors, whole: what is there, what is missing, and what balld would take")
  func whole() throws {
    let fake = FakeIIO()
    var base = FakeIIO.Device.sensor(0, "bmi160", ["accel", "anglvel"])
    base.files["label"] = "accel-base"
    base.files["in_mount_matrix"] = "0, 1, 0; 1, 0, 0; 0, 0, 1"
    fake.plug(base)
    var display = FakeIIO.Device.sensor(
      1, "lis3dh", scales: [:], type: nil, rate: "1", rates: "1 10 25")
    for (axis, scale) in [("x", "0.009806"), ("y", "0.009806"), ("z", "0.009807")] {
      display.files["in_accel_\(axis)_scale"] = scale
    }
    display.files["label"] = "accel-display"
    display.files["mount_matrix"] = "0, -1, 0; 1, 0, 0; 0, 0, 1"
    fake.plug(display)
    fake.plug(
      FakeIIO.Device(number: 2, files: ["name": "als", "in_illuminance_raw": "7"], hasNode: false))
    fake.fault("/dev/iio:device0", "open 13")
    #expect(
      try list(fake) == """
        * lis3dh  (iio:device1)
            id       lis3dh
            location accel-display
            scale    0.009806, 0.009806, 0.009807 m/s² a count
            rate     1 Hz now, of 1 10 25
            gyro     none
            reading  polled: it has no buffer
            mount    0, -1, 0; 1, 0, 0; 0, 0, 1  from sysfs mount_matrix
            taken    its location is accel-display
          bmi160  (iio:device0)
            id       bmi160
            location accel-base
            scale    0.000598 m/s² a count
            rate     104 Hz now, of 12.5 26 52 104 208
            gyro     bmi160 (iio:device0)
            reading  polled: no right to write /dev/iio:device0
            mount    1, 0, 0; 0, 1, 0; 0, 0, 1  from identity
                     the mount matrix of bmi160 from sysfs in_mount_matrix: found a mount matrix \
        that mirrors: row 3 (0, 0, 1) has the wrong sign, expected a rotation, with row 3 (0, 0, -1); \
        set sensor.mount-matrix; `ballctl which-way` finds it
        besides, no accelerometers: als

        """)
  }

  @Test("an empty list says what to do: no driver, a hat's name, an I2C bus")
  func empty() throws {
    let fake = FakeIIO()
    #expect(try list(fake).hasPrefix("no accelerometer: the kernel knows IIO, but no driver"))
    #expect(try list(fake).contains("dtparam=i2c_arm=on"))
    fake.setFile("/dev/i2c-1", "")
    #expect(try list(fake).contains("i2cdetect -y 1"))
    fake.setFile("/proc/device-tree/hat/product", "Sense HAT")
    #expect(try list(fake).contains("dtoverlay=balld-sense-hat"))
    fake.plug(FakeIIO.Device(number: 0, files: ["name": "als"], hasNode: false))
    #expect(try list(fake).contains("none of them is one: als"))
  }

  @Test("a sensor that isn't there is missed by its name, and one without scale by its lack")
  func missed() throws {
    let fake = FakeIIO()
    fake.plug(.sensor(0, "kxcj9", scales: [:]))
    let bare = try list(fake)
    #expect(bare.contains("unusable kxcj9 says no scale for accel_x"))
    #expect(bare.contains("balld takes none for auto"))
    let named = try list(fake, ["--source", "iio:mpu6050"])
    #expect(named.contains("no IIO accelerometer is called mpu6050; there are: kxcj9"))
  }

  @Test(
    "the same list under a locale with a decimal comma",
    .enabled(if: canMakeCommaLocale, "localedef can't make de_DE: Debian package locales"))
  func locale() throws {
    let fake = FakeIIO()
    fake.plug(.sensor(0, "lsm6dsl_accel"))
    let plain = try list(fake)
    let locales = TemporaryDirectory()
    try #require(makeLocale("de_DE", in: locales.path))
    let comma = ["LOCPATH": locales.path, "LC_ALL": "de_DE.UTF-8"]
    let environment = fake.environment.merging(comma) { $1 }
    let result = try Program.run("balld", ["--list-sensors"], environment: environment)
    #expect(result.output == plain && plain.contains("0.000598"))
  }
}
