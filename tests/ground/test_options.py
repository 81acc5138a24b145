"""Options as fields with words: docstrings and the check of choices."""

import pytest

from nerkit.exceptions import UsageError
from nerkit.ground.options import check_choices, described, option, options_of
from nerkit.ground.records import record


@described
@record(frozen=True)
class Drinks:
    """The options of a bar."""

    size: str = option("small", "How much.", choices=("small", "large"))
    glass: str | None = option(None, "In which glass.", choices=("flute", "mug"), noun="glass")
    spices: tuple[str, ...] = option((), "What is added; repeatable.", choices=("mint",), several=True)
    workers: int = 1

    def __post_init__(self):
        check_choices(self)


def test_a_field_has_its_default_and_its_words():
    """A plain field is no option of the command."""
    assert Drinks() == Drinks("small", None, (), 1)
    assert [(each.name, words.help) for each, words in options_of(Drinks)] == [
        ("size", "How much."),
        ("glass", "In which glass."),
        ("spices", "What is added; repeatable."),
    ]


def test_the_docstring_lists_the_options():
    """Behind the summary, in the order of the fields."""
    assert Drinks.__doc__.splitlines() == [
        "The options of a bar.",
        "",
        "    size: How much.",
        "    glass: In which glass.",
        "    spices: What is added; repeatable.",
    ]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"size": "medium"}, "unknown value of size 'medium' (known: small, large)"),
        ({"glass": "mugg"}, "unknown glass 'mugg'; did you mean 'mug'? (known: flute, mug)"),
    ],
)
def test_a_value_that_is_no_choice(values, message):
    """The message says of which option, or what the value would be; values of several are the task's."""
    with pytest.raises(UsageError) as caught:
        Drinks(**values)
    assert str(caught.value) == message
    assert Drinks(spices=("sugar",)).spices == ("sugar",)
