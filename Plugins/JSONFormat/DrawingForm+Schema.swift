extension DrawingForm {
  /// The JSON Schema (draft 2020-12) of the drawing form, indented, with a line break at the end.
  ///
  /// What a schema can't say is checked by the importer: that rows exist, that groups and clips
  /// stand after those they lie in, that verbs and points agree.
  public static let schema = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Strokemill drawing, version 1",
      "description": "Coordinates are canvas units, x to the right, y down. References are rows of the lists here, counted from 0. What is left out has its default.",
      "type": "object",
      "required": ["strokemill", "paths"],
      "properties": {
        "strokemill": {"description": "The version of this form.", "const": 1},
        "$schema": {"type": "string"},
        "canvas": {
          "description": "The page. Its width and height map to the box by one factor.",
          "type": "object",
          "required": ["box"],
          "properties": {
            "box": {"description": "Left, top, right, bottom in canvas units.", "$ref": "#/$defs/rectangle"},
            "width": {"$ref": "#/$defs/length"},
            "height": {"$ref": "#/$defs/length"}
          },
          "dependentRequired": {"width": ["height"], "height": ["width"]},
          "patternProperties": {"^x-": true},
          "additionalProperties": false
        },
        "document": {
          "description": "What the file says of itself as a whole.",
          "type": "object",
          "properties": {
            "id": {"type": "string"},
            "classes": {"$ref": "#/$defs/classes"},
            "label": {"type": "string"},
            "title": {"type": "string"},
            "description": {"type": "string"},
            "more": {"$ref": "#/$defs/more"},
            "color": {"description": "What currentColor means at the root.", "$ref": "#/$defs/color"}
          },
          "patternProperties": {"^x-": true},
          "additionalProperties": false
        },
        "styles": {"type": "array", "items": {"$ref": "#/$defs/style"}},
        "groups": {
          "description": "Row 0 is the drawing itself. A group stands after the one that it lies in; one right under row 0 is a layer.",
          "type": "array",
          "items": {"$ref": "#/$defs/group"}
        },
        "gradients": {"type": "array", "items": {"$ref": "#/$defs/gradient"}},
        "patterns": {"type": "array", "items": {"$ref": "#/$defs/pattern"}},
        "clips": {
          "description": "A clip stands after those that it refers to.",
          "type": "array",
          "items": {"$ref": "#/$defs/clip"}
        },
        "paths": {
          "description": "In paint order. The paths of a group and all inside it stand together.",
          "type": "array",
          "items": {"anyOf": [{"$ref": "#/$defs/path"}, {"$ref": "#/$defs/points"}]}
        },
        "name": {"description": "The title.", "type": "string"},
        "title": {"type": "string"}
      },
      "patternProperties": {"^x-": true},
      "additionalProperties": false,
      "$defs": {
        "row": {"type": "integer", "minimum": 0, "maximum": 4294967293},
        "share": {"type": "number", "minimum": 0, "maximum": 1},
        "point": {
          "anyOf": [
            {"type": "array", "items": {"type": "number"}, "minItems": 2},
            {
              "type": "object",
              "required": ["x", "y"],
              "properties": {"x": {"type": "number"}, "y": {"type": "number"}}
            }
          ]
        },
        "points": {"type": "array", "items": {"$ref": "#/$defs/point"}},
        "pair": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
        "rectangle": {"type": "array", "items": {"type": "number"}, "minItems": 4, "maxItems": 4},
        "transform": {
          "description": "a, b, c, d, tx, ty: x' = a x + c y + tx, y' = b x + d y + ty.",
          "type": "array",
          "items": {"type": "number"},
          "minItems": 6,
          "maxItems": 6
        },
        "verbs": {
          "description": "A letter each: M move, L line, Q quad (2 points), C cubic (3 points), Z close. Left out, a line goes through all points.",
          "type": "string",
          "pattern": "^(M[LQC]*Z?)*$"
        },
        "length": {"type": "string", "pattern": "^[0-9.eE+-]+(px|mm|cm|in|pt|pc)$"},
        "hex": {"type": "string", "pattern": "^#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$"},
        "color": {
          "anyOf": [
            {"$ref": "#/$defs/hex"},
            {
              "type": "object",
              "required": ["color"],
              "properties": {"color": {"$ref": "#/$defs/hex"}, "alpha": {"$ref": "#/$defs/share"}},
              "patternProperties": {"^x-": true},
              "additionalProperties": false
            }
          ]
        },
        "paint": {
          "anyOf": [
            {"const": "none"},
            {"$ref": "#/$defs/color"},
            {
              "description": "The surrounding document's colour, and what it was.",
              "type": "object",
              "required": ["currentColor"],
              "properties": {"currentColor": {"$ref": "#/$defs/hex"}, "alpha": {"$ref": "#/$defs/share"}},
              "patternProperties": {"^x-": true},
              "additionalProperties": false
            },
            {
              "type": "object",
              "required": ["gradient"],
              "properties": {"gradient": {"$ref": "#/$defs/row"}},
              "patternProperties": {"^x-": true},
              "additionalProperties": false
            },
            {
              "type": "object",
              "required": ["pattern"],
              "properties": {"pattern": {"$ref": "#/$defs/row"}},
              "patternProperties": {"^x-": true},
              "additionalProperties": false
            }
          ]
        },
        "fillRule": {"enum": ["nonzero", "evenodd"], "default": "nonzero"},
        "classes": {"type": "array", "items": {"type": "string"}},
        "more": {
          "description": "More names and values in order, such as role, aria-… and data-….",
          "type": "array",
          "items": {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2}
        },
        "style": {
          "description": "Complete: nothing is inherited.",
          "type": "object",
          "properties": {
            "fill": {"$ref": "#/$defs/paint", "default": "none"},
            "fillOpacity": {"$ref": "#/$defs/share", "default": 1},
            "fillRule": {"$ref": "#/$defs/fillRule"},
            "stroke": {"$ref": "#/$defs/paint", "default": "none"},
            "strokeOpacity": {"$ref": "#/$defs/share", "default": 1},
            "strokeWidth": {"type": "number", "minimum": 0, "default": 1},
            "cap": {"enum": ["butt", "round", "square"], "default": "butt"},
            "join": {"enum": ["miter", "round", "bevel"], "default": "miter"},
            "miterLimit": {"type": "number", "minimum": 1, "default": 4},
            "dashes": {"type": "array", "items": {"type": "number", "minimum": 0}},
            "dashOffset": {"type": "number", "default": 0},
            "opacity": {"$ref": "#/$defs/share", "default": 1},
            "strokeFirst": {"type": "boolean", "default": false},
            "strokeScaling": {
              "description": "What a change of scale does to width and dashes.",
              "enum": ["scale", "fixed"],
              "default": "scale"
            }
          },
          "patternProperties": {"^x-": true},
          "additionalProperties": false
        },
        "group": {
          "type": "object",
          "properties": {
            "parent": {"$ref": "#/$defs/row", "default": 0},
            "opacity": {"$ref": "#/$defs/share", "default": 1},
            "clip": {"$ref": "#/$defs/row"},
            "layer": {"description": "Whether its file calls it a layer.", "type": "boolean", "default": false},
            "text": {
              "description": "Of text that is kept: the words that its paths were made of, how they are set, and how the paths lay then.",
              "type": "object",
              "required": ["words", "spanOf", "spans", "parts", "outline"]
            },
            "id": {"type": "string"},
            "classes": {"$ref": "#/$defs/classes"},
            "label": {"type": "string"},
            "title": {"type": "string"},
            "description": {"type": "string"},
            "more": {"$ref": "#/$defs/more"}
          },
          "patternProperties": {"^x-": true},
          "additionalProperties": false
        },
        "gradient": {
          "type": "object",
          "required": ["stops"],
          "properties": {
            "id": {"type": "string"},
            "linear": {
              "type": "object",
              "required": ["from", "to"],
              "properties": {"from": {"$ref": "#/$defs/pair"}, "to": {"$ref": "#/$defs/pair"}},
              "patternProperties": {"^x-": true},
              "additionalProperties": false
            },
            "radial": {
              "type": "object",
              "required": ["center", "radius"],
              "properties": {
                "center": {"$ref": "#/$defs/pair"},
                "radius": {"type": "number", "minimum": 0},
                "focus": {"$ref": "#/$defs/pair"},
                "focusRadius": {"type": "number", "minimum": 0, "default": 0}
              },
              "patternProperties": {"^x-": true},
              "additionalProperties": false
            },
            "transform": {"$ref": "#/$defs/transform"},
            "spread": {"enum": ["pad", "reflect", "repeat"], "default": "pad"},
            "stops": {
              "type": "array",
              "minItems": 1,
              "items": {
                "type": "object",
                "required": ["offset", "color"],
                "properties": {
                  "offset": {"$ref": "#/$defs/share"},
                  "color": {"$ref": "#/$defs/hex"},
                  "alpha": {"$ref": "#/$defs/share", "default": 1},
                  "currentColor": {"type": "boolean", "default": false}
                },
                "patternProperties": {"^x-": true},
                "additionalProperties": false
              }
            }
          },
          "oneOf": [{"required": ["linear"]}, {"required": ["radial"]}],
          "patternProperties": {"^x-": true},
          "additionalProperties": false
        },
        "pattern": {
          "type": "object",
          "required": ["tile", "content"],
          "properties": {
            "id": {"type": "string"},
            "tile": {"description": "The rectangle that repeats.", "$ref": "#/$defs/rectangle"},
            "transform": {"$ref": "#/$defs/transform"},
            "content": {"description": "The group that holds the tile's paths.", "$ref": "#/$defs/row"}
          },
          "patternProperties": {"^x-": true},
          "additionalProperties": false
        },
        "clip": {
          "type": "object",
          "properties": {
            "id": {"type": "string"},
            "parent": {"description": "A clip that this one is cut to in turn.", "$ref": "#/$defs/row"},
            "paths": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["points"],
                "properties": {
                  "fillRule": {"$ref": "#/$defs/fillRule"},
                  "clip": {"$ref": "#/$defs/row"},
                  "verbs": {"$ref": "#/$defs/verbs"},
                  "points": {"$ref": "#/$defs/points"}
                },
                "patternProperties": {"^x-": true},
                "additionalProperties": false
              }
            }
          },
          "patternProperties": {"^x-": true},
          "additionalProperties": false
        },
        "path": {
          "type": "object",
          "required": ["points"],
          "properties": {
            "id": {"type": "string"},
            "classes": {"$ref": "#/$defs/classes"},
            "label": {"type": "string"},
            "name": {"description": "The label.", "type": "string"},
            "title": {"type": "string"},
            "description": {"type": "string"},
            "more": {"$ref": "#/$defs/more"},
            "group": {
              "description": "A row of groups, or where there is no such list a group's label.",
              "anyOf": [{"$ref": "#/$defs/row"}, {"type": "string"}]
            },
            "style": {"description": "Left out, a black round pen one unit wide.", "$ref": "#/$defs/row"},
            "clip": {"$ref": "#/$defs/row"},
            "key": {
              "description": "What the path is recognised by through all stages; 16 hexadecimal digits.",
              "type": "string",
              "pattern": "^[0-9a-fA-F]{16}$"
            },
            "line": {"description": "The line that it began on in its first source.", "$ref": "#/$defs/row"},
            "verbs": {"$ref": "#/$defs/verbs"},
            "points": {"$ref": "#/$defs/points"},
            "widths": {
              "description": "The stroke's width at each point.",
              "type": "array",
              "items": {"type": "number", "minimum": 0}
            },
            "closed": {"description": "Only without verbs.", "type": "boolean", "default": false}
          },
          "patternProperties": {"^x-": true},
          "additionalProperties": false
        }
      }
    }

    """#
}
