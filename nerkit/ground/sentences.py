"""The sentence templates of all warnings and notes, by key. A run in shards reports warnings in the order of
these tables.

To add a sentence, add a row to the table WARNINGS, WHOLE, NOTES or READING_NOTES.

`{count}` becomes the number of items, `{count:span}` becomes 1 span or 2 spans, and `{count:is|are}` becomes
the right verb. `{examples}` becomes the first three examples, `{examples:; }` joins them by semicolons, and
`{first}` is the first example. Other names are values and facts of the warning
(`nerkit.ground.warnings.Warned`). `{side}` is the file, or the gold or system side.
"""

WARNINGS = {
    # differences between the documents of both sides
    "no-id-in-common": (
        "gold and {side} have no document id in common: gold has {of_gold}; {side} has {of_system}"
    ),
    "ids-not-used": (
        "nerkit pairs documents by their order: {without} has no ids, so the ids of {side} "
        "({examples}) are not used"
    ),
    "documents-missing": (
        "{counts}{count:gold document} {count:has|have} no partner in {side}: {examples}; {then}"
    ),
    "documents-extra": (
        "{counts}{count:document} in {side} {count:has|have} no partner in gold: {examples}; {then}"
    ),
    "scores-missing": "{count:score} missing: {examples}; {then}",
    "labels-not-compared": "{side}: nerkit does not compare {count:row} by label",
    "ids-unused": "ids=…: no document has {count:this id|these ids}: {examples}",
    "documents-not-selected": "{count:document} of only=… {count:is|are} on neither side: {examples}",
    "no-items": "{side}: the file has no items",
    "not-regular": "{side}: nerkit left out files that are not regular: {names}",
    # found while reading
    "lines-with": "{side}: {count:line} with a {kind} (line {examples}), {verdict}",
    "lines-skipped": "{side}: skipped {count:{kind}} ({count:line|lines} {examples})",
    "comment-lines-skipped": "{side}: skipped {count:comment line} (line {examples})",
    "forgiven": "{side}: {count:{noun}} {verdict} ({first}; an error with strict=True)",
    "counted": "{side}: {count:{noun}} {verdict}",
    "keys-not-read": "{side}: nerkit does not read these keys of items: {keys:()}",
    "types-as-ids": (
        "{side}: column 4 is the id, but its values {held} look like types; the type is column 6"
    ),
    "markup-kept": "{side}: {count:piece} of markup without a partner, kept as text",
    "capitals-taken": ("{side}: nerkit begins {count:entity} at the first capitalised word before the label"),
    "inside-tags": (
        "{side}: {count:inside tag} without an open entity of the type, read as the beginning of an entity"
    ),
    "trees-invalid": "{side}: {count:invalid sentence}, left out on both sides ({examples:; })",
    "trees-invalid-in-data": "{side}: {count:invalid sentence}, left out on both sides",
    "graphs-damaged": "{count:damaged graph} counted as empty: {examples:; }",
    "graphs-invalid": "{count:invalid graph} left out: {examples}",
    "concepts-empty": "{count:node} with an empty concept",
    "not-in-amr": "{count:{noun}} not taken into an AMR graph",
    "entity-ids-spread": (
        "{side}: {count:entity id} {count:occurs|occur} in several documents; each document "
        "has its own entity"
    ),
    "keys-given-twice": "{count:{noun}} with a key given twice; the last one counts",
    "calls-unknown": "{count:document} in an unknown shape, counted as without calls",
    # selection and preparation of data
    "calls-in-gold": "gold: the file holds tool calls; nerkit calls scores tool calls",
    "schema-contradicted": (
        "gold: {count:value} {count:contradicts|contradict} the type in the schema; the first: {first}"
    ),
    "schema-words-unknown": "schema=…: nerkit does not know the keywords {words}",
    "tags-do-not-follow": (
        "{side}: tags do not follow {scheme} in {count:place} (the first: {first}); {does}"
    ),
    "scheme-does-not-fit": (
        '{side}: scheme="{scheme}" does not fit: tags do not follow it in {count:place} (the first: '
        '{first}). scheme="{best}" fits best; {does}'
    ),
    "documents-without-tokens": "{side}: {count:document} without a token, counted as empty: {examples}",
    "tokens-lacking": "{side}: {lacking}, the first at {first}; their tokens are scored as O",
    "sentences-left-out": (
        "nerkit left out {count:sentence} of the gold file, because the sentence is invalid on "
        "one side or both"
    ),
    "parameters-unknown": "{side}: nerkit does not know the keywords {keywords}",
    "other-sentences": (
        "{count:graph}, paired by order, {count:has|have} another sentence on the other side: {examples}"
    ),
    "gold-invalid": "nerkit left out {count:system graph}, because the gold graph is invalid: {examples}",
    "own-gold-differs": (
        "{side}: the gold annotations beside the predictions have {different}; check that both "
        "files were preprocessed alike"
    ),
    "lists-lacking": "{side}: no document has {lists}",
    "strings-without-place": (
        "{side}: {count:string} not found in the gold text, counted as predicted ({examples})"
    ),
    "outputs-not-clean": "{side}: {count:{noun}}, of which {odd}",
    "gold-calls-nothing": (
        "the gold file has no call in any document; the measure irrelevance tells how often "
        "the system makes no call"
    ),
    "occurs-nowhere": "{name} {value!r} occurs on neither side{near}",
    "many-occur-nowhere": "you ask for {count:{name}} that {count:occurs|occur} on neither side: {absent}",
    # found while counting
    "tokens-differ": (
        "{count:token} {count:has|have} another text in the system, the first at {first}. "
        "nerkit compares tokens by position; nerkit noisy aligns texts that differ"
    ),
    "borders-differ": "{count:sentence border} {count:is|are} on one side only, the first before {first}",
    "documents-of-other-tokens": (
        "{count:document} {count:has|have} other tokens than the gold document: {examples}"
    ),
    "on-ignored-spans": "{side}: nerkit leaves out {count:annotation} on ignored spans",
    "not-judged": (
        "nerkit does not count {count:system annotation} outside the gold annotations (partial gold)"
    ),
    "field-absent": "{said}",
    "rows-without-labels": "{text}, so one row counts all",
    "field-on-one-side": "{who} has {what}; {names} {number:looks|look} at it",
    "no-effect": "{option} has no effect: {why}",
    "frames-without-effect": "frames=… changes only aspects, and you ask for no aspect measure",
    "lists-not-held": "{measures}: no document has {list}; they have {held}",
    "crowded": (
        "in {count:document} more than {limit} pairs of items overlap ({examples}). There it "
        "compares only the {nearest} nearest items of each size and takes the best pairs first"
    ),
    "texts-differ": (
        "the gold and system texts differ in {count:document}, so offsets may differ, too: "
        "{examples}; nerkit noisy aligns such texts"
    ),
    "texts-in-two-forms": (
        '{count:document} {count:is|are} in NFC on one side only; unicode="nfc" compares both sides in NFC'
    ),
    "texts-contradict": (
        "{count:span} {count:has|have} another text than the gold text at the offsets (the first: {first})"
    ),
    "repeated": "{side}: {what} (the first: {first})",
    "words-differ": "{count:word} {count:differs|differ} between the sides ({first})",
    "forms-differ": (
        "{count:word} {count:has|have} another form in the system, the first at {first}. In "
        "CoNLL-X nerkit compares word by word; only in CoNLL-U can tokens differ"
    ),
    "tokens-differ-in-text": "tokens that differ in their text: {count}",
    "documents-without-date": "{count:document} without a date {count:is|are} in no bin of time: {examples}",
    "word-forms-differ": "{count:word} {count:differs|differ} in form",
    "predicates-differ": (
        "{count:predicate} of the same word {count:has|have} another name: the gold predicate "
        "counts as missed, the system predicate as spurious"
    ),
    "arguments-repeated": "{count:argument} given twice, counted once",
    "mentions-repeated": (
        "{side}: {count:mention} with the words of an earlier mention, not counted{emptied} "
        "(the first: {first})"
    ),
    "triples-repeated": "{side}: {count:repeated triple} counted once",
    "not-proved": "{count:{noun}} not proved optimal within the limit; see upper_bound",
    "order-lowers": (
        "order=True lowers the score of {count:graph} ({tuples:tuple}): nodes out of order "
        "would correspond better"
    ),
    "left-out-of-macro": "macro averages leave out frameworks without tuples: {left_out}",
    "sentences-excluded": (
        "nerkit excludes {count:sentence} of {total}, because the words differ: {examples:; }{hint}"
    ),
    "sentences-skipped": (
        "nerkit skips {count:sentence} of {total}, because the system has no words there: {examples}"
    ),
    "roots-counted": "roots count as brackets: {listed}; {remedy} them out",
    "paths-differ": "{said}",
    "elements-with-key-repeated": (
        "{count:element} {count:repeats|repeat} the key of another element of the array"
    ),
    "readings-as-objects": (
        'gold: {count:object} with the only key "any", read as a plain object; any_key="any" '
        "reads the key as alternatives"
    ),
    # about the whole run
    "nothing-in-common": "{said}",
    "labels-apart": "{side}: {said}",
    "items-shortened": (
        "{count:item} {count:is|are} longer than {longest} characters: nerkit shows only the "
        "beginning and the end"
    ),
    "headline-zero": (
        "{side}: {measure} is zero though both sides have items (gold {gold}, the system {system}); nerkit "
        "errors lists them"
    ),
    "headline-explained": "{side}: {numbers}{remedy}",
    "rows-not-compared": "nerkit does not compare {count:row} {which}: {examples}",
    # statistics
    "nothing-to-resample": (
        "{units}: nerkit has nothing to resample, so it prints no intervals and no test{stored}"
    ),
    "no-interval": "{count:{noun}}: no {percent} interval; a two-sided p cannot be below {least}",
    "few-units": (
        "{count:{noun}}: intervals over so few {noun}s are too short. Simulated 95 % intervals "
        'held the true F1 in {percentile} (interval="t": {student}), and in {skewed} if a few '
        "large {noun}s score worse. {remedy}"
    ),
    "few-units-decide": (
        "{measure}: {count} of {all:{noun}}{share} make {variance} of the variance, so the interval may be "
        "too short; {remedy}"
    ),
    "no-sum": "{measures}: not a sum over {unit}s, so {so}",
    "not-tested": "{measures}: {why}",
    "undefined": "{system}0/0 in resamples of {count:row}, {treated} (empty=…); {where}",
    "undefined-values": "0/0 in resamples of {count:row}, left out; {where}",
    "judge-differs": (
        "{measure}: the judge sees a difference between the gold documents and all other documents (z = "
        "{z}); they may not be a random sample"
    ),
    # annotators
    "no-intervals": "{documents} document: nerkit has nothing to resample, so it prints no intervals",
    "not-annotated": "{side}: nerkit leaves out {count:document} without a label as not annotated",
    "spans-in-a-token": (
        "{count:span} {count:shares|share} tokens with another span of the annotator; "
        'units="character" tells both apart'
    ),
    "no-document-in-common": (
        "{one} and {other} have no document in common: {one} has {of_one}; {other} has {of_other}"
    ),
    "no-span-in-common": (
        "{one} and {other} have no span with its label in common ({sizes}); nerkit errors lists them"
    ),
    "more-pairs": "{count:more warning} of this kind about pairs",
}
WHOLE = {  # warnings that need the whole file: nerkit cannot find them in a part of it
    "ids-repeated": "{side}: {count:document id} given more than once: {examples}; {then}",
    "ids-read-from": "{side}: nerkit reads ids from {field!r}, because the other side has the same ids",
    "texts-pair": (
        "{side}: documents without ids have another order than in {gold}: nerkit pairs them by their "
        "texts{more}"
    ),
    "ids-repeated-in-file": (
        "{side}: {count:document id} {count:occurs|occur} more than once ({examples}), so "
        "nerkit numbers the documents"
    ),
    "columns-not-read": "{side}: nerkit does not read the columns {columns}",
    "keys-hidden": "the columns {keys} hide the JSON keys with the same name",
    "ends-inclusive": "{side}: nerkit reads inclusive ends, because the texts of the spans end there",
    "label-feature-empty": "{side}: the feature with the label is empty; {held}",
    "ids-may-be-in": '{side}: ids may be in {fields}; {role}_id="{field}" reads ids from the first',
    "outputs-without-path": (
        "{side}: {count:output} {count:has|have} no path of the gold file ({paths}): {examples}"
    ),
    "schemes-mixed": (
        "{side}: the tags mix schemes ({letters}): nerkit reads L as E, U and W as S, M as I, "
        "all by the rules of {rules}"
    ),
    "documents-not-marked": "{side} does not mark documents, so nerkit compares each side as one document",
    "documents-marked-differently": (
        "the sides mark documents differently in the same text, so nerkit compares each side as one document"
    ),
    "blank-lines-left-out": (
        "{side}: nerkit leaves out {count:blank line} at the end, because other files have fewer"
    ),
    "strings-not-found": (
        "{side}: {count:string} not found in the gold text, counted as spurious ({examples})"
    ),
    "strings-sought-as-written": (
        "{side}: for {count:string} nerkit sought no misspelt form: characters of strings "
        "times characters of texts are more than {most}"
    ),
    "nothing-to-ignore": "{side}the file has no spans to ignore",
    "ignored-not-scored": "the file of ignored spans names {count:document} that nerkit does not score",
    "partial-not-scored": "{side}: nerkit does not score {count:document}, for example {first}",
    "labels-absent": "{said}",
    "of-formula": "{side}: {said}",
    "other": "{said}",
}
NOTES = {
    "scheme": "nerkit reads the tags as {scheme}; scheme=… names another scheme",
    "schemes-differ": (
        "the sides have different schemes ({listed}); nerkit reads each side in its own scheme{literal}"
    ),
    "measures-left-out": "{problem}, so nerkit leaves out {names}",
    "silence-alone": (
        "read {measure} beside json/coverage and json/format, because silent systems are best there"
    ),
    "files-as-one-system": (
        "{side}: nerkit reads {count:file} as one system, because {first} does not pair with the "
        "whole gold file"
    ),
    "runs": "{side}: {count} runs, each paired with the whole gold file; {shown}",
    "parts-paired": "nerkit pairs {count:document} although one side names no part: {own!r} is {of_gold!r}",
    "p-by-randomization": (
        'p-values are by paired="randomization", because for some row there are too many '
        "permutations for an exact test"
    ),
    "p-exact": 'p-values are exact (all permutations); paired="randomization" samples permutations',
    "test": "{said}",
    "one-system": (
        "{measure}: with one system, nerkit assumes a second, equally good system that errs in other "
        "documents. Two versions of a system often err in the same documents, so give both"
    ),
}
READING_NOTES = {  # notes that every command prints
    "annotator-field": "{side}: the field {field!r} names the annotator; annotator=… names another field",
    "labels-read-from": (
        "{side}: nerkit reads labels from the key {field}, the only text in every item without another use"
    ),
    "documents-inside": "{side}: {where} ({count:document})",
    "ids-of-the-other-side": "{side}: nerkit reads ids from {field}, because it has ids of the other side",
    "read-from-path": (
        "{side}: nerkit reads {count:document} {where}, because only that part has paths of the other side"
    ),
    "questions": "gold: nerkit reads {count:question} in the form of {form}",
}
SENTENCES = WARNINGS | WHOLE | NOTES | READING_NOTES
