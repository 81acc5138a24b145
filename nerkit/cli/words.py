"""Words that users of other programs type, and what stands for them here: data alone.

A word is in lower case, with hyphens.
"""

from collections.abc import Mapping


def _meant(**words: str) -> dict[str, str]:
    """Word -> what is meant, of what is meant -> its words."""
    return {word: meant for meant, listed in words.items() for word in listed.split()}


COMMANDS = {
    **_meant(
        evaluate="score eval run test scores evaluation metrics-report benchmark evaluator scoring",
        bio="ner tag tags iob iob2 bio2 bilou bioes seqeval conlleval conlleval.pl conll2003 conll03 "
        "nervaluate tagging tagger tokens slots sequence labelling labeling",
        spans="neleval el entities entity span mentions mention nel ned linking brat lorehlt tac hipe",
        noisy="ocr htr asr handwriting speech wer cer",
        coref="scorer scorer.pl coval corefud conll2012 conll-2012 coreference clusters bcub ceaf muc",
        mrp="mtool dm psd eds ucca drg ptg graphs sdp",
        amr="smatch smatch++ smatchpp penman amr-evaluation sembleu",
        ie="relations relation events event re ee oneie textee docred templates muc4 absa rel",
        srl="srl-eval srl-eval.pl propbank roles props propositions semantic-roles eval09 eval09.pl",
        dep="las uas conll18 conll18-ud-eval conll18-ud-eval.py conllu conll-u ud dependency dependencies "
        "eval07 eval07.pl eval.pl conllx depparse",
        tree="evalb parseval brackets constituency constituents treebank discodop disco-dop parses trees",
        cky="pcfg cfg cnf grammar parse parser cyk",
        chunk="chunklink chunker regexpparser chunks chunking np",
        json="dict structured extraction fields jsonl schema",
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

# what is typed instead: {} is the value, without which a word takes none; a mapping is by the value
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
                "--test",
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
