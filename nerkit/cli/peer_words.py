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

# option -> words to type instead. {} is the value; a mapping depends on the value
OPTIONS: Mapping[str, str | Mapping[str, str]] = {
    **dict.fromkeys(
        (
            *("--pred", "--preds", "--prediction", "--predictions", "--predicted", "--pred-file"),
            *(
                "--predictions-file",
                "--hyp",
                "--hyps",
                "--hypothesis",
                "--hypotheses",
                "--output-file",
                "--sys",
            ),
            *("--system-file", "--systems", "--system-output", "--y-pred", "--candidate", "--candidates"),
            *(
                "--response",
                "--guess",
                "--parsed",
                "--auto",
                "--test-file",
                "--model",
                "--submission",
            ),
            *("--answers", "--answer", "-p"),
        ),
        "-s {}",
    ),
    **dict.fromkeys(
        (
            *(
                "--ref",
                "--refs",
                "--reference",
                "--references",
                "--true",
                "--truth",
                "--ground-truth",
                "--gt",
            ),
            *(
                "--gold-file",
                "--gold-standard",
                "--golds",
                "--y-true",
                "--target",
                "--targets",
                "--key",
                "-r",
            ),
            *("--expected", "--annotations", "--gold-path", "--ref-file", "--reference-file"),
        ),
        "-g {}",
    ),
    "--average": AVERAGE,
    "--averaging": AVERAGE,
    **dict.fromkeys(("--macro-average", "--macro-avg", "--micro", "--weighted", "--averages"), "--macro"),
    **dict.fromkeys(
        (
            *("--per-class", "--per-type", "--per-label", "--by-class", "--by-type", "--by-label"),
            *("--classwise", "--breakdown", "--detailed", "--per-entity", "--by-entity", "--per-tag"),
        ),
        "--by label",
    ),
    **dict.fromkeys(
        ("--per-document", "--per-doc", "--per-file", "--by-doc", "--by-document"), "--by document"
    ),
    **dict.fromkeys(("--per-sentence", "--by-sentence", "--by-sent"), "--by sentence"),
    "--per": PER,
    "--group-by": "--by {}",
    **dict.fromkeys(
        ("--metric", "--metrics", "--measures", "--scorer", "--score", "--eval-metric", "--mode"), "-m {}"
    ),
    **{
        f"--{word}": f"-f {form}"
        for form, words in {
            "json": "json as-json output-json json-output",
            "jsonl": "jsonl json-lines jsonlines ndjson",
            "csv": "csv",
            "tsv": "tsv",
            "markdown": "markdown md",
            "latex": "latex tex",
            "html": "html",
            "junit": "junit xml",
            "github": "github",
            "table": "table",
        }.items()
        for word in words.split()
    },
    **dict.fromkeys(("--output-format", "--out-format", "--fmt", "--style"), "-f {}"),
    **dict.fromkeys(("--input-format", "--in-format", "--file-format", "--filetype", "--read"), "--from {}"),
    **dict.fromkeys(("--out", "--outfile", "--out-file", "--output-path", "--save", "--write"), "-o {}"),
    **dict.fromkeys(
        ("--threshold", "--fail-below", "--min-f1", "--gate", "--minimum", "--cutoff", "--cov-fail-under"),
        "--fail-under {}",
    ),
    **dict.fromkeys(("--iou", "--iou-threshold", "--min-overlap-iou"), "--min-iou {}"),
    **dict.fromkeys(("--overlap", "--overlap-threshold"), "--min-overlap {}"),
    **dict.fromkeys(("--regression", "--previous", "--against"), "--compare-to {}"),
    **dict.fromkeys(("--decimals", "--round", "--precision", "--ndigits", "--places"), "-d {}"),
    **dict.fromkeys(("--percentage", "--percentages", "--pct"), "--percent"),
    **dict.fromkeys(("--silent", "--no-warnings", "--quietly"), "-q"),
    **dict.fromkeys(("--brief", "--score-alone", "--value"), "-b"),
    **dict.fromkeys(("--verbose", "-v", "--debug"), ""),
    **dict.fromkeys(
        ("--bootstrap", "--ci", "--confidence-interval", "--confidence-intervals"), "--confidence"
    ),
    **dict.fromkeys(
        ("--significance", "--p-value", "--pvalue", "--sig", "--sigtest"), "--paired randomization"
    ),
    "--paired-bootstrap": "--paired bootstrap",
    **dict.fromkeys(("--test", "--significance-test", "--stat-test"), "--paired {}"),
    **dict.fromkeys(
        ("--n-bootstrap", "--bootstraps", "--iterations", "--n-resamples", "--samples", "--trials"),
        "--resamples {}",
    ),
    **dict.fromkeys(("--random-seed", "--random-state"), "--seed {}"),
    **dict.fromkeys(
        ("--parallel", "--workers", "--n-jobs", "--num-workers", "--threads", "--processes", "--cpus"),
        "-j {}",
    ),
    **dict.fromkeys(
        ("--types", "--classes", "--entity-types", "--label-set", "--tags", "--label"), "--labels {}"
    ),
    **dict.fromkeys(("--no-color", "--no-colour", "--nocolor"), "--color never"),
    "--colour": "--color {}",
    "--tagset": "--scheme {}",
    "--tag-scheme": "--scheme {}",
    "--suffix": "",
    "--zero-division": {"0": "--empty zero", "1": "--empty one", "nan": "--empty null", "": "--empty zero"},
    "--f-beta": "--beta {}",
}

# values of options with a choice, by the name of the option
VALUES: Mapping[str, Mapping[str, str]] = {
    "--format": {
        **dict.fromkeys(("md", "gfm", "github-markdown"), "markdown"),
        **dict.fromkeys(("tex", "booktabs"), "latex"),
        **dict.fromkeys(("text", "txt", "plain", "pretty", "human", "console"), "table"),
        **dict.fromkeys(("ndjson", "json-lines", "jsonlines"), "jsonl"),
        **dict.fromkeys(("xml", "junit-xml"), "junit"),
        **dict.fromkeys(("excel", "spreadsheet", "xlsx"), "csv"),
        **dict.fromkeys(("gha", "actions", "annotations"), "github"),
        **dict.fromkeys(("htm", "web", "page"), "html"),
        **dict.fromkeys(("yaml", "dict"), "json"),
        "tab": "tsv",
        "conll": "conlleval",
    },
    "--paired": {
        **dict.fromkeys(
            ("permutation", "ar", "approximate-randomization", "shuffle", "random"), "randomization"
        ),
        **dict.fromkeys(("boot", "paired-bootstrap"), "bootstrap"),
    },
    "--missing": dict.fromkeys(("skip", "drop"), "ignore") | {"fail": "error", "zero": "empty"},
    "--extra": dict.fromkeys(("skip", "drop"), "ignore") | {"fail": "error", "wrong": "spurious"},
    "--empty": {"0": "zero", "1": "one", "nan": "null", "none": "null", "skip": "null"},
    "--color": {"never": "never", "no": "never", "off": "never", "yes": "always", "on": "always"},
}
