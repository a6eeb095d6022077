import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import es from "#lib/language/es.json" with { type: "json" };
import { projectRoot } from "#server/start/project-root.ts";
import { filesUnder } from "./support/secrets-sweep.ts";
import { saidIn, textsOf } from "./support/texts/texts-of.ts";

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

const said = sourcesIn(["server", "lib/gateway"])
  .filter((file) => !toOperators.test(file))
  .map((file) => ({ file, ...saidIn(file, read(file)) }));

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
  const sentences = said.flatMap(({ file, sentences }) =>
    file.startsWith("server/") ? sentences.map((text) => ({ file, text })) : [],
  );
  expect(sentences.length).toBeGreaterThan(300);
  const missing = sentences.filter(({ text }) => !Object.hasOwn(catalog, text) && !untold.has(text));
  expect(missing, "add them to lib/language/es.json").toEqual([]);
});

test("a text of the server has no value that may be empty: it would not be found", () => {
  const glued = said.flatMap(({ file, sentences }) =>
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
    ...found.flatMap(({ translated }) => translated.map(({ text }) => text)),
    ...said.flatMap(({ sentences, others }) => [...sentences, ...others]),
  ]);
  expect(Object.keys(catalog).filter((text) => !used.has(text))).toEqual([]);
  const valuesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted().join();
  const edgesOf = (text: string) => [/^\s/.test(text), /\s$/.test(text), text.startsWith("#")].join();
  const wrong = Object.entries(catalog).filter(
    ([text, words]) => valuesIn(text) !== valuesIn(words) || edgesOf(text) !== edgesOf(words),
  );
  expect(wrong).toEqual([]);
});

/** Names: of the demo's people, and of settings. */
const untold = new Set([
  "Mira Castellanos",
  "Tobias Lindqvist",
  "Ruth Adeyemi",
  "Nadia Okafor",
  "Helen Park",
  "GATEWAY_API_KEY, GATEWAY_API_PIN",
]);
