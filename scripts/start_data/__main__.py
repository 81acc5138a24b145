"""Write demo/start: a text with its names, and what two taggers make of it in three runs each.

`make start-data` runs this where python-crfsuite 0.9.11 and seqeval 1.2.2 are, which nothing else needs. The
texts are dev.txt and train.txt beside this file. Both taggers are linear-chain conditional random fields over
the words around a token; `shapes` also sees parts and shapes of words. A run trains on another bootstrap
sample of the documents of train.txt, as if as much text had been collected again. The same bytes come out
each time.
seqeval's F1 of each run is printed, which `scripts/first_two_minutes.py` holds nerkit's to.
"""

import random
import re
import tempfile
from pathlib import Path

import pycrfsuite
from seqeval.metrics import f1_score
from seqeval.scheme import IOB2

from scripts.start_data.markup import Document, Sentence, bio, documents_of

HERE = Path(__file__).parent
START = HERE.parents[1] / "demo" / "start"
RUNS = (1, 2, 3)  # seeds
TRAINING = {"c1": 0.05, "c2": 0.01, "max_iterations": 150, "feature.possible_transitions": True}


def words_around(words: list[str], place: int) -> list[str]:
    """What tagger `words` sees of a token: the word, its neighbours, and whether it begins with a capital."""
    seen = ["always", f"capital={words[place][0].isupper()}"]
    for offset in range(-2, 3):
        at = place + offset
        word = words[at] if 0 <= at < len(words) else "(none)"
        seen.append(f"word[{offset}]={word.lower()}")
        if abs(offset) == 1:
            seen.append(f"capital[{offset}]={word[0].isupper()}")
    return seen


def words_and_shapes(words: list[str], place: int) -> list[str]:
    """What tagger `shapes` sees: beginnings, ends and shapes of words too."""
    word = words[place]
    seen = words_around(words, place)
    for n in (2, 3, 4):
        seen += [f"begins={word[:n].lower()}", f"ends={word[-n:].lower()}"]
    near = range(max(place - 1, 0), min(place + 2, len(words)))
    seen += [f"shape[{at - place}]={shape(words[at])}" for at in near]
    return [*seen, f"first={place == 0} {shape(word)}"]


def shape(word: str) -> str:
    """A word with X for capitals, x for other letters and 9 for digits, at most two of a kind in a row."""
    classes = "".join(
        "X" if letter.isupper() else "x" if letter.isalpha() else "9" if letter.isdecimal() else letter
        for letter in word
    )
    return re.sub(r"(.)\1{2,}", r"\1\1", classes)


TAGGERS = {"words": words_around, "shapes": words_and_shapes}


def tagged(name: str, seed: int, train: list[Document], dev: list[Document]) -> list[Document]:
    """The documents of *dev* with the tags of a tagger that has seen a sample of *train*."""
    sample = random.Random(seed)
    features = TAGGERS[name]
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", params=TRAINING, verbose=False)
    for _ in train:
        for sentence in train[int(sample.random() * len(train))]:
            words = [word for word, _ in sentence]
            trainer.append([features(words, i) for i in range(len(words))], [tag for _, tag in sentence])
    with tempfile.NamedTemporaryFile() as model:
        trainer.train(model.name)
        tagger = pycrfsuite.Tagger()
        tagger.open(model.name)

        def answer(words: list[str]) -> Sentence:
            return list(zip(words, tagger.tag([features(words, i) for i in range(len(words))]), strict=True))

        return [[answer([word for word, _ in sentence]) for sentence in document] for document in dev]


def tags(documents: list[Document]) -> list[list[str]]:
    """The tags of every sentence."""
    return [[tag for _, tag in sentence] for document in documents for sentence in document]


def main() -> None:
    train, dev = (documents_of(HERE / f"{name}.txt") for name in ("train", "dev"))
    (START / "dev.bio").write_text(bio(dev), encoding="utf-8")
    for name in TAGGERS:
        for seed in RUNS:
            system = tagged(name, seed, train, dev)
            (START / f"{name}_{seed}.bio").write_text(bio(system), encoding="utf-8")
            score = f1_score(tags(dev), tags(system), mode="strict", scheme=IOB2)
            print(f'"{name}_{seed}.bio": {float(score)!r},')


if __name__ == "__main__":
    main()
