"""What the API offers: an OpenAPI document, and a page that shows it without help from elsewhere."""

from __future__ import annotations

import json
from typing import Any

import reasoner
from reasoner.browser.form import own_asset
from reasoner.render.filling import filled
from reasoner.render.html import page
from reasoner.render.record import schema
from reasoner.solver import DEFAULT_SOLVER

_FACTS = ["Every dax is a wug.", "All wugs glow in the dark.", "Nilla is a dax."]
#: A request for each way to ask, to be read and to be tried.
EXAMPLES: dict[str, dict[str, Any]] = {
    "/answer": {"question": "Who glows in the dark? (A) Bram (B) Nilla", "facts": _FACTS},
    "/batch": {
        "questions": ["Who glows in the dark? (A) Bram (B) Nilla", "Who is a wug? (A) Nilla (B) Bram"],
        "facts": _FACTS,
        "solvers": ["chain", "ir"],
    },
    "/stream": {
        "question": {"question": {"stem": "Which lets heat through?", "choices": ["a wool hat", "a steel spoon"]}},
        "facts": ["steel lets heat through"],
        "solvers": ["chain", "ir+chain"],
    },
}
_ERROR = {"type": "object", "required": ["error"], "properties": {"error": {"type": "string"}}}
_NAMES = {"type": "array", "items": {"type": "string"}}


def openapi(knowledge: tuple[str, ...]) -> dict[str, Any]:
    """Return the OpenAPI 3.1 document of a service over the named knowledge.

    >>> sorted(openapi(("science",))["paths"])
    ['/answer', '/batch', '/health', '/schema.json', '/solvers', '/stream']
    """
    return {
        "openapi": "3.1.0",
        "info": {"title": "reasoner", "version": reasoner.__version__, "description": "Answers with their reasons."},
        "paths": {
            "/answer": {"post": _post("/answer", "Answer a question", "Request", "Scores and reasons.")},
            "/batch": {"post": _post("/batch", "Answer several questions", "Batch", "Answers, in the order asked.")},
            "/stream": {"post": _post("/stream", "Answer line by line", "Request", "A line of JSON for each solver.")},
            "/solvers": {
                "get": {"summary": "List the solvers and the knowledge", "responses": _ok("What each solver does.")}
            },
            "/health": {"get": {"summary": "Say that all is well", "responses": _ok("Version, and what is known.")}},
            "/schema.json": {"get": {"summary": "The JSON Schema of an answer", "responses": _ok("JSON Schema.")}},
        },
        "components": {"schemas": {**_requests(knowledge), **_answers()}},
    }


def _requests(knowledge: tuple[str, ...]) -> dict[str, Any]:
    """Return the schemas of what can be asked."""
    question = {
        "description": "A question in any JSON format that the package reads, or its text with (A) ... (B) ...",
        "type": ["object", "string"],
    }
    shared = {
        "facts": {**_NAMES, "description": "Facts and rules in English, beside those that the question brings."},
        "solvers": {**_NAMES, "description": "Solvers or ensembles such as ir+chain.", "default": [DEFAULT_SOLVER]},
        "knowledge": {
            **_NAMES,
            "items": {"enum": list(knowledge)} if knowledge else {"type": "string"},
            "description": "What the solvers may use besides the question's own facts; all of it if not said.",
        },
        "without": {**_NAMES, "description": "Facts of the knowledge to do without, by the sources that answers name."},
    }
    one: dict[str, Any] = {"type": "object", "required": ["question"], "additionalProperties": False}
    many: dict[str, Any] = {"type": "object", "required": ["questions"], "additionalProperties": False}
    return {
        "Request": one | {"properties": {"question": question, **shared}, "examples": [EXAMPLES["/answer"]]},
        "Batch": many
        | {
            "properties": {"questions": {"type": "array", "items": question}, **shared},
            "examples": [EXAMPLES["/batch"]],
        },
    }


def _post(path: str, summary: str, asked: str, answered: str) -> dict[str, Any]:
    content = {"schema": {"$ref": f"#/components/schemas/{asked}"}, "example": EXAMPLES[path]}
    good = _json({"$ref": "#/components/schemas/Answers"} if path == "/answer" else {"type": "object"})
    return {
        "summary": summary,
        "requestBody": {"required": True, "content": {"application/json": content}},
        "responses": {
            "200": {"description": answered, "content": good},
            "413": {"description": "The body is too large.", "content": _json(_ERROR)},
            "422": {"description": "The body makes no sense; the error says why.", "content": _json(_ERROR)},
            "503": {"description": "No answer within the time limit.", "content": _json(_ERROR)},
        },
    }


def _answers() -> dict[str, Any]:
    """Return the schema of answers and its parts as components, which is where tools look for them."""
    answers = json.loads(json.dumps(schema()).replace('"#/$defs/', '"#/components/schemas/'))
    parts: dict[str, Any] = answers.pop("$defs")
    return {"Answers": {name: value for name, value in answers.items() if not name.startswith("$")}, **parts}


def _json(content: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": content}}


def _ok(description: str) -> dict[str, Any]:
    return {"200": {"description": description, "content": _json({"type": "object"})}}


def docs_page(document: dict[str, Any]) -> str:
    """Return a page for people about an OpenAPI document; with a script, its examples can be tried."""
    example = f"curl --json '{json.dumps(EXAMPLES['/answer'])}' http://127.0.0.1:8765/answer"
    known = document["components"]["schemas"]
    body = filled(
        "browser/templates/docs.html",
        document=document,
        example=example,
        bodies={path: json.dumps(EXAMPLES[path], indent=1) if path in EXAMPLES else "" for path in document["paths"]},
        schemas={name: json.dumps(content, indent=2) for name, content in known.items()},
    )
    return page("reasoner API", body, [own_asset("try.js")], connects=True)
