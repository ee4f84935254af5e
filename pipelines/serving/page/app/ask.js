import { button, el, make } from "../dom.js";
import { answerText } from "./answer_text.js";
import { request } from "./api.js";
import { eventsOf } from "./events.js";
import { placeOf, showEvidence } from "./evidence.js";
import { failed } from "./failed.js";
import { openNode, visit } from "./links.js";

const TRIES = ["Which services are there?", "Which service has most dependents?", "Which decisions are proposed?", "Which subsystems are there?"];
let current = null;

export function startAsk() {
  el("ask-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = el("question").value.trim();
    if (text) visit(`#/ask/${encodeURIComponent(text)}`);
  });
  el("tries").append("Try: ", ...TRIES.map((text) => button("try", text, () => visit(`#/ask/${encodeURIComponent(text)}`))));
}

/** Shows the view, and answers the question that its address holds. */
export function showAsk(question) {
  if (!question) { el("question").focus(); return; }
  el("question").value = question;
  if (current?.question !== question) answer(question);
}

async function answer(question) {
  current?.stop.abort();
  const asked = current = { question, stop: new AbortController() }, text = el("answer-text"), note = el("answer-note");
  el("asked").hidden = false;
  el("asked-question").textContent = question;
  text.replaceChildren();
  text.setAttribute("aria-busy", "true");
  note.textContent = "Looking\u2026";
  el("sources").hidden = true;
  let written = "", citations = [];
  const show = () => text.replaceChildren(...answerText(written, {
    cite: (number) => { const found = citations.find((each) => each.number === number); if (found) showEvidence(found, openNode); },
    open: (label, name) => openNode(`${label}(${name})`),
  }));
  try {
    const response = await request("ask", {
      method: "POST", signal: asked.stop.signal, body: JSON.stringify({ question }),
      headers: { "content-type": "application/json", accept: "text/event-stream" },
    });
    for await (const [name, value] of eventsOf(response)) {
      if (name === "token") { written += value.text; show(); }
      else if (name === "citations") { citations = value; showSources(citations); }
      else if (name === "end") { written = value.text; show(); note.textContent = noteOn(value); }
      else if (name === "error") throw new Error(value.message);
    }
  } catch (error) {
    if (error.name === "AbortError") return;
    note.textContent = "";
    failed(error);
    current = null;
  }
  text.removeAttribute("aria-busy");
}

const noteOn = (answer) => (answer.writer === "rules" ? "Answered from the graph, without a model." : `Worded by ${answer.writer}; what no source holds was removed.`);

function showSources(citations) {
  const box = el("sources");
  box.hidden = !citations.length;
  box.firstElementChild.textContent = `${citations.length} ${citations.length === 1 ? "source" : "sources"}`;
  el("citations").replaceChildren(...citations.map((citation) => {
    const item = make("li");
    item.value = citation.number;
    item.append(button("where link", placeOf(citation), () => showEvidence(citation, openNode)), make("span", "tag", citation.layer || "text"));
    if (citation.quote) item.append(make("q", "", citation.quote));
    return item;
  }));
}
