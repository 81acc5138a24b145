"""The measures of opinions, in display order: explanations of the formulas in `opinions`."""

from functools import partial

from nerkit.scorers.ie.formulas import EDGE_CASES, formula, measure
from nerkit.scorers.ie.opinions import views as opinions
from nerkit.scorers.ie.views import NearMiss

SEMEVAL = (
    "Barnes, Kurtz, Oepen, Øvrelid & Velldal (2021), Structured sentiment analysis as dependency graph "
    "parsing, ACL; SemEval-2022 task 10, evaluate.py"
)
ABSA_QUAD = "Zhang, Deng, Li, Yuan, Bing & Lam (2021), Aspect sentiment quad prediction, EMNLP; ABSA-QUAD"
SEVERAL = "Several opinions may share a partner, so precision and recall have numerators of their own."
ONCE = (
    "The same opinion twice counts once, with a warning. Sentences without opinions on either side count 0."
)
TOKENS = (
    "Tokens are those that share a character with a part (evaluate.py: a part that begins inside a token is "
    "empty, one that ends inside a token goes on to the end of the sentence)."
)
WEIGHTS = "The weight is that of opinions of the same polarity (evaluate.py: of the best overlap of any)."
of_opinions = partial(measure, source=SEMEVAL, edge_cases=(SEVERAL, ONCE), groups=("opinions",), default=True)
OPINIONS = (
    of_opinions(
        opinions.SENTIMENT,
        "opinions whose holder, target, expression meet, by how much of them is common (Sentiment Graph F1)",
        differences=(TOKENS, WEIGHTS),
    ),
    of_opinions(opinions.NONPOLAR, "as sentiment-f1, whatever the polarity", differences=(TOKENS,)),
    of_opinions(
        opinions.UNWEIGHTED, "as sentiment-f1, each opinion with a partner counting 1", differences=(TOKENS,)
    ),
)
of_aspects = partial(formula, lists=("tuples",))
UNREADABLE = (
    "Tuples of empty texts, which stand for generated ones that cannot be decoded, agree with nothing "
    "(ABSA-QUAD: with each other, and gold is decoded from its own target)."
)
ASPECTS = (
    measure(
        of_aspects("absa-tuple", ("parts", "void"), view=opinions.tuples, whole=True,
                   relaxed=(NearMiss("label", ("rest", "void")),)),
        "tuples of aspect, category, polarity and opinion, all parts equal",
        source=ABSA_QUAD,
        edge_cases=(EDGE_CASES[1], "absa=quad|aste|tasd says what the parts are, else the content."),
        differences=(
            "Repeated predictions count once (ABSA-QUAD counts each, so that recall may exceed 1).",
            UNREADABLE,
        ),
        groups=("aspects",),
        default=True,
    ),
    measure(
        of_aspects("absa-tuple/aspect", ("aspect", "void"), view=opinions.aspects),
        "the aspects of tuples, each once in a sentence",
        source=ABSA_QUAD,
        edge_cases=("The aspect is the first part of quad and aste, the second of tasd.",),
        differences=("What cannot be decoded agrees with nothing (ABSA-QUAD: with each other).",),
        groups=("aspects",),
        default=True,
    ),
)  # fmt: skip
