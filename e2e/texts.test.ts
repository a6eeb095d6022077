import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import es from "#lib/language/es.json" with { type: "json" };
import { projectRoot } from "#server/start/project-root.ts";
import { filesUnder } from "./support/secrets-sweep.ts";
import { serverTextsOf, textsOf } from "./support/texts/texts-of.ts";

/** Every text that people read has its Spanish in lib/language/es.json. */

const catalog: Readonly<Record<string, string>> = es;

const sourcesIn = (folders: readonly string[]) =>
  folders
    .flatMap((folder) => filesUnder(join(projectRoot, folder)))
    .map((file) => relative(projectRoot, file))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/(test|fake)-/.test(file));

const read = (file: string) => readFileSync(join(projectRoot, file), "utf8");

const found = sourcesIn(["app", "components", "lib"])
  .filter((file) => !file.startsWith("lib/language/"))
  .map((file) => ({ file, ...textsOf(file, read(file)) }));

/** These speak to an operator at a terminal, or to programs: the sandbox, tools of the command line, settings. */
const toOperators =
  /^server\/(sandbox|live|backup|release|scan|start|metrics|language|sql|retention|mail)\/|\/(settings|address-settings|env)\.ts$|cli\.ts|user-commands\.ts|secret/;

const serverTexts = sourcesIn(["server", "lib/gateway"])
  .filter((file) => !toOperators.test(file))
  .map((file) => ({ file, ...serverTextsOf(file, read(file)) }));

test("no text on the screen is written past the catalog", () => {
  expect(found.flatMap(({ file, raw }) => raw.map(({ text, line }) => `${file}:${line} ${text}`))).toEqual(
    [],
  );
});

test("every text of the screen has its Spanish", () => {
  const missing = found.flatMap(({ file, translated }) =>
    translated
      .filter(({ text }) => !Object.hasOwn(catalog, text))
      .map(({ text, line }) => `${file}:${line} ${text}`),
  );
  expect(found.flatMap(({ translated }) => translated).length).toBeGreaterThan(3000);
  expect(missing, "add them to lib/language/es.json").toEqual([]);
});

test("the Spanish texts are in the order of their English", () => {
  const keys = Object.keys(catalog);
  expect(keys).toEqual(keys.toSorted());
});

test("every text that the server says has its Spanish", () => {
  const sentences = serverTexts.flatMap(({ file, sentences }) =>
    file.startsWith("server/") ? sentences.map((text) => ({ file, text })) : [],
  );
  expect(sentences.length).toBeGreaterThan(300);
  const missing = sentences.filter(({ text }) => !Object.hasOwn(catalog, text) && !untold.has(text));
  expect(missing, "add them to lib/language/es.json").toEqual([]);
});

test("a text of the server has no value that may be empty: it would not be found", () => {
  const glued = serverTexts.flatMap(({ file, sentences }) =>
    sentences.filter((text) => /[.!?]\{\d+\}|\}\{/.test(text)).map((text) => `${file} ${text}`),
  );
  expect(glued).toEqual([]);
});

test("no text is a list of style classes", () => {
  const style = /(^|\s)(not-print|print|hover|shut|(max-)?(sm|md|lg|xl)):/;
  expect(found.flatMap(({ translated }) => translated.filter(({ text }) => style.test(text)))).toEqual([]);
});

test("a translation has the values of its text, and no translation is left without a text", () => {
  const used = new Set([
    ...stored,
    ...found.flatMap(({ translated }) => translated.map(({ text }) => text)),
    ...serverTexts.flatMap(({ sentences, others }) => [...sentences, ...others]),
  ]);
  expect(Object.keys(catalog).filter((text) => !used.has(text))).toEqual([]);
  const valuesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted().join();
  const edgesOf = (text: string) => [/^\s/.test(text), /\s$/.test(text), text.startsWith("#")].join();
  const wrong = Object.entries(catalog).filter(
    ([text, words]) => valuesIn(text) !== valuesIn(words) || edgesOf(text) !== edgesOf(words),
  );
  expect(wrong).toEqual([]);
});

/** Texts that the server no longer writes, and rows of the store may still hold. */
const stored = new Set([
  "The gateway's own answer to attempt {1} says the same: it was not asked again.",
  "The gateway could not be asked ({1}). It is retried automatically.",
  "No such event is known. The gateway shows: {1}.",
  "Not looked at yet.",
  "It has not the form of an event. Kept as it came.",
  "It names no transaction. Kept as it came.",
  "any batch that could hold it, each read to its end: {1}",
  "The batches that could hold it have to be read.",
  "what the gateway showed meanwhile",
  "It carries the attempt number of a payment whose answer was lost, which is settled now. The gateway shows: {1}.",
  "Its page lost the connection and gave it up",
  "A manager has to decide: the gateway keeps nothing that would show it.",
  "A manager has to decide: the payment has changed, but not provably by this action.",
  "It is no payment of this console, and none here waits for its answer: the gateway was not asked.",
  "It is no payment of this console. It is read unless the bulk file that runs shows it.",
  "It may be about a payment that is still waiting for its answer, which comes first.",
  "No answer came in time.",
  "No money moved, and no token came back. Save the card again if it is needed: it stays one card.",
  "Only a trace of it or a manager's decision can settle it: no batch shows it.",
  "The answer broke off in the middle.",
  "The connection broke before the answer.",
  "The console could not store the answer.",
  "The console stopped while the answer was awaited.",
  "The gateway did not pick up. Nothing was sent.",
  "The gateway does not take connections. Nothing was sent.",
  "The gateway's answer could not be read.",
  "The shared request limit left no room in time. Nothing was sent.",
  "You took it out of the queue before it was sent.",
  "{1} Nothing left this machine.",
  "{1} charged past the duplicate block of attempt {2}: {3}",
  "{1} charged past the duplicate check: {2}",
  "{1} went past the duplicate check",
]);

/** Names: of the demo's people, and of settings. */
const untold = new Set([
  "Mira Castellanos",
  "Tobias Lindqvist",
  "Ruth Adeyemi",
  "Nadia Okafor",
  "Helen Park",
  "GATEWAY_API_KEY, GATEWAY_API_PIN",
]);
