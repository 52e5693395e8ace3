"""Writes the package's types from the JSON Schema of specs; `cargo xtask python-types` runs it.

`_specs.py` holds TypedDicts, `_fields.py` the fields of every maker with defaults and docs.
With `--check` nothing is written, and a file that is not up to date is an error.
"""

from __future__ import annotations

import json
import keyword
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent.parent
SCHEMA = HERE.parent.parent / "docs" / "schema" / "spec.schema.json"
PACKAGE = HERE / "python" / "mapkiln"
HEAD = '"""{doc} Written by `cargo xtask python-types`; do not edit."""\n\n'
NAMES = {
    "dungeon": "DungeonSpec",
    "classic-dungeon": "ClassicDungeonSpec",
    "catan": "CatanSpec",
    "terra-mystica": "TerraMysticaSpec",
    "level": "LevelSpec",
    "level-plan": "LevelPlanSpec",
    "world": "WorldSpec",
}
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


class Writer:
    """Turns schemas into types; definitions become TypedDicts or aliases in the order of use."""

    def __init__(self, definitions: dict[str, Any]) -> None:
        self.definitions = definitions
        self.written: dict[str, list[str]] = {}
        self.order: list[str] = []

    def type_of(self, schema: Any) -> str:
        if not isinstance(schema, dict) or not schema:
            return "Any"
        if "$ref" in schema:
            return self.define(schema["$ref"].rsplit("/", 1)[1])
        if "const" in schema:
            return f"Literal[{schema['const']!r}]"
        if "enum" in schema:
            return f"Literal[{', '.join(repr(value) for value in schema['enum'])}]"
        for word in ("oneOf", "anyOf"):
            if word in schema:
                return self.union([self.type_of(option) for option in schema[word]])
        kind = schema.get("type")
        if isinstance(kind, list):
            return self.union([self.type_of({**schema, "type": one}) for one in kind])
        if kind == "array":
            return f"Sequence[{self.type_of(schema.get('items'))}]"
        if kind == "object":
            if schema.get("properties"):
                return "Mapping[str, Any]"
            return f"Mapping[str, {self.type_of(schema.get('additionalProperties'))}]"
        return PLAIN.get(kind or "", "Any")

    def union(self, types: list[str]) -> str:
        literals = [one[8:-1] for one in types if one.startswith("Literal[")]
        rest = [one for one in dict.fromkeys(types) if not one.startswith("Literal[")]
        if literals:
            rest.insert(0, f"Literal[{', '.join(dict.fromkeys(literals))}]")
        return " | ".join(rest)

    def define(self, name: str) -> str:
        title = name if name.endswith("Spec") else f"{name}"
        if name in self.written:
            return f'"{title}"' if not self.written[name] else title
        self.written[name] = []
        schema = self.definitions[name]
        if schema.get("type") == "object" and schema.get("properties"):
            lines = self.typed_dict(title, schema)
        else:
            lines = [f"{title}: TypeAlias = {self.type_of(schema)!r}"]
        self.written[name] = lines
        self.order.append(name)
        return title

    def typed_dict(self, title: str, schema: dict[str, Any]) -> list[str]:
        fields = {name: self.type_of(value) for name, value in schema["properties"].items() if name != "maker"}
        doc = first_line(schema.get("description", ""))
        if any(keyword.iskeyword(name) or not name.isidentifier() for name in fields):
            inner = ", ".join(f"{name!r}: {kind!r}" for name, kind in fields.items())
            return [f"# {doc}", f'{title} = TypedDict("{title}", {{{inner}}}, total=False)']
        lines = [f"class {title}(TypedDict, total=False):", f'    """{doc}"""', ""]
        return lines + [f"    {name}: {kind}" for name, kind in fields.items()]


def first_line(text: str) -> str:
    line = " ".join(text.split("\n\n")[0].split()).replace("\\", "\\\\")
    return line + " " if line.endswith('"') else line


def specs(schema: dict[str, Any]) -> str:
    writer = Writer(schema["$defs"])
    makers = []
    for option in schema["oneOf"]:
        title = NAMES[option["properties"]["maker"]["const"]]
        if title in writer.definitions:
            writer.define(title)
        else:
            makers.append((title, writer.typed_dict(title, option)))
        if title == "WorldSpec":
            # What `world` takes by name: its tile set may be given by its place.
            rest = {name: value for name, value in option["properties"].items() if name != "tileset"}
            fields = {"properties": rest, "description": "A world to be made, but for its tile set."}
            makers.append(("WorldFields", writer.typed_dict("WorldFields", fields)))
    blocks = [writer.written[name] for name in writer.order] + [lines for _, lines in makers]
    names = sorted([*writer.order, *(title for title, _ in makers)])
    text = HEAD.format(doc="The specs of all makers as types.")
    text += "from __future__ import annotations\n\n"
    text += "from collections.abc import Mapping, Sequence\n"
    text += "from typing import Any, Literal, TypeAlias, TypedDict\n\n"
    text += "__all__ = [\n" + "".join(f'    "{name}",\n' for name in names) + "]\n\n\n"
    return text + "\n\n\n".join("\n".join(lines) for lines in blocks) + "\n"


def fields(schema: dict[str, Any]) -> str:
    text = HEAD.format(doc="The fields of every maker's spec: name, default, what it is.")
    text += "from typing import Any, Final\n\n"
    text += "FIELDS: Final[dict[str, dict[str, tuple[Any, str]]]] = {\n"
    for option in schema["oneOf"]:
        maker = option["properties"]["maker"]["const"]
        text += f"    {maker!r}: {{\n"
        for name, value in option["properties"].items():
            if name != "maker":
                doc = first_line(value.get("description", ""))
                text += f"        {name!r}: ({value.get('default')!r}, {doc!r}),\n"
        text += "    },\n"
    return text + "}\n"


def main() -> int:
    schema = json.loads(SCHEMA.read_text())
    status = 0
    for name, text in (("_specs.py", specs(schema)), ("_fields.py", fields(schema))):
        target = PACKAGE / name
        if "--check" in sys.argv:
            if not target.exists() or target.read_text() != text:
                print(f"{target} is not up to date; run `cargo xtask python-types`", file=sys.stderr)
                status = 1
        else:
            target.write_text(text)
    return status


if __name__ == "__main__":
    sys.exit(main())
