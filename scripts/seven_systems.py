"""Write demo/seven/: gold and the output of seven systems for tagged posts, made up by rule.

    python -m scripts.seven_systems

The posts are sentences of a few patterns, with the six types of names that noisy user-generated text is
tagged with (person, location, corporation, creative-work, group, product). A system leaves names out, cuts
them short, or takes one type for another, each at its own rate, in the order of a fixed random generator.
"""

import random
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "demo" / "seven"
NAMES = {
    "person": ["Ada Lind", "Bo", "Carla Mendes", "Dev", "Ines Okoro", "J. P. Winter"],
    "location": ["Port Ellery", "Rua Nova", "Halden", "Lake Mira", "Old Quay"],
    "corporation": ["Ellery Ferries", "Mirabank", "Nordkite", "Winter and Sons"],
    "creative-work": ["The Long Tide", "Saltwater", "A Letter to Ines"],
    "group": ["The Gulls", "Halden United", "The Quay Choir"],
    "product": ["Kite 7", "Tidewatch", "Mira One"],
}
POSTS = (
    ("{person}", "just", "landed", "in", "{location}", ":)"),
    ("anyone", "going", "to", "see", "{group}", "at", "{location}", "?"),
    ("{corporation}", "says", "the", "{product}", "ships", "friday"),
    ("rt", "@tide", "{creative-work}", "is", "out", "and", "{person}", "is", "great", "in", "it"),
    ("my", "{product}", "broke", "again", ",", "thanks", "{corporation}"),
    ("no", "trains", "from", "{location}", "today", ",", "not", "one"),
    ("{person}", "and", "{person}", "read", "{creative-work}", "on", "air"),
)
SYSTEMS = {  # name -> the shares of names that are missed, cut short, of another type
    "arcade": (0.32, 0.10, 0.12),
    "driftwood": (0.45, 0.06, 0.08),
    "flywheel": (0.55, 0.05, 0.10),
    "harbour-adapt": (0.30, 0.08, 0.15),
    "lighthouse": (0.22, 0.08, 0.10),
    "micromast": (0.38, 0.12, 0.14),
    "seven-seas-with-a-long-name": (0.28, 0.10, 0.08),
}
LENGTH = 70  # posts

Post = list[tuple[str, str]]  # words and tags


def posts(chance: random.Random) -> list[Post]:
    """The posts with gold's tags."""
    made = []
    for place in range(LENGTH):
        post: Post = []
        for word in POSTS[place % len(POSTS)]:
            kind = word.strip("{}")
            words = chance.choice(NAMES[kind]).split() if kind != word else [word]
            tags = [f"{'I' if i else 'B'}-{kind}" if kind != word else "O" for i in range(len(words))]
            post += zip(words, tags, strict=True)
        made.append(post)
    return made


def tagged(post: Post, chance: random.Random, shares: tuple[float, float, float]) -> list[str]:
    """The tags of a system."""
    tags = [tag for _, tag in post]
    starts = [i for i, tag in enumerate(tags) if tag[0] == "B"]
    for start in starts:
        end = next((i for i in range(start + 1, len(tags)) if tags[i][0] != "I"), len(tags))
        draw = chance.random()
        missed, cut, other = shares
        if draw < missed:
            tags[start:end] = ["O"] * (end - start)
        elif draw < missed + cut and end - start > 1:
            tags[end - 1] = "O"
        elif draw < missed + cut + other:
            kind = chance.choice([name for name in NAMES if not tags[start].endswith(name)])
            tags[start:end] = [f"{tag[:2]}{kind}" for tag in tags[start:end]]
    return tags


def main() -> None:
    """Write all files."""
    FOLDER.mkdir(exist_ok=True)
    gold = posts(random.Random(7))
    write("gold", gold, [[tag for _, tag in post] for post in gold])
    for seed, (name, shares) in enumerate(SYSTEMS.items()):
        chance = random.Random(seed)
        write(name, gold, [tagged(post, chance, shares) for post in gold])


def write(name: str, gold: list[Post], tags: list[list[str]]) -> None:
    """Write a column file: a word and its tag on a line."""
    text = [
        "".join(f"{word}\t{tag}\n" for (word, _), tag in zip(post, own, strict=True))
        for post, own in zip(gold, tags, strict=True)
    ]
    (FOLDER / f"{name}.conll").write_text("\n".join(text), encoding="utf-8")


if __name__ == "__main__":
    main()
