/// Strokemill's own JSON form of a drawing: all that a drawing holds, every double exact.
///
/// Its JSON Schema is `DrawingForm.schema`. Tables stand first, then the paths, which refer to rows
/// of the tables by number, counted from 0. What is at its default is left out, so that
/// `{"paths": [{"points": [[0, 0], [9, 5]]}]}` is nearly the form already.
public enum DrawingForm {
  /// The version that is written and read.
  public static let version = 1

  /// The members of the outermost object.
  static let members = [
    "strokemill", "$schema", "canvas", "document", "styles", "groups", "gradients", "patterns",
    "clips", "paths", "name", "title",
  ]
}
