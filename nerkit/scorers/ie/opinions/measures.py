"""The measures of opinions, in display order: explanations of the formulas in `opinions`."""

from functools import partial

from nerkit.scorers.ie.formulas import EDGE_CASES, formula, measure
from nerkit.scorers.ie.opinions import views as opinions
from nerkit.scorers.ie.views import NearMiss

ABSA_QUAD = "Zhang, Deng, Li, Yuan, Bing & Lam (2021), Aspect sentiment quad prediction, EMNLP; ABSA-QUAD"


TOKENS = (
    "A part covers all tokens with which it shares a character. In evaluate.py a part that "
    "begins inside a token is empty, and a part that ends inside a token reaches the end of "
    "the sentence."
)

of_opinions = partial(
    measure,
    source=(
        "Barnes, Kurtz, Oepen, Øvrelid & Velldal (2021), Structured sentiment analysis as dependency graph "
        "parsing, ACL; SemEval-2022 task 10, evaluate.py"
    ),
    edge_cases=(
        "Several opinions may share a partner, so precision and recall have different numerators.",
        (
            "The same opinion twice counts once, with a warning. Sentences without opinions on either side "
            "count 0."
        ),
    ),
    groups=("opinions",),
    default=True,
)
OPINIONS = (
    of_opinions(
        opinions.SENTIMENT,
        "opinions whose holder, target and expression overlap, weighted by the overlap (Sentiment Graph F1)",
        differences=(
            TOKENS,
            (
                "The weight comes from opinions of the same polarity (in evaluate.py, from the best overlap "
                "with any opinion)."
            ),
        ),
    ),
    of_opinions(opinions.NONPOLAR, "as sentiment-f1, whatever the polarity", differences=(TOKENS,)),
    of_opinions(
        opinions.UNWEIGHTED,
        "as sentiment-f1, but each opinion with a partner counts 1",
        differences=(TOKENS,),
    ),
)
of_aspects = partial(formula, lists=("tuples",))

ASPECTS = (
    measure(
        of_aspects("absa-tuple", ("parts", "void"), view=opinions.tuples, whole=True,
                   relaxed=(NearMiss("label", ("rest", "void")),)),
        "tuples of aspect, category, polarity and opinion, all parts equal",
        source=ABSA_QUAD,
        edge_cases=(
            EDGE_CASES[1],
            "absa=quad|aste|tasd names the parts; without the option, nerkit tells from the content.",
        ),
        differences=(
            "Repeated predictions count once (ABSA-QUAD counts each, so that recall may exceed 1).",
            ("Tuples of empty texts mean that nerkit could not decode the generated text; they agree "
    "with nothing. In ABSA-QUAD they agree with each other, and the gold tuple is decoded from "
    "its own target."),
        ),
        groups=("aspects",),
        default=True,
    ),
    measure(
        of_aspects("absa-tuple/aspect", ("aspect", "void"), view=opinions.aspects),
        "the aspects of tuples, each once per sentence",
        source=ABSA_QUAD,
        edge_cases=("The aspect is the first part in quad and aste, and the second part in tasd.",),
        differences=("Tuples that nerkit cannot decode agree with nothing (in ABSA-QUAD, with each other).",),
        groups=("aspects",),
        default=True,
    ),
)  # fmt: skip
