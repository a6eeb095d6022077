import { isLanguage, type Language } from "#lib/language/languages.ts";
import { makeTranslator } from "#lib/language/make-translator.ts";
import { speechName } from "#lib/language/t.ts";
import { sha256Hex } from "#server/sha256.ts";
import { catalogs } from "./request-language.ts";

type Script = { text: string; version: string };

const scripts = new Map<Language, Script>();

/** Sets the texts of a language in a browser, before anything there reads them. None for English or another name. */
export function catalogScript(language: string): Script | undefined {
  if (!isLanguage(language) || language === "en") return undefined;
  const known = scripts.get(language);
  if (known) return known;
  const [name, catalog] = [JSON.stringify(speechName), JSON.stringify(catalogs[language])];
  const text = `{const catalog=${catalog},speech={language:"${language}",catalog,translate:(${makeTranslator})(catalog,"${language}")};globalThis[Symbol.for(${name})]=()=>speech}`;
  const script = { text, version: sha256Hex(text).slice(0, 12) };
  scripts.set(language, script);
  return script;
}
