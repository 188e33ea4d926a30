package import PathModel
import PluginKit
package import StrictJSON

// The rows of a drawing's tables in their JSON form. Each is read back by the initializer of the same
// type in Drawing+Reading.swift; members at their default are left out.

extension JSONWriter {
  // MARK: Members

  package mutating func member(_ name: String, _ text: String?) {
    guard let text else { return }
    key(name)
    value(text)
  }

  package mutating func member(_ name: String, _ number: Double, unless usual: Double) {
    // By its bits, so that a minus zero isn't lost.
    guard number.bitPattern != usual.bitPattern else { return }
    key(name)
    value(number)
  }

  package mutating func member<Word: RawRepresentable & Equatable>(
    _ name: String, _ word: Word, unless usual: Word
  ) where Word.RawValue == String {
    guard word != usual else { return }
    key(name)
    value(word.rawValue)
  }

  package mutating func member(_ name: String, row: UInt32) {
    key(name)
    value(Int(row))
  }

  package mutating func member(_ name: String, numbers: [Double]) {
    key(name)
    beginArray()
    for number in numbers { value(number) }
    end()
  }

  package mutating func member(_ name: String, _ point: Point) {
    member(name, numbers: [point.x, point.y])
  }

  package mutating func member(_ name: String, _ rect: Rect) {
    member(name, numbers: [rect.minX, rect.minY, rect.maxX, rect.maxY])
  }

  package mutating func member(_ name: String, _ map: Affine) {
    guard map != .identity else { return }
    member(name, numbers: [map.a, map.b, map.c, map.d, map.tx, map.ty])
  }

  package mutating func members(_ set: Attributes) {
    member("id", set.id)
    if !set.classes.isEmpty {
      key("classes")
      beginArray()
      for name in set.classes { value(name) }
      end()
    }
    member("label", set.label)
    member("title", set.title)
    member("description", set.description)
    if !set.more.isEmpty {
      key("more")
      beginArray()
      for pair in set.more {
        beginArray()
        value(pair.name)
        value(pair.value)
        end()
      }
      end()
    }
  }

  // MARK: Tables

  package mutating func value(_ canvas: Canvas) {
    beginObject(.spaced)
    member("box", canvas.box)
    member("width", canvas.width.text)
    member("height", canvas.height.text)
    end()
  }

  package mutating func value(_ document: DocumentInfo) {
    beginObject(.spaced)
    members(document.attributes)
    if let color = document.color {
      key("color")
      value(.color(color))
    }
    end()
  }

  package mutating func value(_ style: Style) {
    let usual = Style()
    beginObject(.spaced)
    if style.fill != usual.fill {
      key("fill")
      value(style.fill)
    }
    member("fillOpacity", style.fillOpacity, unless: usual.fillOpacity)
    member("fillRule", style.fillRule, unless: usual.fillRule)
    if style.stroke != usual.stroke {
      key("stroke")
      value(style.stroke)
    }
    member("strokeOpacity", style.strokeOpacity, unless: usual.strokeOpacity)
    member("strokeWidth", style.strokeWidth, unless: usual.strokeWidth)
    member("cap", style.cap, unless: usual.cap)
    member("join", style.join, unless: usual.join)
    member("miterLimit", style.miterLimit, unless: usual.miterLimit)
    if !style.dashes.isEmpty { member("dashes", numbers: style.dashes) }
    member("dashOffset", style.dashOffset, unless: usual.dashOffset)
    member("opacity", style.opacity, unless: usual.opacity)
    if style.strokeFirst {
      key("strokeFirst")
      value(true)
    }
    member("strokeScaling", style.strokeScaling, unless: usual.strokeScaling)
    end()
  }

  package mutating func value(_ paint: Paint) {
    switch paint {
    case .none: value("none")
    case .color(let color) where color.alpha == 1: value(color.hex)
    case .color(let color):
      beginObject()
      member("color", color.hex)
      member("alpha", color.alpha, unless: 1)
      end()
    case .currentColor(let color):
      beginObject()
      member("currentColor", color.hex)
      member("alpha", color.alpha, unless: 1)
      end()
    case .gradient(let id):
      beginObject()
      member("gradient", row: id.index)
      end()
    case .pattern(let id):
      beginObject()
      member("pattern", row: id.index)
      end()
    }
  }

  /// Writes a group.
  /// - Parameters:
  ///   - group: The group.
  ///   - isWhole: Whether its text is written where it isn't to be kept, too.
  package mutating func value(_ group: Group, isWhole: Bool = false) {
    beginObject(.spaced)
    if group.parent != .root { member("parent", row: group.parent.index) }
    members(group.attributes)
    member("opacity", group.opacity, unless: 1)
    if let clip = group.clip { member("clip", row: clip.index) }
    if group.isLayer {
      key("layer")
      value(true)
    }
    if let text = group.text, isWhole || text.isKept {
      key("text")
      value(text)
    }
    end()
  }

  package mutating func value(_ gradient: Gradient) {
    beginObject(.spaced)
    member("id", gradient.id)
    switch gradient.shape {
    case .linear(let from, let to):
      key("linear")
      beginObject()
      member("from", from)
      member("to", to)
    case .radial(let center, let radius, let focus, let focusRadius):
      key("radial")
      beginObject()
      member("center", center)
      member("radius", number: radius)
      member("focus", focus)
      member("focusRadius", focusRadius, unless: 0)
    }
    end()
    member("transform", gradient.transform)
    member("spread", gradient.spread, unless: .pad)
    key("stops")
    beginArray()
    for stop in gradient.stops {
      beginObject()
      member("offset", number: stop.offset)
      member("color", stop.color.hex)
      member("alpha", stop.color.alpha, unless: 1)
      if stop.isCurrentColor {
        key("currentColor")
        value(true)
      }
      end()
    }
    end()
    end()
  }

  package mutating func member(_ name: String, number: Double) {
    key(name)
    value(number)
  }

  package mutating func value(_ pattern: Pattern) {
    beginObject(.spaced)
    member("id", pattern.id)
    member("tile", pattern.tile)
    member("transform", pattern.transform)
    member("content", row: pattern.content.index)
    end()
  }
}
