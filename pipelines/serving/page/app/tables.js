import { make } from "../dom.js";

/** A table; cells are texts or elements, a column of `numbers` stands to the right. */
export function table(columns, rows, numbers = []) {
  const box = make("div", "table"), made = make("table"), head = make("tr");
  columns.forEach((name, place) => {
    const cell = make("th", numbers.includes(place) ? "number" : "", name);
    cell.scope = "col";
    head.append(cell);
  });
  made.append(make("thead"), make("tbody"));
  made.tHead.append(head);
  for (const row of rows) {
    const line = make("tr");
    row.forEach((value, place) => {
      const cell = make("td", numbers.includes(place) ? "number" : "");
      cell.dataset.name = columns[place];
      cell.append(value instanceof Node ? value : String(value ?? ""));
      line.append(cell);
    });
    made.tBodies[0].append(line);
  }
  // A wide table scrolls by itself, also with the keyboard.
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", columns.join(", "));
  box.append(made);
  return box;
}
