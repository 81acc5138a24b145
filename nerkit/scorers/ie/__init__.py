"""Relations, events, roles and templates: records scored by formulas of the matching algebra.

Conventions
    A document is a JSON object; the formula says what its fields mean. A document that one side lacks is
    empty there. Offsets may have any unit: equality does not look at units.

Measures
    A measure is a formula (`nerkit.algebra`; Chen et al. 2023): similarities of records, best matchings of
    collections, normalisers. p_num = r_num = the matching score S(gold, system) of a document, p_den =
    S(system, system), r_den = S(gold, gold). `measures.MEASURES` has the formulas with a name; `--metric
    FILE` brings a user's own, in TOML or Python. Rows of a formula with variables say whether their value is
    `optimal`; where `--limit` ended the proof, no correspondence of variables exceeds their `upper_bound`
    (`algebra.formula`).

Views
    The task's own measures look at documents in the form of `corpora.records` through views (`views`): their
    relations, their events, the arguments of all events beside each other, arguments of events that are
    paired by their ids, evidence of relations. Spans are half-open, of tokens or characters; in a `-head`
    measure they are heads; where a side has strings instead, strings.

Measures
    relation                type × head × tail; -untyped without type, -strict with the types of both ends;
                            without direction if asked for (the set reading of OneIE's, DyGIE++'s and SpERT's)
    trigger-i, trigger-c    trigger; and type (TextEE's Tri-I, Tri-C; Eq. 15 of Chen et al. 2023)
    argument-i, argument-c  event type × span; and role (TextEE's Arg-I, Arg-C; Li, Ji & Huang 2013)
    -attached               and the trigger (TextEE's Arg-I+, Arg-C+)
    event-eq16              Eq. 16: trigger × type × Σ(span × role), every copy counted
    role-filler             role × span, whatever the event (Patwardhan & Riloff 2009, by heads)
    wikievents-i, -c        event id × type × span; and role: each system argument by itself (gen-arg's
    scorer); wikievents-coref-i, -c  a span of the cluster of a gold argument, where no gold argument has the
    span itself docred                  facts of titles; -evidence their sentences under right facts, -ign
    without right facts of the training data in precision (DocRED's evaluation.py)

Roles and templates
    ree                     role × subset, 1:1 (CEAF-REE, GRIT's strict scores)
    template                Eq. 32: templates 1:1, type × Σ 1:1 (role × similarity of mentions)
    template-gtt            GTT's counts: types and fillers; precision by fillers within one of gold, recall
                            by fillers of gold that hold one; aligned for most of both together, the first of
                            equally good alignments in the system's order
    template-muc4           MUC-4's scoring (`muc4`): fills right, right in part (half), incorrect, spurious
                            and missing, of templates and fills that are taken one after another; a string of
                            premodifiers alone keeps them; in 1992 people judged fills that differ
    rme-subset, rme-phi3    IterX's CEAF-RME; -paper: Eq. 27, 28 of the paper, fillers N:1 within templates

    better                  F1 of the types of templates × F1 of template's fillers (Eq. 47)

    A file of judgements decides pairs of fillers, but in IterX's measures (`judged`), and of values of the
    fields of a user's formula (`judged_fields`).
    Mentions are compared in lower case, without punctuation, then without articles. `--by slot` counts the
    slots under the alignment of whole templates.

Relations of four entities
    scirex, scirex/…        SciREX's script: mentions, salient entities, relations of two and of four of them,
                            P, R and F of each document (and pair of types), then their means; names of
                            entities are those of gold's that have most of their mentions
    scirex-paper            Eq. 29 to 31: relations 1:1, all four entities right by their mentions

Related types
    `--type-weights` gives credit for types that are not equal wherever a measure compares types by equality;
    template-gtt, rme-subset and rme-phi3 compare them as the published scorers do, and stay as they are.

Empty collections score 0 (the official scorers and the paper; metametric 0.2.1: 1). An element that repeats
another one is counted once, with a warning.

Differences
    OneIE's scorer: its default compares without direction; copies of a right prediction all count; the class
    of a trigger is compared with the first gold event there. Not reproduced. DyGIE++: one label for each pair
    of spans, one trigger on each token. Not reproduced. gen-arg: takes a leading article off gold's arguments
    alone; here off both sides, where tokens are known, so that gold against itself has 1. DocRED: a sentence
    given twice as evidence counts once. GRIT: a predicted filler without mentions agrees with any of gold
    there; here such fillers are left out, with a warning. Documents without predictions are empty.
"""
