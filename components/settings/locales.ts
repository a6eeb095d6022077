import { currentLanguage } from "#lib/language/t.ts";

/** Locales to choose from; another one that the environment gives is added to them. */
export const locales = [
  "en-US",
  "en-CA",
  "en-GB",
  "en-AU",
  "en-IN",
  "es-MX",
  "es-US",
  "es-ES",
  "fr-CA",
  "fr-FR",
  "de-DE",
  "it-IT",
  "pt-BR",
  "ja-JP",
] as const;

/** "English (United States)", in the language of the page. The words of the console don't follow it: only formats do. */
export const localeLabel = (tag: string): string =>
  new Intl.DisplayNames(currentLanguage(), { type: "language", languageDisplay: "standard" }).of(tag) ?? tag;
