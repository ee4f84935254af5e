import { el } from "../dom.js";

const KEY = "estategraph-token";
let asking = null;

export const token = () => sessionStorage.getItem(KEY) || "";

/** Asks for a token, once however many requests wait for it. */
export function needToken(wasRefused) {
  asking ||= new Promise((resolve) => {
    const dialog = el("token-dialog"), field = el("token");
    el("token-refused").hidden = !wasRefused;
    field.value = "";
    el("token-form").onsubmit = () => {
      sessionStorage.setItem(KEY, field.value.trim());
      asking = null;
      resolve();
    };
    dialog.oncancel = (event) => event.preventDefault();
    dialog.showModal();
  });
  return asking;
}
