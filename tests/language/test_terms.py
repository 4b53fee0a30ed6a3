from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasoner.language.terms import STOP_WORDS, content_lemmas, lemma, tokenize
from reasoner.language.wordlists import words

LEMMAS = words(
    """
    plants/plant glasses/glass boxes/box berries/berry dies/die volcanoes/volcano toes/toe viruses/virus causes/cause
    houses/house beaches/beach headaches/headache gases/gas lens/lens species/species wolves/wolf bacteria/bacterium
    women/woman caves/cave is/be has/have heating/heat making/make stopped/stop studied/study falling/fall
    controlled/control producing/produce dissolved/dissolve rotates/rotate freezing/freeze breathing/breathe
    evaporated/evaporate changing/change ran/run froze/freeze dug/dig warmer/warm hottest/hot drier/dry better/good
    water/water computer/computer seed/seed string/string during/during colour/color vaporised/vaporize
    metres/meter aluminium/aluminum exercise/exercise towards/toward measured/measure settling/settle hopping/hop
    hoping/hope training/train combining/combine burning/burn growing/grow boxing/box running/run visiting/visit
    specimen/specimen recycled/recycle using/use used/use tried/try buzzing/buzz rolling/roll migrating/migrate
    singing/sing exhaled/exhale distilled/distill niches/niche stamen/stamen themselves/themselves firemen/fireman
    """
)


@pytest.mark.parametrize("pair", sorted(LEMMAS))
def test_lemma(pair):
    word, base = pair.split("/")
    assert lemma(word) == base


def test_lemma_with_part_of_speech():
    assert lemma("leaves", "NOUN") == "leaf"
    assert lemma("leaves", "VERB") == "leave"
    assert lemma("saw", "VERB") == "see"
    assert lemma("saw", "NOUN") == "saw"
    assert lemma("meeting", "NOUN") == "meeting"
    assert lemma("n't", "PART") == "not"


@given(st.text(alphabet="abcdeginrsty", min_size=1, max_size=9))
def test_lemma_is_never_empty(word):
    assert lemma(word)


def test_tokenize_clitics_and_hyphens():
    assert " ".join(tokenize("It’s the cat's; they can't, we WON'T")) == "it the cat they can not we will not"
    assert tokenize("light-years x--ray") == ["light", "years", "x", "ray"]
    assert tokenize("3.14 and 1,000,000") == ["3.14", "and", "1000000"]


@pytest.mark.parametrize("text", ["", "   ", "\x00\x07\x1b", "🙂🔥", "____", "'''", "\ud800"])
def test_tokenize_finds_no_words_where_there_are_none(text):
    assert tokenize(text) == []
    assert content_lemmas(text) == ()


@given(st.text(max_size=200))
def test_tokens_are_words(text):
    assert all(token and not token.isspace() and "_" not in token for token in tokenize(text))


def test_what_a_science_question_turns_on_is_content():
    kept = words("no not never more less most least up down above below before after without all none")
    assert not kept & STOP_WORDS
