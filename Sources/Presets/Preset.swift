/// A pipeline file that the tool brings along, to be used as it is or to be extended.
public struct Preset: Sendable {
  /// What stands before a preset's name wherever a pipeline file is named.
  public static let prefix = "preset:"

  /// The name, without `preset:`.
  public let name: String
  /// The pipeline file, as it lies in the folder `Files`.
  public let bytes: [UInt8]

  /// The name as pipeline files and options have it: `preset:pencil`.
  public var reference: String { Preset.prefix + name }

  /// All presets, in the order of their names.
  public static let all = [
    Preset(name: "architect", bytes: PackageResources.architect_json),
    Preset(name: "marker", bytes: PackageResources.marker_json),
    Preset(name: "pencil", bytes: PackageResources.pencil_json),
    Preset(name: "plotter", bytes: PackageResources.plotter_json),
    Preset(name: "xkcd", bytes: PackageResources.xkcd_json),
  ]
}
