"""Uses that a type checker must refuse: each line with a comment, and no other."""

import mapkiln
from mapkiln.specs import DungeonSpec

mapkiln.dungeon(size="huge")  # wrong
mapkiln.dungeon(siez="small")  # wrong
mapkiln.dungeon(party=4)  # wrong
mapkiln.dungeon("small")  # wrong
mapkiln.dungeon(seed=1.5)  # wrong
mapkiln.dungeon(size="small", party="4x3", seed=7)
mapkiln.level("lock-and-key", rooms="many")  # wrong
mapkiln.level("lock-and-key", rooms=20, seed=7)
mapkiln.world("village", size=60)  # wrong
mapkiln.world("village", size=(60, 20))
mapkiln.board("chess")  # wrong
mapkiln.board("catan", profile="tournament").score()
mapkiln.board("catan", profle="tournament")  # wrong
mapkiln.board("terra-mystica", profile="tournament")  # wrong
mapkiln.board("terra-mystica", players=4)  # wrong
mapkiln.board("terra-mystica", profile="thesis", seed=1)
mapkiln.level(seed=1).rooms  # wrong
mapkiln.dungeon(seed=1).score()  # wrong
mapkiln.dungeon(seed=1).rooms
mapkiln.fov([[0]], "a", 0)  # wrong
spec: DungeonSpec = {"size": "small", "difficulty": "deadly"}  # wrong
other: DungeonSpec = {"size": "small", "difficulty": "high"}
mapkiln.search.brkga(3, 5)  # wrong
mapkiln.search.anneal(1, lambda x, rng: x, str)  # wrong
