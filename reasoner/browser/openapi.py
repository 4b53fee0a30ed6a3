"""What the API offers: an OpenAPI document, and a page that shows it without help from elsewhere."""

from __future__ import annotations

import json
from typing import Any

import reasoner
from reasoner.render.html import page, safe
from reasoner.render.record import schema

EXAMPLE = {
    "question": {
        "question": {"stem": "Which lets heat travel through?", "choices": ["a wool hat", "a steel spoon"]},
        "facts": ["steel lets heat travel through"],
    },
    "solvers": ["ir", "guess-all"],
}
_ERROR = {"type": "object", "required": ["error"], "properties": {"error": {"type": "string"}}}
_NAMES = {"type": "array", "items": {"type": "string"}}


def openapi(knowledge: tuple[str, ...]) -> dict[str, Any]:
    """Return the OpenAPI 3.1 document of a service over the named knowledge.

    >>> sorted(openapi(("science",))["paths"])
    ['/answer', '/schema.json', '/solvers']
    """
    request = {
        "type": "object",
        "required": ["question"],
        "additionalProperties": False,
        "properties": {
            "question": {
                "description": "A question in any JSON format that the package reads, or its text with (A) ... (B) ...",
                "type": ["object", "string"],
            },
            "solvers": {**_NAMES, "description": "Solvers or ensembles such as ir+guess-all.", "default": ["ir"]},
            "knowledge": {
                **_NAMES,
                "items": {"enum": list(knowledge)} if knowledge else {"type": "string"},
                "description": "What the solvers may use besides the question's own facts; all of it if not said.",
            },
        },
        "examples": [EXAMPLE],
    }
    answer = {
        "summary": "Answer a question",
        "requestBody": {"required": True, "content": _json({"$ref": "#/components/schemas/Request"})},
        "responses": {
            "200": {"description": "Scores and reasons.", "content": _json({"$ref": "#/components/schemas/Answers"})},
            "413": {"description": "The body is too large.", "content": _json(_ERROR)},
            "422": {"description": "The body makes no sense; the error says why.", "content": _json(_ERROR)},
            "503": {"description": "No answer within the time limit.", "content": _json(_ERROR)},
        },
    }
    solvers = {"summary": "List the solvers and the knowledge", "responses": _ok("Names and what each solver does.")}
    return {
        "openapi": "3.1.0",
        "info": {"title": "reasoner", "version": reasoner.__version__, "description": "Answers with their reasons."},
        "paths": {
            "/answer": {"post": answer},
            "/solvers": {"get": solvers},
            "/schema.json": {"get": {"summary": "The JSON Schema of an answer", "responses": _ok("JSON Schema.")}},
        },
        "components": {"schemas": {"Request": request, **_answers()}},
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
    """Return a page for people about an OpenAPI document."""
    paths = "".join(
        f"<section><h2>{safe(method.upper())} {safe(path)}</h2><p>{safe(what['summary'])}.</p>"
        f"<ul>{''.join(_response(code, response) for code, response in what['responses'].items())}</ul></section>\n"
        for path, methods in document["paths"].items()
        for method, what in methods.items()
    )
    schemas = "".join(
        f"<details><summary>{safe(name)}</summary><pre>{safe(json.dumps(content, indent=2))}</pre></details>\n"
        for name, content in document["components"]["schemas"].items()
    )
    example = f"curl --json '{json.dumps(EXAMPLE)}' http://127.0.0.1:8765/answer"
    return page(
        "reasoner API",
        "<header><h1>reasoner API</h1></header>"
        '<nav aria-label="Site"><ul><li><a href="/">Ask a question</a></li>'
        '<li><a href="/openapi.json">openapi.json</a></li><li><a href="/schema.json">schema.json</a></li></ul></nav>'
        f'<main id="main">{paths}<section><h2>Example</h2><pre>{safe(example)}</pre></section>'
        f"<section><h2>Schemas</h2>{schemas}</section></main>",
    )


def _response(code: str, response: dict[str, Any]) -> str:
    return f"<li>{safe(code)}: {safe(response['description'])}</li>"
