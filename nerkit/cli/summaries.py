"""What `nerkit --help` says of each command without loading it; `make docs` writes this module."""

SUMMARIES = {
    "evaluate": "Score system output against gold, whatever the format: it is recognised by content.",
    "spans": "Score spans: entity mentions with offsets, types and ids.",
    "bio": "Score tagged tokens: names, chunks, slots in BIO columns, of any scheme.",
    "noisy": "Score entities where the text itself differs: recognised handwriting or speech, tagged.",
    "coref": "Score coreference: which mentions belong to the same entity.",
    "mrp": "Score meaning representation graphs (MRP JSONL: DM, PSD, EDS, UCCA, AMR, PTG, DRG).",
    "amr": "Score meaning graphs (AMR in PENMAN notation) by the triples that agree.",
    "ie": "Score records: relations, events, role fillers, templates, or whatever a formula of your own compares.",
    "dep": "Score dependency trees (CoNLL-U, CoNLL-X): attachment, tags, features, lemmas, segmentation, enhanced graphs.",
    "tree": "Score bracketed trees (PTB, discbracket, NEGRA export) with the numbers of EVALB and disco-dop.",
    "json": "Score nested JSON: leaves that agree under the best matching of arrays, whatever their order.",
    "nerval": "Score as Nerval 0.3.3 does, with its options and its Markdown tables.",
    "compare": "Compare systems: differences, p-values, ranks.",
    "errors": "List errors: one line for each wrong item, with its class.",
    "merge": "Add results of different documents, written with --counts-only.",
    "convert": "Convert tagged text, spans, trees, and meaning graphs from one format to another.",
    "validate": "Say what is wrong with files of any format that nerkit reads, a line each: place, code, finding.",
    "measures": "List the measures of all tasks or of one: name, what it stands for, groups.",
    "explain": "Explain a measure: what it counts, its formula, where it comes from, its edge cases.",
    "demo": "Score the demo data of a task (of all tasks if none is named), showing the command.",
}
