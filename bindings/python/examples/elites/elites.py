"""MAP-Elites over dungeons: the best of each kind, by loops, density and danger."""

from __future__ import annotations

import argparse
import json
import os
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import mapkiln

# The grid: a figure of the dungeon, its least and greatest value, and the number of cells.
AXES = {"loops": (0, 10, 10), "density": (0.2, 0.7, 10), "danger": (0.0, 1.2, 6)}
GENERATION = 40


def first(rng: random.Random) -> dict[str, Any]:
    return {
        "maker": "dungeon",
        "size": "small",
        "theme": rng.choice(["crypt", "temple", "mine", "ruin", "sewer", "bandit-lair"]),
        "enemies": rng.randrange(0, 101, 10),
        "traps": rng.randrange(0, 61, 10),
        "difficulty": rng.choice(["low", "moderate", "high"]),
        "targets": {"loops": [loops := rng.randrange(0, 9), loops + 1]},
        "layout": {"population": 8, "generations": 4},
    }


def changed(spec: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    other = first(rng)
    names = rng.sample(["theme", "enemies", "traps", "difficulty", "targets"], rng.choice([1, 2]))
    return {**spec, **{name: other[name] for name in names}}


def judged(spec: dict[str, Any], seed: str) -> dict[str, float] | None:
    """The figures of a dungeon; None for one that cannot be made."""
    try:
        metrics = mapkiln.make(spec, seed=seed).metrics
    except ValueError:
        return None
    danger = metrics["xp"] / max(1.0, metrics["xp_budget"])
    cost = metrics.get("layout_cost", -metrics.get("layout_points", 0.0))
    return {"loops": metrics["loops"], "density": metrics["density"], "danger": danger, "cost": cost}


def kind(figures: dict[str, float]) -> str:
    places = []
    for name, (low, high, cells) in AXES.items():
        share = (figures[name] - low) / (high - low)
        places.append(min(cells - 1, max(0, int(share * cells))))
    return ",".join(map(str, places))


class Evaluator:
    """Judges many dungeons at once, on threads or on Ray."""

    def __init__(self, ray: str | bool | None) -> None:
        self.remote: Any = None
        if ray:
            import ray as cluster

            cluster.init(address="local" if ray is True else str(ray), log_to_driver=False)
            self.cluster = cluster
            self.remote = cluster.remote(num_cpus=1, max_retries=-1)(judged)

    def __call__(self, children: list[tuple[dict[str, Any], str]]) -> list[dict[str, float] | None]:
        if self.remote is not None:
            return list(self.cluster.get([self.remote.remote(*child) for child in children]))
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return list(pool.map(lambda child: judged(*child), children))


def evolve(folder: Path, dungeons: int, seed: int, ray: str | bool | None) -> dict[str, Any]:
    path = folder / "archive.json"
    state: dict[str, Any] = {"seed": seed, "made": 0, "elites": {}}
    if path.exists():
        state = json.loads(path.read_text())
        if state["seed"] != seed:
            raise SystemExit(f"{path} has the seed {state['seed']}; name another folder")
    evaluate = Evaluator(ray)
    elites = state["elites"]
    while state["made"] < dungeons:
        # All that is random in a generation comes from the seed and the generation's number.
        rng = random.Random(f"{seed}/{state['made']}")
        known = [elites[name] for name in sorted(elites)]
        children = []
        for i in range(min(GENERATION, dungeons - state["made"])):
            parent = rng.choice(known)["spec"] if known and rng.random() < 0.9 else None
            spec = changed(parent, rng) if parent else first(rng)
            children.append((spec, f"{seed}/{state['made'] + i}"))
        for (spec, name), figures in zip(children, evaluate(children), strict=True):
            if figures is not None:
                best = elites.get(kind(figures))
                if best is None or figures["cost"] < best["figures"]["cost"]:
                    elites[kind(figures)] = {"spec": spec, "seed": name, "figures": figures}
        state["made"] += len(children)
        beside = path.with_suffix(".new")
        beside.write_text(json.dumps(state, indent=1))
        beside.replace(path)
        print(f"{state['made']} dungeons, {len(elites)} kinds")
    return elites


def heat(elites: dict[str, Any], path: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    import numpy as np

    (loops, density, danger) = (AXES[name] for name in ("loops", "density", "danger"))
    costs = np.full((danger[2], density[2], loops[2]), np.nan)
    for name, elite in elites.items():
        x, y, z = map(int, name.split(","))
        costs[z, y, x] = elite["figures"]["cost"]
    figure, axes = plt.subplots(2, 3, figsize=(11, 6), sharex=True, sharey=True, layout="constrained")
    low, high = np.nanmin(costs), np.nanmax(costs)
    for z, plot in enumerate(axes.flat):
        edges = [danger[0] + (danger[1] - danger[0]) * (z + i) / danger[2] for i in (0, 1)]
        shown = plot.imshow(
            costs[z],
            origin="lower",
            aspect="auto",
            cmap="viridis_r",
            vmin=low,
            vmax=high,
            extent=(loops[0], loops[1], density[0] * 100, density[1] * 100),
        )
        plot.set_facecolor("#eeeeee")
        plot.set_title(f"danger {edges[0]:.1f} to {edges[1]:.1f}", fontsize=10)
    for plot in axes[-1]:
        plot.set_xlabel("loops")
    for plot in axes[:, 0]:
        plot.set_ylabel("floor, %")
    figure.colorbar(shown, ax=axes, label="layout cost of the best dungeon")
    figure.suptitle(f"{len(elites)} kinds of dungeons")
    figure.savefig(path, dpi=110)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--dungeons", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ray", nargs="?", const=True)
    words = parser.parse_args()
    words.output.mkdir(parents=True, exist_ok=True)
    elites = evolve(words.output, words.dungeons, words.seed, words.ray)
    heat(elites, words.output / "heat.png")


if __name__ == "__main__":
    main()
