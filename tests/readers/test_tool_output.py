"""Readers on what the tools themselves wrote, where they are installed: none of them needs a model for it."""

import json
from itertools import pairwise

import numpy as np
import pytest

import nerkit

TEXTS = ["Tolkien left Oxford .", "I like 😊 Oslo .", "Nothing ."]
SPANS = [[(0, 7, "PER"), (13, 19, "LOC")], [(9, 13, "LOC")], []]
NAMES = ["O", "B-PER", "I-PER", "B-LOC", "I-LOC"]


def keyed(span):
    """A span with its keys."""
    return dict(zip(("start", "end", "label"), span, strict=True))


@pytest.fixture
def gold(write):
    """The annotations as annotation TSV does not have them: with their texts."""
    lines = [
        json.dumps({"id": f"d{i}", "text": text, "ents": list(map(keyed, spans))})
        for i, (text, spans) in enumerate(zip(TEXTS, SPANS, strict=True))
    ]
    return str(write("gold.jsonl", "".join(f"{line}\n" for line in lines)))


def perfect(gold, system):
    """Whether a system is gold again, by the measures of spans."""
    row = nerkit.evaluate(gold, system, task="spans", measures="sets::span+type")["sets::span+type"]
    return (row.p_num, row.p_den, row.r_den) == (3, 3, 3)


def test_spacy(gold, tmp_path):
    """DocBin, `to_json`, and documents in memory."""
    spacy = pytest.importorskip("spacy")
    from spacy.tokens import DocBin

    nlp = spacy.blank("en")
    docs = []
    for text, spans in zip(TEXTS, SPANS, strict=True):
        doc = nlp(text)
        doc.ents = [doc.char_span(*span[:2], label=span[2]) for span in spans]
        docs.append(doc)
    DocBin(docs=docs, store_user_data=True).to_disk(tmp_path / "x.spacy")
    (tmp_path / "x.jsonl").write_text("".join(json.dumps(doc.to_json()) + "\n" for doc in docs))
    assert perfect(gold, str(tmp_path / "x.spacy"))
    assert perfect(gold, str(tmp_path / "x.jsonl"))
    assert perfect(gold, docs)


def rows():
    """Tokens and numbers of tags."""
    made = {"id": [], "tokens": [], "ner_tags": []}
    for i, (text, spans) in enumerate(zip(TEXTS, SPANS, strict=True)):
        tags, at = [], 0
        for token in text.split(" "):
            inside = [s for s in spans if s[0] <= at < s[1]]
            tags.append(NAMES.index(f"{'B' if inside[0][0] == at else 'I'}-{inside[0][2]}") if inside else 0)
            at += len(token) + 1
        for key, value in (("id", f"d{i}"), ("tokens", text.split(" ")), ("ner_tags", tags)):
            made[key].append(value)
    return made


def test_datasets(gold, tmp_path):
    """`to_json` with the description beside it, `to_parquet`, and a data set in memory."""
    datasets = pytest.importorskip("datasets")
    text = datasets.Value("string")
    tags = datasets.Sequence(datasets.ClassLabel(names=NAMES))
    features = datasets.Features({"id": text, "tokens": datasets.Sequence(text), "ner_tags": tags})
    data = datasets.Dataset.from_dict(rows(), features=features)
    data.to_parquet(tmp_path / "x.parquet")
    data.to_json(tmp_path / "x.jsonl")
    assert perfect(gold, str(tmp_path / "x.parquet"))
    with pytest.raises(nerkit.NerkitError, match="has no name"):
        nerkit.evaluate(gold, str(tmp_path / "x.jsonl"), task="spans")
    data.info.write_to_directory(str(tmp_path))
    assert perfect(gold, str(tmp_path / "x.jsonl"))
    assert nerkit.evaluate(data, data)["chunk"].p_den == 3


def test_langextract(gold, tmp_path):
    """Its own aligner gives intervals and statuses, its own writer the file; a string is not in the text."""
    langextract = pytest.importorskip("langextract")
    from langextract import data
    from langextract.resolver import WordAligner

    documents = []
    for i, (text, spans) in enumerate(zip(TEXTS, SPANS, strict=True)):
        given = [data.Extraction(label, text[start:end].lower()) for start, end, label in spans]
        if i == 0:
            given.append(data.Extraction("LOC", "Oxfrd"))
        groups = WordAligner().align_extractions([given], text) if given else []
        documents.append(
            data.AnnotatedDocument(
                document_id=f"d{i}", text=text, extractions=[each for group in groups for each in group]
            )
        )
    langextract.io.save_annotated_documents(iter(documents), tmp_path, "x.jsonl", show_progress=False)
    result = nerkit.evaluate(gold, str(tmp_path / "x.jsonl"), measures="sets::span+type")
    assert (result["sets::span+type"].p_num, result["sets::span+type"].p_den) == (3, 4)


@pytest.mark.parametrize("strategy", ["none", "simple", "first", "average", "max"])
def test_transformers(gold, write, strategy):
    """The pipeline's own grouping of scores that are given, with every aggregation strategy."""
    pytest.importorskip("transformers")
    from transformers.pipelines.token_classification import AggregationStrategy, TokenClassificationPipeline

    class Stub:
        """What the pipeline asks of its model and tokenizer."""

        is_fast, unk_token_id = True, -1
        config = type("Config", (), {"id2label": dict(enumerate(NAMES))})
        _tokenizer = type("Backend", (), {"model": type("Model", (), {"continuing_subword_prefix": "##"})})

        def convert_ids_to_tokens(self, number):
            return self.words[number]

        def convert_tokens_to_string(self, words):
            return " ".join(words).replace(" ##", "").lower()

    pipeline = object.__new__(TokenClassificationPipeline)
    pipeline.tokenizer = pipeline.model = stub = Stub()
    given, outputs = rows(), []
    for text, tokens, tags in zip(TEXTS, given["tokens"], given["ner_tags"], strict=True):
        pieces, offsets, scores, at = [], [], [], 0
        for token, tag in zip(tokens, tags, strict=True):
            cuts = [0, 3, len(token)] if len(token) > 3 else [0, len(token)]
            for place, (a, b) in enumerate(pairwise(cuts)):
                pieces.append(("##" if place else "") + token[a:b])
                offsets.append((at + a, at + b))
                inside = NAMES.index(NAMES[tag].replace("B-", "I-")) if place else tag
                scores.append(np.eye(len(NAMES))[inside] * 0.8 + 0.04)
            at += len(token) + 1
        stub.words = pieces
        kind = AggregationStrategy(strategy)
        mask = np.zeros(len(pieces), int)
        pre = pipeline.gather_pre_entities(
            text, np.arange(len(pieces)), np.array(scores), offsets, mask, kind
        )
        entities = pipeline.aggregate(pre, kind)
        key = "entity" if strategy == "none" else "entity_group"
        outputs.append([each for each in entities if each[key] != "O"])
    path = write("x.json", json.dumps(outputs, default=float))
    assert perfect(gold, str(path))


WORDS = ["Tolkien", "left", "Oxford", ".", "I", "like", "😊", "Oslo", "Nothing"]


def tokenizer(transformers):
    """A tokenizer of these words, of which the longer ones are two pieces."""
    from tokenizers import Tokenizer, models, pre_tokenizers

    pieces = [piece for word in WORDS for piece in ([word[:4], f"##{word[4:]}"] if len(word) > 4 else [word])]
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "<<ENT>>", "<<SEP>>"]
    numbers = {piece: number for number, piece in enumerate(special + sorted(set(pieces)))}
    made = Tokenizer(models.WordPiece(numbers, unk_token="[UNK]"))
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    names = {"unk_token": "[UNK]", "pad_token": "[PAD]", "cls_token": "[CLS]", "sep_token": "[SEP]"}
    return transformers.PreTrainedTokenizerFast(tokenizer_object=made, **names)


def small_bert(transformers, **options):
    """The description of a model of a few numbers."""
    sizes = {"hidden_size": 32, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 32}
    return transformers.BertConfig(vocab_size=40, **sizes, **options)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", range(4))
def test_a_pipeline_of_transformers(write, seed):
    """A random model: every strategy's offsets are read, and pieces are joined as the pipeline joins them."""
    torch, transformers = pytest.importorskip("torch"), pytest.importorskip("transformers")
    torch.manual_seed(seed)
    config = small_bert(transformers, id2label=dict(enumerate(NAMES)), label2id={})
    model = transformers.BertForTokenClassification(config).eval()
    model.classifier.weight.data *= 30  # not always the same label
    pipeline = transformers.pipeline(
        "token-classification", model=model, tokenizer=tokenizer(transformers), device="cpu"
    )
    paths = {}
    for strategy in ("none", "simple", "first", "average", "max"):
        outputs = pipeline(TEXTS, aggregation_strategy=strategy)
        paths[strategy] = str(write(f"{strategy}.json", json.dumps(outputs, default=float)))
        if strategy != "none":
            spans = nerkit.read(paths[strategy])
            listed = [(each["start"], each["end"]) for entities in outputs for each in entities]
            assert list(zip(spans.start.tolist(), spans.end.tolist(), strict=True)) == listed
    assert nerkit.read(paths["simple"]).start.size
    row = nerkit.evaluate(paths["simple"], paths["none"], measures="sets::span+type")["sets::span+type"]
    assert row.p_num == row.p_den == row.r_den


@pytest.mark.filterwarnings("ignore")
def test_gliner(write, tmp_path):
    """A random model finds spans, which are read from each form in which predictions are kept."""
    torch, gliner = pytest.importorskip("torch"), pytest.importorskip("gliner")
    transformers = pytest.importorskip("transformers")
    torch.manual_seed(3)
    tokenizer(transformers).save_pretrained(tmp_path)
    bert = small_bert(transformers)
    bert.save_pretrained(tmp_path)
    config = gliner.GLiNERConfig(
        model_name=str(tmp_path), hidden_size=32, encoder_config=bert.to_dict(), max_width=3
    )
    model = gliner.GLiNER.from_config(config, backbone_from_pretrained=False)
    options = {"labels": ["person", "place"], "threshold": 0.45}  # of random numbers all are near a half
    outputs = model.inference(TEXTS, **options)
    number = sum(map(len, outputs))
    assert number > 1
    gold = [
        {"text": text, "spans": [{key: each[key] for key in ("start", "end", "label")} for each in entities]}
        for text, entities in zip(TEXTS, outputs, strict=True)
    ]
    gold = write("gold.jsonl", "".join(f"{json.dumps(record)}\n" for record in gold))
    probable = model.inference(TEXTS, **options, return_class_probs=True)
    forms = [
        write("nested.json", json.dumps(outputs)),
        write("indented.json", json.dumps(outputs, indent=2)),
        write("probable.json", json.dumps(probable)),
        write("lines.jsonl", "".join(f"{json.dumps(entities)}\n" for entities in outputs)),
        write(
            "records.jsonl",
            "".join(
                json.dumps({"text": text, "entities": entities}) + "\n"
                for text, entities in zip(TEXTS, outputs, strict=True)
            ),
        ),
    ]
    for path in forms:
        row = nerkit.evaluate(str(gold), str(path), measures="sets::span+type")["sets::span+type"]
        assert (row.p_num, row.p_den, row.r_den) == (number,) * 3
    assert nerkit.evaluate(str(gold), outputs, task="spans", measures="sets::span").f1 == 1
