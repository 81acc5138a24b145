"""The same four calls in every wire format, as written by hand after the interfaces' own pages.

Document a calls find twice, b sends a mail with a nested value, c calls nothing.
"""

import json

TURNS = {
    "a": [("find", {"q": "x", "n": 1}), ("find", {"q": "y"})],
    "b": [
        ("mail.send", {"to": ["ann", "bo"], "body": 'He said: "}]" </b> ```ok```', "cc": {"urgent": True}})
    ],
    "c": [],
}


def _compact(arguments):
    return json.dumps(arguments)


def _openai(calls, *, as_text=True):
    return [
        {
            "id": f"call_{at}",
            "type": "function",
            "function": {"name": name, "arguments": _compact(given) if as_text else given},
        }
        for at, (name, given) in enumerate(calls)
    ]


def _qwen(calls):
    def written(value):
        return value if isinstance(value, str) else json.dumps(value)

    def one(name, given):
        inner = "".join(
            f"<parameter={key}>\n{written(value)}\n</parameter>\n" for key, value in given.items()
        )
        return f"<tool_call>\n<function={name}>\n{inner}</function>\n</tool_call>"

    return "\n".join(one(*call) for call in calls) or "Nothing."


def _named(calls, key="arguments"):
    return [{"name": name, key: given} for name, given in calls]


RECORDS = {  # wire format -> (id, calls) -> record
    "own": lambda i, calls: {"id": i, "calls": _named(calls)},
    "turns": lambda i, calls: {"id": i, "turns": [_named(calls)]},
    "openai-chat": lambda i, calls: {
        "id": i,
        "choices": [{"message": {"role": "assistant", "content": None, "tool_calls": _openai(calls)}}],
    },
    "openai-batch": lambda i, calls: {
        "custom_id": i,
        "response": {"status_code": 200, "body": {"choices": [{"message": {"tool_calls": _openai(calls)}}]}},
    },
    "openai-responses": lambda i, calls: {
        "id": i,
        "output": [{"type": "reasoning", "summary": []}]
        + [
            {"type": "function_call", "call_id": f"c{at}", "name": name, "arguments": _compact(given)}
            for at, (name, given) in enumerate(calls)
        ],
    },
    "anthropic": lambda i, calls: {
        "id": i,
        "role": "assistant",
        "content": [{"type": "text", "text": "I will look."}]
        + [{"type": "tool_use", "id": "t", "name": name, "input": given} for name, given in calls],
    },
    "gemini": lambda i, calls: {
        "id": i,
        "candidates": [
            {"content": {"parts": [{"functionCall": {"name": name, "args": given}} for name, given in calls]}}
        ],
    },
    "bedrock": lambda i, calls: {
        "id": i,
        "output": {
            "message": {"content": [{"toolUse": {"name": name, "input": given}} for name, given in calls]}
        },
    },
    "mcp": lambda i, calls: {
        "id": i,
        "calls": [
            {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": given}}
            for name, given in calls
        ],
    },
    "langchain": lambda i, calls: {
        "id": i,
        "type": "ai",
        "content": "",
        "tool_calls": [{"name": name, "args": given, "type": "tool_call"} for name, given in calls],
    },
    "ollama": lambda i, calls: {
        "id": i,
        "message": {"role": "assistant", "tool_calls": _openai(calls, as_text=False)},
    },
    "messages": lambda i, calls: {
        "id": i,
        "messages": [
            {"role": "system", "content": "You call tools."},
            {"role": "user", "content": "Go."},
            {"role": "assistant", "content": None, "tool_calls": _openai(calls)},
            {"role": "tool", "content": '{"name": "ok", "arguments": {}}'},
        ],
    },
    "bfcl": lambda i, calls: {"id": i, "result": [{name: _compact(given)} for name, given in calls]},
    "hermes": lambda i, calls: {
        "id": i,
        "output": "I see.\n"
        + "\n".join(f"<tool_call>\n{_compact(one)}\n</tool_call>" for one in _named(calls)),
    },
    "qwen-xml": lambda i, calls: {"id": i, "output": _qwen(calls)},
    "mistral": lambda i, calls: {
        "id": i,
        "output": f"[TOOL_CALLS]{_compact(_named(calls))}" if calls else "No.",
    },
    "mistral-new": lambda i, calls: {
        "id": i,
        "output": "".join(f"[TOOL_CALLS]{name}[ARGS]{_compact(given)}" for name, given in calls),
    },
    "llama": lambda i, calls: {
        "id": i,
        "output": "<|python_tag|>" + "; ".join(map(_compact, _named(calls, "parameters")))
        if calls
        else "No.",
    },
    "llama-function": lambda i, calls: {
        "id": i,
        "output": "\n".join(f"<function={name}>{_compact(given)}</function>" for name, given in calls),
    },
    "python": lambda i, calls: {"id": i, "output": f"[{', '.join(_python_call(*call) for call in calls)}]"},
    "bare": lambda i, calls: {"id": i, "output": _compact(_named(calls, "args"))},
    "fenced": lambda i, calls: {"id": i, "output": f"Here:\n```json\n{_compact(_named(calls))}\n```\n"},
}


def _python_call(name, given):
    return f"{name}({', '.join(f'{key}={value!r}' for key, value in given.items())})"


def written(form):
    """The file of a wire format."""
    return "".join(json.dumps(RECORDS[form](name, calls)) + "\n" for name, calls in TURNS.items())


CALLS = {form: written(form) for form in RECORDS}
