"""Records of turns in UniversalNER's form."""


def test_a_record_that_is_no_object(run, write):
    """It has no turns to point at."""
    for text in ("null", "-1", '"x"'):
        assert (
            "the record has no list of turns"
            in run("validate", "--from", "universalner", write("x.json", text)).out
        )
