import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import es from "#lib/language/es.json" with { type: "json" };
import { type Language, languageCookie, personLanguageCookie, toLanguage } from "#lib/language/languages.ts";
import { makeTranslator } from "#lib/language/make-translator.ts";
import { type Catalog, type Speech, setSpeech } from "#lib/language/t.ts";
import { perProcess } from "#server/per-process.ts";

/** English is in the code. */
export const catalogs: Readonly<Record<Exclude<Language, "en">, Catalog>> = { es };

const speeches = {
  es: { language: "es", catalog: es, translate: makeTranslator(es, "es") },
} as const satisfies Record<keyof typeof catalogs, Speech>;

/** The language the person chose, and the one that what is under way speaks. */
type Languages = { chosen: Language; spoken: Language };

const current = perProcess("merchant-console.request-language", () => new AsyncLocalStorage<Languages>());

/** Of the page under way. What is stored, logged and answered to scripts is English. */
export const requestLanguage = (): Language => current.getStore()?.spoken ?? "en";

/** From here on, pages are rendered in the language of their request. */
export function speakToPages(): void {
  setSpeech(() => {
    const language = requestLanguage();
    return language === "en" ? undefined : speeches[language];
  });
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage }; // as Node documents the channel
    const chosen = languageOf(request);
    current.enterWith({ chosen, spoken: request.url?.startsWith("/api/") ? "en" : chosen });
  });
}

/** For what writes to the store. */
export const inEnglish = <Result>(run: () => Result): Result =>
  current.run({ chosen: current.getStore()?.chosen ?? "en", spoken: "en" }, run);

/** For a text that is made for the person alone, and neither kept nor compared. */
export function inChosenLanguage<Result>(run: () => Result): Result {
  const chosen = current.getStore()?.chosen ?? "en";
  return current.run({ chosen, spoken: chosen }, run);
}

function languageOf({ headers }: IncomingMessage): Language {
  const jar = new Map(headers.cookie?.split(";").map((part) => part.trim().split("=") as [string, string])); // of a pair, its name and value
  const chosen = [jar.get(personLanguageCookie), jar.get(languageCookie)];
  return toLanguage(chosen, headers["accept-language"]);
}
