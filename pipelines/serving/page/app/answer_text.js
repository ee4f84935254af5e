import { button, make } from "../dom.js";

const LABELS = "Service|Database|Topic|ADR|Incident|Endpoint|Event|Subscription|Entity|Team|Function|Doc";
// A name may itself hold one pair of brackets.
const MARK = new RegExp(`\\[(\\d+)\\]|\\b(${LABELS})\\(((?:[^()]|\\([^()]*\\))+)\\)`, "g");

/** The text of an answer as paragraphs and lists: `[3]` opens its citation, `Service(orders)` its card. */
export function answerText(text, { cite, open }) {
  const parts = [];
  let list = null;
  for (const line of text.replaceAll(" -> ", " \u2192 ").split("\n")) {
    const item = /^\s*[-*] /.exec(line);
    if (item) {
      if (!list) parts.push(list = make("ul"));
      list.append(filled(make("li"), line.slice(item[0].length), cite, open));
    } else if (list && /^\s+\S/.test(line)) {
      filled(list.lastChild, ` ${line.trim()}`, cite, open);
    } else {
      list = null;
      if (line.trim()) parts.push(filled(make("p"), line, cite, open));
    }
  }
  return parts;
}

function filled(box, text, cite, open) {
  let last = 0;
  for (const found of text.matchAll(MARK)) {
    box.append(text.slice(last, found.index));
    last = found.index + found[0].length;
    const [whole, number, label, name] = found;
    if (number) {
      const mark = button("cite", number, () => cite(Number(number)));
      mark.setAttribute("aria-label", `Source ${number}`);
      box.append(mark);
    } else {
      const link = button("said", name, () => open(label, name));
      link.title = whole;
      box.append(link);
    }
  }
  box.append(text.slice(last));
  return box;
}
