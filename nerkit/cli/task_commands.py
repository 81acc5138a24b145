"""The commands of tasks that have only the shared options and the options of the task.

`HELP` has the help text of each command. Tasks with additional options have separate modules: `amr`, `bio`,
`noisy`.
"""

from functools import cache
from importlib import import_module
from typing import Any

import click

from nerkit.cli.help import GroupedCommand
from nerkit.cli.options import Shared, in_order, own_options, scoring_options
from nerkit.cli.scoring import run

LISTED_BEHIND = {  # task -> option -> the option before it in the help; by default the order of the fields
    "spans": {"n_best": "gold_candidates", "noise": "n_best", "period": "noise"},
    "mrp": {"normalize": "order", "limit": "repair"},
}
# fmt: off
HELP = {  # task -> the text of `--help`
    "spans": """\
Score spans: named entities, mentions, with offsets, types and ids.

nerkit spans reads span TSV, brat folders, HIPE's columns, spaCy (JSON, DocBin), Prodigy, Label Studio,
doccano and WebAnno TSV 3. It also reads LangExtract, GLiNER, Hugging Face's pipeline output and dataset
rows, and answers of models.

Measures: aggregator:filter:key, names and groups (tac14, lorehlt, luo, nervaluate), characters.
Default: sets::span sets::span+type overlap-maxmax::span overlap-sumsum::span, headline
sets::span+type; with ids strong_mention_match strong_typed_mention_match strong_all_match muc b_cubed
mention_ceaf, headline strong_all_match. `nerkit measures spans` lists all.

\b
Examples:
  nerkit spans -g gold.tsv -s system.tsv
  nerkit spans -g gold.tsv -s system.tsv --by label --macro
  nerkit spans -g gold.tsv -s system.tsv -m overlap-maxsum::span -m tac09
  nerkit spans -g gold.tsv -s system.tsv --type-weights types.json
  nerkit spans -g gold.tsv -s system.tsv -m nervaluate --min-overlap 50
  nerkit spans -g gold.tsv -s system.tsv -m conll -m lea --match overlap
  nerkit spans -g brat-gold/ -s brat-system/ --by document
  nerkit spans -g doccano.jsonl -s gliner.json --min-score 0.5
  nerkit spans -g inception/ -s pipeline.json --layer NamedEntity
  nerkit spans -g annotated.jsonl -s predicted.jsonl --extra ignore
  nerkit spans --preset hipe -g gold.tsv -s system.tsv --n-best 1,3,5
  nerkit spans -g gold/ -s system/ --only document=@dev.txt -f markdown
""",
    "coref": """\
Score coreference: clusters of mentions of the same entity (MUC, B-cubed, CEAF, CoNLL, LEA).

nerkit coref reads CoNLL-2011/12 and SemEval-2010 columns, CorefUD, ARRAU, JSON clusters, chains of
WebAnno, and span TSV with ids. Entities in span TSV may span several documents.

nerkit pairs documents by id, and ignores `; part 000` if the other side has no parts. --ids renames
documents.

Measures: mentions muc b_cubed ceaf_e conll ceaf_m blanc lea pairwise mor zero. Default: mentions muc
b_cubed ceaf_e conll, headline conll. `nerkit measures coref` lists all.

\b
Examples:
  nerkit coref -g gold.conll -s system.conll
  nerkit coref -g gold.conll -s system.conll --preset ontonotes --by document
  nerkit coref -g gold.conllu a=run1.conllu b=run2.conllu --preset corefud
  nerkit coref -g gold.jsonl -s system.jsonl -m lea -m blanc --singletons drop
  nerkit coref -g gold.tsv -s system.tsv -m all -f json
  nerkit coref -g gold.conll -s system.jsonl --ids names.tsv
""",
    "mrp": """\
Score meaning representation graphs (MRP JSONL: DM, PSD, EDS, UCCA, AMR, PTG, DRG).

nerkit finds the correspondence of gold nodes and system nodes under which most tuples agree, and proves
it. The measures sdp, edm, ucca and smatch are available, too. For a file with several frameworks nerkit
prints a row per framework and the macro average.

Measures: mrp smatch sdp edm ucca. Default: mrp, headline mrp. `nerkit measures mrp` lists all.

\b
Examples:
  nerkit mrp -g gold.mrp -s system.mrp
  nerkit mrp -g gold.mrp -s system.mrp -m mrp -m ucca --by document
  nerkit mrp -g gold.mrp -s system.mrp --labels dm,psd --order
  nerkit mrp -g gold.mrp -s system.mrp --skip-invalid --jobs auto
""",
    "ie": """\
Score extracted records: relations, events, templates, opinions, or by a formula of your own.

nerkit ie recognises by content OneIE and TextEE, DyGIE++, DocRED, WikiEvents, RAMS, SpERT, brat,
Prodigy, Label Studio and doccano. It also reads GRIT, GTT, IterX, MUC-4, SciREX, structured sentiment,
ABSA tuples and JSON lines. Write your own formula in a small TOML file; see docs/algebra.md.

Measures: relation, relation-untyped, relation-strict; trigger-i, trigger-c, argument-i, argument-c;
wikievents-c, docred, docred-ign; ree, template, template-gtt, template-muc4, better, rme-subset, scirex
and others; sentiment-f1, absa-tuple; and the formulas of --metric. Default: what the file holds, headline
relation, argument-c, docred, wikievents-c, ree, template, scirex, sentiment-f1 or absa-tuple. `nerkit
measures ie` lists all.

\b
Examples:
  nerkit ie -g gold.jsonl -s system.jsonl
  nerkit ie -g gold.jsonl -s system.jsonl -m argument-c --by label
  nerkit ie -g dev.json -s submission.json --seen train.json
  nerkit ie -g gold.jsonl -s system.jsonl --mention-similarity phi4
  nerkit ie -g key.txt -s response.txt -m template-muc4 -f muc4
  nerkit ie -g scirex.jsonl -s relations.jsonl --clusters clusters.jsonl
  nerkit ie -g gold.jsonl -s system.jsonl --metric arguments.toml
  nerkit ie -g gold.jsonl a.jsonl b.jsonl --metric arguments.toml
  nerkit ie -g gold.jsonl -s system.jsonl --metric my_metric.py -f json
""",
    "srl": """\
Score semantic roles (SRL): propositions (CoNLL-2004, 2005, 2012), heads of arguments (CoNLL-2008,
2009, PriMeSRL, Universal Propositions).

Both sides must have the same sentences and words. An argument made of spans is right if its predicate,
label and pieces are equal (A1 and the following C-A1 form one argument). V counts in no total.

Measures: for spans srl, srl/unlabeled, srl/propositions, and srl-conll05 as srl-eval.pl counts; for
heads srl-dep and its parts, LAS UAS LA (as eval09.pl), primesrl. Default: by content, headline srl (for
heads srl-dep, for CoNLL-U primesrl/arguments). `nerkit measures srl` lists all.

\b
Examples:
  nerkit srl -g gold.props -s system.props
  nerkit srl -g gold.props -s system.props -m srl-conll05 --by label
  nerkit srl -g gold.conll09 a=run1.conll09 b=run2.conll09
  nerkit srl -g gold.conllu -s system.conllu -m primesrl
  nerkit srl -g gold.v4_gold_conll -s system.v4_auto_conll --by predicate
""",
    "dep": """\
Score dependency trees (CoNLL-U, CoNLL-X): attachment, tags, features, lemmas, segmentation, enhanced
graphs.

Both sides must have the same text, but tokens, words and sentences may differ: nerkit aligns words by
their characters. In CoNLL-X nerkit compares words one by one.

Measures: UAS LAS CLAS MLAS BLEX UPOS XPOS UFeats AllTags Lemmas Words Tokens Sentences LA ELAS EULAS.
Default: UAS LAS, headline LAS. `nerkit measures dep` lists all.

\b
Examples:
  nerkit dep -g gold.conllu -s system.conllu
  nerkit dep -g gold.conllu -s system.conllu --preset ud18
  nerkit dep -g gold.conllu a=run1.conllu b=run2.conllu -m LAS --by label
  nerkit dep -g gold.conllu -s system.conllu -m ELAS -m EULAS --skip-invalid
  nerkit dep -g gold.conll -s system.conll --preset conllx
""",
    "tree": """\
Score constituents of bracketed trees (PTB, discbracket, NEGRA export), as EVALB and disco-dop do.

As EVALB does, nerkit excludes and lists sentences with different words. --align compares such sentences
by their characters.

Measures: brackets unlabeled tagging exact crossing no-crossing 2-or-less-crossing avg-crossing.
Default: brackets, headline brackets. `nerkit measures tree` lists all.

\b
Examples:
  nerkit tree -g gold.mrg -s parsed.mrg
  nerkit tree -g gold.mrg -s parsed.mrg -m all --params new --punctuation gold
  nerkit tree -g gold.mrg a=run1.mrg b=run2.mrg --by label
  nerkit tree -g gold.mrg -s parsed.mrg --params COLLINS.prm -f evalb
  nerkit tree -g gold.dbr -s parsed.dbr --params proper
""",
    "json": """\
Score nested JSON (structured output): leaves that agree when arrays are matched best.

nerkit json reads JSON lines, folders with one file per document, arrays, batch files and chat files. A
system may also be the raw text of a model.

Measures: json json/exact json/item json/format json-soft json-accuracy json-schema; of answers to
questions squad triviaqa drop anls anls-strict anls-star, each with a preset.
Default: json and its parts, headline json. `nerkit measures json` lists all.

\b
Examples:
  nerkit json -g gold.jsonl -s system.jsonl
  nerkit json -g gold.jsonl -s system.jsonl --by path
  nerkit json -g gold.jsonl system.jsonl --lenient --within total=1%
  nerkit json -g gold/ -s outputs/ --ignore '**.id' --key items=sku
  nerkit json -g gold.jsonl a=prompt1.jsonl b=prompt2.jsonl
""",
    "calls": """\
Score tool calls (function calling): same calls in each turn, their tools and arguments.

Reads logs of OpenAI, Anthropic, Gemini, Bedrock, MCP, LangChain and ollama, messages, BFCL, and the raw
text of models, on either side.

Measures: calls calls/exact calls/format tools arguments trajectory irrelevance calls-schema.
Default: calls and its parts, tools and arguments, headline calls. `nerkit measures calls` lists all.

\b
Examples:
  nerkit calls -g gold.jsonl -s system.jsonl
  nerkit calls -g gold.jsonl -s system.jsonl --by label
  nerkit calls -g gold.jsonl log.jsonl --tools tools.json --order sequence
  nerkit calls -g gold.jsonl a=prompt1.jsonl b=prompt2.jsonl
""",
}
# fmt: on


@cache
def command_of(task: str) -> click.Command:
    """The click command of a task in HELP."""
    options = import_module(f"nerkit.scorers.{task}.options").Options

    def score(shared: Shared, **own: Any) -> None:
        run(task, shared, **in_order(options, own))

    with_options = scoring_options(own_options(options, **LISTED_BEHIND.get(task, {}))(score), task=task)
    return click.command(task, cls=GroupedCommand, daily=(), help=HELP[task])(with_options)
