"""The JSON API and the form, without a browser."""

from __future__ import annotations

import http.client
import json
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from jsonschema import Draft202012Validator
from starlette.testclient import TestClient

from reasoner import get_solver
from reasoner.browser import service as services
from reasoner.browser.app import MAX_BODY, make_app
from reasoner.browser.form import examples
from reasoner.browser.openapi import EXAMPLES
from reasoner.browser.service import Service
from reasoner.question import Question
from reasoner.render.record import schema
from reasoner.solver import DEFAULT_SOLVER, Solver, Support, _registered, register

ASKED = {
    "question": {"question": {"stem": "Which lets heat through?", "choices": ["a wool hat", "a steel spoon"]}},
    "solvers": ["ir", "ir+guess-all"],
    "knowledge": [],
}
FORM = {"question": "Which lets heat through?\r\n(A) a wool hat\r\n(B) a steel spoon", "solver": "ir", "shown": "1"}


def client(**options: float) -> TestClient:
    return TestClient(make_app(Service(["none"]), **options), raise_server_exceptions=False)


@pytest.fixture
def slow() -> Iterator[threading.Event]:
    """A solver that waits until the test lets it go, and then breaks."""
    go = threading.Event()

    @register
    class Slow(Solver):
        name, summary = "slow", "waits"

        def support(self, question: Question) -> Mapping[str, Support]:
            go.wait(30)
            raise RuntimeError("a fault <b>")

    yield go
    go.set()
    del _registered["slow"]


def test_answers_keep_to_the_schema() -> None:
    asked = {**ASKED, "question": {**ASKED["question"], "facts": ["steel lets heat through"]}}
    response = client().post("/answer", json=asked)
    assert response.status_code == 200
    Draft202012Validator(schema()).validate(response.json())
    answer = response.json()["answers"][0]
    assert answer["selected"] == ["B"]
    assert answer["explanations"]["B"]["nodes"][1]["source"] == "given:1"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"\xff", "not JSON"),
        (b"[]", "a JSON object is expected"),
        (b'{"solvers": ["ir"]}', "field question: missing"),
        (b'{"question": {"question": {"stem": "Which?", "choices": ["one"]}}}', "at least 2"),
        (b'{"question": "Which? (A) a (B) b", "solvers": ["irr"]}', "did you mean 'ir'"),
        (b'{"question": "Which? (A) a (B) b", "solvers": []}', "name 1 to 8"),
        (b'{"question": "Which? (A) a (B) b", "solvers": "ir"}', "a list of names"),
        (b'{"question": "Which? (A) a (B) b", "solvers": ["weights.json"]}', "unknown solver"),
        (b'{"question": "Which? (A) a (B) b", "knowledge": ["/etc/passwd"]}', "unknown knowledge"),
        (b'{"question": "Which? (A) a (B) b", "kb": []}', "field kb: unknown"),
        (b'{"question": "Which? (A) a (B) b", "facts": "steel"}', "a list of sentences"),
        (b'{"question": "Which? (A) a (B) b", "without": [1]}', "a list of sources"),
    ],
)
def test_malformed_body_gets_422_and_a_message(body: bytes, message: str) -> None:
    response = client().post("/answer", content=body)
    assert response.status_code == 422
    assert message in response.json()["error"]


def test_large_body_gets_413() -> None:
    for path in ("/answer", "/"):
        response = client().post(path, content=b"x" * 10_000_000)
        assert response.status_code == 413
        assert f"{MAX_BODY:,}" in response.json()["error"]


def test_slow_question_blocks_no_other_and_times_out(slow: threading.Event) -> None:
    with client(workers=2, seconds=2) as one:
        waiting = threading.Thread(target=lambda: late.append(one.post("/answer", json={**ASKED, "solvers": ["slow"]})))
        late: list = []
        waiting.start()
        for _ in range(5):
            assert one.post("/answer", json=ASKED).status_code == 200
        assert waiting.is_alive()
        waiting.join(20)
        refused = one.post("/", data=FORM | {"solver": "slow"})
    assert (refused.status_code, "time limit" in refused.text) == (503, True)
    assert late[0].status_code == 503
    assert "time limit" in late[0].json()["error"]


SLOW = """
import sys, time
from reasoner.cli import main
from reasoner.solver import Solver, register

@register
class Slow(Solver):
    name, summary = "slow", "waits"
    def support(self, question):
        print("asked", file=sys.stderr, flush=True)
        time.sleep(100)

sys.argv = ["reasoner", "serve", "--kb", "none", "--port", "0"]
main()
"""


@pytest.mark.slow
def test_ends_cleanly_in_the_middle_of_a_question() -> None:
    server = subprocess.Popen([sys.executable, "-c", SLOW], stderr=subprocess.PIPE, text=True)
    assert server.stderr
    assert server.stderr.readline() == "reasoner: making chain ready\n"
    address = urlsplit(server.stderr.readline().split()[1]).netloc
    connection = http.client.HTTPConnection(address, timeout=30)
    connection.request("POST", "/answer", json.dumps({**ASKED, "solvers": ["slow"]}))
    assert server.stderr.readline() == "asked\n"
    server.send_signal(signal.SIGTERM)
    response = connection.getresponse()
    assert (response.status, json.loads(response.read())) == (503, {"error": "the server is ending"})
    assert server.wait(20) == 0
    assert server.stderr.read() == ""


def test_fault_of_a_solver_shows_no_traceback(slow: threading.Event) -> None:
    slow.set()
    response = client().post("/answer", json={**ASKED, "solvers": ["slow"]})
    assert response.status_code == 500
    assert response.json() == {"error": "unexpected RuntimeError"}


def test_solvers_are_made_once_and_few_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    real = get_solver
    monkeypatch.setattr(services, "get_solver", lambda name, kb: made.append(name) or real(name, kb=kb))
    service = Service(["none"])
    for _ in range(3):
        service.answer(service.parse(ASKED))
    assert made == ["ir", "ir+guess-all"]
    for weight in range(1, 40):
        service.answer(service.parse({**ASKED, "solvers": [f"{weight}.5*ir+guess-all"]}))
    assert service._solver.cache_info().currsize <= services._KEPT


def test_openapi_describes_what_is_there() -> None:
    one = client()
    document = one.get("/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    Draft202012Validator.check_schema(document["components"]["schemas"]["Request"])
    Draft202012Validator(document["components"]["schemas"]["Request"]).validate(ASKED)
    for path, methods in document["paths"].items():
        assert one.request("OPTIONS", path).headers["allow"].lower().find(next(iter(methods))) >= 0
    docs = one.get("/docs").text
    assert "POST /answer" in docs
    assert "src=" not in docs
    for path, example in EXAMPLES.items():
        assert one.post(path, json=example).status_code == 200
    assert one.get("/schema.json").json() == schema()
    assert one.get("/solvers").json()["solvers"][0].keys() == {"name", "summary", "needs"}


def test_form_keeps_what_was_typed_and_says_what_is_wrong() -> None:
    one = client()
    assert "Ask a question" in one.get("/").text
    answered = one.post("/", data=FORM | {"facts": "steel lets <heat> through"})
    assert answered.status_code == 200
    assert "Answer: B." in answered.text
    assert "B, a steel spoon</bdi>" in answered.text
    assert "steel lets &lt;heat&gt; through</textarea>" in answered.text
    refused = one.post("/", data=FORM | {"question": "Which? (A) only one"})
    assert refused.status_code == 422
    assert 'role="alert"' in refused.text


def test_the_default_solver_is_the_one_of_the_command_line() -> None:
    answered = client().post("/answer", json={"question": "Which glows? (A) Zilk (B) Vamo", "facts": ["Zilk glows."]})
    assert answered.json()["answers"][0]["name"] == DEFAULT_SOLVER
    assert answered.json()["answers"][0]["selected"] == ["A"]
    assert f'value="{DEFAULT_SOLVER}" checked' in client().get("/").text


def test_facts_of_the_knowledge_can_be_struck_out(tmp_path: Path) -> None:
    (tmp_path / "facts.txt").write_text("A steel spoon conducts heat.\nA wool hat keeps heat in.\n")
    one = TestClient(make_app(Service([str(tmp_path / "facts.txt")])))
    asked = {"question": "Which conducts heat? (A) a wool hat (B) a steel spoon", "solvers": ["ir"]}
    assert one.post("/answer", json=asked).json()["answers"][0]["selected"] == ["B"]
    struck = one.post("/answer", json={**asked, "without": ["facts.txt:1"]}).json()["answers"][0]
    assert struck["selected"] == ["A"]


def test_a_batch_is_answered_in_its_order() -> None:
    stems = ["Which is warm? (A) ice (B) a stove", "Which is cold? (A) ice (B) a stove"]
    facts = ["A stove is warm.", "Ice is cold."]
    results = client().post("/batch", json={"questions": stems, "facts": facts, "solvers": ["ir"]}).json()["results"]
    assert [one["answers"][0]["selected"] for one in results] == [["B"], ["A"]]
    for bad in ({}, {"questions": []}, {"questions": ["Which?"] * 501}, {"questions": ["Which is warm? (A) ice"]}):
        assert client().post("/batch", json=bad).status_code == 422


def test_answers_are_streamed_a_line_each_and_a_fault_is_one_of_them(slow: threading.Event) -> None:
    slow.set()
    lines = client().post("/stream", json={**ASKED, "solvers": ["ir", "slow"]}).text.splitlines()
    plan, *rest = map(json.loads, lines)
    assert plan["solvers"] == ["ir", "slow"]
    said = {line["number"]: line for line in rest}
    assert said[0]["name"] == "ir"
    assert said[1]["error"] == "unexpected RuntimeError"
    assert client().post("/stream", json={"solvers": ["ir"]}).status_code == 422


def test_a_page_to_keep_and_health() -> None:
    assert client().post("/page", json=ASKED).text.startswith("<!DOCTYPE html>")
    assert client().get("/health").json()["status"] == "ok"


def test_examples_are_answered_as_they_promise() -> None:
    service = Service(["science"])
    for example in examples():
        record = {name: example[name] for name in ("question", "facts", "solvers")}
        symbolic = [name for name in record["solvers"] if name != "nearest"]
        for answer in service.answer(service.parse({**record, "solvers": symbolic})).values():
            assert len(answer.selected) == 1, example["name"]


def test_only_known_hosts() -> None:
    app = make_app(Service(["none"]), hosts=("127.0.0.1",))
    assert TestClient(app, base_url="http://127.0.0.1:8765").get("/solvers").status_code == 200
    assert TestClient(app, base_url="http://evil.example").get("/solvers").status_code == 400


def test_unknown_page_and_method_are_json() -> None:
    assert json.loads(client().get("/nothing").text) == {"error": "Not Found"}
    assert client().get("/answer").status_code == 405


def test_lines_of_a_text_box_come_back_as_they_were() -> None:
    page = client().post("/", data={**FORM, "facts": "steel conducts heat\r\nwool keeps heat in\r\n"}).text
    assert "steel conducts heat\nwool keeps heat in\n</textarea>" in page
    assert "�" not in page
