"""A world as a pyramid of map tiles in an MBTiles file."""

from __future__ import annotations

import argparse
import io
import os
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from PIL import Image

import mapkiln

PIXELS = 256
CELL = 4  # pixels of a cell at the largest zoom
CHUNK = 32  # cells of a chunk of the endless world
TILE = PIXELS // CELL  # cells of a tile at the largest zoom
BLOCK = 16  # tiles of a block, a power of 2
HALVINGS = BLOCK.bit_length() - 1

Tiles = dict[tuple[int, int, int], bytes]


def drawn(tileset: str, seed: str, column: int, row: int, tiles: int) -> Image.Image:
    """A strip of tiles at the largest zoom, from one piece of the world."""
    per = TILE // CHUNK
    chunks = {"from": [column * per, row * per], "to": [(column + tiles) * per - 1, (row + 1) * per - 1]}
    world = mapkiln.make({"maker": "world", "tileset": tileset, "chunks": chunks}, seed=seed)
    picture = Image.open(io.BytesIO(world.to_bytes("png", bare=True, pixels=CELL))).convert("RGB")
    assert picture.size == (PIXELS * tiles, PIXELS), picture.size
    return picture


def png(picture: Image.Image) -> bytes:
    file = io.BytesIO()
    picture.quantize(64).save(file, "PNG", optimize=False)
    return file.getvalue()


def make_block(folder: str, tileset: str, seed: str, x: int, y: int, zoom: int, most: int) -> str:
    """Makes a block with all zooms above it, and stores it; the name of its file."""
    target = Path(folder) / f"block-{x:05}-{y:05}.mbtiles"
    if target.exists():
        return target.name
    side = min(BLOCK, most - x * BLOCK), min(BLOCK, most - y * BLOCK)
    level = Image.new("RGB", (side[0] * PIXELS, side[1] * PIXELS))
    for j in range(side[1]):
        level.paste(drawn(tileset, seed, x * BLOCK, y * BLOCK + j, side[0]), (0, j * PIXELS))
    tiles: Tiles = {}
    for up in range(HALVINGS + 1):
        across, down = (-(-size // PIXELS) for size in level.size)
        for j in range(down):
            for i in range(across):
                box = (i * PIXELS, j * PIXELS, (i + 1) * PIXELS, (j + 1) * PIXELS)
                tiles[zoom - up, (x * BLOCK >> up) + i, (y * BLOCK >> up) + j] = png(level.crop(box))
        if up < HALVINGS:
            level = level.resize(((level.width + 1) // 2, (level.height + 1) // 2), Image.Resampling.BOX)
    beside = target.with_suffix(f".{os.getpid()}.new")
    beside.unlink(missing_ok=True)
    store(beside, tiles)
    beside.replace(target)
    return target.name


def store(path: Path, tiles: Tiles, **metadata: Any) -> None:
    file = sqlite3.connect(path)
    with file:
        file.execute("CREATE TABLE IF NOT EXISTS metadata (name TEXT PRIMARY KEY, value TEXT)")
        file.execute(
            "CREATE TABLE IF NOT EXISTS tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER,"
            " tile_data BLOB, PRIMARY KEY (zoom_level, tile_column, tile_row))"
        )
        file.executemany("INSERT OR REPLACE INTO metadata VALUES (?, ?)", sorted(metadata.items()))
        # MBTiles counts rows from the south.
        rows = [(z, x, (1 << z) - 1 - y, data) for (z, x, y), data in sorted(tiles.items())]
        file.executemany("INSERT OR REPLACE INTO tiles VALUES (?, ?, ?, ?)", rows)
    file.close()


def join(folder: Path, names: list[str], zoom: int, cells: int, tileset: str, seed: str) -> Path:
    """One file of all blocks, with the zooms above them."""
    beside = folder / "world.new"
    beside.unlink(missing_ok=True)
    info = {"name": f"{tileset}, seed {seed}", "format": "png", "minzoom": 0, "maxzoom": zoom, "cells": cells}
    store(beside, {}, **info)
    file = sqlite3.connect(beside)
    for name in names:
        file.execute("ATTACH ? AS block", (str(folder / name),))
        with file:
            file.execute("INSERT OR REPLACE INTO tiles SELECT * FROM block.tiles")
        file.execute("DETACH block")
    for z in range(zoom - HALVINGS - 1, -1, -1):
        below: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for x, y in file.execute("SELECT tile_column, tile_row FROM tiles WHERE zoom_level = ?", (z + 1,)):
            below.setdefault((x // 2, y // 2), []).append((x, y))
        for (x, y), parts in sorted(below.items()):
            picture = Image.new("RGB", (2 * PIXELS, 2 * PIXELS))
            for i, j in parts:
                query = "SELECT tile_data FROM tiles WHERE zoom_level=? AND tile_column=? AND tile_row=?"
                (data,) = file.execute(query, (z + 1, i, j)).fetchone()
                # Rows count from the south: the upper half has the odd ones.
                picture.paste(Image.open(io.BytesIO(data)).convert("RGB"), (i % 2 * PIXELS, (1 - j % 2) * PIXELS))
            small = png(picture.resize((PIXELS, PIXELS), Image.Resampling.BOX))
            with file:
                file.execute("INSERT OR REPLACE INTO tiles VALUES (?, ?, ?, ?)", (z, x, y, small))
    file.close()
    target = folder / "world.mbtiles"
    beside.replace(target)
    return target


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--cells", type=int, default=1024, help="cells of a side")
    parser.add_argument("--tileset", default="meadow")
    parser.add_argument("--seed", default="atlas")
    parser.add_argument("--ray", nargs="?", const=True)
    words = parser.parse_args()
    most = -(-words.cells // TILE)
    zoom = max(HALVINGS, (most - 1).bit_length())
    blocks = -(-most // BLOCK)
    words.output.mkdir(parents=True, exist_ok=True)
    fixed = (str(words.output.absolute()), words.tileset, words.seed)
    tasks = [(*fixed, x, y, zoom, most) for y in range(blocks) for x in range(blocks)]
    names = []
    if words.ray:
        import ray

        ray.init(address="local" if words.ray is True else words.ray, log_to_driver=False)
        remote = ray.remote(num_cpus=1, max_retries=-1)(make_block)
        waiting, pending = iter(tasks), []
        cores = int(ray.cluster_resources().get("CPU", 1))
        while True:
            while len(pending) < 4 * cores and (task := next(waiting, None)) is not None:
                pending.append(remote.remote(*task))
            if not pending:
                break
            done, pending = ray.wait(pending)
            names += ray.get(done)
            print(f"{len(names)} of {len(tasks)} blocks")
    else:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for name in pool.map(lambda task: make_block(*task), tasks):
                names.append(name)
                print(f"{len(names)} of {len(tasks)} blocks")
    print(join(words.output, sorted(names), zoom, words.cells, words.tileset, words.seed))


if __name__ == "__main__":
    main()
