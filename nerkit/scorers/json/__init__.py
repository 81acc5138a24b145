"""Nested values (JSON): the leaves in which a system agrees with the gold side, at the best matching of
arrays.

`measures` has the record of each measure (`nerkit explain NAME`).

Conventions
    - A leaf is a string, number or boolean with content. Its path joins the keys above it by dots, with `[]`
      for a step into an array: `items[].price`. The path of a root scalar is `$`.
    - A(x, y) of two leaves is their weight (1) if they agree, otherwise 0. Of two objects, it is the sum over
      the keys of both. Of two arrays, it is the sum over the best matching of their elements. Of anything
      else it is 0. Counts are p_num = r_num = A(gold, system), p_den = A(system, system) and r_den = A(gold,
      gold): the leaves of each side. In the terms of Chen et al. (2023), an object is the set of its members,
      matched by key.
    - Arrays are bags by default: the best 1:1 matching in any order. `set`: equal elements count once.
      `sequence`: pairs do not cross. `position`: element i is matched with element i. With `key`, exactly the
      elements with equal key fields are pairs.
    - Two elements without an agreeing leaf are not matched (except by key or position). Among equally good
      matchings, nerkit takes one with the most shared addresses. It first sorts elements by their canonical
      forms, so that no order of bags changes a number.
    - A string that holds a JSON object or array is one leaf. Two such strings agree if their values are
      equal, with elements in their order and scalars compared as leaves are.
    - Null, blank strings, [] and {} have no content (`absent`): a missing key, null, "" and [] are alike.
    - With `wrap`, if a side of a document has an array with elements at a path, other values there become
      arrays of one.
    - Documents are JSON lines, files of a folder, or elements of an array. Their values may be in envelopes
      (`readers.values.records`). The text of a system is read as the answer of a model
      (`readers.values.model_text`).
    - Classes divide the leaves of both sides: agree, misread, missing_field, missing_item, invented_field,
      invented_item, and format for gold's leaves of unreadable documents. So 1 - F1 is exactly (2 misread +
      missing + invented + format) / (p_den + r_den).

Differences from omni-extract-bench 0.1.7
    - Values are compared as they are. Its folding merges 1/2 with 12 and A-1 with a1; in nerkit only the
      names of `text` fold. Integers of any size are exact.
    - nerkit looks for no envelope inside documents: {"value": 5, "page": 9} is an object with two leaves.
    - Roots may be arrays or scalars, a schema is not needed, and open maps are scored.
    - Large arrays are matched at the optimum, too.
"""
