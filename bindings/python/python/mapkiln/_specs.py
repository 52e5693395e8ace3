"""The specs of all makers as types. Written by `cargo xtask python-types`; do not edit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias, TypedDict

__all__ = [
    "Ability",
    "AbilityCheck",
    "Adjacent",
    "AnnealingParams",
    "AntColonyParams",
    "Area",
    "Board",
    "BoardGame",
    "BrkgaParams",
    "Candidate",
    "CatanProfile",
    "CatanSet",
    "CatanSpec",
    "CellEdit",
    "CellShape",
    "CheckKind",
    "ChunkRange",
    "ClassicDungeonSpec",
    "CoarseValues",
    "CoarseWorld",
    "Compass",
    "Constraint",
    "Contents",
    "Corridor",
    "Cover",
    "CreatureSize",
    "CreatureType",
    "Density",
    "Description",
    "Difficulty",
    "Direction",
    "Discs",
    "Distance",
    "Door",
    "DoorKind",
    "DoorPlace",
    "DungeonSpec",
    "Edge",
    "Edition",
    "Effort",
    "Engine",
    "Entrance",
    "Entry",
    "Feature",
    "FeatureKind",
    "Field",
    "FixedRoom",
    "GeneBlock",
    "Genes",
    "GeneticParams",
    "Gradient",
    "Guard",
    "Heuristic",
    "Hex",
    "HexSide",
    "Key",
    "Label",
    "Language",
    "Layout",
    "LayoutOptions",
    "Level",
    "LevelPlanSpec",
    "LevelSpec",
    "Light",
    "Limits",
    "MapPoint",
    "Method",
    "Monsters",
    "Network",
    "Noise",
    "Outline",
    "Parcel",
    "Parents",
    "Party",
    "PathCost",
    "Penalties",
    "Periodic",
    "Plan",
    "Point",
    "Port",
    "Profile",
    "PublishedParams",
    "Purpose",
    "Range",
    "Region",
    "Relink",
    "RelinkKind",
    "Reroll",
    "RerollPart",
    "Rgb",
    "Role",
    "Room",
    "RoomShape",
    "Rooms",
    "Rule",
    "RuleCheck",
    "RuleSet",
    "Sample",
    "Selection",
    "SideStreets",
    "Size",
    "Spots",
    "Stairs",
    "Steps",
    "Targets",
    "TerraMysticaProfile",
    "TerraMysticaSpec",
    "Terrain",
    "Thing",
    "ThingKind",
    "Tile",
    "TileSet",
    "TileSource",
    "Tiles",
    "Trade",
    "Trap",
    "Vertical",
    "Warp",
    "Weights",
    "WorldFields",
    "WorldSpec",
]


class Candidate(TypedDict, total=False):
    """One of several dungeons from one seed that differ in kind."""

    number: int
    of: int


Selection: TypeAlias = "Literal['roulette'] | Mapping[str, Any]"


class GeneticParams(TypedDict, total=False):
    """The parameters."""

    elitism: int
    generations: int
    mutation: int
    population: int
    selection: Selection


Density: TypeAlias = "Literal['sparse', 'normal', 'tight']"


Difficulty: TypeAlias = "Literal['low', 'moderate', 'high']"


Edition: TypeAlias = "Literal['2014', '2024']"


Language: TypeAlias = "Literal['en', 'pt-BR']"


Party: TypeAlias = 'str'


RerollPart: TypeAlias = "Literal['contents', 'layout', 'words', 'story'] | Mapping[str, Any]"


class Entry(TypedDict, total=False):
    """A paragraph of a key or of a front page: a bold lead word and what follows it."""

    facts: Sequence[str]
    lead: str
    text: str


class GeneBlock(TypedDict, total=False):
    """The keys of the blocks of one name."""

    keys: Sequence[int]
    name: str


class Point(TypedDict, total=False):
    """A cell, or a corner between cells, by column and row."""

    x: int
    y: int


class Genes(TypedDict, total=False):
    """What the layout of one or more levels was decoded from."""

    blocks: Sequence[GeneBlock]
    decoder: str
    drawn: Sequence[float]
    level: int
    levels: int
    origin: Point
    turn: int


class Key(TypedDict, total=False):
    """A key of a locked door."""

    id: int
    name: str
    room: int


Ability: TypeAlias = "Literal['strength', 'dexterity', 'constitution', 'intelligence', 'wisdom', 'charisma']"


class Trap(TypedDict, total=False):
    """A trap."""

    at: Point | None
    damage: str
    dc: int
    disarm: int | None
    effect: str
    find: int
    name: str
    save: Ability | None
    trigger: str


class Corridor(TypedDict, total=False):
    """A corridor: connected cells, with all its forks."""

    cells: Sequence[Point]
    forks: Sequence[Point]
    id: int
    joins: Sequence[int]
    secret: bool
    traps: Sequence[Trap]
    width: int


CheckKind: TypeAlias = "Literal['find', 'pick', 'force', 'lift']"


class AbilityCheck(TypedDict, total=False):
    """A check that a character can make."""

    dc: int
    kind: CheckKind


Area: TypeAlias = 'Mapping[str, Any]'


DoorKind: TypeAlias = "Literal['arch', 'door', 'barred', 'portcullis', 'secret'] | Mapping[str, Any]"


DoorPlace: TypeAlias = 'Mapping[str, Any]'


class Door(TypedDict, total=False):
    """A door."""

    checks: Sequence[AbilityCheck]
    id: int
    joins: Sequence[Area]
    kind: DoorKind
    place: DoorPlace


Direction: TypeAlias = "Literal['north', 'east', 'south', 'west']"


class Entrance(TypedDict, total=False):
    """An entrance from outside."""

    area: Area
    at: Point
    facing: Direction


FeatureKind: TypeAlias = "Literal['pillar', 'statue', 'water', 'pit', 'rubble', 'altar', 'well', 'light']"


class Feature(TypedDict, total=False):
    """Something built into a level."""

    cells: Sequence[Point]
    kind: FeatureKind


Role: TypeAlias = "Literal['minion', 'elite', 'beast', 'leader', 'captive']"


CreatureSize: TypeAlias = "Literal['tiny', 'small', 'medium', 'large', 'huge', 'gargantuan']"


CreatureType: TypeAlias = "Literal['aberration', 'beast', 'celestial', 'construct', 'dragon', 'elemental', 'fey', 'fiend', 'giant', 'humanoid', 'monstrosity', 'ooze', 'plant', 'undead']"


class Monsters(TypedDict, total=False):
    """Some monsters of one kind."""

    armour: int | None
    at: Sequence[Point]
    boss: bool
    challenge: str
    count: int
    faction: str
    hit_points: int | None
    name: str
    role: Role | None
    size: CreatureSize
    type: CreatureType | None
    xp: int


Guard: TypeAlias = "Literal['monsters', 'lock', 'trap', 'hidden']"


class Parcel(TypedDict, total=False):
    """One piece of treasure."""

    at: Point | None
    checks: Sequence[AbilityCheck]
    gold: int
    guard: Guard | None
    hidden: bool
    name: str
    rarity: str


class Contents(TypedDict, total=False):
    """Who and what is in a room."""

    enemies: bool
    furniture: Sequence[str]
    monsters: Sequence[Monsters]
    parcels: Sequence[Parcel]
    traps: Sequence[Trap]
    treasure: bool


class Description(TypedDict, total=False):
    """The description of a room."""

    aloud: str
    aloud_facts: Sequence[str]
    entries: Sequence[Entry]
    secret: str


Outline: TypeAlias = 'Mapping[str, Any]'


class Purpose(TypedDict, total=False):
    """The layers of a room's past and present. Keys are those of the maker's purposes, such as `washing_room`."""

    harm: int
    holder: int | None
    now: str | None
    was: str


RoomShape: TypeAlias = "Literal['rectangle', 'circle', 'octagon', 'cross', 'l', 'cave']"


class Room(TypedDict, total=False):
    """A room."""

    contents: Contents
    description: Description
    id: int
    kind: str
    outline: Outline
    pinned: bool
    purpose: Purpose | None
    shape: RoomShape
    tags: Sequence[str]


Vertical: TypeAlias = "Literal['up', 'down']"


class Stairs(TypedDict, total=False):
    """Stairs to another level, or out of the plan."""

    at: Point
    facing: Direction
    to: Point | None
    to_level: int | None
    way: Vertical


ThingKind: TypeAlias = "Literal['bed', 'bunk', 'bedroll', 'straw_pallet', 'hammock', 'chair', 'armchair', 'stool', 'bench', 'pew', 'throne', 'table', 'long_table', 'round_table', 'desk', 'lectern', 'workbench', 'alchemy_bench', 'map_table', 'counter', 'loom', 'grindstone', 'printing_press', 'scales', 'barrel', 'keg_rack', 'crate', 'crate_stack', 'sacks', 'chest', 'strongbox', 'shelf', 'bookcase', 'wardrobe', 'urn', 'jars', 'baskets', 'weapon_rack', 'armour_stand', 'coin_heap', 'gems', 'key_board', 'scrolls', 'altar', 'shrine', 'statue', 'broken_statue', 'idol', 'font', 'obelisk', 'sarcophagus', 'open_sarcophagus', 'coffin', 'bier', 'burial_niche', 'bones', 'skeleton', 'gong', 'magic_circle', 'rune', 'blood', 'slab', 'censer', 'torch', 'sconce', 'brazier', 'candles', 'candelabrum', 'lamp', 'lantern', 'chandelier', 'campfire', 'hearth', 'forge', 'anvil', 'oven', 'stove', 'cauldron', 'glow_fungus', 'crystals', 'daylight_shaft', 'fountain', 'well', 'trough', 'basin', 'lever', 'winch', 'pump', 'sluice_wheel', 'cage', 'stocks', 'torture_rack', 'manacles', 'grate', 'trapdoor', 'pressure_plate', 'ladder', 'rails', 'mine_cart', 'cart', 'boat', 'ballista', 'bridge', 'lift', 'timber_set', 'scaffold', 'telescope', 'globe', 'mirror', 'rubble_heap', 'boulder', 'stalagmite', 'fallen_pillar', 'broken_beam', 'roots', 'vines', 'mushrooms', 'web', 'nest', 'eggs', 'cocoon', 'stump', 'tree', 'weeds', 'moss', 'puddle', 'slime', 'mud', 'ice', 'lava', 'ore_vein', 'straw', 'midden', 'rug', 'curtain', 'tapestry', 'banner', 'tent', 'linen_rail', 'hooks', 'tools', 'paintings']"


Rgb: TypeAlias = 'str'


class Light(TypedDict, total=False):
    """The light of a lamp or a fire."""

    bright: int
    colour: Rgb
    dim: int


class Thing(TypedDict, total=False):
    """Something that stands, lies or hangs in a level."""

    at: Point
    facing: Direction
    kind: ThingKind
    light: Light | None
    size: Sequence[int]


class Level(TypedDict, total=False):
    """One level of a plan."""

    corridors: Sequence[Corridor]
    doors: Sequence[Door]
    entrances: Sequence[Entrance]
    features: Sequence[Feature]
    height: int
    name: str
    rooms: Sequence[Room]
    stairs: Sequence[Stairs]
    things: Sequence[Thing]
    width: int


class Plan(TypedDict, total=False):
    """A whole place: one level or several, joined by stairs."""

    cell_feet: int
    credits: Sequence[str]
    front: Sequence[Entry]
    genes: Sequence[Genes]
    keys: Sequence[Key]
    language: Language
    levels: Sequence[Level]
    story: str
    title: str
    wandering: Sequence[Monsters]


class Reroll(TypedDict, total=False):
    """A dungeon of which a part is made again."""

    entrance: int | None
    keep: Sequence[int]
    part: RerollPart
    plan: Plan


Size: TypeAlias = "Literal['small', 'medium', 'large']"


Range: TypeAlias = 'float | Sequence[float]'


class Targets(TypedDict, total=False):
    """The figures that the layout of each level is evolved for. Each seed draws its own values from the theme's ranges; a number or a range given here replaces the draw."""

    branching: Range | None
    dead_ends: Range | None
    density: Range | None
    longest_way: Range | None
    loops: Range | None


class Penalties(TypedDict, total=False):
    """The weights of both fitness functions, in points."""

    base: int
    corridor: int
    corridor_cell: int
    empty_room: int
    touching: int


class AntColonyParams(TypedDict, total=False):
    """The parameters."""

    ants: int
    best_so_far_every: int
    fading: int
    greedy: int
    restart_after: int
    rounds: int


class AnnealingParams(TypedDict, total=False):
    """The parameters."""

    block: int
    cold: float
    hot: float
    moves: int
    rounds: int


Parents: TypeAlias = 'Mapping[str, Any]'


RelinkKind: TypeAlias = 'Mapping[str, Any]'


class Relink(TypedDict, total=False):
    """How paths between elite members are walked (Andrade, Toso, Gonçalves and Resende 2021)."""

    distance: int
    kind: RelinkKind
    pairs: int
    path: int


class BrkgaParams(TypedDict, total=False):
    """The parameters. The defaults are those Gonçalves and Resende (2011) recommend."""

    elite: int
    exchange: int
    exchange_every: int
    generations: int
    islands: int
    mutants: int
    parents: Parents
    population: int
    relink: Relink
    relink_after: int
    restart_after: int
    shake: int
    shake_after: int


Method: TypeAlias = "Literal['anneal', 'brkga', 'aco', 'thesis']"


CatanProfile: TypeAlias = "Literal['standard', 'tournament']"


RuleCheck: TypeAlias = 'Mapping[str, Any]'


class Rule(TypedDict, total=False):
    """One rule."""

    check: RuleCheck
    name: str
    soft: bool
    weight: int


class RuleSet(TypedDict, total=False):
    """A list of rules under a name."""

    name: str
    rules: Sequence[Rule]


CatanSet: TypeAlias = "Literal['base', 'large']"


BoardGame: TypeAlias = "Literal['catan', 'terra-mystica']"


HexSide: TypeAlias = "Literal['north_east', 'east', 'south_east', 'south_west', 'west', 'north_west']"


Trade: TypeAlias = "Literal['any', 'grain', 'lumber', 'wool', 'brick', 'ore']"


class Port(TypedDict, total=False):
    """A port on a side of a hex that faces the sea."""

    column: int
    row: int
    side: HexSide
    trade: Trade


Terrain: TypeAlias = "Literal['desert', 'plains', 'swamp', 'lakes', 'forest', 'mountains', 'wasteland', 'river', 'grain', 'lumber', 'wool', 'brick', 'ore']"


class Hex(TypedDict, total=False):
    """One hex."""

    number: int | None
    terrain: Terrain


class Board(TypedDict, total=False):
    """A board of one of the two games."""

    game: BoardGame
    name: str | None
    ports: Sequence[Port]
    rows: Sequence[Sequence[Hex]]


class PublishedParams(TypedDict, total=False):
    """The parameters."""

    elite: int
    generations: int
    mutants: int
    population: int
    restart_after: int


TerraMysticaProfile: TypeAlias = "Literal['thesis', 'weighted', 'graded', 'lab', 'both', 'even']"


Engine: TypeAlias = "Literal['usual', 'paper']"


class LevelSpec(TypedDict, total=False):
    """A level to make: which grammar, with which parameters."""

    engine: Engine
    grammar: str
    imports: Mapping[str, str]
    preset: str | None
    set: Mapping[str, int]
    source: str | None


Effort: TypeAlias = "Literal['fast', 'fine']"


class FixedRoom(TypedDict, total=False):
    """A room whose place is given."""

    number: int
    room: str
    x: int
    y: int


class Weights(TypedDict, total=False):
    """What a good layout is: what each thing costs, from 0 to 1000."""

    compactness: int
    corridors: int
    length: int
    straightness: int


class LayoutOptions(TypedDict, total=False):
    """How a level is laid out."""

    effort: Effort
    fixed: Sequence[FixedRoom]
    footprint: str | None
    weights: Weights


# A rectangle of chunks of an endless world; both ends are part of it.
ChunkRange = TypedDict("ChunkRange", {'from': 'Sequence[int]', 'to': 'Sequence[int]'}, total=False)


Constraint: TypeAlias = 'Mapping[str, Any]'


Tiles: TypeAlias = 'None | str | Sequence[str]'


class CellEdit(TypedDict, total=False):
    """What a cell of a made map is to be."""

    at: Point
    layer: int
    tiles: Tiles


Heuristic: TypeAlias = "Literal['fewest', 'entropy', 'scanline', 'random']"


class Limits(TypedDict, total=False):
    """When the search backtracks, repairs and gives up."""

    backtracks: int
    block: int
    horizon: int
    jump: int
    patience: int
    repairs: int


class Periodic(TypedDict, total=False):
    """Does a map join its own far side?"""

    x: bool
    y: bool


class Adjacent(TypedDict, total=False):
    """A pair of tiles that may, or may not, touch."""

    beside: str
    side: str | None
    tile: str
    turned: bool


class CoarseWorld(TypedDict, total=False):
    """A world of few large cells, made before the map itself; fields read it."""

    scale: int
    set: "TileSource"


class Cover(TypedDict, total=False):
    """A tile in place of others where a field is high, such as woods on grass."""

    field: str
    letter: str
    on: Sequence[str]
    share: float


class CoarseValues(TypedDict, total=False):
    """What the tiles of a coarse world are worth; between the middles of its cells, values blend."""

    by: float
    values: Mapping[str, float]
    world: str


Profile: TypeAlias = "Literal['cone', 'flat', 'rim']"


class Discs(TypedDict, total=False):
    """Round hills at scattered places."""

    by: float
    profile: Profile
    radius: Sequence[int]
    spacing: int
    square: bool
    ways: float


Spots: TypeAlias = "Literal['centre', 'north', 'east', 'south', 'west']"


MapPoint: TypeAlias = 'Spots | Sequence[float]'


class Distance(TypedDict, total=False):
    """The distance to a point, to a line or to the border, in cells."""

    by: float
    stretch: float
    to: Sequence[MapPoint]


class Edge(TypedDict, total=False):
    """Lower values along the border."""

    lower: float
    within: int


Compass: TypeAlias = "Literal['north', 'east', 'south', 'west']"


class Gradient(TypedDict, total=False):
    """A slope across the map."""

    by: float
    length: int
    toward: Compass


class Noise(TypedDict, total=False):
    """Gradient noise."""

    by: float
    gain: float
    octaves: int
    ridged: bool
    scale: int


class Warp(TypedDict, total=False):
    """Reads a field at another place."""

    by: float
    scale: int


class Field(TypedDict, total=False):
    """A value at every place of a map: the sum of its parts, then `max` and `min`, then `edge`."""

    add: Sequence[str]
    coarse: CoarseValues | None
    discs: Discs | None
    distance: Distance | None
    edge: Edge | None
    gradient: Gradient | None
    level: float
    max: Sequence[str]
    min: Sequence[str]
    noise: Noise | None
    picture: Sequence[str]
    warp: Warp | None


class Label(TypedDict, total=False):
    """What a letter of an edge means."""

    art: str
    blocks_sight: bool
    blocks_step: bool
    color: Rgb | None
    ground: str
    height: int
    kinds: Sequence[str]
    symbol: str | None


class PathCost(TypedDict, total=False):
    """A field that makes a place dear."""

    by: float
    field: str


class SideStreets(TypedDict, total=False):
    """Side streets of a network."""

    close: int
    gap: int
    lean: int
    length: Sequence[int]
    near: str | None
    turn: int


class Network(TypedDict, total=False):
    """Roads or a river: drawn before the tiles, so that they hang together. In an endless world it joins hubs instead of its places."""

    cost: Sequence[PathCost]
    curve: int
    joins: Sequence[MapPoint]
    letter: str
    ring: bool
    share: float
    side: SideStreets | None
    turn: float


class Region(TypedDict, total=False):
    """Other weights in a part of the map."""

    above: float | None
    below: float | None
    blend: float
    factor: Mapping[str, float]
    field: str


Layout: TypeAlias = "Literal['scattered', 'packed']"


class Rooms(TypedDict, total=False):
    """Rooms, doors and corridors: planned before the tiles are placed, so that every room can be reached."""

    corridor: str
    door: str
    hull: str | None
    layout: Layout
    mirrored: bool
    outside: str | None
    room: str
    share: float
    size: Sequence[int]
    spacing: int
    wall: str
    width: int
    within: str | None


class Sample(TypedDict, total=False):
    """A sample whose squares of a given size are the patterns (the overlapping model)."""

    ground: bool
    legend: Mapping[str, Label]
    more: Sequence[Sequence[str]]
    n: int
    periodic: bool
    rows: Sequence[str]
    symmetry: int


CellShape: TypeAlias = "Literal['square', 'hexagon', 'layers']"


class Steps(TypedDict, total=False):
    """Letters along a field, lowest first: where the field is low, the first is likely, and so on."""

    blur: float
    field: str
    order: Sequence[Mapping[str, float]]


class Tile(TypedDict, total=False):
    """One tile."""

    art: str | None
    blocks_sight: bool | None
    blocks_step: bool | None
    color: Rgb | None
    edges: Sequence[str]
    empty: bool
    ground: str | None
    height: int
    images: Sequence[str] | None
    kinds: Sequence[str]
    mirror: bool
    name: str
    of: str | None
    picture: Sequence[Sequence[Rgb]]
    symbol: str | None
    turns: bool
    weight: int


class TileSet(TypedDict, total=False):
    """A set of tiles and the rules by which they touch."""

    about: str
    adjacent: Sequence[Adjacent]
    apart: Sequence[Adjacent]
    coarse: Mapping[str, CoarseWorld]
    constraint: Sequence[Constraint]
    corners: str
    cover: Sequence[Cover]
    field: Mapping[str, Field]
    labels: Mapping[str, Label]
    name: str
    network: Sequence[Network]
    region: Sequence[Region]
    rooms: Rooms | None
    sample: Sample | None
    shape: CellShape
    steps: Steps | None
    tile: Sequence[Tile]


TileSource: TypeAlias = 'str | TileSet'


class DungeonSpec(TypedDict, total=False):
    """A dungeon for a game master."""

    candidate: Candidate | None
    codex: Sequence[str]
    contents: GeneticParams
    corridor_width: int
    dead_ends: int
    density: Density
    difficulty: Difficulty
    edition: Edition
    enemies: int
    entrances: int
    height: int | None
    lang: Language
    layout: GeneticParams
    levels: int
    locks: int
    maze: int
    party: Party
    reroll: Reroll | None
    rooms: Sequence[int] | None
    secrets: int
    shapes: Sequence[RoomShape]
    size: Size
    targets: Targets
    theme: str | None
    traps: int
    treasure: int
    width: int | None
    winding: bool


class ClassicDungeonSpec(TypedDict, total=False):
    """The dungeon of the thesis."""

    contents: GeneticParams
    enemies: int
    layout: GeneticParams
    penalties: Penalties
    rank: int
    size: Size
    treasure: int


class CatanSpec(TypedDict, total=False):
    """A Catan board."""

    aco: AntColonyParams
    anneal: AnnealingParams | None
    brkga: BrkgaParams
    locked: Sequence[Sequence[int]]
    method: Method
    ports: bool
    profile: CatanProfile
    rules: RuleSet | None
    set: CatanSet
    start: Board | None
    thesis: PublishedParams
    unfair: int


class TerraMysticaSpec(TypedDict, total=False):
    """A Terra Mystica board."""

    aco: AntColonyParams
    anneal: AnnealingParams | None
    attempts: int
    brkga: BrkgaParams
    locked: Sequence[Sequence[int]]
    method: Method
    profile: TerraMysticaProfile
    rows: Sequence[int]
    rules: RuleSet | None
    start: Board | None
    thesis: PublishedParams
    tiles: Mapping[str, int]
    unfair: int


class LevelPlanSpec(TypedDict, total=False):
    """A level laid out in space."""

    layout: LayoutOptions
    level: LevelSpec


class WorldSpec(TypedDict, total=False):
    """A tile world."""

    bare: bool
    black_background: bool
    chunks: ChunkRange | None
    constraint: Sequence[Constraint]
    edit: Sequence[CellEdit]
    height: int
    heuristic: Heuristic | None
    layers: int
    limit: int | None
    limits: Limits
    mask: Sequence[str]
    periodic: Periodic
    tileset: TileSource
    width: int


class WorldFields(TypedDict, total=False):
    """A world to be made, but for its tile set."""

    bare: bool
    black_background: bool
    chunks: ChunkRange | None
    constraint: Sequence[Constraint]
    edit: Sequence[CellEdit]
    height: int
    heuristic: Heuristic | None
    layers: int
    limit: int | None
    limits: Limits
    mask: Sequence[str]
    periodic: Periodic
    width: int
