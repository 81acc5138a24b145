"""Characters that are not looked up take one column."""

from nerkit.ground.text_width import OTHERS, character_width, width


def test_characters_that_are_not_looked_up_take_one_column():
    """Of all of Unicode: controls apart, whose width nobody asks for, what is called narrow is so."""
    narrow = [chr(code) for code in range(128, 0x110000) if not OTHERS.match(chr(code))]
    assert len(narrow) > 1000
    assert {character_width(character) for character in narrow} == {1}
    assert width("a → b … é") == 9
