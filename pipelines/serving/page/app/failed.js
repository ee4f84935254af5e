import { el } from "../dom.js";

/** Says what went wrong where everybody sees it; nothing clears it. */
export function failed(error) {
  const box = el("failed");
  box.hidden = !error;
  box.textContent = error ? error.message : "";
}
