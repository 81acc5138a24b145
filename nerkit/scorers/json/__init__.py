"""Nested values (JSON): the leaves in which a system agrees with gold, at the best matching of arrays.

Conventions
    - A leaf is a string, number or boolean that says something; its path is the keys above it joined by dots,
      with `[]` for a step into an array: `items[].price`, `$` for a root scalar.
    - A(x, y) of two leaves is their weight (1) if they agree, else 0; of two objects the sum over the keys of
      both; of two arrays the sum over the best matching of their elements; of anything else 0. Counts are
      p_num = r_num = A(gold, system), p_den = A(system, system), r_den = A(gold, gold): the leaves of each
      side. In the terms of Chen et al. (2023) an object is the set of its members matched by key.
    - Arrays are bags by default: 1:1, the best, any order. `set`: equal elements count once. `sequence`:
      pairs do not cross. `position`: element i with element i, whatever they say. With `key` only elements
      whose key fields are equal are a pair, and they are one whatever else they say.
    - Two elements without a leaf that agrees are not matched (but by key or position). Of equally good
      matchings one with the most shared addresses is taken; elements are put in the order of their canonical
      forms first, so that no order of bags changes any number.
    - A string that holds a JSON object or array is one leaf; two of them agree if their values are equal,
      with elements in their order and scalars compared as leaves are.
    - Null, blank strings, [] and {} say nothing (`absent`): a missing key, null, "" and [] are the same.
    - `wrap`: where a document has an array with elements at a path on either side, every other value of that
      document at that path is an array of one.
    - Documents are JSON lines, files of a folder, elements of an array; their values may be in envelopes
      (`readers.values.records`). A system's text is read as a model's answer (`readers.values.model_text`).

Measures (`measures` has the formulas)
    json            agreeing leaves; rows also count leaves by class
    json/exact      documents with all leaves right and none too many
    json/item       elements of the outermost arrays that are right as wholes, in any order
    json/format     documents that are clean JSON
    json-soft       like json, but strings that disagree earn their similarity, and the matching maximises it
    json-accuracy   agreeing leaves of all leaves of either side, shared addresses once
    json-schema     documents that are valid under a JSON Schema

Classes partition the leaves of both sides: agree, misread, missing_field, missing_item, invented_field,
invented_item, and format for gold's leaves of unreadable documents. So 1 - F1 is exactly
(2 misread + missing + invented + format) / (p_den + r_den).

Differences from omni-extract-bench 0.1.7
    - Values are compared as they are: its folding, which merges 1/2 with 12 and A-1 with a1, is what `text`
      names say, and no more. Integers of any size are exact.
    - No envelope is looked for inside documents: {"value": 5, "page": 9} is an object with two leaves.
    - Roots may be arrays or scalars, no schema is needed, open maps are scored.
    - Large arrays are matched at the optimum too.
"""
