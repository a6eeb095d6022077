import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";

/** Reads one of the console's GET routes. Throws an Error with a message for the user, in their language. */
export function getJson<Value>(path: string): Promise<Value> {
  return fetchJson(path, { headers: { accept: "application/json" } });
}

/** Reads by POST, for data that must not be in a URL. Throws as `getJson` does. */
export function askJson<Value>(path: string, question: unknown): Promise<Value> {
  const headers = { accept: "application/json", "content-type": "application/json" };
  return fetchJson(path, { method: "POST", headers, body: JSON.stringify(question) });
}

async function fetchJson<Value>(path: string, init: RequestInit): Promise<Value> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw problem(t("The console cannot be reached. Check the network; nothing was changed."));
  }
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) return body as Value; // our own route, typed by the query that asks it
  if (response.status === 401) throw problem(t("You are signed out. Sign in again to go on."));
  const message = typeof body === "object" && body !== null && "message" in body ? body.message : undefined;
  throw problem(
    typeof message === "string" ? translate(message) : t("Something went wrong on our side. Try again."),
  );
}

const problem = (message: string) => new Error(message);
