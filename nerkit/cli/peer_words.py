"""Words that users of other programs type, mapped to nerkit's words. This module contains only data.

All words are in lower case, with hyphens.
"""

from collections.abc import Mapping

from nerkit.ground.synonyms import TASKS, by_words

COMMANDS = {
    **TASKS,
    **by_words(
        evaluate="score eval run test scores evaluation metrics-report benchmark evaluator scoring",
        cky="pcfg cfg cnf grammar parse parser cyk",
        chunk="chunklink chunker regexpparser chunks chunking np",
        agree="kappa alpha iaa agreement krippendorff cohen fleiss annotators gamma",
        compare="diff significance test-significance sigtest sig ttest t-test wilcoxon bootstrap "
        "randomization ranking rank versus vs",
        power="sample-size samplesize mde",
        errors="errors error analyse analyze analysis confusion wrong inspect debug",
        report="html view show page dashboard visualise visualize browse open",
        plot="figure draw chart figures plots curve",
        merge="add combine sum aggregate join",
        convert="transform export translate conversion",
        validate="check lint valid validator",
        measures="metrics metric measure",
        explain="define describe what why how definition formula doc docs",
        demo="example examples sample tutorial try",
        completion="complete autocomplete completions bash zsh fish",
    ),
    "formats": "list formats",
    "format": "list formats",
    "tasks": "list tasks",
    "ls": "list",
    "version": "--version",
}
OF_COMMAND: Mapping[str, Mapping[str, str]] = {  # options of one program that mean something else in others
    "evalb": {"-p": "--params {}"},
}
AVERAGE = {"macro": "--macro", "micro": "--macro", "weighted": "--macro", "none": "--by label", "": "--macro"}
PER = {"": "--by label", "document": "--by document", "doc": "--by document", "sentence": "--by sentence"}
MEANT = {  # what to type -> options of other programs, without hyphens. {} is the value
    "-s {}": "pred preds prediction predictions predicted pred-file predictions-file hyp hyps hypothesis "
    "hypotheses output-file sys system-file systems system-output y-pred candidate candidates response guess "
    "parsed auto test-file model submission answers answer p",
    "-g {}": "ref refs reference references true truth ground-truth gt gold-file gold-standard golds y-true "
    "target targets key r expected annotations gold-path ref-file reference-file",
    "--macro": "macro-average macro-avg micro weighted averages",
    "--by label": "per-class per-type per-label by-class by-type by-label classwise breakdown detailed "
    "per-entity by-entity per-tag",
    "--by document": "per-document per-doc per-file by-doc by-document",
    "--by sentence": "per-sentence by-sentence by-sent",
    "--by {}": "group-by",
    "-m {}": "metric metrics measures scorer score eval-metric mode",
    "-f json": "json as-json output-json json-output",
    "-f jsonl": "jsonl json-lines jsonlines ndjson",
    "-f csv": "csv",
    "-f tsv": "tsv",
    "-f markdown": "markdown md",
    "-f latex": "latex tex",
    "-f html": "html",
    "-f junit": "junit xml",
    "-f github": "github",
    "-f table": "table",
    "-f {}": "output-format out-format fmt style",
    "--from {}": "input-format in-format file-format filetype read",
    "-o {}": "out outfile out-file output-path save write",
    "--fail-under {}": "threshold fail-below min-f1 gate minimum cutoff cov-fail-under",
    "--min-iou {}": "iou iou-threshold min-overlap-iou",
    "--min-overlap {}": "overlap overlap-threshold",
    "--compare-to {}": "regression previous against",
    "-d {}": "decimals round precision ndigits places",
    "--percent": "percentage percentages pct",
    "-q": "silent no-warnings quietly",
    "-b": "brief score-alone value",
    "": "verbose v debug suffix",
    "--confidence": "bootstrap ci confidence-interval confidence-intervals",
    "--paired randomization": "significance p-value pvalue sig sigtest",
    "--paired bootstrap": "paired-bootstrap",
    "--paired {}": "test significance-test stat-test",
    "--resamples {}": "n-bootstrap bootstraps iterations n-resamples samples trials",
    "--seed {}": "random-seed random-state",
    "-j {}": "parallel workers n-jobs num-workers threads processes cpus",
    "--labels {}": "types classes entity-types label-set tags label",
    "--color never": "no-color no-colour nocolor",
    "--color {}": "colour",
    "--scheme {}": "tagset tag-scheme",
    "--beta {}": "f-beta",
}

# option -> words to type instead; a mapping depends on the value
OPTIONS: Mapping[str, str | Mapping[str, str]] = {
    **{f"-{word}" if len(word) == 1 else f"--{word}": meant for word, meant in by_words(**MEANT).items()},
    "--average": AVERAGE,
    "--averaging": AVERAGE,
    "--per": PER,
    "--zero-division": {"0": "--empty zero", "1": "--empty one", "nan": "--empty null", "": "--empty zero"},
}

# values of options with a choice, by the name of the option
VALUES: Mapping[str, Mapping[str, str]] = {
    "--format": by_words(
        markdown="md gfm github-markdown",
        latex="tex booktabs",
        table="text txt plain pretty human console",
        jsonl="ndjson json-lines jsonlines",
        junit="xml junit-xml",
        csv="excel spreadsheet xlsx",
        github="gha actions annotations",
        html="htm web page",
        json="yaml dict",
        tsv="tab",
        conlleval="conll",
    ),
    "--paired": by_words(
        randomization="permutation ar approximate-randomization shuffle random",
        bootstrap="boot paired-bootstrap",
    ),
    "--missing": by_words(ignore="skip drop", error="fail", empty="zero"),
    "--extra": by_words(ignore="skip drop", error="fail", spurious="wrong"),
    "--empty": by_words(zero="0", one="1", null="nan none skip"),
    "--color": by_words(never="never no off", always="yes on"),
}
