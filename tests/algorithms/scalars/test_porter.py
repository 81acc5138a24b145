"""Stems of English words: those of nltk, and how they change a word."""

from hypothesis import given
from hypothesis import strategies as st
from tries import each

from nerkit.algorithms.scalars.porter import stem

# words and their stems as nltk 3.10.4 prints them (PorterStemmer, its default mode)
TABLE = """
caresses caress  ponies poni  ties tie  caress caress  cats cat  feed feed  agreed agre
disabled disabl  matting mat  mating mate  meeting meet  milling mill  messing mess  meetings meet
plastered plaster  bled bled  motoring motor  sing sing  conflated conflat  troubled troubl
sized size  hopping hop  tanned tan  falling fall  hissing hiss  fizzed fizz  failing fail
filing file  happy happi  sky sky  say say  enjoy enjoy  by by  cry cri  relational relat
conditional condit  rational ration  valenci valenc  hesitanci hesit  digitizer digit
conformabli conform  radicalli radic  differentli differ  vileli vile  analogousli analog
vietnamization vietnam  predication predic  operator oper  feudalism feudal  decisiveness decis
hopefulness hope  callousness callous  formaliti formal  sensitiviti sensit  sensibiliti sensibl
triplicate triplic  formative form  formalize formal  electriciti electr  electrical electr
hopeful hope  goodness good  revival reviv  allowance allow  inference infer  airliner airlin
gyroscopic gyroscop  adjustable adjust  defensible defens  irritant irrit  replacement replac
adjustment adjust  dependent depend  adoption adopt  homologou homolog  communism commun
activate activ  angulariti angular  homologous homolog  effective effect  bowdlerize bowdler
probate probat  rate rate  cease ceas  controll control  roll roll  died die  dies die  dying die
spied spi  news news  innings inning  skies sky  proceed proceed  generalizations gener
oscillators oscil  theology theolog  geology geolog  archaeology archaeolog  hopefully hope
fully fulli  us us  at at  ion ion  ing ing  Yes ye  yyyy yyyi  flies fli
"""
PAIRS = list(zip(TABLE.split()[::2], TABLE.split()[1::2], strict=True))


@each("word, wanted", PAIRS)
def test_stems_are_those_of_nltk(word, wanted):
    """Examples of the paper's rules, and of each departure from them."""
    assert stem(word) == wanted


@given(st.text("abcdeilnosty'é", max_size=12))
def test_a_stem_is_no_longer_than_its_word_by_more_than_a_letter(word):
    """An ending is taken off, or exchanged for a shorter one, but for an e that is put back (`hop-ing`)."""
    assert len(stem(word)) <= len(word) + 1
    assert stem(word.upper()) == stem(word.upper().lower())
