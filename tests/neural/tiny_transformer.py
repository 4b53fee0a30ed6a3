"""Transformers of a few numbers, made on the spot: one BERT-like, one GPT-like."""

from __future__ import annotations

from pathlib import Path

WORDS = "who is it which of these lets heat through wins loses ada bo cy di ed flo a steel wool spoon hat metal".split()


def make_tiny(folder: Path, kind: str = "bert", layers: int = 1) -> Path:
    """Write a model with a tokenizer that knows a few words."""
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import (
        BertConfig,
        BertForMultipleChoice,
        GPT2Config,
        GPT2DoubleHeadsModel,
        PreTrainedTokenizerFast,
    )

    vocabulary = {word: number for number, word in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]", *WORDS])}
    plain = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    plain.pre_tokenizer = pre_tokenizers.Whitespace()
    marks = {"pad_token": "[PAD]", "unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]"}
    PreTrainedTokenizerFast(tokenizer_object=plain, **marks).save_pretrained(folder)
    if kind == "bert":
        sizes = {"hidden_size": 16, "num_hidden_layers": layers, "num_attention_heads": 2, "intermediate_size": 16}
        sizes |= {"hidden_dropout_prob": 0, "attention_probs_dropout_prob": 0}
        BertForMultipleChoice(BertConfig(vocab_size=len(vocabulary), **sizes)).save_pretrained(folder)
    else:
        config = GPT2Config(vocab_size=len(vocabulary), n_embd=16, n_layer=1, n_head=2, num_labels=1, n_positions=128)
        GPT2DoubleHeadsModel(config).save_pretrained(folder)
    return folder
