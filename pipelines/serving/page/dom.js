/** Elements made in script. Text goes in as text: what a repository says never becomes markup. */
export function make(tag, className = "", text = undefined) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = String(text);
  return made;
}

export const el = (id) => document.getElementById(id);

/** A button that does one thing. */
export function button(className, text, act) {
  const made = make("button", className, text);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

/** A link where the text is an address of the web, plain text otherwise: no other scheme is ever followed. */
export function linked(text) {
  if (!/^https?:\/\/[^\s]+$/.test(text)) return document.createTextNode(text);
  const link = make("a", "", text);
  link.href = text;
  link.rel = "noopener noreferrer";
  return link;
}

/** The places that an edge is known from, each with its rule, quote and hops. */
export function places(evidence) {
  return evidence.map((item) => {
    const box = make("div", "where", `${item.place}  ${item.rule}`);
    if (item.quote) box.append(" ", make("q", "", item.quote));
    for (const hop of item.hops) box.append(make("div", "", `\u2192 ${hop}`));
    return box;
  });
}
