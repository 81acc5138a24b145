import functools
import importlib.util
import json
import tempfile

import nltk
from inputs import source


def score(gold, system, options):
    # a slot is one line, so that no model of sentences is needed
    nltk.word_tokenize = functools.partial(nltk.word_tokenize, preserve_line=True)
    path = source("WebNLG-Text-to-triples/Evaluation_script_json.py")
    spec = importlib.util.spec_from_file_location("script", path)
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    with tempfile.TemporaryDirectory() as folder:
        out = f"{folder}/scores.json"
        script.main(gold, system, out)
        strict = json.loads(open(out, encoding="utf-8").read())["Total_scores"]["Strict"]
    return {"p": strict["Precision"], "r": strict["Recall"]}
