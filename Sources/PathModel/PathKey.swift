/// What a path is recognised by through all stages, and what its randomness is drawn from: a hash
/// of its id, else of its geometry, with an ordinal only among exact twins.
///
/// So a path looks the same whatever stands around it, in whatever order files are read.
@frozen public struct PathKey: Hashable, Sendable, BitwiseCopyable {
  /// The hash.
  public var value: UInt64
  /// Makes a key from a hash.
  @inlinable public init(_ value: UInt64) { self.value = value }
}

/// The 64-bit hash that keys and seeds are made with: FNV-1a over bytes, finished by a mixer.
///
/// It is part of what makes outputs repeatable, so it never changes. FNV-1a: Fowler, Noll, Vo;
/// the finisher is the one of splitmix64 (Steele, Lea, Flood, OOPSLA 2014).
@frozen public struct StableHash: Sendable, BitwiseCopyable {
  @usableFromInline var state: UInt64

  /// Starts a hash.
  @inlinable public init() { state = 0xCBF2_9CE4_8422_2325 }

  /// Takes a byte in.
  @inlinable public mutating func combine(_ byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }

  /// Takes a word in, whole.
  @inlinable public mutating func combine(_ word: UInt64) {
    state = StableHash.mix(state ^ word) &* 0x0000_0100_0000_01B3
  }

  /// Takes a number in by its bits; `-0` counts as `0`.
  @inlinable public mutating func combine(_ number: Double) {
    combine(number == 0 ? 0 : number.bitPattern)
  }

  /// Takes a text in by its UTF-8 bytes.
  public mutating func combine(_ text: String) {
    for byte in text.utf8 { combine(byte) }
    combine(UInt8(0xFF))
  }

  /// Takes points in by the bits of their coordinates; `-0` counts as `0`.
  ///
  /// Every point of every drawing passes here, so x and y run side by side, one multiplication each.
  mutating func combine(points: Span<Point>) {
    var x = state
    var y = ~state
    for i in points.indices {
      // Adding zero makes `-0` `0`.
      x = (x ^ (points[i].x + 0).bitPattern) &* 0x9FB2_1C65_1E98_DF25
      y = (y ^ (points[i].y + 0).bitPattern) &* 0xD6E8_FEB8_6659_FD93
      // A multiplication carries upwards only; this brings it down again.
      x ^= x >> 32
      y ^= y >> 32
    }
    state = StableHash.mix(x) &+ y
  }

  /// The hash of what was taken in.
  @inlinable public var value: UInt64 { StableHash.mix(state) }

  /// Spreads every bit of a word over all of it.
  @inlinable public static func mix(_ word: UInt64) -> UInt64 {
    var z = word &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension Drawing {
  /// Gives every path its key: from its id, else from its verbs and points, and an ordinal among
  /// exact twins. Importers call it once, when the drawing is complete and `Context.wantsKeys` holds.
  /// - Complexity: Linear in the number of points.
  public mutating func assignKeys() {
    var seen = KeyCounter(capacity: records.count)
    for index in records.indices {
      let record = records[index]
      var hash = StableHash()
      if let id = attributes[Int(record.info.attributes.index)].id {
        hash.combine(UInt8(1))
        hash.combine(id)
      } else {
        hash.combine(UInt8(2))
        for i in record.verbRange { hash.combine(verbs[i].rawValue) }
        hash.combine(points: points.span.extracting(record.pointRange))
      }
      let base = hash.value
      let ordinal = seen.count(base)
      records[index].info.key = PathKey(
        ordinal == 0 ? base : StableHash.mix(base ^ StableHash.mix(ordinal)))
    }
  }
}

/// Counts how often hashes come.
private struct KeyCounter {
  /// Nobody knows it, so nobody can make up many paths that meet in one place.
  private static let secret = UInt64.random(in: .min ... .max) | 1

  /// An open hash table, at most half full; its size is a power of two. A count of 0 is an empty slot.
  private var slots: [(hash: UInt64, count: UInt64)]

  /// Has room for so many different hashes.
  init(capacity: Int) {
    var size = 8
    while size < 2 * capacity { size *= 2 }
    slots = Array(repeating: (0, 0), count: size)
  }

  /// How often a hash came before.
  mutating func count(_ hash: UInt64) -> UInt64 {
    let mask = slots.count - 1
    let product = (hash ^ KeyCounter.secret).multipliedFullWidth(by: KeyCounter.secret)
    var slot = Int(truncatingIfNeeded: product.high ^ product.low) & mask
    while slots[slot].count > 0, slots[slot].hash != hash { slot = (slot + 1) & mask }
    slots[slot].hash = hash
    slots[slot].count += 1
    return slots[slot].count - 1
  }
}
