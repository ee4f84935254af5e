import { needToken, token } from "./token.js";

const BASE = "/api/v1/";

/** Something that the server says is wrong, in its words. */
export class Refused extends Error {}

/** A response of the server; asks for a token and tries again where one is needed. */
export async function request(path, { signal, headers = {}, ...options } = {}) {
  for (;;) {
    const used = token(), bearing = used ? { authorization: `Bearer ${used}` } : {};
    let response;
    try {
      response = await fetch(BASE + path, { ...options, signal, headers: { ...headers, ...bearing }, credentials: "omit" });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new Refused("The server cannot be reached.");
    }
    if (response.ok) return response;
    if (response.status !== 401) throw new Refused(await reasonOf(response));
    await needToken(Boolean(used));
  }
}

async function reasonOf(response) {
  try { return (await response.json()).error.message; } catch { return `The server answered ${response.status}.`; }
}

const listeners = [];
export const onSnapshot = (listener) => listeners.push(listener);

/** The result of a question, with its parameters. */
export async function get(path, parameters = {}) {
  const query = new URLSearchParams(parameters).toString();
  const { result, snapshot } = await (await request(query ? `${path}?${query}` : path)).json();
  for (const listener of listeners) listener(snapshot);
  return result;
}
