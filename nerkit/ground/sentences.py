"""The sentences of all warnings and notes by their keys. A run in shards gives them in this order.

A new sentence is a row in one of the tables WARNINGS, WHOLE, NOTES and READING_NOTES.

`{count}` is the number of things, `{count:span}` 1 span, 2 spans, `{count:is|are}` the word that fits it.
`{examples}` are the first three, `{examples:; }` joined by semicolons, `{first}` is one. Other names are
values and facts of the warning (`nerkit.ground.warnings.Warned`); `{side}` is the file or the side that it is
about.
"""

WARNINGS = {
    # the documents of both sides
    "no-id-in-common": (
        "gold and {side} have no document id in common: gold has {of_gold}; {side} has {of_system}"
    ),
    "ids-not-used": (
        "documents are paired by their order: {without} has no ids, so the ids of {side} ({examples}) are "
        "not used"
    ),
    "documents-missing": "{counts}{count:gold document} without a partner in {side}: {examples}; {then}",
    "documents-extra": "{counts}{count:document} in {side} without a partner in gold: {examples}; {then}",
    "scores-missing": "{count:score} missing: {examples}; {then}",
    "labels-not-compared": "{side}: {count:row} by label {count:is|are} not compared",
    "ids-unused": "ids=…: {count:id} that no document has: {examples}",
    "documents-not-selected": "{count:document} of only=… on neither side: {examples}",
    "no-items": "{side}: no items",
    "not-regular": "{side}: left out files that are not regular: {names}",
    # what readers met
    "lines-with": "{side}: {count:line} with a {kind} (line {examples}), {verdict}",
    "lines-skipped": "{side}: skipped {count:{kind}} ({count:line|lines} {examples})",
    "comment-lines-skipped": "{side}: skipped {count:comment line} (line {examples})",
    "forgiven": "{side}: {count:{noun}} {verdict} ({first}; an error with strict=True)",
    "counted": "{side}: {count:{noun}} {verdict}",
    "keys-not-read": "{side}: keys of items that are not read: {keys:()}",
    "types-as-ids": (
        "{side}: column 4 is the id and holds {held}, which look like types; the type is column 6"
    ),
    "markup-kept": "{side}: {count:piece} of markup that does not fit, kept as text",
    "capitals-taken": (
        "{side}: {count:entity} taken to begin with the first of the capitalised words before the label"
    ),
    "inside-tags": "{side}: {count:inside tag} whose type is not open, read as the beginning of an entity",
    "trees-invalid": "{side}: {count:invalid sentence}, left out on both sides ({examples:; })",
    "trees-invalid-in-data": "{side}: {count:invalid sentence}, left out on both sides",
    "graphs-damaged": "{count:damaged graph} counted as empty: {examples:; }",
    "graphs-invalid": "{count:invalid graph} left out: {examples}",
    "concepts-empty": "{count:node} with an empty concept",
    "not-in-amr": "{count:{noun}} not taken into an AMR graph",
    "entity-ids-spread": (
        "{side}: {count:entity id} in several documents, and each document has its own entity"
    ),
    "keys-given-twice": "{count:{noun}} with a key given twice; the last one counts",
    "calls-unknown": "{count:document} in no shape that is known, taken as without calls",
    # what is selected and prepared
    "calls-in-gold": "gold: these are tool calls: nerkit calls scores them",
    "schema-contradicted": (
        "gold: {count:value} {count:is|are} of another type than the schema says; the first: {first}"
    ),
    "schema-words-unknown": "schema=…: nerkit does not read the words {words}",
    "tags-do-not-follow": (
        "{side}: tags do not follow {scheme} in {count:place} (the first: {first}); {does}"
    ),
    "scheme-does-not-fit": (
        '{side}: scheme="{scheme}" does not fit: tags do not follow it in {count:place} (the first: '
        '{first}). scheme="{best}" fits best; {does}'
    ),
    "documents-without-tokens": "{side}: {count:document} without any token, counted as empty: {examples}",
    "tokens-lacking": "{side}: {lacking}, the first at {first}; their tokens are scored as O",
    "sentences-left-out": (
        "left out {count:sentence} of the gold file: invalid, or beside an invalid sentence of the other side"
    ),
    "parameters-unknown": "{side}: keywords without a meaning here: {keywords}",
    "other-sentences": (
        "{count:graph} paired by their order, of another sentence on the other side: {examples}"
    ),
    "gold-invalid": "left out {count:system graph}, because the gold graph is invalid: {examples}",
    "own-gold-differs": "{side}: the gold beside the predictions has {different}; preprocessed otherwise?",
    "lists-lacking": "{side}: no document has {lists}",
    "strings-without-place": (
        "{side}: {count:string} without a place in gold's text, counted as predicted ({examples})"
    ),
    "outputs-not-clean": "{side}: {count:{noun}}, of which {odd}",
    "gold-calls-nothing": (
        "gold calls nothing in any document: the measure irrelevance says how often the system does not"
    ),
    "occurs-nowhere": "{name} {value!r} occurs on neither side{near}",
    "many-occur-nowhere": "{count:{name}} asked for on neither side: {absent}",
    # what counting met
    "tokens-differ": (
        "{count:token} with another text in the system, the first at {first}; nerkit compares tokens by "
        "their position, and nerkit noisy aligns texts that differ"
    ),
    "borders-differ": "{count:sentence border} on one side only, the first before {first}",
    "documents-of-other-tokens": "{count:document} with other tokens than the gold document: {examples}",
    "on-ignored-spans": "{side}: {count:annotation} on ignored spans, left out",
    "not-judged": "{count:system annotation} where gold has none, not counted (partial gold)",
    "field-absent": "{said}",
    "rows-without-labels": "{text}, so all of them are in one row",
    "field-on-one-side": "{who} has {what}; {names} {number:looks|look} at it",
    "no-effect": "{option} has no effect: {why}",
    "frames-without-effect": "frames=… changes only aspects, and you ask for none",
    "lists-not-held": "{measures}: no document has {list}; they have {held}",
    "crowded": (
        "{count:document} where more than {limit} pairs of items overlap ({examples}): nerkit compares only "
        "the {nearest} nearest items of each size. It takes the best pairs first"
    ),
    "texts-differ": (
        "the texts of gold and system differ in {count:document}, so offsets may: {examples}; nerkit noisy "
        "aligns such texts"
    ),
    "texts-in-two-forms": (
        '{count:document} in NFC on one side alone; unicode="nfc" compares texts in one form of Unicode'
    ),
    "texts-contradict": (
        "{count:span} with another text than gold's text has at the offsets (the first: {first})"
    ),
    "repeated": "{side}: {what} (the first: {first})",
    "words-differ": "{count:word} not the same on both sides ({first})",
    "forms-differ": (
        "{count:word} with another form in the system, the first at {first}; nerkit compares CoNLL-X word by "
        "word. As CoNLL-U it scores trees over different tokens"
    ),
    "tokens-differ-in-text": "tokens that differ in their text: {count}",
    "documents-without-date": "{count:document} without a date in no bin of time: {examples}",
    "word-forms-differ": "{count:word} differ in their form",
    "predicates-differ": (
        "{count:predicate} of the same word have other names: gold's count as missed, the "
        "system's as spurious"
    ),
    "arguments-repeated": "{count:argument} given twice, counted once",
    "mentions-repeated": (
        "{side}: {count:mention} that {count:repeats|repeat} the words of an earlier mention, not "
        "counted{emptied} (the first: {first})"
    ),
    "triples-repeated": "{side}: {count:repeated triple} counted once",
    "not-proved": "{count:{noun}} not proved optimal within the limit; see upper_bound",
    "order-lowers": (
        "order=True lowers the score of {count:graph} ({tuples:tuple}), whose nodes would correspond better "
        "out of order"
    ),
    "left-out-of-macro": "macro: {left_out} (no such tuples there)",
    "sentences-excluded": ("{count:sentence} of {total} excluded, the words differ: {examples:; }{hint}"),
    "sentences-skipped": "{count:sentence} of {total} skipped, without words in the system: {examples}",
    "roots-counted": "roots count as brackets: {listed}; {remedy} them out",
    "paths-differ": "{said}",
    "elements-with-key-repeated": "{count:element} with a key that another element of its array has",
    "readings-as-objects": (
        'gold: {count:object} of {{"any": […]}} alone, read as it is; any_key="any" reads readings'
    ),
    # what all of a run shows
    "nothing-in-common": "{said}",
    "labels-apart": "{side}: {said}",
    "items-shortened": "{count:item} above {longest} characters: only beginnings and ends are shown",
    "headline-zero": (
        "{side}: {measure} is zero though both sides have items (gold {gold}, the system {system}); nerkit "
        "errors lists them"
    ),
    "headline-explained": "{side}: {numbers}{remedy}",
    "rows-not-compared": "{count:row} {which}, not compared: {examples}",
    # statistics
    "nothing-to-resample": "{units}: nothing to resample, so there are no intervals and no test{stored}",
    "no-interval": "{count:{noun}}: no {percent} interval; a two-sided p cannot be below {least}",
    "few-units": (
        "{count:{noun}}: intervals of so few are too short. Simulated 95 % intervals held the true F1 in "
        '{percentile} (interval="t": {student}), and in {skewed} if a few large {noun}s score worse. {remedy}'
    ),
    "few-units-decide": (
        "{measure}: {count} of {all:{noun}}{share} make {variance} of the variance, so the interval may be "
        "too short; {remedy}"
    ),
    "no-sum": "{measures}: no sum over {unit}s, so {so}",
    "not-tested": "{measures}: {why}",
    "undefined": "{system}0/0 in resamples of {count:row}, {treated} (empty=…); {where}",
    "undefined-values": "0/0 in resamples of {count:row}, left out; {where}",
    "judge-differs": (
        "{measure}: the judge sees a difference between the gold documents and all other documents (z = "
        "{z}); they may not be a random sample"
    ),
    # annotators
    "no-intervals": "{documents} document: nothing to resample, so there are no intervals",
    "not-annotated": "{side}: {count:document} without a label, left out as not annotated",
    "spans-in-a-token": (
        '{count:span} in the tokens of another span of the annotator; units="character" tells them apart'
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
    "ids-read-from": "{side}: ids are read from {field!r}, as they are the other side's",
    "texts-pair": (
        "{side}: documents without ids have another order than in {gold}: nerkit pairs them by their "
        "texts{more}"
    ),
    "ids-repeated-in-file": (
        "{side}: {count:document id} given more than once ({examples}), so documents are known by their "
        "positions"
    ),
    "columns-not-read": "{side}: columns that are not read: {columns}",
    "keys-hidden": "the JSON keys {keys} are hidden by the columns of that name",
    "ends-inclusive": "{side}: ends are the last characters of their spans, as their texts say",
    "label-feature-empty": "{side}: the feature that is read as the label is empty; {held}",
    "ids-may-be-in": '{side}: ids may be in {fields}; {role}_id="{field}" takes them from the first',
    "outputs-without-path": "{side}: {count:output} without a path of gold ({paths}): {examples}",
    "schemes-mixed": (
        "{side}: letters of several schemes ({letters}): L is read as E, U and W as S, M as I, all by the "
        "rules of {rules}"
    ),
    "documents-not-marked": "not every side marks documents; compared as one document",
    "documents-marked-differently": (
        "the sides mark documents differently in the same text; compared as one document"
    ),
    "blank-lines-left-out": "{side}: {count:blank line} at the end left out, which others do not have",
    "strings-not-found": (
        "{side}: {count:string} not found in gold's text, counted as spurious ({examples})"
    ),
    "strings-sought-as-written": (
        "{side}: {count:string} of these sought as written only: the product of the characters of misspelt "
        "strings and of texts is above {most}"
    ),
    "nothing-to-ignore": "{side}no spans to ignore",
    "ignored-not-scored": "ignored spans of {count:document} that are not scored",
    "partial-not-scored": "{side}: {count:document} that is not scored, as {first}",
    "labels-absent": "{said}",
    "of-formula": "{side}: {said}",
    "other": "{said}",
}
NOTES = {
    "scheme": "scheme {scheme}; scheme=… names another",
    "schemes-differ": "schemes differ ({listed}), nerkit reads each side in its own{literal}",
    "measures-left-out": "{problem}, so {names} {count:is|are} left out",
    "silence-alone": (
        "read {measure} beside json/coverage and json/format, because silent systems are best there"
    ),
    "files-as-one-system": ("{side}: {count:file} as one system, as {first} does not pair with all of gold"),
    "runs": "{side}: {count} runs, each paired with all of gold; {shown}",
    "parts-paired": "{count:document} paired though one side has no part: {own!r} is {of_gold!r}",
    "p-by-randomization": (
        'p by paired="randomization": exact ones would have to be drawn for some row, at these sizes'
    ),
    "p-exact": 'p is exact, of all exchanges; paired="randomization" draws them',
    "test": "{said}",
    "one-system": (
        "{measure}: nerkit compares the system with an equally good one that errs in other documents. Two "
        "versions of a system often err together: give both"
    ),
}
READING_NOTES = {  # notes that every command prints
    "annotator-field": "{side}: the field {field!r} says who annotated; annotator=… names another field",
    "labels-read-from": (
        "{side}: labels are read from the key {field}, the only text of every item that has no other use"
    ),
    "documents-inside": "{side}: {where} ({count:document})",
    "ids-of-the-other-side": "{side}: nerkit reads ids from {field}, because it has ids of the other side",
    "read-from-path": (
        "{side}: {count:document} read {where}, as nothing else there has a path of the other side"
    ),
    "questions": "gold: {count:question} in the form of {form}",
}
SENTENCES = WARNINGS | WHOLE | NOTES | READING_NOTES
