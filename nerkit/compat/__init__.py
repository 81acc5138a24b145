"""Drop-in replacements for other scorers: the same names, arguments, return values and printed text, computed
by nerkit.

    import                                  in place of
    nerkit.compat.seqeval.metrics           seqeval.metrics (1.2.2), with `.scheme` and `.reporters` beside it
    nerkit.compat.nervaluate                nervaluate (1.2.1)
    nerkit.compat.smatch                    smatch (1.0.4)
    nerkit.compat.huggingface               `compute_metrics` of a Trainer, and a metric folder of `evaluate`
    nerkit.compat.spacy                     `nlp.evaluate`'s scorer of entities, for a training config
    nerkit.compat.sklearn                   a scorer for `cross_val_score` and searches
    nerkit.compat.pytest_plugin             the fixture `nerkit`
    nerkit.compat.lm_eval                   `process_results` and `aggregation` of lm-evaluation-harness
    nerkit.compat.ipython                   `%nerkit` in a notebook, after `%load_ext nerkit`
    nerkit.compat.inspect_ai                a scorer and metrics of inspect_ai
    nerkit.compat.deepeval, .autoevals      metrics of their base classes: `JsonMetric`, `CallsMetric`, …
    nerkit.compat.openevals                 functions for openevals, agentevals and LangSmith
    nerkit.compat.mlflow, .lighteval        scorers and metrics of MLflow and lighteval

    python -P -m nerkit.compat.conll18         conll18_ud_eval.py GOLD SYSTEM
    python -P -m nerkit.compat.corefud         corefud-scorer.py KEY RESPONSE
    python -P -m nerkit.compat.conll_coref     scorer.pl METRIC KEY RESPONSE
    python -P -m nerkit.compat.evalb           evalb GOLD TEST

This package computes no numbers: every number comes from the measures of `nerkit.scorers`. Each module lists
its differences from the original.
"""
