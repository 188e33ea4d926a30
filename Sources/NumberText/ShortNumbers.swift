import CCharConv

/// Numbers of few digits on a decimal grid: what nearly all coordinates of drawings are.
///
/// Their texts are looked up, the part before the point and the part behind it, which takes a third of
/// the instructions that making them does.
///
/// On pointers since it's the hot loop of the exporter: an array would be retained and checked for each
/// number. They lead to constant tables, and `texts(_:)` never looks beyond their ends.
@safe @frozen public struct ShortNumbers: @unchecked Sendable, BitwiseCopyable {
  /// How many steps are too many.
  public let limit: UInt64
  /// The bits of numbers below the limit. The tables have rows for whatever these bits can say.
  @usableFromInline let bits: UInt64
  @usableFromInline let stepsPerUnit: UInt64
  /// 2^40 / `stepsPerUnit`, rounded up: for numbers below 2^24 a multiplication by it divides exactly.
  @usableFromInline let reciprocal: UInt64
  @usableFromInline let wholes: UnsafePointer<UInt64>
  @usableFromInline let fractions: UnsafePointer<UInt64>

  /// The numbers of a grid of 10^-precision; nil for more than 4 decimals.
  public init?(precision: Int) {
    guard (0...4).contains(precision),
      let fractions = unsafe strokemill_fraction_texts(Int32(precision)),
      let wholes = unsafe strokemill_whole_texts()
    else { return nil }
    stepsPerUnit = integerPowersOfTen[precision]
    reciprocal = (1 << 40 + stepsPerUnit - 1) / stepsPerUnit
    // Four digits before the point, and seven in all.
    limit = min(10_000 * stepsPerUnit, 10_000_000)
    bits = .max >> UInt64(limit.leadingZeroBitCount)
    unsafe self.fractions = fractions
    unsafe self.wholes = wholes
  }

  /// Appends numbers to a packed list.
  /// - Parameters:
  ///   - steps: The values in steps, below the limit; of one that isn't the text means nothing.
  ///   - tail: What was written last; becomes the last number's.
  ///   - output: Where they are written.
  @inlinable
  @inline(__always)
  public func append<let n: Int>(
    _ steps: InlineArray<n, Int64>, after tail: inout PackedTail, to output: inout ByteSink
  ) {
    // A separator, four bytes of the part before the point and the word of the part behind it.
    output.makeRoom(n &* 13)
    let base = unsafe UnsafeMutableRawPointer(output.base)
    var end = output.used
    var before = Neighbour(tail)
    for i in steps.indices {
      let (whole, fraction) = texts(steps[i])
      // A number has a space before it or a minus or neither; what is too much the text replaces.
      let sign = UInt8(truncatingIfNeeded: UInt64(bitPattern: steps[i]) &>> 63)
      let separator = UInt8(ascii: " ") &+ sign &* 13
      unsafe base.storeBytes(of: separator, toByteOffset: end, as: UInt8.self)
      end &+= before.separators(steps[i], whole)
      unsafe base.storeBytes(of: whole.littleEndian, toByteOffset: end, as: UInt64.self)
      end &+= Self.length(whole)
      unsafe base.storeBytes(of: fraction.littleEndian, toByteOffset: end, as: UInt64.self)
      end &+= Self.length(fraction)
      before = Neighbour(fraction: fraction)
    }
    output.used = end
    tail = before.tail
  }

  /// How many bytes numbers of a packed list take.
  /// - Parameters:
  ///   - steps: The values in steps, below the limit.
  ///   - tail: What stands before them.
  /// - Returns: The bytes of all, with the spaces that part them.
  @inlinable
  @inline(__always)
  public func packedLength<let n: Int>(
    of steps: InlineArray<n, Int64>, after tail: PackedTail
  ) -> Int {
    var before = Neighbour(tail)
    var separators = 0
    // Adds up the lengths; no text reaches into the byte below them.
    var rows = UInt64(0)
    for i in steps.indices {
      let (whole, fraction) = texts(steps[i])
      rows &+= whole &+ fraction
      separators &+= before.separators(steps[i], whole)
      before = Neighbour(fraction: fraction)
    }
    return separators &+ Self.length(rows)
  }

  /// What stands before a number, by the highest bits of two words.
  @usableFromInline struct Neighbour {
    /// Set unless a space is out of the question.
    @usableFromInline let mayBeParted: UInt64
    /// Set if there is a space before whatever begins without a minus.
    @usableFromInline let isParted: UInt64

    @inlinable
    @inline(__always)
    init(_ tail: PackedTail) {
      mayBeParted = tail == .open ? 0 : .max
      isParted = tail == .whole ? .max : 0
    }

    @inlinable
    @inline(__always)
    init(fraction: UInt64) {
      mayBeParted = .max
      isParted = fraction
    }

    /// How many bytes, none or one, are before a number's digits and point: a minus or a space.
    @inlinable
    @inline(__always)
    func separators(_ steps: Int64, _ whole: UInt64) -> Int {
      let bits = (whole | isParted) & mayBeParted | UInt64(bitPattern: steps)
      return Int(truncatingIfNeeded: bits &>> 63)
    }

    @inlinable
    @inline(__always)
    var tail: PackedTail { isParted &>> 63 == 0 ? .fraction : .whole }
  }

  /// The rows of the text before the point and of the text from the point on.
  @inlinable
  @inline(__always)
  func texts(_ steps: Int64) -> (whole: UInt64, fraction: UInt64) {
    let size = steps.magnitude & bits
    let units = (size &* reciprocal) &>> 40
    let fraction = unsafe fractions[Int(truncatingIfNeeded: size &- units &* stepsPerUnit)]
    // The text of nothing at all stands behind those of the others.
    let whole = unsafe wholes[size == 0 ? 10_000 : Int(truncatingIfNeeded: units)]
    return (whole, fraction)
  }

  /// How many characters a row has.
  @inlinable
  @inline(__always)
  static func length(_ row: UInt64) -> Int { Int(UInt8(truncatingIfNeeded: row &>> 48)) }
}
